"""What to say when the parser stops: from the token it met and the tokens it would have taken, a plain sentence."""

from __future__ import annotations

from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

_WORDS = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
    "COLON": "`:`",
    "NAME": "a name",
    "VERB": "a verb",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "RAW": "an answer",
    "POSS": "`'s`",
}


def explain_token(error: Any, line: str, verbs: dict[str, str]) -> tuple[str, str]:
    """The sentence and the advice for one syntax error."""
    if isinstance(error, UnexpectedCharacters):
        return f"`{error.char}` has no meaning here", _strange_character(error.char)
    if not isinstance(error, UnexpectedToken):
        return "this text cannot be read", ""
    accepted = set(error.accepts or error.expected or ())
    return _met(error.token), _advice(error.token, accepted, line, verbs)


def _met(token: Any) -> str:
    if token.type in ("_NL", "$END"):
        return "the line ends too early"
    if token.type == "_INDENT":
        return "this line is indented deeper, but nothing above opens a block"
    if token.type == "_DEDENT":
        return "the block ends too early"
    return f"`{token}` cannot stand here"


def _advice(token: Any, accepted: set[str], line: str, verbs: dict[str, str]) -> str:
    if token.type == "VERB" and "NAME" in accepted:
        return f"`{token}` is a verb; give the thing another name"
    if token.type == "NAME" and "VERB" in accepted and "COLON" not in accepted:
        from rulekit.suggest import did_you_mean

        near = did_you_mean(str(token), sorted(verbs))
        return near or f"no verb `{token}` is declared; declare it with `to {token} ...:`"
    if token.type in ("_NL", "$END") and "COLON" in accepted:
        return "put `:` at the end of the line and its text below, indented"
    wanted = sorted(_WORDS.get(word, f"`{word.lower()}`") for word in accepted)
    return "" if not wanted or len(wanted) > 8 else "expected " + " or ".join(wanted)


def _strange_character(char: str) -> str:
    if char == "=":
        return "compare with `==`, give a value with `set x to ...` or `let x = ...`"
    if char == "'":
        return "`'s` must follow a name directly and be followed by a blank"
    return "names are lower case letters, digits and `_`; texts stand in double quotes"
