"""The standard spacing inside one line of rules text.

Contract: `spaced(code)` changes blanks between tokens only, never a token; a line it cannot cut into tokens comes
back as it is. `split_comment` knows that a `#` in a text in quotes or in a tag begins no comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+)|(?P<comment>\#.*)|(?P<string>"[^"]*")|(?P<tag>\[[A-Za-z][^\]]*\])
    |(?P<number>\d+(?:d\d+)?)|(?P<word>[a-z][a-z0-9_]*)|(?P<poss>'s(?![a-zA-Z0-9_])|'(?=[ \t]|$))
    |(?P<sign>\.\.\.|\.\.|->|==|!=|<=|>=|[-+*/=<>:;,(){}])|(?P<other>.)""",
    re.X,
)
_NO_BLANK_BEFORE = frozenset([",", ";", ":", ")", "}", ".."])
_NO_BLANK_AFTER = frozenset(["(", "{", ".."])
# After these a minus has nothing to take away from.
_OPEN = frozenset("( { , : ; = == != < > <= >= + - * / ..".split())
_ASKING = frozenset("in and or not then else if by to is where costs with while from per".split())


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    blank_before: bool
    blank_after: bool


def tokens(code: str) -> list[Token]:
    """The tokens of a line, with what stood around them; a comment is the last one."""
    found = [(m.lastgroup or "other", m.group()) for m in _TOKEN.finditer(code)]
    return [
        Token(kind, text, i > 0 and found[i - 1][0] == "blank", i + 1 < len(found) and found[i + 1][0] == "blank")
        for i, (kind, text) in enumerate(found)
        if kind != "blank"
    ]


def split_comment(line: str) -> tuple[str, str]:
    """A line without its comment, and the comment (empty if there is none)."""
    for match in _TOKEN.finditer(line):
        if match.lastgroup == "comment":
            return line[: match.start()].rstrip(), match.group().rstrip()
    return line.rstrip(), ""


def spaced(code: str, *, bullet: bool = False) -> str:
    """The text with standard blanks between its tokens; `bullet`: a minus at the start marks an item.

    >>> spaced("gain 1  gold+ 2 *x's cost")
    "gain 1 gold + 2 * x's cost"
    """
    parts = tokens(code)
    if any(token.kind in ("other", "comment") for token in parts):
        return code.strip()
    out = ""
    before: Token | None = None
    unary = False
    for token in parts:
        if before is not None:
            out += "" if unary or _joined(before, token) else " "
        unary = token.text == "-" and _is_sign(before, token, bullet)
        out += token.text
        before = token
    return out


def _joined(before: Token, token: Token) -> bool:
    if token.text in _NO_BLANK_BEFORE or token.kind == "poss" or before.text in _NO_BLANK_AFTER:
        return True
    return token.text == "(" and before.kind in ("word", "sign") and not token.blank_before and before.text not in _OPEN


def _is_sign(before: Token | None, token: Token, bullet: bool) -> bool:
    """Does a minus belong to the number after it?"""
    if before is None:
        return not bullet and not token.blank_after
    if before.text in _OPEN or before.text in _ASKING:
        return True
    return token.blank_before and not token.blank_after
