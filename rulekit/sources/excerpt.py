"""One source line cut and laid out for a terminal, with the place of the caret below it.

Columns of a span count letters; a terminal counts cells, of which a tab takes several, a wide letter two and a
combining accent none. Cutting comes first, so a line of ten megabytes costs no more than a short one.
"""

from __future__ import annotations

import unicodedata

TAB = 4
WIDTH = 100
_LEAD = 30
_CUT = "…"


def excerpt(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The line to show, the cells before the caret and the number of carets, for columns `start` up to `end`.

    >>> excerpt("gain 1 coyn", 8, 12)
    ('gain 1 coyn', 7, 4)
    """
    first = min(max(start, 1), len(line) + 1) - 1
    last = min(max(end - 1, first + 1), max(len(line), first + 1))
    left, right = _window(line, first, last)
    before, inside = _cells(line[left:first]), _cells(line[first : min(last, right)])
    after = _cells(line[min(last, right) : right])
    head, tail = _CUT * (left > 0), _CUT * (right < len(line))
    text = head + _lay(before + inside + after) + tail
    margin = len(head) + _width(before)
    return text, margin, max(1, _width(before + inside) - _width(before))


def _window(line: str, first: int, last: int) -> tuple[int, int]:
    """The piece of a long line to show: the span with some text before it, as far as the width goes."""
    if len(line) <= WIDTH:
        return 0, len(line)
    left = max(0, min(first - _LEAD, len(line) - WIDTH))
    if last <= WIDTH:
        left = 0
    return left, min(len(line), left + WIDTH)


def _cells(text: str) -> list[tuple[str, int]]:
    """Each letter as it is shown, with its width; a tab stays a tab, for its width depends on where it stands."""
    return [(char, 0) if char == "\t" else _cell(char) for char in text]


def _cell(char: str) -> tuple[str, int]:
    if unicodedata.combining(char):
        return char, 0
    if not char.isprintable():
        return "\N{REPLACEMENT CHARACTER}", 1
    return char, 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _lay(cells: list[tuple[str, int]]) -> str:
    text, column = "", 0
    for char, width in cells:
        step = _step(char, width, column)
        text += " " * step if char == "\t" else char
        column += step
    return text


def _width(cells: list[tuple[str, int]]) -> int:
    column = 0
    for char, width in cells:
        column += _step(char, width, column)
    return column


def _step(char: str, width: int, column: int) -> int:
    return TAB - column % TAB if char == "\t" else width
