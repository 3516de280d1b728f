"""Statements and blocks.

Contract: one method a rule of the grammar, no checks. `may` is built in two steps: what may be done gives a function that
waits for the subject and the `otherwise` around it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import inside, of_types, pairs, scope_word, word_or_none
from rulekit.syntax.from_tree.places import Places
from rulekit.syntax.spacing import spaced, split_comment


@v_args(meta=True)
class Statements(Places):
    """Builds what is done, asked, paid, chosen and repeated."""

    def block(self, meta: Meta, c: list[Any]) -> n.Block:
        return tuple(c)

    def tail(self, meta: Meta, c: list[Any]) -> n.Block:
        return tuple(c)

    def sentence(self, meta: Meta, c: list[Any]) -> n.Stmt:
        at = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type == "VERB")
        subject = c[0] if at > 0 else None
        return self._sentence(meta, subject, c[at:])

    def _sentence(self, meta: Meta, subject: Any, c: list[Any]) -> n.Stmt:
        verb, each, *rest = c
        bind = rest.pop() if rest and not isinstance(rest[-1], n.Expr) else None
        obj = rest[0] if rest and isinstance(rest[0], n.Expr) else None
        return n.Sentence(subject, str(verb), obj, pairs(rest), word_or_none(bind), each is not None, span=self.span(meta))

    def apiece(self, meta: Meta, c: list[Any]) -> str:
        return "each of"

    def activate(self, meta: Meta, c: list[Any]) -> n.Stmt:
        subject, _, power, *rest, bind = c
        return n.Activate(subject, power, pairs(rest), word_or_none(bind), span=self.span(meta))

    def pay(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Pay(c[0], c[2], word_or_none(c[3]), span=self.span(meta))

    def let(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Let(str(c[0]), c[1], span=self.span(meta))

    def set_(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Set(c[0], c[1], span=self.span(meta))

    def require(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Require(c[0], c[1] or (), span=self.span(meta))

    def exactly(self, meta: Meta, c: list[Any]) -> n.HowMany:
        count = n.Number(int(c[0]), span=self.span(meta)) if isinstance(c[0], Token) else c[0]
        return n.HowMany("exactly", count, span=self.span(meta))

    def up_to(self, meta: Meta, c: list[Any]) -> n.HowMany:
        return n.HowMany("up to", c[0], span=self.span(meta))

    def any_number(self, meta: Meta, c: list[Any]) -> n.HowMany:
        return n.HowMany("any", span=self.span(meta))

    def query(self, meta: Meta, c: list[Any]) -> n.Query:
        return n.Query(None, str(c[0]), c[1], c[2], span=self.span(meta))

    def query_of(self, meta: Meta, c: list[Any]) -> n.Query:
        return n.Query(str(c[0]), str(c[1]), c[2], c[3], span=self.span(meta))

    def choice(self, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
        how_many, query, cost, purpose = c
        return how_many, query, cost, word_or_none(purpose)

    def choose(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Choose(c[0], *c[2], span=self.span(meta))

    def pick(self, meta: Meta, c: list[Any]) -> n.Stmt:
        how_many, query, cost, purpose = c[0]
        return n.Choose(None, how_many, query, cost, purpose, random=True, span=self.span(meta))

    def choose_do(self, meta: Meta, c: list[Any]) -> n.Stmt:
        choice = next(x for x in c if isinstance(x, tuple) and len(x) == 4 and isinstance(x[1], n.Query))
        at = c.index(choice)
        subject = c[0] if at == 2 else None
        return n.Choose(subject, *choice, c[at + 1], c[at + 2], at != 2, span=self.span(meta))

    def end(self, meta: Meta, c: list[Any]) -> n.Stmt:
        *words, value = c
        first = words[0]
        if first.type == "SCOPE":
            return n.End(scope_word(first), word_or_none(words[1]) if len(words) > 1 else None, value, span=self.span(meta))
        return n.End("verb", str(first), value, span=self.span(meta))

    def end_menu(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.End("menu", span=self.span(meta))

    def end_then(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.End(scope_word(c[0]), None, None, c[1], span=self.span(meta))

    def nothing(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.DoNothing(span=self.span(meta))

    def proceed(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Proceed(c[0], span=self.span(meta))

    def todo(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Todo(inside(c[0]), span=self.span(meta))

    def result(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Result(c[0], span=self.span(meta))

    def may(self, meta: Meta, c: list[Any]) -> n.Stmt:
        build: Callable[[Any, Any], n.Stmt] = c[1]
        return build(c[0], c[2])

    def may_pay(self, meta: Meta, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
        _, cost, purpose, often, block = c
        how = "any" if often else "once"
        return lambda s, o: n.MayPay(s, cost, word_or_none(purpose), how, block, o, span=self.span(meta))

    def may_block(self, meta: Meta, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
        return lambda s, o: n.May(s, c[0], o, span=self.span(meta))

    def may_do(self, meta: Meta, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
        return lambda s, o: n.May(s, (c[0],), o, span=self.span(meta))

    def may_choose(self, meta: Meta, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
        how_many, query, cost, purpose = c[1]
        span = self.span(meta)
        return lambda s, o: n.Choose(s, how_many, query, cost, purpose, c[2], o, optional=True, span=span)

    def sentence_tail(self, meta: Meta, c: list[Any]) -> n.Stmt:
        if c[0].type == "ACTIVATE":
            return n.Activate(None, c[1], pairs(c[2:]), span=self.span(meta))
        return self._sentence(meta, None, c)

    def often(self, meta: Meta, c: list[Any]) -> n.Stmt:
        subject, _, cost, purpose, _, block = c
        return n.MayPay(subject, cost, word_or_none(purpose), "most", block, span=self.span(meta))

    def otherwise(self, meta: Meta, c: list[Any]) -> n.Block:
        block: n.Block = c[0]
        return block

    def choose_one(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.ChooseOne(c[0], of_types(c, n.Option), c[-1], span=self.span(meta))

    def menu(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Menu(c[0], of_types(c, n.Option), span=self.span(meta))

    def bullet(self, meta: Meta, c: list[Any]) -> n.Option:
        span = self.span(meta)
        line = spaced(split_comment(self.source.line(span.line))[0], bullet=True)
        return n.Option(line.lstrip("- "), None, None, None, None, (), tuple(c), span=span)

    def option(self, meta: Meta, c: list[Any]) -> n.Option:
        name, label, query, cost, purpose, condition, tags, block = c
        return n.Option(
            str(name), query, cost, word_or_none(purpose), condition, tags or (), block, label or (), span=self.span(meta)
        )

    def if_(self, meta: Meta, c: list[Any]) -> n.Stmt:
        condition, block, *rest, otherwise = c
        return n.If(((condition, block), *rest), otherwise, span=self.span(meta))

    def elif_(self, meta: Meta, c: list[Any]) -> tuple[n.Expr, n.Block]:
        return c[0], c[1]

    def any_order(self, meta: Meta, c: list[Any]) -> n.Order:
        return n.Order(True, c[0], span=self.span(meta))

    def ordered(self, meta: Meta, c: list[Any]) -> n.Order:
        return n.Order(False, None, c[0], str(c[1] or "up") == "down", span=self.span(meta))

    def each_any(self, meta: Meta, c: list[Any]) -> tuple[n.Query, n.Order | None]:
        return n.Query(None, str(c[0]), c[1], c[3], span=self.span(meta)), c[2]

    def each_of(self, meta: Meta, c: list[Any]) -> tuple[n.Query, n.Order | None]:
        return n.Query(str(c[0]), str(c[1]), c[2], c[4], span=self.span(meta)), c[3]

    def each(self, meta: Meta, c: list[Any]) -> n.Stmt:
        query, order = c[0]
        return n.ForEach(query, c[1], order, span=self.span(meta))

    def sealed(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Sealed(c[0], c[1], c[2], span=self.span(meta))

    def cycle(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Cycle(c[0], c[1], span=self.span(meta))

    def repeat(self, meta: Meta, c: list[Any]) -> n.Stmt:
        at_most = self._code(meta).startswith("repeat up to")
        return n.Repeat(c[0], at_most, c[1], c[2], span=self.span(meta))

    def under(self, meta: Meta, c: list[Any]) -> n.Stmt:
        abilities = of_types(c, n.Ability)
        if abilities:
            return n.Under(None, (), abilities, c[-1], span=self.span(meta))
        lender, *rest, block = c
        return n.Under(lender, pairs([x for x in rest if x is not None]), (), block, span=self.span(meta))

    def moment_of(self, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
        edge, count, scope, of = c
        number: n.Expr = n.Number(1, span=self.span(meta))
        if count is not None:
            word = str(count)
            number = n.Number(int(word), span=self.span(meta)) if word.isdigit() else n.Name(word, span=self.span(meta))
        return str(edge), number, scope, of

    def until(self, meta: Meta, c: list[Any]) -> n.Stmt:
        edge, count, scope, of = c[0]
        return n.Until(edge, count, scope, of, of_types(c, n.Ability), span=self.span(meta))

    def later(self, meta: Meta, c: list[Any]) -> n.Stmt:
        edge, scope, of, block = c
        following = " of next " in self._code(meta)
        return n.Later(str(edge), following, scope, of, block, span=self.span(meta))

    def nexttime(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.NextTime(c[0], c[1], c[2], span=self.span(meta))

    def frame(self, meta: Meta, c: list[Any]) -> n.Stmt:
        word, name, of, head, block = c
        scope = n.Scope(scope_word(word), word_or_none(name), span=self.span(meta))
        return n.Frame(scope, of, block, **head, span=self.span(meta))

    def does(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Does(c[0], c[1], span=self.span(meta))
