"""The screen of this process."""

from __future__ import annotations

import contextlib
import os
import sys

from rulekit.sources.printable import own, printable, released
from rulekit.terminal.style import Style

_CLEAR = ("\x1b[H", "\x1b[2J", "\x1b[3J")  # home, the screen, and what scrolled out of it


class Terminal:
    """Standard input and output; lines are read with editing where the system has it."""

    def __init__(self, style: Style) -> None:
        self.style = style
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401

    def say(self, text: str) -> None:
        print(text)

    def ask(self, prompt: str) -> str:
        typed = sys.stdin.isatty()
        # a line editor writes the prompt itself, past the guard of standard output
        line = input(released(prompt) if typed and sys.stdout.isatty() else prompt)
        if not typed:
            print(printable(line))  # a script's answers belong to what is shown
        return line

    def clear(self) -> None:
        """A dumb terminal cannot be cleared; what stands there is pushed out of sight."""
        if not sys.stdout.isatty():
            print("\n")
        elif os.environ.get("TERM") in (None, "", "dumb"):
            print("\n" * self.style.height)
        else:
            print("".join(map(own, _CLEAR)), end="")
