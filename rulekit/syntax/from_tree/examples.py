"""Examples.

Contract: one function a rule of the grammar, no checks.
"""

from __future__ import annotations

from typing import Any

from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree.children import unquoted
from rulekit.syntax.from_tree.places import Place, builds


@builds
def example(place: Place, c: list[Any]) -> n.Decl:
    title, tags, given, *steps = c
    flat = tuple(step for part in steps for step in part)
    return n.Example(name=unquoted(title), tags=tags or (), given=given or (), steps=flat, span=place.span)


@builds
def given(place: Place, c: list[Any]) -> tuple[n.Node, ...]:
    return tuple(c)


@builds
def heading(place: Place, c: list[Any]) -> n.Node:
    """`players ann, bob`: bare names, so that `heat(north) = 3` is read as what it is."""
    span = place.span
    return n.Prop(str(c[0]), "", tuple(n.Name(str(name), span=span) for name in c[1]), span=span)


@builds
def assign(place: Place, c: list[Any]) -> n.Node:
    return n.Assign(c[0], c[1] or (), span=place.span)


@builds
def when(place: Place, c: list[Any]) -> tuple[n.Node, ...]:
    return tuple(c)


@builds
def then(place: Place, c: list[Any]) -> tuple[n.Node, ...]:
    return tuple(c)


@builds
def run(place: Place, c: list[Any]) -> n.Node:
    return n.Run(c[0], span=place.span)


@builds
def answer(place: Place, c: list[Any]) -> n.Node:
    return n.Answer(str(c[0]), str(c[1]).strip(), span=place.span)


@builds
def more(place: Place, c: list[Any]) -> n.Node:
    return n.More(span=place.span)


@builds
def check(place: Place, c: list[Any]) -> n.Node:
    return n.Check(c[0], span=place.span)


@builds
def claim(place: Place, c: list[Any]) -> n.Node:
    return n.Claim(str(c[0]), str(c[1]), str(c[2]).strip(), span=place.span)
