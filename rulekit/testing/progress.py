"""A bar on stderr for what takes long; silent when nobody watches."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

from rulekit.sources.printable import own

_WIDTH = 30


@dataclass
class Progress:
    """Counts what is done of a total, or how much of the time is gone where there is no total."""

    total: int
    word: str
    shown: bool = field(default_factory=lambda: sys.stderr.isatty())
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    seconds: float = 0.0  # the time there is, if it is time that ends it

    def step(self, note: str = "") -> None:
        self.done += 1
        if self.shown:
            print(own("\r") + self.line(note), end="", file=sys.stderr, flush=True)

    def line(self, note: str = "") -> str:
        gone = time.monotonic() - self.started
        share = self.done / self.total if self.total else min(1.0, gone / self.seconds) if self.seconds else 0.0
        width = int(_WIDTH * min(1.0, share))
        count = f"{self.done}/{self.total}" if self.total else str(self.done)
        time_left = f"{gone:.0f} of {self.seconds:.0f} s" if self.seconds else f"{gone:.0f} s"
        return f"[{'#' * width}{'.' * (_WIDTH - width)}] {count} {self.word} {time_left} {note:<30.30}"

    def close(self) -> None:
        if self.shown:
            print(file=sys.stderr)
