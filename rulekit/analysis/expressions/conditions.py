"""The tests `in`, `is`, `has` and `running`.

Contract: each gives a yesno. `is` finds out by the type of the value and by the word what is meant.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import attribute_names, find_attribute, part_of, power_of
from rulekit.analysis.expressions.fitting import WRONG, first_copy, fit, items_of, want_list
from rulekit.boards.compass import DIRECTIONS
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.sources.english import an
from rulekit.syntax import nodes as n


@checks(n.In)
def _in(cx: Checker, node: n.In, env: Env) -> c.Core:
    source = want_list(cx, node.source, env)
    element = source.type.element
    if isinstance(node.item, n.Name) and element.tag == "thing" and _several(cx, node.item.name):
        found: c.Core = _copy_in(node.item.name, source, env)
        return c.Not(found, type=t.YESNO) if node.negated else found
    item = cx.check(node.item, env)
    by_design = element.tag == "design" and item.type.tag == "thing" and not isinstance(item, c.TheThing)
    item = fit(cx, item, element) if element.tag == "design" else item
    if not by_design and not t.fits(item.type, element, cx.program.parents):
        cx.sink.error("RK012", f"this list holds {element}, never {item.type}", node.span)
    found = c.Within(item, source, by_design, type=t.YESNO)
    return c.Not(found, type=t.YESNO) if node.negated else found


def _several(cx: Checker, name: str) -> bool:
    design = cx.program.designs.get(name)
    return design is not None and (design.per_player or design.copies != 1)


def _copy_in(name: str, source: c.Core, env: Env) -> c.Core:
    """`tom in your hand`: one of the copies of Tom lies there."""
    slot = env.temp(source.type.element)
    same = c.IsDesign(c.Local(slot, type=source.type.element), name, type=t.YESNO)
    return c.Fold("some", c.Keep(source, slot, None, same, type=source.type), slot, None, type=t.YESNO)


@checks(n.Is)
def _is(cx: Checker, node: n.Is, env: Env) -> c.Core:
    if node.bind is not None:
        hint = f"a name is known where the whole condition holds: join it by `and`; or leave `{node.bind}` out"
        cx.sink.error("RK038", f"nothing here can say `{node.bind}`", node.span.word(node.bind), hint)
        return WRONG
    found = is_word(cx, cx.check(node.value, env), node, env)
    return c.Not(found, type=t.YESNO) if node.negated else found


def is_word(cx: Checker, value: c.Core, node: n.Is, env: Env) -> c.Core:
    """Is a value what a word says?"""
    word, p = node.word, cx.program
    if word == "none" and value is not WRONG:
        return c.Op("==", value, c.Const(None, type=t.NONE), type=t.YESNO)
    if value.type.tag == "any":
        return WRONG
    if word == "empty":
        size = c.Builtin("size", (items_of(value),), type=t.NUMBER)
        return c.Op("==", size, c.Const(0, type=t.NUMBER), type=t.YESNO)
    if word == "running":
        return c.Running(value, type=t.YESNO)
    if value.type.tag == "thing":
        return _thing_is(cx, value, node, env)
    if cx.world.member_type(word) is not None and value.type.tag in ("values", "none"):
        return c.Op("==", value, c.Const(word, type=value.type), type=t.YESNO)
    if value.type.tag == "direction" and word in DIRECTIONS:
        return c.Op("==", value, c.Const(word, type=t.DIRECTION), type=t.YESNO)
    if value.type.tag == "design" and word in p.designs:
        return c.Op("==", value, c.Const(word, type=t.DESIGN), type=t.YESNO)
    if value.type.tag == "record" and (part := part_of(cx, value, word)) is not None:
        return part
    cx.world.unknown(f"way for {an(value.type)} to be", word, node.span, [])
    return WRONG


def _thing_is(cx: Checker, value: c.Core, node: n.Is, env: Env) -> c.Core:
    word, p = node.word, cx.program
    if word in p.parents:
        return c.IsKind(value, word, type=t.YESNO)
    if word in p.designs:
        return c.IsDesign(value, word, type=t.YESNO)
    found = find_attribute(cx, value, word, env, node.span)
    if found is not None and found.type.tag == "yesno":
        return found
    local = env.names.get(word)
    if local is not None:
        env.used.add(local[0])
        return c.Op("==", value, c.Local(local[0], type=local[1]), type=t.YESNO)
    cx.world.unknown(
        f"way for {an(value.type)} to be", word, node.span, [*p.parents, *p.designs, *attribute_names(cx, value.type)]
    )
    return WRONG


@checks(n.Has)
def _has(cx: Checker, node: n.Has, env: Env) -> c.Core:
    value = first_copy(cx, cx.check(node.value, env))
    if value.type.tag not in ("thing", "none", "any"):
        meant = (
            "bind the one you mean to a name"
            if value.type.tag == "design"
            else "say it of each: `some(card c in L where c has played)`"
        )
        cx.sink.error("RK012", f"one thing has a text, and this is {an(value.type)}", node.span, meant)
        return WRONG
    if value.type.tag == "thing" and power_of(cx, value.type, node.power, node.span) is None:
        return WRONG
    return c.HasPower(value, node.power, type=t.YESNO)


@checks(n.VerbRunning)
def _verb_running(cx: Checker, node: n.VerbRunning, env: Env) -> c.Core:
    cx.program.scoped_verbs.add(node.verb)
    return c.VerbRunning(node.verb, type=t.YESNO)
