"""Are the frames of a save such as the rules lay them?

Contract: works on plain JSON. Each frame is at a place of a routine that exists, with locals of their types; locals that are
set on every way to that place are there. The frames of the machine itself follow `program/frames.py`.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.may_be_none import MayBeNone
from rulekit.api.verify_events import Events
from rulekit.api.verify_values import Values, bad, shown, whole
from rulekit.program import frames as f
from rulekit.program import ops as o
from rulekit.program.limits import DEPTH_MAX, LIST_MAX
from rulekit.program.ops import Routine
from rulekit.runtime.table import Table


class Frames:
    """Checks what a save says is going on."""

    def __init__(self, table: Table, values: Values, nothing: MayBeNone) -> None:
        self.table, self.program, self.values, self.nothing = table, table.program, values, nothing
        self.events = Events(table, values, nothing)
        later = [op.routine for routine in self.program.routines.values() for op in routine.ops if isinstance(op, o.Lasting)]
        self._waiting = {clock.routine for clock in self.program.clocks} | set(later)

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
            sealed = answers.get(slot)
            found = self.values.fault(value, type_, none, held) if sealed is None else self._answers(value, routine, sealed)
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
                return self.events.event(value)
            case f.USED:
                return self.events.used(value)
            case f.RESULT:
                return self.events.result(value, named["event"])
            case f.QUEUE:
                return self._queue(value)
        if part.name == "die" or part.name == "dice":
            return self.events.dice(value, part.shape)
        return self.values.needed(value, part.shape)

    def _stores(self, value: Any) -> str:
        fits = isinstance(value, list) and all(self._is_store(pair) for pair in value)
        return "" if fits else f"{shown(value)} are no reserves"

    def _is_store(self, pair: Any) -> bool:
        return isinstance(pair, list) and len(pair) == 2 and self.values.is_resource(pair[0]) and self._owns(*pair)

    def _owns(self, resource: str, owner: Any) -> bool:
        """Is somebody, something, or a pair of them an owner of a resource?"""
        plain = tuple(owner) if isinstance(owner, list) and all(isinstance(one, str | int) for one in owner) else owner
        held = not isinstance(plain, list | dict) and plain in self.values.table.holders[resource]
        return held or self.values.is_thing(owner)

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

    # ---------- abilities that wait ----------
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

    def variable(self, place: str, slot: int, value: Any) -> None:
        name, owners = self.table.slot_of[slot]
        found = self.values.fault(
            value, self.program.vars[name].type, name in self.nothing.vars, name in self.nothing.held_vars
        )
        if found:
            whose = f" of {', '.join(self.table.text(o) if isinstance(o, int) else str(o) for o in owners)}" if owners else ""
            raise bad(f"{place}, `{name}`{whose}", found)
