"""Kinds, with their fields, stats and powers.

Contract: each kind has its parents, without a circle; values and texts wait for `thing_texts.py`.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker
from rulekit.analysis.declarations.heads import head_of, words
from rulekit.analysis.declarations.variables import add_var
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.game import (
    FieldDef,
    Head,
    KindDef,
    ParamDef,
    PowerDef,
    StatDef,
)
from rulekit.program.limits import KINDS_MAX
from rulekit.syntax import nodes as n

_SHOWN = 12  # kinds of a circle that are told


def declare_kind_name(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.Kind):
        parent = decl.parent or "thing"
        cx.program.parents[decl.name] = parent
        cx.program.kinds[decl.name] = KindDef(head_of(decl), parent)
    elif isinstance(decl, n.Actor):
        cx.program.actors[decl.name] = (head_of(decl), None)


def check_parent(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.Kind) and decl.parent is not None and decl.parent not in cx.program.parents:
        cx.world.unknown("kind", decl.parent, decl.span, cx.program.parents, "RK015")
        _orphan(cx, decl.name)
    if isinstance(decl, n.Kind):
        _no_circle(cx, decl)
    if isinstance(decl, n.Thing) and decl.kind not in cx.program.parents:
        cx.sink.unread.add(decl.name)  # its kind is reported; what the thing would have been is not missed besides
    if isinstance(decl, n.OptionDecl):
        type_ = cx.world.type_of(decl.type)
        cx.program.options[decl.name] = (head_of(decl), type_, None)


def _no_circle(cx: Checker, decl: n.Kind) -> None:
    """Each kind is climbed once, up to one whose depth is known: a long chain takes no more than its length."""
    depths, parents = cx.world.depths, cx.program.parents
    way: dict[str, None] = {}
    at: str | None = decl.name
    while at is not None and at not in depths and at not in way:
        way[at] = None
        at = parents.get(at)
    climbed = list(way)
    if at in way:
        _cut_circle(cx, climbed[climbed.index(at) :])
    for kind in reversed(climbed):
        depths[kind] = depths.get(parents.get(kind) or "", 0) + 1
        if depths[kind] > KINDS_MAX:
            message, hint = f"more than {KINDS_MAX:,} kinds stand one under the other", "leave some of them out"
            cx.sink.error("RK003", message, cx.program.kinds[kind].head.span.word(kind), hint)
            _orphan(cx, kind)


def _cut_circle(cx: Checker, circle: list[str]) -> None:
    kind = circle[0]
    shown = [*circle[:_SHOWN], "..."] if len(circle) > _SHOWN else circle
    hint = f"the circle: {' -> '.join([*shown, kind])}"
    cx.sink.error("RK016", f"`{kind}` is a kind of itself", cx.program.kinds[kind].head.span.word(kind), hint)
    _orphan(cx, kind)


def _orphan(cx: Checker, kind: str) -> None:
    """A kind whose parent is reported goes on as if it had none."""
    cx.program.parents[kind] = cx.program.kinds[kind].parent = None if kind == "thing" else "thing"
    cx.world.depths[kind] = 2


# ---------- kinds ----------
def declare_kind(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.StatOf) and decl.kind in cx.program.kinds:
        type_ = cx.world.type_of(decl.type)
        stat = StatDef(decl.name, decl.kind, type_, c.Const(t.empty_of(type_), type=type_), 2)
        cx.program.kinds[decl.kind].stats[decl.name] = stat
    if not isinstance(decl, n.Kind):
        return
    kind = cx.program.kinds[decl.name]
    for item in decl.items:
        _part_heads(cx, decl, item)
        if isinstance(item, n.Field):
            _field(cx, kind, item)
        elif isinstance(item, n.Var):
            _kind_var(cx, decl.name, item)
        elif isinstance(item, n.Stat):
            type_ = cx.world.type_of(item.type)
            kind.stats[item.name] = StatDef(item.name, decl.name, type_, c.Const(t.empty_of(type_), type=type_), 2)
        elif isinstance(item, n.PowerDecl):
            kind.powers[item.name] = PowerDef(item.name, _params(cx, item.params))
        elif isinstance(item, n.Prop) and item.name == "works":
            kind.works = words(item)
        elif isinstance(item, n.Prop) and item.name == "starts" and words(item):
            cx.program.kind_starts[decl.name] = words(item)[0]
        elif isinstance(item, n.Prop) and item.name != "copies":
            _inherited(cx, kind, item)


def _part_heads(cx: Checker, decl: n.Kind, item: n.Node) -> None:
    if isinstance(item, n.Field | n.Stat | n.PowerDecl) and item.labels:
        for name in item.names if isinstance(item, n.Field) else (item.name,):
            cx.program.parts[decl.name, name] = Head(name, item.labels, decl.tags, item.span)


def _field(cx: Checker, kind: KindDef, item: n.Field) -> None:
    type_ = cx.world.type_of(item.type)
    for name in item.names:
        kind.fields[name] = FieldDef(name, type_, None, item.link, item.span, item.required)


def _inherited(cx: Checker, kind: KindDef, item: n.Prop) -> None:
    """A kind may give a field of its parents a value for all its things."""
    for name in cx.world.lineage(kind.head.name)[1:]:
        field = cx.program.kinds[name].fields.get(item.name)
        if field is not None:
            kind.fields[item.name] = FieldDef(item.name, field.type, None, field.link, item.span)
            return
    known = [f for k in cx.world.lineage(kind.head.name) for f in cx.program.kinds[k].fields]
    cx.world.unknown("property of a kind", item.name, item.span, ("works", "copies", "starts", *known), "RK014")


def _kind_var(cx: Checker, kind: str, item: n.Var) -> None:
    for name in item.names:
        old = cx.program.vars.get(name)
        if old is not None and old.owners[:1] != (kind,):
            cx.sink.error("RK011", f"`{name}` is declared twice", item.span, f"`{old.head.span}` declares it too")
        add_var(cx, name, item, (kind,))


def _params(cx: Checker, nodes: tuple[n.Param, ...]) -> tuple[ParamDef, ...]:
    return tuple(ParamDef(p.name, cx.world.type_of(p.type), p.prep) for p in nodes)
