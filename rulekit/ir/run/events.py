"""Events carried out on the spot.

Contract: `occur`, `gaining` and `activating` do what the interpreter lays on the stack, run it and say as routines do how
far they came: `DONE` when nothing of it is left. The frames of the interpreter are there whenever a routine runs that may
stop. Who may answer an event is remembered with the state (`Data.live`), all four timings together, and looked for again
when a thing that listens has moved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.interpreter.events import Event
from rulekit.ir.protocol import AGAIN, ASK, DONE, NESTED, SPELL
from rulekit.ir.run.shortcuts import Quick
from rulekit.program.game import Watch
from rulekit.runtime.state import Frame

Found = list[tuple[Watch, list[Any]]]
Watchers = tuple[Any, ...]  # functions that find who answers
_TIMINGS = ("forbid", "instead", "before", "after")


class Happenings(Quick):
    """Raises events and runs what answers them."""

    routines: dict[str, Any]  # printed functions by path, and what makes those that are missing
    make: Callable[[str], Any]
    spent = 0  # steps made by routines that wait, not yet counted

    def finish(self, depth: int) -> int:
        raise NotImplementedError

    def rest(self, depth: int) -> int:
        """Runs what is left above the first so many frames. It may have sent the frame below elsewhere, so never `DONE`."""
        return ASK if self.finish(depth) == ASK else AGAIN

    def go(self) -> int:
        """Runs the routine that was laid on top of the stack just now."""
        stack = self.s.stack
        self.spent = spent = self.spent + 1
        if spent > SPELL or len(stack) > NESTED:
            return AGAIN
        top = stack[-1]
        found: int = (self.routines.get(top[0]) or self.make(top[0]))(self, self.s, top, top[2], 0)
        return found

    # ---------- who answers ----------
    def listening(self, key: str) -> Any:
        """The watchers of an event that have somebody awake to act for, by timing, then those that no laid rule bears, by
        timing again; False if there are none at all."""
        found: Any = self.s.live.get(key)
        if found is None:
            groups = [self._live(key, timing, laid=True) for timing in _TIMINGS]
            plain = [self._live(key, timing, laid=False) for timing in _TIMINGS]
            found = self.s.live[key] = (*groups, tuple(plain) if any(plain) else False) if any(groups) else False
        return found

    def heard(self, key: str) -> Any:
        """Those of `listening` that may answer now: mostly no rules are laid over anything."""
        found = self.s.live.get(key)
        if found is None:
            found = self.listening(key)
        return found if not found or self._something_laid() else found[4]

    def _live(self, key: str, timing: str, laid: bool) -> Watchers:
        """Cards in the box cost nothing; `laid`: with those of rules that are laid over a block."""
        verb, _, resource = key.partition(" ")
        if (verb, timing) not in self.t.watches:
            return ()
        watchers = self.code.watches.get((verb, timing))
        if watchers is None:
            watchers = self.code.watchers(verb, timing)
        watches = self.t.watches[verb, timing]
        places = range(len(watches)) if len(watches) <= len(self.s.zones) else self._near((verb, timing))
        return tuple(
            [
                watchers[at]
                for at in places
                if (not resource or watches[at].about(resource))
                and (laid or watches[at].bearer[:6] != "scope:")
                and self.some_awake(watches[at].bearer)
            ]
        )

    def _near(self, key: tuple[str, str]) -> list[int]:
        """The places of the watchers that are no card's, or a card's that is not in the box."""
        always, by_thing = self.t.answerers(key)
        box = self.t.box
        found = {at for z, items in enumerate(self.s.zones) if z != box for e in items for at in by_thing.get(e, ())}
        return sorted({*always, *found})

    def answers(self, event: Event, timing: str, used: tuple[Any, ...] = ()) -> Found:
        heard = self.heard(self.t.event_key(event))
        return self._those(heard[_TIMINGS.index(timing)], event, used) if heard else []

    def banned(self, event: Event) -> Watch | None:
        heard = self.heard(self.t.event_key(event))
        found = self._those(heard[0], event, ()) if heard and heard[0] else None
        return found[0][0] if found else None

    def may_ban(self, verb: str) -> bool:
        """Is there anybody who may forbid some of what a verb does?"""
        listening = self.listening(verb)
        return bool(listening and listening[0])

    def _those(self, watchers: Watchers, event: Event, used: tuple[Any, ...]) -> Found:
        """The abilities in force that answer, with their locals, in the order in which they act."""
        s = self.s
        found: Found = []
        for watcher in watchers:
            watcher(self, s, event, used, found)
        if len(found) > 1:
            order = self.from_active(self.t.players)
            found.sort(key=lambda pair: order.index(pair[1][0]) if pair[1][0] in order else len(order))
        return found

    # ---------- the stages of an event ----------
    def _replacing(self) -> tuple[Any, ...]:
        """Mostly the routine that runs is on top, and not inside a replacement."""
        stack = self.s.stack
        if len(stack) > 1 and stack[-1][0][0] != "@":
            below = stack[-2]
            return below[2][1] if below[0] == "@replace" else ()
        return super()._replacing()

    def raise_event(self, event: Event, used: tuple[Any, ...] = ()) -> None:
        """Lays on the stack what the event brings about; one that nobody answers leaves no frame behind."""
        if event[0] not in self.t.watched:
            self.perform(event)
            return
        used, key = used or self._replacing(), self.t.event_key(event)
        if not self._met(event, used, key) and self._performed(event, used):
            found = self._afterwards(event, used, key)
            if not self._replied(found):
                self.s.stack.append(["@event", 4, [event, used, self.s.result]])
                self.queue(found)

    def step_event(self, frame: Frame) -> None:
        """What comes after an event is over with it, unless somebody must be asked or several answer."""
        if frame[1] != 3:
            super().step_event(frame)
            return
        event, used, _ = frame[2]
        found = self._afterwards(event, used, self.t.event_key(event))
        if self._replied(found):
            self.s.stack.pop()
            return
        frame[1], frame[2][2] = 4, self.s.result
        self.queue(found)

    def occur(self, event: Event) -> int:
        """Raises an event and runs what that brings about."""
        if event[0] in self.t.watched:
            return self.occur_as(self.t.event_key(event), event)
        depth = len(self.s.stack)
        self.perform(event)
        return DONE if len(self.s.stack) == depth else self.rest(depth)

    def occur_as(self, key: str, event: Event) -> int:
        stack = self.s.stack
        depth, used = len(stack), self._replacing()
        going = self._precede(event, used, key)
        if going:
            return going
        if not self._performed(event, used):
            going = self.go() if stack[-1][0][0] != "@" else AGAIN
            if going:
                return self.rest(depth) if going == AGAIN else going
            stack.pop()
        found = self._afterwards(event, used, key)
        return self._answer(event, used, found, 4) if found else DONE

    def happen(self, event: Event, top: Frame, scoped: bool) -> int:
        """As `occur` for a verb of the rules; `top` is the frame of its routine, `scoped` whether something lasts for it."""
        stack, verb = self.s.stack, event[0]
        depth, used = len(stack), self._replacing()
        going = self._precede(event, used, verb)
        if going:
            return going
        self.s.result = None
        stack += [["@event", 3, [event, used, None]], top]
        if scoped:
            self.open_scope("verb", verb, event[1], -1, depth + 1)
        going = self.go()
        if going:
            return self.rest(depth) if going == AGAIN else going
        stack.pop()
        found = self._afterwards(event, used, verb)
        return self._answer(event, used, found, 4) if found else DONE

    def _precede(self, event: Event, used: tuple[Any, ...], key: str) -> int:
        """Runs bans, replacements and what comes before an event; `DONE` when it may take place."""
        heard, depth = self.heard(key), len(self.s.stack)
        if not heard:
            return DONE
        found = self._beforehand(heard, event, used)
        if found is None:
            self.s.stack.append(["@event", 0, [event, used, None]])
            return self.rest(depth)
        going = self._answer(event, used, found, 2) if found else DONE
        return self.rest(depth) if going == AGAIN else going

    def _met(self, event: Event, used: tuple[Any, ...], key: str) -> bool:
        """The same, but only laid on the stack; is there anything?"""
        heard = self.heard(key)
        found = self._beforehand(heard, event, used) if heard else []
        if found is None:
            self.s.stack.append(["@event", 0, [event, used, None]])
            return True
        if found:
            self.s.stack.append(["@event", 2, [event, used, None]])
            self.queue(found)
        return bool(found)

    def _beforehand(self, heard: Any, event: Event, used: tuple[Any, ...]) -> Found | None:
        """The abilities that come before an event; None if it is banned or replaced."""
        forbid, instead, before = heard[:3]
        if (forbid and self._those(forbid, event, ())) or (instead and self._those(instead, event, used)):
            return None
        return self._those(before, event, used) if before else []

    def _performed(self, event: Event, used: tuple[Any, ...]) -> bool:
        """The change itself; false if it has laid something on the stack, on a frame of the event."""
        stack = self.s.stack
        depth = len(stack)
        self.s.result = None
        if event[0] in self.program.verbs:
            stack.append(["@event", 3, [event, used, None]])
            self._perform_declared(event)
            if len(stack) > depth + 1:
                return False
            stack.pop()
            return True
        self.perform(event)
        if len(stack) > depth:
            stack.insert(depth, ["@event", 3, [event, used, None]])
        return len(stack) == depth

    def _afterwards(self, event: Event, used: tuple[Any, ...], key: str) -> Found:
        """What comes after; whoever answers may have woken up meanwhile."""
        heard = self.heard(key)
        return self._those(heard[3], event, used) if heard and heard[3] else []

    def _answer(self, event: Event, used: tuple[Any, ...], found: Found, stage: int) -> int:
        """Lets abilities act before an event (stage 2) or after it (4)."""
        if self._replied(found):
            return DONE
        stack, result = self.s.stack, self.s.result
        depth = len(stack)
        stack.append(["@event", stage, [event, used, result if stage == 4 else None]])
        self.queue(found)
        going = self.go() if len(found) == 1 else AGAIN
        if going:
            return going if going == ASK or stage == 2 else self.rest(depth)
        del stack[depth:]
        self.s.result = result
        return DONE

    def _replied(self, found: Found) -> bool:
        """Is all done? Nobody answers, or one ability that never stops, which acts without any frame."""
        if len(found) != 1:
            return not found
        (watch, env), code = found[0], self.code
        reply = code.replies.get(watch.routine)
        if reply is None:
            reply = code.reply(watch.routine)
        if isinstance(reply, bool):
            return False
        if watch.bearer[:6] == "scope:":
            self._consume(watch.bearer)
        if watch.once is not None:
            self._spend(watch.once, (watch.number, env[1]))
        result = self.s.result
        reply(self, self.s, env)
        self.s.result = result
        return True

    # ---------- amounts and powers ----------
    def gaining(self, frame: Frame, mode: str, subject: Any, bundle: Any, other: Any, bind: int) -> int:
        """One alternative of amounts is gained in one go; the frame of the gain is laid only under what answers it."""
        stack = self.s.stack
        depth = len(stack)
        plain = mode == "gain" and subject is not None and len(bundle) == 1 and "gain" not in self.program.verbs
        if not plain or any(amount is not None and amount < 0 for _, amount, _ in bundle[0]):
            self.gain(frame, mode, subject, bundle, other, bind)
            return DONE if len(stack) == depth else self.rest(depth)
        if bind >= 0:
            frame[2][bind] = ((),)  # as long as the gain goes on
        source = self._source_of(frame)
        for index, (resource, amount, holder) in enumerate(bundle[0], 1):
            if amount is None or amount <= 0:
                continue
            event = ["gain", subject, source, [resource, amount, holder]]
            found = self._gained(event)
            if found is not None and self._replied(found):
                continue
            stack.append(["@gain", 0, [mode, subject, bundle, index, (), other, source, bind, depth - 1]])
            going = self.occur(event) if found is None else self._answer(event, self._replacing(), found, 4)
            if going:
                return self.rest(depth) if going == AGAIN else going
            stack.pop()
        if bind >= 0:
            frame[2][bind] = bundle if other is None else ((),)
        return DONE

    def _gained(self, event: Event) -> Found | None:
        """Carries out a gain of the routine on top, and gives those who answer it; if something comes before it or instead
        of it, or it may go to several places, nothing happens yet and there is None."""
        _, subject, _, (resource, amount, holder) = event
        stores = self.stores_of(subject, resource) if holder is None and resource in self.t.stores else ()
        if any(self.room(var, thing) > 0 for var, thing in stores):
            return None
        heard = self.heard(f"gain {resource}")
        if heard:
            used = self._replacing()
            if self._beforehand(heard, event, used) != []:
                return None
        self.s.result = None
        self.change(resource, subject if holder is None else holder, amount)
        if not self.quiet:
            self.told = (self.told, self.gain_text(subject, amount, resource), None, self.spot())
        return self._those(heard[3], event, used) if heard and heard[3] else []

    def activating(self, frame: Frame, subject: Any, thing: Any, power: str, args: list[Any]) -> int:
        stack = self.s.stack
        if type(thing) is not int or "activate" in self.t.watched:
            depth = len(stack)
            self.activate(frame, subject, thing, power, args)
            return DONE if len(stack) == depth else self.rest(depth)
        self.s.result = None
        path = self.power_routine(thing, power)
        if path is None:
            return DONE
        self.enter(path, subject, thing, args)
        return self.go()
