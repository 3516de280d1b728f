"""Defines, checked on first use.

Contract: `define_of` gives a define with its type, whatever the order of the text; a circle is reported. What a define
reads of the order of zones is noted, so that whoever calls it can fix that order first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.fitting import items_of, want
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import DefineDef, Head, ParamDef
from rulekit.program.limits import DEFINES_MAX
from rulekit.program.ops import Routine
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk

_AT_ONCE = 20  # defines in the middle of which another is checked; more would exhaust the stack

OPEN = ("everyone", "top", "face_up")  # ways to be seen in which a shuffle fixes the order at once


def ordered(cx: Checker, source: c.Core, span: Span, env: Env) -> None:
    """Nobody may ask for a place in a zone that nobody sees: after a shuffle it has no order until it is drawn."""
    zone = source.zone if isinstance(source, c.Items) else source
    if isinstance(zone, c.ZoneOf) and cx.program.zones[zone.zone].seen == "nobody":
        cx.world.ordered.append((zone.zone, span))
    reads_order(cx, source, env)


def reads_order(cx: Checker, source: c.Core, env: Env) -> None:
    """The order of a zone must be fixed before it is read, whatever way the zone came here."""
    for zone in _zones_of(cx, source):
        if isinstance(zone, c.ZoneOf) and cx.program.zones[zone.zone].seen in OPEN:
            continue
        if env.flows:
            env.routine.ops.append(o.Settle(zone, span=cx.current))
        elif cx.world.checking:
            cx.world.define_orders.setdefault(cx.world.checking[-1], []).append(zone)


def _zones_of(cx: Checker, source: c.Core) -> Iterator[c.Core]:
    """The zones in whose order a list lies, through conditions, sums of lists and defines."""
    while isinstance(source, c.Keep | c.Each | c.Rank):
        source = source.source
    if isinstance(source, c.Op) and source.op.startswith("list"):
        yield from _zones_of(cx, source.left)
        yield from _zones_of(cx, source.right)
    elif isinstance(source, c.IfElse):
        yield from _zones_of(cx, source.yes)
        yield from _zones_of(cx, source.no)
    elif isinstance(source, c.CallDefine):
        for zone in zones_of_define(cx, source.name):
            given = given_zone(zone, cx.program.defines[source.name].params, source.args)
            if given is not None:
                yield given
    elif isinstance(source, c.ZoneUnion):  # whose they are is not known before
        yield c.ZoneOf(source.zone, (c.Const(None),), type=t.ANY_ZONE)
    else:
        zone = source.zone if isinstance(source, c.Items) else source
        if zone.type.tag == "zone":
            yield zone


def zones_of_define(cx: Checker, name: str) -> list[c.Core]:
    """Those of a define, each once: one that names another twice does not double them."""
    known = cx.world.define_lists
    if name not in known:
        known[name] = []
        value = cx.program.defines[name].value
        for zone in _zones_of(cx, value) if value is not None and value.type.many else ():
            if zone not in known[name]:
                known[name].append(zone)
    return known[name]


def given_zone(zone: c.Core, params: Sequence[ParamDef], args: Sequence[c.Core]) -> c.Core | None:
    """A zone that a define reads, with the values that it is given in place of its own names; None if it is a name that the
    define binds inside. Where it is not known whose zone it is, it may be anybody's."""
    known: dict[int, c.Core] = {param.slot: arg for param, arg in zip(params, args, strict=True)}
    if isinstance(zone, c.Local):
        return known.get(zone.slot)
    if isinstance(zone, c.ZoneOf):
        nobody = c.Const(None)
        owners = (known.get(one.slot, nobody) if isinstance(one, c.Local) else nobody for one in zone.owners)
        return replace(zone, owners=tuple(owners))
    return None


def reads_position(cx: Checker, owner: c.Core, env: Env) -> None:
    """The place of a thing: every zone in which it may lie must have an order."""
    for name, zone in cx.program.zones.items():
        if zone.seen not in OPEN and any(t.fits(t.thing(kind), owner.type, cx.program.parents) for kind in zone.holds):
            nobody = tuple(c.Const(None) for _ in zone.owners)
            reads_order(cx, c.ZoneOf(name, nobody, type=t.ANY_ZONE), env)


# ---------- defines ----------
def define_of(cx: Checker, name: str, span: Span) -> DefineDef | None:
    """A define, checked on first use, so that the order of the text does not matter."""
    cx.world.leaned[name] = None
    found = cx.program.defines.get(name)
    if found is not None:
        return found
    if name in cx.world.checking:
        cycle = " -> ".join([*cx.world.checking[cx.world.checking.index(name) :], name])
        cx.sink.error("RK030", f"`{name}` is defined by itself", span, f"the circle: {cycle}")
        return None
    if len(cx.world.checking) >= DEFINES_MAX:
        cx.sink.error("RK003", f"more than {DEFINES_MAX} defines lean on each other", span, "shorten the chain")
        return None
    if len(cx.world.checking) == _AT_ONCE:  # a long chain is checked from its other end
        for other in _leaned_on(cx, name):
            _checked(cx, other)
    return _checked(cx, name)


def _leaned_on(cx: Checker, name: str) -> list[str]:
    """The defines that one leans on, directly or not, and that are not checked yet: each after those it leans on."""
    seen, found = {name, *cx.world.checking}, list[str]()
    waiting = [(name, _named_in(cx, name))]
    while waiting:
        at, names = waiting[-1]
        other = next((word for word in names if word not in seen and word not in cx.program.defines), None)
        if other is not None:
            seen.add(other)
            waiting.append((other, _named_in(cx, other)))
            continue
        waiting.pop()
        if at != name:
            found.append(at)
    return found


def _named_in(cx: Checker, name: str) -> Iterator[str]:
    """The defines whose names stand in the text of one; a local of that name does no harm."""
    nodes = cx.world.define_nodes
    return (part.name for part in walk(nodes[name]) if isinstance(part, n.Name) and part.name in nodes)


def _checked(cx: Checker, name: str) -> DefineDef:
    node, kept = cx.world.define_nodes[name], cx.world.kept
    return _define(cx, name, node) if kept is None else kept.define(cx, node, lambda: _define(cx, name, node))


def _define(cx: Checker, name: str, node: n.Define) -> DefineDef:
    cx.world.checking.append(name)
    routine = Routine(f"define/{name}")
    env = Env(routine)
    params = tuple(_param(cx, p, env) for p in node.params)
    value = items_of(cx.check(node.value, env))
    cx.world.checking.pop()
    head = Head(name, node.labels, node.tags, node.span)
    cx.program.defines[name] = DefineDef(head, params, value, value.type, routine.size)
    return cx.program.defines[name]


def _param(cx: Checker, node: n.Param, env: Env) -> ParamDef:
    type_ = cx.world.type_of(node.type)
    default = want(cx, node.default, env, type_) if node.default is not None else None
    return ParamDef(node.name, type_, node.prep, default, env.bind(node.name, type_))
