"""Lines of rules text, with the block each stands in.

Contract: `lay_out(text)` gives every line its new indentation, two blanks a level, and standard spacing. Comments
move with the line below them or with the block they stand in; lines that go on inside brackets and rows of a map keep
their shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulekit.syntax.spacing import spaced, split_comment, tokens

_ANSWER = re.compile(r"([a-z][a-z0-9_]*)[ \t]*:(.*)")
_CLAIM = re.compile(r"([a-z][a-z0-9_]*)[ \t]+(can|cannot|sees)(?![a-z0-9_])(.*)")
_RAW_COMMENT = re.compile(r"#(?![0-9])")


@dataclass(slots=True)
class Line:
    """One line: `kind` is code, more (it goes on inside brackets), row, comment or blank."""

    kind: str
    code: str = ""
    comment: str = ""
    indent: int = 0
    gap: int = 2  # blanks before a comment at its end

    @property
    def source(self) -> bool:
        """Does it hold nothing but sources, `[AB-12]`, of what stands below?"""
        return self.kind == "code" and self.code.startswith("[")

    @property
    def text(self) -> str:
        if not self.code:
            return " " * self.indent + self.comment if self.comment else ""
        tail = " " * self.gap + self.comment if self.comment else ""
        return " " * self.indent + self.code + tail


@dataclass(slots=True)
class _Level:
    old: int
    new: int
    head: str = ""  # the line that stands on this level now, and opens what is deeper


@dataclass(slots=True)
class _Layout:
    lines: list[Line] = field(default_factory=list)
    waiting: list[tuple[Line, int]] = field(default_factory=list)  # comments and blanks before the next code
    levels: list[_Level] = field(default_factory=lambda: [_Level(0, 0)])
    depth: int = 0  # open brackets
    shift: int = 0  # how far the line that opened them moved

    def add(self, text: str) -> None:
        stripped = text.strip()
        old = len(text) - len(text.lstrip())
        if self.depth:
            self._more(text, stripped, old)
        elif not stripped:
            self.waiting.append((Line("blank"), 0))
        elif stripped.startswith("#"):
            self.waiting.append((Line("comment", comment=stripped), old))
        else:
            self._code(text, stripped, old)

    def _code(self, text: str, stripped: str, old: int) -> None:
        before = list(self.levels)
        level = self._enter(old)
        self._settle(before, level)
        level.head = split_comment(stripped)[0]
        if stripped.startswith("|"):
            self.lines.append(Line("row", stripped, indent=level.new))
            return
        self.shift = level.new - old
        self.lines.append(self._spaced("code", text, stripped, level.new))

    def _more(self, text: str, stripped: str, old: int) -> None:
        indent = max(old + self.shift, 0)
        if not stripped:
            self.lines.append(Line("more"))
        elif stripped.startswith("#"):
            self.lines.append(Line("more", comment=stripped, indent=indent))
        else:
            self.lines.append(self._spaced("more", text, stripped, indent))

    def _spaced(self, kind: str, text: str, stripped: str, indent: int) -> Line:
        raw = self._raw(stripped) if kind == "code" else None
        if raw is not None:
            code, comment = raw
        else:
            old, comment = split_comment(stripped)
            code = spaced(old, bullet=kind == "code")
            self.depth = max(self.depth + _opened(old), 0)
        column = text.rstrip().rfind(comment) + self.shift if comment else 0
        return Line(kind, code, comment, indent, max(column - indent - len(code), 2))

    def _raw(self, stripped: str) -> tuple[str, str] | None:
        """An answer or a claim of an example: what follows its first words is kept letter by letter."""
        heads = [level.head for level in self.levels[-3:]]
        if len(heads) < 3 or not heads[0].startswith("example"):
            return None
        found = _RAW_COMMENT.search(stripped)
        code, comment = (stripped, "") if found is None else (stripped[: found.start()], stripped[found.start() :])
        answer = _ANSWER.fullmatch(code) if heads[1].startswith("when") else None
        claim = _CLAIM.fullmatch(code) if heads[1].startswith("then") else None
        if answer:
            return f"{answer[1]}: {answer[2].strip()}".rstrip(), comment
        if claim:
            return f"{claim[1]} {claim[2]} {claim[3].strip()}".rstrip(), comment
        return None

    def _enter(self, old: int) -> _Level:
        while len(self.levels) > 1 and self.levels[-1].old > old:
            self.levels.pop()
        if self.levels[-1].old < old:
            self.levels.append(_Level(old, self.levels[-1].new + 2))
        return self.levels[-1]

    def _settle(self, before: list[_Level], following: _Level) -> None:
        """Places the comments that wait: with the code below, or in the block above that they stand in."""
        for line, old in self.waiting:
            if line.kind == "comment":
                line.indent = _home(old, before, following)
            self.lines.append(line)
        self.waiting = []

    def finish(self) -> list[Line]:
        self._settle(list(self.levels), _Level(0, 0))
        return self.lines


def _home(old: int, before: list[_Level], following: _Level) -> int:
    if old == following.old:
        return following.new
    fitting = [level for level in before if level.old <= old]
    if old < following.old or not fitting:
        return following.new
    return max(fitting[-1].new, following.new)


def _opened(code: str) -> int:
    found = [token.text for token in tokens(code) if token.kind == "sign"]
    return sum(sign in "({" for sign in found) - sum(sign in ")}" for sign in found)


def lay_out(text: str) -> list[Line]:
    """Every line of a text in its new shape; blank lines as they were."""
    layout = _Layout()
    for line in text.split("\n"):
        layout.add(line)
    return layout.finish()
