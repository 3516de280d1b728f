"""Which function tells which node.

Contract: a function that tells a node stands in one of these tables, put there by its decorator; the modules that tell go from
a node to its function by the tables alone, so that none of them has to import those that it calls back. To tell a new
construct is to write one function with a decorator, and its wordings in each language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Teller = TypeVar("Teller", bound=Callable[..., Any])
Table = dict[Any, Callable[..., Any]]

PHRASES: Table = {}  # expressions: (speaker, node, scope) -> str
CLAUSES: Table = {}  # conditions: (speaker, node, scope) -> Clause
FUNCTIONS: Table = {}  # built-in functions by name: (speaker, node, scope) -> str
CONDITIONS: Table = {}  # built-in functions that hold or not, by name: (speaker, node, scope) -> Clause
ACTS: Table = {}  # statements that somebody does: (speaker, node, scope) -> Act | None
ORDERS: Table = {}  # built-in verbs by name: (speaker, node, scope) -> str
SENTENCES: Table = {}  # all other statements: (speaker, node, scope) -> (pieces, scope)
ABILITIES: Table = {}  # (speaker, node, scope) -> pieces
PAGES: Table = {}  # declarations: (speaker, decl, name) -> Page


def _into(table: Table) -> Callable[..., Callable[[Teller], Teller]]:
    def for_keys(*keys: Any) -> Callable[[Teller], Teller]:
        def mark(function: Teller) -> Teller:
            table.update(dict.fromkeys(keys, function))
            return function

        return mark

    return for_keys


phrases = _into(PHRASES)
clauses = _into(CLAUSES)
functions = _into(FUNCTIONS)
condition = _into(CONDITIONS)
acts = _into(ACTS)
orders = _into(ORDERS)
sentences = _into(SENTENCES)
abilities = _into(ABILITIES)
pages = _into(PAGES)
