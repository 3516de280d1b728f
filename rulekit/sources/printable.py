"""Texts of strangers on a terminal: control characters are written out instead of passed on.

Contract: `visible` is the one function that every text from a file, a save or the command line passes before it reaches a
terminal or a log. The command line need not remember to call it: while `guarded` is in force, whatever is written to the
standard streams goes through it. Colours and cursor movements of our own are made with `own`, which marks them with
characters drawn anew in each process; what bears the mark is let through without it, and no file can know it. What
is written instead of a character is also its escape in JSON, so that JSON on standard output means the same as before.
"""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

# Control characters but for line feed and tab; what turns the direction of writing; what is not seen at all.
_BAD = (
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
    "\\U000e0000-\\U000e007f]"
)
_STRANGE = re.compile(_BAD)
_FIRST_MARK, _LAST_MARK, _MARKS = 0xF0000, 0xF00FF, 16
STREAM = "standard output"
PAINTED = re.compile(r"[\U000f0000-\U000f00ff]{0,16}\x1b\[[\d;]*m")  # what takes no room, marked or not


class _Mark:
    """What stands before control sequences of our own while a guard is in force."""

    text = ""
    pattern = _STRANGE


def visible(text: str) -> str:
    """The text with control characters written out; its lines stay.

    >>> visible("a \\x1b[31mred\\x9b apple")
    'a \\\\x1b[31mred\\\\u009b apple'
    """
    return _STRANGE.sub(lambda found: _written(found.group()), text)


def printable(text: str) -> str:
    """The text on one line, with all that is not seen written out."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def own(sequence: str) -> str:
    """A control sequence that is ours, and is let through."""
    return _Mark.text + sequence


def released(text: str) -> str:
    """What may reach the terminal: our own sequences without their mark, and everything else visible."""
    return _Mark.pattern.sub(lambda found: found.group(1) or _written(found.group()), text) if _Mark.text else visible(text)


def _written(char: str) -> str:
    """The escape of a character, as JSON has it from DEL on; below that JSON has its own already."""
    if char < " ":
        return f"\\x{ord(char):02x}"
    return "".join(f"\\u{char.encode('utf-16-be')[at : at + 2].hex()}" for at in range(0, len(char.encode("utf-16-be")), 2))


@contextmanager
def _named() -> Iterator[None]:
    """An error in here says that it was a stream that failed; that a reader left is another matter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        error.filename = STREAM
        raise


class _Guard:
    """A stream that shows control characters instead of passing them on; in all else the stream it stands for."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with _named():
            self._stream.write(released(text))
        return len(text)

    def flush(self) -> None:
        with _named():
            self._stream.flush()

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def guarded() -> Iterator[None]:
    """Standard output and standard error show control characters in here."""
    if _Mark.text:  # a command that runs another
        yield
        return
    before = sys.stdout, sys.stderr
    _set_mark("".join(chr(_FIRST_MARK + secrets.randbelow(_LAST_MARK - _FIRST_MARK + 1)) for _ in range(_MARKS)))
    sys.stdout, sys.stderr = (cast(TextIO, _Guard(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        _set_mark("")


def _set_mark(mark: str) -> None:
    _Mark.text = mark
    _Mark.pattern = re.compile(f"{mark}(\r|\x1b\\[[0-9;]*[A-Za-z])|{_BAD}") if mark else _STRANGE
