"""Are the frames, scopes and lasting rules of a save such as the rules lay them?

Contract: works on plain JSON. Each frame is at a place of a routine that exists, with locals of their types; locals that are
set on every way to that place are there. The scopes are those that the places of the frames have open, in order, with the
locals and variables that they keep. The frames of the machine itself follow `program/frames.py`.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.may_be_none import MayBeNone
from rulekit.api.verify_values import Values, shown, whole
from rulekit.errors import SaveError
from rulekit.interpreter.scopes import Scope
from rulekit.interpreter.table import Table
from rulekit.program import frames as f
from rulekit.program import ops as o
from rulekit.program.limits import DEPTH_MAX, LIST_MAX
from rulekit.program.ops import Routine
from rulekit.program.types import ANY, PLAYER, THING, Type

_EVENTS: dict[str, tuple[Type, ...]] = {  # the values of events of built-in verbs, all of them needed
    "reveal": (THING,),
    "hide": (THING,),
    "roll": (Type("thing", "die"),),
    "put": (THING, THING),
}
_LASTING = {"bundle", "routine", "edge", "count", "word", "name", "of", "locals"}


def bad(place: str, what: str) -> SaveError:
    return SaveError(f"the save is damaged: {place}: {what}")


class Frames:
    """Checks what a save says is going on."""

    def __init__(self, table: Table, values: Values, nothing: MayBeNone) -> None:
        self.table, self.program, self.values, self.nothing = table, table.program, values, nothing
        self._scoped = {self.program.verbs[verb].routine: verb for verb in self.program.scoped_verbs if verb in self.program.verbs}
        ops = [(op, routine, at) for routine in self.program.routines.values() for at, op in enumerate(routine.ops)]
        self._lastings = {(op.bundle, op.routine): (op, routine, at) for op, routine, at in ops if isinstance(op, o.Lasting)}
        self._thens = {(op.then, op.word, op.name) for op, _, _ in ops if isinstance(op, o.EndScope) and op.then}
        self._waiting = {clock.routine for clock in self.program.clocks} | {op.routine for op, _, _ in self._lastings.values()}

    # ---------- the stack ----------
    def stack(self, stack: list[Any]) -> None:
        if len(stack) > DEPTH_MAX:
            raise bad("stack", f"more than {DEPTH_MAX} frames wait for each other")
        for depth, frame in enumerate(stack):
            place = f"stack[{depth}]"
            if not (isinstance(frame, list) and len(frame) == 3 and isinstance(frame[0], str) and whole(frame[1], 0)):
                raise bad(place, f"{shown(frame)} is no frame")
            if not isinstance(frame[2], list):
                raise bad(place, "its locals are no list")
            if frame[0].startswith("@"):
                self._own(place, frame, stack[:depth])
            else:
                self._running(place, *frame)

    def _running(self, place: str, path: str, at: int, local: list[Any]) -> None:
        routine = self.program.routines.get(path)
        if routine is None or not at < len(routine.ops):
            raise bad(place, f"there is no place {at} in `{path}`")
        self.locals(place, routine, local, at)
        self._sealed(place, routine, local, at)

    def locals(self, place: str, routine: Routine, local: Any, at: int | None, count: int | None = None) -> None:
        """The locals of a routine at one of its places; None: kept for later, where any may still be missing."""
        count = routine.size if count is None else count
        if not isinstance(local, list) or len(local) != count:
            raise bad(place, f"`{routine.path}` has {count} locals here")
        answers = {op.into: op for op in routine.ops if isinstance(op, o.SealedSave)}
        for slot, value in enumerate(local):
            none = at is None or self.nothing.none_at(routine.path, at, slot)
            held = (routine.path, slot) in self.nothing.held
            type_ = routine.types[slot]
            found = self._answers(value, routine, answers[slot]) if slot in answers else self.values.fault(value, type_, none, held)
            if found:
                raise bad(f"{place}, local {routine.names.get(slot, slot)} of `{routine.path}`", found)

    # ---------- sealed choices ----------
    def _answers(self, value: Any, routine: Routine, save: o.SealedSave) -> str:
        """The sealed answers so far, each with the locals that its choices fill."""
        types = routine.types[save.first : save.last]
        if value is None:
            return ""
        if not isinstance(value, list) or len(value) > LIST_MAX:
            return f"{shown(value)} are no sealed answers"
        for kept in value:
            if not isinstance(kept, list) or len(kept) != len(types):
                return f"{shown(kept)} is no sealed answer"
            for item, type_ in zip(kept, types, strict=True):
                if found := self.values.fault(item, type_):
                    return found
        return ""

    def _sealed(self, place: str, routine: Routine, local: list[Any], at: int) -> None:
        """There are as many sealed answers as players who have given theirs."""
        for end, save in enumerate(routine.ops):
            if not isinstance(save, o.SealedSave):
                continue
            jump, later = routine.ops[end + 1], routine.ops[end + 2]
            assert isinstance(jump, o.Jump) and isinstance(later, o.NextItem)
            first = routine.ops[jump.to]
            assert isinstance(first, o.NextItem)
            kept, left, again = (len(local[slot] or ()) for slot in (save.into, first.items, later.items))
            if jump.to <= at <= end + 1:
                fits = kept + left + (jump.to < at <= end) == again
            else:
                fits = not end + 2 <= at < later.done or kept == again + (at == end + 3)
            if not fits:
                raise bad(place, f"{kept} sealed answers do not fit those who have answered")

    # ---------- frames of the machine ----------
    def _own(self, place: str, frame: list[Any], below: list[Any]) -> None:
        path, at, local = frame
        parts = f.FRAMES.get(path)
        if parts is None or at > (f.LAST_STAGE if path == "@event" else 0):
            raise bad(place, f"there is no place {at} in `{path}`")
        if len(local) != len(parts):
            raise bad(place, f"`{path}` has {len(parts)} locals")
        named = {part.name: value for part, value in zip(parts, local, strict=True)}
        for part in parts:
            if found := self._part(part, named, below):
                raise bad(f"{place}, {part.name} of `{path}`", found)

    def _part(self, part: f.Part, named: dict[str, Any], below: list[Any]) -> str:
        value = named[part.name]
        if value is None:
            return "it is missing" if part.needed else ""
        match part.shape:
            case f.MODE:
                return "" if value in ("gain", "lose", "give") else f"{shown(value)} is neither a gain nor a loss"
            case f.PLACE:
                return "" if value in ("top", "bottom") else f"{shown(value)} is neither top nor bottom"
            case f.ENTRIES:
                return self.values.entries(value)
            case f.STORES:
                return self._stores(value)
            case f.WAYS:
                return self._ways(value)
            case f.BOUND:
                return self._bound(value, named, below)
            case f.TARGET:
                return "" if whole(value, 0, LIST_MAX) else f"{shown(value)} is no place in the stack"
            case f.EVENT:
                return self._event(value)
            case f.USED:
                return self.used(value)
            case f.RESULT:
                return self._result(value, named["event"])
            case f.QUEUE:
                return self._queue(value)
        if part.name == "die" or part.name == "dice":
            return self._dice(value, part.shape)
        return self.values.needed(value, part.shape)

    def _dice(self, value: Any, shape: Type) -> str:
        found = self.values.needed(value, shape)
        dice = value if isinstance(value, list) else [value]
        return found or ("" if all(("_faces", die) in self.table.zone_number for die in dice) else f"{shown(value)} has no faces")

    def _stores(self, value: Any) -> str:
        fits = isinstance(value, list) and all(self._is_store(pair) for pair in value)
        return "" if fits else f"{shown(value)} are no reserves"

    def _is_store(self, pair: Any) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and self.values.is_resource(pair[0]) and self.values.is_thing(pair[1])

    def _ways(self, value: Any) -> str:
        fits = isinstance(value, list) and 0 < len(value) <= LIST_MAX and all(self._is_way(way) for way in value)
        return "" if fits else f"{shown(value)} are no ways to pay"

    def _is_way(self, way: Any) -> bool:
        return isinstance(way, list) and all(
            isinstance(part, list) and len(part) == 3 and self._is_store(part[:2]) and whole(part[2]) for part in way
        )

    def _bound(self, value: Any, named: dict[str, Any], below: list[Any]) -> str:
        """The local that takes what comes out: of the frame that waits for it, and of the type of what comes out."""
        if value == -1 and type(value) is int:
            return ""
        target = named["target"]
        routine = self.program.routines.get(below[target][0]) if whole(target, 0, len(below) - 1) else None
        if routine is None or not whole(value, 2, routine.size - 1):
            return f"{shown(value)} is no local of a frame that waits"
        wanted = "bundle" if "bundle" in named else "list"
        return "" if routine.types[value].tag in (wanted, "any") else f"local {value} of `{routine.path}` takes something else"

    # ---------- events ----------
    def _event(self, value: Any) -> str:
        if not isinstance(value, list) or len(value) != 4 or not isinstance(value[3], list):
            return f"{shown(value)} is no event"
        verb, subject, source, args = value
        found = self.values.fault(subject, PLAYER) or self.values.fault(source, THING)
        if found:
            return found
        if isinstance(verb, str) and verb in self.program.verbs:
            return self._declared(verb, args)
        if verb in ("gain", "lose"):
            return self._amount(args)
        if verb == "move":
            return self._moved(args)
        if verb == "activate":
            return self._activated(args)
        types = _EVENTS.get(verb) if isinstance(verb, str) else None
        if types is None or len(types) != len(args):
            return f"nothing is called {shown(verb)} with {len(args)} values"
        found = next((found for item, type_ in zip(args, types, strict=True) if (found := self.values.needed(item, type_))), "")
        return found or (self._dice(args[0], types[0]) if verb == "roll" else "")

    def _declared(self, verb: str, args: list[Any]) -> str:
        definition = self.program.verbs[verb]
        if len(args) != len(definition.params):
            return f"`{verb}` takes {len(definition.params)} values"
        routine = self.program.routines[definition.routine] if definition.routine else None
        slots = routine.params if routine is not None else ()
        for index, (value, param) in enumerate(zip(args, definition.params, strict=True)):
            at = (definition.routine, slots[index]) if index < len(slots) else ("", 0)
            none = routine is None or at in self.nothing.locals
            if found := self.values.fault(value, param.type, none, routine is None or at in self.nothing.held):
                return found
        return ""

    def _amount(self, args: list[Any]) -> str:
        if len(args) not in (2, 3) or not self.values.is_resource(args[0]) or not whole(args[1]):
            return f"{shown(args)} is no amount of a resource"
        fits = len(args) == 2 or args[2] is None or self.values.holds(args[0], args[2])
        return "" if fits else f"{shown(args[2])} holds no {args[0]}"

    def _moved(self, args: list[Any]) -> str:
        fits = len(args) == 4 and self._movable(args[0]) and self.values.is_zone(args[2]) and args[3] in ("top", "bottom")
        return "" if fits and (args[1] == -1 or self.values.is_zone(args[1])) else f"{shown(args)} is no move"

    def _movable(self, thing: Any) -> bool:
        return self.values.is_thing(thing) and not self.table.fixed[thing]

    def _activated(self, args: list[Any]) -> str:
        if len(args) < 2 or not self.values.is_thing(args[0]) or not isinstance(args[1], str):
            return f"{shown(args)} activates nothing"
        path = self._text_of(args[0], args[1])
        if path is None:
            return f"{self.table.text(args[0])} has no power {shown(args[1])}"
        routine = self.program.routines[path]
        for slot, value in zip(routine.params, args[2:], strict=False):
            none = (path, slot) in self.nothing.locals
            if found := self.values.fault(value, routine.types[slot], none, (path, slot) in self.nothing.held):
                return found
        return "" if len(args) - 2 == len(routine.params) else f"{shown(args)} gives other values than the power takes"

    def _text_of(self, thing: int, power: str) -> str | None:
        from rulekit.interpreter.machine import Machine
        from rulekit.interpreter.state import Data

        return Machine(self.table, Data()).power_routine(thing, power)

    def used(self, value: Any) -> str:
        """Replacements that have been applied, or abilities that have acted."""
        if not isinstance(value, list) or len(value) > LIST_MAX:
            return f"{shown(value)} are no abilities"
        low, high = -len(self.program.clocks), len(self.program.watches) - 1
        for pair in value:
            fits = isinstance(pair, list) and len(pair) == 2 and whole(pair[0], low, high)
            if not fits or not (pair[1] is None or self.values.is_thing(pair[1])):
                return f"{shown(pair)} is no ability"
        return ""

    def _result(self, value: Any, event: Any) -> str:
        """What the verb has given so far: of the type of what its routine returns."""
        paths: list[str | None] = []
        if event[0] in self.program.verbs:
            paths = [self.program.verbs[event[0]].routine]
        elif event[0] == "activate":
            paths = [self._text_of(event[3][0], event[3][1])]
        types = [self._returned(self.program.routines[path], op.value) for path in paths if path
                 for op in self.program.routines[path].ops if isinstance(op, o.Return) and op.value is not None]  # fmt: skip
        faults = [self.values.fault(value, type_) for type_ in types]
        return "" if "" in faults else faults[0] if faults else "this gives no result"

    def _returned(self, routine: Routine, value: Any) -> Type:
        slot = getattr(value, "slot", -1) if type(value).__name__ == "Local" else -1
        found: Type = routine.types[slot] if 0 <= slot < len(routine.types) else value.type
        return ANY if found.tag == "none" else found

    def _queue(self, value: Any) -> str:
        if not isinstance(value, list):
            return f"{shown(value)} are no abilities"
        for item in value:
            if not isinstance(item, list) or len(item) != 5 or not isinstance(item[0], str):
                return f"{shown(item)} is no ability that waits"
            path, local, owner, number, bearer = item
            routine = self.program.routines.get(path)
            if routine is None or not whole(number, -1, len(self.program.watches) - 1):
                return f"{shown(path)} is no ability"
            if not (path in self._waiting if number < 0 else path == self.program.watches[number].routine):
                return f"`{path}` is another ability"
            self.locals(f"`{path}`, which waits", routine, local, 0)
            if owner != local[0] or bearer != local[1] or isinstance(owner, bool) or isinstance(bearer, bool):
                return f"`{path}` is borne by another"
        return ""

    # ---------- scopes ----------
    def scopes(self, scopes: list[Any], stack: list[Any]) -> None:
        wanted = [(depth, at) for depth, frame in enumerate(stack) for at in self._opened(frame)]
        if len(scopes) != len(wanted):
            raise bad("scopes", f"{len(scopes)} are open, but what runs has opened {len(wanted)}")
        for index, (given, (depth, at)) in enumerate(zip(scopes, wanted, strict=True)):
            place = f"scopes[{index}]"
            if not isinstance(given, list) or len(given) != len(Scope._fields):
                raise bad(place, f"{shown(given)} is no scope")
            scope = Scope(*given)
            routine = self.program.routines[stack[depth][0]]
            if found := self._scope(scope, depth, at, routine):
                raise bad(place, found)
            self._kept(place, scope)
            self._laid(place, scope, at, routine)

    def _opened(self, frame: list[Any]) -> list[int]:
        """Where a frame has opened the scopes that are open: the places of the operations; -1 is the verb itself."""
        if frame[0].startswith("@"):
            return []
        known = self.nothing.flow(frame[0]).open_at[frame[1]] or ()
        return [*([-1] if frame[0] in self._scoped else []), *known]

    def _scope(self, scope: Scope, depth: int, at: int, routine: Routine) -> str:
        op = routine.ops[at] if at >= 0 else None
        word, name, end = "verb", self._scoped.get(routine.path, ""), -1
        if isinstance(op, o.ScopeBegin):
            word, name, end = op.word, op.name, op.end
        elif isinstance(op, o.UnderBegin):
            word, name, end = "under", "", op.end
        if (scope.word, scope.name) != (word, name):
            return f"it is {shown(scope.word)} {shown(scope.name)}, but {word} {name} is open".rstrip()
        if type(scope.depth) is not int or type(scope.end) is not int or (scope.depth, scope.end) != (depth, end):
            return "it belongs to another place"
        if not isinstance(scope.closing, bool):
            return "it is neither closing nor not"
        if scope.closing and word == "under":
            return "a block of rules has no closing"
        return self.values.fault(scope.player, PLAYER) or self.values.fault(scope.you, PLAYER) or self.used(scope.once)

    def _kept(self, place: str, scope: Scope) -> None:
        """What it restores: the variables that last for it, all of them."""
        blocks = self.table.lasting(scope.word, scope.name) if scope.word != "under" else ()
        saved = scope.saved
        if not isinstance(saved, list) or len(saved) != len(blocks):
            raise bad(place, f"{len(blocks)} blocks of variables last for it")
        for (first, last), block in zip(blocks, saved, strict=True):
            fits = isinstance(block, list) and len(block) == 2 and block[0] == first and type(block[0]) is int
            if not fits or not isinstance(block[1], list) or len(block[1]) != last - first:
                raise bad(place, "it sets aside other variables than last for it")
            for slot, value in zip(range(first, last), block[1], strict=True):
                self.variable(f"{place}, what it sets aside", slot, value)

    def variable(self, place: str, slot: int, value: Any) -> None:
        name, owners = self.table.slot_of[slot]
        found = self.values.fault(
            value, self.program.vars[name].type, name in self.nothing.vars, name in self.nothing.held_vars
        )
        if found:
            whose = f" of {', '.join(self.table.text(o) if isinstance(o, int) else str(o) for o in owners)}" if owners else ""
            raise bad(f"{place}, `{name}`{whose}", found)

    def _laid(self, place: str, scope: Scope, at: int, routine: Routine) -> None:
        """The rules laid over a block, and what is to be done when it has closed."""
        op = routine.ops[at] if at >= 0 else None
        under = op if isinstance(op, o.UnderBegin) else None
        if scope.bundle != (under.bundle if under is not None else ""):
            raise bad(place, "other rules are laid over that block")
        captured = self.program.bundles[scope.bundle].captured if scope.bundle else 0
        self.locals(place, routine, scope.locals, max(at, 0), captured)
        if not isinstance(scope.lent, list) or not isinstance(scope.then, list):
            raise bad(place, "its rules are no list")
        if scope.lent and (under is None or under.bundle):
            raise bad(place, "nobody lends rules there")
        for pair in scope.lent:
            self._lent(place, pair, under.rules if under is not None else "")
        for pair in scope.then:
            self._then(place, pair, scope)

    def _lent(self, place: str, pair: Any, rules: str) -> None:
        bundle = self.program.bundles.get(pair[0]) if isinstance(pair, list) and len(pair) == 2 and _named(pair[0]) else None
        if bundle is None or not bundle.path.endswith(f"/{rules}"):
            raise bad(place, f"{shown(pair)} are no rules that something lends")
        self.locals(place, self.program.routines[bundle.routine], pair[1], None, bundle.captured)

    def _then(self, place: str, pair: Any, scope: Scope) -> None:
        named = isinstance(pair, list) and len(pair) == 2 and _named(pair[0])
        if not named or not {(pair[0], scope.word, scope.name), (pair[0], scope.word, "")} & self._thens:
            raise bad(place, f"{shown(pair)} does not follow it")
        routine = self.program.routines[pair[0]]
        self.locals(place, routine, pair[1], 0, routine.captured)

    # ---------- what lasts ----------
    def lasting(self, lasting: list[Any]) -> None:
        if len(lasting) > LIST_MAX:
            raise bad("lasting", "too many rules last")
        for index, entry in enumerate(lasting):
            place = f"lasting[{index}]"
            if not isinstance(entry, dict) or set(entry) != _LASTING:
                raise bad(place, f"{shown(entry)} is no rule that lasts")
            named = _named(entry["bundle"]) and _named(entry["routine"])
            known = self._lastings.get((entry["bundle"], entry["routine"])) if named else None
            if known is None:
                raise bad(place, "no rule lasts like this")
            op, writer, at = known
            if [entry["edge"], entry["word"], entry["name"]] != [op.edge, op.word, op.name]:
                raise bad(place, "it lasts until another moment")
            if not whole(entry["count"]):
                raise bad(place, f"{shown(entry['count'])} is no number of times")
            if found := self.values.fault(entry["of"], PLAYER):
                raise bad(place, found)
            seen = self.program.bundles[op.bundle] if op.bundle else self.program.routines[op.routine]
            self.locals(place, writer, entry["locals"], at, seen.captured)


def _named(value: Any) -> bool:
    return isinstance(value, str)


