"""Events carried out on the spot.

Contract: `raise_and_run`, `call_verb`, `gain_and_run` and `activate_and_run` do what the interpreter lays on the stack, run it
and say as routines do how far they came: `DONE` when nothing of it is left. The frames of the interpreter are there whenever a
routine runs that may stop. Who may answer an event is remembered with the state (`Data.live`), all four timings together, and
looked for again when a thing that listens has moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.ir.protocol import AGAIN, ASK, DONE
from rulekit.ir.run.running import COMPILED_STEPS, run_rest, run_top
from rulekit.runtime.actions import activate_powers, gain_amounts
from rulekit.runtime.bearers import any_in_force, anything_laid, in_turn_order, power_routine
from rulekit.runtime.changes import change_amount, enter_routine, perform
from rulekit.runtime.events import acting_thing, consume_rule, queue_abilities, replacements_used
from rulekit.runtime.frames import room_in
from rulekit.runtime.frames import step_event as step_any_event
from rulekit.runtime.machine import Event, Found
from rulekit.runtime.payment import stores_of
from rulekit.runtime.scopes import open_scope, use_up
from rulekit.runtime.state import Frame

if TYPE_CHECKING:
    from rulekit.ir.run.machine import CompiledMachine

Watchers = tuple[Any, ...]  # functions that find who answers
_TIMINGS = ("forbid", "instead", "before", "after")


def listeners(m: CompiledMachine, key: str) -> Any:
    """The watchers of an event that somebody bears, by timing, then those that no laid rule bears, by
    timing again; False if there are none at all."""
    found: Any = m.s.live.get(key)
    if found is None:
        groups = [watchers_in_force(m, key, timing, laid=True) for timing in _TIMINGS]
        plain = [watchers_in_force(m, key, timing, laid=False) for timing in _TIMINGS]
        found = m.s.live[key] = (*groups, tuple(plain) if any(plain) else False) if any(groups) else False
    return found


def listeners_now(m: CompiledMachine, key: str) -> Any:
    """Those of `listeners` that may answer now: mostly no rules are laid over anything."""
    found = m.s.live.get(key)
    if found is None:
        found = listeners(m, key)
    return found if not found or anything_laid(m) else found[4]


def watchers_in_force(m: CompiledMachine, key: str, timing: str, laid: bool) -> Watchers:
    """Cards in the box cost nothing; `laid`: with those of rules that are laid over a block."""
    verb, _, resource = key.partition(" ")
    if (verb, timing) not in m.t.watches:
        return ()
    watchers = m.code.watchers[verb, timing]
    watches = m.t.watches[verb, timing]
    places = range(len(watches)) if len(watches) <= len(m.s.zones) else watchers_outside_box(m, (verb, timing))
    return tuple(
        [
            watchers[at]
            for at in places
            if (not resource or watches[at].about(resource))
            and (laid or watches[at].bearer[:6] != "scope:")
            and any_in_force(m, watches[at].bearer)
        ]
    )


def watchers_outside_box(m: CompiledMachine, key: tuple[str, str]) -> list[int]:
    """The places of the watchers that are no card's, or a card's that is not in the box."""
    always, by_thing = m.t.answerers(key)
    box = m.t.box
    found = {at for z, items in enumerate(m.s.zones) if z != box for e in items for at in by_thing.get(e, ())}
    return sorted({*always, *found})


def answers_of(m: CompiledMachine, event: Event, timing: str, used: tuple[Any, ...] = ()) -> Found:
    heard = listeners_now(m, m.t.event_key(event))
    return those_answering(m, heard[_TIMINGS.index(timing)], event, used) if heard else []


def may_ban(m: CompiledMachine, verb: str) -> bool:
    """Is there anybody who may forbid some of what a verb does?"""
    listening = listeners(m, verb)
    return bool(listening and listening[0])


def those_answering(m: CompiledMachine, watchers: Watchers, event: Event, used: tuple[Any, ...]) -> Found:
    """The abilities in force that answer, with their locals, in the order in which they act."""
    s = m.s
    found: Found = []
    for watcher in watchers:
        watcher(m, s, event, used, found)
    if len(found) > 1:
        order = in_turn_order(m, m.t.players)
        found.sort(key=lambda pair: order.index(pair[1][0]) if pair[1][0] in order else len(order))
    return found


def raise_event(m: CompiledMachine, event: Event, used: tuple[Any, ...] = ()) -> None:
    """Lays on the stack what the event brings about; one that nobody answers leaves no frame behind."""
    if event[0] not in m.t.watched:
        perform(m, event)
        return
    used, key = used or replacements_used(m), m.t.event_key(event)
    if not lay_before(m, event, used, key) and perform_now(m, event, used):
        found = answers_after(m, event, used, key)
        if not replied(m, found):
            m.s.stack.append(["@event", 4, [event, used, m.s.result]])
            queue_abilities(m, found)


def step_event(m: CompiledMachine, frame: Frame) -> None:
    """What comes after an event is over with it, unless somebody must be asked or several answer."""
    if frame[1] != 3:
        step_any_event(m, frame)
        return
    event, used, _ = frame[2]
    found = answers_after(m, event, used, m.t.event_key(event))
    if replied(m, found):
        m.s.stack.pop()
        return
    frame[1], frame[2][2] = 4, m.s.result
    queue_abilities(m, found)


def raise_and_run(m: CompiledMachine, event: Event) -> int:
    """Raises an event and runs what that brings about."""
    if event[0] in m.t.watched:
        return raise_and_run_as(m, m.t.event_key(event), event)
    depth = len(m.s.stack)
    perform(m, event)
    return DONE if len(m.s.stack) == depth else run_rest(m, depth)


def raise_and_run_as(m: CompiledMachine, key: str, event: Event) -> int:
    stack = m.s.stack
    depth, used = len(stack), replacements_used(m)
    going = run_before(m, event, used, key)
    if going:
        return going
    if not perform_now(m, event, used):
        going = run_top(m) if stack[-1][0][0] != "@" else AGAIN
        if going:
            return run_rest(m, depth) if going == AGAIN else going
        stack.pop()
    found = answers_after(m, event, used, key)
    return run_answers(m, event, used, found, 4) if found else DONE


def call_verb(m: CompiledMachine, event: Event, top: Frame, scoped: bool) -> int:
    """As `raise_and_run` for a verb of the rules; `top` is the frame of its routine, `scoped`: does something last for it?"""
    stack, verb = m.s.stack, event[0]
    depth, used = len(stack), replacements_used(m)
    going = run_before(m, event, used, verb)
    if going:
        return going
    m.s.result = None
    stack += [["@event", 3, [event, used, None]], top]
    if scoped:
        open_scope(m, "verb", verb, event[1], -1, depth + 1)
    going = run_top(m)
    if going:
        return run_rest(m, depth) if going == AGAIN else going
    stack.pop()
    found = answers_after(m, event, used, verb)
    return run_answers(m, event, used, found, 4) if found else DONE


def run_before(m: CompiledMachine, event: Event, used: tuple[Any, ...], key: str) -> int:
    """Runs bans, replacements and what comes before an event; `DONE` when it may take place."""
    heard, depth = listeners_now(m, key), len(m.s.stack)
    if not heard:
        return DONE
    found = answers_before(m, heard, event, used)
    if found is None:
        m.s.stack.append(["@event", 0, [event, used, None]])
        return run_rest(m, depth)
    going = run_answers(m, event, used, found, 2) if found else DONE
    return run_rest(m, depth) if going == AGAIN else going


def lay_before(m: CompiledMachine, event: Event, used: tuple[Any, ...], key: str) -> bool:
    """The same, but only laid on the stack; is there anything?"""
    heard = listeners_now(m, key)
    found = answers_before(m, heard, event, used) if heard else []
    if found is None:
        m.s.stack.append(["@event", 0, [event, used, None]])
        return True
    if found:
        m.s.stack.append(["@event", 2, [event, used, None]])
        queue_abilities(m, found)
    return bool(found)


def answers_before(m: CompiledMachine, heard: Any, event: Event, used: tuple[Any, ...]) -> Found | None:
    """The abilities that come before an event; None if it is banned or replaced."""
    forbid, instead, before = heard[:3]
    if (forbid and those_answering(m, forbid, event, ())) or (instead and those_answering(m, instead, event, used)):
        return None
    return those_answering(m, before, event, used) if before else []


def perform_now(m: CompiledMachine, event: Event, used: tuple[Any, ...]) -> bool:
    """The change itself; false if it has laid something on the stack, on a frame of the event."""
    stack = m.s.stack
    depth = len(stack)
    m.s.result = None
    if event[0] in m.program.verbs:
        stack.append(["@event", 3, [event, used, None]])
        perform(m, event)
        if len(stack) > depth + 1:
            return False
        stack.pop()
        return True
    perform(m, event)
    if len(stack) > depth:
        stack.insert(depth, ["@event", 3, [event, used, None]])
    return len(stack) == depth


def answers_after(m: CompiledMachine, event: Event, used: tuple[Any, ...], key: str) -> Found:
    """What comes after; whoever answers may be in force only now."""
    heard = listeners_now(m, key)
    return those_answering(m, heard[3], event, used) if heard and heard[3] else []


def run_answers(m: CompiledMachine, event: Event, used: tuple[Any, ...], found: Found, stage: int) -> int:
    """Lets abilities act before an event (stage 2) or after it (4)."""
    if replied(m, found):
        return DONE
    stack, result = m.s.stack, m.s.result
    depth = len(stack)
    stack.append(["@event", stage, [event, used, result if stage == 4 else None]])
    queue_abilities(m, found)
    going = run_top(m) if len(found) == 1 else AGAIN
    if going:
        return going if going == ASK or stage == 2 else run_rest(m, depth)
    del stack[depth:]
    m.s.result = result
    return DONE


def replied(m: CompiledMachine, found: Found) -> bool:
    """Is all done? Nobody answers, or one ability that never stops, which acts without any frame."""
    if len(found) != 1:
        return not found
    watch, env = found[0]
    reply = m.code.replies[watch.routine]
    if reply is None:
        return False
    if watch.bearer[:6] == "scope:":
        consume_rule(m, watch.bearer)
    if watch.once is not None:
        use_up(m, watch.once, (watch.number, env[1]))
    result = m.s.result
    reply(m, m.s, env)
    m.s.result = result
    return True


def gain_and_run(m: CompiledMachine, frame: Frame, mode: str, subject: Any, bundle: Any, other: Any, bind: int) -> int:
    """One alternative of amounts is gained in one go; the frame of the gain is laid only under what answers it."""
    stack = m.s.stack
    depth = len(stack)
    plain = mode == "gain" and subject is not None and len(bundle) == 1 and "gain" not in m.program.verbs
    if not plain or any(amount is not None and amount < 0 for _, amount, _ in bundle[0]):
        gain_amounts(m, frame, mode, subject, bundle, other, bind)
        return DONE if len(stack) == depth else run_rest(m, depth)
    if bind >= 0:
        frame[2][bind] = ((),)  # as long as the gain goes on
    source = acting_thing(m)
    for index, (resource, amount, holder) in enumerate(bundle[0], 1):
        if amount is None or amount <= 0:
            continue
        event = ["gain", subject, source, [resource, amount, holder]]
        found = gain_at_once(m, event)
        if found is not None and replied(m, found):
            continue
        stack.append(["@gain", 0, [mode, subject, bundle, index, (), other, source, bind, depth - 1]])
        going = raise_and_run(m, event) if found is None else run_answers(m, event, replacements_used(m), found, 4)
        if going:
            return run_rest(m, depth) if going == AGAIN else going
        stack.pop()
    if bind >= 0:
        frame[2][bind] = bundle if other is None else ((),)
    return DONE


def gain_at_once(m: CompiledMachine, event: Event) -> Found | None:
    """Carries out a gain of the routine on top, and gives those who answer it; if something comes before it or instead
    of it, or it may go to several places, nothing happens yet and there is None."""
    _, subject, _, (resource, amount, holder) = event
    stores = stores_of(m, subject, resource) if holder is None and resource in m.t.stores else ()
    if any(room_in(m, var, thing) > 0 for var, thing in stores):
        return None
    heard = listeners_now(m, f"gain {resource}")
    if heard:
        used = replacements_used(m)
        if answers_before(m, heard, event, used) != []:
            return None
    m.s.result = None
    change_amount(m, resource, m.t.owner_in(resource, subject, holder), amount)
    return those_answering(m, heard[3], event, used) if heard and heard[3] else []


def activate_and_run(m: CompiledMachine, frame: Frame, subject: Any, thing: Any, power: str, args: list[Any]) -> int:
    stack = m.s.stack
    if type(thing) is not int or "activate" in m.t.watched:
        depth = len(stack)
        activate_powers(m, frame, subject, thing, power, args)
        return DONE if len(stack) == depth else run_rest(m, depth)
    m.s.result = None
    path = power_routine(m, thing, power)
    if path is None:
        return DONE
    enter_routine(m, path, subject, thing, args)
    return run_top(m)


COMPILED_STEPS["@event"] = step_event
