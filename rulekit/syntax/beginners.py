"""Advice for what people write before they know the language.

Contract: looks at the line and at what the parser met, and says how the language puts it; an empty text if it has nothing
better to say than the list of what could follow. It would rather say nothing than send somebody the wrong way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulekit.sources.suggest import nearest
from rulekit.syntax.beginners_say import NO_VERBS, SIGNS, TURNS
from rulekit.syntax.words import FIRST_WORDS, KEYWORDS


def advice(before: str, rest: str) -> str:
    """How to say what stands on a line, up to a place that the parser did not take and from there on."""
    text, word = before.rstrip(), first_word(rest)
    if (before + rest).count('"') % 2:
        return 'a `"` is missing: a text stands between two of them, on one line'
    for pattern, hint in TURNS:
        if re.search(pattern, text):
            return hint
    for pattern, met, hint in SIGNS:
        if re.search(pattern, text) and re.match(met, rest):
            return hint
    if re.match(r"-[a-z]", rest) and (name := re.fullmatch(r"\s*[a-z_]+ ([a-z][a-z0-9_]*)", text)):
        return _one_name(name[1], rest[1:])
    if re.match(r'[a-z_]+\s*"', rest) and (name := re.fullmatch(r"[a-z_]+ ([a-z][a-z0-9_]*)", text)):
        return _one_name(name[1], rest)
    if (of := re.match(r"'s? ([a-z_]\w*)", rest)) and (counted := re.search(r"\b(\d+ )([a-z_]\w*)$", text)):
        number, times = f"{counted[1]}{of[1]}", f"{counted[1]}* {counted[2]}'s {of[1]}"
        return f"so many is said of a name alone: `{number}`; times what somebody has: `{times}`"
    if word == ",":
        return "one statement a line, or join them with `then`; values of a list are divided by commas"
    if word == "if" and re.search(r"[a-z0-9_]$", text):
        return "the condition comes first, on a line of its own: `if your coin < 3: gain 2 coin`"
    if word in ("when", "after", "before", "instead", "cost", "copies") and re.fullmatch(r"\w+ \w+.*[\"\]]", text.strip()):
        return f"put `:` behind the labels: `...: {word} ...`"
    if word == ":":
        return "a value follows its field without a colon: `cost 1 coin`"
    return ""


def first_word(text: str) -> str:
    """The part of a text that a reader would point at: a token of any letters may run to the end of the line."""
    match = re.match(r"\s*([A-Za-z0-9_]+|\S)", text)
    return match[1] if match else text


def _one_name(first: str, rest: str) -> str:
    return f"words of a name are joined by `_`: `{first}_{first_word(rest)}`"


def misspelt(line: str, text: str, verbs: Mapping[str, str]) -> tuple[str, str] | None:
    """The word that begins a line and the one it was meant as, unless the text declares the former."""
    word = first_word(line)
    near = None if word in FIRST_WORDS else nearest(word, FIRST_WORDS)
    if near is None or word in KEYWORDS or word in verbs or word in NO_VERBS:
        return None
    declared = re.search(rf"\b[a-z]+ (\w+, )*{re.escape(word)}\b.*:", text.replace(line, ""))  # last: it reads the whole file
    return None if declared else (word, near)


def undeclared(before: str, verbs: Mapping[str, str]) -> str:
    """The word with which a sentence begins, where nobody has declared it as a verb; else nothing."""
    found = re.search(r"(?:^\s+|:\s*|\bthen\s+)([a-z][a-z0-9_]*)$", before.rstrip())
    return "" if found is None or found[1] in KEYWORDS or found[1] in verbs else found[1]


def missing_name(before: str) -> str:
    """What to do about a label where a name should stand."""
    if re.fullmatch(r"\s*[a-z_]+", before.rstrip()):
        return f'a name comes first, then what players read: `{before.strip()} apple "Apple"`'
    return ""


def missing_colon(before: str, verb: str) -> str:
    """What to do about a verb where a colon should stand."""
    if name := re.fullmatch(r"\s+([a-z][a-z0-9_]*)", before.rstrip()):
        return f"`do {name[1]} {verb} ...` does something; `{name[1]}: ...` answers a question"
    return f"put `:` before what happens: `...: {verb} ...`"


def how_to_declare(verb: str) -> str:
    if verb in NO_VERBS:
        return NO_VERBS[verb]
    if verb in ("all", "every", "everybody", "everyone"):
        return "say it of each: `for each player p in opponents: p loses 1 coin`"
    known = "gain, lose, give, pay, move, draw, destroy, shuffle, reveal, roll"
    return f"declare it with `to {verb} ...:`, or use one of the language: {known}"
