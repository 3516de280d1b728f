"""Things made for each of several values are called in every language by the words of that language."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.api import Game

RULES = """
game crates "Crates": players 2
kind crate "crate"
values fruit: apple "apple", plum "plum"
crate box for each fruit f "crate of {f}": starts in shop
zone shop "Shop": holds crate
to play_game:
  end game with players
"""
CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: fr\\n"

msgctxt "box"
msgid "crate of {f}"
msgstr "cageot de {f}|m"

msgctxt "fruit.plum"
msgid "plum"
msgstr "prune|f"
"""


def test_each_language_has_its_own_words(tmp_path: Path) -> None:
    rules = tmp_path / "crates.rules"
    rules.write_text(RULES, "utf-8")
    (tmp_path / "crates.fr.po").write_text(CATALOGUE, "utf-8")
    game = rulekit.load(rules)
    assert _called(game, "box_plum") == ("crate of plum", "cageot de prune")
    assert _called(game, "box_apple") == ("crate of apple", "cageot de apple")  # what is not translated stays


def _called(game: Game, name: str) -> tuple[str, str]:
    head = game.program.designs[name].head
    return head.label("en"), head.label("fr")
