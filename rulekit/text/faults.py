"""A rule that failed while it ran, told with what the cards at work say.

Contract: nothing is run. `fault_text` tells the place, the message, the line of the rules, and each card, rule or verb that was
being carried out, innermost first and each once; a card or rule with its text in words, a verb with its line. Places that
belong to no declaration of the program are told by the line alone. `told_faults` does it for whatever fails inside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rulekit.errors import RunError
from rulekit.program.game import Program
from rulekit.sources.excerpt import excerpt
from rulekit.sources.printable import printable
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.text import teller
from rulekit.text.folding import fold
from rulekit.text.languages import language

_AT = re.compile(r".* at (?P<file>.+):(?P<line>\d+):\d+")
_WIDTH = 96
_MOST_LINES = 6  # of the text of one card
Place = tuple[str, int]  # a file and a line


@contextmanager
def told_faults(program: Program, lang: str = "") -> Iterator[None]:
    """Whatever rule fails in here is told with the texts of the cards at work."""
    try:
        yield
    except RunError as error:
        error.told = error.told or fault_text(error, program, lang)
        raise


def fault_text(error: RunError, program: Program, lang: str = "") -> str:
    """The whole message, several lines."""
    head = f"{error.span}: {error.message}" if error.span is not None else error.message
    shown = _line_of_rules(error.span) if error.span is not None else []
    places = [place for step in error.trace if (place := _place(step)) is not None]
    inner = [(error.span.source.name, error.span.line)] if error.span is not None else []
    at_work = texts_at(program, [*inner, *places], lang)
    again = len(set(places)) < len(places)  # it came back to where it was
    say = language(lang or program.language).say("at_work_again" if again else "at_work")
    return "\n".join([head, *shown, *([f"  {say}", *(f"    {line}" for line in at_work)] if at_work else [])])


def texts_at(program: Program, places: Iterable[Place], lang: str = "") -> list[str]:
    """What the cards, rules and verbs say in which these places lie, in this order, each once."""
    found: dict[int, list[str]] = {}
    for place in places:
        decl = declared_at(program, place)
        if decl is not None and id(decl) not in found:
            found[id(decl)] = _told(program, decl, place, lang)
    return [line for lines in found.values() for line in lines]


def cards_at(program: Program, places: Iterable[Place], lang: str = "") -> list[str]:
    """The same of cards, cells and rules alone."""
    decls = [(place, declared_at(program, place)) for place in places]
    return texts_at(program, [place for place, decl in decls if isinstance(decl, n.Thing | n.Board | n.Rule)], lang)


def declared_at(program: Program, place: Place) -> n.Decl | None:
    """The declaration that a place lies in; an example is none of the rules."""
    file, line = place
    decls: tuple[n.Decl, ...] = program.decls
    for decl in decls:
        span = decl.span
        if span.source.name == file and span.line <= line <= span.end_line and not isinstance(decl, n.Example | n.Game):
            return decl
    return None


def _told(program: Program, decl: n.Decl, place: Place, lang: str) -> list[str]:
    page = teller(program, lang).page(_name(decl, place[1]))
    where = f"{Path(place[0]).name}:{place[1]}"
    if page is None or isinstance(decl, n.Verb | n.Define) or not page.text:
        line = decl.span.source.line(place[1]).split("#")[0].strip()
        return [f"{decl.name} ({where}): {printable(line)}"]
    lines = [part for text in page.text for part in fold(text, _WIDTH, "  ")]
    cut = ["..."] if len(lines) > _MOST_LINES else []
    return [f"{page.title} ({where}):", *(f"  {line}" for line in [*lines[:_MOST_LINES], *cut])]


def _name(decl: n.Decl, line: int) -> str:
    """Of a board the cell that stands on the line."""
    cells = [cell for cell in decl.items if isinstance(cell, n.Cell)] if isinstance(decl, n.Board) else []
    here = [cell.names[0] for cell in cells if cell.span.line <= line <= cell.span.end_line]
    return here[0] if here else (decl.names or (decl.name,))[0]


def _place(step: str) -> Place | None:
    found = _AT.fullmatch(step)
    return (found["file"], int(found["line"])) if found else None


def _line_of_rules(span: Span) -> list[str]:
    end = span.end_column if span.end_line == span.line else len(span.source.line(span.line)) + 1
    text, margin, carets = excerpt(span.source.line(span.line), span.column, end)
    return [f"{span.line:>4} | {text}", f"     | {' ' * margin}{'^' * carets}"]
