"""Changes of rules that no example can notice, and why.

A line of the rules may say so itself (`# equivalent swap: reason`), or a file beside the rules does, `pig.equivalents` beside
`pig.rules`, so that readers of the rules are not disturbed. Each of its lines is `kind :: declaration :: line :: reason`, where
`line` is how a line of the rules begins; `*` stands for any kind, declaration or line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulekit.errors import UsageError

_INLINE = re.compile(r"#\s*equivalent(?: (\w+))?:\s*(\S.*)")


@dataclass(frozen=True)
class Note:
    """One line of such a file."""

    kind: str
    declaration: str
    line: str
    reason: str

    def covers(self, kind: str, declaration: str, line: str) -> bool:
        here = self.line == "*" or line.startswith(self.line)
        return here and self.kind in ("*", kind) and self.declaration in ("*", declaration)


def reason_for(path: str, kind: str, declaration: str, line: str) -> str:
    """Why nobody could notice this kind of change of this line; empty if nothing says so."""
    found = _INLINE.search(line)
    if found:
        return found.group(2) if found.group(1) in (None, kind) else ""
    return next((note.reason for note in _notes(path) if note.covers(kind, declaration, line.strip())), "")


@lru_cache(maxsize=16)
def _notes(path: str) -> tuple[Note, ...]:
    file = Path(path).with_suffix(".equivalents")
    if not file.is_file():
        return ()
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return tuple(_note(line, f"{file}:{number}") for number, line in lines if line.strip() and not line.startswith("#"))


def _note(line: str, place: str) -> Note:
    parts = [part.strip() for part in line.split("::")]
    if len(parts) != 4 or not all(parts):
        raise UsageError(f"{place}: write `kind :: declaration :: line :: reason`")
    return Note(*parts)
