"""A third language needs a grammar and a catalogue, and no other file; no Python file names a language that is not its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.sources import tongues
from rulekit.sources.labels import Labels, in_language
from rulekit.text import card_text, languages
from rulekit.text.english import English
from rulekit.text.languages import LANGUAGES, register

PACKAGE = Path(rulekit.__file__).parent
RULES = """
game t: players 2
resource coin of player
kind card:
  power played "When played"
zone hand of player: holds card
card oven: starts in hand
card baker of player: starts in hand; when played: gain 2 coin
to play_game:
  for each player p in players:
    turn of p:
      menu:
        option bake "Keep {your} fire" with card c in your hand: activate c's played
        option stop: end menu
"""
CATALOGUE = """
msgctxt "coin"
msgid "coin"
msgstr "groat|groats"

msgctxt "baker"
msgid "Baker"
msgstr "Bakester"

msgctxt "play_game.bake"
msgid "Keep {your} fire"
msgstr "Keep {thy} fire"
"""
HEADER = """
msgid ""
msgstr ""
"Language: qq\\n"
"X-Name: Olde English\\n"
"X-Doer: thy=thy\\n"

msgid "gains"
msgstr "getteth"

msgid "The game is over."
msgstr "Ye game is o'er."
"""


class Olde(English):
    """English of long ago: enough to see which words are asked for."""

    code = "qq"
    name = "Olde English"
    own_slots = ("thy",)
    words = {**English.words, "heading": "{a} - {b}", "told_gain": "{who} getteth {x}"}  # noqa: RUF012

    def order(self, infinitive: str) -> str:
        return f"thou shalt {infinitive}"


@pytest.fixture
def olde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game and a language that is there for one test."""
    folder = tmp_path / "locale"
    folder.mkdir()
    (folder / "qq.po").write_text(HEADER, "utf-8")
    monkeypatch.setattr(tongues, "_FOLDERS", list(tongues._FOLDERS))
    monkeypatch.setattr(languages, "LANGUAGES", LANGUAGES)
    monkeypatch.setitem(LANGUAGES, "qq", LANGUAGES["en"])
    monkeypatch.setattr(Olde, "locale", folder, raising=False)
    register(Olde())
    game = tmp_path / "t.rules"
    game.write_text(RULES, "utf-8")
    (tmp_path / "t.qq.po").write_text(CATALOGUE, "utf-8")
    return game


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What is known of languages is found anew, before each test and after it."""
    known = (tongues._catalogues, tongues.codes, tongues.tongue, tongues.doer_slots)
    for found in known:
        found.cache_clear()
    yield
    for found in known:
        found.cache_clear()


def test_it_is_spoken_everywhere(olde: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = rulekit.load(olde)
    assert game.diagnostics == []
    assert card_text(game.program, "baker", "qq") == "When played - thou shalt gain 2 groats."
    assert [option.label_in("qq") for option in game.new(2).decision.options][:1] == ["Keep thy fire Bakester"]
    assert main(["play", str(olde), "--auto", "--seed", "1", "--lang", "qq", "--limit", "4"]) == 0
    out = capsys.readouterr().out
    assert "getteth 2 groats" in out
    assert main(["text", str(olde), "--untranslated", "--lang", "qq"]) == 1
    assert "`oven` has no Olde English label" in capsys.readouterr().out


def test_what_is_not_translated_is_told_in_the_language_of_the_rules(olde: Path) -> None:
    assert rulekit.load(olde).label("oven", "qq") == "Oven"
    assert rulekit.load(olde).label("baker", "fr") == "Baker"


def test_a_code_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", "pig", "--lang", "zz"]) == 2
    assert "there is no language `zz`; there are en, fr" in capsys.readouterr().err


def test_rules_may_be_written_in_another_language(tmp_path: Path) -> None:
    path = tmp_path / "four.rules"
    path.write_text(
        'game four: players 2; language fr\nkind carte\ncarte four "Grand four"\nto play_game:\n  end game with players\n'
    )
    (tmp_path / "four.en.po").write_text('msgctxt "four"\nmsgid "Grand four"\nmsgstr "Large oven"\n', "utf-8")
    game = rulekit.load(path)
    assert game.program.language == "fr"
    assert (game.label("four"), game.label("four", "fr"), game.label("four", "en")) == (
        "Grand four",
        "Grand four",
        "Large oven",
    )


def test_labels_know_their_languages() -> None:
    labels = Labels(("coin",), ("en",)).also("fr", "pièce").also("qq", "groat")
    assert [in_language(labels, code) for code in ("en", "fr", "qq", "zz", "")] == ["coin", "pièce", "groat", "coin", "coin"]
    assert in_language(labels.also("fr", "sou"), "fr") == "sou"
    assert in_language(Labels(), "fr") == ""


OWN = ("en", "fr")


def named(path: Path) -> list[str]:
    """The languages that a module names, in its code."""
    code = path.read_text("utf-8")
    if not any(f"{quote}{language}{quote}" in code for quote in "'\"" for language in OWN):
        return []  # most need not be parsed to see it
    texts = [node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    return [text for text in texts if text in OWN]


def test_no_module_names_a_language_that_is_not_its_own() -> None:
    own = ("text/english", "text/french", "sources/tongues.py")
    modules = [path for path in PACKAGE.rglob("*.py") if not path.relative_to(PACKAGE).as_posix().startswith(own)]
    assert len(modules) > 300
    assert {path.relative_to(PACKAGE).as_posix(): found for path in modules if (found := named(path))} == {}
