"""What built-in functions take and give, in a notation of its own.

Contract: `signature(text)` reads such a line; a slip in it is a ValueError.

    (list of x, number) -> x              an item of whatever the list holds
    (ordered list of x) -> x              the order of the list must be known: no hidden zone that was shuffled
    (settled list of x, number) -> x      the order is fixed before it is read
    (ordered zone of x) -> x              a zone, not just a list
    (cell c) -> list of c                 `c` is the kind of cell that is given
    (cell, word) -> number                a bare word, which is no value
    (cell c, number, step) -> list of c   a define from a cell to the cells that one can step to
    (cell, any) -> direction              a value of any type
    list of player                        no brackets: a name, not a function
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rulekit.program import types as t
from rulekit.program.types import Type

_KINDS = {"player": t.PLAYER, "cell": t.CELL, "die": t.DIE, "thing": t.THING, "any": t.ANY}
_PARAM = re.compile(r"(?:(ordered|settled) )?(?:(list|zone) of )?([a-z]+)(?: ([a-z]))?")


@dataclass(frozen=True, slots=True)
class Param:
    """One value that a function takes."""

    role: str  # value, list, zone, word or step
    type: Type | None = None  # None: the type that `var` stands for
    var: str = ""  # the type that is found here, or that is wanted here, by its letter
    order: str = ""  # "ordered" or "settled"

    @property
    def finds(self) -> bool:
        """Does the value that is given settle what a letter stands for?"""
        return bool(self.var) and (self.role in ("list", "zone") or self.type is not None)


@dataclass(frozen=True, slots=True)
class Signature:
    params: tuple[Param, ...]
    result: str
    is_name: bool

    def gives(self, found: Mapping[str, Type]) -> Type:
        """The type of the result, with what the letters stand for."""
        many, _, word = self.result.rpartition(" of ")
        one = found[word] if len(word) == 1 else named(word)
        return Type(many, "", one) if many else one

    @property
    def gives_item(self) -> bool:
        """Does it give something that a list holds?"""
        return any(param.role == "list" and param.var == self.result for param in self.params)

    @property
    def keeps_items(self) -> bool:
        """Does it give a list of what a list holds?"""
        return any(param.role == "list" and f"list of {param.var}" == self.result for param in self.params)


def named(word: str) -> Type:
    """The type that a word of a signature names."""
    found = _KINDS.get(word) or t.PLAIN.get(word)
    if found is None:
        raise ValueError(f"there is no type `{word}`")
    return found


@cache
def signature(text: str) -> Signature:
    """A line of the notation, read."""
    values, arrow, result = text.rpartition(" -> ")
    inside = values.removeprefix("(").removesuffix(")")
    params = tuple(_param(part) for part in inside.split(", ")) if inside else ()
    found = Signature(params, result, not arrow)
    found.gives({param.var: t.ANY for param in params if param.finds})  # it names types and letters that are there
    return found


def _param(text: str) -> Param:
    match = _PARAM.fullmatch(text)
    if match is None:
        raise ValueError(f"`{text}` is no value of a signature")
    order, many, word, var = match[1] or "", match[2], match[3], match[4] or ""
    if many:
        return Param(many, var=word, order=order)
    if word in ("word", "step"):
        return Param(word)
    return Param("value", var=word) if len(word) == 1 else Param("value", named(word), var)
