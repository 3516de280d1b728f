"""Short ways for what happens all the time and nobody answers.

Contract: each leaves the same state and the same log as the steps of the interpreter that it stands for.
"""

from __future__ import annotations

from typing import Any

from rulekit.interpreter.questions import Question
from rulekit.ir.run.awake import Awake
from rulekit.program import ops as o
from rulekit.program.game import Watch
from rulekit.program.types import Type
from rulekit.runtime.chance import dice_weights
from rulekit.runtime.dice import to_roll
from rulekit.runtime.numbers import long_list, number
from rulekit.runtime.option import Option
from rulekit.runtime.state import Frame

_FEW = 8  # things; more are drawn by their order
_NONES = (None,) * 20  # locals that a cap may bind


class Quick(Awake):
    """Gains, rolls and scopes in one go."""

    alike = True  # may several things have the same name among what is offered where the machine stands?

    # ---------- amounts ----------
    def gain_text(self, player: int | None, amount: int, resource: str) -> str:
        return f"{self.t.doer(player)} gains {amount} {resource}"

    def lose_text(self, player: int | None, amount: int, resource: str) -> str:
        return f"{self.t.doer(player)} loses {amount} {resource}"

    def change(self, resource: str, owner: Any, amount: int) -> int:
        """As the reference does it; most resources have no cap, or one that is known."""
        slots, vals = self.t.holders[resource], self.s.vals
        slot = slots.get(owner)
        if slot is None:
            slot = slots.get(None)
            if slot is None:
                return 0
        floor, cap = self.code.bounds.get(resource) or self.code.bounds_of(resource)
        old: int = vals[slot]
        new = old + amount
        if amount > 0 and cap is not None:
            limit = cap if type(cap) is int else cap(self, self.s, [self._cap_owner(owner), owner, *_NONES])
            new = max(old, min(new, limit))
        if amount < 0 and floor is not None:
            new = max(new, min(old, floor))
        vals[slot] = number(new)
        return new - old

    def queue(self, found: list[tuple[Watch, list[Any]]]) -> None:
        """One ability alone begins at once."""
        if len(found) != 1:
            super().queue(found)
            return
        watch, env = found[0]
        if watch.bearer[:6] == "scope:":
            self._consume(watch.bearer)
        if watch.once is not None:
            self._spend(watch.once, (watch.number, env[1]))
        self.s.stack += [["@queue", 0, [[]]], [watch.routine, 0, env]]

    # ---------- places ----------
    def carry(self, subject: Any, thing: int, zone: int, place: str) -> None:
        """Mostly a thing goes to the bottom of a zone: as `place` and what it calls, in one go."""
        if place != "bottom":
            super().carry(subject, thing, zone, place)
            return
        s, t = self.s, self.t
        zones, old = s.zones, s.where[thing]
        if old >= 0:
            if t.hides[old] and t.hides[zone]:
                self._mix_pools(old, zone)
            items = zones[old]
            at = items.index(thing)
            if at < s.mixed[old]:
                s.mixed[old] -= 1
                if s.known:
                    self._forget((thing,))
            zones[old] = items[:at] + items[at + 1 :]
        zones[zone] += (thing,)
        s.where[thing] = zone
        if s.live and t.listens[thing]:
            self._unlist(thing)
        if t.hides[zone]:
            s.up[thing] = False
        if not self.quiet:
            self._note_move(subject, thing, zone)

    def _note_move(self, subject: Any, thing: int, zone: int) -> None:
        if self.quiet:
            return
        t, spot = self.t, self.spot()
        name, seen = t.entities[thing].name, t.zone_of[zone][0].seen
        shown = seen == "everyone" or (seen == "top" and self.s.zones[zone][0] == thing)
        place = t.place_names.get(zone) or self.place_name(zone)
        self.told = (self.told, f"{name if shown else 'something'} goes to {place}", None, spot)
        owner = t.zone_owner[zone]
        if seen == "owner" and owner in t.players:
            self.told = (self.told, f"it is {name}", owner, spot)
        elif seen == "others" and owner is not None:
            for player in t.players:
                if player != owner:
                    self.told = (self.told, f"it is {name}", player, spot)

    # ---------- chance ----------
    def roll_dice(self, dice: Any) -> int:
        plus, groups = to_roll(dice)
        weights = dice_weights(groups, plus)
        found = weights[0][0]
        if len(weights) > 1:
            at = self.random(sum([weight for _, weight in weights]))
            found = _weighed(weights, at)
        if not self.quiet:
            self.note(f"rolls {found}")
        return found

    def roll_quickly(self, dice: Any) -> None:
        s, slots = self.s, self.t.holders["_shown"]
        for die in dice if type(dice) is tuple else (dice,):
            face = None if die is None else self.roll(die)
            if face is not None:
                s.vals[slots[die]] = face
                if not self.quiet:
                    self.told = (self.told, self._shows(die, face), None, self.spot())

    def _shows(self, die: int, face: int) -> str:
        t, owner = self.t, self.owner(die)
        whose = f"{t.entities[owner].name}'s " if owner is not None else ""
        return f"{whose}{t.entities[die].name} shows {t.entities[face].name}"

    def draw(self, op: o.Draw, subject: Any, count: int, source: int | None, zone: int | None) -> None:
        """Where nobody answers a move and chance is not asked, all is drawn in one go."""
        s = self.s
        if s.ask_chance or source is None or zone is None or "move" in self.t.watched:
            super().draw(op, subject, count, source, zone)
            return
        drawn: tuple[int, ...] = ()
        while count > len(drawn) and self._something(source):
            items, mixed = s.zones[source], s.mixed[source]
            item = self.by_chance(items[:mixed]) if mixed else items[0]
            self.carry(subject, item, zone, op.place)
            drawn += (item,)
            self.spend(1)
            long_list(len(drawn))
        if op.bind >= 0:
            s.stack[-1][2][op.bind] = drawn

    def roll(self, die: int) -> int | None:
        """One of the faces of a die, as `by_chance`. Dice change seldom: for each set of faces it is known which one stands
        for which result, as long as nothing is kept on one of several alike that is not kept on the others."""
        zone = self.t.zone_number["_faces", die]
        faces = self.s.zones[zone]
        known = self.code.dice.get(faces)
        if known is None:
            known = self.code.die(faces)
        if not known.results or self.t.zone_owner[zone] is None:
            return self.by_chance(faces) if faces else None
        if known.weighed:
            vals = self.s.vals
            if any(map(self.s.up.__getitem__, faces)):
                return self.by_chance(faces)
            for one, other in known.slots:
                if vals[one] != vals[other]:
                    return self.by_chance(faces)
        return known.results[self.random(len(faces))] if known.several else faces[0]

    def by_chance(self, items: tuple[int, ...]) -> int:
        """One of several things; of those that look the same, the first stands for all."""
        if len(items) > _FEW and self._in_order(items):
            return self._of_its_kind(items)
        designs, count = self.t.design_of, len(items)
        marks: list[Any] = [designs[item] for item in items]
        if len(set(marks)) == count:
            return items[self.random(count)] if count > 1 else items[0]
        if self._told_by_makers(items) or any(map(self.s.up.__getitem__, items)):
            marks = [self.looks(item) for item in items]
        elif not self.t.bearing.isdisjoint(items):
            bearing = self.t.bearing
            marks = [(m, *self._borne(item)) if item in bearing else m for item, m in zip(items, marks, strict=True)]
        groups: dict[Any, int] = {}
        for mark in marks:
            groups[mark] = groups.get(mark, 0) + 1
        at = self.random(count) if len(groups) > 1 else 0
        for mark, weight in groups.items():
            at -= weight
            if at < 0:
                return items[marks.index(mark)]
        raise AssertionError("weights do not add up")

    def _told_by_makers(self, items: tuple[int, ...]) -> bool:
        """May things of one zone differ in whom they were made for? Where the zone says whose they are, they do not."""
        return self.t.zone_owner[self.s.where[items[0]]] is None and not self.t.made_for_players.isdisjoint(items)

    def _in_order(self, items: tuple[int, ...]) -> bool:
        """Do copies lie beside each other, with nothing but their names to tell them apart?"""
        t = self.t
        if self._told_by_makers(items) or not t.bearing.isdisjoint(items) or not t.scattered.isdisjoint(items):
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
        face = self.roll(frame[2][0])
        assert face is not None
        self.answer_rolling(frame, face)
        return None

    # ---------- questions ----------
    def _distinguishable(self, items: Any) -> list[int]:
        """What a thing looks like is asked only where there is another of its name."""
        if len(items) < 2:
            return list(items)
        designs = list(map(self.t.design_of.__getitem__, items))
        if len(set(designs)) == len(designs):
            return list(items)
        self.alike = True
        kept: list[int] = []
        known: dict[str, Any] = {}  # the first of a name, then how all those look that are kept
        for item, design in zip(items, designs, strict=True):
            seen = known.get(design)
            if seen is None:
                known[design] = item
                kept.append(item)
                continue
            if type(seen) is int:
                seen = known[design] = {self.looks(seen)}
            mark = self.looks(item)
            if mark not in seen:
                seen.add(mark)
                kept.append(item)
        return kept

    def any_unseen(self, op: o.Operation, out: Any, player: int) -> bool:
        """Is something offered that is hidden from the one who is asked? Then the reference tier asks."""
        for one in out:
            value = one.value if type(one) is Option else one
            type_ = op.element if isinstance(op, o.Choose) else op.options[value[0]].type  # type: ignore[attr-defined]
            item = value if isinstance(op, o.Choose) else value[1]
            if type_.tag == "thing" and type(item) is int and not self.sees(item, player):
                return True
        return False

    def takes_alone(self, player: int | None) -> bool:
        """May the only answer be taken without asking? `player` is one who may have standing options, or None."""
        return self.forced is None and not self.s.ask_forced and (player is None or not self.has_standing(player))

    def answer_text(self, op: o.Operation, values: Any, at: int) -> str:
        if isinstance(op, o.Choose):
            return "no" if values[at] == "done" else self._chosen_text(op, values, at)
        assert isinstance(op, o.Ask)
        index, item = values[at]
        head: o.OptionHead = op.options[index]
        if head.source is None:
            return head.name
        if head.type.tag == "thing" and (not self.alike or self.t.sole[item]):
            return f"{head.name} {self.t.entities[item].name}"
        items = self.value(head.source, list(self.s.stack[-1][2]))
        if head.type.tag == "thing":
            entities = self.t.entities
            name = entities[item].name
            if [entities[other].name for other in items].count(name) == 1:
                return f"{head.name} {name}"
        kept, names = self.named(items, head.type, None)
        text: str = names.at(kept.index(item), f"{head.name} ")()
        return text

    def _chosen_text(self, op: o.Choose, values: Any, at: int) -> str:
        if op.element.tag == "thing" and (not self.alike or self.t.sole[values[at]]):
            return str(self.t.entities[values[at]].name)
        return self._texts([value for value in values if value != "done"], op.element)[at]

    def _texts(self, values: list[Any], type_: Type) -> list[str]:
        return self._unique(values) if type_.tag == "thing" else self._plain_texts(values, type_)

    # ---------- scopes ----------
    def _save(self, word: str, name: str) -> tuple[tuple[int, Any], ...]:
        lasting = self.code.constants.value(("lasting", word, name))
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
