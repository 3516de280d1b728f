"""Short ways for what happens all the time and nobody answers.

Contract: each leaves the same state and the same log as the steps of the interpreter that it stands for.
"""

from __future__ import annotations

from typing import Any

from rulekit.compiled.awake import Awake
from rulekit.interpreter.chance import dice_weights
from rulekit.interpreter.evaluate import _groups
from rulekit.interpreter.questions import Question
from rulekit.interpreter.state import Frame
from rulekit.program import ops as o
from rulekit.program.game import Watch
from rulekit.program.types import Type

_FEW = 8  # things; more are drawn by their order


class Quick(Awake):
    """Gains, rolls and scopes in one go."""

    # ---------- amounts ----------
    def gain_text(self, player: int, amount: int, resource: str) -> str:
        return f"{self.t.text(player)} gains {amount} {resource}"

    def lose_text(self, player: int, amount: int, resource: str) -> str:
        return f"{self.t.text(player)} loses {amount} {resource}"

    def gain(self, frame: Frame, mode: str, subject: Any, bundle: Any, other: Any, bind: int) -> None:
        """One alternative of amounts is gained in one go; the frame of the gain is laid only under what answers it."""
        if mode != "gain" or subject is None or len(bundle) != 1:
            super().gain(frame, mode, subject, bundle, other, bind)
            return
        stack = self.s.stack
        depth, source = len(stack), self._source_of(frame)
        if bind >= 0:
            frame[2][bind] = bundle if other is None else ((),)
        for index, (resource, amount, holder) in enumerate(bundle[0], 1):
            if amount is not None and amount > 0:
                self.raise_event(["gain", subject, source, [resource, amount, holder]])
                if len(stack) > depth:
                    if bind >= 0:
                        frame[2][bind] = ((),)  # as long as the gain goes on
                    stack.insert(depth, ["@gain", 0, [mode, subject, bundle, index, (), other, source, bind, depth - 1]])
                    return

    def activate(self, frame: Frame, subject: Any, thing: Any, power: str, args: list[Any]) -> None:
        if type(thing) is not int:
            super().activate(frame, subject, thing, power, args)
            return
        self.s.result = None
        path = self.power_routine(thing, power)
        if path is None:
            return
        if "activate" in self.t.watched:
            self.raise_event(["activate", subject, self._source_of(frame), [thing, power, *args]])
        else:
            self.enter(path, subject, thing, args)

    def queue(self, found: list[tuple[Watch, list[Any]]]) -> None:
        super().queue(found)
        if len(found) == 1:
            self.take_from_queue(self.s.stack[-1], 0)

    # ---------- chance ----------
    def roll_dice(self, dice: Any) -> int:
        plus, groups = _groups(dice)
        weights = dice_weights(tuple([(count, sides) for sides, count in sorted(groups.items())]), plus)
        found = weights[0][0]
        if len(weights) > 1:
            at = self.random(sum([weight for _, weight in weights]))
            found = _weighed(weights, at)
        if self.log is not None:
            self.note(f"rolls {found}")
        return found

    def roll_quickly(self, dice: Any) -> None:
        s, t = self.s, self.t
        for die in dice if isinstance(dice, tuple) else (dice,):
            faces = () if die is None else s.zones[t.zone_number[("_faces", die)]]
            if faces:
                face = self.by_chance(faces)
                s.vals[t.slot["_shown"][(die,)]] = face
                if self.log is not None:
                    owner = self.owner(die)
                    whose = f"{t.text(owner)}'s " if owner is not None else ""
                    self.note(f"{whose}{t.text(die)} shows {t.text(face)}")

    def draw(self, subject: Any, count: int, source: int | None, zone: int | None, bind: int, place: str) -> None:
        """Where nobody answers a move and chance is not asked, all is drawn in one go."""
        s = self.s
        if s.ask_chance or source is None or zone is None or "move" in self.t.watched:
            super().draw(subject, count, source, zone, bind, place)
            return
        drawn: tuple[int, ...] = ()
        while count > len(drawn) and self._something(source):
            items, mixed = s.zones[source], s.mixed[source]
            item = self.by_chance(items[:mixed]) if mixed else items[0]
            self.carry(subject, item, zone, place)
            drawn += (item,)
        if bind >= 0:
            s.stack[-1][2][bind] = drawn

    def by_chance(self, items: tuple[int, ...]) -> int:
        """One of several things; of those that look the same, the first stands for all."""
        if len(items) > _FEW and self._in_order(items):
            return self._of_its_kind(items)
        designs, count = self.t.design_of, len(items)
        marks: list[Any] = [designs[item] for item in items]
        if len(set(marks)) == count:
            return items[self.random(count)] if count > 1 else items[0]
        if self.t.zone_owner[self.s.where[items[0]]] is None or any(map(self.s.up.__getitem__, items)):
            marks = [self.looks(item) for item in items]
        elif not self.t.bearing.isdisjoint(items):
            marks = [(mark, *self._borne(item)) for item, mark in zip(items, marks, strict=True)]
        groups = dict.fromkeys(marks)
        at = self.random(count) if len(groups) > 1 else 0
        for mark in groups:
            at -= marks.count(mark)
            if at < 0:
                return items[marks.index(mark)]
        raise AssertionError("weights do not add up")

    def _in_order(self, items: tuple[int, ...]) -> bool:
        """Do copies lie beside each other, with nothing but their names to tell them apart?"""
        t = self.t
        if t.zone_owner[self.s.where[items[0]]] is None or not t.bearing.isdisjoint(items) or not t.scattered.isdisjoint(items):
            return False
        return not any(map(self.s.up.__getitem__, items)) and items == tuple(sorted(items))

    def _of_its_kind(self, items: tuple[int, ...]) -> int:
        """As `by_chance`: the first of the copies that one of the things, by chance, belongs to."""
        designs = self.t.design_of
        if designs[items[0]] == designs[items[-1]]:
            return items[0]
        at = self.random(len(items))
        mark = designs[items[at]]
        while at and designs[items[at - 1]] == mark:
            at -= 1
        return items[at]

    def _borne(self, thing: int) -> list[Any]:
        """What is kept on a thing: all that tells copies apart which lie face down in one place."""
        slots, zones = self.t.parts[thing]
        vals = self.s.vals
        return [vals[slot] for slot in slots] + [self.s.zones[zone] for zone in zones]

    def step_draw(self, frame: Frame) -> Question | None:
        s = self.s
        _, left, source, *_ = frame[2]
        if s.ask_chance or left <= 0 or not self._something(source):
            return super().step_draw(frame)
        items, mixed = s.zones[source], s.mixed[source]
        self.answer_draw(frame, self.by_chance(items[:mixed]) if mixed else items[0])
        return None

    def step_rolling(self, frame: Frame) -> Question | None:
        faces = self.s.zones[self.t.zone_number[("_faces", frame[2][0])]]
        if self.s.ask_chance or not faces:
            return super().step_rolling(frame)
        self.answer_rolling(frame, self.by_chance(faces))
        return None

    # ---------- questions ----------
    def takes_alone(self, player: int | None) -> bool:
        """May the only answer be taken without asking? `player` is one who may have standing options, or None."""
        return self.forced is None and not self.ask_single and (player is None or not self.has_standing(player))

    def answer_text(self, op: o.Operation, values: Any, at: int) -> str:
        if isinstance(op, o.Choose):
            offered = [value for value in values if value != "done"]
            return "no" if values[at] == "done" else self._texts(offered, op.element)[at]
        assert isinstance(op, o.Ask)
        index, item = values[at]
        head: o.OptionHead = op.options[index]
        if head.source is None:
            return head.name
        items = self.value(head.source, list(self.s.stack[-1][2]))
        if head.type.tag == "thing":
            entities = self.t.entities
            name = entities[item].name
            if [entities[other].name for other in items].count(name) == 1:
                return f"{head.name} {name}"
        kept, names = self.named(items, head.type)
        text: str = names.at(kept.index(item), f"{head.name} ")()
        return text

    def _texts(self, values: list[Any], type_: Type) -> list[str]:
        return self._unique(values) if type_.tag == "thing" else self._plain_texts(values, type_)

    # ---------- scopes ----------
    def _save(self, word: str, name: str) -> tuple[tuple[int, Any], ...]:
        lasting = self.code.printer.made(("lasting", word, name))
        return super()._save(word, name) if lasting is None else self._set_aside(lasting)

    def _set_aside(self, lasting: tuple[Any, ...]) -> tuple[tuple[int, Any], ...]:
        vals, saved = self.s.vals, []
        for first, last, values in lasting:
            saved.append((first, tuple(vals[first:last])))
            vals[first:last] = values
        return tuple(saved)


def _weighed(weights: tuple[tuple[int, int], ...], at: int) -> int:
    for found, weight in weights:
        at -= weight
        if at < 0:
            return found
    raise AssertionError("weights do not add up")
