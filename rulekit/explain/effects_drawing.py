"""The effect graph of a game as a picture: boxes for verbs, things and rules; arrows for what does and what answers.

Things with the same arrows share a box. Built-in verbs are drawn only where something answers them: everything moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap

from rulekit.boards.layout import Links
from rulekit.drawing.svg import Place, document, element, heads, number, text, tip
from rulekit.explain.effects import Effect, built_in, effects
from rulekit.explain.effects_layout import lay_out
from rulekit.program.game import Head, Program
from rulekit.sources.labels import SLOT
from rulekit.sources.tongues import tongue
from rulekit.text import teller
from rulekit.text.languages import language

FILLS = {"verb": "#d9e8f5", "thing": "#f6e3c5", "kind": "#f6e3c5", "rule": "#e3f0d5"}
STROKES = {"does": "#a3abb5", "before": "#2f8f4e", "after": "#1f6fb2", "instead": "#d1661f", "forbid": "#b00020"}
MEANING = {
    "does": "does it", "before": "before it", "after": "after it", "instead": "instead of it", "forbid": "may forbid it",
}  # fmt: skip
WORDS = {"verb": "verb", "thing": "thing", "rule": "rule"}
LINE, MARGIN, SIZE, LETTER = 13.0, 20.0, 10.0, 6.1
_LETTERS, _LINES = 18, 5


@dataclass(frozen=True)
class Box:
    """Parts that are drawn as one."""

    parts: tuple[str, ...]

    @property
    def what(self) -> str:
        return self.parts[0].partition(":")[0]


def effects_svg(program: Program, lang: str = "") -> str:
    """The picture of all that does something and all that answers."""
    lang = lang or program.language
    boxes, arrows = grouped(shown(program))
    order = list(boxes)
    numbers = {box: at for at, box in enumerate(order)}
    links: list[list[int]] = [[] for _ in order]
    for source, _, target in arrows:
        if numbers[target] not in links[numbers[source]]:
            links[numbers[source]].append(numbers[target])
    sheet = _Sheet(program, lang, order, tuple(map(tuple, links)))
    # what answers lies above what merely does
    ranked = sorted(arrows, key=lambda arrow: arrow[1] != "does")
    body = [sheet.arrow(numbers[a], how, numbers[b]) for a, how, b in ranked]
    body += [piece for at in range(len(order)) for piece in sheet.box(at)]
    legend = sheet.legend({box.what for box in order}, {how for _, how, _ in arrows})
    return document(sheet.width, sheet.height, f"{program.name}: effects", [*body, *legend], STROKES.values())


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


class _Sheet:
    """Measures of the picture, and its pieces."""

    def __init__(self, program: Program, lang: str, order: list[Box], links: Links) -> None:
        self.program, self.lang, self.order = program, lang, order
        self.lines = [self._lines(box) for box in order]
        self.sizes = [(max(map(len, lines)) * LETTER + 14, len(lines) * LINE + 8) for lines in self.lines]
        self.layout = lay_out(links, self.sizes)
        self.width, self.height = self.layout.width + 2 * MARGIN, self.layout.height + 2 * MARGIN + 24

    def _place(self, at: Place) -> Place:
        return at[0] + MARGIN, at[1] + MARGIN

    def _names(self, box: Box) -> list[str]:
        return list(dict.fromkeys(_label(self.program, part, self.lang) for part in box.parts))

    def _lines(self, box: Box) -> list[str]:
        lines = wrap(", ".join(self._names(box)), _LETTERS) or [box.parts[0]]
        return lines if len(lines) <= _LINES else [*lines[: _LINES - 1], f"... {len(self._names(box))} in all"]

    def box(self, at: int) -> list[str]:
        (x, y), (wide, tall) = self._place(self.layout.places[at]), self.sizes[at]
        box, lines = self.order[at], self.lines[at]
        shape = element(
            "rect", tip(", ".join(self._names(box))), x=x - wide / 2, y=y - tall / 2, width=wide,
            height=tall, rx=6, fill=FILLS.get(box.what, "#eee"), stroke="#888",
        )  # fmt: skip
        top = y - (len(lines) - 1) * LINE / 2
        return [shape, *(text((x, top + i * LINE), line, SIZE) for i, line in enumerate(lines))]

    def arrow(self, a: int, how: str, b: int) -> str:
        """A soft line from the foot of a box down to the head of another; from its side, where it runs back up."""
        way = self.layout.ways.get((a, b))
        path = self._back(a, b) if way is None else self._down(a, way, b)
        dash = {"stroke_dasharray": "5 3"} if how == "forbid" else {}
        wide = 1.1 if how == "does" else 1.8
        return element("path", d=path, fill="none", stroke=STROKES[how], stroke_width=wide, **heads(STROKES[how]), **dash)

    def _down(self, a: int, way: Sequence[Place], b: int) -> str:
        (ax, ay), (bx, by) = self._place(self.layout.places[a]), self._place(self.layout.places[b])
        points = [(ax, ay + self.sizes[a][1] / 2), *map(self._place, way), (bx, by - self.sizes[b][1] / 2)]
        path = f"M{_point(points[0])}"
        for (x, y), (nx, ny) in pairwise(points):
            middle = (y + ny) / 2
            path += f" C{_point((x, middle))} {_point((nx, middle))} {_point((nx, ny))}"
        return path

    def _back(self, a: int, b: int) -> str:
        (ax, ay), (bx, by) = self._place(self.layout.places[a]), self._place(self.layout.places[b])
        start, end = (ax + self.sizes[a][0] / 2, ay), (bx + self.sizes[b][0] / 2, by)
        far = max(start[0], end[0]) + 30
        return f"M{_point(start)} C{_point((far, ay))} {_point((far, by))} {_point(end)}"

    def legend(self, kinds: set[str], hows: set[str]) -> list[str]:
        """What the colours that occur mean; they start at the left, and the picture is at least as wide."""
        fills = {FILLS[kind] for kind in kinds}
        boxes = [(FILLS[kind], word) for kind, word in WORDS.items() if FILLS[kind] in fills]
        lines = [(colour, MEANING[how]) for how, colour in STROKES.items() if how in hows]
        pieces, x, y = [], MARGIN, self.height - 16
        for colour, word in boxes:
            pieces += [element("rect", x=x, y=y - 5, width=12, height=10, fill=colour, stroke="#777")]
            pieces += [text((x + 17, y), word, SIZE, anchor="start")]
            x += 34 + len(word) * LETTER
        for colour, word in lines:
            pieces += [
                element("path", d=f"M{_point((x, y))} L{_point((x + 20, y))}", stroke=colour, stroke_width=2, **heads(colour))
            ]
            pieces += [text((x + 26, y), word, SIZE, anchor="start")]
            x += 44 + len(word) * LETTER
        self.width = max(self.width, x + MARGIN)
        return pieces


def _point(place: Place) -> str:
    return f"{number(place[0])},{number(place[1])}"


def _label(program: Program, part: str, lang: str) -> str:
    """What players call a part; a verb with the sorts of things it is done to: `forge a face`, not `forge ...`."""
    head = _head(program, part)
    verb = program.verbs.get(part.partition(":")[2]) if part.startswith("verb:") else None
    if verb is None or not head.labels:
        return head.label(lang)
    told = teller(program, lang)
    one_or_more = {True: told.grammar.some, False: told.grammar.a}
    kinds = {p.name: one_or_more[p.type.many](told.lexicon.type_noun(p.type)) for p in verb.params}
    raw = re.sub(r"\[[^\]]*\]", "", head.raw(lang))
    return told.grammar.finish(SLOT.sub(lambda found: _slot(found, kinds, lang), raw))


def _slot(found: re.Match[str], kinds: dict[str, str], lang: str) -> str:
    """In the place of a value: what sort it is, or what is counted."""
    if found[2]:
        return f"N {language(lang).noun(found[2]).many}"
    return tongue(lang).doer.get(found[1]) or kinds.get(found[1], "…")


def _head(program: Program, part: str) -> Head:
    what, _, name = part.partition(":")
    if what == "verb" and name in program.verbs:
        return program.verbs[name].head
    if what == "thing" and name in program.designs:
        return program.designs[name].head
    if what == "kind" and name in program.kinds:
        return program.kinds[name].head
    return Head(name)
