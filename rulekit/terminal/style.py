"""Colour and lines: words that are painted or not, and paragraphs that fit a width."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

CODES = {"title": "1;36", "label": "36", "you": "1;32", "option": "1;33", "dim": "2", "bad": "1;31", "good": "1;32"}
NARROW, WIDE = 40, 120


@dataclass(frozen=True)
class Style:
    """How a screen is written: its width, and whether colours may be used."""

    width: int = 80
    colour: bool = False
    height: int = 24

    def paint(self, kind: str, text: str) -> str:
        return f"\x1b[{CODES[kind]}m{text}\x1b[0m" if self.colour and text and kind else text

    def rule(self, title: str) -> str:
        """A line across the screen with a title in it."""
        return self.paint("title", f"-- {title} ".ljust(self.width, "-")[: max(self.width, len(title) + 4)])

    def flow(self, parts: Iterable[tuple[str, str]], indent: int = 2, hang: int = 4) -> list[str]:
        """A paragraph of (kind, text) parts, broken between words; lines after the first hang."""
        words = [(kind, word) for kind, text in parts for word in text.split()]
        lines, line, used = [], " " * indent, indent
        for kind, word in words:
            if used + len(word) > self.width and line.strip():
                lines.append(line.rstrip())
                line, used = " " * hang, hang
            line += self.paint(kind, word) + " "
            used += len(word) + 1
        return [*lines, line.rstrip()] if line.strip() else lines


def style_of_screen(colour: bool | None = None) -> Style:
    """The style that fits the terminal of this process."""
    from shutil import get_terminal_size

    from rulekit.render import wants_colour

    size = get_terminal_size((80, 24))
    painted = wants_colour(sys.stdout) if colour is None else colour
    return Style(max(NARROW, min(size.columns, WIDE)), painted, size.lines)


def interactive() -> bool:
    """Whether a person can be asked: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def columns(entries: Sequence[tuple[str, str]], style: Style, indent: int = 2) -> list[str]:
    """Entries of (plain, painted) text below each other, in as many columns as fit."""
    if not entries:
        return []
    widest = max(len(plain) for plain, _ in entries) + 3
    across = max(1, (style.width - indent) // widest) if len(entries) > 4 else 1
    rows = -(-len(entries) // across)
    lines = []
    for row in range(rows):
        cells = entries[row::rows]
        padded = [painted + " " * (widest - len(plain)) for plain, painted in cells]
        lines.append((" " * indent + "".join(padded)).rstrip())
    return lines
