"""The types of what verbs and powers give, in the locals that take it.

Contract: run once everything is lowered. While a text is checked the result of a verb fits everywhere, since the verb may
come later; here each local that takes one gets the type of what the routines return that may have been called. So does a local
that begins as an empty list and is set to another later: worlds drawn anew rename things by these types. Only the types of
locals change. What leads back to itself stays `any`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Program
from rulekit.program.ops import Routine
from rulekit.program.types import ANY, NONE, Type, join


def type_results(program: Program) -> None:
    """Fills in the types of locals that take results, and of locals that are set to those."""
    changed = True
    while changed:
        changed = False
        for routine in program.routines.values():
            for place, op in enumerate(routine.ops):
                if isinstance(op, o.TakeResult | o.Let) and _open(routine.types[op.slot]):
                    found = _taken(program, routine, place)
                    if not _open(found) and found.tag != "none":
                        routine.types[op.slot] = found
                        changed = True


def _open(type_: Type) -> bool:
    """Is it not known yet? So it is with the empty list that a local begins with."""
    return type_.tag == "any" or (type_.tag == "list" and _open(type_.element))


def _taken(program: Program, routine: Routine, place: int) -> Type:
    op = routine.ops[place]
    if isinstance(op, o.Let):
        return _type(op.value, routine)
    found = NONE
    for called in _called(program, routine.ops[place - 1]):
        for value in (each.value for each in called.ops if isinstance(each, o.Return) and each.value is not None):
            type_ = _type(value, called)
            found = ANY if type_.tag == "any" else join(found, type_, program.parents)
            if found.tag == "any":
                return ANY
    return found


def _called(program: Program, op: o.Operation) -> Iterator[Routine]:
    """The routines whose result may be taken after an operation."""
    if isinstance(op, o.CallVerb):
        path = program.verbs[op.verb].routine
        if path:
            yield program.routines[path]
    elif isinstance(op, o.Activate):
        texts = [kind.texts for kind in program.kinds.values()] + [design.texts for design in program.designs.values()]
        for powers in texts:
            if op.power in powers:
                yield program.routines[powers[op.power]]


def _type(value: c.Core, routine: Routine) -> Type:
    if isinstance(value, c.Local) and value.slot < len(routine.types):
        return routine.types[value.slot]
    return value.type
