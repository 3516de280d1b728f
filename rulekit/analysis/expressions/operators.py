"""Arithmetic, comparisons, logic and `if ... then ... else`.

Contract: both sides are checked before they are joined, so that each reports its own mistakes. Which operation an operator
means (of numbers, bundles, dice or lists) is settled here by the types.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import condition, names_something, within
from rulekit.analysis.expressions.fitting import WRONG, fit, items_of, want
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.sources.english import an
from rulekit.syntax import nodes as n


@checks(n.Negative)
def _negative(cx: Checker, node: n.Negative, env: Env) -> c.Core:
    if isinstance(node.value, n.Amount):
        hint = f"`lose` and `pay` take away: `lose 1 {node.value.name}`"
        cx.sink.error("RK012", "an amount cannot be less than nothing", node.span, hint)
        return WRONG
    value = want(cx, node.value, env, t.NUMBER)
    return c.Op("-", c.Const(0, type=t.NUMBER), value, type=t.NUMBER)


@checks(n.Not)
def _not(cx: Checker, node: n.Not, env: Env) -> c.Core:
    return c.Not(want(cx, node.value, env, t.YESNO, "`not`"), type=t.YESNO)


@checks(n.Conditional)
def _conditional(cx: Checker, node: n.Conditional, env: Env) -> c.Core:
    inner = env.child()
    test = condition(cx, node.condition, inner)
    yes, no = within(inner.named, items_of(cx.check(node.yes, inner))), items_of(cx.check(node.no, env))
    if "dice" in (yes.type.tag, no.type.tag):
        yes, no = fit(cx, yes, t.DICE), fit(cx, no, t.DICE)
    if not (t.fits(yes.type, no.type, cx.program.parents) or t.fits(no.type, yes.type, cx.program.parents)):
        cx.sink.error("RK012", f"one side is {an(yes.type)}, the other {an(no.type)}", node.span)
    return c.IfElse(test, yes, no, type=t.join(yes.type, no.type, cx.program.parents))


@checks(n.Binary)
def _binary(cx: Checker, node: n.Binary, env: Env) -> c.Core:
    if node.op in ("or", "and"):
        return _logic(cx, node, env)
    if node.op in ("==", "!=", "<", ">", "<=", ">="):
        return _comparison(cx, node, env)
    if node.op == "..":
        low, high = want(cx, node.left, env, t.NUMBER), want(cx, node.right, env, t.NUMBER)
        return c.Op("..", low, high, type=t.list_of(t.NUMBER))
    return _arithmetic(cx, node, env)


def _logic(cx: Checker, node: n.Binary, env: Env) -> c.Core:
    if node.op == "and" and names_something(node):
        return condition(cx, node, env.child(), "`and`")
    left = cx.check(node.left, env)
    if node.op == "or" and left.type.tag == "bundle":
        right = want(cx, node.right, env, t.BUNDLE)
        return c.Op("bundle or", left, right, type=t.BUNDLE)
    if left.type.tag not in ("yesno", "any"):
        cx.sink.error("RK012", f"this is {an(left.type)}, but `{node.op}` needs yes or no", node.left.span)
    right = want(cx, node.right, env, t.YESNO, f"`{node.op}`")
    return c.Op(node.op, left, right, type=t.YESNO)


def _comparison(cx: Checker, node: n.Binary, env: Env) -> c.Core:
    left, right = cx.check(node.left, env), cx.check(node.right, env)
    if "design" in (left.type.tag, right.type.tag):
        return _same_design(cx, node, left, right)
    if left.type.tag == right.type.tag == "bundle" and node.op in ("==", "!="):
        return c.Op("bundle" + node.op, left, right, type=t.YESNO)
    if left.type.many != right.type.many or "list" in (left.type.tag, right.type.tag):
        left, right = items_of(left), items_of(right)
    if node.op in ("==", "!="):
        fine = t.fits(left.type, right.type, cx.program.parents) or t.fits(right.type, left.type, cx.program.parents)
    else:
        fine = all(x.type.tag in ("number", "any") for x in (left, right))
    if not fine:
        hint = _by_place(left, right) if node.op not in ("==", "!=") else ""
        cx.sink.error("RK012", f"{an(left.type)} cannot be compared with {an(right.type)}", node.span, hint)
    return c.Op(node.op, left, right, type=t.YESNO)


def _by_place(left: c.Core, right: c.Core) -> str:
    """Which of two members of `values` comes first is a question of their places."""
    if left.type != right.type or left.type.tag != "values":
        return ""
    return f"compare their places, which are numbers: `place_of(x, all({left.type.name}))`"


def _same_design(cx: Checker, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
    sides = []
    for side in (left, right):
        if isinstance(side, c.TheThing):
            side = c.Const(side.design, type=t.DESIGN)
        elif side.type.tag == "thing":
            side = c.Attr("name", side, type=t.DESIGN)
        elif side.type.tag not in ("design", "none", "any"):
            cx.sink.error("RK012", f"{an(side.type)} is no thing", node.span)
        sides.append(side)
    return c.Op(node.op, sides[0], sides[1], type=t.YESNO)


def _arithmetic(cx: Checker, node: n.Binary, env: Env) -> c.Core:
    left, right = cx.check(node.left, env), cx.check(node.right, env)
    tags = {left.type.tag, right.type.tag}
    if "any" in tags:
        return c.Const(None, type=t.ANY) if tags == {"any"} else c.Op(node.op, left, right, type=t.ANY)
    if "bundle" in tags:
        return _bundle_operation(cx, node, left, right)
    if "dice" in tags and tags <= {"dice", "number"}:
        return c.Op("dice" + node.op, fit(cx, left, t.DICE), fit(cx, right, t.DICE), type=t.DICE)
    if (left.type.many or right.type.many) and node.op in "+-":
        return _list_operation(cx, node, left, right)
    if tags != {"number"}:
        cx.sink.error("RK012", f"`{node.op}` cannot join {an(left.type)} and {an(right.type)}", node.span)
        return WRONG
    return c.Op(node.op, left, right, type=t.NUMBER)


def _bundle_operation(cx: Checker, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
    if node.op == "*" and {left.type.tag, right.type.tag} == {"bundle", "number"}:
        if left.type.tag == "number":
            left, right = right, left
        return c.Op("bundle*", left, right, type=t.BUNDLE)
    if node.op in "+-" and left.type.tag == right.type.tag == "bundle":
        return c.Op("bundle" + node.op, left, right, type=t.BUNDLE)
    hint = "put the number in brackets: `(n / 2) gold`" if left.type.tag == "number" else ""
    cx.sink.error("RK012", f"`{node.op}` cannot join {an(left.type)} and {an(right.type)}", node.span, hint)
    return WRONG


def _list_operation(cx: Checker, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
    left, right = _list_of(left), _list_of(right)
    things = left.type.element.tag == right.type.element.tag == "thing"
    if not things and not (
        t.fits(left.type, right.type, cx.program.parents) or t.fits(right.type, left.type, cx.program.parents)
    ):
        cx.sink.error("RK012", f"{an(left.type)} and {an(right.type)} do not go together", node.span)
    return c.Op("list" + node.op, left, right, type=t.join(left.type, right.type, cx.program.parents))


def _list_of(value: c.Core) -> c.Core:
    if value.type.many:
        return items_of(value)
    return c.MakeList((value,), type=t.list_of(value.type))
