"""Where the cells of a directed graph stand on paper.

Cells without any edge stand in rows. A single track is laid as a snake. Anything else is layered from left to right
(the classic way: drop the edges that run back, layer by longest path, put bend points where an edge passes a layer,
order each layer by the mean of its neighbours). A long drawing is folded where it narrows to one cell. Everything is
computed in a fixed order, so the picture never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, sqrt

from rulekit.boards.layout import Links, Position

Edge = tuple[int, int]
SWEEPS = 12
WIDEST = 12
OVERHANG = 3  # a last band may be so much wider, rather than leave a stub


@dataclass(frozen=True)
class Arrangement:
    """Positions in units of one cell, and the bend points of the edges that run with the layers."""

    positions: tuple[Position, ...]
    routes: dict[Edge, tuple[Position, ...]] = field(default_factory=dict)


def arrange(links: Links) -> Arrangement:
    """Places for all cells, from the targets of each."""
    edges = forward_edges(links)
    if not edges:
        return Arrangement(_in_rows(len(links)))
    track = _track(len(links), edges)
    return Arrangement(_snake(track)) if track else _layered(len(links), edges)


def _in_rows(count: int) -> tuple[Position, ...]:
    width = count if count <= 8 else ceil(sqrt(2 * count))
    return tuple((float(cell % width), float(cell // width)) for cell in range(count))


def forward_edges(links: Links) -> list[Edge]:
    """The edges without those that close a circle."""
    state = [0] * len(links)
    kept: list[Edge] = []
    for root in range(len(links)):
        _visit(root, links, state, kept)
    return kept


def _visit(root: int, links: Links, state: list[int], kept: list[Edge]) -> None:
    """Depth-first walk; state is 0 unseen, 1 on the way, 2 done."""
    if state[root]:
        return
    state[root], stack = 1, [(root, iter(links[root]))]
    while stack:
        cell, rest = stack[-1]
        other = next(rest, None)
        if other is None:
            state[cell] = 2
            stack.pop()
        elif state[other] != 1:
            kept.append((cell, other))
            if state[other] == 0:
                state[other] = 1
                stack.append((other, iter(links[other])))


def _track(count: int, edges: Sequence[Edge]) -> list[int]:
    """The cells in order if they form one single line, else nothing."""
    after = dict(edges)
    starts = sorted(set(range(count)) - set(after.values()))
    if len(edges) != count - 1 or len(after) != len(edges) or len(starts) != 1:
        return []
    line = starts
    while line[-1] in after:
        line.append(after[line[-1]])
    return line if len(line) == count else []


def _snake(track: Sequence[int]) -> tuple[Position, ...]:
    width = len(track) if len(track) <= 8 else ceil(sqrt(2 * len(track)))
    found: dict[int, Position] = {}
    for number, cell in enumerate(track):
        row, column = divmod(number, width)
        found[cell] = (float(width - 1 - column if row % 2 else column), float(row))
    return tuple(found[cell] for cell in range(len(track)))


def _layered(count: int, edges: Sequence[Edge]) -> Arrangement:
    depth = depths(count, edges)
    routes = chains(count, edges, depth)
    bends = {bend: depth[a] + i for (a, _), chain in routes.items() for i, bend in enumerate(chain[1:-1], 1)}
    depth |= bends
    pairs = [pair for chain in routes.values() for pair in pairwise(chain)]
    layers = ordered(by_layer(depth), pairs)
    heights = _heights(layers, pairs)
    places = _folded(layers, heights)
    ways = {edge: tuple(places[bend] for bend in chain[1:-1]) for edge, chain in routes.items()}
    return Arrangement(tuple(places[cell] for cell in range(count)), ways)


def depths(count: int, edges: Sequence[Edge]) -> dict[int, int]:
    """The layer of each cell: the longest way to it."""
    after: dict[int, list[int]] = {}
    waiting = [0] * count
    for a, b in edges:
        after.setdefault(a, []).append(b)
        waiting[b] += 1
    ready = [cell for cell in range(count) if not waiting[cell]]
    depth = dict.fromkeys(range(count), 0)
    for cell in ready:
        for other in after.get(cell, ()):
            depth[other] = max(depth[other], depth[cell] + 1)
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    return depth


def chains(count: int, edges: Sequence[Edge], depth: Mapping[int, int]) -> dict[Edge, tuple[int, ...]]:
    """Each edge as a chain with one bend point in every layer that it passes; bend points are numbered after the cells."""
    found: dict[Edge, tuple[int, ...]] = {}
    fresh = count
    for a, b in edges:
        bends = max(0, depth[b] - depth[a] - 1)
        found[a, b] = (a, *range(fresh, fresh + bends), b)
        fresh += bends
    return found


def by_layer(depth: Mapping[int, int]) -> list[list[int]]:
    """The items of each layer, in the order of their numbers."""
    layers: list[list[int]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for item, layer in sorted(depth.items()):
        layers[layer].append(item)
    return layers


def sides(pairs: Iterable[Edge]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """What stands before each item, and what after it."""
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    for a, b in pairs:
        after.setdefault(a, []).append(b)
        before.setdefault(b, []).append(a)
    return before, after


def ordered(layers: list[list[int]], pairs: Sequence[Edge]) -> list[list[int]]:
    """Layers sorted by the mean place of their neighbours, swept both ways; the order with fewest crossings wins."""
    before, after = sides(pairs)
    best, fewest = layers, _crossings(layers, after)
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        layers = _sweep(layers, before if forward else after, forward)
        crossings = _crossings(layers, after)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def _sweep(layers: Sequence[Sequence[int]], beside: Mapping[int, list[int]], forward: bool) -> list[list[int]]:
    done: list[list[int]] = []
    place: dict[int, float] = {}
    for layer in layers if forward else reversed(layers):
        middle = {item: _mean([place[o] for o in beside.get(item, ())], i) for i, item in enumerate(layer)}
        done.append(sorted(layer, key=middle.__getitem__))
        place |= {item: float(i) for i, item in enumerate(done[-1])}
    return done if forward else done[::-1]


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _crossings(layers: Sequence[Sequence[int]], after: Mapping[int, list[int]]) -> int:
    place = {item: i for layer in layers for i, item in enumerate(layer)}
    total = 0
    for layer in layers:
        ends = [sorted(place[o] for o in after.get(item, ())) for item in layer]
        flat = [end for group in ends for end in group]
        total += sum(a > b for i, a in enumerate(flat) for b in flat[i + 1 :])
    return total


def _heights(layers: Sequence[Sequence[int]], pairs: Sequence[Edge]) -> dict[int, float]:
    """How far down each item stands: drawn to its neighbours, at least one unit apart."""
    before, after = sides(pairs)
    height = {item: i - (len(layer) - 1) / 2 for layer in layers for i, item in enumerate(layer)}
    for sweep in range(SWEEPS):
        beside = before if sweep % 2 == 0 else after
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = [_mean([height[o] for o in beside.get(item, ())], height[item]) for item in layer]
            height |= dict(zip(layer, _apart(wanted), strict=True))
    return height


def _apart(wanted: Sequence[float]) -> list[float]:
    """The wanted heights, spread so that they keep a distance of one and their mean."""
    spread: list[float] = []
    for value in wanted:
        spread.append(max(value, spread[-1] + 1) if spread else value)
    shift = (sum(wanted) - sum(spread)) / max(1, len(spread))
    return [value + shift for value in spread]


def _folded(layers: Sequence[Sequence[int]], heights: Mapping[int, float]) -> dict[int, Position]:
    """Positions, with the drawing cut into bands that run to and fro under each other."""
    places: dict[int, Position] = {}
    top, x, pace = 0.0, 0, 1
    for band in _bands(layers):
        items = [item for layer in band for item in layer]
        low = min(heights[item] for item in items)
        for layer in band:
            places |= {item: (float(x), round(top + heights[item] - low, 4)) for item in layer}
            x += pace
        x, pace = x - pace, -pace
        top += max(heights[item] for item in items) - low + 1.2
    left = min((x for x, _ in places.values()), default=0.0)
    return {item: (x - left, y) for item, (x, y) in places.items()}


def _bands(layers: Sequence[Sequence[int]]) -> list[Sequence[Sequence[int]]]:
    bands: list[Sequence[Sequence[int]]] = []
    rest = layers
    while len(rest) > WIDEST + OVERHANG:
        waists = [i for i in range(WIDEST // 2, WIDEST) if len(rest[i]) == 1]
        cut = waists[-1] + 1 if waists else WIDEST
        bands.append(rest[:cut])
        rest = rest[cut:]
    return [*bands, rest] if rest else bands
