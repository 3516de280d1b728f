"""`rulekit print`: every card and tile as often as it is in the box, nine to a page, nothing lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.drawing.card_sheet import card_sheet

Capture = pytest.CaptureFixture[str]


def test_every_copy_is_a_card(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "cards.html"
    assert main(["print", "miniature", "-o", str(out)]) == 0
    told = capsys.readouterr().out
    text = out.read_text("utf-8")
    program = rulekit.load("miniature").program
    wanted = sum(d.copies * (2 if d.per_player else 1) for d in program.designs.values())
    assert text.count('<article class="card">') == wanted
    assert text.count('<section class="page">') == -(-wanted // 9)
    assert f"{wanted} cards on {-(-wanted // 9)} pages" in told
    assert text.count('<span class="name">Penny</span>') == 10
    assert all(text.count(f"<span>{number}/10</span>") == 1 for number in range(1, 11))
    assert text.count('class="mark"') == 16 * text.count('<section class="page">')


def test_in_another_language_and_some_kinds(tmp_path: Path) -> None:
    out = tmp_path / "cards.html"
    assert main(["print", "miniature", "-o", str(out), "--lang", "fr", "--kind", "money", "--once"]) == 0
    text = out.read_text("utf-8")
    assert re.findall(r'class="name">([^<]*)', text) == ["Sou", "Bourse"]
    assert '<html lang="fr">' in text


def test_it_is_the_same_each_time_and_holds_all_words() -> None:
    program = rulekit.load("goldblivion").for_players(4)
    sheet = card_sheet(program, "en", 4)
    assert sheet == card_sheet(program, "en", 4)
    assert "destroy Karen, then gain 3 Force" in sheet


def test_names_are_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text('game bad: players 2\nkind card\ncard a "<script>x</script>"\nto play_game:\n  end game with players\n')
    out = tmp_path / "cards.html"
    assert main(["print", str(path), "-o", str(out)]) == 0
    assert "<script" not in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["pig", "-o", "x.html"], "has no cards or tiles"),
        (["miniature", "-o", "x.pdf"], "cards are written as .html"),
        (["miniature", "-o", "x.html", "--kind", "mony"], "did you mean `money`"),
        (["miniature", "-o", "x.html", "--players", "9"], "not 9"),
        (["miniature", "-o", "nowhere/x.html"], "cannot be written"),
    ],
)
def test_what_cannot_be_printed(
    arguments: list[str], told: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *arguments]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
