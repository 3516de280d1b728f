"""What an ability reads and changes: the question behind "does their order matter?".

Contract: `footprints(program)` fills `reads` and `writes` of every watch. `+gold` in `writes` is a plain gain,
which commutes with other gains; any other name is a change that may not. A name behind a dot is a variable of the very thing
that bears the ability. `*` stands for anything: the text activates powers or moves things to places not known here.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.facts import facts_of
from rulekit.program.game import Program
from rulekit.program.order import Footprint

_EVERYTHING: Footprint = (frozenset({"*"}), frozenset({"*"}))


def footprints(program: Program) -> None:
    """Notes for each ability what it reads and what it changes."""
    known: dict[str, Footprint] = {}
    for watch in program.watches:
        watch.reads, watch.writes = _routine(watch.routine, program, known)


def _routine(path: str, program: Program, known: dict[str, Footprint]) -> Footprint:
    if path not in known:
        known[path] = (frozenset(), frozenset())  # a verb that comes back to itself adds nothing new
        reads: set[str] = set()
        writes: set[str] = set()
        for op in program.routines[path].ops:
            more = _operation(op, program, known)
            reads |= more[0]
            writes |= more[1]
        known[path] = (frozenset(reads), frozenset(writes))
    return known[path]


def _operation(op: o.Operation, program: Program, known: dict[str, Footprint]) -> Footprint:
    reads = _read(op, program)
    changes = facts_of(op).changes
    if changes == "*":
        return _EVERYTHING
    if isinstance(op, o.SetVar):
        return reads, frozenset({_named(op.var, op.owners)})
    if isinstance(op, o.Gain):
        return reads, _gained(op)
    if isinstance(op, o.Pay | o.AskTimes):
        return reads | {"*paid"}, frozenset({"*paid"}) | resources_in(op.cost)
    if changes.startswith("*"):
        return reads, frozenset({changes})
    if isinstance(op, o.CallVerb):
        path = program.verbs[op.verb].routine
        inner = _routine(path, program, known) if path else (frozenset(), frozenset())
        return reads | inner[0], inner[1]
    return reads, frozenset()


def _named(var: str, owners: tuple[c.Core, ...]) -> str:
    """A variable, with a dot if it is that of `this`: in a verb or a define nothing is."""
    return f".{var}" if owners and isinstance(owners[0], c.Local) and owners[0].slot == c.THIS else var


def _gained(op: o.Gain) -> frozenset[str]:
    names = resources_in(op.bundle)
    if not names:
        return frozenset({"*"})
    return frozenset(f"+{name}" for name in names) if op.mode == "gain" else names


def resources_in(node: Any) -> frozenset[str]:
    """The resources named in a bundle; empty if they are not known."""
    if isinstance(node, c.MakeBundle):
        return frozenset({node.resource.value}) if isinstance(node.resource, c.Const) else frozenset()
    if isinstance(node, c.Op):
        left, right = resources_in(node.left), resources_in(node.right)
        return left | right if node.op != "bundle*" else left
    return frozenset()


def _read(value: Any, program: Program, seen: set[str] | None = None) -> frozenset[str]:
    """The variables and zones that the expressions of an operation look at. Each define is looked into once, however
    many ways lead to it."""
    found: set[str] = set()
    seen = set() if seen is None else seen
    if isinstance(value, c.GetVar):
        found.add(value.var if seen else _named(value.var, value.owners))
    elif isinstance(value, c.ZoneOf | c.ZoneUnion):
        found.add("*zones")
    elif isinstance(value, c.GetStat):
        found.add("*")
    elif isinstance(value, c.CallDefine) and value.name not in seen:
        define = program.defines.get(value.name)
        seen.add(value.name)
        found |= _read(define.value, program, seen) if define is not None else set()
    elif isinstance(value, c.Supposed):
        found |= _routine(value.routine, program, {})[0]
    if is_dataclass(value) and isinstance(value, c.Core | o.Operation | o.OptionHead):
        for field in fields(value):
            found |= _read(getattr(value, field.name), program, seen)
    elif isinstance(value, tuple | list):
        for item in value:
            found |= _read(item, program, seen)
    return frozenset(found)
