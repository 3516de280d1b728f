"""Advice for what people write before they know the language.

Contract: looks at the line and at what the parser met, and says how the language puts it; an empty text if it has nothing
better to say than the list of what could follow. It would rather say nothing than send somebody the wrong way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulekit.syntax.words import KEYWORDS

# The beginning of a line up to the mistake, and the way to say it.
_TURNS: tuple[tuple[str, str], ...] = (
    (r"\bif you have$", "compare: `if your coin >= 2:`, or ask `can_pay(2 coin)`"),
    (r"^\s*at$", "write `at start of turn:` or `at end of turn of you:`, without `the`"),
    (r"^\s*at (start|end) of$", "whose turn comes after it: `at end of turn of you:`"),
    (
        r"\bwhen (you|player \w+|someone|somebody|anyone|anybody|(an?|any|another|each|every)( \w+)?)$",
        "an event is answered with `after you gain n coin:` or `before ...:`; `when` begins a text of the thing",
    ),
    (r"\bwhen \w+$", "put `:` after the name of the text: `when played: ...`"),
    (r":\s*(if|for|repeat|menu|cycle|under)\b.*$", "this has a block of its own: begin a new line with it, indented below"),
    (r"(^|[:;]|\bthen)\s*(each|all|every)$", "say it of each: `for each player p in opponents: p loses 1 coin`"),
    (
        r"\bchoose (?!one$)(an? |any |one |some )?[a-z_]+( [a-z_]+)?$",
        "name it, and say where from: `choose player p in opponents`",
    ),
    (
        r"\band (gain|lose|give|pay|move|draw|destroy|shuffle|reveal|roll)s?$",
        "join statements with `then`, or write one a line",
    ),
)


def advice(before: str, word: str) -> str:
    """How to say what stands on a line before a word that the parser did not take."""
    text = before.rstrip()
    for pattern, hint in _TURNS:
        if re.search(pattern, text):
            return hint
    if word == ",":
        return "one statement a line, or join them with `then`; values of a list are divided by commas"
    if word == "if" and re.search(r"[a-z0-9_]$", text):
        return "the condition comes first, on a line of its own: `if your coin < 3: gain 2 coin`"
    if word in ("when", "after", "before", "instead", "cost", "copies") and re.fullmatch(r"\w+ \w+.*[\"\]]", text.strip()):
        return f"put `:` behind the labels: `...: {word} ...`"
    if word == ":":
        return "a value follows its field without a colon: `cost 1 coin`"
    if word == '"' and re.fullmatch(r"\s*[a-z_]+", text):
        return f'a name comes first, then what players read: `{text.strip()} apple "Apple"`'
    return ""


def undeclared(before: str, verbs: Mapping[str, str]) -> str:
    """The word with which a sentence begins, where nobody has declared it as a verb; else nothing."""
    found = re.search(r"(?:^\s+|:\s*|\bthen\s+)([a-z][a-z0-9_]*)$", before.rstrip())
    return "" if found is None or found[1] in KEYWORDS or found[1] in verbs else found[1]


def how_to_declare(verb: str) -> str:
    if verb in ("all", "every", "everybody", "everyone"):
        return "say it of each: `for each player p in opponents: p loses 1 coin`"
    known = "gain, lose, give, pay, move, draw, destroy, shuffle, reveal, roll"
    return f"declare it with `to {verb} ...:`, or use one of the language: {known}"
