"""Boards from text and edges, held against the figures of the rulebooks."""

from __future__ import annotations

import pytest

from rulekit.boards import Board, Row, flood, graph_board, hex_board, linked, offset_board, square_board, stacked
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source, Span
from tests.unit.boards.boards_known import TERRITORY_TABLE, labyrinth, territory, track

networkx = pytest.importorskip("networkx")
LEGEND: dict[str, dict[str, object]] = {"#": {"cell": False, "wall": True}, ".": {"floor": True}, "+": {"door": True}}


def grid(*rows: str, diagonal: bool = False) -> Board:
    board = square_board("grid", rows, LEGEND, Sink(), diagonal=diagonal)
    assert board is not None
    return board


@pytest.mark.parametrize("cell", TERRITORY_TABLE)
def test_territory_sides_are_those_of_the_table(cell: str) -> None:
    board = territory()
    signs = {"": ".", "water": "~"}
    sides = board.sides[board.index[cell]]
    assert " ".join(signs[s] if isinstance(s, str) else board.cells[s] for s in sides) == TERRITORY_TABLE[cell]


def test_territory_counts() -> None:
    board = territory()
    cells = range(len(board.cells))
    assert len(board.cells) == 12
    assert sum(len(board.directions(c)) for c in cells) == 46
    assert sum(len(board.blank_sides(c)) for c in cells) == 16
    assert sum(len(board.marked_sides(c, "water")) for c in cells) == 10


def test_ahead_line_and_ray_on_hexes() -> None:
    board = territory()
    at = board.index
    assert board.ahead(at["s1"], 0) == at["c2"]
    assert board.ahead(at["s1"], 2) == -1
    assert board.ahead(at["n1"], 0) == -1
    assert board.line(at["s1"], at["n3"]) == 0
    assert board.line(at["s1"], at["n1"]) == 5
    assert board.line(at["s1"], at["n2"]) == -1
    assert board.ray(at["n1"], 1) == tuple(at[f"n{i}"] for i in range(2, 6))
    assert board.direction_name(0, 0) == "NE"


def test_hex_rows_with_an_odd_pitch() -> None:
    sink = Sink()
    board = hex_board("b", ["~  ~  ~", " a  b", "  c"], {"~": "sea"}, sink)
    assert board is None  # c is a whole column short of half a cell
    assert sink.found[0].code == "RK105"
    board = hex_board("b", ["~  ~  ~", " a  b", "   c"], {"~": "sea"}, Sink())
    assert board is not None
    assert board.sides[0] == ("sea", 1, 2, "", "", "sea")


def test_hex_rows_report_place_and_duplicate() -> None:
    source = Source("x", "a   b\n   c\n  a")
    rows = [Row(line, Span(source, n, 1, n, 9)) for n, line in enumerate(source.text.split("\n"), 1)]
    sink = Sink()
    assert hex_board("b", rows, {}, sink) is None
    assert [(d.code, d.span.line, d.span.column) for d in sink.found] == [("RK105", 2, 4), ("RK105", 3, 3), ("RK113", 3, 3)]


def test_hex_rows_refuse_a_symbol_that_is_no_name() -> None:
    sink = Sink()
    assert hex_board("b", ["a   ?"], {}, sink) is None
    assert sink.found[0].code == "RK111"


def test_odd_rows_of_an_offset_board_lie_to_the_right() -> None:
    board = offset_board("b", [".." * 5] * 10, LEGEND, Sink())
    assert board is not None
    at = board.index
    assert len(board.cells) == 100
    assert {board.cells[i] for i in board.neighbours[at["c4_4"]]} == {"c4_3", "c5_4", "c4_5", "c3_5", "c3_4", "c3_3"}
    assert {board.cells[i] for i in board.neighbours[at["c4_5"]]} == {"c5_4", "c5_5", "c5_6", "c4_6", "c3_5", "c4_4"}


def test_square_board_sees_walls_and_the_edge() -> None:
    board = grid(".#", "+.")
    assert board.cells == ("c0_0", "c0_1", "c1_1")
    assert board.sides[0] == ("", "wall", 1, "")
    assert board.marked_sides(0, "wall") == (1,)
    assert board.neighbours == ((1,), (0, 2), (1,))


def test_square_board_with_eight_neighbours() -> None:
    board = grid(".#", "+.", diagonal=True)
    assert board.neighbours[0] == (2, 1)


def test_flood_stops_at_doors() -> None:
    board = grid("..+.", "..#.")
    floor = {board.index[f"c{x}_{y}"] for x in (0, 1, 3) for y in (0, 1)}
    assert flood(0, board.neighbours.__getitem__, floor.__contains__) == (0, 1, 4, 5)


def test_stacked_levels_keep_their_own_sides() -> None:
    both = stacked("both", [grid(".."), grid(".", ".")])
    assert both.neighbours == ((1,), (0,), (3,), (2,))
    assert both.sides[2] == ("", "", 3, "")
    joined = linked(both, "stairs", [(1, 2), (1, 2)])
    assert joined.links == {"stairs": ((), (2,), (), ())}
    assert joined.graph().edges[1, 2]["kinds"] == ("stairs",)


def test_mixed_levels_have_mixed_shape() -> None:
    hexes = offset_board("h", [".."], LEGEND, Sink())
    assert hexes is not None
    assert stacked("both", [grid(".."), hexes]).shape == "mixed"


def test_labyrinth_figures() -> None:
    graph = labyrinth().graph()
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (36, 42)
    paths = list(networkx.all_simple_paths(graph, 0, 35))
    assert len(paths) == 8
    assert {min(map(len, paths)) - 1, max(map(len, paths)) - 1} == {18, 24}


def test_track_figures() -> None:
    board = track()
    cell, steps = board.index["t16"], []
    for _ in range(13):
        cell = board.links["rebel"][cell][0]
        steps.append(int(board.cells[cell][1:]))
    assert steps == [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 1]


def test_graph_attributes() -> None:
    board = graph_board("g", ["a", "b"], {"next": [("a", "b")]})
    graph = board.graph()
    assert graph.nodes[1]["name"] == "b"
    assert graph.edges[0, 1] == {"direction": -1, "kinds": ("next",)}
    assert territory().graph().edges[0, 1]["direction"] == 1
