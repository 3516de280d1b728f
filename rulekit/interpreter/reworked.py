"""What running rules have worked out from hidden things, worked out anew in another world.

Contract: `Reworked(machine, kinds, hidden)` looks at a state whose hidden things, of these kinds, are about to become others
(or whose secret variables change). After they have, `again(machine)` puts what follows from them into the frames: a value that
a `let` or a call has made of locals and printed fields alone, or of a state that gives the same now as it did then; how often a
loop still runs, as often less as it has run; the ways to pay that are asked for. What a verb was given and all were told when
it took place stays. What nobody reads any more is emptied. `stuck` names what cannot be worked out again: such a state cannot
be drawn anew, for what stands there tells what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulekit.interpreter.mentions import named
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.derived import SECRET, Derivation, parts
from rulekit.program.game import Program
from rulekit.program.places import Ways, reads_of, writes_of
from rulekit.program.touched import Footprint, Touched, meet
from rulekit.program.types import Type, empty_of
from rulekit.runtime.machine import Machine
from rulekit.runtime.payment import ways
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.sources.labels import is_told

_UNDER_WAY = (("@event", 3), ("@event", 4))  # events that take place or have
_KEPT = -1


class Misfit(Exception):
    """A thing cannot stand in the place of another: it has not what is kept there."""


@dataclass(frozen=True, slots=True)
class Step:
    """A local of a frame that is worked out anew, from a value in the locals of its own frame or of its caller's."""

    frame: int
    slot: int
    value: c.Core
    env: int
    loop: str = ""  # `items`: what is left of a list; `times`: how many times are left
    item: int = -1  # the local that has the item at hand
    sure: bool = True  # if not, something may have changed since: it must come out now as it did then
    told: bool = False  # has it been told to all who know what it names? Then it may come out otherwise, and stays


@dataclass(frozen=True, slots=True)
class Kept:
    """A local of what runs later: of a scope, what it lends or runs at its end, or of what lasts."""

    where: tuple[Any, ...]
    slot: int
    value: c.Core


Blank = tuple[tuple[int, int, Any], ...]  # frame, slot and what stands there instead


@dataclass(frozen=True, slots=True)
class Plan:
    steps: tuple[Step, ...]
    blank: Blank
    kept: tuple[Kept, ...]
    stuck: tuple[str, ...]
    pays: bool = False  # is a way to pay asked for that hangs on what is hidden?


class Planner:
    """Plans by the places where a state's frames stand; one for a program and the kinds that are hidden."""

    def __init__(self, table: Table, kinds: frozenset[str]) -> None:
        program = table.program
        self.program, self._found = program, Derivation(program, kinds)
        self._plans: dict[Any, Plan] = {}
        self._table = table
        self._touched = Touched(program)
        self._writers = {op.routine: path for path, op in self._detaching() if isinstance(op, o.Lasting) and op.routine}
        self._writers |= {op.then: path for path, op in self._detaching() if isinstance(op, o.EndScope) and op.then}

    def _detaching(self) -> Iterator[tuple[str, o.Operation]]:
        for path, routine in self.program.routines.items():
            yield from ((path, op) for op in routine.ops)

    def plan(self, data: Data) -> Plan:
        places = tuple((path, at) for path, at, _ in data.stack)
        later = tuple((where, path) for where, path, _ in kept_locals(self.program, data))
        found = self._plans.get((places, later))
        if found is None:
            found = self._plans[places, later] = self._planned(places, later)
        return found

    def _planned(self, places: tuple[tuple[str, int], ...], later: tuple[Any, ...]) -> Plan:
        steps: list[Step] = []
        blank: list[tuple[int, int, Any]] = []
        stuck: list[str] = []
        pays = False
        for frame, (path, at) in enumerate(places):
            if path[0] == "@":
                found = self._laid_by(places, frame)
                pays = bool(found) and frame == len(places) - 1 and paid_for(self.program, places[:frame], path) is not None
                stuck += [] if pays else found
                continue
            routine = self.program.routines[path]
            live = ways_of(self._table, path).live[at] if at < len(routine.ops) else frozenset[int]()
            live |= _to_pay(self.program, places, frame)
            for slot in self._secrets(path, routine.size):
                if slot not in live:
                    blank.append((frame, slot, empty_of(routine.types[slot])))
                elif not self._follow(places, frame, slot, steps) and not self._found.names_hidden(routine.types[slot]):
                    stuck.append(f"`{routine.names.get(slot, 'a value')}` in {path}")
        return Plan(tuple(steps), tuple(blank), *self._kept(later, stuck), pays)

    def _is_told(self, path: str, slot: int, type_: Type) -> bool:
        """Was a value told, to all who know the things that it names, when the verb of a routine took place?"""
        verb = self.program.verbs.get(path.removeprefix("verb/"))
        given = verb is not None and verb.routine == path and slot in self.program.routines[path].params
        return given and verb is not None and is_told(verb.head.labels) and _is_plain(type_)

    def _follow(self, places: tuple[tuple[str, int], ...], frame: int, slot: int, steps: list[Step]) -> bool:
        """Adds what works a local out again, behind what it is worked out from; false if nothing does. What was told stays."""
        path = places[frame][0]
        type_ = self.program.routines[path].types[slot]
        stays = self._is_told(path, slot, type_) and not self._found.names_hidden(type_)
        if stays or any((done.frame, done.slot) == (frame, slot) for done in steps):
            return True
        step = self._step(places, frame, slot)
        if step is None:
            return False
        path, read = places[step.env][0], reads_of(step.value) - {slot if step.env == frame else -1}
        sources = [one for one in self._secrets(path, self.program.routines[path].size) if one in read]
        if not all(self._follow(places, step.env, one, steps) for one in sources):
            return False
        steps.append(step)
        return True

    def _secrets(self, path: str, size: int) -> Iterator[int]:
        return (slot for slot in range(2, size) if self._found.locals.get((path, slot), 0) & SECRET)

    def _laid_by(self, places: tuple[tuple[str, int], ...], frame: int) -> list[str]:
        """What the operation was given that has laid a frame of the machine, if that tells something."""
        below = next((at for at in range(frame - 1, -1, -1) if places[at][0][0] != "@"), None)
        if below is None:
            return []
        path, at = places[below]
        op = self.program.routines[path].ops[max(at - 1, 0)]
        nodes = list(parts(op))
        if isinstance(op, o.CallVerb) and places[frame] in _UNDER_WAY and is_told(self.program.verbs[op.verb].head.labels):
            nodes = [value for value in op.args if not _is_plain(value.type)]
        told = (self._found.flags(node, path) & SECRET and not self._found.names_hidden(node.type) for node in nodes)
        return [f"what is being carried out in {path}"] if any(told) else []

    # ---------- where a value comes from ----------
    def _step(self, places: tuple[tuple[str, int], ...], frame: int, slot: int) -> Step | None:
        path, _ = places[frame]
        ops = self.program.routines[path].ops
        writers = [(place, op) for place, op in enumerate(ops) if slot in writes_of(op)]
        lets = [(place, op) for place, op in writers if isinstance(op, o.Let)]
        others = [op for _, op in writers if not isinstance(op, o.Let)]
        if not writers:
            return self._given(places, frame, slot)
        if len(lets) == 1:
            value = lets[0][1].value
            sure = self._holds(places, frame, lets[0][0], value)
            if not others:
                return Step(frame, slot, value, frame, sure=sure)
            (other,) = others if len(others) == 1 else (None,)
            if isinstance(other, o.CountDown) and sure:
                return Step(frame, slot, value, frame, "times")
            if isinstance(other, o.NextItem) and other.items == slot and not other.free:
                return Step(frame, slot, value, frame, "items", other.slot, sure)
        if not lets and len(others) == 1 and isinstance(others[0], o.NextItem) and others[0].slot == slot:
            whole = self._step(places, frame, others[0].items)
            # put there with the rest of the list
            return Step(frame, slot, c.Local(slot), frame) if whole is not None and whole.loop else None
        return None

    def _given(self, places: tuple[tuple[str, int], ...], frame: int, slot: int) -> Step | None:
        """A value that a verb was called with."""
        path = places[frame][0]
        routine = self.program.routines[path]
        if slot not in routine.params or frame == 0 or places[frame - 1][0][0] == "@":
            return None
        caller, at = places[frame - 1]
        op = self.program.routines[caller].ops[at - 1] if at else None
        if not isinstance(op, o.CallVerb) or self.program.verbs[op.verb].routine != path:
            return None
        value = op.args[routine.params.index(slot)]
        read = self._touched.reads(value)
        sure = not read or not self._since(places, frame, -1, read)
        return Step(frame, slot, value, frame - 1, sure=sure, told=self._is_told(path, slot, routine.types[slot]))

    def _holds(self, places: tuple[tuple[str, int], ...], frame: int, since: int, value: c.Core) -> bool:
        """Has nothing changed that a value hangs on, since an operation (-1: the beginning of its routine)?"""
        read, path = self._touched.reads(value), places[frame][0]
        if c.YOU in reads_of(value) and any(c.YOU in writes_of(op) for op in self.program.routines[path].ops):
            return False
        return not read or not self._since(places, frame, since, read)

    def _since(self, places: tuple[tuple[str, int], ...], frame: int, since: int, read: Footprint) -> bool:
        """May something of this have changed since an operation of a frame?"""
        path, at = places[frame]
        above = places[frame + 1][0] if frame + 1 < len(places) else ""
        if above[:1] == "@" or (above and not isinstance(self.program.routines[path].ops[max(at - 1, 0)], o.CallVerb)):
            return True
        # a verb that is still running counts with all that it may do
        return any(meet(self._touched.by(op), read) for op in ways_of(self._table, path).between(since, at))

    # ---------- what runs later ----------
    def _kept(self, later: tuple[Any, ...], stuck: list[str]) -> tuple[tuple[Kept, ...], tuple[str, ...]]:
        found: list[Kept] = []
        for where, path in later:
            writer = self.program.routines[self._writers.get(path, path)]
            for slot in self._secrets(path, writer.size):
                lets = [op for op in writer.ops if slot in writes_of(op)]
                if len(lets) == 1 and isinstance(lets[0], o.Let) and not self._touched.reads(lets[0].value):
                    found.append(Kept(where, slot, lets[0].value))
                elif not self._found.names_hidden(writer.types[slot]):
                    stuck.append(f"`{writer.names.get(slot, 'a value')}` in {writer.path}, which waits")
        return tuple(found), tuple(stuck)


def _is_plain(type_: Type) -> bool:
    """Is a value told in one piece, to all who know the things that it names?"""
    return (type_.element if type_.tag == "list" else type_).tag in ("number", "yesno", "values", "thing", "record")


def kept_locals(program: Program, data: Data) -> Iterator[tuple[tuple[Any, ...], str, tuple[Any, ...]]]:
    """The locals that scopes and what lasts have kept: where, of which routine, and themselves."""
    for number, scope in enumerate(data.scopes):
        if scope.bundle:
            yield ("scope", number), program.bundles[scope.bundle].routine, scope.locals
        for at, (bundle, kept) in enumerate(scope.lent):
            yield ("lent", number, at), program.bundles[bundle].routine, kept
        for at, (path, kept) in enumerate(scope.then):
            yield ("then", number, at), path, tuple(kept)
    for number, entry in enumerate(data.lasting):
        path = program.bundles[entry["bundle"]].routine if entry["bundle"] else entry["routine"]
        yield ("lasting", number), path, tuple(entry["locals"])


def ways_of(table: Table, path: str) -> Ways:
    """The ways through a routine, found out once."""
    if path not in table.ways:
        table.ways[path] = Ways(table.program.routines[path])
    found: Ways = table.ways[path]
    return found


def paid_for(program: Program, below: Sequence[tuple[str, int]], path: str) -> o.Pay | None:
    """What is paid for where a way to pay is asked for in a frame with these below it."""
    if path != "@pay" or not below or below[-1][0][0] == "@":
        return None
    under, at = below[-1]
    op = program.routines[under].ops[at - 1] if at else None
    return op if isinstance(op, o.Pay) else None


def _to_pay(program: Program, places: Sequence[tuple[str, int]], frame: int) -> frozenset[int]:
    """The locals of a frame that a price hangs on which is being paid right now."""
    if frame != len(places) - 2:
        return frozenset()
    op = paid_for(program, places[: frame + 1], places[-1][0])
    return frozenset() if op is None else frozenset(reads_of(op.cost) | reads_of(op.subject))


def _price(machine: Machine) -> list[Any]:
    """Who pays, and the ways that he has, as they are worked out now."""
    path, at, local = machine.s.stack[-2]
    op: Any = machine.program.routines[path].ops[at - 1]

    def work() -> list[Any]:
        player = machine.value(op.subject, list(local))
        return [player, tuple(ways(machine, player, machine.value(op.cost, list(local)), op.purpose))]

    found: list[Any] = machine.outside(work)
    return found


def empty_dead(machine: Machine) -> None:
    """Empties the locals that nothing hangs on any more: what they name is held in no place, and tells nothing."""
    places = [(path, at) for path, at, _ in machine.s.stack]
    for frame, (path, at, local) in enumerate(machine.s.stack):
        if path[0] != "@":
            known = ways_of(machine.t, path)
            needed = known.needed(at) | _to_pay(machine.program, places, frame)
            for slot in range(2, len(local)):
                if local[slot] is not None and slot not in needed:
                    local[slot] = empty_of(known.routine.types[slot])


class Reworked:
    """What has to be worked out again in a state, once its hidden things are others."""

    def __init__(self, machine: Machine, kinds: frozenset[str], hidden: frozenset[int]) -> None:
        self._hidden = hidden
        planners: dict[frozenset[str], Planner] = machine.t.planners
        if kinds not in planners:
            planners[kinds] = Planner(machine.t, kinds)
        self._plan = planners[kinds].plan(machine.s)
        stuck = list(self._plan.stuck)
        self._gone = [self._looked_at(machine, step, stuck) for step in self._plan.steps]
        if self._plan.pays and _price(machine) != list(machine.s.stack[-1][2]):  # something has been done since it was asked
            stuck.append(f"what is being paid in {machine.s.stack[-2][0]}")
        self.stuck = tuple(stuck)

    def __bool__(self) -> bool:
        return bool(self._plan.steps or self._plan.blank or self._plan.kept or self._plan.pays)

    def _looked_at(self, machine: Machine, step: Step, stuck: list[str]) -> int:
        """How often a loop has run; what comes out otherwise than it did cannot be worked out again."""
        if step.sure and not step.loop:
            return 0
        path, at, local = machine.s.stack[step.frame]
        whole, left = machine.worked_out(step.value, list(machine.s.stack[step.env][2])), local[step.slot]
        if step.loop == "times":
            return (whole or 0) - (left or 0)
        gone = len(whole or ()) - len(left or ()) if step.loop else 0
        same = whole == left if not step.loop else (whole or ())[gone:] == (left or ()) and gone >= 0
        known = ways_of(machine.t, path) if gone > 0 else None
        if known is not None and step.item in known.needed(at):
            # else the item at hand has left the list since; one that was emptied before is not read any more
            same = same and local[step.item] in (whole[gone - 1], empty_of(known.routine.types[step.item]))
        if (
            not same
            and step.told
            and self._hidden.isdisjoint(named(machine, left, machine.program.routines[path].types[step.slot]))
        ):
            return _KEPT
        if not same:
            stuck.append(f"`{machine.program.routines[path].names.get(step.slot, 'a value')}` in {path}")
        return max(gone, 0)

    def only_blank(self) -> Blank | None:
        """What is emptied, if nothing has to be worked out."""
        return None if self._plan.steps or self._plan.kept or self._plan.pays else self._plan.blank

    def again(self, machine: Machine) -> None:
        """Puts what follows from the things as they are now into the frames."""
        stack = machine.s.stack
        for step, gone in zip(self._plan.steps, self._gone, strict=True):
            if gone == _KEPT:
                continue
            local = stack[step.frame][2]
            value = machine.worked_out(step.value, list(stack[step.env][2]))
            if step.loop == "times":
                value = (value or 0) - gone
                if value < 0:
                    raise Misfit
            elif step.loop:
                if gone > len(value):
                    raise Misfit
                if gone:
                    local[step.item] = value[gone - 1]
                value = value[gone:]
            local[step.slot] = value
        for kept in self._plan.kept:
            _put_back(machine, kept)
        if self._plan.pays:
            stack[-1][2][:] = price = _price(machine)
            if len(price[1]) < 2:
                raise Misfit  # nobody would have been asked
        for frame, slot, empty in self._plan.blank:
            if stack[frame][2][slot] is not None:
                stack[frame][2][slot] = empty


def _put_back(machine: Machine, kept: Kept) -> None:
    """What runs later, with one of its locals worked out again."""
    s = machine.s

    def anew(values: Any) -> tuple[Any, ...]:
        if kept.slot >= len(values) or values[kept.slot] is None:
            return tuple(values)
        size = max(reads_of(kept.value) | {kept.slot}) + 30
        value = machine.worked_out(kept.value, [*values, *[None] * (size - len(values))])
        return (*values[: kept.slot], value, *values[kept.slot + 1 :])

    sort, number, *rest = kept.where
    if sort == "lasting":
        entry = s.lasting[number]
        s.lasting = [*s.lasting[:number], {**entry, "locals": anew(entry["locals"])}, *s.lasting[number + 1 :]]
        return
    scope = s.scopes[number]
    if sort == "scope":
        scope = scope._replace(locals=anew(scope.locals))
    else:
        pairs = list(getattr(scope, sort))
        path, values = pairs[rest[0]]
        pairs[rest[0]] = (path, anew(values))
        scope = scope._replace(**{sort: tuple(pairs)})
    s.scopes = [*s.scopes[:number], scope, *s.scopes[number + 1 :]]
