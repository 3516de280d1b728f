"""Examples.

Contract: one method a rule of the grammar, no checks.
"""

from __future__ import annotations

from typing import Any

from lark import v_args
from lark.tree import Meta

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import inside
from rulekit.syntax.from_tree.places import Places


@v_args(meta=True)
class Examples(Places):
    """Builds what is given, done and checked."""

    def example(self, meta: Meta, c: list[Any]) -> n.Decl:
        title, tags, given, *steps = c
        flat = tuple(step for part in steps for step in part)
        return n.Example(name=inside(title), tags=tags or (), given=given or (), steps=flat, span=self.span(meta))

    def given(self, meta: Meta, c: list[Any]) -> tuple[n.Node, ...]:
        return tuple(c)

    def heading(self, meta: Meta, c: list[Any]) -> n.Node:
        """`players ann, bob`: bare names, so that `heat(north) = 3` is read as what it is."""
        span = self.span(meta)
        return n.Prop(str(c[0]), "", tuple(n.Name(str(name), span=span) for name in c[1]), span=span)

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
