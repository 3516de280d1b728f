"""Built-in functions over boards: cells, directions, rays, ways.

Contract: as `builtins.py`. Off the board there is nothing: `ahead` is none there, and no ray holds it.
"""

from __future__ import annotations

from typing import Any

from rulekit.boards.compass import DIAGONALS, ORTHOGONALS, Compass, opposite
from rulekit.boards.paths import components, distance, reachable, shortest_path
from rulekit.errors import RunError
from rulekit.interpreter.builtin_table import builtin
from rulekit.program import core as c
from rulekit.program.limits import LIST_MAX, too_long
from rulekit.runtime.machine import Locals, Machine


@builtin("cells")
def cells_of_board(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.t.board_cells.get(node.word, ())


@builtin("place")
def map_place(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    for name, data in m.t.maps.items():
        if node.word in data.places:
            return tuple(m.t.board_cells[name][i] for i in data.places[node.word])
    return ()


@builtin("map_value")
def map_value(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    for data in m.t.maps.values():
        if node.word in data.values:
            value = data.values[node.word]
            return tuple(value) if isinstance(value, list) else value
    return None


def board_place(m: Machine, cell: int | None) -> tuple[Any, int, tuple[int, ...]] | None:
    if cell is None or cell not in m.t.board_at:
        return None
    name, index = m.t.board_at[cell]
    return m.t.boards[name], index, m.t.board_cells[name]


@builtin("neighbours")
def neighbours(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = board_place(m, args[0])
    return () if at is None else tuple(at[2][i] for i in at[0].neighbours[at[1]])


@builtin("blank_sides")
def blank_sides(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = board_place(m, args[0])
    return 0 if at is None else len(at[0].blank_sides(at[1]))


@builtin("sides")
def sides(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = board_place(m, args[0])
    return 0 if at is None else len(at[0].marked_sides(at[1], node.word))


# ---------- directions, rows and columns ----------
def compass_at(m: Machine, cell: int | None) -> tuple[Compass, int, tuple[int, ...]] | None:
    if cell is None or cell not in m.t.board_at:
        return None
    name, index = m.t.board_at[cell]
    return m.t.compasses[name], index, m.t.board_cells[name]


@builtin("orthogonals")
def orthogonals(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return ORTHOGONALS


@builtin("diagonals")
def diagonals(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return DIAGONALS


@builtin("opposite")
def way_back(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return None if args[0] is None else opposite(args[0])


@builtin("directions")
def directions(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = compass_at(m, args[0])
    return () if at is None else at[0].directions(at[1])


@builtin("board_directions")
def board_directions(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    found = m.t.compasses.get(node.word)
    return () if found is None else found.names


@builtin("heading")
def heading_to(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    a, b = compass_at(m, args[0]), compass_at(m, args[1])
    return None if a is None or b is None or a[0] is not b[0] else a[0].heading(a[1], b[1])


@builtin("row")
def row_of(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = compass_at(m, args[0])
    return 0 if at is None else at[0].places[at[1]][1]


@builtin("column")
def column_of(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = compass_at(m, args[0])
    return 0 if at is None else at[0].places[at[1]][0]


@builtin("cell_at")
def cell_at(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    compass = m.t.compasses.get(node.word)
    found = None if compass is None else compass.at.get((args[0], args[1]))
    return None if found is None else m.t.board_cells[node.word][found]


@builtin("ahead")
def ahead(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    """The cell so many steps ahead, one if it is not said; none if the board ends before."""
    steps = (args[2] or 0) if len(args) > 2 else 1
    if steps <= 0:
        return args[0] if steps == 0 else None
    line = cells_ahead(m, args[0], args[1])
    return line[steps - 1] if steps <= len(line) else None


@builtin("ray")
def ray(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    line = cells_ahead(m, args[0], args[1])
    return line if not node.step else up_to_first(line, step_from(m, node, env, args[2:]))


def cells_ahead(m: Machine, cell: int | None, direction: str | None) -> tuple[int, ...]:
    at = compass_at(m, cell)
    return () if at is None or direction is None else tuple(at[2][i] for i in at[0].ray(at[1], direction))


def up_to_first(line: tuple[int, ...], is_open: Any) -> tuple[int, ...]:
    """The cells of a line up to and with the first that is not open."""
    for at, cell in enumerate(line, 1):
        if not is_open(cell):
            return line[:at]
    return line


# ---------- ways ----------
def step_from(m: Machine, node: c.Builtin, env: Locals, extra: list[Any]) -> Any:
    """Where one may go from a cell, by the define that the rules name; each cell is asked once. A board has an end; numbers and
    records have none, so a search that finds more of them than a list can hold is given up."""
    you = env[c.YOU] if env else None
    known: dict[int, Any] = {}
    met: set[Any] = set()

    def step(cell: int) -> Any:
        if cell not in known:
            found = m.call(node.step, [cell, *extra], you)
            if type(found) is tuple:  # else it says whether a ray goes on
                found = tuple(other for other in found if other is not None)
                met.update(found)
                if len(met) > LIST_MAX:
                    raise RunError(too_long("a search through more places than that", LIST_MAX))
            known[cell] = found
        return known[cell]

    return step


@builtin("distance")
def steps_to(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    if args[0] is None or args[1] is None:
        return None
    return distance(args[0], args[1], step_from(m, node, env, args[2:]))


@builtin("reachable")
def within_reach(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return () if args[0] is None else reachable(args[0], max(0, args[1] or 0), step_from(m, node, env, args[2:]))


@builtin("components")
def groups(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return components(args[0], step_from(m, node, env, args[1:]))


@builtin("path")
def path_to(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    if args[0] is None or args[1] is None:
        return ()
    return tuple(x for x in shortest_path(args[0], args[1], step_from(m, node, env, args[2:])) if x != args[0])
