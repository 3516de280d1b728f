"""Operations carried out, one method a class of operation.

Contract: `_x_NAME(frame, op)` does one operation and moves the program counter of its frame; it may lay frames on
the stack. Operations that may ask have their questions in `ask.py`; here they only fall through to `consult`.
"""

from __future__ import annotations

from typing import Any

from rulekit.errors import RunError, UsageError
from rulekit.interpreter.changes import Changes
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.runtime.numbers import long_list
from rulekit.runtime.scopes import Scope
from rulekit.runtime.state import Frame


class Execute(Changes):
    """The plain operations."""

    # ---------- values and jumps ----------
    def _x_let(self, frame: Frame, op: o.Let) -> None:
        frame[2][op.slot] = self.value(op.value, frame[2])
        frame[1] += 1

    def _x_jump(self, frame: Frame, op: o.Jump) -> None:
        frame[1] = op.to

    def _x_jumpunless(self, frame: Frame, op: o.JumpUnless) -> None:
        frame[1] = frame[1] + 1 if self.value(op.condition, frame[2]) else op.to

    def _x_return(self, frame: Frame, op: o.Return) -> None:
        self.s.result = self.value(op.value, frame[2]) if op.value is not None else None
        self.leave()

    def leave(self) -> None:
        """Ends the routine on top of the stack and whatever it had opened."""
        self.drop_scopes(len(self.s.stack) - 1)
        self.s.stack.pop()

    def _x_require(self, frame: Frame, op: o.Require) -> None:
        if self.value(op.condition, frame[2]):
            frame[1] += 1
            return
        if len(self.s.stack) == 1 and frame[0] == f"verb/{self.program.start}":
            raise UsageError(self._refusal(op, frame[2]))
        self.s.result = None
        self.leave()

    def _refusal(self, op: o.Require, env: list[Any]) -> str:
        """Why a game does not start: the reason of the rules, and where they say `every`, what it does not hold for."""
        reason = op.because[0] if op.because else "this game cannot be set up like that"
        every = op.condition
        if not isinstance(every, c.Fold) or every.function != "every" or every.body is None:
            return reason
        items = self.value(every.source, env)
        failing = [item for item in items if not self.value(every.body, [*env[: every.slot], item, *env[every.slot + 1 :]])]
        return f"{reason}; not so: " + ", ".join(self.describe(item, every.source.type.element) for item in failing)

    def _x_setvar(self, frame: Frame, op: o.SetVar) -> None:
        owners = tuple(self.value(owner, frame[2]) for owner in op.owners)
        slot = self.t.slot[op.var].get(owners)
        if slot is not None:
            value = self.value(op.value, frame[2])
            definition = self.program.vars[op.var]
            if definition.resource and definition.floor is not None and value is not None:
                value = max(value, definition.floor)
            self.s.vals[slot] = value
        frame[1] += 1

    def _x_todo(self, frame: Frame, op: o.Todo) -> None:
        raise RunError(f"this rule is not done yet: {op.reason}", op.span)

    def _x_takeresult(self, frame: Frame, op: o.TakeResult) -> None:
        frame[2][op.slot] = self.s.result
        frame[1] += 1

    # ---------- amounts and places ----------
    def _x_gain(self, frame: Frame, op: o.Gain) -> None:
        subject = self.value(op.subject, frame[2])
        bundle = self.value(op.bundle, frame[2])
        other = self.value(op.other, frame[2]) if op.other is not None else None
        frame[1] += 1
        self.gain(frame, op.mode, subject, bundle, other, op.bind)

    def gain(self, frame: Frame, mode: str, subject: Any, bundle: Any, other: Any, bind: int) -> None:
        if bind >= 0:
            frame[2][bind] = ((),)
        if subject is None:
            bundle = self._without_owner(bundle)
        if subject is not None or bundle:
            target = len(self.s.stack) - 1
            self.s.stack.append(["@gain", 0, [mode, subject, bundle, 0, (), other, self._source_of(frame), bind, target]])

    def _without_owner(self, bundle: Any) -> Any:
        """What changes hands where nobody is `you`: what the table has, and what is said to be of a thing."""
        if len(bundle) != 1:  # nobody is there to choose
            return ()
        kept = tuple(entry for entry in bundle[0] if entry[2] is not None or not self.program.vars[entry[0]].owners)
        return (kept,) if kept else ()

    def _source_of(self, frame: Frame) -> int | None:
        return frame[2][1] if frame[2][1] is not None else self.source()

    def _x_move(self, frame: Frame, op: o.Move) -> None:
        things = self.value(op.things, frame[2])
        zone = self.t.box if op.zone is None else self.value(op.zone, frame[2])
        subject = self.value(op.subject, frame[2])
        frame[1] += 1
        self.move(op, things, zone, subject)

    def move(self, op: o.Move, things: Any, zone: int | None, subject: Any) -> None:
        items = tuple([i for i in (things if isinstance(things, tuple) else (things,)) if i is not None])
        if zone is not None:
            self.move_all(items, zone, op.place, op.shuffle, subject)
        elif items:
            self.no_zone(op)

    def no_zone(self, op: o.Operation) -> None:
        """What should go somewhere must not stay where it is in silence."""
        raise RunError("there is no such zone to move to: what it should belong to is none", op.span)

    def move_all(self, items: tuple[int, ...], zone: int, place: str, shuffle: bool, subject: Any) -> None:
        self.spend(len(items))
        if "move" in self.t.watched:
            self.s.stack.append(["@moves", 0, [subject, items, zone, place, shuffle]])
            return
        if len(items) > 2 and place == "bottom" and self.quiet:
            self.place_all(items, zone)
        else:
            for item in items:
                self.carry(subject, item, zone, place)
        if shuffle:
            self.shuffle(zone)

    def _x_draw(self, frame: Frame, op: o.Draw) -> None:
        count = self.value(op.count, frame[2]) or 0
        source, zone = self.value(op.source, frame[2]), self.value(op.zone, frame[2]) if op.zone is not None else None
        subject = self.value(op.subject, frame[2])
        frame[1] += 1
        self.draw(op, subject, count, source, zone)

    def draw(self, op: o.Draw, subject: Any, count: int, source: int | None, zone: int | None) -> None:
        if op.bind >= 0:
            self.s.stack[-1][2][op.bind] = ()
        if source is not None and zone is not None:
            target = len(self.s.stack) - 1
            self.s.stack.append(["@draw", 0, [subject, count, source, zone, (), op.bind, target, op.place]])
        elif source is not None and count > 0 and self.s.zones[source]:
            self.no_zone(op)

    def _x_shuffle(self, frame: Frame, op: o.Shuffle) -> None:
        zone = self.value(op.zone, frame[2])
        if zone is not None:
            self.shuffle(zone)
        frame[1] += 1

    def _x_settle(self, frame: Frame, op: o.Settle) -> None:
        zone = self.value(op.zone, frame[2])
        frame[1] += 1
        zones = [zone] if zone is not None else self.t.zones_named[op.zone.zone] if isinstance(op.zone, c.ZoneOf) else []
        for zone in zones:  # all of that name, where it is known only later whose it is
            if self.s.mixed[zone] > 1 and self.s.ask_chance:
                self.s.stack.append(["@settle", 0, [zone]])
            else:
                self.settle(zone)

    def _x_face(self, frame: Frame, op: o.Face) -> None:
        things = self.value(op.things, frame[2])
        to = self.value(op.to, frame[2]) if op.to is not None else None
        frame[1] += 1
        items = [item for item in (things if isinstance(things, tuple) else (things,)) if item is not None]
        if to is not None:
            self.s.known = tuple(sorted({*self.s.known, *((item, to) for item in items)}))
            return
        modes = [op.mode if op.mode != "flip" else ("hide" if self.s.up[item] else "reveal") for item in items]
        source = self._source_of(frame)
        self.raise_all([[mode, self._you(frame), source, [item]] for mode, item in zip(modes, items, strict=True)])

    def _you(self, frame: Frame) -> Any:
        return frame[2][0]

    def _x_rolldie(self, frame: Frame, op: o.RollDie) -> None:
        dice = self.value(op.dice, frame[2])
        subject = self.value(op.subject, frame[2])
        frame[1] += 1
        items = dice if isinstance(dice, tuple) else (dice,)
        self.s.stack.append(["@rolls", 0, [subject, tuple(d for d in items if d is not None), self._source_of(frame)]])

    def _x_put(self, frame: Frame, op: o.Put) -> None:
        new, old = self.value(op.new, frame[2]), self.value(op.old, frame[2])
        subject = self.value(op.subject, frame[2])
        frame[1] += 1
        self.put_or_swap(frame, subject, new, old, op.swap)

    def put_or_swap(self, frame: Frame, subject: Any, new: int | None, old: int | None, swap: bool) -> None:
        if new is None or old is None:
            return
        if swap:
            self.put(new, old, True)
        else:
            self.raise_event(["put", subject, self._source_of(frame), [new, old]])

    def _x_turnto(self, frame: Frame, op: o.TurnTo) -> None:
        face = self.value(op.face, frame[2])
        frame[1] += 1
        die = None if face is None else self._attr_die(face)
        if die is not None:
            self.s.vals[self.t.slot["_shown"][(die,)]] = face

    # ---------- calls ----------
    def _x_callverb(self, frame: Frame, op: o.CallVerb) -> None:
        subject = self.value(op.subject, frame[2])
        args = [self.value(arg, frame[2]) for arg in op.args]
        frame[1] += 1
        self.s.result = None
        self.raise_event([op.verb, subject, self._source_of(frame), args])

    def _x_activate(self, frame: Frame, op: o.Activate) -> None:
        subject = self.value(op.subject, frame[2])
        thing = self.value(op.thing, frame[2])
        args = [self.value(arg, frame[2]) for arg in op.args]
        frame[1] += 1
        self.activate(frame, subject, thing, op.power, args)

    def activate(self, frame: Frame, subject: Any, thing: Any, power: str, args: list[Any]) -> None:
        self.s.result = None
        source = self._source_of(frame)
        items = thing if isinstance(thing, tuple) else (thing,)
        able = [item for item in items if item is not None and self.power_routine(item, power) is not None]
        if "activate" not in self.t.watched:
            able.reverse()  # each is laid on the stack: the last one laid acts first
        self.raise_all([["activate", subject, source, [item, power, *args]] for item in able])

    # ---------- loops ----------
    def _x_countdown(self, frame: Frame, op: o.CountDown) -> None:
        left = frame[2][op.slot] or 0
        if left <= 0:
            frame[1] = op.done
            return
        frame[2][op.slot] = left - 1
        frame[1] += 1

    def _x_cyclenext(self, frame: Frame, op: o.CycleNext) -> None:
        items = self.value(op.source, frame[2])
        self.spend(len(items))
        last = frame[2][op.last]
        at = items.index(last) + 1 if last in items else 0
        for item in (*items[at:], *items[:at]):
            frame[2][op.slot] = item
            if op.where is None or self.value(op.where, frame[2]):
                frame[2][op.last] = item
                frame[1] += 1
                return
        frame[1] = op.done

    def _x_sealedsave(self, frame: Frame, op: o.SealedSave) -> None:
        frame[2][op.into] = (*frame[2][op.into], tuple(frame[2][op.first : op.last]))
        frame[1] += 1

    def _x_sealedload(self, frame: Frame, op: o.SealedLoad) -> None:
        answers, *rest = frame[2][op.source]
        frame[2][op.source] = tuple(rest)
        frame[2][op.first : op.last] = list(answers)
        frame[1] += 1

    # ---------- scopes ----------
    def _x_scopebegin(self, frame: Frame, op: o.ScopeBegin) -> None:
        player = self.value(op.of, frame[2]) if op.of is not None else None
        depth = len(self.s.stack) - 1
        frame[1] += 1
        if op.word == "round":
            self.s.rounds += 1
        self.open_scope(op.word, op.name, player, op.end, depth)
        self._edge("start", op.word, op.name, player)

    def _edge(self, edge: str, word: str, name: str, player: Any) -> bool:
        """Lets everything act that waits for the start or end of a scope."""
        items = [*self._clock_items(edge, word, name, player), *self._due(edge, word, name, player)]
        if items:
            self.s.stack.append(["@queue", 0, [items]])
        return bool(items)

    def _clock_items(self, edge: str, word: str, name: str, player: Any) -> list[list[Any]]:
        found = []
        for clock in self.t.clocks.get((edge, word), ()):
            if clock.name and clock.name != name:
                continue
            for env in self.carriers(clock.bearer, clock.size):
                if clock.bearer == "rule":
                    env[0] = player
                event = [word, player, None, []]
                if clock.of is not None and not self._bound(clock.of, env, event):
                    continue
                if clock.where is not None and not self.value(clock.where, env):
                    continue
                key = (-1 - clock.number, env[1])
                if clock.once is not None:
                    if self._spent(clock.once, key):
                        continue
                    self._spend(clock.once, key)
                found.append([clock.routine, env, env[0], -1, env[1]])
        if len(found) < 2:
            return found
        order = self.from_active(self.t.players)
        return sorted(found, key=lambda item: order.index(item[2]) if item[2] in order else len(order))

    def _due(self, edge: str, word: str, name: str, player: Any) -> list[list[Any]]:
        """What was put off until now; what only held until now ends."""
        if not self.s.lasting:
            return []
        items, kept = [], []
        for entry in self.s.lasting:
            hit = (entry["edge"], entry["word"]) == (edge, word) and (not entry["name"] or entry["name"] == name)
            if not hit or (entry["of"] is not None and entry["of"] != player):
                kept.append(entry)
            elif entry["count"] > 1:
                kept.append({**entry, "count": entry["count"] - 1})
            elif entry["routine"]:
                size = self.program.routines[entry["routine"]].size
                env = [*entry["locals"], *[None] * (size - len(entry["locals"]))]
                items.append([entry["routine"], env, env[0], -1, env[1]])
        self.s.lasting = kept
        return items

    def _x_scopeend(self, frame: Frame, op: o.ScopeEnd) -> None:
        scope = self.s.scopes[-1]
        if not scope.closing and scope.word != "under":
            self.s.scopes[-1] = scope._replace(closing=True)
            if self._edge("end", scope.word, scope.name, scope.player):
                return
            scope = self.s.scopes[-1]
        self.restore(self.s.scopes.pop())
        frame[2][0] = scope.you
        frame[1] += 1
        for path, env in reversed(scope.then):
            self.s.stack.append([path, 0, [*env, *[None] * (self.program.routines[path].size - len(env))]])

    def _x_underbegin(self, frame: Frame, op: o.UnderBegin) -> None:
        scope = Scope("under", depth=len(self.s.stack) - 1, end=op.end, you=frame[2][0])
        self.s.laid = min(self.s.laid, len(self.s.scopes))
        if op.bundle:
            captured = tuple(frame[2][: self.program.bundles[op.bundle].captured])
            self.s.scopes.append(scope._replace(bundle=op.bundle, locals=captured))
        else:
            lender = self.value(op.lender, frame[2])  # type: ignore[arg-type]
            args = [self.value(arg, frame[2]) for arg in op.args]
            self.s.scopes.append(scope._replace(lent=self.lent(lender, op.rules, args)))
        frame[1] += 1

    def lent(self, lender: Any, rules: str, args: list[Any]) -> tuple[Any, ...]:
        """The rules of that name that some things lend, each with its locals."""
        found = []
        for thing in lender if isinstance(lender, tuple) else (lender,):
            bundle = None if thing is None else self._lent_bundle(thing, rules)
            if bundle is not None:
                kept: list[Any] = [self.owner(thing), thing] + [None] * (bundle.captured - 2)
                for param, value in zip(bundle.params, args, strict=False):
                    kept[param.slot] = value
                found.append((bundle.path, tuple(kept)))
        return tuple(found)

    def _lent_bundle(self, thing: int, name: str) -> Any:
        known = self.t.lent_cache
        if (thing, name) not in known:
            known[thing, name] = self._find_lent(thing, name)
        return known[thing, name]

    def _find_lent(self, thing: int, name: str) -> Any:
        entity = self.t.entities[thing]
        found = self.program.bundles.get(f"design:{entity.design}/{name}")
        at: str | None = entity.kind
        while found is None and at is not None:
            found = self.program.bundles.get(f"kind:{at}/{name}")
            at = self.program.parents.get(at)
        return found

    def _x_endscope(self, frame: Frame, op: o.EndScope) -> None:
        for index in range(len(self.s.scopes) - 1, -1, -1):
            scope = self.s.scopes[index]
            if scope.word == op.word and (not op.name or scope.name == op.name):
                self._unwind(index, op.then, frame)
                return
        raise RunError(f"there is no {op.name or op.word} to end", op.span)

    def _unwind(self, index: int, then: str, frame: Frame) -> None:
        while len(self.s.scopes) > index + 1:
            self.restore(self.s.scopes.pop())
        scope = self.s.scopes[index]
        if then:
            seen = tuple(frame[2][: self.program.routines[then].captured])
            self.s.scopes[index] = scope = scope._replace(then=(*scope.then, (then, seen)))
        del self.s.stack[scope.depth + 1 :]
        if not self.s.stack:
            return
        target = self.s.stack[-1]
        if scope.word == "verb":
            self.s.result = None
            self.leave()
        else:
            target[1] = scope.end

    def _x_lasting(self, frame: Frame, op: o.Lasting) -> None:
        of = self.value(op.of, frame[2]) if op.of is not None else None
        count = self.value(op.count, frame[2]) + (
            1 if op.skip_current and op.edge == "end" and self._inside(op.word, op.name) else 0
        )
        seen = self.program.bundles[op.bundle] if op.bundle else self.program.routines[op.routine]
        entry = {
            "bundle": op.bundle, "routine": op.routine, "edge": op.edge, "count": count, "word": op.word, "name": op.name,
            "of": of, "locals": tuple(frame[2][: seen.captured]),
        }  # fmt: skip
        self.spend(len(self.s.lasting) + 1)
        long_list(len(self.s.lasting) + 1)
        self.s.lasting = [*self.s.lasting, entry]
        frame[1] += 1

    def _inside(self, word: str, name: str) -> bool:
        return any(s.word == word and (not name or s.name == name) for s in self.s.scopes)

    def _x_endgame(self, frame: Frame, op: o.EndGame) -> None:
        winners = self.value(op.winners, frame[2]) if op.winners is not None else ()
        self.s.winners = tuple(winners)
        self.s.ended = True
        frame[1] += 1

    def _x_proceed(self, frame: Frame, op: o.Proceed) -> None:
        amount = self.value(op.value, frame[2]) if op.value is not None else None
        frame[1] += 1
        self.proceed(amount)
