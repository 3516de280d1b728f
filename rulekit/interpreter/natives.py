"""Frames of the machine itself: what one operation does in several steps, each of which others may answer or chance decide.

Contract: `step_NAME(frame)` does one step of an `@NAME` frame. Its locals are plain data like those of any routine,
so a game can be saved in the middle of a gain or a draw. A step that must ask returns a question.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.execute import Execute
from rulekit.interpreter.questions import Choice, Names, Question
from rulekit.program.types import THING
from rulekit.runtime.numbers import long_list
from rulekit.runtime.state import Frame


class Natives(Execute):
    """Gains, moves, draws, rolls and payments in steps."""

    # ---------- gain, lose, give: [mode, subject, bundle, index, lost, other, source, bind, target] ----------
    def step_gain(self, frame: Frame) -> Question | None:
        mode, subject, bundle, index, lost, other, source, bind, target = frame[2]
        if len(bundle) > 1:
            return self._which_alternative(frame)
        entries = bundle[0] if bundle else ()
        if index < len(entries):
            resource, amount, holder = entries[index]
            frame[2][3] = index + 1
            verb = self._direction(mode, resource, amount or 0)
            if verb:
                self.raise_event([verb, subject, source, [resource, abs(amount), holder]])
            return None
        if mode == "give":
            frame[2][:5] = ["gain", other, (lost,), 0, lost]
            return None
        self.s.stack.pop()
        if bind >= 0:
            self.s.stack[target][2][bind] = (lost,) if mode == "lose" or other is not None else bundle
        return None

    def _direction(self, mode: str, resource: str, amount: int) -> str:
        """The verb for an amount. Less than nothing of what may go below 0 goes the other way; of the rest it is nothing."""
        verb, other = ("gain", "lose") if mode == "gain" else ("lose", "gain")
        if amount < 0 and mode != "give" and self.program.vars[resource].signed:
            return other
        return verb if amount > 0 else ""

    def _which_alternative(self, frame: Frame) -> Question:
        mode, subject, bundle = frame[2][:3]
        choices = [Choice(index, self.entries_text(entries)) for index, entries in enumerate(bundle)]
        return Question("choice", subject, f"what to {mode}", choices)

    def answer_gain(self, frame: Frame, value: Any) -> None:
        frame[2][2] = (frame[2][2][value],)

    # ---------- extra reserves: [subject, resource, amount, stores] ----------
    def step_store(self, frame: Frame) -> Question | None:
        subject, resource, amount, stores = frame[2]
        if not stores or amount <= 0:
            self.s.stack.pop()
            self.change(resource, subject, amount)
            return None
        var, holder = stores[0]
        room = min(amount, self.room(var, holder))
        if room <= 0:
            frame[2][3] = stores[1:]
            return None
        long_list(room + 1)
        self.spend(room + 1)
        choices = [Choice(n, str(n)) for n in range(room + 1)]
        name = f"{self.t.text(holder)}#{self.t.entities[holder].copy}"
        return Question("choice", subject, f"how much of {amount} {resource} goes to {name}", choices)

    def room(self, var: str, holder: int) -> int:
        """How much more of a resource a thing can take."""
        cap = self.program.vars[var].cap
        if cap is None:
            return 1 << 30
        limit = self.value(cap, [self.owner(holder), holder] + [None] * 20)
        return int(max(0, limit - self.held(var, holder)))

    def answer_store(self, frame: Frame, value: int) -> None:
        subject, _, amount, stores = frame[2]
        var, holder = stores[0]
        frame[2][2], frame[2][3] = amount - value, stores[1:]
        if value:
            self.s.stack.append(["@gain", 0, ["gain", subject, (((var, value, holder),),), 0, (), None, self.source(), -1, 0]])

    # ---------- moves: [subject, items, zone, place, shuffle] ----------
    def step_moves(self, frame: Frame) -> Question | None:
        subject, items, zone, place, shuffle = frame[2]
        if not items:
            self.s.stack.pop()
            if shuffle:
                self.shuffle(zone)
            return None
        frame[2][1] = items[1:]
        item = items[0]
        self.raise_event(["move", subject, self.source(), [item, self.s.where[item], zone, place]])
        return None

    # ---------- draws: [subject, left, source, zone, drawn, bind, target, place] ----------
    def step_draw(self, frame: Frame) -> Question | None:
        _subject, left, source, _zone, drawn, bind, target, _place = frame[2]
        if left <= 0 or not self._something(source):
            self.s.stack.pop()
            if bind >= 0:
                self.s.stack[target][2][bind] = drawn
            return None
        mixed = self.s.mixed[source]
        if mixed:
            return self._chance("draw", self.s.zones[source][:mixed], self.place_name(source))
        self.answer_draw(frame, self.s.zones[source][0])
        return None

    def _something(self, source: int) -> bool:
        """Is there something to draw, perhaps after the discards were shuffled back?"""
        if self.s.zones[source]:
            return True
        definition, owners = self.t.zone_of[source]
        if not definition.reshuffles:
            return False
        discards = self.t.zone_number.get((definition.reshuffles, *owners), self.t.zone_number.get((definition.reshuffles,)))
        if discards is None or not self.s.zones[discards]:
            return False
        for item in self.s.zones[discards]:
            self.place(item, source)
        self.shuffle(source)
        return True

    def _chance(self, what: str, items: tuple[int, ...], place: str) -> Question:
        """One of several things by chance; copies that look the same are one outcome with their joint weight."""
        groups: dict[Any, list[int]] = {}
        for item in items:
            groups.setdefault(self.looks(item), []).append(item)
        kept = [group[0] for group in groups.values()]
        names = Names(lambda: self._unique(kept))
        choices = [Choice(k, names.at(i), len(g)) for i, (k, g) in enumerate(zip(kept, groups.values(), strict=True))]
        return Question("chance", None, f"{what} from {place}", choices)

    def answer_draw(self, frame: Frame, item: int) -> None:
        subject, left, source, zone, drawn, _bind, _target, place = frame[2]
        long_list(len(drawn) + 1)
        frame[2][1], frame[2][4] = left - 1, (*drawn, item)
        self.raise_event(["move", subject, self.source(), [item, source, zone, place]])

    # ---------- the order of a shuffled zone, from below: [zone]; and what is laid on it then ----------
    def step_settle(self, frame: Frame) -> Question | None:
        zone = frame[2][0]
        count = self.s.mixed[zone]
        if self.s.known:
            self._forget(self.s.zones[zone][:count])
        if count < 2:
            self.s.mixed[zone] = 0
            self.s.stack.pop()
            return None
        return self._chance("shuffle", self.s.zones[zone][:count], self.place_name(zone))

    def answer_settle(self, frame: Frame, item: int) -> None:
        zone = frame[2][0]
        items, count = self.s.zones[zone], self.s.mixed[zone]
        rest = tuple(other for other in items[:count] if other != item)
        self.s.zones[zone] = (*rest, item, *items[count:])
        self.s.mixed[zone] = count - 1

    def step_laid(self, frame: Frame) -> Question | None:
        subject, thing, zone = frame[2]
        self.s.stack.pop()
        self.place(thing, zone, "top")
        self._note_move(subject, thing, zone)
        return None

    # ---------- rolls: [subject, dice, source], then [die] ----------
    def step_rolls(self, frame: Frame) -> Question | None:
        subject, dice, source = frame[2]
        if not dice:
            self.s.stack.pop()
            return None
        frame[2][1] = dice[1:]
        self.raise_event(["roll", subject, source, [dice[0]]])
        return None

    def step_rolling(self, frame: Frame) -> Question | None:
        die = frame[2][0]
        faces = self.s.zones[self.t.zone_number[("_faces", die)]]
        if not faces:
            self.s.stack.pop()
            return None
        return self._chance("roll", faces, self.t.text(die))

    def answer_rolling(self, frame: Frame, face: int) -> None:
        self.s.stack.pop()
        die = frame[2][0]
        self.s.vals[self.t.slot["_shown"][(die,)]] = face
        owner = self.owner(die)
        whose = f"{self.t.text(owner)}'s " if owner is not None else ""
        self.note(f"{whose}{self.t.text(die)} shows {self.t.text(face)}")

    # ---------- payments: [player, ways] ----------
    def step_pay(self, frame: Frame) -> Question | None:
        player, ways = frame[2]
        choices = [Choice(index, self.way_text(way, player)) for index, way in enumerate(ways)]
        return Question("choice", player, "how to pay", choices)

    def answer_pay(self, frame: Frame, index: int) -> None:
        self.s.stack.pop()
        self.debit(frame[2][1][index])

    # ---------- abilities in a row ----------
    def step_queue(self, frame: Frame) -> Question | None:  # type: ignore[override]
        items = frame[2][0]
        if not items:
            self.s.stack.pop()
            return None
        group = self.order_group(items)
        if len(group) == 1:
            self.take_from_queue(frame, 0)
            return None
        texts = self._ability_texts([items[i] for i in group])
        choices = [Choice(i, text) for i, text in zip(group, texts, strict=True)]
        return Question("choice", items[group[0]][2], "which comes first", choices)

    def _ability_texts(self, items: list[Any]) -> list[str]:
        names = [item[0].split("/")[1] if item[4] is None else self.describe(item[4], THING, item[2]) for item in items]
        return [name if names.count(name) == 1 else f"{name}.{i + 1}" for i, name in enumerate(names)]

    def answer_queue(self, frame: Frame, index: int) -> None:
        self.take_from_queue(frame, index)
