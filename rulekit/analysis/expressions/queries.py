"""Lists, queries and amounts.

Contract: `bind_query` binds the name of a query in the environment that it is given, so that what follows can read it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import condition, place_in, within
from rulekit.analysis.expressions.fitting import WRONG, fit, items_of, suited, want, want_list
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.facts import FUNCTIONS
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


def bind_query(cx: Checker, node: n.Query, env: Env, *, asked: bool = False) -> tuple[c.Core, int, Type]:
    """The kept list, the slot of the bound name, and its type. The name lives in `env` afterwards, and so do the names that
    its condition gives: who goes on with `env` sets them first. `asked`: somebody chooses, and none is nothing to choose."""
    source = want_list(cx, node.source, env)
    kind, element = _kept(cx, source, node)
    if asked and kind is None and element.tag == "thing" and not _surely_things(cx, source):
        kind = element.name
    slot = env.bind(node.name, element, node.span)
    where = condition(cx, node.where, env) if node.where is not None else None
    if kind is None and where is None:
        return source, slot, element
    return c.Keep(source, slot, kind, where, type=t.list_of(element)), slot, element


def of_kind(cx: Checker, source: c.Core, node: n.Query, env: Env) -> c.Core:
    """A list without what is not of the kind that a query names."""
    kind, element = _kept(cx, source, node)
    return source if kind is None else c.Keep(source, env.temp(element), kind, None, type=t.list_of(element))


def _kept(cx: Checker, source: c.Core, node: n.Query) -> tuple[str | None, Type]:
    """The kind that things are asked for, if some may be no such, and what a query gives."""
    if node.kind is None:
        return None, source.type.element
    return _narrow(cx, source, cx.world.type_of(n.TypeName(node.kind, span=node.span)), node.span)


def _narrow(cx: Checker, source: c.Core, wanted: Type, span: Span) -> tuple[str | None, Type]:
    given = source.type.element
    if wanted.tag == "any":
        return None, given
    if not t.fits(given, wanted, cx.program.parents):
        cx.sink.error("RK012", f"this list holds {given}, never {wanted}", span)
        return None, t.ANY
    if given.tag == "thing" and wanted.tag == "thing" and not cx.world.is_kind(given.name, wanted.name):
        return wanted.name, wanted
    if given.tag == "thing" and not _surely_things(cx, source):
        return wanted.name, given  # none is of no kind
    return (wanted.name if given.tag == "any" and wanted.tag == "thing" else None), (wanted if given.tag == "any" else given)


def without_none(cx: Checker, source: c.Core, env: Env) -> c.Core:
    """A list of things as far as they are there."""
    if source.type.element.tag != "thing" or _surely_things(cx, source):
        return source
    return c.Keep(source, env.temp(source.type.element), source.type.element.name, None, type=source.type)


def _surely_things(cx: Checker, source: c.Core) -> bool:
    """Does a list hold things and never none, by what it is made of? Nobody knows what variables and locals hold."""
    match source:
        case c.Items() | c.ZoneUnion() | c.Keep(kind=str()):
            return True
        case c.Keep() | c.Rank():
            return _surely_things(cx, source.source)
        case c.MakeList():
            return all(isinstance(item, c.TheThing) for item in source.items)
        case c.Builtin():
            given = [arg for arg in source.args if arg.type.many] if FUNCTIONS[source.name].keeps_items else []
            return all(_surely_things(cx, arg) for arg in given)
        case c.CallDefine():
            define = cx.program.defines.get(source.name)
            return define is not None and define.value is not None and _surely_things(cx, define.value)
        case c.Op(op="list-"):
            return _surely_things(cx, source.left)
        case c.Op():
            return _surely_things(cx, source.left) and _surely_things(cx, source.right)
        case c.IfElse():
            return _surely_things(cx, source.yes) and _surely_things(cx, source.no)
    return False


@checks(n.ListOf)
def _list_of(cx: Checker, node: n.ListOf, env: Env) -> c.Core:
    items = [cx.check(i, env) for i in node.items]
    if len(items) == 1 and items[0].type.tag == "zone":
        return c.MakeList((items[0],), type=t.list_of(items[0].type))
    if any(i.type.tag == "design" for i in items):
        items = [fit(cx, i, t.DESIGN) for i in items]
    element: Type = t.NONE if not items else items[0].type
    for item in items[1:]:
        element = _join_zones(cx, element, item.type)
    element = t.ANY if element.tag == "none" else element
    return c.MakeList(tuple(items), type=t.list_of(element))


def _join_zones(cx: Checker, a: Type, b: Type) -> Type:
    if a.tag == b.tag == "zone":
        return Type("zone", "", t.join(a.element, b.element, cx.program.parents))
    return t.join(a, b, cx.program.parents)


@checks(n.Filter)
def _filter(cx: Checker, node: n.Filter, env: Env) -> c.Core:
    source, slot, _ = bind_query(cx, node.query, env.child())
    env.used.add(slot)  # `{card c in L}` keeps a kind; its name need not be read
    return source


@checks(n.Comprehension)
def _comprehension(cx: Checker, node: n.Comprehension, env: Env) -> c.Core:
    inner = env.child()
    source, slot, _ = bind_query(cx, node.query, inner)
    body = within(inner.named, items_of(cx.check(node.value, inner)))
    flat = body.type.many
    return c.Each(source, slot, body, flat, type=t.list_of(body.type.element if flat else body.type))


@checks(n.Aggregate)
def _aggregate(cx: Checker, node: n.Aggregate, env: Env) -> c.Core:
    inner = env.child()
    source, slot, element = bind_query(cx, node.query, inner)
    if node.by:
        return _ranked(cx, node, source, slot, element, inner)
    if node.function in ("highest", "lowest", "sorted"):
        cx.sink.error("RK013", f"`{node.function}` needs `by`", node.span, f"{node.function}(x in L by ...)")
        return WRONG
    if node.function in ("count", "some"):
        env.used.add(slot)
        return c.Fold(node.function, source, slot, None, type=t.NUMBER if node.function == "count" else t.YESNO)
    if node.value is None:
        cx.sink.error("RK013", f"`{node.function}` needs `for`", node.span, f"{node.function}(... for x in L)")
        return WRONG
    wanted = t.YESNO if node.function == "every" else t.NUMBER
    value = cx.check(node.value, inner)
    if node.function == "sum" and value.type.tag in ("bundle", "dice"):
        return c.Fold("sum " + value.type.tag, source, slot, within(inner.named, value), type=value.type)
    body = within(inner.named, suited(cx, node.value, value, wanted, f"`{node.function}`"))
    return c.Fold(node.function, source, slot, body, type=wanted)


def _ranked(cx: Checker, node: n.Aggregate, source: c.Core, slot: int, element: Type, env: Env) -> c.Core:
    return c.Rank(node.function, source, slot, order_keys(cx, node.by, env), node.down, type=t.list_of(element))


def order_keys(cx: Checker, nodes: Sequence[n.Expr], env: Env) -> tuple[c.Core, ...]:
    """What a list is ordered by: a member of `values` goes by its place among them, as they are declared."""
    found = []
    for node in nodes:
        key = within(env.named, cx.check(node, env))
        if key.type.tag not in ("number", "yesno", "any", "values", "text", "design"):
            cx.sink.error("RK012", f"{an(key.type)} has no order", node.span, "compare by a number")
        found.append(place_among(cx, key, env) if key.type.tag == "values" else key)
    return tuple(found)


def place_among(cx: Checker, value: c.Core, env: Env) -> c.Core:
    """The place of a member of `values` among all of them: 0 for none."""
    members = c.Const(tuple(cx.program.values[value.type.name]), type=t.list_of(value.type))
    return place_in(value, members, env)


@checks(n.Amount)
def _amount(cx: Checker, node: n.Amount, env: Env) -> c.Core:
    if not node.name and node.per is not None:
        count = want(cx, node.count, env, t.NUMBER, "a number")
        return c.Op("*", count, _times_per(cx, node.per, env), type=t.NUMBER)
    resource = cx.world.resource(node.name)
    if resource is None:
        _no_resource(cx, node)
        return WRONG
    count = want(cx, node.count, env, t.NUMBER, "an amount")
    if node.per is not None:
        count = c.Op("*", count, _times_per(cx, node.per, env), type=t.NUMBER)
    holder = _holder(cx, node, resource, env)
    return c.MakeBundle(count, c.Const(resource, type=t.RESOURCE), holder, type=t.BUNDLE)


def _holder(cx: Checker, node: n.Amount, resource: str, env: Env) -> c.Core | None:
    """Who has the amount, besides the one who gains or pays: the thing or value that is named, or both owners of a pair."""
    owners = cx.program.vars[resource].owners
    wanted = owners[1:] if len(owners) > 1 and owners[0] == "player" else owners
    if node.holder is None:
        if len(owners) > 1:
            hint = f"name what it is of: `1 {resource}({', '.join(owner[0] for owner in wanted)})`"
            cx.sink.error("RK013", f"`{resource}` is of each {' and '.join(owners)}", node.span, hint)
        return None
    if len(wanted) < 2:
        type_ = cx.world.kind_type(wanted[0]) if wanted else None
        return want(cx, node.holder, env, type_, f"`{resource}`") if type_ is not None else cx.check(node.holder, env)
    given = node.holder.items if isinstance(node.holder, n.ListOf) else (node.holder,)
    if len(given) != len(wanted):
        cx.sink.error("RK013", f"`{resource}` is of each {' and '.join(owners)}", node.span, "name both of them in brackets")
        return WRONG
    types = [cx.world.kind_type(owner) or t.ANY for owner in wanted]
    items = tuple(want(cx, item, env, type_, f"`{resource}`") for item, type_ in zip(given, types, strict=True))
    return c.MakeList(items, type=t.list_of(t.ANY))


def _no_resource(cx: Checker, node: n.Amount) -> None:
    if node.name in cx.program.parents or node.name.removesuffix("s") in cx.program.parents:
        hint = "things are moved, and drawn by number: `draw 1 from deck to your hand`"
        if node.name in ("die", "dice"):
            hint = "dice are rolled by number and sides: `roll 1d6 as n`; a die of yours by its name"
        cx.sink.error("RK010", f"there is no resource `{node.name}`: it is a kind of thing", node.span.word(node.name), hint)
    else:
        hint = f"declare it: `resource {node.name} of player`"
        cx.world.unknown("resource", node.name, node.span, cx.world.resources(), hint=hint)


def _times_per(cx: Checker, node: n.Per, env: Env) -> c.Core:
    source = want_list(cx, node.source, env)
    mode = _per_mode(cx, node.name)
    if mode is None:
        cx.world.unknown("kind, thing or value", node.name, node.span, [*cx.program.parents, *cx.program.members])
        return WRONG
    word = node.name if mode != "kind" or node.name in cx.program.parents else node.name[:-1]
    return c.Count(source, mode, word, node.size, type=t.NUMBER)


def _per_mode(cx: Checker, name: str) -> str | None:
    if cx.world.member_type(name) is not None:
        return "value"
    if name in cx.program.values:
        return "all"
    if name in cx.program.designs:
        return "design"
    return "kind" if name in cx.program.parents or name[:-1] in cx.program.parents else None


@checks(n.AmountOf)
def _amount_of(cx: Checker, node: n.AmountOf, env: Env) -> c.Core:
    if isinstance(node.count, n.Name) and cx.check(node.count, env).type == t.RESOURCE:
        owner = node.resource.name if isinstance(node.resource, n.Name) else "p"
        hint = f"what somebody has is written `{owner}'s {node.count.name}`"
        cx.sink.error("RK012", "this is a resource, but a number is needed for an amount", node.count.span, hint)
        return WRONG
    count = want(cx, node.count, env, t.NUMBER, "an amount")
    resource = want(cx, node.resource, env, t.RESOURCE, "an amount")
    return c.MakeBundle(count, resource, type=t.BUNDLE)
