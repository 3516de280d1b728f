"""Names and literals.

Contract: local names come first, then what the game declares, then what is built in; a name that nothing has is reported with
the nearest one that something has.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import call_define, zone_element
from rulekit.analysis.expressions.fitting import WRONG
from rulekit.boards.compass import DIRECTIONS
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.facts import FUNCTIONS, standing_names
from rulekit.program.types import Type
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@checks(n.Number)
def _number(cx: Checker, node: n.Number, env: Env) -> c.Core:
    return c.Const(node.value, type=t.NUMBER)


@checks(n.Dice)
def _dice(cx: Checker, node: n.Dice, env: Env) -> c.Core:
    return c.Const((node.count, node.sides, 0), type=t.DICE)


@checks(n.String)
def _string(cx: Checker, node: n.String, env: Env) -> c.Core:
    return c.Const(node.value, type=t.TEXT)


@checks(n.YesNo)
def _yes_no(cx: Checker, node: n.YesNo, env: Env) -> c.Core:
    return c.Const(node.value, type=t.YESNO)


@checks(n.NoneValue)
def _none_value(cx: Checker, node: n.NoneValue, env: Env) -> c.Core:
    return c.Const(None, type=t.NONE)


@checks(n.NothingValue)
def _nothing_value(cx: Checker, node: n.NothingValue, env: Env) -> c.Core:
    return c.Const(((),), type=t.BUNDLE)


@checks(n.This)
def _this(cx: Checker, node: n.This, env: Env) -> c.Core:
    if env.this is None:
        cx.sink.error("RK018", "`this` has no meaning here", node.span, "only the text of a thing has a `this`")
        return WRONG
    return c.Local(c.THIS, type=t.thing(env.this))


@checks(n.You)
def _you(cx: Checker, node: n.You, env: Env) -> c.Core:
    if not env.you:
        cx.sink.error("RK018", "`you` has no meaning here", node.span, "say which player is meant")
        return WRONG
    return c.Local(c.YOU, type=t.PLAYER)


@checks(n.Name)
def _name(cx: Checker, node: n.Name, env: Env) -> c.Core:
    local = env.names.get(node.name)
    if local is not None:
        env.used.add(local[0])
        return c.Local(local[0], type=local[1])
    if "@" in node.name:
        return _by_place(cx, node)
    found = _global(cx, node.name, env, node.span)
    if found is None and node.name in _NUMBERS:
        cx.sink.error(
            "RK010", f"there is no name `{node.name}`", node.span, f"numbers are digits: `{_NUMBERS.index(node.name)}`"
        )
        return WRONG
    if found is None:
        hint = "the words for it are `yes` and `no`" if node.name in ("true", "false") else ""
        if cx.world.kind_type(node.name) is not None:
            message = f"`{node.name}` is a type, no value"
            cx.sink.error("RK010", message, node.span.word(node.name), f"all there are: `all({node.name})`")
            return WRONG
        cx.world.unknown("name", node.name, node.span, _all_names(cx, env), hint=hint)
        return WRONG
    return found


def _by_place(cx: Checker, node: n.Name) -> c.Core:
    """`porter@bob`: where which copy lies is known only when an example runs; its kind is known before."""
    name = node.name.partition("@")[0]
    design = cx.program.designs.get(name)
    if design is None:
        cx.world.unknown("thing", name, node.span, cx.program.designs)
    elif not cx.names_copies:
        hint = "rules say it by a zone, as in `first(your hand)`"
        cx.sink.error("RK010", "only examples tell copies apart by where they lie", node.span, hint)
    else:
        return c.TheThing(name, type=t.thing(design.kind))
    return WRONG


def _all_names(cx: Checker, env: Env) -> list[str]:
    p = cx.program
    return [
        *env.names,
        *standing_names(),
        *p.vars,
        *p.zones,
        *p.designs,
        *p.boards,
        *p.defines,
        *p.options,
        *p.members,
        *p.actors,
        *DIRECTIONS,
    ]


def _global(cx: Checker, name: str, env: Env, span: Span) -> c.Core | None:
    p = cx.program
    if name in p.designs:
        return _design(cx, name)
    if name in p.vars:
        return _bare_var(cx, name, span)
    if name in p.zones:
        return _bare_zone(cx, name)
    if name in p.boards:
        return c.Builtin("cells", (), word=name, type=t.list_of(t.thing(p.boards[name].cell_kind)))
    member = cx.world.member_type(name)
    if member is not None:
        return c.Const(name, type=member)
    if name in p.options:
        return c.Setting(name, type=p.options[name][1])
    if name in p.actors:
        return c.Builtin("actor", (), word=name, type=t.PLAYER)
    if name in cx.world.define_nodes:
        return call_define(cx, name, (), span, env)
    facts = FUNCTIONS.get(name)
    if facts is not None and facts.is_name:
        return c.Builtin(name, (c.Local(c.YOU, type=t.PLAYER),), type=facts.signature.gives({}))
    return c.Const(name, type=t.DIRECTION) if name in DIRECTIONS else None


def _design(cx: Checker, name: str) -> c.Core:
    design = cx.program.designs[name]
    if design.copies == 1 and not design.per_player:
        return c.TheThing(name, type=t.thing(design.kind))
    return c.Const(name, type=t.DESIGN)


def _bare_var(cx: Checker, name: str, span: Span) -> c.Core:
    var = cx.program.vars[name]
    if not var.owners:
        return c.GetVar(name, (), type=var.type)
    if var.resource:
        return c.Const(name, type=t.RESOURCE)
    first, *second = var.owners
    whose = "your" if first == "player" else f"{first[0]}'s"
    pair = f"({second[0]})" if second else ""
    each = "each pair of " + " and ".join(var.owners) if second else f"each {first}"
    cx.sink.error("RK010", f"{each} has a `{name}` of its own; whose is meant?", span, f"say whose: `{whose} {name}{pair}`")
    return WRONG


def _bare_zone(cx: Checker, name: str) -> c.Core:
    zone = cx.program.zones[name]
    element = zone_element(cx, name)
    if zone.owners:
        return c.ZoneUnion(name, type=t.list_of(element))
    return c.ZoneOf(name, type=Type("zone", "", element))
