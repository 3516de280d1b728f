"""Statements and blocks.

Contract: one function a rule of the grammar, no checks. `may` is built in two steps: what may be done gives a function that
waits for the subject and the `otherwise` around it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from lark import Token

from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import of_types, pairs, patterns, scope_word, unquoted, word_or_none
from rulekit.syntax.from_tree.places import Place, builds
from rulekit.syntax.spacing import spaced

_SLOT = re.compile(r"\{(\w+)(?::[^{}]*)?\}")  # of a text: a name, perhaps with what is counted


@builds
def block(place: Place, c: list[Any]) -> n.Block:
    return tuple(c)


@builds
def tail(place: Place, c: list[Any]) -> n.Block:
    return tuple(c)


@builds
def sentence(place: Place, c: list[Any]) -> n.Stmt:
    at = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type == "VERB")
    subject = c[0] if at > 0 else None
    return _sentence(place, subject, c[at:])


def _sentence(place: Place, subject: Any, c: list[Any]) -> n.Stmt:
    verb, each, *rest = c
    target = rest.pop()
    obj = rest[0] if rest and isinstance(rest[0], n.Expr) else None
    bind, into = (target.name, None) if isinstance(target, n.Name) else (None, target)
    return n.Sentence(subject, str(verb), obj, pairs(rest), bind, each is not None, into, span=place.span)


@builds
def apiece(place: Place, c: list[Any]) -> str:
    return "each of"


@builds
def activate(place: Place, c: list[Any]) -> n.Stmt:
    subject, _, power, *rest, bind = c
    return n.Activate(subject, power, pairs(rest), word_or_none(bind), span=place.span)


@builds
def pay(place: Place, c: list[Any]) -> n.Stmt:
    return n.Pay(c[0], c[2], word_or_none(c[3]), word_or_none(c[4]), span=place.span)


@builds
def let(place: Place, c: list[Any]) -> n.Stmt:
    return n.Let(str(c[0]), c[1], span=place.span)


@builds
def let_else(place: Place, c: list[Any]) -> n.Stmt:
    return n.Let(str(c[0]), c[1], c[2], span=place.span)


@builds
def set_(place: Place, c: list[Any]) -> n.Stmt:
    return n.Set(c[0], c[1], span=place.span)


@builds
def require(place: Place, c: list[Any]) -> n.Stmt:
    return n.Require(c[0], c[1] or (), span=place.span)


@builds
def exactly(place: Place, c: list[Any]) -> n.HowMany:
    count = n.Number(int(c[0]), span=place.span) if isinstance(c[0], Token) else c[0]
    return n.HowMany("exactly", count, span=place.span)


@builds
def up_to(place: Place, c: list[Any]) -> n.HowMany:
    return n.HowMany("up to", c[0], span=place.span)


@builds
def any_number(place: Place, c: list[Any]) -> n.HowMany:
    return n.HowMany("any", span=place.span)


@builds
def query(place: Place, c: list[Any]) -> n.Query:
    return n.Query(None, str(c[0]), c[1], c[2], span=place.span)


@builds
def query_of(place: Place, c: list[Any]) -> n.Query:
    return n.Query(str(c[0]), str(c[1]), c[2], c[3], span=place.span)


@builds
def choice(place: Place, c: list[Any]) -> tuple[Any, ...]:
    how_many, query, cost, purpose, label = c
    return how_many, query, cost, word_or_none(purpose), label or ()


@builds
def choose(place: Place, c: list[Any]) -> n.Stmt:
    how_many, query, cost, purpose, labels = c[2]
    return n.Choose(c[0], how_many, query, cost, purpose, labels=labels, span=place.span)


@builds
def pick(place: Place, c: list[Any]) -> n.Stmt:
    how_many, query, cost, purpose, labels = c[0]
    return n.Choose(None, how_many, query, cost, purpose, random=True, labels=labels, span=place.span)


@builds
def choose_do(place: Place, c: list[Any]) -> n.Stmt:
    choice = next(x for x in c if isinstance(x, tuple) and len(x) == 5 and isinstance(x[1], n.Query))
    at = c.index(choice)
    subject = c[0] if at == 2 else None
    how_many, query, cost, purpose, labels = choice
    block, otherwise = c[at + 1 : at + 3]
    return n.Choose(subject, how_many, query, cost, purpose, block, otherwise, random=at != 2, labels=labels, span=place.span)


@builds
def end(place: Place, c: list[Any]) -> n.Stmt:
    *words, value = c
    first = words[0]
    if first.type == "SCOPE":
        return n.End(scope_word(first), word_or_none(words[1]) if len(words) > 1 else None, value, span=place.span)
    return n.End("verb", str(first), value, span=place.span)


@builds
def end_menu(place: Place, c: list[Any]) -> n.Stmt:
    return n.End("menu", span=place.span)


@builds
def end_then(place: Place, c: list[Any]) -> n.Stmt:
    return n.End(scope_word(c[0]), None, None, c[1], span=place.span)


@builds
def nothing(place: Place, c: list[Any]) -> n.Stmt:
    return n.DoNothing(span=place.span)


@builds
def proceed(place: Place, c: list[Any]) -> n.Stmt:
    return n.Proceed(c[0], span=place.span)


@builds
def announce(place: Place, c: list[Any]) -> n.Stmt:
    slots = dict.fromkeys(slot for text in c[0] for slot in _SLOT.findall(text))
    return n.Announce(c[0], c[1], tuple(_slot_value(place.span.word(f"{{{slot}"), slot) for slot in slots), span=place.span)


def _slot_value(span: Span, slot: str) -> n.Expr:
    """A slot takes a name as a formula would."""
    return n.You(span=span) if slot == "you" else n.This(span=span) if slot == "this" else n.Name(slot, span=span)


@builds
def todo(place: Place, c: list[Any]) -> n.Stmt:
    return n.Todo(unquoted(c[0]), span=place.span)


@builds
def result(place: Place, c: list[Any]) -> n.Stmt:
    return n.Result(c[0], span=place.span)


@builds
def may(place: Place, c: list[Any]) -> n.Stmt:
    build: Callable[[Any, Any], n.Stmt] = c[1]
    return build(c[0], c[2])


@builds
def may_pay(place: Place, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
    _, cost, purpose, often, block = c
    how = "any" if often else "once"
    return lambda s, o: n.MayPay(s, cost, word_or_none(purpose), how, block, o, span=place.span)


@builds
def may_block(place: Place, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
    return lambda s, o: n.May(s, c[0], o, span=place.span)


@builds
def may_do(place: Place, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
    return lambda s, o: n.May(s, (c[0],), o, span=place.span)


@builds
def may_choose(place: Place, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
    how_many, query, cost, purpose, labels = c[1]
    span = place.span
    return lambda s, o: n.Choose(s, how_many, query, cost, purpose, c[2], o, optional=True, labels=labels, span=span)


@builds
def sentence_tail(place: Place, c: list[Any]) -> n.Stmt:
    if c[0].type == "ACTIVATE":
        return n.Activate(None, c[1], pairs(c[2:]), span=place.span)
    return _sentence(place, None, c)


@builds
def often(place: Place, c: list[Any]) -> n.Stmt:
    subject, _, cost, purpose, _, block = c
    return n.MayPay(subject, cost, word_or_none(purpose), "most", block, span=place.span)


@builds
def otherwise(place: Place, c: list[Any]) -> n.Block:
    block: n.Block = c[0]
    return block


@builds
def choose_one(place: Place, c: list[Any]) -> n.Stmt:
    return n.ChooseOne(c[0], _offers(c), c[-1], c[2] or (), span=place.span)


@builds
def menu(place: Place, c: list[Any]) -> n.Stmt:
    return n.Menu(c[0], _offers(c), c[1] or (), span=place.span)


def _offers(children: list[Any]) -> tuple[n.Option, ...]:
    """The options, those of groups one by one."""
    found = [child if isinstance(child, tuple) else (child,) for child in children if isinstance(child, n.Option | _Group)]
    return tuple(option for options in found for option in options)


class _Group(tuple[n.Option, ...]):
    """Options that stand under one condition."""

    __slots__ = ()


@builds
def group(place: Place, c: list[Any]) -> _Group:
    """The condition stands at the head of each option, so that each can tell why it is not offered."""
    condition, because, *offers = c
    needed = n.Require(condition, because or (), span=condition.span)
    return _Group(dataclasses.replace(option, block=(needed, *option.block)) for option in _offers(offers))


@builds
def bullet(place: Place, c: list[Any]) -> n.Option:
    span = place.span
    line = spaced(place.text, bullet=True)
    return n.Option(line.lstrip("- "), None, None, None, None, (), tuple(c), span=span)


@builds
def option(place: Place, c: list[Any]) -> n.Option:
    name, label, how_many, query, cost, purpose, condition, tags, block = c
    return n.Option(
        str(name), query, cost, word_or_none(purpose), condition, tags or (), block, label or (), how_many, span=place.span
    )


@builds
def if_(place: Place, c: list[Any]) -> n.Stmt:
    condition, block, *rest, otherwise = c
    return n.If(((condition, block), *rest), otherwise, span=place.span)


@builds
def elif_(place: Place, c: list[Any]) -> tuple[n.Expr, n.Block]:
    return c[0], c[1]


@builds
def match(place: Place, c: list[Any]) -> n.Stmt:
    value, *arms, otherwise = c
    return n.Match(value, tuple(arms), otherwise, span=place.span)


@builds
def arm(place: Place, c: list[Any]) -> n.Arm:
    return n.Arm(patterns(c[0]), c[1], span=place.span)


@builds
def any_order(place: Place, c: list[Any]) -> n.Order:
    return n.Order(True, c[0], span=place.span)


@builds
def ordered(place: Place, c: list[Any]) -> n.Order:
    return n.Order(False, None, c[0], str(c[1] or "up") == "down", span=place.span)


@builds
def each_any(place: Place, c: list[Any]) -> tuple[n.Query, n.Order | None]:
    return n.Query(None, str(c[0]), c[1], c[3], span=place.span), c[2]


@builds
def each_of(place: Place, c: list[Any]) -> tuple[n.Query, n.Order | None]:
    return n.Query(str(c[0]), str(c[1]), c[2], c[4], span=place.span), c[3]


@builds
def each(place: Place, c: list[Any]) -> n.Stmt:
    query, order = c[0]
    return n.ForEach(query, c[1], order, span=place.span)


@builds
def sealed(place: Place, c: list[Any]) -> n.Stmt:
    return n.Sealed(c[0], c[1], c[2], span=place.span)


@builds
def cycle(place: Place, c: list[Any]) -> n.Stmt:
    return n.Cycle(c[0], c[1], span=place.span)


@builds
def repeat(place: Place, c: list[Any]) -> n.Stmt:
    at_most = place.code.startswith("repeat up to")
    return n.Repeat(c[0], at_most, c[1], c[2], span=place.span)


@builds
def under(place: Place, c: list[Any]) -> n.Stmt:
    abilities = of_types(c, n.Ability)
    if abilities:
        return n.Under(None, (), abilities, c[-1], span=place.span)
    lender, *rest, block = c
    return n.Under(lender, pairs([x for x in rest if x is not None]), (), block, span=place.span)


@builds
def moment_of(place: Place, c: list[Any]) -> tuple[Any, ...]:
    edge, *counted, scope, of = c
    count = counted[0] if counted else None
    number: n.Expr = n.Number(1, span=place.span)
    following = " of next " in place.code
    if count is not None:
        word = str(count)
        number = n.Number(int(word), span=place.span) if word.isdigit() else n.Name(word, span=place.span)
    return str(edge), number, scope, of, following


@builds
def until(place: Place, c: list[Any]) -> n.Stmt:
    edge, count, scope, of, following = c[0]
    return n.Until(edge, count, scope, of, of_types(c, n.Ability), following, span=place.span)


@builds
def later(place: Place, c: list[Any]) -> n.Stmt:
    edge, scope, of, block = c
    following = " of next " in place.code
    return n.Later(str(edge), following, scope, of, block, span=place.span)


@builds
def nexttime(place: Place, c: list[Any]) -> n.Stmt:
    return n.NextTime(c[0], c[1], c[2], span=place.span)


@builds
def frame(place: Place, c: list[Any]) -> n.Stmt:
    word, name, of, head, block = c
    scope = n.Scope(scope_word(word), word_or_none(name), span=place.span)
    return n.Frame(scope, of, block, **head, span=place.span)


@builds
def does(place: Place, c: list[Any]) -> n.Stmt:
    return n.Does(c[0], c[1], span=place.span)
