"""Lines of rules that have become shorter or are too long, laid out anew.

Contract: tokens and comments stay as they are, in their order; only where a line ends inside brackets changes, and the column
of comments at the ends of lines; brackets around the whole of a define go when it fits on one line. A statement over several
lines is joined if it fits on one; one that is too long is broken inside its brackets, after the opening one if that is
enough. What cannot be broken stays long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulekit.syntax.spacing import Token, spaced, split_comment, tokens

WIDTH = 100
_DEEPER = 4  # blanks before a line that goes on inside brackets
_BEFORE = frozenset("and or where for else then if + - by".split())  # a line may begin with one of these


@dataclass(slots=True)
class Statement:
    """A line with those that go on inside its brackets."""

    lines: list[str]
    changed: bool = False

    @property
    def indent(self) -> int:
        return len(self.lines[0]) - len(self.lines[0].lstrip())

    @property
    def plain(self) -> bool:
        """No comment but at its end, and no row of a map."""
        inner = any(split_comment(line)[1] or not line.strip() for line in self.lines[:-1])
        return not inner and not self.lines[0].lstrip().startswith(("#", "|")) and bool(self.lines[0].strip())


def statements(lines: list[str], changed: set[int]) -> Iterator[Statement]:
    """The lines of a text in groups; `changed` are the numbers of those that are no longer what they were."""
    depth, now = 0, Statement([])
    for at, line in enumerate(lines):
        now.lines.append(line)
        now.changed |= at in changed
        code = split_comment(line)[0]
        depth = max(depth + _opened(code), 0) if not line.lstrip().startswith("|") else depth
        if depth == 0:
            yield now
            now = Statement([])
    if now.lines:
        yield now


def reflowed(lines: list[str], changed: set[int], raw: set[int]) -> list[str]:
    """The lines of a text with changed and long statements laid out anew; those in `raw` are left alone."""
    out: list[str] = []
    at = 0
    for found in statements(lines, changed):
        wanted = (found.changed and len(found.lines) > 1) or any(len(line) > WIDTH for line in found.lines)
        out += _laid_out(found) if wanted and found.plain and at not in raw else found.lines
        at += len(found.lines)
    return out


def _laid_out(found: Statement) -> list[str]:
    code = " ".join(split_comment(line)[0].strip() for line in found.lines)
    joined, comment = spaced(code, bullet=True), split_comment(found.lines[-1])[1]
    parts = tokens(joined)
    if any(token.kind in ("other", "comment") for token in parts) or (tokens(joined) and _words(joined) != _words(code)):
        return found.lines
    tail = f"  {comment}" if comment else ""
    pad = " " * found.indent
    bare = _without_brackets(joined)
    if len(pad + bare + tail) <= WIDTH:
        return [pad + bare + tail]
    if not found.changed and all(len(split_comment(line)[0]) <= WIDTH for line in found.lines):
        return found.lines  # only its comment is too long
    broken = _broken(joined, found.indent)
    lines = [pad + broken[0], *(pad + " " * _DEEPER + line for line in broken[1:])]
    lines[-1] += tail
    longest = max(map(len, lines))
    return lines if longest < max(map(len, found.lines)) or longest <= WIDTH else found.lines


def _without_brackets(code: str) -> str:
    """A define on one line needs no brackets around all of it."""
    head, sign, value = code.partition(" = (")
    inner = value[:-1]
    if not sign or not head.startswith("define ") or not value.endswith(")"):
        return code
    depths = [_opened(inner[:at]) for at in range(len(inner) + 1)]
    return f"{head} = {inner}" if min(depths) >= 0 and "=" not in head.replace("==", "") else code


def _words(code: str) -> list[str]:
    return [token.text for token in tokens(code)]


def _opened(code: str) -> int:
    found = [token.text for token in tokens(code) if token.kind == "sign"]
    return sum(sign in "({" for sign in found) - sum(sign in ")}" for sign in found)


# ---------- where a line may end ----------
@dataclass(frozen=True, slots=True)
class _Break:
    at: int  # the first letter of the next line
    depth: int
    opening: bool


def _breaks(code: str) -> list[_Break]:
    """The places inside brackets where a line may end, with how deep they lie."""
    found, depth, at = [], 0, 0
    before: Token | None = None
    for token in tokens(code):
        at = code.index(token.text, at)
        if depth and before is not None:
            opening = before.text in ("(", "{")
            if opening or before.text == "," or token.text in _BEFORE:
                found.append(_Break(at, depth, opening))
        depth += (token.text in ("(", "{")) - (token.text in (")", "}")) if token.kind == "sign" else 0
        at += len(token.text)
        before = token
    return found


def _broken(code: str, indent: int) -> list[str]:
    """The code in as few lines as it takes."""
    room, deeper = WIDTH - indent, WIDTH - indent - _DEEPER
    places = _breaks(code)
    outer = [place for place in places if place.opening and place.depth == 1]
    for place in reversed(outer):
        if len(code[: place.at].rstrip()) <= room and len(code) - place.at <= deeper:
            return [code[: place.at].rstrip(), code[place.at :]]
    lines: list[str] = []
    start = 0
    while len(code) - start > (deeper if lines else room):
        limit = start + (deeper if lines else room)
        fitting = [place for place in places if start < place.at <= limit + 1 and len(code[start : place.at].rstrip()) > 20]
        if not fitting:
            break
        shallow = min(place.depth for place in fitting)
        best = [place for place in fitting if place.depth <= shallow + (0 if lines else 1)][-1]
        lines.append(code[start : best.at].rstrip())
        start = best.at
    return [*lines, code[start:]]


# ---------- comments at the ends of lines ----------
def aligned(lines: list[str], columns: dict[int, int]) -> list[str]:
    """Lines whose comments stood in the columns given, in rows again where neighbours stood in one."""
    out = list(lines)
    numbers = sorted(columns)
    group: list[int] = []
    for number in [*numbers, -1]:
        if group and (number != group[-1] + 1 or columns.get(number) != columns[group[-1]]):
            _align(out, group)
            group = []
        if number >= 0:
            group.append(number)
    return out


def _align(lines: list[str], group: list[int]) -> None:
    cut = {at: split_comment(lines[at]) for at in group}
    column = max(len(code) for code, _ in cut.values()) + 2
    fits = all(column + len(comment) <= WIDTH for _, comment in cut.values())
    for at, (code, comment) in cut.items():
        if comment:
            lines[at] = code + " " * ((column if fits else len(code) + 2) - len(code)) + comment
