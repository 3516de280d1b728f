"""`match`, told as the conditions that it stands for.

Contract: `as_if` and `as_conditional` give nodes that mean the same and that have a wording already.
"""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker


def as_if(speaker: Speaker, node: n.Match, scope: Scope) -> n.If:
    """The arms as branches of an `if`."""
    branches = tuple((_taken(speaker, node.value, arm.patterns, scope), arm.block) for arm in node.arms)
    return n.If(branches, node.otherwise, span=node.span)


def as_conditional(speaker: Speaker, node: n.MatchValue, scope: Scope) -> n.Expr:
    """The cases as one value under conditions; the last one needs no condition if all are named."""
    *cases, last = node.cases
    found = node.otherwise
    if found is None:
        found = last.value
    else:
        cases.append(last)
    for case in reversed(cases):
        found = n.Conditional(_taken(speaker, node.value, case.patterns, scope), case.value, found, span=case.span)
    return found


def _taken(speaker: Speaker, value: n.Expr, patterns: tuple[n.Expr | n.Binding, ...], scope: Scope) -> n.Expr:
    tag = speaker.type_of(value, scope).tag
    plain = tuple(pattern for pattern in patterns if isinstance(pattern, n.Name | n.Number))
    if len(plain) == len(patterns) > 1 and tag in ("values", "number"):
        return n.In(value, n.ListOf(plain))
    found: n.Expr | None = None
    for pattern in patterns:
        one = _one(value, pattern, tag)
        found = one if found is None else n.Binary("or", found, one)
    assert found is not None
    return found


def _one(value: n.Expr, pattern: n.Expr | n.Binding, tag: str) -> n.Expr:
    if isinstance(pattern, n.Binding):
        return n.Is(value, pattern.kind, bind=pattern.name)
    if isinstance(pattern, n.NoneValue):
        return n.Is(value, "none")
    if isinstance(pattern, n.Name) and tag in ("thing", "design"):
        return n.Is(value, pattern.name)
    if isinstance(pattern, n.Binary) and pattern.op == "..":
        return n.In(value, pattern)
    return n.Binary("==", value, pattern)


def let_scope(speaker: Speaker, node: n.LetIn, scope: Scope) -> Scope:
    """In a formula a name is told as what it stands for."""
    type_ = speaker.type_of(node.value, scope)
    told = speaker.phrase(node.value, scope)
    return scope.bind(node.name, Ref(type_, speaker.lexicon.type_noun(type_), text=told, many=type_.many))
