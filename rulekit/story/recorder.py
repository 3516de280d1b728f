"""Notes what happens while the reference tier runs.

Contract: an `Observer` that changes nothing. What has a label is told (verbs, moments, variables), unless that is marked;
amounts, places, faces, dice and what is announced always. Who may know which thing it was is found out when it happens: who
saw it before or sees it after.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.fixed import parts as parts_of
from rulekit.program.types import Type
from rulekit.runtime.bearers import active_player, owner_of
from rulekit.runtime.describe import seer
from rulekit.runtime.log import place_in_rules
from rulekit.runtime.machine import Event as Deed
from rulekit.runtime.machine import Machine, Observer
from rulekit.runtime.questions import Choice, Question
from rulekit.sources.labels import is_told
from rulekit.story.event import Event, Part
from rulekit.story.sight import Identities, Known, in_sealed_part

_INNER = "_"  # the names of what belongs to the language itself begin like this
_TEXT = t.TEXT


class Within(NamedTuple):
    """An event that is going on: the frame that carries it out, and its number."""

    depth: int
    path: str
    number: int
    touched: bool = False  # something without a label has changed within it, and that is noted


class Recorder(Observer):
    """Notes events, one after the other."""

    def __init__(self, m: Machine, first: int, within: tuple[Within, ...], ids: Identities) -> None:
        self.m, self.ids = m, ids
        self.events: list[Event] = []
        self.within = list(within)
        self._first = first  # the number of the first event
        self._before: dict[int, Known] = {}  # who saw a thing before it moved

    # ---------- events ----------
    def note(
        self,
        kind: str,
        player: int | None = None,
        name: str = "",
        parts: Iterable[Part] = (),
        *,
        to: tuple[int, ...] | None = None,
        texts: tuple[str, ...] = (),
        ahead: bool = False,
    ) -> int:
        """`ahead`: the operation that brings it about comes next, and is not done yet."""
        m = self.m
        place = self._place()
        self._leave()
        number = self._first + len(self.events)
        parent = self.within[-1].number if self.within else None
        phase = next((scope.name for scope in reversed(m.s.scopes) if scope.word == "phase"), "")
        self.events.append(
            Event(
                kind=kind,
                player=player,
                name=name,
                parts=tuple(parts),
                to=to,
                number=number,
                parent=parent,
                depth=len(self.within),
                source=self._source(),
                round=m.s.rounds,
                phase=phase,
                turn=active_player(m),
                place=(place[0], place[1] + 1) if ahead and place is not None else place,
                texts=texts,
            )
        )
        return number

    def _leave(self) -> None:
        """What is not being carried out any more has ended."""
        stack = self.m.s.stack
        while self.within and (len(stack) <= self.within[-1].depth or stack[self.within[-1].depth][0] != self.within[-1].path):
            self.within.pop()

    def _enter(self, path: str, number: int) -> None:
        """What comes now, until the routine that is laid on the stack next has ended, happens within an event."""
        self.within.append(Within(len(self.m.s.stack), path, number))

    def _source(self) -> Part | None:
        thing = self._thing_at_work()
        return None if thing is None else self.part("source", thing, t.THING)

    def _thing_at_work(self) -> int | None:
        """The thing whose text is being carried out."""
        for path, _, local in reversed(self.m.s.stack):
            if path in ("@queue", "@replace"):
                return None
            if path[0] != "@" and local[1] is not None:
                found: int = local[1]
                return found
        return None

    def _place(self) -> tuple[str, int] | None:
        """Where the rules stand; not in the text of a hidden thing that only waits for what answers it."""
        found, source = place_in_rules(self.m), self._thing_at_work()
        thing = next((local[1] for path, _, local in reversed(self.m.s.stack) if path[0] != "@"), None)
        waits = thing is not None and thing != source and self._who_know(thing) is not None
        return None if waits else found

    def _who_know(self, thing: int) -> tuple[int, ...] | None:
        """Those who know which thing it is, if not all do."""
        known = self._known(thing)
        return None if known is None or len(known) == len(self.ids.of) else tuple(viewer for viewer, _ in known)

    # ---------- parts ----------
    def part(self, role: str, value: Any, type_: Type) -> Part:
        if type_.tag == "thing" and isinstance(value, int):
            known = self._known(value)
            return Part(role, value, type_ if known is None else self._openly(value), known)
        if type_.tag == "zone" and isinstance(value, int):
            return Part(role, value, type_, self._all_know(self.m.t.zone_of[value][1]))
        return Part(role, value, type_, self._all_know(self._things(value, type_)))

    def parts(self, role: str, value: Any, type_: Type) -> list[Part]:
        """A list in parts, because some of it may be hidden; one with nothing in it is a part too, so that it can be told."""
        if type_.tag in ("list", "zone") and isinstance(value, tuple) and value:
            return [self.part(role, item, type_.element) for item in value]
        return [self.part(role, value, type_)]

    def _known(self, thing: int) -> Known | None:
        """Who knows which thing it is; None for players and cells, which lie open."""
        if self.m.s.where[thing] < 0:
            return None
        return _joined(self._before.get(thing, ()), self.ids.known(self.m, thing))

    def _openly(self, thing: int) -> Type:
        """What all know that it is: of what kind the things are where it lies."""
        holds = self.m.t.zone_of[self.m.s.where[thing]][0].holds
        return t.thing(holds[0]) if len(holds) == 1 else t.THING

    def _all_know(self, values: Iterable[Any]) -> Known | None:
        """Who knows each of several things."""
        found: Known | None = None
        for thing in values:
            known = self._known(thing) if isinstance(thing, int) else None
            if known is not None:
                who = {viewer for viewer, _ in known}
                found = tuple((v, 0) for v, _ in (known if found is None else found) if v in who)
        return found

    def _things(self, value: Any, type_: Type) -> list[int]:
        """The things that a value names."""
        if value is None:
            return []
        if type_.tag == "thing":
            return [value] if isinstance(value, int) else []
        if type_.tag == "list":
            return [thing for item in value for thing in self._things(item, type_.element)]
        if type_.tag == "record":
            parts = self.m.program.records[type_.name]
            return [thing for item, (_, part) in zip(value, parts, strict=True) for thing in self._things(item, part)]
        return []

    # ---------- answers ----------
    def answered(self, question: Question, choice: Choice, kind: str = "answer") -> None:
        """Somebody has chosen. A sealed choice, and one that becomes a secret, is told to him alone; that there was no other
        choice as well, where it could tell what he holds."""
        if question.player is None:
            return  # what chance brings is told where it shows
        to = (question.player,) if question.kind == "sealed" or self._becomes_secret() else None
        head = choice.head
        name, labels = ("", ()) if head is None else (head.name, head.labels)
        parts = []
        if choice.item_type is not None and choice.item is not None:
            if choice.unseen:  # told by its place, which all may know
                zone = self.m.s.where[choice.item]
                at = self.m.s.zones[zone].index(choice.item) + 1
                parts = [self.part("item", zone, t.ANY_ZONE), Part("at", at, t.NUMBER)]
            else:
                parts = self.parts("item", choice.item, choice.item_type)
        elif head is None:
            parts = [Part("text", choice.text, _TEXT)]
        if choice.cost is not None and any(choice.cost):
            parts.append(Part("cost", choice.cost, t.BUNDLE))
        if head is not None and head.bound:
            parts.append(Part("bound", head.bound, _TEXT))
        if kind == "forced" and not self.m.t.open:
            parts.append(Part("only", True, t.YESNO, ((question.player, 0),)))
        ahead = self.m.s.stack[-1][0][0] != "@"  # a frame of the machine itself lies on what has begun
        self.note(kind, question.player, name, parts, to=to, texts=labels, ahead=ahead)

    def _becomes_secret(self) -> bool:
        """Is a secret variable set to what is chosen here?"""
        path, at, _ = self.m.s.stack[-1]
        routine = self.m.program.routines.get(path)
        asked = routine.ops[at] if routine is not None and at < len(routine.ops) else None
        if routine is None or not isinstance(asked, o.Choose):
            return False
        secret = (op for op in routine.ops if isinstance(op, o.SetVar) and self.m.program.vars[op.var].secret)
        return any(_reads(op.value, {asked.slot, asked.picked}) for op in secret)

    def taken(self, question: Question, choice: Choice) -> None:
        self.answered(question, choice, "forced")

    # ---------- verbs and texts ----------
    def verb(self, deed: Deed) -> None:
        name, subject, _, args = deed
        definition = self.m.program.verbs[name]
        self._leave()
        if not is_told(definition.head.labels):
            return
        parts = [
            part
            for param, value in zip(definition.params, args, strict=False)
            for part in self.parts(param.name, value, param.type)
        ]
        number = self.note("verb" if definition.routine else "moment", subject, name, parts)
        if definition.routine:
            self._enter(definition.routine, number)

    def activated(self, player: int | None, thing: int, power: str, path: str) -> None:
        number = self.note("activate", player, power, [self.part("thing", thing, t.THING)])
        self._enter(path, number)

    def ability(self, path: str, env: list[Any]) -> None:
        """An ability of a thing, or a rule, acts."""
        thing = env[1]
        parts = [] if thing is None else [self.part("thing", thing, t.THING)]
        # that something hidden has answered would tell what it is: what comes of it is told all the same
        number = self.note("ability", env[0], path, parts, to=None if thing is None else self._who_know(thing))
        self._enter(path, number)

    def refused(self, deed: Deed | None, because: tuple[str, ...]) -> None:
        """Something does not take place, and the rules say why."""
        if because:
            who, what = (None, "") if deed is None else (deed[1], deed[0])
            self.note("refuse", who, what, texts=because, ahead=deed is None)

    def announced(self, player: int | None, texts: tuple[str, ...], parts: list[tuple[str, Any, Type]], to: Any) -> None:
        told = [part for role, value, type_ in parts for part in self.parts(role, value, type_)]
        who = None if to is None else tuple(dict.fromkeys(self._readers(to)))
        if who is not None:  # whoever is told something is told it whole
            told = [Part(p.role, p.value, p.type, None if p.known is None else tuple((w, 0) for w in who)) for p in told]
        self.note("announce", player, "", told, to=who, texts=texts)

    def _readers(self, to: Any) -> list[int]:
        return [found for one in (to if isinstance(to, tuple) else (to,)) if (found := seer(self.m, one)) is not None]

    # ---------- amounts ----------
    def gained(self, player: int | None, resource: str, amount: int, holder: Any, added: int) -> None:
        parts = [Part("amount", amount, t.NUMBER), *self._holder(resource, holder)]
        if added < amount:
            parts.append(Part("surplus", amount - added, t.NUMBER))
        self.note("gain", player, resource, parts)

    def lost(self, player: int | None, resource: str, amount: int, holder: Any, wanted: int) -> None:
        parts = [Part("amount", amount, t.NUMBER), *self._holder(resource, holder)]
        if amount < wanted:
            parts.append(Part("missing", wanted - amount, t.NUMBER))
        self.note("lose", player, resource, parts)

    def _holder(self, resource: str, holder: Any) -> list[Part]:
        """Who holds an amount beside the one who gains or loses it: a thing or value, or the second of a pair."""
        if holder is None:
            return []
        owners = self.m.program.vars[resource].owners
        if isinstance(holder, tuple):  # two that are no players
            both = zip(("of", "with"), holder, owners, strict=True)
            return [self.part(role, value, _owner_type(value, kind)) for role, value, kind in both]
        role = "with" if resource in self.m.t.pairs else "of"
        return [self.part(role, holder, _owner_type(holder, owners[-1]))]

    def paid(self, way: Iterable[tuple[str, Any, int]]) -> None:
        amounts = [(resource, owner, amount) for resource, owner, amount in way if amount]
        if not amounts:
            return
        first = amounts[0][1]
        first = first[0] if isinstance(first, tuple) else first
        player = first if first in self.m.t.seats else owner_of(self.m, first) if isinstance(first, int) else None
        entries = tuple((resource, amount, _beside(owner)) for resource, owner, amount in amounts)
        others = [self.part("of", owner, t.THING) for _, owner, _ in amounts if isinstance(owner, int) and owner != player]
        self.note("pay", player, "", [Part("amounts", (entries,), t.BUNDLE), *others])

    def was_set(self, var: str, owners: tuple[Any, ...], old: Any, new: Any) -> None:
        definition = self.m.program.vars[var]
        if old == new or var.startswith(_INNER):
            return
        owner = owners[0] if owners else None
        to = self._only(owner) if definition.secret else None
        if not is_told(definition.head.labels):
            return self._touch(to)
        parts = []
        for at, (value, kind) in enumerate(zip(owners, definition.owners, strict=True)):
            parts.append(self.part("of" if at == 0 else "with", value, _owner_type(value, kind)))
        parts += [self.part("from", old, definition.type), self.part("to", new, definition.type)]
        player = owner if owner in self.m.t.seats else None
        self.note("set", player, var, parts, to=to)

    def _only(self, owner: Any) -> tuple[int, ...]:
        """Who sees a secret: the player whose it is. What belongs to a thing or to the table is seen by nobody."""
        return (owner,) if owner in self.m.t.players else ()

    def _touch(self, to: tuple[int, ...] | None) -> None:
        """What goes on has changed something that is not told: once for each event, so that it is known not to be empty."""
        self._leave()
        if self.within and not self.within[-1].touched:
            # what one alone is told is not what all wait for: whether a secret has changed must not show by what is missing
            self.within[-1] = self.within[-1]._replace(touched=to is None)
            self.note("inner", to=to)

    # ---------- places ----------
    def moving(self, thing: int) -> None:
        """It is about to move: who sees it now knows which one it was."""
        if self.m.s.where[thing] >= 0:
            self._before = {thing: self.ids.known(self.m, thing)}

    def has_moved(self, player: int | None, thing: int, old: int, zone: int) -> None:
        places = [self.part("from", old, t.ANY_ZONE)] if old >= 0 else []
        self.note("move", player, "", [self.part("thing", thing, t.THING), *places, self.part("to", zone, t.ANY_ZONE)])
        self._before = {}

    def moved(self, thing: int, zone: int) -> None:
        self.ids.forget(self.m, (thing,))

    def exchanged(self, kind: str, player: int | None, new: int, old: int) -> None:
        """`new` is about to take the place of `old`."""
        self._before = {x: self.ids.known(self.m, x) for x in (new, old) if self.m.s.where[x] >= 0}

    def were_exchanged(self, kind: str, player: int | None, new: int, old: int) -> None:
        self.ids.forget(self.m, (new, old))
        self.note(kind, player, "", [self.part("thing", new, t.THING), self.part("other", old, t.THING)])
        self._before = {}

    def shuffled(self, zone: int) -> None:
        self.ids.forget(self.m, self.m.s.zones[zone])
        for viewer, found in self.ids.of.items():
            if self.m.t.hides[zone]:
                for thing in self.m.s.zones[zone]:
                    if viewer in found:
                        found.pop(thing, None)
        self.note("shuffle", None, "", [self.part("zone", zone, t.ANY_ZONE)])

    def ran_out(self, player: int | None, zone: int, drawn: int, wanted: int) -> None:
        counts = [Part("drawn", drawn, t.NUMBER), Part("wanted", wanted, t.NUMBER)]
        self.note("short", player, "", [self.part("zone", zone, t.ANY_ZONE), *counts])

    def faced(self, kind: str, player: int | None, thing: int) -> None:
        """Turned face up (`reveal`) or down (`hide`)."""
        if kind == "hide":
            before = self.ids.known(self.m, thing)
            self.ids.forget(self.m, (thing,))
            self._before = {thing: before}
        self.note(kind, player, "", [self.part("thing", thing, t.THING)])
        self._before = {}

    def shown(self, player: int | None, things: Iterable[int], to: int) -> None:
        """Only one player learns what they are; that he does, all see, unless it follows from what he has sealed."""
        reader = seer(self.m, to)
        parts = [self.part("thing", thing, t.THING) for thing in things]
        parts = [*parts, Part("to", to, t.PLAYER)] if reader is not None else parts
        self.note("show", player, "", parts, to=(to,) if in_sealed_part(self.m) else None)

    # ---------- chance ----------
    def rolled(self, die: int, face: int) -> None:
        self.note("roll", owner_of(self.m, die), "", [self.part("die", die, t.DIE), self.part("face", face, t.THING)])

    def rolled_number(
        self, player: int | None, dice: Any, results: tuple[int, ...], secret: bool = False, seer: Any = None
    ) -> None:
        parts = [] if dice is None else [Part("dice", dice, t.DICE)]
        known = tuple((viewer, 0) for viewer in self._only(seer)) if secret else None
        self.note("dice", player, "", [*parts, *(Part("result", result, t.NUMBER, known) for result in results)], ahead=True)

    def picked(self, values: tuple[Any, ...], type_: Type) -> None:
        self.note("pick", None, "", [part for value in values for part in self.parts("item", value, type_)], ahead=True)

    def turned_to(self, die: int, face: int) -> None:
        self.note("turn_to", owner_of(self.m, die), "", [self.part("die", die, t.DIE), self.part("face", face, t.THING)])

    # ---------- stretches of play ----------
    def opened(self, word: str, name: str, player: int | None) -> None:
        if word in ("round", "turn") or self.m.program.parts.get((word, name)) is not None:
            self.note(word, player, name)

    def ended(self, winners: tuple[int, ...]) -> None:
        self.note("end", None, "", [Part("winner", winner, t.PLAYER) for winner in winners])


def _reads(value: c.Core, slots: set[int]) -> bool:
    """Does a formula read one of these locals?"""
    return (isinstance(value, c.Local) and value.slot in slots) or any(_reads(part, slots) for part in parts_of(value))


def _joined(one: Known, two: Known) -> Known:
    """Who knows by either; where both are known, the number that he has now."""
    now = dict(two)
    found = {**dict(one), **now}
    return tuple(sorted(found.items()))


def _owner_type(owner: Any, kind: str) -> Type:
    """The type of one that a variable or resource belongs to."""
    return t.thing(kind) if isinstance(owner, int) else Type("values", kind)


def _beside(owner: Any) -> Any:
    """What an amount belongs to beside its player: a value, or the second of a pair."""
    if isinstance(owner, tuple):
        return owner[1]
    return owner if isinstance(owner, str) else None
