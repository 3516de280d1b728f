"""The screen of this process."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from threading import Timer

from rulekit.sources.printable import own, printable, released
from rulekit.terminal.style import Style, resized

_MOMENT = 0.6  # seconds after which somebody wonders
_CLEAR = ("\x1b[H", "\x1b[2J", "\x1b[3J")  # home, the screen, and what scrolled out of it


class Terminal:
    """Standard input and output; lines are read with editing where the system has it."""

    def __init__(self, style: Style) -> None:
        self._style = style
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401

    @property
    def style(self) -> Style:
        """As the screen is now: it may have been made wider or narrower."""
        return resized(self._style)

    @contextlib.contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Shows a text while something takes more than a moment, and takes it away again."""
        if not sys.stdout.isatty():
            yield
            return
        shown: list[str] = []

        def show() -> None:
            shown.append(text)
            print(text, end="\r", flush=True)

        timer = Timer(_MOMENT, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown:
                print(" " * len(text), end="\r", flush=True)

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
