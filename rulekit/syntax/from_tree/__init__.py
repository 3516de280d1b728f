"""Lark's parse tree to syntax nodes.

Contract: one method a grammar rule, no checks: whatever the grammar accepts becomes nodes. The methods stand in the
modules below, by what they build; `places.py` says where the text of a rule stands, `children.py` takes the children of
a rule apart.
"""

from __future__ import annotations

from lark import Token, Tree

from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.abilities import Abilities
from rulekit.syntax.from_tree.declarations import Declarations
from rulekit.syntax.from_tree.examples import Examples
from rulekit.syntax.from_tree.expressions import Expressions
from rulekit.syntax.from_tree.statements import Statements


class FromTree(Declarations, Abilities, Statements, Expressions, Examples):
    """Builds nodes for one source; `line` and `column` shift positions of a declaration cut out of a file."""


def build(tree: Tree[Token], source: Source, line: int, column: int) -> tuple[n.Decl, ...]:
    """The declarations of one parsed chunk."""
    result: tuple[n.Decl, ...] = FromTree(source, line, column).transform(tree)
    return result
