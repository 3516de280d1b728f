"""Names that no catalogue can translate: every label is put into another alphabet, and what stays Latin has none.

Contract: `unspoken` gives the lines in which a declared name, or a word of a label, is told in its own letters: on the page of
the rules, on cards, in prompts, options, what lies on the table and the story of a play.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rulekit
from rulekit.api import Game, State
from rulekit.explain.rules import rules_page
from rulekit.sources.diagnostics import Sink
from rulekit.sources.po import Entry, parse_po, write_po
from rulekit.sources.source import Source
from rulekit.sources.tongues import tongue
from rulekit.syntax.walk import walk
from rulekit.table_view.look import look
from rulekit.text import Teller
from rulekit.text.languages import language

LANG = "fr"
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_GREEK = "αβψδεφγηιξκλμνοπϙρστθωχϰυζ"
_ALPHABET = str.maketrans(_LATIN + _LATIN.upper(), _GREEK + _GREEK.upper())
_WORD = re.compile(r"[a-z]{3,}", re.IGNORECASE)
_SHOWN = ("label", "notes", "text", "prompt", "title")  # of what lies on the table, what people read
_ANSWERS = 120


def in_greek(label: str) -> str:
    """A label whose letters are Greek; its slots stay, with the word that is counted in Greek.

    >>> in_greek("Take {n:coin} of {your} hand")
    'Τακε {n:ψοιν} οφ {son} ηανδ'
    """

    def slot(found: re.Match[str]) -> str:
        name, colon, counted = found[1].partition(":")
        return f"{{{'son' if name == 'your' else name}{colon}{counted.translate(_ALPHABET)}}}"

    return "".join(
        re.sub(r"\{(.*)\}", slot, piece) if piece[:1] == "{" else piece.translate(_ALPHABET)
        for piece in re.split(r"(\{[^{}]*\})", label)
    )


def greek_copy(rules: Path, folder: Path) -> Game:
    """The game with catalogues in Greek letters."""
    shutil.copytree(rules.parent, folder / rules.parent.name, dirs_exist_ok=True)
    for path in (folder / rules.parent.name).rglob(f"*.{LANG}.po"):
        entries = parse_po(Source(str(path), path.read_text("utf-8")), Sink())
        path.write_text(
            write_po([Entry(e.context, e.text, in_greek(e.text)) for e in entries if e.text and not e.gone]), "utf-8"
        )
    return rulekit.load(str(folder / rules.parent.name / rules.name))


def unspoken(game: Game) -> dict[str, str]:
    """The names that stay, each with a line in which it does."""
    names = _declared(game) - _own_words()
    found: dict[str, str] = {}
    for line in _lines(game):
        for word in _WORD.findall(re.sub(r"--module \w+", "", line)):
            if word.casefold() in names:
                found.setdefault(word.casefold(), line.strip())
    return found


def _declared(game: Game) -> set[str]:
    """The words of names and of labels in the language of the rules."""
    nodes = [node for decl in game.program.decls for node in walk(decl)]
    names = [getattr(node, "name", "") for node in nodes] + [one for node in nodes for one in getattr(node, "names", ())]
    labels = [label for node in nodes for label in getattr(node, "labels", ())[:1]]
    texts = [str(text) for text in (*names, *labels, *game.program.members) if isinstance(text, str)]
    return {word.casefold() for text in texts for word in _WORD.findall(text.replace("_", " "))}


def _own_words() -> set[str]:
    """What the language itself says."""
    texts = [*map(str, language(LANG).words.values()), *tongue(LANG).sentences.values(), "place"]
    return {word.casefold() for text in texts for word in _WORD.findall(text)}


def _lines(game: Game) -> Iterator[str]:
    for section in rules_page(game, LANG):
        yield from () if section.drawn else section.lines  # drawn are the names by which cells are answered
    teller = Teller(game.program, LANG)
    for page in (teller.page(name) for name in game.program.designs):
        yield from () if page is None else (page.title, *page.lines())
    for seed in (0, 1):
        yield from _played(game.new(seed=seed), random.Random(seed))


def _played(state: State, chance: random.Random) -> Iterator[str]:
    for at in range(_ANSWERS):
        decision = state.decision
        if not decision.options:
            break
        yield decision.prompt_in(LANG)
        yield from (option.label_in(LANG) for option in decision.options)
        if at % 10 == 0:
            yield from _shown(look(state, decision.player, LANG))
        state = state.apply(chance.choice(decision.options))
    yield from state.story(everything=True, lang=LANG)


def _shown(view: Any, key: str = "") -> Iterator[str]:
    """What people read of a table."""
    if isinstance(view, dict):
        for name, part in view.items():
            yield from _shown(part, name)
    elif isinstance(view, list | tuple):
        for part in view:
            yield from _shown(part, key)
    elif isinstance(view, str) and key in _SHOWN and not re.fullmatch(r"[a-z0-9_@#. ]+", view):
        yield view
