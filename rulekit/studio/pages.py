"""What a seat is told once: boards with their geometry, texts of cards and verbs, the rules page.

Contract: it hangs on the rules and on how many play, never on a position, so all seats are told the same.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from rulekit.api import State
from rulekit.drawing.game_board import cell_values, ground_words
from rulekit.drawing.looks import looks_of
from rulekit.explain.rules import rules_page
from rulekit.runtime.table import Table
from rulekit.story.words import Words
from rulekit.table_view.boards import board_view
from rulekit.text import teller

_TOLD: WeakKeyDictionary[Table, dict[str, dict[str, Any]]] = WeakKeyDictionary()  # by game, how many play, and language


def game_message(state: State, lang: str) -> dict[str, Any]:
    """The game: boards, cards, languages. Made once: fifty browsers that come at the same time would hold up all who play."""
    known = _TOLD.setdefault(state.table, {})
    if lang not in known:
        known[lang] = game_told(state, lang)
    return known[lang] | {"looks": looks_of(state.game.path)}  # which an author may change meanwhile


def game_told(state: State, lang: str) -> dict[str, Any]:
    """What of it hangs on the rules alone."""
    table, words = state.table, Words(state.table, lang)
    boards: list[dict[str, Any]] = []
    for name in table.boards:
        view: dict[str, Any] = dict(board_view(table, name, words))
        view["ground"], view["legend"] = _ground(state, name), ground_words(table, name, lang)
        view["walls"] = [[float(p) for p in mark.position] + [mark.level] for mark in table.boards[name].marks]
        boards.append(view)
    return {"is": "game", "title": words.game(), "lang": lang, "boards": boards, "cards": cards(state, lang)}


def _ground(state: State, name: str) -> dict[str, str]:
    """What sort of ground a cell is: the symbol of its map, or its first declared value."""
    table = state.table
    if name in table.maps:
        return dict(zip(table.boards[name].cells, table.maps[name].symbols, strict=True))
    return {table.boards[name].cells[at]: value for at, value in cell_values(table, name).items()}


def cards(state: State, lang: str) -> dict[str, Any]:
    """What is printed on each design and what it does, by its name."""
    program = state.table.program
    told = teller(program, lang)
    copies = told.grammar.word("copies").many  # how many there are is no part of a card
    found: dict[str, Any] = {}
    for name, design in program.designs.items():
        page = told.page(name) if design.copies and not design.board else None
        if page is not None:
            figures = [[label, value] for label, value in page.figures if label != copies]
            found[name] = {"title": page.title, "what": page.what, "kind": design.kind, "figures": figures, "text": page.text}
    return found


def rules_message(state: State, lang: str) -> dict[str, Any]:
    """How the game is played."""
    sections = rules_page(state.game, lang, len(state.players))
    return {"is": "rules", "sections": [{"title": s.title, "lines": s.lines, "drawn": s.drawn} for s in sections]}
