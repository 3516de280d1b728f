"""The standard layout of a rules file.

Contract: `format_text(text)` is idempotent and changes no token: two blanks a level, standard blanks inside a line,
one empty line between declarations (none is asked for between one-line declarations of one kind), comments in place,
line ends as `\\n`. Long lines are left alone. `format_source` also proves it: it parses both texts and refuses
(`FormatError`) when they would not mean the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.errors import RulekitError
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.source import Source
from rulekit.syntax.layout import Line, lay_out

_CHANGES = ("replace", "extend")


class FormatError(RulekitError):
    """The text cannot be laid out: it has mistakes (`diagnostics`), or its meaning would change."""

    def __init__(self, message: str, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__(message)


def format_text(text: str) -> str:
    """The text in standard layout.

    >>> print(format_text('to play_game:\\n    gain 1   gold'), end="")
    to play_game:
      gain 1 gold
    """
    lines = lay_out(text.replace("\r\n", "\n").replace("\r", "\n"))
    shown = [line.text for line in _between(lines)]
    return "\n".join(shown) + "\n" if shown else ""


def format_source(source: Source, vocabularies: Iterable[set[str]]) -> str:
    """The text of a file in standard layout, proved to mean the same.

    The verbs in force decide what a text means, and a part of a game does not name the files that declare its verbs:
    the first vocabulary with which the text can be read is the one that counts.
    """
    from rulekit.syntax.parse import parse

    new = format_text(source.text)
    found: list[Diagnostic] = []
    for verbs in vocabularies:
        sink = Sink()
        old_nodes = parse(source, verbs, sink)
        if sink.errors:
            found = found or sink.errors
            continue
        again = Sink()
        if parse(Source(source.name, new), verbs, again) != old_nodes or again.errors or format_text(new) != new:
            raise FormatError(f"{source.name}: the standard layout would change what it means; left as it is", [])
        return new
    raise FormatError(f"{source.name}: it has mistakes, and is left as it is", found)


# ---------- empty lines ----------
def _between(lines: list[Line]) -> list[Line]:
    """Empty lines: one between declarations, at most one elsewhere, none at the edges of a block or of the file."""
    squeezed = _squeezed(lines)
    wanted = _missing(squeezed)
    out: list[Line] = []
    for index, line in enumerate(squeezed):
        if index in wanted:
            out.append(Line("blank"))
        out.append(line)
    return out


def _squeezed(lines: list[Line]) -> list[Line]:
    out: list[Line] = []
    waiting = False
    for line in lines:
        if line.kind == "blank":
            waiting = bool(out) and not out[-1].source  # a source stands directly above what it belongs to
            continue
        if waiting and not (out[-1].kind == "code" and line.indent > out[-1].indent):
            out.append(Line("blank"))
        out.append(line)
        waiting = False
    while out and not out[-1].text:  # brackets left open
        out.pop()
    return out


def _missing(lines: list[Line]) -> set[int]:
    """Where an empty line must go: before a declaration (and its comments) that follows one of another shape."""
    found: set[int] = set()
    previous: int | None = None
    inside = False
    for index, line in enumerate(lines):
        if line.kind != "code" or line.source or line.indent > (2 if inside else 0):
            continue
        if line.indent == 0:
            inside = line.code.startswith("module ")
        if previous is not None and lines[previous].indent >= line.indent and not _run(lines, previous, index):
            found.add(_with_comments(lines, index))
        previous = index
    return {index for index in found if lines[index - 1].kind != "blank"}


def _with_comments(lines: list[Line], index: int) -> int:
    """The first of the comments and sources that stand directly above a line, or the line itself."""
    while index > 0 and _belongs(lines[index - 1], lines[index]):
        index -= 1
    return index


def _belongs(line: Line, below: Line) -> bool:
    return (line.kind == "comment" or line.source) and line.indent == below.indent


def _run(lines: list[Line], first: int, second: int) -> bool:
    """Two one-line declarations of one kind at one level, which may stand together."""
    one_line = not any(line.kind in ("code", "more", "row") for line in lines[first + 1 : second])
    single = second + 1 >= len(lines) or (lines[second + 1].kind != "more" and lines[second + 1].indent <= lines[second].indent)
    same = _kind(lines[first]) == _kind(lines[second]) and lines[first].indent == lines[second].indent
    return one_line and single and same


def _kind(line: Line) -> str:
    words = line.code.split()
    return " ".join(words[:2]) if words[0] in _CHANGES and len(words) > 1 else words[0]
