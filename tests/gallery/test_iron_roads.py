"""Tickets and longest lines against networkx, at the end of random games."""

from __future__ import annotations

from functools import cache

import networkx as nx
import pytest

import rulekit
from rulekit import Game, State

Edges = frozenset[frozenset[str]]


@cache
def game() -> Game:
    return rulekit.load("iron_roads")


def longest(graph: nx.Graph[str], at: str, taken: Edges = frozenset()) -> int:
    """The longest trail from a town, by trying all of them."""
    found = 0
    for other, edge in graph[at].items():
        key = frozenset((at, other))
        if key not in taken:
            found = max(found, edge["length"] + longest(graph, other, taken | {key}))
    return found


def network(state: State, player: str) -> nx.Graph[str]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(state.get("country"))
    for track in state.get(f"{player}'s line"):
        graph.add_edge(state.get(f"{track}'s one"), state.get(f"{track}'s two"), length=state.get(f"{track}'s length"))
    return graph


@pytest.mark.parametrize("seed", range(4))
def test_lines_and_tickets(seed: int) -> None:
    state = rulekit.playout(game().new(players=3, seed=seed), seed)
    assert state.over
    for seat in range(3):
        player = f"item(players, {seat + 1})"
        graph = network(state, player)
        assert state.get(f"longest({player})") == max(longest(graph, town) for town in graph)
        for ticket in state.get("all(ticket)"):
            linked = nx.has_path(graph, state.get(f"{ticket}'s start"), state.get(f"{ticket}'s goal"))
            assert state.get(f"completed({ticket}, {player})") == linked
