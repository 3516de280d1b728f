"""Cards as boxes of HTML, without pictures: name, kind, figures, text in two languages, source, examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from rulekit.text import Page
from scripts.tested_by import HOUSE, Case

_MOST_CASES = 6


def card(english: Page, french: Page, found: Sequence[Case], examples: str) -> str:
    """One card; `examples` is the address of the page where the examples stand."""
    parts = [
        '<div class="rk-card" markdown="1">',
        f"#### {_plain(english.title)} {{: #{english.name} }}",
        f'<div class="rk-head">{_other_name(english, french)}<a class="rk-anchor" href="#{escape(english.name)}">#</a></div>',
        _figures(english),
        f'<div class="rk-text">{text(english.text)}</div>',
        f'<details><summary>Français</summary>{_figures(french)}<div class="rk-text">{text(french.text)}</div></details>',
        f'<div class="rk-foot">{_tags(english.tags)}{_tested(found, examples)}</div>',
        "</div>",
    ]
    return "\n\n".join(part for part in parts if part)


def _plain(title: str) -> str:
    """A name as Markdown reads it: no sign in it means anything."""
    return re.sub(r"([\\`*_{}\[\]()#+.!|<>-])", r"\\\1", title)


def _other_name(english: Page, french: Page) -> str:
    return f' <span class="rk-other">{escape(french.title)}</span>' if french.title != english.title else ""


def _figures(page: Page) -> str:
    figures = [f"<span><b>{_upper(name)}</b> {escape(value)}</span>" for name, value in page.figures]
    notes = [f"<span>{_upper(note)}</span>" for note in page.notes]
    return f'<div class="rk-figures">{"".join(figures + notes)}</div>' if figures or notes else ""


def _upper(text_: str) -> str:
    return escape(text_[:1].upper() + text_[1:])


def text(lines: Sequence[str]) -> str:
    """Lines with bullets as paragraphs and lists."""
    found: list[str] = []
    depth = 0
    for line in lines:
        bare = line.lstrip()
        at = (len(line) - len(bare) + 2) // 4 if bare.startswith("- ") else 0
        found += ["<ul>"] * (at - depth) + ["</ul>"] * (depth - at)
        found.append(f"<li>{escape(bare[2:])}</li>" if at else f"<p>{escape(bare)}</p>")
        depth = at
    return "".join([*found, "</ul>" * depth])


def _tags(tags: tuple[str, ...]) -> str:
    mark = '<span class="rk-house" title="made up here: the rulebook does not show it">house</span>' if HOUSE in tags else ""
    return mark + "".join(f'<span class="rk-tag">{escape(tag)}</span>' for tag in tags if tag != HOUSE)


def _tested(found: Sequence[Case], examples: str) -> str:
    if not found:
        return '<span class="rk-untested">no example names it</span>'
    links = [link(case, examples) for case in found[:_MOST_CASES]]
    rest = f"<li>and {len(found) - _MOST_CASES} more</li>" if len(found) > _MOST_CASES else ""
    word = "example" if len(found) == 1 else "examples"
    return f"<details><summary>tested by {len(found)} {word}</summary><ul>{''.join(links)}{rest}</ul></details>"


def link(case: Case, examples: str) -> str:
    place = f"{case.file}:{case.line}"
    return f'<li><a href="{examples}#{escape(case.anchor)}">{escape(case.title)}</a> <code>{escape(place)}</code></li>'


def example(case: Case) -> str:
    """An example with its text, folded."""
    place = f"{case.file}:{case.line}"
    head = f"<summary>{escape(case.title)} <code>{escape(place)}</code></summary>"
    return f'<details class="rk-example" id="{escape(case.anchor)}">{head}<pre>{escape(case.text)}</pre></details>'
