"""What is said of an owner: `p's coin`, `its cost`, `your hand`, and the same of each thing of a list.

Contract: an attribute is a field, a stat, a variable, a zone, a thing of a player, a built-in such as `owner`, a part of a
record, or a define called with the owner; the first that fits, in this order.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.defines import define_of, given_zone, reads_order, reads_position
from rulekit.analysis.expressions.fitting import WRONG, first_copy, fit, items_of
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.facts import ATTRIBUTES, called
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n

_FEW = 8  # parts worth listing


@checks(n.Of)
def _of(cx: Checker, node: n.Of, env: Env) -> c.Core:
    owner = cx.check(node.owner, env)
    return attribute_of(cx, owner, node.name, node.span, env)


def attribute_of(cx: Checker, owner: c.Core, name: str, span: Span, env: Env) -> c.Core:
    if owner.type.tag == "any":
        return WRONG
    if owner.type.tag == "zone" and name == "owner":  # of the zone itself, not of each thing that lies there
        return c.Builtin("zone_owner", (owner,), type=t.PLAYER)
    if owner.type == t.ANY_ZONE:
        hint = f"name the kind: `{{card c in z}}'s {name}`"
        cx.sink.error("RK014", f"what lies in this zone is of no known kind, so it has no `{name}`", span, hint)
        return WRONG
    if owner.type.many:
        return _each_attribute(cx, owner, name, span, env)
    owner = first_copy(cx, owner)
    if isinstance(owner, c.Const) and owner.type.tag == "design":
        cx.sink.error("RK012", f"there may be several `{owner.value}`", span, "bind the one you mean to a name")
        return WRONG
    found = find_attribute(cx, owner, name, env, span)
    if found is None and cx.sink.is_unread(name):
        return WRONG
    if found is None:
        hint = _meant(cx, owner.type, name)
        cx.sink.error("RK014", f"{an(owner.type)} has no `{name}`", span, hint)
        return WRONG
    if isinstance(found, c.Owned) and not cx.names_copies and cx.program.designs[name].copies != 1:
        hint = "bind the one you mean to a name: `for each {0} x in all({1}) where x's owner == p`"
        several = f"there may be several `{name}` of one player"
        cx.sink.error("RK012", several, span, hint.format(cx.program.designs[name].kind, name))
        return WRONG
    return WRONG if isinstance(found, c.GetVar) and _half_named(cx, found, span) else found


def _half_named(cx: Checker, found: c.GetVar, span: Span) -> bool:
    """Is it told apart by more than is named? No value stands there."""
    var = cx.program.vars.get(found.var)
    if var is None or len(found.owners) == len(var.owners):
        return False
    message = f"`{found.var}` is of each {' and '.join(var.owners)}; which {var.owners[1]} is meant?"
    written = how_written(found.var, var.owners)
    hint = f"it is written `{written}`"
    if var.type == t.NUMBER:
        hint += f"; of all together `sum({written} for {var.owners[1]} x in all({var.owners[1]}))`"
    cx.sink.error("RK013", message, span, hint)
    return True


def how_written(name: str, owners: tuple[str, ...]) -> str:
    """How a variable or zone of some owners is asked for."""
    return f"{owners[0][0]}'s {name}" + ("(x)" if len(owners) > 1 else "")


def _each_attribute(cx: Checker, owner: c.Core, name: str, span: Span, env: Env) -> c.Core:
    source = items_of(owner)
    slot = env.temp(source.type.element)
    body = items_of(attribute_of(cx, c.Local(slot, type=source.type.element), name, span, env))
    if body is WRONG:
        return WRONG
    flat = body.type.many
    return c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))


def _meant(cx: Checker, type_: Type, name: str) -> str:
    """The nearest part that there is, else all that are declared if they are few."""
    if name in called():
        return f"it is written `{name}(...)`"
    for owners in (found.owners for found in (cx.program.vars.get(name), cx.program.zones.get(name)) if found is not None):
        if owners:
            return f"it is of each {' and '.join(owners)}, written `{how_written(name, owners)}`"
    own = [part for part in attribute_names(cx, type_) if not part.startswith("_")]
    few = f"it has {', '.join(own)}" if 0 < len(own) <= _FEW else ""
    always = [part for part, facts in ATTRIBUTES.items() if facts.of != "die"]
    return did_you_mean(name, [*own, *always, *cx.world.define_nodes]) or few


def attribute_names(cx: Checker, type_: Type) -> list[str]:
    """What is declared of something."""
    p = cx.program
    if type_.tag != "thing":
        return []
    kinds = cx.world.lineage(type_.name)
    fields = [f for k in kinds if k in p.kinds for f in (*p.kinds[k].fields, *p.kinds[k].stats)]
    owned = [v for v, d in p.vars.items() if d.owners and d.owners[0] in kinds]
    zones = [z for z, d in p.zones.items() if d.owners and d.owners[0] in kinds]
    return [*fields, *owned, *zones]


def find_attribute(cx: Checker, owner: c.Core, name: str, env: Env, span: Span) -> c.Core | None:
    if owner.type.tag == "record":
        return part_of(cx, owner, name)
    if owner.type.tag == "thing":
        found = _thing_attribute(cx, owner, name)
        if isinstance(found, c.Attr) and name == "position":
            reads_position(cx, owner, env)
        if found is not None:
            return found
    elif owner.type.tag == "values":
        found = _of_value(cx, owner, name)
        if found is not None:
            return found
    if name in cx.world.define_nodes:
        return call_define(cx, name, (owner,), span, env)
    return _amount_of_local(cx, owner, name, env)


def _of_value(cx: Checker, owner: c.Core, name: str) -> c.Core | None:
    """What is declared `of` the values that the owner is one of."""
    zone, var = cx.program.zones.get(name), cx.program.vars.get(name)
    if zone is not None and zone.owners[:1] == (owner.type.name,):
        return _owned_zone(cx, name, owner)
    if var is not None and var.owners == (owner.type.name,):
        return c.GetVar(name, (owner,), type=var.type)
    return None


def _amount_of_local(cx: Checker, owner: c.Core, name: str, env: Env) -> c.Core | None:
    """`p's r` where `r` is a local name for a resource: how much p has of it."""
    local = env.names.get(name)
    if local is None or local[1] != t.RESOURCE or owner.type.tag != "thing":
        return None
    env.used.add(local[0])
    lineage = cx.world.lineage(owner.type.name)
    found: c.Core = c.Const(0, type=t.NUMBER)
    for word, var in reversed(cx.program.resources().items()):
        if var.owners and _may_own(cx, lineage, owner.type.name, var.owners[0]):
            same = c.Op("==", c.Local(local[0], type=t.RESOURCE), c.Const(word, type=t.RESOURCE), type=t.YESNO)
            found = c.IfElse(same, _all_together(cx, word, owner, env), found, type=t.NUMBER)
    return found


def _all_together(cx: Checker, resource: str, owner: c.Core, env: Env) -> c.Core:
    """How much somebody has of a resource; of what is of a pair, that of all second owners."""
    owners = cx.program.vars[resource].owners
    if len(owners) == 1:
        return c.GetVar(resource, (owner,), type=t.NUMBER)
    type_ = owner_type(cx, owners[1])
    if owners[1] in cx.program.values:
        others: c.Core = c.Const(tuple(cx.program.values[owners[1]]), type=t.list_of(type_))
    else:
        every = "all_of_design" if owners[1] in cx.program.designs else "all_of_kind"
        others = c.Builtin(every, (), word=owners[1], type=t.list_of(type_))
    slot = env.temp(type_)
    each = c.GetVar(resource, (owner, c.Local(slot, type=type_)), type=t.NUMBER)
    return c.Fold("sum", others, slot, each, type=t.NUMBER)


def part_of(cx: Checker, owner: c.Core, name: str) -> c.Core | None:
    for index, (part, type_) in enumerate(cx.program.records[owner.type.name]):
        if part == name:
            return c.Part(owner, index, type=type_)
    return None


def _thing_attribute(cx: Checker, owner: c.Core, name: str) -> c.Core | None:
    p = cx.program
    lineage = cx.world.lineage(owner.type.name)
    for kind in lineage:
        if kind in p.kinds and name in p.kinds[kind].fields:
            return c.GetField(name, owner, type=p.kinds[kind].fields[name].type)
        if kind in p.kinds and name in p.kinds[kind].stats:
            return c.GetStat(f"{kind}.{name}", owner, type=p.kinds[kind].stats[name].type)
    if "die" in lineage and name in ("faces", "shown"):
        return _builtin_attribute(cx, owner, name, lineage)
    var = p.vars.get(name)
    if var is not None and var.owners and _may_own(cx, lineage, owner.type.name, var.owners[0]):
        return c.GetVar(name, (owner,), type=var.type)
    zone = p.zones.get(name)
    if zone is not None and zone.owners and _may_own(cx, lineage, owner.type.name, zone.owners[0]):
        return _owned_zone(cx, name, owner)
    design = p.designs.get(name)
    if design is not None and design.per_player and "player" in lineage:
        return c.Owned(name, owner, type=t.thing(design.kind))
    return _builtin_attribute(cx, owner, name, lineage)


def _may_own(cx: Checker, lineage: list[str], kind: str, owner: str) -> bool:
    return owner in lineage or owner == "thing" or _design_kind(cx, owner) in lineage


def _design_kind(cx: Checker, name: str) -> str:
    design = cx.program.designs.get(name)
    return design.kind if design else ""


def owner_type(cx: Checker, owner: str) -> Type:
    """The type of those that own something: of a kind, of `values`, of things of one name."""
    return cx.world.kind_type(owner) or t.thing(_design_kind(cx, owner) or "thing")


def _owned_zone(cx: Checker, name: str, owner: c.Core) -> c.Core:
    element = zone_element(cx, name)
    if len(cx.program.zones[name].owners) > 1:
        return c.ZoneUnion(name, owner, type=t.list_of(element))
    return c.ZoneOf(name, (owner,), type=Type("zone", "", element))


def _builtin_attribute(cx: Checker, owner: c.Core, name: str, lineage: list[str]) -> c.Core | None:
    facts = ATTRIBUTES.get(name)
    if facts is None or (facts.of != "thing" and facts.of not in lineage):
        return None
    if name == "faces":
        return c.ZoneOf("_faces", (owner,), type=Type("zone", "", face_type(cx)))
    if name == "shown":
        return c.GetVar("_shown", (owner,), type=face_type(cx))
    return c.Attr(name, owner, type=_board_cell(cx) if name == "cell" else facts.type)


def _board_cell(cx: Checker) -> Type:
    """The type of a cell: the one kind of cell that boards use, if there is only one."""
    kinds = {board.cell_kind for board in cx.program.boards.values()}
    return t.thing(kinds.pop()) if len(kinds) == 1 else t.CELL


def face_type(cx: Checker) -> Type:
    """What may lie on dice: the outermost kind of the declared faces, because others of it may be put in their place."""
    found: Type | None = None
    for design in cx.program.designs.values():
        for _, face in design.faces:
            if face in cx.program.designs:
                kind = t.thing(cx.program.designs[face].kind)
                found = kind if found is None else t.join(found, kind, cx.program.parents)
    if found is None or found.name == "thing":
        return t.THING
    return t.thing([k for k in cx.world.lineage(found.name) if k != "thing"][-1])


def zone_element(cx: Checker, name: str) -> Type:
    holds = cx.program.zones[name].holds
    found = t.thing(holds[0]) if holds else t.THING
    for kind in holds[1:]:
        found = t.join(found, t.thing(kind), cx.program.parents)
    return found


def call_define(cx: Checker, name: str, args: tuple[c.Core, ...], span: Span, env: Env) -> c.Core:
    define = define_of(cx, name, span)
    if define is None:
        return WRONG
    if len(args) != len(define.params):
        cx.sink.error("RK013", f"`{name}` takes {_values(len(define.params))}, not {len(args)}", span)
        return WRONG
    fitted = []
    for arg, param in zip(args, define.params, strict=True):
        arg = fit(cx, arg, param.type)
        if not t.fits(arg.type, param.type, cx.program.parents):
            if len(args) == 1 and arg.type.many and t.fits(arg.type.element, param.type, cx.program.parents):
                return _each_attribute(cx, arg, name, span, env)
            cx.sink.error("RK012", f"`{param.name}` of `{name}` is {an(param.type)}, this is {an(arg.type)}", span)
        fitted.append(arg)
    for zone in cx.world.define_orders.get(name, ()):
        given = given_zone(zone, define.params, fitted)
        if given is not None:
            reads_order(cx, given, env)
    return c.CallDefine(name, tuple(fitted), type=define.type)


def power_of(cx: Checker, type_: Type, name: str, span: Span) -> Any:
    """The declaration of a power that a thing of that type may have."""
    kind = type_.element if type_.many else type_
    if kind.tag != "thing":
        return None
    lineage = cx.world.lineage(kind.name)
    family = lineage if kind.name != "thing" else list(cx.program.kinds)
    for word in [*family, *cx.world.descendants(kind.name)]:
        found = cx.program.kinds[word].powers.get(name) if word in cx.program.kinds else None
        if found is not None:
            return found
    known = [p for k in family if k in cx.program.kinds for p in cx.program.kinds[k].powers]
    cx.world.unknown(f"power of {an(kind)}", name, span, known, "RK031")
    return None


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"
