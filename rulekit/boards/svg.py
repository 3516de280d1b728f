"""Small pieces of SVG text: numbers in one form, text escaped, nothing that depends on the machine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Place = tuple[float, float]


def number(value: float) -> str:
    """A number with at most one decimal, never `-0`."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Text that may stand in XML: without control characters."""
    return "".join(c for c in text if c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")


def tip(words: str) -> str:
    """What is shown when the pointer rests on the element around it."""
    return f"<title>{escape(clean(words))}</title>" if words else ""


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """One element; `_` in attribute names becomes `-`, a trailing one falls away."""
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    inside = "".join(f" {key}={quoteattr(clean(v) if isinstance(v, str) else number(v))}" for key, v in pairs)
    return f"<{name}{inside}>{content}</{name}>" if content else f"<{name}{inside}/>"


def text(at: Place, words: str, size: float, *, anchor: str = "middle", weight: str = "normal", fill: str = "#222") -> str:
    """A line of text whose middle stands at a place."""
    x, y = at
    return element(
        "text",
        escape(clean(words)) or " ",
        x=x,
        y=y + size * 0.35,
        font_size=size,
        text_anchor=anchor,
        font_weight=weight,
        fill=fill,
    )


def polygon(corners: Iterable[Place], fill: str, inside: str = "", **attributes: str) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return element("polygon", inside, points=points, fill=fill, **attributes)


def document(width: float, height: float, title: str, body: Iterable[str]) -> str:
    """A whole picture on white ground, with the arrow heads that edges use."""
    head = polygon([(0, 0), (8, 4), (0, 8)], "#555")
    measures: dict[str, Any] = {
        "markerWidth": 8.0,
        "markerHeight": 8.0,
        "refX": 7.0,
        "refY": 4.0,
        "markerUnits": "userSpaceOnUse",
    }
    markers = element("marker", head, id="arrow", orient="auto", **measures)
    markers += element("marker", head, id="arrow-back", orient="auto-start-reverse", **measures)
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    font = 'font-family="DejaVu Sans, Verdana, sans-serif"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        tip(title),
        f"<defs>{markers}</defs>",
        element("rect", width=width, height=height, fill="#fff"),
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
