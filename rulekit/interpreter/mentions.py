"""Where a state names things besides the places where they lie, by the types of what names them.

Contract: `Mentions` goes through variables, running frames, scopes and what lasts, always in the same order, and shows every
thing and zone that is named there to a visitor, which says what shall stand in its place. What is a thing is known from the
types that the checker has given to variables and locals, never from what a number looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulekit.program import frames as f
from rulekit.program import ops as o
from rulekit.program.types import PLAYER, TEXT, THING, Type
from rulekit.runtime.bearers import power_routine
from rulekit.runtime.machine import Machine
from rulekit.runtime.scopes import Scope
from rulekit.runtime.state import Data, Frame

# a thing, the type of what names it, and the routine whose `this` it is; AT_WORK for one that an ability has woken or will
SeeThing = Callable[[int, Type, str], int]
AT_WORK = "@"
SeeZone = Callable[[int], int]
_HOLDER = THING  # of an amount; or a value, or both owners of a pair


class Mentions:
    """All that names things in a state, with a visitor who may put others in their place."""

    def __init__(self, machine: Machine, thing: SeeThing, zone: SeeZone) -> None:
        self._machine, self._t, self._program = machine, machine.t, machine.program
        self._thing, self._zone = thing, zone

    # ---------- values ----------
    def value(self, value: Any, type_: Type, path: str = "") -> Any:
        if value is None:
            return None
        if isinstance(value, tuple | list):
            return type(value)(self._parts(value, type_))
        if isinstance(value, int) and not isinstance(value, bool):
            if type_.tag == "thing":
                return self._thing(value, type_, path)
            if type_.tag == "zone":
                return self._zone(value)
        return value

    def _parts(self, value: Sequence[Any], type_: Type) -> list[Any]:
        if type_.tag == "thing":
            return [self.value(item, type_) for item in value]
        if type_.many:  # a zone may be held as the list of what lies in it
            return [self.value(item, type_.element) for item in value]
        if type_.tag == "record":
            return self.row(value, [part for _, part in self._program.records[type_.name]])
        if type_.tag == "bundle":
            return [type(entries)(map(self._entry, entries)) for entries in value]
        return list(value)

    def _entry(self, entry: Any) -> Any:
        resource, amount, *holder = entry
        return type(entry)([resource, amount, *(self.value(one, _HOLDER) for one in holder)])

    def row(self, values: Sequence[Any], types: Sequence[Type], path: str = "") -> list[Any]:
        """Values one after the other; the second of a routine's locals is the thing whose text it is."""
        known = len(types)
        return [
            self.value(value, types[at], path if at == 1 else "") if at < known else value for at, value in enumerate(values)
        ]

    # ---------- routines ----------
    def local(self, path: str, values: Sequence[Any]) -> list[Any]:
        """The locals of a routine, or as many of them as another has kept."""
        routine = self._program.routines[path]
        found = self.row(values, routine.types, path)
        for op in routine.ops:
            if isinstance(op, o.SealedSave) and op.into < len(values) and values[op.into]:
                types = routine.types[op.first : op.last]
                found[op.into] = tuple(tuple(self.row(answers, types)) for answers in values[op.into])
        return found

    def _laid(self, bundle: str, values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(self.row(values, self._program.routines[self._program.bundles[bundle].routine].types, bundle))

    def frame(self, frame: Frame) -> Frame:
        path, place, local = frame
        if path[0] != "@":
            return [path, place, self.local(path, local)]
        parts = zip(f.FRAMES[path], local, strict=True)
        return [path, place, [self._part(part.shape, value, local) for part, value in parts]]

    def _part(self, shape: Type, value: Any, local: Sequence[Any]) -> Any:
        """A local of one of the machine's own frames."""
        match shape:
            case f.EVENT:
                return self._named_in_event(value)
            case f.USED:
                return self._keys(value)
            case f.RESULT:
                verb = self._program.verbs.get(local[0][0])
                return self.value(value, verb.result) if verb and verb.result else value
            case f.QUEUE:
                return [self._waiting(item) for item in value]
            case f.ENTRIES:
                return tuple(map(self._entry, value))
            case f.STORES:
                return [(var, self.value(holder, THING)) for var, holder in value]
            case f.WAYS:
                return tuple(tuple((r, self.value(owner, THING), n) for r, owner, n in way) for way in value)
        return self.value(value, shape)

    def _named_in_event(self, event: Any) -> list[Any]:
        verb, subject, source, args = event
        return [verb, self.value(subject, THING), self.value(source, THING, AT_WORK), self.row(args, self._about(verb, args))]

    def _about(self, verb: str, args: Sequence[Any]) -> Sequence[Type]:
        if verb in self._program.verbs:
            return [param.type for param in self._program.verbs[verb].params]
        if verb == "activate":
            path = power_routine(self._machine, args[0], args[1])
            routine = self._program.routines[path] if path is not None else None
            return [THING, TEXT, *(routine.types[slot] for slot in routine.params)] if routine is not None else [THING]
        return f.EVENTS.get(verb, ())

    def _keys(self, keys: Any) -> tuple[Any, ...]:
        """Abilities that have acted: their numbers, and the things that bear them."""
        return tuple((number, self.value(thing, THING, AT_WORK)) for number, thing in keys)

    def _waiting(self, item: Any) -> list[Any]:
        path, env, owner, number, this = item
        return [path, self.local(path, env), self.value(owner, PLAYER), number, self.value(this, THING, AT_WORK)]

    # ---------- the whole ----------
    def scope(self, scope: Scope) -> Scope:
        """All but what it has set aside, which are values of variables."""
        return scope._replace(
            player=self.value(scope.player, THING),
            you=self.value(scope.you, THING),
            once=self._keys(scope.once),
            then=tuple((path, tuple(self.local(path, env))) for path, env in scope.then),
            locals=self._laid(scope.bundle, scope.locals) if scope.bundle else scope.locals,
            lent=tuple((bundle, self._laid(bundle, kept)) for bundle, kept in scope.lent),
        )

    def lasting(self, entry: dict[str, Any]) -> dict[str, Any]:
        kept = entry["locals"]
        found = self._laid(entry["bundle"], kept) if entry["bundle"] else tuple(self.local(entry["routine"], kept))
        return {**entry, "of": self.value(entry["of"], PLAYER), "locals": found}

    def running(self, data: Data) -> None:
        """Goes through all that runs and waits, and puts what the visitor says in its place."""
        data.stack = [self.frame(frame) for frame in data.stack]
        data.scopes = [self.scope(scope) for scope in data.scopes]
        data.lasting = [self.lasting(entry) for entry in data.lasting]
        data.once = self._keys(data.once)

    def slot(self, slot: int, value: Any) -> Any:
        """The value of a variable."""
        return self.value(value, self._program.vars[self._t.slot_of[slot][0]].type)


def named(machine: Machine, value: Any, type_: Type) -> set[int]:
    """The things that a value names."""
    found = set[int]()

    def see(thing: int, _type: Type, _path: str) -> int:
        found.add(thing)
        return thing

    Mentions(machine, see, lambda zone: zone).value(value, type_)
    return found
