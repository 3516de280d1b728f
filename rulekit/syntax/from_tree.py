"""Lark's parse tree to syntax nodes.

Contract: one method a grammar rule, no checks: whatever the grammar accepts becomes nodes. Spans are trimmed to the
text a reader would underline (a block rule ends with its newline, its span does not).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable
from typing import Any

from lark import Token, Transformer, Tree, v_args
from lark.tree import Meta

from rulekit.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.spacing import spaced, split_comment


def _tags(tokens: Iterable[Any]) -> tuple[str, ...]:
    """`[GB-1, GB-2] [house]` as a flat tuple of words."""
    inside = " ".join(str(t)[1:-1] for t in tokens)
    return tuple(word for word in re.split(r"[,\s]+", inside) if word)


def _text(token: Any) -> str:
    return str(token)[1:-1]


def _none(value: Any) -> str | None:
    return None if value is None else str(value)


def _split(children: list[Any], *types: type) -> tuple[Any, ...]:
    """The children that are of the given types, in order."""
    return tuple(child for child in children if isinstance(child, types))


@v_args(meta=True)
class FromTree(Transformer[Token, Any]):
    """Builds nodes for one source; `line` and `column` shift positions of a declaration cut out of a file."""

    def __init__(self, source: Source, line: int = 0, column: int = 0) -> None:
        super().__init__()
        self.source, self.line, self.column = source, line, column

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.source, self.line + 1, self.column + 1, self.line + 1, self.column + 1)
        end_line, end_column = meta.end_line, meta.end_column
        if end_line > meta.line and not self.source.line(end_line + self.line)[: end_column + self.column - 1].strip():
            end_line, end_column = self._last_text(meta.line, end_line - 1)
        return Span(
            self.source,
            meta.line + self.line,
            meta.column + self.column,
            end_line + self.line,
            end_column + self.column,
        )

    def _last_text(self, first: int, line: int) -> tuple[int, int]:
        while line > first and not self.source.line(line + self.line).strip():
            line -= 1
        text = self.source.line(line + self.line).rstrip()
        return line, max(len(text) - self.column, 1) + 1

    def _code(self, meta: Meta) -> str:
        """The line on which something begins, in standard spacing, without its comment."""
        return spaced(split_comment(self.source.line(meta.line + self.line))[0])

    # ---------- heads ----------
    def start(self, meta: Meta, c: list[Any]) -> tuple[n.Decl, ...]:
        return tuple(c)

    def label(self, meta: Meta, c: list[Any]) -> tuple[str, ...]:
        return tuple(_text(t) for t in c if t is not None)

    def tags(self, meta: Meta, c: list[Any]) -> tuple[str, ...]:
        return _tags(c)

    def head(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"labels": c[0] or (), "tags": c[1] or ()}

    def names(self, meta: Meta, c: list[Any]) -> tuple[str, ...]:
        return tuple(str(t) for t in c)

    def plain_type(self, meta: Meta, c: list[Any]) -> n.TypeName:
        return n.TypeName(str(c[0]), span=self.span(meta))

    def list_type(self, meta: Meta, c: list[Any]) -> n.TypeName:
        return n.TypeName(str(c[0]), True, span=self.span(meta))

    def param(self, meta: Meta, c: list[Any]) -> n.Param:
        return n.Param(c[0], str(c[1]), "", c[2], span=self.span(meta))

    def prep(self, meta: Meta, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    # ---------- declarations ----------
    def declared(self, meta: Meta, c: list[Any]) -> n.Decl:
        decl: n.Decl = c[1]
        return decl if c[0] is None else dataclasses.replace(decl, change=str(c[0]))

    def remove(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Remove(name=str(c[1]), kind=str(c[0]), span=self.span(meta))

    def remove_invariant(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Remove(name=_text(c[0]), kind="invariant", span=self.span(meta))

    def game(self, meta: Meta, c: list[Any]) -> n.Decl:
        items = c[2] if len(c) > 2 and c[2] else ()
        return n.Game(name=str(c[0]), **c[1], items=items, span=self.span(meta))

    def import_(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Import(name=str(c[0]), span=self.span(meta))

    def excludes(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "excludes", tuple(map(str, c))

    def needs(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "needs", tuple(map(str, c))

    def module_players(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[int, ...]]:
        return "players", (int(c[0]), int(c[1] or c[0]))

    def module(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, head, *rest = c
        words: dict[str, Any] = {}
        for item in rest:
            if isinstance(item, tuple):
                words[item[0]] = words.get(item[0], ()) + item[1]
        return n.Module(name=str(name), **head, **words, body=_split(rest, n.Decl), span=self.span(meta))

    def option_decl(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.OptionDecl(name=str(c[0]), **c[1], type=c[2], default=c[3], span=self.span(meta))

    def values(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Values(name=str(c[0]), **c[1], members=tuple(c[2:]), span=self.span(meta))

    def value(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...]]:
        return str(c[0]), c[1] or ()

    def record(self, meta: Meta, c: list[Any]) -> n.Decl:
        fields = tuple((name, type_) for name, _, type_ in c[2:])
        labels = tuple((name, labels) for name, labels, _ in c[2:] if labels)
        return n.Record(name=str(c[0]), **c[1], fields=fields, field_labels=labels, span=self.span(meta))

    def record_field(self, meta: Meta, c: list[Any]) -> tuple[str, tuple[str, ...], n.TypeName]:
        return str(c[0]), c[1] or (), c[2]

    def resource(self, meta: Meta, c: list[Any]) -> n.Decl:
        names, of, head, items = [*c, ()][:4]
        return n.Resource(name=names[0], names=names, **head, of=_none(of), items=items or (), span=self.span(meta))

    def var(self, meta: Meta, c: list[Any]) -> n.Decl:
        names, of, head, type_, default, lasts = c[:6]
        secret = self._code(meta).endswith(" secret")
        return n.Var(
            name=names[0], names=names, **head, of=of or (), type=type_, default=default, lasts=lasts, secret=secret,
            span=self.span(meta),
        )  # fmt: skip

    def stat_of(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, kind, head, type_, value = c
        return n.StatOf(name=str(name), kind=str(kind), **head, type=type_, value=value, span=self.span(meta))

    def kind(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, parent, head, items = [*c, ()][:4]
        return n.Kind(name=str(name), **head, parent=_none(parent), items=items or (), span=self.span(meta))

    def zone(self, meta: Meta, c: list[Any]) -> n.Decl:
        names, of, head, items = [*c, ()][:4]
        return n.Zone(name=names[0], names=names, **head, of=of or (), items=items or (), span=self.span(meta))

    def board(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Board(name=str(c[0]), cells=_none(c[1]), **c[2], items=c[3], span=self.span(meta))

    def actor(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, head, items = [*c, ()][:3]
        return n.Actor(name=str(name), **head, items=items or (), span=self.span(meta))

    def define(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, *middle, head, value = c
        return n.Define(name=str(name), **head, params=_split(middle, n.Param), value=value, span=self.span(meta))

    def verb(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, *middle, head, block = c
        return n.Verb(name=str(name), **head, params=_params(middle), block=block, span=self.span(meta))

    def moment(self, meta: Meta, c: list[Any]) -> n.Decl:
        name, *middle, head = c
        return n.Verb(name=str(name), **head, params=_params(middle), block=None, span=self.span(meta))

    def rule(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Rule(name=str(c[0]), **c[1], abilities=_split(c, n.Ability), span=self.span(meta))

    def thing(self, meta: Meta, c: list[Any]) -> n.Decl:
        kind, names, of, head, items = [*c, ()][:5]
        return n.Thing(
            name=names[0], names=names, kind=str(kind), of=_none(of), **head, items=items or (), span=self.span(meta)
        )

    def invariant(self, meta: Meta, c: list[Any]) -> n.Decl:
        return n.Invariant(name=_text(c[0]), tags=c[1] or (), value=c[2], span=self.span(meta))

    def body(self, meta: Meta, c: list[Any]) -> tuple[n.Node, ...]:
        return tuple(c)

    def prop(self, meta: Meta, c: list[Any]) -> n.Node:
        values = c[-1] if isinstance(c[-1], tuple) else ()
        prep = next((str(t) for t in c[1:] if isinstance(t, Token)), "")
        return n.Prop(str(c[0]), prep, values, span=self.span(meta))

    def verb_prop(self, meta: Meta, c: list[Any]) -> n.Node:
        span = self.span(meta)
        return n.Prop(str(c[0]), "", (n.Name(str(c[1]), span=span),), span=span)

    def lasting(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Lasting(c[0], span=self.span(meta))

    def field(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Field(c[0], c[2], c[3], labels=c[1] or (), span=self.span(meta))

    def link(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Field(c[0], c[2], None, True, labels=c[1] or (), span=self.span(meta))

    def stat(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Stat(str(c[0]), c[2], c[3], labels=c[1] or (), span=self.span(meta))

    def power(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.PowerDecl(str(c[0]), _params(c[1:-1]), labels=c[-1] or (), span=self.span(meta))

    def power_text(self, meta: Meta, c: list[Any]) -> n.Node:
        name, *middle, tags, block = c
        return n.PowerText(str(name), _bound(middle), tags or (), block, span=self.span(meta))

    def map(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Map(tuple(str(t)[1:].rstrip() for t in c), span=self.span(meta))

    def mark(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Mark(_text(c[0]), c[1], span=self.span(meta))

    def cell(self, meta: Meta, c: list[Any]) -> n.Node:
        names, head, arrow, items = [*c, ()][:4]
        following, more = arrow or ((), {"labels": (), "tags": ()})
        labels, tags = head["labels"] or more["labels"], head["tags"] + more["tags"]
        return n.Cell(names, following, labels, tags, items or (), span=self.span(meta))

    def arrow(self, meta: Meta, c: list[Any]) -> tuple[Any, Any]:
        return c[0], c[1]

    # ---------- abilities ----------
    def before(self, meta: Meta, c: list[Any]) -> str:
        return "before"

    def after(self, meta: Meta, c: list[Any]) -> str:
        return "after"

    def instead(self, meta: Meta, c: list[Any]) -> str:
        return "instead"

    def once(self, meta: Meta, c: list[Any]) -> n.Scope:
        scope: n.Scope = c[0]
        return scope

    def scope(self, meta: Meta, c: list[Any]) -> n.Scope:
        return n.Scope(_scope_word(c[0]), _none(c[1]), span=self.span(meta))

    def verb_scope(self, meta: Meta, c: list[Any]) -> n.Scope:
        return n.Scope("verb", str(c[0]), span=self.span(meta))

    def trigger(self, meta: Meta, c: list[Any]) -> n.Ability:
        timing, pattern, where, once, tags, block = c
        return n.Trigger(timing, pattern, where, once, tags or (), block, span=self.span(meta))

    def forbid(self, meta: Meta, c: list[Any]) -> n.Ability:
        return n.Forbid(c[0], c[1], c[2] or (), c[3] or (), span=self.span(meta))

    def clock(self, meta: Meta, c: list[Any]) -> n.Ability:
        edge, scope, of, where, once, tags, block = c
        term = None if of is None else _term(of)
        return n.Clock(str(edge), scope, term, where, once, tags or (), block, span=self.span(meta))

    def anytime(self, meta: Meta, c: list[Any]) -> n.Ability:
        return n.Anytime(c[0], span=self.span(meta))

    def modifier(self, meta: Meta, c: list[Any]) -> n.Ability:
        change, value = c[1]
        return n.Modifier(c[0], change, value, c[2], span=self.span(meta))

    def payment(self, meta: Meta, c: list[Any]) -> n.Ability:
        return n.Payment(c[0], c[1], c[2], c[3] or (), span=self.span(meta))

    def stores(self, meta: Meta, c: list[Any]) -> n.Ability:
        return n.Stores(str(c[0]), c[1], c[2] or (), span=self.span(meta))

    def rules(self, meta: Meta, c: list[Any]) -> n.Ability:
        tags = next((x for x in c if isinstance(x, tuple)), ())
        return n.Rules(str(c[0]), _split(c, n.Param), _split(c, n.Ability), tags, span=self.span(meta))

    def bind(self, meta: Meta, c: list[Any]) -> n.Term:
        return n.Term("bind", str(c[0]), str(c[1]), span=self.span(meta))

    def bind_list(self, meta: Meta, c: list[Any]) -> n.Term:
        return n.Term("list", str(c[0]), str(c[1]), span=self.span(meta))

    def bind_amount(self, meta: Meta, c: list[Any]) -> n.Term:
        # `n of resource r`: the amount's name, the kind, the resource's name
        return n.Term("amount", str(c[1]), str(c[2]), str(c[0]), span=self.span(meta))

    def bind_power(self, meta: Meta, c: list[Any]) -> n.Term:
        return n.Term("power", str(c[0]), str(c[1]), str(c[3]), span=self.span(meta))

    def any_of(self, meta: Meta, c: list[Any]) -> n.Term:
        return n.Term("any", str(c[0]), span=self.span(meta))

    def fixed_amount(self, meta: Meta, c: list[Any]) -> n.Term:
        return n.Term("fixed", str(c[1]), amount=int(c[0]), span=self.span(meta))

    def pattern(self, meta: Meta, c: list[Any]) -> n.Pattern:
        at = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type in ("VERB", "ACTIVATE"))
        subject = None if c[0] is None or at == 0 else _term(c[0])
        obj = c[at + 1] if len(c) > at + 1 and not isinstance(c[at + 1], Token) else None
        pairs = _pairs(c[at + 1 :])
        args = tuple((prep, _term(value)) for prep, value in pairs)
        verb = "activate" if c[at].type == "ACTIVATE" else str(c[at])
        return n.Pattern(subject, verb, None if obj is None else _term(obj), args, span=self.span(meta))

    # ---------- statements ----------
    def block(self, meta: Meta, c: list[Any]) -> n.Block:
        return tuple(c)

    def tail(self, meta: Meta, c: list[Any]) -> n.Block:
        return tuple(c)

    def sentence(self, meta: Meta, c: list[Any]) -> n.Stmt:
        at = next(i for i, x in enumerate(c) if isinstance(x, Token) and x.type == "VERB")
        subject = c[0] if at > 0 else None
        return self._sentence(meta, subject, c[at:])

    def _sentence(self, meta: Meta, subject: Any, c: list[Any]) -> n.Stmt:
        verb, *rest = c
        bind = rest.pop() if rest and not isinstance(rest[-1], n.Expr) else None
        obj = rest[0] if rest and isinstance(rest[0], n.Expr) else None
        return n.Sentence(subject, str(verb), obj, _pairs(rest), _none(bind), span=self.span(meta))

    def activate(self, meta: Meta, c: list[Any]) -> n.Stmt:
        subject, _, power, *rest, bind = c
        return n.Activate(subject, power, _pairs(rest), _none(bind), span=self.span(meta))

    def pay(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Pay(c[0], c[2], _none(c[3]), span=self.span(meta))

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
        return how_many, query, cost, _none(purpose)

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
            return n.End(_scope_word(first), _none(words[1]) if len(words) > 1 else None, value, span=self.span(meta))
        return n.End("verb", str(first), value, span=self.span(meta))

    def end_menu(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.End("menu", span=self.span(meta))

    def end_then(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.End(_scope_word(c[0]), None, None, c[1], span=self.span(meta))

    def nothing(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.DoNothing(span=self.span(meta))

    def proceed(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Proceed(c[0], span=self.span(meta))

    def todo(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Todo(_text(c[0]), span=self.span(meta))

    def result(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Result(c[0], span=self.span(meta))

    def may(self, meta: Meta, c: list[Any]) -> n.Stmt:
        build: Callable[[Any, Any], n.Stmt] = c[1]
        return build(c[0], c[2])

    def may_pay(self, meta: Meta, c: list[Any]) -> Callable[[Any, Any], n.Stmt]:
        _, cost, purpose, often, block = c
        how = "any" if often else "once"
        return lambda s, o: n.MayPay(s, cost, _none(purpose), how, block, o, span=self.span(meta))

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
            return n.Activate(None, c[1], _pairs(c[2:]), span=self.span(meta))
        return self._sentence(meta, None, c)

    def often(self, meta: Meta, c: list[Any]) -> n.Stmt:
        subject, _, cost, purpose, _, block = c
        return n.MayPay(subject, cost, _none(purpose), "most", block, span=self.span(meta))

    def otherwise(self, meta: Meta, c: list[Any]) -> n.Block:
        block: n.Block = c[0]
        return block

    def choose_one(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.ChooseOne(c[0], _split(c, n.Option), span=self.span(meta))

    def menu(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Menu(c[0], _split(c, n.Option), span=self.span(meta))

    def bullet(self, meta: Meta, c: list[Any]) -> n.Option:
        span = self.span(meta)
        line = spaced(split_comment(self.source.line(span.line))[0], bullet=True)
        return n.Option(line.lstrip("- "), None, None, None, None, (), tuple(c), span=span)

    def option(self, meta: Meta, c: list[Any]) -> n.Option:
        name, label, query, cost, purpose, condition, tags, block = c
        return n.Option(str(name), query, cost, _none(purpose), condition, tags or (), block, label or (), span=self.span(meta))

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
        abilities = _split(c, n.Ability)
        if abilities:
            return n.Under(None, (), abilities, c[-1], span=self.span(meta))
        lender, *rest, block = c
        return n.Under(lender, _pairs([x for x in rest if x is not None]), (), block, span=self.span(meta))

    def moment_of(self, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
        edge, count, scope, of = c
        number: n.Expr = n.Number(1, span=self.span(meta))
        if count is not None:
            word = str(count)
            number = n.Number(int(word), span=self.span(meta)) if word.isdigit() else n.Name(word, span=self.span(meta))
        return str(edge), number, scope, of

    def until(self, meta: Meta, c: list[Any]) -> n.Stmt:
        edge, count, scope, of = c[0]
        return n.Until(edge, count, scope, of, _split(c, n.Ability), span=self.span(meta))

    def later(self, meta: Meta, c: list[Any]) -> n.Stmt:
        edge, scope, of, block = c
        following = " of next " in self._code(meta)
        return n.Later(str(edge), following, scope, of, block, span=self.span(meta))

    def nexttime(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.NextTime(c[0], c[1], c[2], span=self.span(meta))

    def frame(self, meta: Meta, c: list[Any]) -> n.Stmt:
        word, name, of, head, block = c
        scope = n.Scope(_scope_word(word), _none(name), span=self.span(meta))
        return n.Frame(scope, of, block, **head, span=self.span(meta))

    def does(self, meta: Meta, c: list[Any]) -> n.Stmt:
        return n.Does(c[0], c[1], span=self.span(meta))

    # ---------- expressions ----------
    def exprs(self, meta: Meta, c: list[Any]) -> tuple[n.Expr, ...]:
        return tuple(c)

    def cond(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Conditional(*c, span=self.span(meta))

    def has_power(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Has(c[0], str(c[1]), span=self.span(meta))

    def _fold(self, op: str, c: list[Any]) -> n.Expr:
        left: n.Expr = c[0]
        for right in c[1:]:
            left = n.Binary(op, left, right, span=left.span.to(right.span))
        return left

    def or_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return self._fold("or", c)

    def and_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return self._fold("and", c)

    def not_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Not(c[0], span=self.span(meta))

    def compare(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary(str(c[1]), c[0], c[2], span=self.span(meta))

    def in_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.In(c[0], c[1], span=self.span(meta))

    def not_in(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.In(c[0], c[1], True, span=self.span(meta))

    def is_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Is(c[0], str(c[1]), span=self.span(meta))

    def is_not(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Is(c[0], str(c[1]), True, span=self.span(meta))

    def verb_running(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.VerbRunning(str(c[0]), span=self.span(meta))

    def span_(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("..", c[0], c[1], span=self.span(meta))

    def add(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("+", c[0], c[1], span=self.span(meta))

    def sub(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("-", c[0], c[1], span=self.span(meta))

    def mul(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("*", c[0], c[1], span=self.span(meta))

    def div(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Binary("/", c[0], c[1], span=self.span(meta))

    def neg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Negative(c[0], span=self.span(meta))

    def amount(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Amount(c[0], str(c[1]), c[2], span=self.span(meta))

    def amount_held(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Amount(c[0], str(c[1]), None, c[2], span=self.span(meta))

    def amount_of(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.AmountOf(c[0], c[1], span=self.span(meta))

    def per(self, meta: Meta, c: list[Any]) -> n.Per:
        return n.Per(int(c[0] or 1), str(c[1]), c[2], span=self.span(meta))

    def number(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Number(int(c[0]), span=self.span(meta))

    def dice(self, meta: Meta, c: list[Any]) -> n.Expr:
        count, sides = str(c[0]).split("d")
        return n.Dice(int(count), int(sides), span=self.span(meta))

    def string(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.String(_text(c[0]), span=self.span(meta))

    def yesno(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.YesNo(str(c[0]) == "yes", span=self.span(meta))

    def none(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.NoneValue(span=self.span(meta))

    def empty_bundle(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.NothingValue(span=self.span(meta))

    def name_ref(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Name(str(c[0]), span=self.span(meta))

    def this(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.This(span=self.span(meta))

    def you(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.You(span=self.span(meta))

    def your(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Of(n.You(span=self.span(meta)), str(c[0]), span=self.span(meta))

    def its(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Of(n.This(span=self.span(meta)), str(c[0]), span=self.span(meta))

    def of(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Of(c[0], str(c[2]), span=self.span(meta))

    def call(self, meta: Meta, c: list[Any]) -> n.Expr:
        args = c[1] or ()
        plain = tuple(a for a in args if isinstance(a, n.Expr))
        named = tuple(a for a in args if not isinstance(a, n.Expr))
        return n.Call(c[0], plain, named, span=self.span(meta))

    def args(self, meta: Meta, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c)

    def named_arg(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return str(c[0]), c[1]

    def list_of(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.ListOf(tuple(c), span=self.span(meta))

    def filter(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Filter(c[0], span=self.span(meta))

    def comprehension(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Comprehension(c[0], c[1], span=self.span(meta))

    def count_agg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Aggregate(str(c[0]), c[1], span=self.span(meta))

    def fold_agg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Aggregate(str(c[0]), c[2], c[1], span=self.span(meta))

    def rank_agg(self, meta: Meta, c: list[Any]) -> n.Expr:
        return n.Aggregate(str(c[0]), c[1], None, c[2], str(c[3] or "up") == "down", span=self.span(meta))

    # ---------- changes of a modifier ----------
    def raised(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return "raised", c[0]

    def lowered(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return "lowered", c[0]

    def multiplied(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return "multiplied", c[0]

    def set_to(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return "set_to", c[0]

    def at_most(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return "at_most", c[0]

    def at_least(self, meta: Meta, c: list[Any]) -> tuple[str, n.Expr]:
        return "at_least", c[0]

    # ---------- examples ----------
    def example(self, meta: Meta, c: list[Any]) -> n.Decl:
        title, tags, given, *steps = c
        flat = tuple(step for part in steps for step in part)
        return n.Example(name=_text(title), tags=tags or (), given=given or (), steps=flat, span=self.span(meta))

    def given(self, meta: Meta, c: list[Any]) -> tuple[n.Node, ...]:
        return tuple(c)

    def assign(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Assign(c[0], c[1] or (), span=self.span(meta))

    def when(self, meta: Meta, c: list[Any]) -> tuple[n.Node, ...]:
        return tuple(c)

    def then(self, meta: Meta, c: list[Any]) -> tuple[n.Node, ...]:
        return tuple(c)

    def run(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Run(c[0], span=self.span(meta))

    def answer(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Answer(str(c[0]), str(c[1]).strip(), span=self.span(meta))

    def more(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.More(span=self.span(meta))

    def check(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Check(c[0], span=self.span(meta))

    def claim(self, meta: Meta, c: list[Any]) -> n.Node:
        return n.Claim(str(c[0]), str(c[1]), str(c[2]).strip(), span=self.span(meta))


def _scope_word(token: Any) -> str:
    word = str(token)
    return "turn" if word == "turns" else word


def _term(value: Any) -> n.Term:
    return value if isinstance(value, n.Term) else n.Term("value", value=value, span=value.span)


def _pairs(children: list[Any]) -> tuple[tuple[str, Any], ...]:
    """Prepositions with what follows each, out of a flat list."""
    preps = [i for i, x in enumerate(children) if isinstance(x, Token)]
    return tuple((str(children[i]), children[i + 1]) for i in preps if i + 1 < len(children))


def _params(children: list[Any]) -> tuple[n.Param, ...]:
    found: list[n.Param] = []
    prep = ""
    for child in children:
        if isinstance(child, n.Param):
            found.append(dataclasses.replace(child, prep=prep))
        prep = str(child) if isinstance(child, Token) else ""
    return tuple(found)


def _bound(children: list[Any]) -> tuple[tuple[str, str], ...]:
    """The local names of a power text with the preposition before each."""
    found: list[tuple[str, str]] = []
    prep = ""
    for child in children:
        if isinstance(child, Token) and child.type == "NAME":
            found.append((prep, str(child)))
            prep = ""
        elif isinstance(child, Token):
            prep = str(child)
    return tuple(found)


def build(tree: Tree[Token], source: Source, line: int, column: int) -> tuple[n.Decl, ...]:
    """The declarations of one parsed chunk."""
    result: tuple[n.Decl, ...] = FromTree(source, line, column).transform(tree)
    return result
