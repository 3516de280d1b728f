"""Built-in functions of expressions: lists, players, time; those of boards are in `board_builtins.py`.

Contract: `BUILTINS[name](m, node, args, env)` gives the value of a function; it never changes anything. What is known about
each, its types and what it reads, stands in `program/facts.py`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rulekit.interpreter import board_builtins as board_builtins  # fills the table
from rulekit.interpreter.builtin_table import BUILTINS as BUILTINS
from rulekit.interpreter.builtin_table import builtin
from rulekit.program import core as c
from rulekit.program.types import missing_of
from rulekit.runtime.bearers import active_player, in_turn_order
from rulekit.runtime.bundles import amount_of
from rulekit.runtime.dice import extremes
from rulekit.runtime.machine import Locals, Machine
from rulekit.runtime.numbers import long_list, number
from rulekit.runtime.payment import can_pay


# ---------- lists ----------
@builtin("size")
def size(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return len(args[0])


@builtin("bundle_size")
def bundle_size(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return number(sum(n for _, n, _ in args[0][0]))


@builtin("first")
def first(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return args[0][0] if args[0] else missing_of(node.type)


@builtin("last")
def last(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    return args[0][-1] if args[0] else missing_of(node.type)


@builtin("item")
def nth_item(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    items, at = args
    return items[at - 1] if at is not None and 0 < at <= len(items) else missing_of(node.type)


@builtin("split")
def split_evenly(m: Machine, node: c.Builtin, args: list[Any], env: Locals) -> Any:
    """So many lists, the first ones longer by one where it does not come out even."""
    items, count = args[0], max(0, args[1] or 0)
    long_list(count)
    size, more = divmod(len(items), count) if count else (0, 0)
    ends = [size * at + min(at, more) for at in range(count + 1)]
    return tuple(items[a:b] for a, b in pairwise(ends))


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
