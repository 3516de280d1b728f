"""Built-in functions of expressions: lists, players, boards.

Contract: `BUILTINS[name](m, node, args, env)` gives the value of a function; it never changes anything. What is known about
each, its types and what it reads, stands in `program/facts.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.boards.paths import distance, reachable, shortest_path
from rulekit.program import core as c
from rulekit.program.types import empty_of
from rulekit.runtime.bearers import active_player, in_turn_order
from rulekit.runtime.bundles import amount_of
from rulekit.runtime.dice import extremes
from rulekit.runtime.machine import Locals, Machine
from rulekit.runtime.numbers import number
from rulekit.runtime.payment import can_pay

Function = Callable[[Machine, c.Builtin, list[Any], Locals], Any]
BUILTINS: dict[str, Function] = {}


def builtin(*names: str) -> Callable[[Function], Function]:
    """Registers a function by its names in the language."""

    def mark(function: Function) -> Function:
        BUILTINS.update(dict.fromkeys(names, function))
        return function

    return mark


# ---------- lists ----------
@builtin("size")
def size(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return len(args[0])


@builtin("bundle_size")
def bundle_size(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return number(sum(n for _, n, _ in args[0][0]))


@builtin("first")
def first(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return args[0][0] if args[0] else empty_of(node.type)


@builtin("last")
def last(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return args[0][-1] if args[0] else empty_of(node.type)


@builtin("item")
def nth_item(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    items, at = args
    return items[at - 1] if at is not None and 0 < at <= len(items) else empty_of(node.type)


@builtin("distinct")
def distinct(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return tuple(dict.fromkeys(args[0]))


@builtin("reversed")
def backwards(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return args[0][::-1]


@builtin("starting")
def starting(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    first, items = args
    at = items.index(first) if first in items else 0
    return items[at:] + items[:at]


@builtin("min")
def least(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return min(a or 0 for a in args)


@builtin("max")
def most(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return max(a or 0 for a in args)


@builtin("min_roll")
def least_roll(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return 0 if args[0] is None else extremes(args[0])[0]


@builtin("max_roll")
def most_roll(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return 0 if args[0] is None else extremes(args[0])[1]


@builtin("amount")
def amount(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return amount_of(args[0], args[1])


@builtin("all_of_kind")
def all_of_kind(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.t.players if node.word == "player" else m.t.bearers(f"kind:{node.word}")


@builtin("all_of_design")
def all_of_design(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.t.bearers(f"design:{node.word}")


@builtin("top")
def top(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    items = () if args[0] is None else m.s.zones[args[0]]
    return items[0] if items else None


@builtin("bottom")
def bottom(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    items = () if args[0] is None else m.s.zones[args[0]]
    return items[-1] if items else None


# ---------- players and flow ----------
@builtin("players", "seating", "everyone")
def all_players(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.t.players


@builtin("opponents")
def opponents(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    players, you = m.t.players, args[0]
    if you not in players:
        return players
    return players[you + 1 :] + players[:you]


@builtin("turn_order")
def turn_order(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return in_turn_order(m, m.t.players)


@builtin("active")
def whose_turn(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return active_player(m)


@builtin("actor")
def actor(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.t.actors[node.word]


@builtin("round_number")
def round_number(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.s.rounds


@builtin("winners")
def winners(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.s.winners


@builtin("game_over")
def game_over(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.s.ended


@builtin("box")
def the_box(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.t.box


@builtin("in_phase")
def in_phase(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return any(s.word == "phase" and s.name == node.word for s in m.s.scopes)


@builtin("in_step")
def in_step(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return any(s.word == "step" and s.name == node.word for s in m.s.scopes)


@builtin("paying_for")
def paying_for(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return m.s.paying == node.word


@builtin("zone_owner")
def owner_of_zone(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return None if args[0] is None else m.t.owner_zone(args[0])


@builtin("can_pay")
def is_payable(m: Machine, node: Any, args: list[Any], env: Any) -> Any:
    return can_pay(m, args[0], args[1], node.word)


# ---------- boards ----------
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


@builtin("ahead")
def ahead(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = board_place(m, args[0])
    found = -1 if at is None or args[1] is None else at[0].ahead(at[1], args[1])
    return None if found < 0 or at is None else at[2][found]


@builtin("directions")
def directions(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    at = board_place(m, args[0])
    return () if at is None else tuple(at[0].directions(at[1]))


@builtin("heading")
def heading_to(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    a, b = board_place(m, args[0]), board_place(m, args[1])
    if a is None or b is None or a[0] is not b[0]:
        return None
    found = a[0].line(a[1], b[1])
    return None if found < 0 else found


def step_from(m: Machine, node: c.Builtin, env: Locals, extra: list[Any]) -> Any:
    """Where one may go from a cell, by the define that the rules name; each cell is asked once."""
    you = env[c.YOU] if env else None
    known: dict[int, Any] = {}

    def step(cell: int) -> Any:
        if cell not in known:
            known[cell] = m.call(node.step, [cell, *extra], you)
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


@builtin("path")
def path_to(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    if args[0] is None or args[1] is None:
        return ()
    return tuple(x for x in shortest_path(args[0], args[1], step_from(m, node, env, args[2:])) if x != args[0])
