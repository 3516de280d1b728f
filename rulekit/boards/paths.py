"""Distances and paths over a step function.

The step function says where one may go from a cell, so that doors, pieces in the way and one-way links stay with
the caller. Plain breadth-first search; the order of the answer never depends on the order in which steps come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Step = Callable[[Any], Iterable[Any]]


def order_of(value: Any) -> Any:
    """What places are ordered by: numbers of things and cells, or the parts of a record one after the other."""
    if isinstance(value, tuple):
        return 3, *map(order_of, value)
    return (0, 0) if value is None else (2, value) if isinstance(value, str) else (1, value)


def distances(start: Any, step: Step, limit: int | None = None, goal: Any = -1) -> dict[Any, int]:
    """The number of steps to every cell within the limit, and no farther than the goal, the start included with 0."""
    found, edge, far = {start: 0}, [start], 0
    while edge and (limit is None or far < limit) and goal not in found:
        far += 1
        fresh: list[Any] = []
        for cell in edge:
            for other in step(cell):
                if other not in found:
                    found[other] = far
                    fresh.append(other)
        edge = fresh
    return found


def distance(start: Any, goal: Any, step: Step) -> int | None:
    """The number of steps from start to goal; None if it cannot be reached."""
    seen, edge, far = {start}, [start], 0
    while edge:
        if goal in seen:
            return far
        far += 1
        edge = _onward(edge, seen, step)
    return None


def _onward(edge: list[Any], seen: set[Any], step: Step) -> list[Any]:
    fresh: list[Any] = []
    for cell in edge:
        for other in step(cell):
            if other not in seen:
                seen.add(other)
                fresh.append(other)
    return fresh


def reachable(start: Any, limit: int | None, step: Step) -> tuple[Any, ...]:
    """The cells within the limit without the start, nearest first, then by number."""
    found = distances(start, step, limit)
    del found[start]
    return tuple(sorted(found, key=lambda cell: (found[cell], order_of(cell))))


def shortest_path(start: Any, goal: Any, step: Step) -> tuple[Any, ...]:
    """The cells from start to goal, both included; of several the one lowest in numbers, cell by cell; empty if none."""
    far = distances(start, step, goal=goal)
    if goal not in far:
        return ()
    near = _toward(start, goal, step, far)
    path = [start]
    while path[-1] != goal:
        onward = (other for other in step(path[-1]) if other in near and far.get(other) == len(path))
        path.append(min(onward, key=order_of))
    return tuple(path)


def components(items: Sequence[Any], step: Step) -> tuple[tuple[Any, ...], ...]:
    """The groups of items that hang together by steps, one way or the other: each in the order of the items, the groups in the
    order of their first ones."""
    members = dict.fromkeys(items)
    around: dict[Any, list[Any]] = {item: [] for item in members}
    for item in members:
        for other in step(item):
            if other in members:
                around[item].append(other)
                around[other].append(item)
    group: dict[Any, int] = {}
    for at, item in enumerate(members):
        if item not in group:
            group.update(dict.fromkeys((item, *distances(item, around.__getitem__)), at))
    found: dict[int, list[Any]] = {}
    for item in members:
        found.setdefault(group[item], []).append(item)
    return tuple(tuple(part) for part in found.values())


def _toward(start: Any, goal: Any, step: Step, far: dict[Any, int]) -> set[Any]:
    """The cells that lie on some shortest path from start to goal."""
    before: dict[Any, list[Any]] = {}
    for cell, count in far.items():
        if count < far[goal]:
            for other in step(cell):
                if far.get(other) == count + 1:
                    before.setdefault(other, []).append(cell)
    near, edge = {start, goal}, [goal]
    while edge:
        fresh = set(before.get(edge.pop(), ())) - near
        near |= fresh
        edge.extend(fresh)
    return near


def distance_table(neighbours: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """All distances of a board that never changes, -1 where there is no way."""
    cells = range(len(neighbours))
    found = (distances(cell, neighbours.__getitem__) for cell in cells)
    return tuple(tuple(far.get(other, -1) for other in cells) for far in found)
