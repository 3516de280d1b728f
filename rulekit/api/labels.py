"""What players call the things that a view names."""

from __future__ import annotations

from rulekit.program.game import Head, Program


def label(program: Program, name: str, lang: str) -> str:
    """The label of a thing, zone, variable, resource or word; of `ann.hand` that of the zone, of `mine#2` that of the thing."""
    last = name.rpartition(".")[2].partition("#")[0]
    return _head(program, last).label(lang)


def _head(program: Program, name: str) -> Head:
    design = program.designs.get(name)
    if design is not None:
        return design.head
    for declared in (program.zones, program.vars):
        if name in declared:
            return declared[name].head
    return program.members.get(name) or Head(name)
