"""Values where a certain type is wanted.

Contract: `want` demands a type; `fit` turns a value into what is wanted where the language allows it (a zone is read as a
list, a thing as its name). A mistake is reported once and gives `WRONG`, whose type `any` fits everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.labels import SLOT, slots_of
from rulekit.sources.source import Span
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n

WRONG = c.Const(None, type=t.ANY)


def label_slots(cx: Checker, name: str, labels: tuple[str, ...], types: Mapping[str, str], span: Span) -> None:
    """The slots of a label, `climb {t}`, are names of what it is about: a slip would be printed as dots."""
    known = list(types)
    for slot in (slot for label in labels for slot in sorted(slots_of(label))):
        if slot not in known:
            hint = did_you_mean(slot, known) or f"`{name}` has: {', '.join(known) or 'no parameters'}"
            place = span.word(f"{{{slot}}}")
            cx.sink.error("RK010", f"the label names a parameter `{slot}` that is not there", place, hint)
            return
    counting_slots(cx, labels, types, span)


def counting_slots(cx: Checker, labels: tuple[str, ...], types: Mapping[str, str], span: Span) -> None:
    """A slot that counts, `{n:apple}`, stands for a number."""
    for found in (found for label in labels for found in SLOT.finditer(label) if found[2]):
        if types.get(found[1], "number") != "number":
            hint = f"`{{{found[1]}}}` stands for it; with a word behind it, it counts"
            message = f"`{found[0]}` counts, but `{found[1]}` is {an(types[found[1]])}"
            cx.sink.error("RK012", message, span.word(found[0]), hint)
            return


def want(cx: Checker, node: n.Expr, env: Env, wanted: Type, what: str = "") -> c.Core:
    """Checks an expression that must be of a type; zones become lists and names of things become names where wanted."""
    return suited(cx, node, cx.check(node, env), wanted, what)


def suited(cx: Checker, node: n.Expr, value: c.Core, wanted: Type, what: str = "") -> c.Core:
    """The same for an expression that has been checked: to check it twice would double the work at each level of nesting."""
    found = fit(cx, value, wanted)
    if not t.fits(found.type, wanted, cx.program.parents):
        purpose = f" for {what}" if what else ""
        message = f"this is {an(found.type)}, but {an(wanted)} is needed{purpose}"
        cx.sink.error("RK012", message, node.span, _instead(cx, node, found.type, wanted))
        return WRONG
    return found


def _instead(cx: Checker, node: n.Expr, found: Type, wanted: Type) -> str:
    """What somebody means who gives one type for another."""
    resource = next(iter(cx.program.resources()), "coin")
    if wanted.tag == "bundle" and found.tag == "number":
        return f"an amount names its resource: `{node.value if isinstance(node, n.Number) else 'n'} {resource}`"
    if wanted.tag == "bundle" and found.tag == "resource" and isinstance(node, n.Name):
        return f"say how much: `1 {node.name}`"
    if wanted == t.PLAYER and found.many:
        return "say it of each: `for each player p in opponents: p loses 1 coin`"
    return ""


def first_copy(cx: Checker, value: c.Core) -> c.Core:
    """In examples, the name of a thing with several copies may stand for the first of them."""
    if not cx.names_copies or not isinstance(value, c.Const) or value.type.tag != "design":
        return value
    design = cx.program.designs[str(value.value)]
    return value if design.per_player else c.TheThing(design.head.name, type=t.thing(design.kind))


def only_things(cx: Checker, value: c.Core, span: Span, do: str) -> None:
    """Only things have powers or lend rules; the name of several copies is no thing."""
    element = value.type.element if value.type.many else value.type
    if isinstance(value, c.Const) and element.tag == "design":
        cx.sink.error("RK012", f"there may be several `{value.value}`", span, "bind the one you mean to a name")
    elif element.tag not in ("thing", "any", "none"):
        cx.sink.error("RK012", f"this is {an(value.type)}, and only things {do}", span)


def fit(cx: Checker, value: c.Core, wanted: Type) -> c.Core:
    if wanted.tag == "thing":
        value = first_copy(cx, value)
    if wanted.tag == "list" and value.type.tag == "zone":
        return items_of(value)
    if wanted.tag == "design" and isinstance(value, c.TheThing):
        return c.Const(value.design, type=t.DESIGN)
    if wanted.tag == "design" and cx.names_copies and value.type.tag == "thing":
        return c.Attr("name", value, type=t.DESIGN)
    if wanted.tag == "list" and wanted.element.tag == "design" and isinstance(value, c.MakeList):
        return c.MakeList(tuple(fit(cx, i, t.DESIGN) for i in value.items), type=wanted)
    if wanted.tag == "dice" and value.type.tag == "number":
        return c.Op("dice of", value, value, type=t.DICE)
    if wanted.tag == "list" and not value.type.many and t.fits(value.type, wanted.element, cx.program.parents):
        return value if value.type.tag in ("any", "none") else c.MakeList((value,), type=wanted)
    return value


def items_of(value: c.Core) -> c.Core:
    """A zone read as the list of what lies in it."""
    if value.type.tag == "zone":
        return c.Items(value, type=t.list_of(value.type.element))
    return value


def want_list(cx: Checker, node: n.Expr, env: Env) -> c.Core:
    """An expression that must be a list."""
    return listed(cx, node, cx.check(node, env))


def listed(cx: Checker, node: n.Expr, value: c.Core) -> c.Core:
    """The same for one that has been checked."""
    value = items_of(value)
    if not value.type.many and value.type.tag != "any":
        cx.sink.error("RK012", f"this is {an(value.type)}, but a list is needed", node.span)
        return WRONG
    return value


def no_resource(cx: Checker, target: c.GetVar, node: n.Expr) -> None:
    """Caps, floors and those who answer gains and losses would know nothing of an amount that is set."""
    if cx.program.vars[target.var].resource:
        hint = f"`gain` and `lose` change it; what is set at will is a `var {target.var}`"
        cx.sink.warn("RK063", f"`{target.var}` is a resource: who sets it asks no cap and no ability", node.span, hint)
