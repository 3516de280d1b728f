"""RK062: a secret that everybody saw being rolled.

Looked at: `roll ... as n`, and after it in the same block a `secret` variable that is set to something with n. The roll is
told to all, so the secret is none; `roll ... as p's VARIABLE` tells it to those who see the variable.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis.lints.text import Text
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk


def check(text: Text) -> None:
    """Warn of secret variables that are set to what was rolled openly."""
    secret = {name for var in text.in_play if isinstance(var, n.Var) and var.secret for name in var.names}
    for node in text.in_play if secret else ():
        for block in _blocks(node):
            _check_block(text, block, secret)


def _check_block(text: Text, block: tuple[n.Stmt, ...], secret: set[str]) -> None:
    rolled: set[str] = set()
    for stmt in block:
        if isinstance(stmt, n.Sentence) and stmt.verb in ("roll", "rolls") and stmt.bind is not None:
            rolled.add(stmt.bind)
        elif isinstance(stmt, n.Set) and isinstance(stmt.target, n.Of) and stmt.target.name in secret:
            names = {part.name for part in walk(stmt.value) if isinstance(part, n.Name)} & rolled
            if names:
                message = f"everybody has seen `{min(names)}` being rolled, so `{stmt.target.name}` is no secret"
                text.sink.warn("RK062", message, stmt.span, f"roll it in secret: `roll ... as your {stmt.target.name}`")


def _blocks(node: n.Node) -> Iterator[tuple[n.Stmt, ...]]:
    for name in ("block", "otherwise", "body"):
        found = getattr(node, name, None)
        if isinstance(found, tuple):
            yield tuple(stmt for stmt in found if isinstance(stmt, n.Stmt))
