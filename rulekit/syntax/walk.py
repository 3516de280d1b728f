"""Every node of a tree, whatever its shape.

Contract: order is that of the text where the fields of a node are; nothing is resolved. `children` looks into
tuples of any depth, so a new field of a node needs no word here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from rulekit.syntax import nodes as n

_NAMES: dict[type, tuple[str, ...]] = {}
_BRANCHES: dict[type, tuple[str, ...]] = {}
_LEAVES = frozenset(("str", "int", "bool", "str | None", "int | None", "tuple[str, ...]", "tuple[int, ...]"))  # never nodes


def _names(node: n.Node) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(node) if field.name != "span")
    return _NAMES[kind]


def parts(node: n.Node) -> Iterator[tuple[str, Any]]:
    """The fields of a node, by name, without its place."""
    return ((name, getattr(node, name)) for name in _names(node))


def children(node: n.Node) -> list[n.Node]:
    """The nodes directly below a node."""
    kind = type(node)
    if kind not in _BRANCHES:
        _BRANCHES[kind] = tuple(field.name for field in fields(node) if field.name != "span" and field.type not in _LEAVES)
    found: list[n.Node] = []
    for name in _BRANCHES[kind]:
        value = getattr(node, name)
        if isinstance(value, n.Node):
            found.append(value)
        elif value.__class__ is tuple and value:
            _nodes_in(value, found)
    return found


def walk(*roots: n.Node) -> Iterator[n.Node]:
    """The given nodes and all below them; without recursion, so that depth does not matter."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node
        below = children(node)
        below.reverse()
        waiting += below


def statements(*roots: n.Node) -> Iterator[n.Node]:
    """The same without expressions, which are most of a text; those that hold statements are gone through."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [
            below for below in reversed(children(node)) if not isinstance(below, n.Expr) or isinstance(below, n.Supposed)
        ]


def words(node: n.Node, leave_out: Iterable[str] = ()) -> Iterator[str]:
    """The words that stand in the fields of a node itself."""
    skipped = set(leave_out)
    for name, value in parts(node):
        if name not in skipped:
            yield from _words(value)


def _nodes_in(values: tuple[Any, ...], found: list[n.Node]) -> None:
    for value in values:
        if isinstance(value, n.Node):
            found.append(value)
        elif isinstance(value, tuple):
            _nodes_in(value, found)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _words(item)
