"""`rulekit test`: examples with a module in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.main import main

TEXT = """
game earning: players 2
resource coin of player
to earn: gain 2 coin
to play_game: end game
module rich:
  replace to earn: gain 3 coin
  example "three for the rich":
    given:
      players ann, bob
    when:
      do ann earns
    then:
      ann's coin == 3
module humble:
  excludes rich
  example "two for the humble":
    given:
      players ann, bob
    when:
      do ann earns
    then:
      ann's coin == 2
example "two as a rule":
  given:
    players ann, bob
  when:
    do ann earns
  then:
    ann's coin == 2
example "a gain is a gain":
  given:
    players ann, bob
  when:
    do ann gains 1 coin
  then:
    ann's coin == 1
"""

ALONE = """\
game wages "Wages": players 1..2
resource coin of player
define wage = 2
to earn: gain wage coin
module alone:
  players 1
  replace define wage = 5
to play_game: end game with players
example "two":
  given:
    players ann, bob
  when:
    do ann earns
  then:
    ann's coin == 2
example "one":
  given:
    players ann
  when:
    do ann earns
  then:
    ann's coin == 5
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "earning.rules").write_text(TEXT, "utf-8")
    return str(tmp_path / "earning.rules")


def test_with_a_module_what_it_changes_fails(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", path]) == 0
    assert capsys.readouterr().out == "4 passed, 0 failed\n"
    assert main(["test", path, "--module", "rich"]) == 1
    out = capsys.readouterr().out
    assert (
        "two as a rule\n" in out
        and "left out 1 example: `rich` and `humble` exclude each other\n" in out
        and out.endswith("2 passed, 1 failed\n")
    )
    assert main(["test", path, "--module", "humble"]) == 0
    out = capsys.readouterr().out
    assert out == "left out 1 example: `humble` and `rich` exclude each other\n3 passed, 0 failed\n"


def test_what_a_module_cannot_be_played_with_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A module for another number of players does nothing to an example, which would hold for nothing."""
    path = tmp_path / "alone.rules"
    path.write_text(ALONE, "utf-8")
    assert main(["test", str(path)]) == 0
    capsys.readouterr()
    assert main(["test", str(path), "--module", "alone"]) == 0
    out = capsys.readouterr().out
    assert "left out 1 example: `alone` is for 1 player\n" in out and out.endswith("1 passed, 0 failed\n")
    path.write_text(ALONE.partition('example "one"')[0], "utf-8")
    assert main(["test", str(path), "--module", "alone"]) == 2
    told = capsys.readouterr()
    assert "no example was played with `alone`" in told.err and "`alone` is for 1 player" in told.out


def test_an_unknown_module_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", path, "--module", "richer"]) == 2
    assert "did you mean `rich`?" in capsys.readouterr().err
