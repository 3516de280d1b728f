"""What to say when the parser stops: from the token it met and the tokens it would have taken, a plain sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from rulekit.sources.suggest import did_you_mean
from rulekit.syntax.beginners import advice, first_word, how_to_declare, missing_colon, missing_name, undeclared
from rulekit.syntax.words import KEYWORDS

_WORDS = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
    "COLON": "`:`",
    "COMMA": "`,`",
    "SEMICOLON": "`;`",
    "EQUAL": "`=`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "SLASH": "`/`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "COMP": "a comparison such as `==`",
    "NAME": "a name",
    "VERB": "a verb",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "TAG": "a source such as `[AB-12]`",
    "RAW": "an answer",
    "POSS": "`'s`",
    "EDGE": "`start` or `end`",
    "SCOPE": "`turn`, `round`, `phase` or `step`",
    "MAPROW": "a row that begins with `|`",
}
_AFTER_VERBS = (
    "NAME",
    "RAW",
    "NUMBER",
    "YOU",
    "YOUR",
    "THIS",
    "ITS",
    "STRING",
    "DICE",
    "LBRACE",
    "LPAR",
)  # what may follow a verb
_MOST = 6  # choices worth listing


@dataclass(frozen=True)
class NoVerb:
    """A word that was meant as a verb and is none; `here` says whether the parser stopped at it, or just behind it."""

    word: str
    hint: str
    here: bool


def no_verb(error: Any, before: str, rest: str, verbs: Mapping[str, str]) -> NoVerb | None:
    """A verb that nobody knows is taken for a name: the parser stops at it, or at the word behind it."""
    if not isinstance(error, UnexpectedToken) or advice(before, rest):
        return None
    if error.token.type in ("_NL", "$END") and "COLON" not in (error.accepts or error.expected):
        return _without_verb(before, verbs)
    if error.token.type not in _AFTER_VERBS:
        return None
    last = re.search(r"([a-z][a-z0-9_]*)\s*$", before)
    met = first_word(str(error.token))
    if met in (":", ",", ";"):
        return None
    for word, here in ((last[1] if last else "", False), (met, True)):
        if len(word) > 2 and word not in KEYWORDS and word not in verbs:
            near = did_you_mean(word, sorted(verbs))
            if near:
                return NoVerb(word, near, here)
    unknown = undeclared(before, verbs)
    return NoVerb(unknown, how_to_declare(unknown), False) if unknown else None


def _without_verb(before: str, verbs: Mapping[str, str]) -> NoVerb | None:
    """A word that is a whole sentence and that nobody knows."""
    word = undeclared(before, verbs)
    return NoVerb(word, did_you_mean(word, sorted(verbs)) or how_to_declare(word), False) if word else None


def explain_token(error: Any, before: str, rest: str) -> tuple[str, str]:
    """The sentence and the advice for one syntax error; `before` and `rest` are the line before it and from it on."""
    if isinstance(error, UnexpectedCharacters):
        return f"`{error.char}` has no meaning here", _strange(error.char)
    if not isinstance(error, UnexpectedToken):
        return "this text cannot be read", ""
    accepted = set(error.accepts or error.expected or ())
    return _met(error.token, first_word(rest)), _advice(error, accepted, before, rest)


def _met(token: Any, word: str) -> str:
    if token.type in ("_NL", "$END"):
        return "the line ends too early"
    if token.type == "_INDENT":
        return "this line is indented deeper, but the line above opens no block"
    if token.type == "_DEDENT":
        return "the block ends too early"
    return f"`{word}` cannot stand here"


_GOES_ON = "a formula goes on in the next line only inside brackets: `let n = (1`, then `+ 2)`"
_JOINS = r"(?:[-+*/=,<>]|\b(?:and|or|not|in|where|by))\s*$"  # behind which a formula is not at its end
_JOINED = r"\s*(?:[-+*/<>]|==|!=|(?:and|or|where|by|in|else)\b)"  # before which it was not


def _advice(error: Any, accepted: Collection[str], before: str, rest: str) -> str:
    token, word = error.token, first_word(rest)
    if token.type == "_INDENT":
        return _GOES_ON if re.match(_JOINED, rest) else f"end the line above with `:`, or line this one up with it; {_GOES_ON}"
    if token.type in ("_NL", "$END") and re.search(_JOINS, before):
        return _GOES_ON
    if token.type in ("_NL", "$END") and "COLON" in accepted:
        return "put `:` at the end of the line and its text below, indented"
    said = advice(before, rest) or _unfinished(token, before)
    if said:
        return said
    if token.type == "VERB" and not before:
        return "what happens stands in a block: indent it, below `to ...:` or `when ...:`"
    if token.type == "VERB" and "COLON" in accepted:
        return missing_colon(before, word)
    if token.type == "VERB" and "NAME" in accepted and "VERB" not in accepted:
        return f"`{word}` is a verb; choose another name"
    if word == '"' and (said := missing_name(before)):
        return said
    return _spelling(word, accepted) or _wanted(accepted)


def _unfinished(token: Any, before: str) -> str:
    """A line that ends with a word that is never the last: it may have been meant as a name."""
    word = before.split()[-1] if before.split() else ""
    if token.type not in ("_NL", "$END") or word not in ("its", "your", "after"):
        return ""
    return f"`{word}` is a word of the language, and something follows it; as a name choose another"


_ELSEWHERE = {"True": "yes", "False": "no", "None": "none", "null": "none", "nil": "none"}  # words of other languages


def _spelling(word: str, accepted: Collection[str]) -> str:
    if word in ("=", "'", "["):
        return _strange(word)
    if not {"NAME", "VERB"} & set(accepted):
        return ""
    if word in KEYWORDS and len(accepted) <= _MOST:
        return f"`{word}` is a word of the language; choose another name"
    if word in _ELSEWHERE:
        return f"the word for it is `{_ELSEWHERE[word]}`"
    lower = word.lower()
    return f"names are written in lower case: `{lower}`" if lower != word and lower.isidentifier() else ""


def _wanted(accepted: Collection[str]) -> str:
    wanted = sorted({_WORDS.get(word, f"`{word.lower()}`") for word in accepted if not word.startswith("__")})
    return "" if not wanted or len(wanted) > _MOST else "expected " + " or ".join(wanted)


def _strange(char: str) -> str:
    if char == "=":
        return "compare with `==`; give a value with `let x = ...` or `set x to ...`"
    if char == "'":
        return "`'s` follows a name directly: `p's hand`"
    if char == "[":
        return "a source begins with a letter: `[AB-12]`"
    return "names are lower case letters, digits and `_`; texts stand in double quotes"
