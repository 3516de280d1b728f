"""The single words of a declaration, each with its place and what it is there for.

Contract: `words_of(tree, chunk)` gives the names, verbs and sources of a parsed declaration in the order of the text; a role is
what the grammar alone can tell. What a name stands for is for the checker to say. Lines that `recover.py` put in give none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from rulekit.sources.source import Span
from rulekit.syntax.chunks import Chunk

# Roles. `declares` has what it declares behind it, as in `declares zone`.
NAME = "name"  # a name of any sort in a formula
KIND = "kind"  # a kind or a type
VERB = "verb"
BINDS = "binds"  # a name that is known in the text from here on
PART = "part"  # what is said of an owner, a line that gives a field its value, a part of a record
POWER = "power"
RESOURCE = "resource"
SCOPE = "scope"  # of a phase or step
PURPOSE = "purpose"
MODULE = "module"
FILE = "file"
TAG = "tag"
SEAT = "seat"  # a player of an example
RAW = "raw"  # a word of an answer


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: where it stands, what it is (of a verb its base form), what it is there for."""

    span: Span
    text: str
    role: str


# What the words directly below a rule are, by their places among its children.
_PLACES: dict[str, dict[int, str]] = {
    "game": {0: "declares game"},
    "import_": {0: FILE},
    "module": {0: "declares module"},
    "option_decl": {0: "declares option"},
    "values": {0: "declares values"},
    "value": {0: "declares member"},
    "record": {0: "declares record"},
    "record_field": {0: "declares part"},
    "stat_of": {0: "declares stat", 1: KIND},
    "kind": {0: "declares kind", 1: KIND},
    "board": {0: "declares board", 1: KIND},
    "actor": {0: "declares actor"},
    "define": {0: "declares define"},
    "verb": {0: "declares verb"},
    "moment": {0: "declares verb"},
    "rule": {0: "declares rule"},
    "param": {1: BINDS},
    "cross": {0: KIND, 1: BINDS},
    "remove": {0: KIND, 1: NAME},
    "prop": {0: PART},
    "verb_prop": {0: PART, 1: NAME},
    "stat": {0: "declares part"},
    "power": {0: "declares power"},
    "power_text": {0: POWER},
    "rules": {0: "declares power"},
    "stores": {0: RESOURCE},
    "bind": {0: KIND, 1: BINDS},
    "bind_list": {0: KIND, 1: BINDS},
    "bind_amount": {0: BINDS, 1: KIND, 2: BINDS},
    "bind_power": {0: KIND, 1: BINDS, 3: POWER},
    "scope": {1: SCOPE},
    "let": {0: BINDS},
    "let_else": {0: BINDS},
    "query": {0: BINDS},
    "query_of": {0: KIND, 1: BINDS},
    "each_any": {0: BINDS},
    "each_of": {0: KIND, 1: BINDS},
    "option": {0: "declares offer"},
    "frame": {1: "declares scope"},
    "your": {0: PART},
    "its": {0: PART},
    "of": {2: PART},
    "amount": {1: RESOURCE},
    "amount_held": {1: RESOURCE},
    "amount_at": {1: RESOURCE},
    "per": {1: NAME},
    "is_": {1: NAME, 2: BINDS},
    "has_power": {1: POWER},
    "named_arg": {0: PART},
    "answer": {0: SEAT},
    "claim": {0: SEAT},
    "activate": {-1: BINDS},
    "pay": {3: PURPOSE, 4: BINDS},
}
# What all words directly below a rule are, where it has no places of its own.
_ALL: dict[str, str] = {
    "excludes": MODULE,
    "needs": MODULE,
    "plain_type": KIND,
    "list_type": KIND,
    "any_of": KIND,
    "fixed_amount": RESOURCE,
    "end": SCOPE,
    "thing": KIND,
    "choice": PURPOSE,
    "may_pay": PURPOSE,
    "often": PURPOSE,
    "power_text": BINDS,
    "option": PURPOSE,
}
# What the lists of names below a rule are: of the first such list, and of those behind it.
_LISTS: dict[str, tuple[str, str]] = {
    "resource": ("declares resource", KIND),
    "var": ("declares var", KIND),
    "zone": ("declares zone", KIND),
    "thing": ("declares thing", NAME),
    "field": ("declares part", NAME),
    "link": ("declares part", NAME),
    "cell": ("declares thing", NAME),
    "arrow": (NAME, NAME),
}
_WORDS = ("NAME", "VERB")
_RAW = re.compile(r"[a-z_][a-z0-9_]*")
_TAGS = re.compile(r"[^\[\],\s]+")
_GAINS = ("gain", "lose")


def words_of(tree: Tree[Token], chunk: Chunk, put_in: Collection[int] = ()) -> list[Word]:
    """The words of a declaration; `put_in` are lines of the source that nobody has written."""
    out: list[Word] = []
    _walk(tree, chunk, out, "")
    found = [word for word in out if word.span.line not in put_in] if put_in else out
    return sorted(found, key=lambda word: (word.span.row, word.span.column))


def _walk(tree: Tree[Any], chunk: Chunk, out: list[Word], lists: str) -> None:
    rule, children = str(tree.data), tree.children
    places, rest, count = _PLACES.get(rule, {}), _ALL.get(rule, NAME), len(children)
    seen_lists = 0
    for index, child in enumerate(children):
        if isinstance(child, Tree):
            role = ""
            if child.data == "names":
                role = _list_role(rule, children, seen_lists)
                seen_lists += 1
            elif rule in ("sentence", "sentence_tail") and index == count - 1 > 0 and child.data == "name_ref":
                role = BINDS  # what stands behind `as`; without it there is None at the end
            elif child.data == "bind" and rule == "pattern" and _gained(children[:index]):
                role = "amount of a gain"
            _walk(child, chunk, out, role)
        elif isinstance(child, Token):
            if child.type in _WORDS:
                role = places.get(index) or places.get(index - count) or (VERB if child.type == "VERB" else rest)
                if lists == "amount of a gain":
                    role = (BINDS, RESOURCE)[index] if str(children[0]) != "resource" else (KIND, BINDS)[index]
                elif lists:
                    role = lists
                out.append(Word(_span(child, chunk), str(child), role))
            elif child.type in ("RAW", "TAG"):
                out += _inside(child, chunk)


def _list_role(rule: str, children: list[Any], seen: int) -> str:
    if rule == "heading":
        word = str(children[0])
        return "binds" if word == "players" else MODULE if word == "modules" else NAME
    return _LISTS.get(rule, (NAME, NAME))[min(seen, 1)]


def _gained(before: list[Any]) -> bool:
    """Does a gain stand before it? Then `n coin` is an amount; `player p` before it is who gains."""
    return any(isinstance(child, Token) and child.type == "VERB" and str(child) in _GAINS for child in before)


def _span(token: Token, chunk: Chunk) -> Span:
    line, column = token.line or 1, (token.column or 1) + chunk.column
    width = (token.end_column or 1) - (token.column or 1)
    return Span(chunk.at, line + chunk.before, column, line + chunk.before, column + width)


def _inside(token: Token, chunk: Chunk) -> Iterator[Word]:
    """The words of an answer, and the sources of a tag."""
    whole, role = _span(token, chunk), RAW if token.type == "RAW" else TAG
    text = str(token).partition(" because ")[0] if role == RAW else str(token)
    for found in (_RAW if role == RAW else _TAGS).finditer(text):
        start = whole.column + found.start()
        yield Word(Span(whole.at, whole.row, start, whole.row, start + len(found[0])), found[0], role)
