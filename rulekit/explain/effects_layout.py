"""Where the boxes of an effect graph stand: rows from top to bottom, each box as wide as its text.

Contract: arrows that do not close a circle run down. An arrow that passes a row has a place of its own there, so it
passes between boxes and not behind them. The same graph is always laid out alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulekit.boards.layers import Edge, by_layer, chains, depths, forward_edges, ordered, sides
from rulekit.boards.layout import Links
from rulekit.drawing.svg import Place

GAP, ROOM, PASSAGE = 14.0, 46.0, 8.0  # between boxes, between rows, for an arrow that passes
_SWEEPS = 24


@dataclass(frozen=True)
class Layout:
    """The middle of each box, the ways of the arrows between, and the size of it all."""

    places: dict[int, Place]
    ways: dict[Edge, tuple[Place, ...]]
    width: float
    height: float


def lay_out(links: Links, sizes: Sequence[Place]) -> Layout:
    """Places for boxes of these sizes, from the targets of each."""
    edges = forward_edges(links)
    depth = _drawn_down(len(links), edges)
    routes = chains(len(links), edges, depth)
    depth |= {bend: depth[a] + i for (a, _), chain in routes.items() for i, bend in enumerate(chain[1:-1], 1)}
    pairs = [pair for chain in routes.values() for pair in pairwise(chain)]
    rows = ordered(by_layer(depth), pairs)
    wide = {item: sizes[item][0] if item < len(links) else PASSAGE for row in rows for item in row}
    across = _squeezed(_across(rows, pairs, wide), wide)
    down, height = _down(rows, sizes)
    left = min((across[item] - wide[item] / 2 for item in wide), default=0.0)
    right = max((across[item] + wide[item] / 2 for item in wide), default=0.0)
    places = {item: (across[item] - left, down[depth[item]]) for item in wide}
    ways = {edge: tuple(places[bend] for bend in chain[1:-1]) for edge, chain in routes.items()}
    return Layout({box: places[box] for box in range(len(links))}, ways, right - left, height)


def _drawn_down(count: int, edges: Sequence[Edge]) -> dict[int, int]:
    """The row of each box: as near as it can be to what it leads to."""
    depth = depths(count, edges)
    for box in sorted(depth, key=lambda box: -depth[box]):
        after = [depth[b] for a, b in edges if a == box]
        depth[box] = min(after) - 1 if after else depth[box]
    lowest = min(depth.values(), default=0)
    return {box: row - lowest for box, row in depth.items()}


def _down(rows: Sequence[Sequence[int]], sizes: Sequence[Place]) -> tuple[list[float], float]:
    """The middle line of each row, and how tall all of them are."""
    lines, y = [], 0.0
    for row in rows:
        tall = max((sizes[item][1] for item in row if item < len(sizes)), default=0.0)
        lines.append(y + tall / 2)
        y += tall + ROOM
    return lines, max(0.0, y - ROOM)


def _across(rows: Sequence[Sequence[int]], pairs: Sequence[Edge], wide: Mapping[int, float]) -> dict[int, float]:
    """How far right each item stands: drawn to its neighbours, without touching those beside it."""
    before, after = sides(pairs)
    at: dict[int, float] = {}
    for row in rows:
        at |= dict(zip(row, _apart(row, [0.0] * len(row), wide), strict=True))
    for sweep in range(_SWEEPS):
        beside = before if sweep % 2 == 0 else after
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [_mean([at[other] for other in beside.get(item, ())], at[item]) for item in row]
            at |= dict(zip(row, _apart(row, wanted, wide), strict=True))
    return at


def _squeezed(at: Mapping[int, float], wide: Mapping[int, float]) -> dict[int, float]:
    """Strips in which nothing stands from top to bottom made narrow: parts without a common arrow may drift far apart."""
    found: dict[int, float] = {}
    reach, shift = None, 0.0
    for item in sorted(at, key=lambda item: at[item] - wide[item] / 2):
        left, right = at[item] - wide[item] / 2, at[item] + wide[item] / 2
        shift += max(0.0, left - reach - 2 * GAP) if reach is not None else 0.0
        reach = right if reach is None else max(reach, right)
        found[item] = at[item] - shift
    return found


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _apart(row: Sequence[int], wanted: Sequence[float], wide: Mapping[int, float]) -> list[float]:
    """The wanted places, moved as little as it takes that nothing touches: blocks that would overlap are joined."""
    blocks: list[tuple[list[int], float, float]] = []  # items, where the first wants to stand, how much all are wide
    for item, place in zip(row, wanted, strict=True):
        block = ([item], place - wide[item] / 2, wide[item] + GAP)
        while blocks and blocks[-1][1] + blocks[-1][2] > block[1]:
            block = _joined(blocks.pop(), block)
        blocks.append(block)
    found: list[float] = []
    for items, start, _ in blocks:
        for item in items:
            found.append(start + wide[item] / 2)
            start += wide[item] + GAP
    return found


def _joined(a: tuple[list[int], float, float], b: tuple[list[int], float, float]) -> tuple[list[int], float, float]:
    """Two blocks side by side, where their items want to be on average."""
    items = [*a[0], *b[0]]
    start = (a[1] * len(a[0]) + (b[1] - a[2]) * len(b[0])) / len(items)
    return items, start, a[2] + b[2]
