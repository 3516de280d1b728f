"""Two-sided things: a kind with a field `back` of its own kind.

Contract: `other_sides` gives the other side its `back` where only one of the two names it, and reports a side that two name.
`sides_of` says whether things of a type have another side, and `own_values` what goes with a thing when it is turned over.
"""

from __future__ import annotations

from rulekit.program import core as c
from rulekit.program.game import Program
from rulekit.program.types import Type, is_kind, thing
from rulekit.sources.diagnostics import Label, Sink

BACK = "back"


def sides_of(program: Program, type_: Type) -> bool:
    """Do things of this type have another side?"""
    return type_.tag == "thing" and any(
        is_kind(type_.name, kind, program.parents)
        and BACK in definition.fields
        and definition.fields[BACK].type.tag == "thing"
        and is_kind(definition.fields[BACK].type.name, kind, program.parents)
        for kind, definition in program.kinds.items()
    )


def other_sides(program: Program, sink: Sink) -> None:
    """The other side knows this one. A thing is the other side of one alone."""
    fronts: dict[str, str] = {}
    for name, design in program.designs.items():
        back = design.fields.get(BACK)
        if isinstance(back, c.TheThing) and sides_of(program, thing(design.kind)):
            front = fronts.setdefault(back.design, name)
            if front != name:
                label = Label(program.designs[front].head.span, "here")
                message = f"`{back.design}` is the other side of `{front}` already"
                sink.error("RK011", message, design.head.span, "each side has a thing of its own", (label,))
            program.designs[back.design].fields.setdefault(BACK, c.TheThing(name, type=thing(design.kind)))


def own_values(program: Program, kind: str) -> list[str]:
    """The variables and resources that each thing of a kind has for itself."""
    return [
        name
        for name, var in program.vars.items()
        if len(var.owners) == 1 and var.owners[0] in program.parents and is_kind(kind, var.owners[0], program.parents)
    ]
