"""Small functions that compiled code calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulekit.interpreter.asking import decider_for, take_menu, unmet_requirement
from rulekit.interpreter.builtins import BUILTINS
from rulekit.interpreter.operations import OPERATIONS as EXECUTE
from rulekit.interpreter.standing import has_standing
from rulekit.ir.python.values import OPERATORS
from rulekit.ir.run.events import activate_and_run, call_verb, gain_and_run, listeners, may_ban, raise_and_run_as
from rulekit.ir.run.menus import any_unseen, changers_of, takes_only_answer
from rulekit.ir.run.running import finish_above, go_on_at, interpret, interpret_at
from rulekit.program.limits import KEPT_UNITS
from rulekit.runtime.actions import leave_routine, move_things, no_owner, no_zone, nobody, nobody_pays, pay_cost, put_or_swap
from rulekit.runtime.attributes import ATTRIBUTES
from rulekit.runtime.bearers import active_player, in_force, is_running, is_verb_running, lent_by, owner_of, rules_laid
from rulekit.runtime.bundles import some_resource
from rulekit.runtime.chance import chance
from rulekit.runtime.changes import change_amount, move_thing, nothing_holds
from rulekit.runtime.describe import distinguishable
from rulekit.runtime.draws import draw_things, roll_all, roll_dice
from rulekit.runtime.edges import scope_edge
from rulekit.runtime.events import acting_thing, banned
from rulekit.runtime.kept import kept_define, worked_out
from rulekit.runtime.numbers import long_list, number
from rulekit.runtime.payment import can_pay
from rulekit.runtime.scopes import Scope, is_used_up, open_scope
from rulekit.runtime.state import Data
from rulekit.runtime.supposed import suppose_given
from rulekit.runtime.values import OPERATIONS, folded, modified, ranked, sortable

_SCOPES = 200  # that are kept for one place of the rules
_REMEMBERED = 1000  # things that are found out at one place


def scope_for(known: dict[Any, Scope], key: tuple[Any, ...], word: str, name: str, end: int) -> Scope:
    """A scope as it is opened; it is never changed, so one that was opened before serves again."""
    player, depth, you, saved = key
    found = Scope(word, name, player, depth, end, you, saved)
    if len(known) < _SCOPES:
        known[key] = found
    return found


def scope_after(
    after: dict[Any, list[Any]], scope: Scope, player: Any, known: dict[Any, Scope], word: str, name: str, end: int
) -> list[Any]:
    """The scope for a player that takes the place of another one of the same routine: that one, the new one, and what is
    first opened inside it. It is remembered by player."""
    key = (player, scope.depth, scope.you, scope.saved)
    after[player] = found = [scope, known.get(key) or scope_for(known, key, word, name, end), None]
    return found


def scope_within(found: list[Any], known: dict[Any, Scope], word: str, name: str, end: int) -> Scope:
    """What a player opens first in such a scope, if it is nobody's and sets nothing aside."""
    key = (None, found[1].depth, found[1].player, ())
    found[2] = new = known.get(key) or scope_for(known, key, word, name, end)
    return new


def under_for(known: dict[Any, Scope], key: tuple[Any, ...], end: int) -> Scope:
    """The same for rules of things, laid over a block."""
    depth, you, lent = key
    found = Scope("under", depth=depth, end=end, you=you, lent=lent)
    if len(known) < _SCOPES:
        known[key] = found
    return found


def remember(known: dict[Any, Any], key: Any, value: Any) -> Any:
    """Keeps what was found out, as long as there is room."""
    if len(known) < _REMEMBERED:
        known[key] = value
    return value


def end_scope(state: Data, word: str, name: str) -> bool:
    """Goes on behind the innermost scope of that word; what was opened inside it is closed."""
    scopes = state.scopes
    at = len(scopes) - 1
    while at >= 0 and (scopes[at][0] != word or (name and scopes[at][1] != name)):
        at -= 1
    if at < 0:
        return False
    while len(scopes) > at + 1:
        for first, values in scopes.pop().saved:
            state.vals[first : first + len(values)] = values
    scope, stack = scopes[at], state.stack
    if len(stack) > scope.depth + 1:
        del stack[scope.depth + 1 :]
    if stack:
        stack[-1][1] = scope.end
    return True


def kept(values: list[Any], table: dict[Any, int], key: Any, empty: Any) -> Any:
    """What a variable or zone of an owner holds; empty for nobody."""
    at = table.get(key)
    return empty if at is None else values[at]


def affords(values: list[Any], player: int, price: Any) -> bool:
    """Has a player all of a price: (slots by owner, amount) for each resource?"""
    for slots, amount in price:
        at = slots.get(player)
        if (0 if at is None else values[at]) < amount:
            return False
    return True


def spent(machine: Any, items: Any) -> Any:
    """A list that is gone through, or made: each item takes a unit of the budget."""
    machine.units -= len(items)
    if machine.units < 0:
        machine.exhausted()
    return items


def flat(items: list[Any]) -> tuple[Any, ...]:
    """Several lists joined into one."""
    long_list(len(items))
    return tuple(items)


def lying(zones: list[Any], zone: int | None) -> Any:
    return () if zone is None else zones[zone]


def held_in(where: list[int], holders: list[int | None], thing: int | None) -> int | None:
    """The cell or die that a thing lies on."""
    return None if thing is None else holders[where[thing]]


def asked(question: Callable[[Any, int], Any], m: Any, thing: int | None, empty: Any) -> Any:
    return empty if thing is None else question(m, thing)


def part(record: Any, index: int, empty: Any) -> Any:
    return empty if record is None else record[index]


def end_of(items: Any, index: int, empty: Any) -> Any:
    return items[index] if items else empty


def nth(items: Any, at: int | None, empty: Any) -> Any:
    """The item at a place counted from 1."""
    return items[at - 1] if at is not None and 0 < at <= len(items) else empty


def floored(value: Any, floor: int) -> Any:
    return value if value is None else max(value, floor)


def equals(found: Any, wanted: Any) -> bool:
    """Is a place of an event what an ability wants: the value itself, or one of several?"""
    if isinstance(wanted, tuple) and not isinstance(found, tuple):
        return found in wanted
    return bool(found == wanted)


def position(zones: list[Any], zone: int, thing: int) -> int:
    return zones[zone].index(thing) + 1 if zone >= 0 else 0


def from_next(items: Any, last: Any) -> Any:
    """A list that begins behind one of its items."""
    at = items.index(last) + 1 if last in items else 0
    return items[at:] + items[:at]


def offers_of(site: Any, machine: Any) -> Any:
    """What is offered at a place, at the table of a machine."""
    return site.offers(machine.t)


def told_apart(items: Any) -> list[Any]:
    return list(dict.fromkeys(items))


def once(cell: list[Any], value: Any) -> list[Any]:
    """Keeps a value in a cell that was empty: `(cell or once(cell, value))[0]` works it out when it is first needed."""
    cell.append(value)
    return cell


def up_to_closed(
    line: tuple[int, ...], is_open: Callable[..., Any], m: Any, s: Data, you: Any, *values: Any
) -> tuple[int, ...]:
    """The cells of a line up to and with the first that is not open."""
    for at, cell in enumerate(line, 1):
        if not is_open(m, s, you, cell, *values):
            return line[:at]
    return line


# ---------- ways over boards; a step gives the cells around those of an edge that were not found yet ----------
Step = Callable[..., list[int]]


def fixed_distance(
    step: Step, m: Any, s: Data, you: Any, start: int | None, goal: int | None, known: dict[int, tuple[dict[int, int], int]]
) -> int | None:
    """Where no state can change the ways, all distances from a cell are kept, with what they take of whoever asks."""
    if start is None or goal is None:
        return None
    kept = known.get(start)
    if kept is None:
        far, units = worked_out(m, lambda: _distances(step, m, s, you, start))
        kept = known[start] = (far, units if units > KEPT_UNITS // len(m.t.entities) else 0)
    if kept[1]:
        m.spend(kept[1])
    return kept[0].get(goal)


def _distances(step: Step, m: Any, s: Data, you: Any, start: int) -> dict[int, int]:
    far, found, edge, at = {start: 0}, {start, None}, [start], 0
    while edge:
        at += 1
        edge = step(m, s, you, edge, found)
        far.update(dict.fromkeys(edge, at))
    return far


def _levels(step: Step, m: Any, s: Data, you: Any, start: int | None) -> Iterator[dict[Any, int]]:
    """Distances, with one more level known each time."""
    far: dict[Any, int] = {}
    if start is None:
        yield far
        return
    far[start] = 0
    found, edge, at = {start, None}, [start], 0
    while edge:
        yield far
        at += 1
        edge = step(m, s, you, edge, found)
        far.update(dict.fromkeys(edge, at))


Search = tuple[dict[Any, int], Iterator[dict[Any, int]]]


def searching(step: Step, m: Any, s: Data, you: Any, start: int | None) -> Search:
    """A search that has begun: how far it is to what has been found, and how to find more."""
    levels = _levels(step, m, s, you, start)
    return next(levels), levels


def far_to(search: Search, goal: int | None) -> int | None:
    """How far it is to a goal, with as much more of the search as that takes."""
    known, levels = search
    while goal not in known:
        if goal is None or next(levels, None) is None:
            return None
    return known[goal]


def way_back(
    levels: list[list[int]], start: int, goal: int, around: Callable[..., Any], m: Any, s: Data, you: Any
) -> tuple[int, ...]:
    """Of each level on the way to a goal what lies on a shortest way; then the lowest cell of each."""
    ways, near = list[set[int]](), {goal}
    for edge in levels[:0:-1]:
        ways.append(near)
        near = {cell for cell in edge if not near.isdisjoint(around(m, s, you, cell))}
    ways.append(near)
    way, at = list[int](), start
    for near in ways[::-1]:
        at = min(near.intersection(around(m, s, you, at)))
        way.append(at)
    return tuple(way)


SPACE: dict[str, Any] = {
    **{function.__name__: function for function in (
        affords, asked, chance, end_of, end_scope, equals, far_to, fixed_distance, flat, floored, folded,
        from_next, held_in, kept, kept_define, lying, modified, no_owner, no_zone, nobody, nobody_pays, nothing_holds,
        nth, number, offers_of, once, part, position, ranked,
        remember, scope_after, scope_for, scope_within, searching, some_resource, sortable, spent, told_apart, under_for,
        up_to_closed, way_back,
    )},
    # functions that are given the machine
    **{function.__name__: function for function in (
        acting_thing, activate_and_run, active_player, any_unseen, banned, call_verb, can_pay, change_amount, changers_of,
        decider_for, distinguishable, draw_things, finish_above, gain_and_run, go_on_at, has_standing, in_force,
        interpret, interpret_at, is_running, is_used_up, is_verb_running, leave_routine, lent_by, listeners, may_ban,
        move_thing, move_things, open_scope, owner_of, pay_cost, put_or_swap, raise_and_run_as, roll_all, roll_dice, rules_laid,
        scope_edge, suppose_given, take_menu, takes_only_answer, unmet_requirement, *EXECUTE.values(),
    )},
    **{f"attr_{name}": function for name, function in ATTRIBUTES.items()},
    **{f"fn_{name}": function for name, function in BUILTINS.items()},
    **{name: OPERATIONS[operator] for operator, name in OPERATORS.items()},
    "listed": list,
}  # fmt: skip
