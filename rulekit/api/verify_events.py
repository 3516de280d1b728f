"""Are the events of a save such as verbs make them?

Contract: works on plain JSON; what is wrong is said in words, or nothing.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.may_be_none import MayBeNone
from rulekit.api.verify_values import Values, shown, whole
from rulekit.interpreter.machine import Interpreter
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.frames import EVENTS
from rulekit.program.limits import LIST_MAX
from rulekit.program.ops import Routine
from rulekit.program.types import ANY, PLAYER, THING, Type
from rulekit.runtime.bearers import power_routine
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table


class Events:
    """Checks events, and which abilities have answered them."""

    def __init__(self, table: Table, values: Values, nothing: MayBeNone) -> None:
        self.table, self.program, self.values, self.nothing = table, table.program, values, nothing

    def event(self, value: Any) -> str:
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
        types = EVENTS.get(verb) if isinstance(verb, str) else None
        if types is None or len(types) != len(args):
            return f"nothing is called {shown(verb)} with {len(args)} values"
        found = next((found for item, type_ in zip(args, types, strict=True) if (found := self.values.needed(item, type_))), "")
        return found or (self.dice(args[0], types[0]) if verb == "roll" else "")

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
        return power_routine(Interpreter(self.table, Data()), thing, power)

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

    def result(self, value: Any, event: Any) -> str:
        """What the verb has given so far: of the type of what its routine returns."""
        paths: list[str | None] = []
        if event[0] in self.program.verbs:
            paths = [self.program.verbs[event[0]].routine]
        elif event[0] == "activate":
            paths = [self._text_of(event[3][0], event[3][1])]
        routines = [self.program.routines[path] for path in paths if path]
        given = [(routine, op.value) for routine in routines for op in routine.ops if isinstance(op, o.Return)]
        types = [self._returned(routine, value) for routine, value in given if value is not None]
        faults = [self.values.fault(value, type_) for type_ in types]
        return "" if "" in faults else faults[0] if faults else "this gives no result"

    def _returned(self, routine: Routine, value: c.Core) -> Type:
        found = routine.types[value.slot] if isinstance(value, c.Local) and value.slot < len(routine.types) else value.type
        return ANY if found.tag == "none" else found

    def dice(self, value: Any, shape: Type) -> str:
        found = self.values.needed(value, shape)
        dice = value if isinstance(value, list) else [value]
        if not found and not all(("_faces", die) in self.table.zone_number for die in dice):
            return f"{shown(value)} has no faces"
        return found
