"""Random edits of a text, as people and their cats make them."""

from __future__ import annotations

import random
import re

from rulekit.lsp.workspace import path_of
from rulekit.sources.diagnostics import Diagnostic

_BITS = (
    " ", "\n", ":", "(", ")", "]", '"', "'s ", "  ", "\t", "then", "card", "é", "🂡", "0", "if ", "to ", "[X-1]", ",", "#", "-",
)  # fmt: skip
_WORD = re.compile(r"\b[a-z_][a-z0-9_]*\b|\b[0-9]+\b")


def random_edit(text: str, chance: random.Random) -> str:
    """A text after one edit: letters typed or deleted, another word, a line copied, moved, indented, commented or cut."""
    at = chance.randrange(len(text) + 1)
    how = chance.randrange(10)
    if how > 6:
        return _another_word(text, chance)
    if how == 0:
        return text[:at] + chance.choice(_BITS) + text[at:]
    if how == 1:
        return text[:at] + text[at + chance.randrange(1, 4) :]
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    if how == 2:
        lines.insert(chance.randrange(len(lines) + 1), lines[number])
    elif how == 3:
        lines.insert(chance.randrange(len(lines)), lines.pop(number))
    elif how == 4:
        lines[number] = "  " + lines[number] if chance.random() < 0.5 else lines[number].removeprefix("  ")
    elif how == 5:
        lines[number] = f"# {lines[number]}"
    else:
        del lines[number : number + chance.randrange(1, 3)]
    return "\n".join(lines)


def _another_word(text: str, chance: random.Random) -> str:
    """Most of these can be read; what they mean to other texts is another matter."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    old, new = chance.choice(words), chance.choice(words)
    return text[: old.start()] + new[0] + text[old.end() :]


def key(finding: Diagnostic) -> tuple[object, ...]:
    """A finding as plain data, so that one of an old text is no more than what it was."""
    span = finding.span
    place = (path_of(span.source).name, span.line, span.column, span.end_line, span.end_column)
    further = tuple((str(label.span), label.text) for label in finding.labels)
    return (*place, finding.code, finding.severity, finding.message, finding.hint, further)
