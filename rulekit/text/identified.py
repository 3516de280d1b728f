"""Triggers whose condition says who somebody is: `after a player buys a card, if that player is you` is `after you buy a card`.

Contract: `identified(trigger)` gives a trigger that means the same, where names that must be `you` or `this` are told as that,
and the names of players who must be somebody else. Nothing here words anything.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from rulekit.syntax import nodes as n
from rulekit.syntax.walk import parts
from rulekit.text.labels import chain

N = TypeVar("N", bound=n.Node)


def identified(trigger: n.Trigger) -> tuple[n.Trigger, frozenset[str]]:
    """The trigger with what it binds told as what it is, and the names that are anybody but `you`."""
    others: set[str] = set()
    bound = {term.name for term in _terms(trigger.pattern) if term.mode == "bind"}
    for part in chain(trigger.where, "and") if trigger.where is not None else []:
        name = part.left.name if isinstance(part, n.Binary) and isinstance(part.left, n.Name) else ""
        if not isinstance(part, n.Binary) or name not in bound:
            continue
        if part.op == "==" and isinstance(part.right, n.You | n.This):
            trigger = _told_as(replace(trigger, where=without(trigger.where, part)), name, part.right)
        elif part.op == "!=" and isinstance(part.right, n.You):
            trigger = replace(trigger, where=without(trigger.where, part))
            others.add(name)
    return trigger, frozenset(others)


def without(condition: n.Expr | None, part: n.Expr) -> n.Expr | None:
    """A condition without one of the parts that `and` joins."""
    if condition == part or not isinstance(condition, n.Binary) or condition.op != "and":
        return None if condition == part else condition
    left, right = without(condition.left, part), without(condition.right, part)
    if left is None or right is None:
        return right if left is None else left
    return replace(condition, left=left, right=right)


def _terms(pattern: n.Pattern) -> list[n.Term]:
    return [term for term in (pattern.subject, pattern.object, *(term for _, term in pattern.args)) if term is not None]


def _told_as(trigger: n.Trigger, name: str, value: n.Expr) -> n.Trigger:
    def named(term: n.Term | None) -> n.Term | None:
        bound = term is not None and term.mode == "bind" and term.name == name
        return n.Term("value", value=value) if bound else term

    pattern = trigger.pattern
    args = tuple((prep, named(term) or term) for prep, term in pattern.args)
    pattern = replace(pattern, subject=named(pattern.subject), object=named(pattern.object), args=args)
    where = None if trigger.where is None else substituted(trigger.where, name, value)
    return replace(trigger, pattern=pattern, where=where, block=tuple(substituted(s, name, value) for s in trigger.block))


def substituted(node: N, name: str, value: n.Expr) -> N:
    """A tree in which a value stands for a name."""
    found: Any = _put(node, name, value)
    return found  # type: ignore[no-any-return]


def _put(part: Any, name: str, value: n.Expr) -> Any:
    if isinstance(part, n.Name):
        return value if part.name == name else part
    if isinstance(part, tuple):
        return tuple(_put(item, name, value) for item in part)
    if not isinstance(part, n.Node):
        return part
    changed = {field: put for field, old in parts(part) if (put := _put(old, name, value)) is not old and put != old}
    return replace(part, **changed) if changed else part
