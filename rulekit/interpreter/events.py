"""Events: who answers them, in which order, and what happens in between.

Contract: an event is `[verb, subject, source, args]`, plain data. `raise_event` carries it out at once when nothing
can answer it; otherwise it lays an `@event` frame on the stack, which goes through its stages: bans and
replacements, `before`, the change itself, `after`.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.footprint import order_matters
from rulekit.interpreter.payment import Payments
from rulekit.program.game import Bind, Watch
from rulekit.program.types import is_kind
from rulekit.runtime.scopes import Scope

Event = list[Any]  # [verb, subject, source, args]


class Events(Payments):
    """Matching of abilities and the life of an event."""

    # ---------- raising ----------
    def raise_event(self, event: Event, used: tuple[Any, ...] = ()) -> None:
        if event[0] in self.t.watched:
            self.s.stack.append(["@event", 0, [event, used or self._replacing(), None]])
        else:
            self.perform(event)

    def raise_all(self, events: list[Event]) -> None:
        """Several events, the first one first. Those that may be answered wait on the stack for each other."""
        if len(events) == 1 or not events or events[0][0] not in self.t.watched:
            for event in events:
                self.raise_event(event)
            return
        used = self._replacing()
        for event in reversed(events):
            self.s.stack.append(["@event", 0, [event, used, None]])

    def _replacing(self) -> tuple[Any, ...]:
        """What a replacement does itself stands for the event it replaced: it does not answer that again."""
        stack = self.s.stack
        for index in range(len(stack) - 1, 0, -1):
            if stack[index][0][0] != "@":
                below = stack[index - 1]
                used: tuple[Any, ...] = below[2][1] if below[0] == "@replace" else ()
                return used
        return ()

    def perform(self, event: Event) -> None:
        raise NotImplementedError

    def source(self) -> int | None:
        """The thing whose text is being carried out; an ability that no thing bears has none, whatever it answers."""
        for path, _, local in reversed(self.s.stack):
            if path in ("@queue", "@replace"):
                return None
            if path[0] != "@" and local[1] is not None:
                thing: int = local[1]
                return thing
        return None

    # ---------- matching ----------
    def answers(self, event: Event, timing: str, used: tuple[Any, ...] = ()) -> list[tuple[Watch, list[Any]]]:
        """The abilities in force that answer an event, with their locals, in the order in which they act."""
        found = []
        for watch in self.t.watches.get((event[0], timing), ()):
            for env in self.carriers(watch.bearer, watch.size):
                self.spend(1)
                if (watch.number, env[1]) in used or not self._matches(watch, env, event):
                    continue
                if watch.once is None or not self._spent(watch.once, (watch.number, env[1])):
                    found.append((watch, env))
        if len(found) > 1:
            order = self.from_active(self.t.players)
            found.sort(key=lambda pair: order.index(pair[1][0]) if pair[1][0] in order else len(order))
        return found

    def _matches(self, watch: Watch, env: list[Any], event: Event) -> bool:
        if watch.bearer == "rule":
            env[0] = event[1]
        for bind in watch.binds:
            if not self._bound(bind, env, event):
                return False
        return watch.where is None or bool(self.value(watch.where, env))

    def _bound(self, bind: Bind, env: list[Any], event: Event) -> bool:
        place = bind.place
        if place.startswith("zone "):
            return self._zone_matches(event[3][int(place[5:])], bind)
        by_name = place.startswith("name of ")
        found = self._place(event, place[8:] if by_name else place)
        if by_name:
            found = None if found is None else self.t.entities[found].design
        if bind.kind and not self._is_of(found, bind.kind):
            return False
        if bind.value is not None and not self._equals(found, bind, env):
            return False
        if bind.slot >= 0:
            env[bind.slot] = found
        return True

    def _equals(self, found: Any, bind: Bind, env: list[Any]) -> bool:
        wanted = self.value(bind.value, env)  # type: ignore[arg-type]
        if isinstance(wanted, tuple) and not isinstance(found, tuple):
            return found in wanted
        return bool(found == wanted)

    def _zone_matches(self, zone: int | None, bind: Bind) -> bool:
        name = bind.value.value if bind.value is not None else ""  # type: ignore[attr-defined]
        return zone is not None and zone >= 0 and self.t.zone_of[zone][0].head.name == name

    def _is_of(self, found: Any, kind: str) -> bool:
        return isinstance(found, int) and is_kind(self.t.entities[found].kind, kind, self.program.parents)

    def _place(self, event: Event, place: str) -> Any:
        if place == "subject":
            return event[1]
        if place == "source":
            return event[2]
        return event[3][int(place)]

    # ---------- once per ... ----------
    def _spent(self, once: tuple[str, str], key: Any) -> bool:
        scope = self._scope_for(once)
        return key in (self.s.once if scope is None else scope.once)

    def _spend(self, once: tuple[str, str], key: Any) -> None:
        scope = self._scope_for(once)
        if scope is None:
            self.s.once += (key,)
        else:  # scopes are shared by copies of the state: never changed, only replaced
            at = next(i for i, other in enumerate(self.s.scopes) if other is scope)
            self.s.scopes[at] = scope._replace(once=(*scope.once, key))

    def _scope_for(self, once: tuple[str, str]) -> Scope | None:
        word, name = once
        scope: Scope
        for scope in reversed(self.s.scopes):
            if scope.word == word and (not name or scope.name == name):
                return scope
        return None

    # ---------- the stages of an event ----------
    def step_event(self, frame: list[Any]) -> None:
        event, used, _ = frame[2]
        stage = frame[1]
        frame[1] = stage + 1
        if stage == 0:
            self._replace(frame, event, used)
        elif stage == 1:
            self.queue(self.answers(event, "before", used))
        elif stage == 2:
            self.s.result = None
            self.perform(event)
        elif stage == 3:
            frame[2][2] = self.s.result
            self.queue(self.answers(event, "after", used))
        else:
            self.s.stack.pop()
            self.s.result = frame[2][2]

    def _replace(self, frame: list[Any], event: Event, used: tuple[Any, ...]) -> None:
        if self.banned(event) is not None:
            frame[1] = 9
            return
        found = self.answers(event, "instead", used)
        if found:
            watch, env = found[0]
            if watch.once is not None:
                self._spend(watch.once, (watch.number, env[1]))
            frame[1] = 9
            self.s.stack.append(["@replace", 0, [event, (*used, (watch.number, env[1]))]])
            self.s.stack.append([watch.routine, 0, env])

    def banned(self, event: Event) -> Watch | None:
        """The ban that stops an event, if any."""
        found = self.answers(event, "forbid") if (event[0], "forbid") in self.t.watches else []
        return found[0][0] if found else None

    def step_replace(self, frame: list[Any]) -> None:
        self.s.stack.pop()

    def proceed(self, amount: Any) -> None:
        """Lets the replaced event happen after all, perhaps with another amount; its source stays the same."""
        for path, _, local in reversed(self.s.stack):
            if path == "@replace":
                event, used = local
                verb, subject, source, args = event
                if amount is not None:
                    args = [args[0], amount, *args[2:]] if verb in ("gain", "lose") else [amount, *args[1:]]
                self.raise_event([verb, subject, source, list(args)], used)
                return

    # ---------- several abilities at once ----------
    def queue(self, found: list[tuple[Watch, list[Any]]]) -> None:
        """Abilities that act one after another."""
        if not found:
            return
        items = []
        for watch, env in found:
            self._consume(watch.bearer)
            items.append([watch.routine, env, env[0], watch.number, env[1]])
            if watch.once is not None:
                self._spend(watch.once, (watch.number, env[1]))
        self.s.stack.append(["@queue", 0, [items]])

    def _consume(self, bearer: str) -> None:
        """A rule that answers only the next event is used up."""
        if bearer.startswith("scope:"):
            path = bearer[6:]
            self.s.lasting = [e for e in self.s.lasting if not (e["word"] == "event" and e["bundle"] == path)]

    def step_queue(self, frame: list[Any]) -> None:
        items = frame[2][0]
        if not items:
            self.s.stack.pop()
            return
        self.take_from_queue(frame, 0)

    def take_from_queue(self, frame: list[Any], index: int) -> None:
        items = frame[2][0]
        routine, env, *_ = items[index]
        frame[2][0] = [*items[:index], *items[index + 1 :]]
        self.s.stack.append([routine, 0, list(env)])

    def order_group(self, items: list[Any]) -> list[int]:
        """The abilities among which an owner may choose the next: his own, if their order can matter."""
        owner = items[0][2]
        mine = [i for i, item in enumerate(items) if item[2] == owner]
        routines = {items[i][0] for i in mine}
        if owner is None or len(routines) < 2 or not self._order_matters([items[i] for i in mine]):
            return [0]
        return mine

    def _order_matters(self, items: list[Any]) -> bool:
        watches = [self.program.watches[item[3]] for item in items if item[3] >= 0]
        for index, one in enumerate(watches):
            for other in watches[index + 1 :]:
                if order_matters((one.reads, one.writes), (other.reads, other.writes)):
                    return True
        return False
