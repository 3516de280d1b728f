"""Boards given as cells and named, directed links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulekit.boards.layers import arrange
from rulekit.boards.layout import Board, Links


def graph_board(name: str, cells: Sequence[str], links: Mapping[str, Iterable[tuple[str, str]]]) -> Board:
    """A board from its cells and, for each kind of link, the pairs (from, to); the first kind decides the picture."""
    numbers = {cell: number for number, cell in enumerate(cells)}
    targets = {kind: _targets(numbers, pairs) for kind, pairs in links.items()}
    neighbours = tuple(_union(targets.values(), cell) for cell in range(len(cells)))
    positions = arrange(main_links(targets, len(cells))).positions
    blank: tuple[tuple[int | str, ...], ...] = ((),) * len(cells)
    return Board(name, tuple(cells), neighbours, blank, positions, "graph", ("",) * len(cells), targets)


def main_links(links: Mapping[str, Links], count: int) -> Links:
    """The links that the picture follows: the first kind declared, or all if that one leaves cells out."""
    first: Links = next(iter(links.values()), ((),) * count)
    reached = {b for targets in first for b in targets} | {a for a in range(count) if first[a]}
    every = tuple(_union(links.values(), cell) for cell in range(count))
    missed = any(cell not in reached and every[cell] for cell in range(count))
    return every if missed else first


def _targets(numbers: Mapping[str, int], pairs: Iterable[tuple[str, str]]) -> Links:
    found: list[list[int]] = [[] for _ in numbers]
    for a, b in pairs:
        found[numbers[a]].append(numbers[b])
    return tuple(map(tuple, found))


def _union(kinds: Iterable[Links], cell: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(other for targets in kinds for other in targets[cell]))
