"""What a terminal shows, as an SVG picture: painted text on dark ground, a fixed place for every character."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

WIDE, TALL, SIZE, MARGIN = 7.8, 17.0, 13.0, 14.0
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
GROUND, PLAIN = "#1d2229", "#d7dce2"
_CODE = re.compile(r"\x1b\[([\d;]*)m")
_COLOURS = {
    "30": "#1d2229", "31": "#ff7b72", "32": "#7ee787", "33": "#ffd866", "34": "#79b8ff", "35": "#e3a6ff", "36": "#6fd3e0",
}  # fmt: skip
_GROUNDS = {"43": "#ffd866", "47": "#c3cad3"}


def picture(text: str, title: str) -> str:
    """A text with colour codes as a picture."""
    lines = text.split("\n")
    width = max(len(_CODE.sub("", line)) for line in lines) * WIDE + 2 * MARGIN
    height = len(lines) * TALL + 2 * MARGIN
    body = [piece for row, line in enumerate(lines) for piece in _line(line, MARGIN + (row + 0.75) * TALL)]
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" font-size="{SIZE}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="{GROUND}"/>',
            *body,
            "</svg>\n",
        ]
    )


def _line(line: str, y: float) -> list[str]:
    """The pieces of one line; codes hold until they are reset."""
    pieces: list[str] = []
    column, codes = 0, ""
    for at, part in enumerate(_CODE.split(line)):
        if at % 2:
            codes = "" if part in ("", "0") else part
        elif part:
            pieces += _piece(part, MARGIN + column * WIDE, y, codes.split(";"))
            column += len(part)
    return pieces


def _piece(part: str, x: float, y: float, codes: list[str]) -> list[str]:
    fill = next((_COLOURS[code] for code in codes if code in _COLOURS), "#8a94a0" if "2" in codes else PLAIN)
    ground = next((_GROUNDS[code] for code in codes if code in _GROUNDS), "")
    wide = len(part) * WIDE
    behind = f'<rect x="{x:.1f}" y="{y - 13:.1f}" width="{wide:.1f}" height="{TALL - 1}" rx="3" fill="{ground}"/>'
    weight = ' font-weight="bold"' if "1" in codes else ""
    place = f'x="{x:.1f}" y="{y:.1f}" textLength="{wide:.1f}"'
    words = f'<text {place} fill="{fill}"{weight} xml:space="preserve">{escape(part)}</text>'
    return [*([behind] if ground else []), *([words] if part.strip() else [])]
