"""The grammar by itself, read afresh, so that these tests do not depend on how the package uses it."""

from __future__ import annotations

import re
from functools import cache

from lark import Lark, Token, Tree
from lark.indenter import Indenter

from rulekit.syntax.words import BUILTIN_VERBS, forms
from tests.docs.pages import ROOT

_VERB_LINE = re.compile(r"^ *(?:replace |extend )?(?:to|moment) ([a-z_][a-z0-9_]*)", re.M)
_VERBS: dict[str, str] = {}


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - the base class reads plain lists
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8
    always_accept = ("_NL", "NAME")


def _verb_or_name(token: Token) -> Token:
    return Token.new_borrow_pos("VERB", _VERBS[token], token) if token in _VERBS else token


@cache
def grammar() -> Lark:
    """A parser for whole texts."""
    text = (ROOT / "rulekit/grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", postlex=_Blocks(), lexer_callbacks={"NAME": _verb_or_name})


def tree(text: str) -> Tree[Token]:
    """The tree of a text whose verbs stand in it."""
    verbs = {*BUILTIN_VERBS, *_VERB_LINE.findall(text)}
    _VERBS.clear()
    _VERBS.update({form: verb for verb in verbs for form in forms(verb)})
    return grammar().parse(text + "\n")
