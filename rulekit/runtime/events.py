"""Events: how they are raised, who may stop them, and abilities that act one after another.

Contract: an event is `[verb, subject, source, args]`, plain data. `raise_event` carries it out at once when nothing
can answer it; otherwise it lays an `@event` frame on the stack, which goes through its stages (`frames.py`): bans and
replacements, `before`, the change itself, `after`.
"""

from __future__ import annotations

from typing import Any

from rulekit.program.game import Watch
from rulekit.program.order import order_matters
from rulekit.runtime.changes import perform
from rulekit.runtime.describe import looks
from rulekit.runtime.machine import Event, Found, Machine
from rulekit.runtime.scopes import use_up


def raise_event(m: Machine, event: Event, used: tuple[Any, ...] = ()) -> None:
    """`used`: replacements that have acted already and do not answer again."""
    if event[0] in m.t.watched:
        m.s.stack.append(["@event", 0, [event, used or replacements_used(m), None]])
    else:
        perform(m, event)


def raise_all(m: Machine, events: list[Event]) -> None:
    """Several events, the first one first. Those that may be answered wait on the stack for each other."""
    if len(events) == 1 or not events or events[0][0] not in m.t.watched:
        for event in events:
            m.raise_event(event)
        return
    used = replacements_used(m)
    for event in reversed(events):
        m.s.stack.append(["@event", 0, [event, used, None]])


def replacements_used(m: Machine) -> tuple[Any, ...]:
    """What a replacement does itself stands for the event it replaced: it does not answer that again."""
    stack = m.s.stack
    if len(stack) > 1 and stack[-1][0][0] != "@":  # mostly the routine that runs is on top
        below = stack[-2]
        return below[2][1] if below[0] == "@replace" else ()
    for index in range(len(stack) - 1, 0, -1):
        if stack[index][0][0] != "@":
            below = stack[index - 1]
            return below[2][1] if below[0] == "@replace" else ()
    return ()


def acting_thing(m: Machine) -> int | None:
    """The thing whose text is being carried out; an ability that no thing bears has none, whatever it answers."""
    for path, _, local in reversed(m.s.stack):
        if path in ("@queue", "@replace"):
            return None
        if path[0] != "@" and local[1] is not None:
            thing: int = local[1]
            return thing
    return None


def banned(m: Machine, event: Event) -> Watch | None:
    """The ban that stops an event, if any."""
    found = m.answers(event, "forbid") if (event[0], "forbid") in m.t.watches else []
    return found[0][0] if found else None


def proceed(m: Machine, amount: Any) -> None:
    """Lets the replaced event happen after all, perhaps with another amount; its source stays the same."""
    for path, _, local in reversed(m.s.stack):
        if path == "@replace":
            event, used = local
            verb, subject, source, args = event
            if amount is not None:
                args = [args[0], amount, *args[2:]] if verb in ("gain", "lose") else [amount, *args[1:]]
            m.raise_event([verb, subject, source, list(args)], used)
            return


def queue_abilities(m: Machine, found: Found) -> None:
    """Abilities that act one after another; one alone begins at once."""
    if not found:
        return
    items = []
    for watch, env in found:
        if watch.bearer[:6] == "scope:":
            consume_rule(m, watch.bearer)
        if watch.once is not None:
            use_up(m, watch.once, (watch.number, env[1]))
        items.append([watch.routine, env, env[0], watch.number, env[1]])
    if len(items) == 1:
        m.s.stack.append(["@queue", 0, [[]]])
        if m.observer is not None:
            m.observer.ability(watch.routine, env)
        m.s.stack.append([watch.routine, 0, env])
    else:
        m.s.stack.append(["@queue", 0, [items]])


def consume_rule(m: Machine, bearer: str) -> None:
    """A rule of a scope that answers only the next event is used up."""
    path = bearer[6:]
    if m.s.lasting:
        m.s.lasting = [e for e in m.s.lasting if not (e["word"] == "event" and e["bundle"] == path)]


def order_group(m: Machine, items: list[Any]) -> list[int]:
    """The abilities among which an owner may choose the next: his own, if their order can matter. That of copies which
    nobody can tell apart cannot."""
    owner = items[0][2]
    mine = [i for i, item in enumerate(items) if item[2] == owner]
    different = {(items[i][0], None if items[i][4] is None else looks(m, items[i][4])) for i in mine} if len(mine) > 1 else ()
    if owner is None or len(different) < 2 or not any_order_matters(m, [items[i] for i in mine]):
        return [0]
    return mine


def any_order_matters(m: Machine, items: list[Any]) -> bool:
    watches = [m.program.watches[item[3]] for item in items if item[3] >= 0]
    for index, one in enumerate(watches):
        for other in watches[index + 1 :]:
            if order_matters(one, other):
                return True
    return False


def take_from_queue(m: Machine, frame: list[Any], index: int) -> None:
    items = frame[2][0]
    routine, env, *_ = items[index]
    frame[2][0] = [*items[:index], *items[index + 1 :]]
    if m.observer is not None:
        m.observer.ability(routine, env)
    m.s.stack.append([routine, 0, list(env)])
