"""Abilities and event patterns.

Contract: one method a rule of the grammar, no checks.
"""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import of_types, pairs, scope_word, term, word_or_none
from rulekit.syntax.from_tree.places import Places


@v_args(meta=True)
class Abilities(Places):
    """Builds what waits, changes, forbids, pays or offers."""

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
        return n.Scope(scope_word(c[0]), word_or_none(c[1]), span=self.span(meta))

    def verb_scope(self, meta: Meta, c: list[Any]) -> n.Scope:
        return n.Scope("verb", str(c[0]), span=self.span(meta))

    def trigger(self, meta: Meta, c: list[Any]) -> n.Ability:
        timing, pattern, where, once, tags, block = c
        return n.Trigger(timing, pattern, where, once, tags or (), block, span=self.span(meta))

    def forbid(self, meta: Meta, c: list[Any]) -> n.Ability:
        return n.Forbid(c[0], c[1], c[2] or (), c[3] or (), span=self.span(meta))

    def clock(self, meta: Meta, c: list[Any]) -> n.Ability:
        edge, scope, of, where, once, tags, block = c
        whose = None if of is None else term(of)
        return n.Clock(str(edge), scope, whose, where, once, tags or (), block, span=self.span(meta))

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
        return n.Rules(str(c[0]), of_types(c, n.Param), of_types(c, n.Ability), tags, span=self.span(meta))

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
        subject = None if c[0] is None or at == 0 else term(c[0])
        obj = c[at + 1] if len(c) > at + 1 and not isinstance(c[at + 1], Token) else None
        args = tuple((prep, term(value)) for prep, value in pairs(c[at + 1 :]))
        verb = "activate" if c[at].type == "ACTIVATE" else str(c[at])
        return n.Pattern(subject, verb, None if obj is None else term(obj), args, span=self.span(meta))

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
