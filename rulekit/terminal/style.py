"""Colour and lines: words that are painted or not, and paragraphs, rows and tables that fit a width.

Contract: every function takes text that may be painted and measures what is seen of it. Nothing needs colour to be
understood, and nothing but `SIGNS` needs more than ASCII.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulekit.sources.printable import PAINTED, own
from rulekit.text.folding import fold
from rulekit.text.folding import words as tied_words

CODES = {
    "title": "1;36", "label": "36", "you": "1;32", "option": "1;33", "dim": "2", "bad": "1;31", "good": "1;32",
    "bold": "1", "chip": "30;47", "top": "1;30;43",
    "seat0": "1;32", "seat1": "1;35", "seat2": "1;34", "seat3": "1;31", "seat4": "1;36",
}  # fmt: skip
SIGNS = {"line": ("-", "─"), "bar": ("|", "│"), "turn": (">", "▶"), "fog": (":", "░"), "dot": ("|", "·")}
NARROW, WIDE = 40, 120
_SEATS = 5
Row = tuple[str, Sequence[str]]  # a label and the things beside it


def seen(text: str) -> int:
    """How many columns a text takes.

    >>> seen("\\x1b[1mfig\\x1b[0m")
    3
    """
    return len(PAINTED.sub("", text))


@dataclass(frozen=True)
class Style:
    """How a screen is written: its width, whether colours may be used, whether it can show more than ASCII."""

    width: int = 80
    colour: bool = False
    height: int = 24
    fancy: bool = False

    def paint(self, kind: str, text: str) -> str:
        if not (self.colour and text and kind):
            return text
        return own(f"\x1b[{CODES[kind]}m") + text + own("\x1b[0m")

    def seat(self, seat: int, text: str) -> str:
        """A player's name, or what stands for it, in the colour of the seat."""
        return self.paint(f"seat{seat % _SEATS}", text)

    def sign(self, name: str) -> str:
        return SIGNS[name][self.fancy]

    def rule(self, title: str) -> str:
        """A line across the screen with a title in it."""
        line = self.sign("line")
        return self.paint("title", f"{line * 2} {title} ".ljust(self.width, line)[: max(self.width, len(title) + 4)])

    # ---------- paragraphs ----------
    def flow(self, parts: Iterable[tuple[str, str]], indent: int = 2, hang: int = 4) -> list[str]:
        """A paragraph of (kind, text) parts, broken between words; lines after the first hang."""
        words = [self.paint(kind, word) for kind, text in parts for word in tied_words(text)]
        return self._filled(words, indent, hang)

    def _filled(self, words: Iterable[str], indent: int, hang: int) -> list[str]:
        lines, line, used = [], " " * indent, indent
        for word in words:
            if used + seen(word) > self.width and line.strip():
                lines.append(line.rstrip())
                line, used = " " * hang, hang
            line += word + " "
            used += seen(word) + 1
        return [*lines, line.rstrip()] if line.strip() else lines

    def items(self, things: Sequence[str], indent: int, hang: int, first: str = "", *, bar: bool = True) -> list[str]:
        """Things with a bar between them, broken between things; one that is longer than a line, between words."""
        after = f" {self.paint('dim', self.sign('dot'))}" if bar else ""
        words: list[str] = [first] if first else []
        for at, thing in enumerate(things):
            ended = thing + (after if at + 1 < len(things) else "")
            words += [ended] if seen(ended) <= self.width - hang else ended.split()
        return self._filled(words, indent, hang)

    def rows(self, entries: Sequence[Row], indent: int = 2, most: int = 20, *, bar: bool = True) -> list[str]:
        """Labels in a column, with things beside each; a label that is longer than most has a line of its own."""
        room = max((len(label) for label, _ in entries if len(label) <= most), default=2) + 2
        lines: list[str] = []
        for label, things in entries:
            painted = self.paint("label", label)
            if len(label) > most:
                lines += [" " * indent + painted, *self.items(things, indent + room, indent + room, bar=bar)]
            else:
                lines += self.items(things, indent, indent + room, painted + " " * (room - len(label) - 1), bar=bar)
        return lines

    def fit(self, line: str) -> list[str]:
        """A line broken between words where it is wider than the screen; what follows hangs a little."""
        if seen(line) <= self.width:
            return [line]
        plain = PAINTED.sub("", line)
        hang = len(plain) - len(plain.lstrip()) + 2
        return broken(line, self.width, min(hang, self.width // 2))

    # ---------- tables ----------
    def grid(self, head: Sequence[str], body: Sequence[Sequence[str]], indent: int = 0) -> list[str]:
        """A table: the first column to the left, the others to the right under their heads; nothing if it is too wide."""
        table = [[self.paint("label", word) for word in head], *body]
        widths = [max(seen(row[at]) for row in table) for at in range(len(head))]
        if indent + sum(widths) + 2 * (len(widths) - 1) > self.width:
            return []
        return [(" " * indent + "  ".join(_padded(row, widths))).rstrip() for row in table]

    def folded(self, text: str, indent: int) -> list[str]:
        """Plain text as an indented paragraph; its own line breaks stay."""
        blank = " " * indent
        parts = [fold(line, self.width - indent) for line in text.splitlines()]
        return [blank + line for part in parts for line in part]


def broken(line: str, width: int, hang: int) -> list[str]:
    """A line, painted or not, in pieces that are no wider than the width, if its words are not.

    >>> broken("  one two three", 9, 4)
    ['  one two', '    three']
    >>> broken("one /a/long/path", 9, 4)
    ['one', '    /a/long/path']
    """
    pieces: list[str] = []
    rest = line
    while seen(rest) > width:
        lead = len(rest) - len(rest.lstrip())
        blanks = [(at, column) for column, at in enumerate(_places(rest)) if at > lead and _is_gap(rest, at)]
        cut = next((at for at, column in reversed(blanks) if column <= width), blanks[0][0] if blanks else len(rest))
        pieces.append(rest[:cut].rstrip())
        rest = " " * hang + rest[cut:].lstrip()
    return [*pieces, rest] if rest.strip() else pieces


def _is_gap(text: str, at: int) -> bool:
    """A blank between words; in French a sign such as `:` has one before it and belongs to the word."""
    return text[at] == " " and text[at + 1 : at + 2] not in tuple(":;?!»")


def _places(text: str) -> list[int]:
    """Where the characters of a text stand that are seen."""
    codes = {at for found in PAINTED.finditer(text) for at in range(found.start(), found.end())}
    return [at for at in range(len(text)) if at not in codes]


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first = row[0] + " " * (widths[0] - seen(row[0]))
    return [first, *(" " * (width - seen(word)) + word for word, width in zip(row[1:], widths[1:], strict=True))]


def style_of_screen(colour: bool | None = None) -> Style:
    """The style that fits the terminal of this process."""
    from shutil import get_terminal_size

    from rulekit.sources.render import wants_colour

    size = get_terminal_size((80, 24))
    painted = wants_colour(sys.stdout) if colour is None else colour
    return Style(max(NARROW, min(size.columns, WIDE)), painted, size.lines, _fancy())


def resized(style: Style) -> Style:
    """The same style for the screen as it is now."""
    from shutil import get_terminal_size

    if not sys.stdout.isatty():
        return style
    size = get_terminal_size((style.width, style.height))
    return replace(style, width=max(NARROW, min(size.columns, WIDE)), height=size.lines)


def _fancy() -> bool:
    """Whether the terminal shows lines and blocks: it takes UTF-8, and is no dumb one."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return sys.stdout.isatty() and encoding == "utf8" and os.environ.get("TERM") not in ("dumb", "linux")


def interactive() -> bool:
    """Whether a person can be asked: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def columns(entries: Sequence[str], style: Style, indent: int = 2) -> list[str]:
    """Entries below each other, in as many columns as fit."""
    if not entries:
        return []
    widest = max(map(seen, entries)) + 3
    across = max(1, (style.width - indent) // widest) if len(entries) > 4 else 1
    rows = -(-len(entries) // across)
    lines = []
    for row in range(rows):
        padded = [entry + " " * (widest - seen(entry)) for entry in entries[row::rows]]
        lines.append((" " * indent + "".join(padded)).rstrip())
    return lines
