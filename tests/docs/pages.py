"""Fenced blocks of a Markdown page, with the comment above each that says what the block is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^(?P<indent> *)```(?P<lang>[a-z]*) *$")
_MARK = re.compile(r"^ *<!-- (?P<word>[a-z][a-z ]*)(?:: (?P<value>[^>]+?))? -->$")


@dataclass(frozen=True)
class Block:
    """One fenced block: where it stands, in which language, what the comment above it says."""

    page: str
    line: int
    lang: str
    mark: str
    value: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Every page that people write by hand."""
    written = [p for p in sorted((ROOT / "docs").rglob("*.md")) if p.parent.name not in ("codes", "cards")]
    return [ROOT / "README.md", *written]


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found: list[Block] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at])
        if opened is None:
            at += 1
            continue
        end = next(i for i in range(at + 1, len(lines)) if lines[i].strip() == "```")
        cut = len(opened["indent"])
        text = "".join(f"{line[cut:]}\n" for line in lines[at + 1 : end])
        mark = _MARK.match(lines[at - 1]) if at else None
        word, value = (mark["word"], mark["value"] or "") if mark else ("", "")
        found.append(Block(path.relative_to(ROOT).as_posix(), at + 1, opened["lang"], word, value, text))
        at = end + 1
    return found
