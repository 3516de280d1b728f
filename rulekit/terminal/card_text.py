"""What a thing or a verb does in words, made from its rules, for a prompt: whole, and in a line."""

from __future__ import annotations

from rulekit.program.game import Program
from rulekit.text import Page, teller

_MOST = 14  # lines of a text that a screen can bear


def page_of(program: Program, name: str, lang: str) -> Page | None:
    """The page of a name, if it has one."""
    return teller(program, lang).page(name)


def page_lines(program: Program, name: str, lang: str) -> list[str]:
    """What is printed on a thing and what it does, line by line; a long text is cut."""
    page = page_of(program, name, lang)
    lines = page.lines() if page is not None else []
    return lines if len(lines) <= _MOST else [*lines[: _MOST - 1], "..."]


def short_text(program: Program, name: str, lang: str) -> str:
    """What a thing does, in one line; what is printed on it if it does nothing."""
    page = page_of(program, name, lang)
    if page is None:
        return ""
    if page.text == [idle(teller(program, lang).say("no_text"))]:
        return ", ".join(f"{label} {value}".strip() for label, value in page.figures)
    return one_line(page.text)


def idle(words: str) -> str:
    """The sentence of a thing that does nothing."""
    return f"{words[:1].upper()}{words[1:]}."


def one_line(lines: list[str]) -> str:
    """Lines with their points after each other.

    >>> one_line(["Choose one:", "  - a fig.", "  - a plum."])
    'Choose one: a fig. / a plum.'
    """
    found = ""
    for line in lines:
        point = line.strip().startswith("- ")
        text = line.strip().removeprefix("- ")
        found += (" / " if point and not found.endswith(":") else " ") + text if found else text
    return found
