"""Conditions that ask the same of one thing: `its kind is a or its kind is b` is `its kind is a or b`.

Contract: `merged` gives a condition that means the same. Nothing here words anything.
"""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.text.labels import chain
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker

_ASKED = n.Name("paying_for")


def merged(speaker: Speaker, expr: n.Expr, scope: Scope) -> n.Expr:
    """`x == a or x == b` as `x in {a, b}`, and what a payment is for likewise; anything else as it is."""
    if not isinstance(expr, n.Binary) or expr.op != "or":
        return expr
    parts = chain(expr, "or")
    purposes = [part.args[0] for part in parts if isinstance(part, n.Call) and part.function == _ASKED]
    if len(purposes) == len(parts):
        return n.Call(_ASKED, tuple(purposes), span=expr.span)
    first = parts[0]
    if not isinstance(first, n.Binary) or speaker.type_of(first.left, scope).tag in ("number", "dice", "yesno"):
        return expr
    values = [part.right for part in parts if isinstance(part, n.Binary) and part.op == "==" and part.left == first.left]
    plain = len(values) == len(parts) and not any(isinstance(value, n.You | n.This | n.ListOf) for value in values)
    return n.In(first.left, n.ListOf(tuple(values)), span=expr.span) if plain else expr
