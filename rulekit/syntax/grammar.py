"""The parser made from `grammar.lark`.

Contract: `parser()` gives the one Lark parser of this process. Its lexer turns a name into a verb when `VOCABULARY`
holds it. Making the tables takes a second, so they are kept in the private cache folder.
"""

from __future__ import annotations

import contextlib
import io
import pickle
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.indenter import Indenter

from rulekit.sources import cache as kept

_GRAMMAR = Path(__file__).parent.parent / "grammar.lark"


class Indent(Indenter):
    """Blocks by indentation; inside brackets a line may go on anywhere."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - the base class reads plain lists
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    always_accept = ("_NL", "NAME")  # NAME in every state: a verb reaches the lexer as a name first


class Vocabulary(threading.local):
    """The verbs in force while a text is lexed: each form with its base. Each thread reads a text of its own."""

    def __init__(self) -> None:
        self.verbs: Mapping[str, str] = {}


VOCABULARY = Vocabulary()
PARSING = threading.Lock()  # the parser counts open brackets and blocks as it goes: one text at a time


def classify(token: Token) -> Token:
    """Called for each name."""
    base = VOCABULARY.verbs.get(token)
    return token if base is None else Token.new_borrow_pos("VERB", base, token)


@cache
def parser() -> Lark:
    """The parser; which names are verbs is what `VOCABULARY` says when a text is parsed."""
    name = kept.key(lark.__version__)
    tables = kept.load("grammar", name)
    if isinstance(tables, dict):
        with contextlib.suppress(Exception):  # tables that do not load are made again
            # `Lark.load` takes no options; this is what Lark's own stand-alone parsers begin with
            loaded: Lark = Lark._load_from_dict(tables["data"], tables["memo"], **_own())  # type: ignore[no-untyped-call]
            return loaded
    made = _make()
    kept.save("grammar", name, _tables(made))
    return made


def _tables(made: Lark) -> dict[str, Any]:
    """The parser as plain data, without the parts that are code of this module."""
    out = io.BytesIO()
    made.save(out, exclude_options=tuple(_own()))
    tables: dict[str, Any] = pickle.loads(out.getvalue())  # made on the line above
    return tables


def _own() -> dict[str, Any]:
    """What the parser takes from this module."""
    return {"postlex": Indent(), "lexer_callbacks": {"NAME": classify}}


def _make() -> Lark:
    return Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        propagate_positions=True,
        maybe_placeholders=True,
        **_own(),
    )
