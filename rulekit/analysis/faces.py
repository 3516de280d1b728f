"""What the text of one declaration can see of the others.

Contract: two checks in which the faces of all declarations are the same say the same of a text that is the same. A face is what
is known once everything is declared and no text is checked yet: types, owners and signatures, not what texts make of them, and
no places. Parts of a kind have faces of their own, so that a key in one field concerns the texts that name that field alone.
`changed` gives the words by which a text could see what is no longer the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.program.game import KindDef, Program, VarDef, ZoneDef
from rulekit.syntax import nodes as n

if TYPE_CHECKING:
    from rulekit.analysis.context import Checker

Key = tuple[str, str]  # a sort of face, and a name
Faces = dict[Key, object]
_SEEN_BY_NAME = (
    "Verb",
    "Thing",
    "Define",
    "part",
    "left out",
    "required",
    "variable",
    "option",
)  # by texts with their name in them only
_OF_THE_PROGRAM = (n.Kind, n.StatOf, n.Var, n.Resource, n.Zone, n.Values, n.Record, n.OptionDecl)
_SEEN_BY_NONE = (n.Rule, n.Invariant, n.Example)


def faces(cx: Checker, decls: Sequence[n.Decl]) -> Faces:
    """Everything that is declared, as texts see it."""
    found: Faces = dict(_of_all(cx))
    for decl in decls:
        if not isinstance(decl, (*_OF_THE_PROGRAM, *_SEEN_BY_NONE)):
            found[type(decl).__name__, decl.name] = _of_decl(cx.program, decl)
        elif isinstance(decl, n.Kind):
            found.update(_left_out(decl))
    for name, kind in cx.program.kinds.items():
        found["kind", name] = _of_kind(cx.program, name, kind)
        found["required", name] = _required(cx, name)
        found.update(_parts(name, kind))
    for name, var in cx.program.vars.items():
        found.update(_of_var(name, var))
    for name, zone in cx.program.zones.items():
        found["zone", name] = _of_zone(zone)
    for name, (_, type_, _) in cx.program.options.items():
        found["option", name] = type_
    return found


def changed(new: Faces, old: Faces) -> frozenset[str] | None:
    """The names of what is not what it was; None if something is not that texts see without naming it."""
    found = set(new.keys() ^ old.keys())
    found |= {key for key, face in new.items() if key in old and face is not old[key] and face != old[key]}
    if any(sort not in _SEEN_BY_NAME for sort, _ in found):
        return None
    return frozenset(name.rpartition("'s ")[2] for _, name in found)


def _of_all(cx: Checker) -> Iterator[tuple[Key, object]]:
    """What is seen without a name: whether payments are moments, what lies on dice, which of several comes first."""
    from rulekit.analysis.expressions.attributes import face_type

    program = cx.program
    yield ("", "payments"), "pay" in program.verbs
    yield ("", "faces"), face_type(cx)
    yield ("", "kinds"), tuple(program.kinds)
    yield ("", "values"), tuple(program.values.items())
    yield ("", "records"), tuple(program.records.items())


def _of_decl(program: Program, decl: n.Decl) -> object:
    """Of one that nothing is known of, all that is written."""
    if isinstance(decl, n.Verb):
        return (decl.params, decl.block is None)
    if isinstance(decl, n.Define):
        return ()  # what it gives is known when its text is checked
    if isinstance(decl, n.Actor):
        return None
    design = program.designs.get(decl.name) if isinstance(decl, n.Thing) else None
    if design is not None:
        return (design.kind, design.per_player, design.copies, design.starts, design.starts_with, design.faces)
    return decl


def _of_kind(program: Program, name: str, kind: KindDef) -> object:
    return (program.parents.get(name), kind.works, program.kind_starts.get(name))


def _parts(owner: str, kind: KindDef) -> Iterator[tuple[Key, object]]:
    for field in kind.fields.values():
        yield ("part", f"{owner}'s {field.name}"), ("field", field.type, field.link)
    for stat in kind.stats.values():
        yield ("part", f"{owner}'s {stat.name}"), ("stat", stat.type)
    for power in kind.powers.values():
        yield ("part", f"{owner}'s {power.name}"), ("power", [(param.name, param.type, param.prep) for param in power.params])


def _left_out(decl: n.Kind) -> Iterator[tuple[Key, object]]:
    """What stands for values that a power is not given."""
    for item in decl.items:
        if isinstance(item, n.PowerDecl):
            yield ("left out", f"{decl.name}'s {item.name}"), [param.default for param in item.params]


def _required(cx: Checker, kind: str) -> list[str]:
    """What a thing of the kind must have is looked for in its text, which need not name it; the nearest kind decides."""
    found: dict[str, bool] = {}
    for word in cx.world.lineage(kind):
        for field in cx.program.kinds[word].fields.values() if word in cx.program.kinds else ():
            found.setdefault(field.name, field.required)
    return [name for name, required in found.items() if required]


def _of_var(name: str, var: VarDef) -> Iterator[tuple[Key, object]]:
    """Resources are also asked for all together, and variables that last end with a scope that has its own name."""
    sort = "resource" if var.resource else "variable"
    yield (sort, name), (var.type, var.owners, var.secret, var.floor, var.unspendable)
    if var.lasts is not None:
        yield ("lasting", name), var.lasts


def _of_zone(zone: ZoneDef) -> object:
    return (zone.owners, zone.holds, zone.seen, zone.reshuffles)
