"""Colours for rules text in documentation: a Pygments lexer.

Contract: Pygments is not a dependency of rulekit; it finds this lexer through an entry point, and nothing else imports this
file. The words are those of `syntax/words.py`, so that they follow the language; the lexer knows shapes and not the
grammar, so a text with mistakes is coloured too, and nothing of it is lost.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from rulekit.program.facts import called, reserved
from rulekit.syntax.words import (
    BUILTIN_VERBS,
    DECLARING_WORDS,
    KEYWORDS,
    NAMING_WORDS,
    OPERATOR_WORDS,
    PRONOUNS,
    TYPES,
    VALUE_WORDS,
    forms,
)

_DECLARE = "|".join(sorted((DECLARING_WORDS | NAMING_WORDS) - {"to", "moment"}))  # those two are followed by a verb
_CHANGE = r"(?:replace|extend|remove)[ ]+"
_WORDS = sorted(KEYWORDS - PRONOUNS - OPERATOR_WORDS - VALUE_WORDS)
_VERBS = sorted({form for verb in (*BUILTIN_VERBS, "pay", "choose", "activate") for form in forms(verb)})
_NAME = r"[a-z_][a-z0-9_]*"
_END = r"(?![a-z0-9_])"
_ANY = f"(?:{'|'.join(sorted(KEYWORDS))})"
_AFTER = rf'(?:,[ ]*{_NAME})*(?:[ ]of[ ][a-z_]+)?(?:[ ]"|[ ]\[[A-Za-z]|:)'
_KD = Keyword.Declaration


def _groups(*kinds: object) -> object:
    found: object = bygroups(*kinds)  # type: ignore[no-untyped-call]
    return found


class RulesLexer(RegexLexer):
    """Pygments lexer for `.rules` files."""

    name = "rulekit rules"
    aliases: ClassVar[list[str]] = ["rules", "rulekit"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    tokens: ClassVar[dict[str, list[tuple[object, object]]]] = {
        "root": [
            (r"\n", Whitespace),
            (rf"^([ \t]*)({_CHANGE})?(to|moment)([ ]+)({_NAME})", _groups(Whitespace, _KD, _KD, Whitespace, Name.Function)),
            (rf"^([ \t]*)({_CHANGE})?({_DECLARE})([ ]+)({_NAME})", _groups(Whitespace, _KD, _KD, Whitespace, Name.Class)),
            (rf"^([ \t]*)({_CHANGE})?({_DECLARE}){_END}", _groups(Whitespace, _KD, _KD)),
            (r"^([ \t]*)(given|when|then)(:)", _groups(Whitespace, Keyword, Punctuation)),
            # A thing: its kind, its name, and what follows a name.
            (
                rf"^([ \t]*)({_CHANGE})?(?!{_ANY}{_END})({_NAME})([ ]+)({_NAME})(?={_AFTER})",
                _groups(Whitespace, _KD, Keyword.Type, Whitespace, Name.Class),
            ),
            (rf"(when)([ ]+)({_NAME}){_END}", _groups(Keyword, Whitespace, Name.Attribute)),
            (r"[ \t]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"(?:\\.|[^"\\\n])*"', String.Double),
            # Source tags such as [AB-041] and [house].
            (r"\[[A-Za-z][A-Za-z0-9 ,_.-]*\]", Name.Decorator),
            (r"\d+d\d+", Number),
            (r"\d+", Number.Integer),
            (r"\|[^\n]*", String),  # a row of a drawn board
            (words(_VERBS, suffix=_END), Name.Builtin),
            (words(sorted(OPERATOR_WORDS), suffix=_END), Operator.Word),
            (words(sorted(PRONOUNS), suffix=_END), Name.Builtin.Pseudo),
            (words(sorted(VALUE_WORDS), suffix=_END), Keyword.Constant),
            (words(_WORDS, suffix=_END), Keyword),
            (words(sorted(TYPES), suffix=_END), Keyword.Type),
            (words(sorted(called()), suffix=r"(?=\()"), Name.Builtin),
            (words(sorted(reserved()), suffix=_END), Name.Builtin),
            (r"'(?:s(?![a-z0-9_]))?", Operator),
            (r"[^\W\d]\w*", Name),
            (r"->|\.\.\.?|[-+*/=<>!|@]+", Operator),
            (r"[:,.;(){}\[\]]", Punctuation),
            (r".", Text),
        ]
    }
