"""A declaration without its bad line.

Contract: after the parser stopped at a line, `Mended.without(line)` gives the declaration with that line taken out, so that
one bad line costs that line: a line that heads a block becomes a head that says nothing, the only line of a block a
placeholder. If the parser stops there again, the line goes with its block, then the block that it stands in. None means that
nothing of the declaration can be saved. Lines keep their numbers, so places are right without any sums.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field

from rulekit.syntax.chunks import Chunk, is_tags
from rulekit.syntax.spacing import split_comment

MOST_TRIES = 12  # how often one declaration is parsed
_HEAD = "if yes:"
_SEALED = re.compile(r"\s*(sealed for each \w+ \w+) in\b")  # has two blocks, and knows a name in both
_FILLER = 'todo "?"'
_GOES_ON = re.compile(r"(else|do|then)(?![a-z0-9_])")  # what only stands behind another line of the same block
_QUOTED = re.compile(r'"[^"]*"')
_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass
class Mended:
    """A declaration from which lines were taken out; `lost` are their words."""

    chunk: Chunk
    tries: dict[int, int] = field(default_factory=dict)
    count: int = 0
    lost: set[str] = field(default_factory=set)
    lines: set[int] = field(default_factory=set)  # of the source, that are not as they were written

    def without(self, number: int) -> Mended | None:
        """The declaration without a line of the source, counted from 1."""
        lines, index = self.chunk.lines, number - self.chunk.line - 1
        head = next((i for i, text in enumerate(lines) if not is_tags(text)), 0)
        self.count += 1
        if not head < index < len(lines) or not lines[index].strip() or self.count >= MOST_TRIES:
            return None
        index = _first_of(lines, index)
        if index <= head:
            return None
        stage = self.tries[index] = self.tries.get(index, 0) + 1
        if stage > 2:
            above = _enclosing(lines, index)
            if above is None or above <= head:
                return None
            index = above
        return self._cut(index, keep_block=stage == 1)

    def _cut(self, index: int, keep_block: bool) -> Mended:
        lines = list(self.chunk.lines)
        end = _end_of_block(lines, index)
        indent = " " * _indent(lines[index])
        if keep_block and end > index + 1:
            self.lost.update(_WORD.findall(lines[index]))
            self.lines.add(self.chunk.line + index + 1)
            sealed = _SEALED.match(lines[index])
            lines[index] = indent + (f"{sealed[1]} in {{}}:" if sealed else _HEAD)
        else:
            end = _with_what_goes_on(lines, index, end)
            self.lost.update(word for line in lines[index:end] for word in _WORD.findall(line))
            self.lines.update(range(self.chunk.line + index + 1, self.chunk.line + end + 1))
            filler = indent + _FILLER if _alone(lines, index, end) else ""
            lines[index:end] = [filler, *[""] * (end - index - 1)]
        self.chunk = dataclasses.replace(self.chunk, lines=lines)
        return self


def _first_of(lines: list[str], index: int) -> int:
    """The line with which a line that goes on inside brackets begins."""
    first = depth = 0
    for i, line in enumerate(lines[: index + 1]):
        if depth <= 0:
            first, depth = i, 0
        text = _QUOTED.sub("", split_comment(line)[0])
        depth += sum(text.count(sign) for sign in "({") - sum(text.count(sign) for sign in ")}")
    return first


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _says(line: str) -> bool:
    return bool(split_comment(line)[0].strip())


def _end_of_block(lines: list[str], index: int) -> int:
    """The line after the last one that stands deeper than this."""
    end = index + 1
    for i in range(index + 1, len(lines)):
        if _says(lines[i]):
            if _indent(lines[i]) <= _indent(lines[index]):
                break
            end = i + 1
    return end


def _with_what_goes_on(lines: list[str], index: int, end: int) -> int:
    """An `else` belongs to what stands before it."""
    while True:
        after = next((i for i in range(end, len(lines)) if _says(lines[i])), None)
        if after is None or _indent(lines[after]) != _indent(lines[index]) or not _GOES_ON.match(lines[after].lstrip()):
            return end
        end = _end_of_block(lines, after)


def _alone(lines: list[str], index: int, end: int) -> bool:
    """Are these lines all that stands in their block?"""
    before = next((_indent(lines[i]) for i in range(index - 1, -1, -1) if _says(lines[i])), 0)
    after = next((_indent(lines[i]) for i in range(end, len(lines)) if _says(lines[i])), 0)
    return max(before, after) < _indent(lines[index])


def _enclosing(lines: list[str], index: int) -> int | None:
    """The line that heads the block of this one."""
    wanted = _indent(lines[index]) if lines[index].strip() else 0
    return next((i for i in range(index - 1, -1, -1) if _says(lines[i]) and _indent(lines[i]) < wanted), None)
