"""Writes the excerpts of rules files on the pages anew: `python -m scripts.update_excerpts`.

An excerpt is one declaration. It is found again by its first words (`card oven`, `example "..."`) and copied as it stands now,
with the sources above it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"(<!-- excerpt: (?P<file>\S+) -->\n```rules\n)(?P<text>.*?)(```)", re.S)
_HEAD = re.compile(r'(?:example "[^"\n]*"|[a-z_]+ [a-z_][a-z0-9_]*)')
_SOURCES = re.compile(r"\[[A-Za-z][^\]]*\]\s*$")


def updated(page: str) -> str:
    """A page with its excerpts as the files stand now."""
    return _BLOCK.sub(lambda found: found[1] + _declaration(ROOT / found["file"], found["text"]) + found[4], page)


def _declaration(file: Path, old: str) -> str:
    lines = file.read_text("utf-8").split("\n")
    head = next(found[0] for line in old.split("\n") if (found := _HEAD.match(line)))
    start = next(at for at, line in enumerate(lines) if re.match(rf"{re.escape(head)}(?![a-z0-9_])", line))
    end = start + 1
    while end < len(lines) and lines[end].startswith(" "):
        end += 1
    while start and _SOURCES.match(lines[start - 1]):
        start -= 1
    return "\n".join(lines[start:end]) + "\n"


def main() -> int:
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        old = path.read_text("utf-8")
        new = updated(old)
        if new != old:
            path.write_text(new, "utf-8")
            print(f"changed: {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
