"""The effect graph of a game as a picture: boxes for verbs, things and rules; arrows for what does and what answers.

Things with the same arrows share a box. Built-in verbs are drawn only where something answers them: everything moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from rulekit.boards.layers import depths, forward_edges
from rulekit.boards.layout import Links
from rulekit.boards.svg import Place, document, element, number, text, tip
from rulekit.effects import Effect, built_in, effects
from rulekit.program.game import Head, Program

FILLS = {"verb": "#d9e8f5", "thing": "#f6e3c5", "kind": "#f6e3c5", "rule": "#e3f0d5"}
STROKES = {"does": "#777", "before": "#2f8f4e", "after": "#1f6fb2", "instead": "#b2461f", "forbid": "#b00020"}
WORDS = {"verb": "verb", "thing": "thing", "rule": "rule"}
WIDTH, LINE, GAP, MARGIN, SIZE = 150.0, 13.0, (80.0, 18.0), 20.0, 10.0
_LETTERS, _LINES, _SWEEPS = 24, 4, 12


@dataclass(frozen=True)
class Box:
    """Parts that are drawn as one."""

    parts: tuple[str, ...]

    @property
    def what(self) -> str:
        return self.parts[0].partition(":")[0]


def effects_svg(program: Program, lang: str = "en") -> str:
    """The picture of all that does something and all that answers."""
    boxes, arrows = grouped(shown(program))
    order = list(boxes)
    numbers = {box: at for at, box in enumerate(order)}
    links: list[list[int]] = [[] for _ in order]
    for source, _, target in arrows:
        if numbers[target] not in links[numbers[source]]:
            links[numbers[source]].append(numbers[target])
    sheet = _Sheet(program, lang, order, tuple(map(tuple, links)))
    body = [sheet.arrow(numbers[a], how, numbers[b]) for a, how, b in arrows]
    body += [piece for at in range(len(order)) for piece in sheet.box(at)]
    return document(sheet.width, sheet.height, f"{program.name}: effects", [*body, *sheet.legend()])


def shown(program: Program) -> list[Effect]:
    """The arrows worth drawing."""
    arrows = [arrow for arrow in effects(program) if arrow.source != arrow.target]
    native = built_in(program, arrows)
    return [arrow for arrow in arrows if arrow.target not in native]


def grouped(arrows: list[Effect]) -> tuple[dict[Box, None], list[tuple[Box, str, Box]]]:
    """Parts as boxes, things with equal arrows in one."""
    signs: dict[str, set[tuple[str, str, str]]] = {}
    for arrow in arrows:
        signs.setdefault(arrow.source, set()).add(("out", arrow.how, arrow.target))
        signs.setdefault(arrow.target, set()).add(("in", arrow.how, arrow.source))
    alike: dict[object, list[str]] = {}
    for part, sign in signs.items():
        key = frozenset(sign) if part.startswith("thing:") else part
        alike.setdefault(key, []).append(part)
    home = {part: Box(tuple(parts)) for parts in alike.values() for part in parts}
    pairs = dict.fromkeys((home[a.source], a.how, home[a.target]) for a in arrows)
    return dict.fromkeys(home.values()), list(pairs)


def columns(links: Links) -> list[list[int]]:
    """Boxes in columns from left to right, each as near as it can be to what it leads to, with few crossings."""
    edges = forward_edges(links)
    depth = depths(len(links), edges)
    for box in sorted(depth, key=lambda box: -depth[box]):
        after = [depth[b] for a, b in edges if a == box]
        depth[box] = min(after) - 1 if after else depth[box]
    rows: list[list[int]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for box in range(len(links)):
        rows[depth[box]].append(box)
    near: dict[int, list[int]] = {box: [] for box in range(len(links))}
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    for _ in range(_SWEEPS):
        height = {box: at / len(row) for row in rows for at, box in enumerate(row)}
        rows = [sorted(row, key=lambda box: (_mean([height[n] for n in near[box]], height[box]), box)) for row in rows]
    return [row for row in rows if row]


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


class _Sheet:
    """Measures of the picture, and its pieces."""

    def __init__(self, program: Program, lang: str, order: list[Box], links: Links) -> None:
        self.program, self.lang, self.order = program, lang, order
        self.lines = [self._lines(box) for box in order]
        self.tall = [len(lines) * LINE + 8 for lines in self.lines]
        self.places: dict[int, Place] = {}
        rows = columns(links)
        room = max((sum(self.tall[box] + GAP[1] for box in row) for row in rows), default=0.0)
        for at, row in enumerate(rows):
            self._stack(row, MARGIN + WIDTH / 2 + at * (WIDTH + GAP[0]), room)
        self.width = len(rows) * (WIDTH + GAP[0]) - GAP[0] + 2 * MARGIN
        self.height = room + 2 * MARGIN + 24

    def _stack(self, row: list[int], x: float, room: float) -> None:
        """One column, its boxes spread over the height."""
        spare = (room - sum(self.tall[box] for box in row)) / (len(row) + 1)
        y = MARGIN + spare
        for box in row:
            self.places[box] = (x, y + self.tall[box] / 2)
            y += self.tall[box] + spare

    def _names(self, box: Box) -> list[str]:
        return [_head(self.program, part).label(self.lang) for part in box.parts]

    def _lines(self, box: Box) -> list[str]:
        lines = wrap(", ".join(self._names(box)), _LETTERS) or [box.parts[0]]
        return lines if len(lines) <= _LINES else [*lines[: _LINES - 1], f"... {len(box.parts)} in all"]

    def box(self, at: int) -> list[str]:
        x, y = self.places[at]
        box, lines = self.order[at], self.lines[at]
        shape = element(
            "rect", tip(", ".join(self._names(box))), x=x - WIDTH / 2, y=y - self.tall[at] / 2, width=WIDTH,
            height=self.tall[at], rx=6, fill=FILLS.get(box.what, "#eee"), stroke="#888",
        )  # fmt: skip
        top = y - (len(lines) - 1) * LINE / 2
        return [shape, *(text((x, top + i * LINE), line, SIZE) for i, line in enumerate(lines))]

    def arrow(self, a: int, how: str, b: int) -> str:
        """A soft line from the right side of a box to the left side of another."""
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        start, end = (ax + WIDTH / 2, ay), (bx - WIDTH / 2, by)
        reach = max(GAP[0] / 2, (end[0] - start[0]) / 2)
        path = f"M{_point(start)} C{_point((start[0] + reach, ay))} {_point((end[0] - reach, by))} {_point(end)}"
        dash = {"stroke_dasharray": "5 3"} if how == "forbid" else {}
        return element("path", d=path, fill="none", stroke=STROKES[how], stroke_width=1.2, marker_end="url(#arrow)", **dash)

    def legend(self) -> list[str]:
        entries = [(FILLS[kind], word) for kind, word in WORDS.items()] + [(c, how) for how, c in STROKES.items()]
        pieces, x, y = [], MARGIN, self.height - 16
        for colour, word in entries:
            pieces += [element("rect", x=x, y=y - 5, width=12, height=10, fill=colour, stroke="#777")]
            pieces += [text((x + 17, y), word, SIZE, anchor="start")]
            x += 34 + len(word) * 6.5
        self.width = max(self.width, x + MARGIN)
        return pieces


def _point(place: Place) -> str:
    return f"{number(place[0])},{number(place[1])}"


def _head(program: Program, part: str) -> Head:
    what, _, name = part.partition(":")
    if what == "verb" and name in program.verbs:
        return program.verbs[name].head
    if what == "thing" and name in program.designs:
        return program.designs[name].head
    if what == "kind" and name in program.kinds:
        return program.kinds[name].head
    return Head(name)
