"""Small pieces of SVG text: numbers in one form, text escaped, nothing that depends on the machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def heads(colour: str, *, both: bool = False) -> dict[str, str]:
    """The attributes that give a line an arrow head of its colour, or one at each end."""
    name = head_name(colour)
    return {"marker_end": f"url(#{name})"} | ({"marker_start": f"url(#{name}-back)"} if both else {})


def head_name(colour: str) -> str:
    return f"arrow-{colour.removeprefix('#')}"


def _markers(colour: str) -> str:
    """Arrow heads of one colour, for the end and for the start of a line."""
    head = polygon([(0, 0), (8, 4), (0, 8)], colour)
    measures: dict[str, Any] = {
        "markerWidth": 8.0,
        "markerHeight": 8.0,
        "refX": 7.0,
        "refY": 4.0,
        "markerUnits": "userSpaceOnUse",
    }
    name = head_name(colour)
    back = element("marker", head, id=f"{name}-back", orient="auto-start-reverse", **measures)
    return element("marker", head, id=name, orient="auto", **measures) + back


def document(width: float, height: float, title: str, body: Iterable[str], colours: Iterable[str] = ()) -> str:
    """A whole picture on white ground, with arrow heads in the colours of its lines."""
    markers = "".join(_markers(colour) for colour in dict.fromkeys(colours))
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    font = 'font-family="DejaVu Sans, Verdana, sans-serif"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        tip(title),
        f"<defs>{markers}</defs>" if markers else "",
        element("rect", width=width, height=height, fill="#fff"),
        *body,
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def smooth(points: Sequence[Place]) -> str:
    """A path through points whose corners are rounded."""
    first, *rest = points
    path = f"M{_point(first)}"
    for at, there in enumerate(rest[:-1]):
        after = rest[at + 1]
        path += f" Q{_point(there)} {_point(((there[0] + after[0]) / 2, (there[1] + after[1]) / 2))}"
    return f"{path} L{_point(rest[-1])}"


def _point(place: Place) -> str:
    return f"{number(place[0])},{number(place[1])}"
