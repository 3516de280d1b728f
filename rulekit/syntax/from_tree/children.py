"""Taking the children of a rule apart.

Contract: plain functions over the list that Lark hands to a rule: tokens, nodes already built, and None for what the
text leaves out.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from typing import Any

from lark import Token

from rulekit.syntax import nodes as n


def tag_words(tokens: Iterable[Any]) -> tuple[str, ...]:
    """`[GB-1, GB-2] [house]` as a flat tuple of words."""
    joined = " ".join(unquoted(t) for t in tokens)
    return tuple(word for word in re.split(r"[,\s]+", joined) if word)


def with_tags(node: Any, tags: tuple[str, ...]) -> Any:
    """What a source on the line above belongs to, with it."""
    if isinstance(node, n.Anytime):
        return dataclasses.replace(node, option=with_tags(node.option, tags))
    return dataclasses.replace(node, tags=tags + node.tags)


def unquoted(token: Any) -> str:
    return str(token)[1:-1]


def word_or_none(value: Any) -> str | None:
    return None if value is None else str(value)


def of_types(children: list[Any], *types: type) -> tuple[Any, ...]:
    """The children that are of the given types, in order."""
    return tuple(child for child in children if isinstance(child, types))


def scope_word(token: Any) -> str:
    word = str(token)
    return "turn" if word == "turns" else word


def term(value: Any) -> n.Term:
    return value if isinstance(value, n.Term) else n.Term("value", value=value, span=value.span)


def pairs(children: list[Any]) -> tuple[tuple[str, Any], ...]:
    """Prepositions with what follows each, out of a flat list."""
    preps = [i for i, x in enumerate(children) if isinstance(x, Token)]
    return tuple((str(children[i]), children[i + 1]) for i in preps if i + 1 < len(children))


def params(children: list[Any]) -> tuple[n.Param, ...]:
    found: list[n.Param] = []
    prep = ""
    for child in children:
        if isinstance(child, n.Param):
            found.append(dataclasses.replace(child, prep=prep))
        prep = str(child) if isinstance(child, Token) else ""
    return tuple(found)


def bound(children: list[Any]) -> tuple[tuple[str, str], ...]:
    """The local names of a power text with the preposition before each."""
    found: list[tuple[str, str]] = []
    prep = ""
    for child in children:
        if isinstance(child, Token) and child.type == "NAME":
            found.append((prep, str(child)))
            prep = ""
        elif isinstance(child, Token):
            prep = str(child)
    return tuple(found)


def patterns(exprs: tuple[n.Expr, ...]) -> tuple[n.Expr | n.Binding, ...]:
    """What an arm of a `match` names: two words, read as an amount everywhere else, are a kind and a name."""
    return tuple(
        n.Binding(e.count.name, e.name, span=e.span)
        if isinstance(e, n.Amount) and isinstance(e.count, n.Name) and e.per is None and e.holder is None
        else e
        for e in exprs
    )
