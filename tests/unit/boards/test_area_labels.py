"""What the areas of a map are called: by their labels, by their names, in the language of a catalogue."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from rulekit.api import Game, pickled
from rulekit.cli.main import main

_RULES = """
game caves "Caves": players 1
kind room:
  var seen_by_all "discovered": yesno = no
kind spot is cell:
  field room: room
board cave of spot:
  square
  from map deep
  areas room
  mark "." floor
  mark "#" none
to play_game "play the game":
  for each room r in all(room): find_room r
  for each player p in players: p chooses room r in all(room)
  end game
to find_room room r "find {r}": set r's seen_by_all to yes
"""
_MAP = """map: deep
title: Deep
levels:
  - id: l1
    grid: square
    rows: ["..#.", "..#."]
areas:
  - {id: big_hole, label: the hole, level: l1, seed: [0, 0]}
  - {id: old_cellar, level: l1, seed: [3, 0]}
links:
  - {from: [0, 0], to: [3, 0]}
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "deep.yaml").write_text(_MAP, "utf-8")
    path = tmp_path / "caves.rules"
    path.write_text(_RULES, "utf-8")
    monkeypatch.chdir(tmp_path)
    return path


def _labels(game: Game, lang: str) -> list[str]:
    decision = game.new().decision
    assert decision is not None
    return [option.label_in(lang) for option in decision.options]


def test_an_area_is_called_by_its_label_else_by_its_name(rules: Path) -> None:
    game = Game(rules)
    assert _labels(game, "en") == ["the hole", "old cellar"]
    assert any("find the hole" in line.lower() for line in game.new().log)


def test_a_catalogue_beside_the_map_translates_areas(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", "extract", "caves.rules", "--lang", "fr"]) == 0
    assert "deep.fr.po: 0 of 2 translated" in capsys.readouterr().out
    catalogue = rules.parent / "maps" / "deep.fr.po"
    text = catalogue.read_text("utf-8")
    wanted = {"the hole": "le trou", "old cellar": "la vieille cave|f"}
    for english, french in wanted.items():
        assert f'msgid "{english}"\nmsgstr ""' in text
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{french}"')
    catalogue.write_text(text, "utf-8")
    game = Game(rules)
    assert _labels(game, "fr") == ["le trou", "la vieille cave"] and _labels(game, "en") == ["the hole", "old cellar"]
    sent = pickle.dumps(game)
    catalogue.unlink()  # whoever gets the game has no files
    pickled._GAMES.clear()
    pickled._LATEST.clear()
    assert _labels(pickle.loads(sent), "fr") == ["le trou", "la vieille cave"]


def test_what_is_not_translated_is_told(rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["translate", "extract", "caves.rules", "--lang", "fr"])
    capsys.readouterr()
    assert main(["translate", "check", "caves.rules", "--lang", "fr"]) == 1
    assert 'deep.fr.po:13: big_hole: "the hole" is not translated' in capsys.readouterr().out
