"""Distances and paths over a step function.

The step function says where one may go from a cell, so that doors, pieces in the way and one-way links stay with
the caller. Plain breadth-first search; the order of the answer never depends on the order in which steps come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Step = Callable[[int], Iterable[int]]


def distances(start: int, step: Step, limit: int | None = None, goal: int = -1) -> dict[int, int]:
    """The number of steps to every cell within the limit, and no farther than the goal, the start included with 0."""
    found, edge, far = {start: 0}, [start], 0
    while edge and (limit is None or far < limit) and goal not in found:
        far += 1
        fresh: list[int] = []
        for cell in edge:
            for other in step(cell):
                if other not in found:
                    found[other] = far
                    fresh.append(other)
        edge = fresh
    return found


def distance(start: int, goal: int, step: Step) -> int | None:
    """The number of steps from start to goal; None if it cannot be reached."""
    seen, edge, far = {start}, [start], 0
    while edge:
        if goal in seen:
            return far
        far += 1
        edge = _onward(edge, seen, step)
    return None


def _onward(edge: list[int], seen: set[int], step: Step) -> list[int]:
    fresh: list[int] = []
    for cell in edge:
        for other in step(cell):
            if other not in seen:
                seen.add(other)
                fresh.append(other)
    return fresh


def reachable(start: int, limit: int | None, step: Step) -> tuple[int, ...]:
    """The cells within the limit without the start, nearest first, then by number."""
    found = distances(start, step, limit)
    del found[start]
    return tuple(sorted(found, key=lambda cell: (found[cell], cell)))


def shortest_path(start: int, goal: int, step: Step) -> tuple[int, ...]:
    """The cells from start to goal, both included; of several the one lowest in numbers, cell by cell; empty if none."""
    far = distances(start, step, goal=goal)
    if goal not in far:
        return ()
    near = _toward(start, goal, step, far)
    path = [start]
    while path[-1] != goal:
        path.append(min(other for other in step(path[-1]) if other in near and far.get(other) == len(path)))
    return tuple(path)


def _toward(start: int, goal: int, step: Step, far: dict[int, int]) -> set[int]:
    """The cells that lie on some shortest path from start to goal."""
    before: dict[int, list[int]] = {}
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
