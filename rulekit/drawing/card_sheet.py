"""Cards and tiles to print and cut out: nine to a page of A4, with their texts and marks to cut along.

Contract: one document of HTML with nothing outside it, the same to the byte each time. Every copy of a design is a card, in the
order of the text; what is long is set smaller, so that no word is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from rulekit.drawing.looks import Looks, look_of
from rulekit.drawing.svg import clean
from rulekit.program.game import Program
from rulekit.sources.english import many
from rulekit.text import teller
from rulekit.text.page import Page, capital

WIDE, HIGH, A_PAGE = 63, 88, 9  # a card in millimetres, and cards on a page
PICTURE = 24  # millimetres that a picture is high
_SIZES = (12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5)  # points
_POINT = 0.3528  # millimetres
_COLOURS = ("#7a3b2e", "#2e5a7a", "#3f6b3a", "#6a4a86", "#8a6a1f", "#1f6f6a", "#803a62", "#4d5560")
_STYLE = f"""
@page {{ size: A4; margin: 0 }}
* {{ box-sizing: border-box }}
body {{ margin: 0; font-family: "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif; color: #1c1c1c; background: #fff }}
.hint {{ max-width: 190mm; margin: 6mm auto; font-size: 11pt }}
.page {{ width: 210mm; height: 297mm; position: relative; padding: 16.5mm 10.5mm; page-break-after: always; overflow: hidden }}
.grid {{ display: grid; grid-template-columns: repeat(3, {WIDE}mm); grid-template-rows: repeat(3, {HIGH}mm) }}
.card {{ padding: 2.6mm; overflow: hidden; display: flex; flex-direction: column; border: 0.1mm dotted #bbb }}
.head {{ display: flex; justify-content: space-between; align-items: baseline; gap: 1mm; padding-bottom: 0.8mm }}
.head {{ border-bottom: 0.7mm solid }}
.name {{ font-weight: bold; font-size: 10pt; line-height: 1.1 }}
.what {{ font-size: 6pt; color: #555; text-align: right }}
.figures {{ display: flex; flex-wrap: wrap; gap: 0.8mm; margin: 1.2mm 0 }}
.figures span {{ border: 0.2mm solid #999; border-radius: 1mm; padding: 0.2mm 1mm; font-size: 6.5pt }}
.picture {{ width: 100%; height: {PICTURE - 1}mm; object-fit: cover; margin-bottom: 1mm }}
.text {{ flex: 1; line-height: 1.22; overflow-wrap: anywhere }}
.text p {{ margin: 0 0 0.8mm }}
.text ul {{ margin: 0 0 0.8mm; padding-left: 1.1em }}
.foot {{ font-size: 4.8pt; color: #777; display: flex; justify-content: space-between }}
.mark {{ position: absolute; background: #000 }}
@media screen {{
  body {{ background: #888 }}
  .page {{ background: #fff; margin: 6mm auto; box-shadow: 0 1mm 4mm #0006 }}
  .hint {{ color: #fff }}
}}
@media print {{ .hint {{ display: none }} }}
"""


@dataclass(frozen=True)
class _Card:
    page: Page
    colour: str
    number: int
    of: int
    copies: str  # what the number of copies is called: the foot of the card tells it
    symbol: str = ""
    picture: str = ""  # its address


def card_sheet(
    program: Program,
    lang: str,
    players: int,
    kinds: Iterable[str] = (),
    *,
    once: bool = False,
    looks: Looks | None = None,
    pictures: Mapping[str, str] | None = None,
) -> str:
    """The document: all cards and tiles of a program, or those of some kinds. `looks` are those of the game, `pictures` the
    addresses of the pictures that they name."""
    told = teller(program, lang)
    cards = list(_cards(program, lang, players, set(kinds), once, looks or {}, pictures or {}))
    pages = [cards[at : at + A_PAGE] for at in range(0, len(cards), A_PAGE)]
    title = clean(program.head.label(told.lang) or program.name)
    print_them = "Print them in their real size (100 %), without margins, and cut along the marks."
    hint = f"{many(len(cards), 'card')} on {many(len(pages), 'page')} of A4. {print_them}"
    body = "".join(_page(cards) for cards in pages)
    return (
        f'<!doctype html>\n<html lang="{escape(told.grammar.code)}"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<style>{_STYLE}</style><p class="hint">{escape(title)}: {escape(hint)}</p>\n{body}</html>\n'
    )


def counts(program: Program, players: int, kinds: Iterable[str] = (), *, once: bool = False) -> dict[str, int]:
    """How many cards of each kind there are to print."""
    wanted, found = set(kinds), dict[str, int]()
    for name, design in program.designs.items():
        if _printed(program, name, wanted):
            number = _copies(program, name, players, once)
            found[design.kind] = found.get(design.kind, 0) + number
    return {kind: number for kind, number in found.items() if number}


def _cards(
    program: Program, lang: str, players: int, kinds: set[str], once: bool, looks: Looks, pictures: Mapping[str, str]
) -> Iterable[_Card]:
    told = teller(program, lang)
    colours: dict[str, str] = {}
    for name, design in program.designs.items():
        if not _printed(program, name, kinds):
            continue
        page = told.page(name)
        number = _copies(program, name, players, once)
        if page is not None and number:
            look, copies = look_of(looks, name, design.kind), told.grammar.word("copies").many
            colour = look.get("colour") or colours.setdefault(design.kind, _COLOURS[len(colours) % len(_COLOURS)])
            symbol, shown = look.get("symbol", ""), pictures.get(look.get("picture", ""), "")
            yield from (_Card(page, colour, at, number, copies, symbol, shown) for at in range(1, number + 1))


def _printed(program: Program, name: str, kinds: set[str]) -> bool:
    """Is it a card or tile? Cells are on a board, and dice are no paper."""
    design = program.designs[name]
    paper = not design.board and not _is(program, design.kind, {"die"})
    return paper and (not kinds or _is(program, design.kind, kinds))


def _copies(program: Program, name: str, players: int, once: bool) -> int:
    design = program.designs[name]
    number = design.copies * (players if design.per_player else 1)
    return min(number, 1) if once else number


def _is(program: Program, kind: str, wanted: set[str]) -> bool:
    at: str | None = kind
    while at is not None:
        if at in wanted:
            return True
        at = program.parents.get(at)
    return False


# ---------- HTML ----------
def _page(cards: Sequence[_Card]) -> str:
    return f'<section class="page">{_marks()}<div class="grid">{"".join(map(_card, cards))}</div></section>\n'


def _marks() -> str:
    """Short lines outside the cards, at every edge between them."""
    left, top = (210 - 3 * WIDE) / 2, (297 - 3 * HIGH) / 2
    found = []
    for at in range(4):
        x, y = left + at * WIDE, top + at * HIGH
        found += [_mark(x, top - 6, 0.15, 5), _mark(x, top + 3 * HIGH + 1, 0.15, 5)]
        found += [_mark(left - 6, y, 5, 0.15), _mark(left + 3 * WIDE + 1, y, 5, 0.15)]
    return "".join(found)


def _mark(x: float, y: float, wide: float, high: float) -> str:
    return f'<i class="mark" style="left:{x:g}mm;top:{y:g}mm;width:{wide:g}mm;height:{high:g}mm"></i>'


def _card(card: _Card) -> str:
    page = card.page
    figures = [f"{capital(name)} {value}".strip() for name, value in page.figures if name != card.copies]
    figures += [capital(note) for note in page.notes]
    shown = f'<div class="figures">{"".join(f"<span>{_text(figure)}</span>" for figure in figures)}</div>' if figures else ""
    number = f"{card.number}/{card.of}" if card.of > 1 else ""
    symbol = f'<b style="color:{card.colour}">{_text(card.symbol)}</b> ' if card.symbol else ""
    drawn = f'<img class="picture" src="{card.picture}" alt="">' if card.picture else ""
    return (
        f'<article class="card"><div class="head" style="border-color:{card.colour}">'
        f'<span class="name">{_text(page.title)}</span><span class="what">{symbol}{_text(page.what)}</span></div>{drawn}{shown}'
        f'<div class="text" style="font-size:{_size(page, figures, PICTURE if drawn else 0):g}pt">{_body(page.text)}</div>'
        f'<div class="foot"><span>{_text(", ".join(page.tags))}</span><span>{number}</span></div></article>'
    )


def _body(lines: Sequence[str]) -> str:
    """Lines with bullets as paragraphs and lists."""
    found: list[str] = []
    depth = 0
    for line in lines:
        bare = line.lstrip()
        at = (len(line) - len(bare) + 2) // 4 if bare.startswith("- ") else 0
        found += ["<ul>"] * (at - depth) + ["</ul>"] * (depth - at)
        found.append(f"<li>{_text(bare[2:])}</li>" if at else f"<p>{_text(bare)}</p>")
        depth = at
    return "".join([*found, "</ul>" * depth])


def _text(text: str) -> str:
    return escape(re.sub(r" (?=[:;!?»](?: |$))|(?<=«) ", "\u00a0", clean(text)))  # a sign never begins a line


def _size(page: Page, figures: Sequence[str], taken: float = 0) -> float:
    """The largest letters with which the text fits."""
    rows = sum(len(figure) + 3 for figure in figures) // 34 + 1 if figures else 0
    heads = 2 if len(page.title) > 20 else 1
    room = HIGH - taken - 5.2 - 5 * heads - 4.2 * rows - 3
    for size in _SIZES:
        letters = (WIDE - 5.2) / (size * _POINT * 0.6)  # a wide letter: better too small than cut off
        lines = sum(-(-max(len(line), 1) // max(int(letters - line.startswith(" ") * 4), 1)) for line in page.text)
        if lines * size * _POINT * 1.22 + 0.8 * len(page.text) <= room:
            return size
    return _SIZES[-1]
