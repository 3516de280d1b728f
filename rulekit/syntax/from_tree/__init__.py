"""Lark's parse tree to syntax nodes.

Contract: one function a grammar rule, no checks: whatever the grammar accepts becomes nodes. The functions stand in the
modules below, by what they build; `places.py` says where the text of a rule stands, `children.py` takes the children of
a rule apart.
"""

from __future__ import annotations

from lark import Token, Tree

from rulekit.syntax import nodes as n
from rulekit.syntax.chunks import Chunk
from rulekit.syntax.from_tree import abilities, declarations, examples, expressions, statements
from rulekit.syntax.from_tree.places import built

__all__ = ["abilities", "build", "declarations", "examples", "expressions", "statements"]


def build(tree: Tree[Token], chunk: Chunk) -> tuple[n.Decl, ...]:
    """The declarations of one parsed chunk."""
    result: tuple[n.Decl, ...] = built(tree, chunk)
    return result
