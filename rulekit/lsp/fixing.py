"""What a remedy is, and the words that findings are about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulekit.lsp.rename import Change
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.source import Source, Span

QUOTED = re.compile(r"`([^`]+)`")
_NAMED = re.compile(r"^[a-z_][a-z0-9_]*$")


@dataclass(frozen=True)
class Fix:
    """A remedy: its title, what it changes, and whether it is the one to take."""

    title: str
    changes: tuple[Change, ...]
    preferred: bool = False


def old_word(finding: Diagnostic) -> str:
    """The word that the finding is about, if it stands at its place."""
    line = finding.span.source.line(finding.span.line)
    names = [word for word in QUOTED.findall(finding.message) if _NAMED.match(word)]
    return next((word for word in names if find(line, word, finding.span) is not None), "")


def find(line: str, word: str, span: Span) -> int | None:
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    for found in re.finditer(rf"(?<![a-z0-9_]){re.escape(word)}(?![a-z0-9_])", line):
        if span.column - 1 <= found.start() and found.end() <= max(end, span.column - 1 + len(word)):
            return found.start()
    return None


def at_end(source: Source, text: str) -> Change:
    lines = source.text.split("\n")
    number, column = len(lines), len(lines[-1]) + 1
    return Change(Span(source, number, column, number, column), text if not lines[-1] else f"\n{text}")


def without_lines(source: Source, first: int, last: int) -> Change:
    """The lines from one to another, both gone."""
    if last < len(source.text.split("\n")):
        return Change(Span(source, first, 1, last + 1, 1), "")
    if first == 1:
        return Change(Span(source, 1, 1, last, len(source.line(last)) + 1), "")
    return Change(Span(source, first - 1, len(source.line(first - 1)) + 1, last, len(source.line(last)) + 1), "")


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())
