"""A bar on stderr for what takes long; silent when nobody watches."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

_WIDTH = 30


@dataclass
class Progress:
    """Counts what is done of a total."""

    total: int
    word: str
    shown: bool = field(default_factory=lambda: sys.stderr.isatty())
    done: int = 0
    started: float = field(default_factory=time.monotonic)

    def step(self, note: str = "") -> None:
        self.done += 1
        if self.shown:
            print(f"\r{self.line(note)}", end="", file=sys.stderr, flush=True)

    def line(self, note: str = "") -> str:
        width = _WIDTH * self.done // max(self.total, 1)
        seconds = time.monotonic() - self.started
        return f"[{'#' * width}{'.' * (_WIDTH - width)}] {self.done}/{self.total} {self.word} {seconds:.0f} s {note:<30.30}"

    def close(self) -> None:
        if self.shown:
            print(file=sys.stderr)
