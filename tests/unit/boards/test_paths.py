"""Paths over step functions, with networkx as the oracle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.boards.paths import distance, distance_table, distances, reachable, shortest_path
from tests.unit.boards.boards_known import labyrinth, territory

networkx = pytest.importorskip("networkx")
Graph = tuple[tuple[int, ...], ...]
ROUNDABOUT = ((2, 1), (3,), (3,), ())


def graphs() -> st.SearchStrategy[Graph]:
    return st.integers(1, 9).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4).map(tuple), min_size=n, max_size=n).map(tuple)
    )


def test_labyrinth_is_18_steps_long() -> None:
    board = labyrinth()
    assert distance(0, 35, board.neighbours.__getitem__) == 18
    assert distance(35, 0, board.neighbours.__getitem__) is None
    assert len(shortest_path(0, 35, board.neighbours.__getitem__)) == 19


def test_of_two_shortest_paths_the_lower_numbers_win() -> None:
    assert shortest_path(0, 3, ROUNDABOUT.__getitem__) == (0, 1, 3)


def test_no_path_and_no_step() -> None:
    assert shortest_path(3, 0, ROUNDABOUT.__getitem__) == ()
    assert shortest_path(3, 3, ROUNDABOUT.__getitem__) == (3,)
    assert distance(3, 3, ROUNDABOUT.__getitem__) == 0


def test_reachable_is_sorted_by_distance_then_number() -> None:
    board = territory()
    step = board.neighbours.__getitem__
    assert reachable(board.index["c2"], 1, step) == tuple(sorted(step(board.index["c2"])))
    assert reachable(0, 0, step) == ()
    assert len(reachable(0, None, step)) == 11


@given(graphs())
def test_distances_agree_with_networkx(graph: Graph) -> None:
    oracle = networkx.DiGraph()
    oracle.add_nodes_from(range(len(graph)))
    oracle.add_edges_from((a, b) for a, targets in enumerate(graph) for b in targets)
    table = distance_table(graph)
    for start in range(len(graph)):
        far = dict(networkx.single_source_shortest_path_length(oracle, start))
        assert distances(start, graph.__getitem__) == far
        assert distances(start, graph.__getitem__, 2) == {c: d for c, d in far.items() if d <= 2}
        for goal in range(len(graph)):
            assert distance(start, goal, graph.__getitem__) == far.get(goal)
            assert table[start][goal] == far.get(goal, -1)
            if goal in far:
                best = min(tuple(path) for path in networkx.all_shortest_paths(oracle, start, goal))
                assert shortest_path(start, goal, graph.__getitem__) == best
