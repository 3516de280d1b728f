"""Colours for rules text in documentation: a Pygments lexer.

Pygments is not a dependency of rulekit; it finds this lexer through an entry point, and nothing else imports this
file. The lexer knows words and shapes, not the grammar, so a text with mistakes is coloured too.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

_DECLARE = (
    "action board card cell counter deck dice die effect end example extend exclude face game import invariant kind"
    " label list module moment option phase replace resource round setup slot solo symbol token track turn value zone"
).split()
_TIMING = "after at before during instead once until when whenever while".split()
_FLOW = "all any choose each either else every for if let may nothing one or otherwise repeat then todo up".split()
_EFFECTS = (
    "add apply create destroy discard draw flip gain give keep lose move pay place put reroll resolve return reveal"
    " roll set show shuffle skip swap take"
).split()
_OPERATORS = "and least most equal exactly fewer in is less minus more no not of plus than times with without".split()
_SELF = "it its opponent opponents player players that their them they this who whose you your".split()
_STEPS = "given expect".split()


class RulesLexer(RegexLexer):
    """Pygments lexer for `.rules` files."""

    name = "rulekit rules"
    aliases: ClassVar[list[str]] = ["rules", "rulekit"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    tokens: ClassVar[dict[str, list[tuple[object, object]]]] = {
        "root": [
            (r"\n", Whitespace),
            (r"[ \t]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"(?:\\.|[^"\\\n])*"', String.Double),
            # Source tags such as [AB-041] and [house].
            (r"\[[A-Za-z][A-Za-z0-9 ,_.-]*\]", Name.Decorator),
            (r"\d+(?:/\d+)?\b", Number.Integer),
            (words(_DECLARE, prefix=r"^[ \t]*", suffix=r"\b"), Keyword.Declaration),
            (words((*_TIMING, *_FLOW, *_STEPS), suffix=r"\b"), Keyword),
            (words(_EFFECTS, suffix=r"s?\b"), Name.Function),
            (words(_OPERATORS, suffix=r"\b"), Operator.Word),
            (words(_SELF, suffix=r"\b"), Name.Builtin.Pseudo),
            (r"[^\W\d_][\w'’]*", Name),
            (r"[-+*/=<>|]+", Operator),
            (r"[:,.;(){}\[\]]", Punctuation),
            (r".", Text),
        ]
    }
