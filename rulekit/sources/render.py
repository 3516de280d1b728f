"""Turns diagnostics into text for a terminal or into JSON. No other module does.

Contract: whatever the spans say (past the end of a line or of the file, over many lines, into a line of ten
megabytes), the output is bounded and the caret stands under the place. The text comes from a stranger, so control
characters are never passed on to the terminal.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TextIO

from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.excerpt import excerpt
from rulekit.sources.printable import own, printable
from rulekit.sources.source import NOWHERE, Source, Span

_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;34", "help": "1;36", "gutter": "34"}
_PLAIN = "\x1b[0m"
Paint = Callable[[str, str], str]


def render_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """All findings as text, an empty line between two; each ends with a line break."""
    paint = _coloured if colour else _plain
    return "\n".join(_finding(d, paint) for d in diagnostics)


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """All findings as a JSON list, ended by a line break."""
    return json.dumps(as_data(diagnostics), indent=2, ensure_ascii=False) + "\n"


def as_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """All findings as plain data: what `render_json` writes, and what an editor wants."""
    return [
        {"code": d.code, "severity": d.severity, "message": d.message, "hint": d.hint}
        | _place(d.span)
        | {"labels": [{"text": label.text} | _place(label.span) for label in d.labels]}
        for d in diagnostics
    ]


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How much was found, for the closing line: `2 errors, 1 warning`, or `no findings`."""
    severities = [d.severity for d in diagnostics]
    counts = [(severities.count(kind), kind) for kind in ("error", "warning")]
    return ", ".join(f"{n} {kind}{'s' * (n > 1)}" for n, kind in counts if n) or "no findings"


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose owner did not refuse colour (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def _finding(diagnostic: Diagnostic, paint: Paint) -> str:
    severity = diagnostic.severity
    gutter = _gutter(diagnostic)
    title = paint(severity, f"{severity} {diagnostic.code}")
    lines = [f"{_prefix(diagnostic.span)}{title}: {printable(diagnostic.message)}"]
    lines += _quote(diagnostic.span, severity, gutter, paint)
    for label in diagnostic.labels:
        lines.append(f"{_prefix(label.span)}{paint('note', 'note')}: {printable(label.text)}")
        lines += _quote(label.span, "note", gutter, paint)
    if diagnostic.hint:
        lines.append(f"{' ' * gutter} = {paint('help', 'help')}: {printable(diagnostic.hint)}")
    return "\n".join(lines) + "\n"


def _prefix(span: Span) -> str:
    """`file:line:col: `, or nothing for a finding that has no place."""
    return "" if span.source == NOWHERE.source else f"{printable(str(span))}: "


def _gutter(diagnostic: Diagnostic) -> int:
    """One width for all line numbers of a finding, so that its bars stand below each other."""
    spans = [diagnostic.span, *(label.span for label in diagnostic.labels)]
    return max(4, *(len(str(span.end_line)) for span in spans), *(len(str(span.line)) for span in spans))


def _quote(span: Span, style: str, gutter: int, paint: Paint) -> list[str]:
    """The source line and the caret line under it; for a span of several lines its first and its last."""
    if not span.source.text:
        return []
    out: list[str] = []
    for number, start, end in _pieces(span):
        text, before, width = excerpt(_line(span.source, number), start, end)
        out.append(f"{paint('gutter', f'{number:>{gutter}} |')} {text}".rstrip())
        out.append(f"{paint('gutter', ' ' * gutter + ' |')} {' ' * before}{paint(style, '^' * width)}")
    if span.end_line > span.line + 1 and len(out) > 2:
        out.insert(2, " " * gutter + " ...")
    return out


def _pieces(span: Span) -> list[tuple[int, int, int]]:
    """What to underline as (line, first column, column after the last), one piece a quoted line."""
    last, end = span.end_line, span.end_column
    if last <= span.line:
        return [(span.line, span.column, end)]
    first = (span.line, span.column, len(_line(span.source, span.line)) + 1)
    # A span that ends before the first letter of a line takes nothing of that line.
    indent = _indent(_line(span.source, last))
    return [first, (last, indent + 1, end)] if end > indent + 1 else [first]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _line(source: Source, number: int) -> str:
    lines = _lines(source)
    return lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""


# Without it, a thousand findings would split a long file a thousand times.
@lru_cache(maxsize=4)
def _lines(source: Source) -> list[str]:
    return source.text.split("\n")


def _place(span: Span) -> dict[str, object]:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _plain(style: str, text: str) -> str:
    return text


def _coloured(style: str, text: str) -> str:
    return own(f"\x1b[{_STYLES[style]}m") + text + own(_PLAIN)
