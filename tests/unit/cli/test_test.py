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


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "earning.rules").write_text(TEXT, "utf-8")
    return str(tmp_path / "earning.rules")


def test_with_a_module_what_it_changes_fails(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", path]) == 0
    assert capsys.readouterr().out == "4 passed, 0 failed\n"
    assert main(["test", path, "--module", "rich"]) == 1
    out = capsys.readouterr().out
    assert "two as a rule\n" in out and "humble" not in out and out.endswith("2 passed, 1 failed\n")
    assert main(["test", path, "--module", "humble"]) == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"


def test_an_unknown_module_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", path, "--module", "richer"]) == 2
    assert "did you mean `rich`?" in capsys.readouterr().err
