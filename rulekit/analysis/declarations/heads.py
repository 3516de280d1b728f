"""What all declarations have: a head, items, properties with values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rulekit.program.game import (
    Head,
)
from rulekit.syntax import nodes as n

D = TypeVar("D", bound=n.Node)


def head_of(decl: n.Decl) -> Head:
    return Head(decl.name, decl.labels, decl.tags, decl.span)


def pick(nodes: Iterable[n.Node], kind: type[D]) -> list[D]:
    return [node for node in nodes if isinstance(node, kind)]


def words(prop: n.Prop) -> tuple[str, ...]:
    """The plain names among the values of a property."""
    return tuple(v.name for v in prop.values if isinstance(v, n.Name))
