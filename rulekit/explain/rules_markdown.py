"""The page of a game for a site, in Markdown.

Contract: `as_markdown(sections)` keeps every line of the page: titles become headings, lists stay lists whatever their depth,
and a drawing is replaced by its picture where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulekit.explain.rules import Section

_TITLE = re.compile(r"(\d+(?:\.\d+)*) (.+)")


def as_markdown(sections: list[Section], pictures: Mapping[str, str] | None = None) -> str:
    """`pictures`: for the title of a drawing, the address of its picture."""
    found: list[str] = []
    for at, section in enumerate(sections):
        found += [f"{'#' if at == 0 else '##'} {section.title}", ""]
        if section.drawn and pictures and section.title in pictures:
            found += [f"![{section.title}]({pictures[section.title]})", ""]
        elif section.drawn:
            found += ["```text", *section.lines, "```", ""]
        else:
            found += [*_Lines().all(section.lines), ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(found)).rstrip() + "\n"


class _Lines:
    """Goes through the lines of a section."""

    def __init__(self) -> None:
        self.base = 0  # how far the lines under a title stand in
        self.levels: list[int] = []  # how far each level of the list that is open stands in

    def all(self, lines: list[str]) -> Iterator[str]:
        for at, line in enumerate(lines):
            after = lines[at + 1] if at + 1 < len(lines) else ""
            yield from self._line(line, after)

    def _line(self, line: str, after: str) -> Iterator[str]:
        body, indent = line.strip(), len(line) - len(line.lstrip())
        title = _TITLE.fullmatch(body)
        if title is not None:
            self.base, self.levels = indent + 4, []
            yield from ("", f"{'#' * min(3 + title[1].count('.'), 6)} {body}", "")
        elif line.startswith("- ") and after.startswith("    ") and not after.lstrip().startswith("- "):
            self.base, self.levels = 4, []  # a thing with what stands on it
            yield from ("", f"**{body[2:]}**", "")
        elif body.startswith("- "):
            yield from self._item(body, indent)
        else:
            self.levels = []
            yield from ("", body, "")

    def _item(self, body: str, indent: int) -> Iterator[str]:
        begins = not self.levels
        while self.levels and self.levels[-1] > indent:
            self.levels.pop()
        if not self.levels or self.levels[-1] < indent:
            self.levels.append(indent)
        if begins:
            yield ""
        yield "    " * (len(self.levels) - 1) + body
