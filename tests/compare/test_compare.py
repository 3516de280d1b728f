"""Two versions of rules side by side."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.compare import Comparison, compare
from rulekit.compare.page import comparison_page
from rulekit.compare.report import comparison_text
from rulekit.compare.shifts import Shift, _judge, _share
from rulekit.compare.versions import path_of
from rulekit.errors import UsageError
from rulekit.testing.examples import Variants, run_example
from rulekit.testing.trial import parse_example

STALL = """
game stall "Stall": players 2

resource coin of player "coin"
kind ware "ware":
  field worth: number
  field price: bundle = nothing
ware vase "Vase": worth 5; price 2 coin
ware cup "Cup": worth 1; price 1 coin; copies 6
zone shop "shop": holds ware
zone shelf of player "shelf": holds ware

define score(player p) = sum(w's worth for w in p's shelf)

to play_game:
  move all(ware) to shop
  repeat 3 times:
    round:
      for each player p in players: p takes_turn
  end game with highest(player p in players by score(p), p's coin)

to take_turn:
  turn of you:
    gain 1 coin
    choose one:
      option buy "Buy" with ware w in shop costs w's price: move w to your shelf
      option dig "Dig": dig

to dig:
  roll 1d4 as pips
  if pips == 4: gain 2 coin

example "a four brings two coins":
  given:
    players ann, bob
    active = ann
  when:
    do ann digs
    chance: 4
  then:
    ann's coin == 2
"""


def _pair(tmp_path: Path, *changed: tuple[str, str]) -> tuple[rulekit.Game, rulekit.Game]:
    text = STALL
    for before, after in changed:
        assert before in text
        text = text.replace(before, after)
    for name, one in (("old", STALL), ("new", text)):
        (tmp_path / f"{name}.rules").write_text(one)
    return rulekit.load(tmp_path / "old.rules"), rulekit.load(tmp_path / "new.rules")


def _compared(tmp_path: Path, *changed: tuple[str, str], games: int = 0) -> Comparison:
    return compare(*_pair(tmp_path, *changed), games=games, plays=12)


def test_the_same_rules_are_the_same(tmp_path: Path) -> None:
    found = _compared(tmp_path, ('game stall "Stall"', '# a remark\ngame stall "Stall"'), games=20)
    assert found.same and found.parted == 0 and not found.changes
    assert comparison_text(found).endswith("nothing differs")


def test_a_card_is_told_as_it_was_and_as_it_is(tmp_path: Path) -> None:
    found = _compared(
        tmp_path, ("worth 5; price 2 coin", "worth 6; price 2 coin"), ("ware cup", "ware jug"), ('"Cup"', '"Jug"')
    )
    told = {change.name: change for change in found.changes}
    assert (told["jug"].what, told["cup"].what, told["vase"].what) == ("added", "removed", "changed")
    assert "5" in told["vase"].old[0] and "6" in told["vase"].new[0]


def test_examples_that_no_longer_hold_are_named(tmp_path: Path) -> None:
    found = _compared(tmp_path, ("pips == 4: gain 2", "pips == 4: gain 3"))
    assert [example.name for example in found.examples] == ["a four brings two coins"]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (("pips == 4: gain 2", "pips == 4: gain 3"), "value"),
        (("price 1 coin", "price 2 coin"), "asked"),
        (("roll 1d4", "roll 1d3 + 1"), "options"),
        (("move w to your shelf", "move w to box"), "place"),
    ],
    ids=["value", "option", "chance", "place"],
)
def test_where_versions_part_is_found_and_shown(tmp_path: Path, change: tuple[str, str], kind: str) -> None:
    old, new = _pair(tmp_path, change)
    found = compare(old, new, games=0, plays=12).partings
    assert kind in [parting.kind for parting in found]
    for parting in found:
        if parting.example:  # it holds in the one and fails in the other
            example = parse_example(old, parting.example)
            assert run_example(example, Variants(old)) is None  # type: ignore[arg-type]
            assert run_example(example, Variants(new)) is not None  # type: ignore[arg-type]
    assert any(parting.example for parting in found) or kind == "options"


def test_what_is_newly_offered_is_an_example_of_what_could_not_be_done(tmp_path: Path) -> None:
    old, new = _pair(tmp_path, ("price 2 coin", "price 1 coin"))
    found = next(parting for parting in compare(old, new, games=0, plays=12).partings if parting.kind == "options")
    assert (found.told, found.check) == ("newly offered: buy vase", "player1 cannot buy vase")
    example = parse_example(old, found.example)
    assert run_example(example, Variants(old)) is None  # type: ignore[arg-type]
    assert run_example(example, Variants(new)) is not None  # type: ignore[arg-type]


def test_other_odds_are_a_difference(tmp_path: Path) -> None:
    found = _compared(tmp_path, ("roll 1d4 as pips", "roll 1d4 + 0d6 as pips"))
    assert found.parted == 0  # another way to write the same dice
    other = _compared(tmp_path, ("roll 1d4 as pips", "roll 2d2 as pips"))
    assert [parting.kind for parting in other.partings] == ["options"]


def test_the_shortest_parting_of_a_sort_is_kept_with_how_often_it_came(tmp_path: Path) -> None:
    found = _compared(tmp_path, ("pips == 4: gain 2", "pips == 4: gain 3"))
    assert found.partings[0].times == found.parted <= found.plays == 12


def test_figures_shift_with_intervals_and_a_verdict(tmp_path: Path) -> None:
    found = _compared(tmp_path, ("repeat 3 times", "repeat 6 times"), games=40)
    length = next(shift for shift in found.shifts if shift.sort == "length")
    assert length.clear and length.old < length.new and length.low < length.by < length.high
    assert found.shifts[0].clear


def test_many_comparisons_are_accounted_for() -> None:
    """One of twenty figures at 4 % is no news; alone it would be."""
    alone = [Shift("taken", "x", 0.5, 0.6, 0.0, 0.2, 0.04, share=True)]
    _judge(alone)
    many = [Shift("taken", "x", 0.5, 0.6, 0.0, 0.2, 0.04, share=True)]
    many += [Shift("taken", str(at), 0.5, 0.5, -0.1, 0.1, 0.5, share=True) for at in range(19)]
    _judge(many)
    assert alone[0].clear and not any(shift.clear for shift in many)


def test_a_share_has_newcombes_interval() -> None:
    found = _share("wins", "seat 1", 48, 80, 56, 70)
    assert [round(figure, 3) for figure in (found.by, found.low, found.high)] == [0.2, 0.052, 0.334]
    assert 0.005 < found.chance < 0.01


def test_the_page_holds_everything_and_runs_nothing(tmp_path: Path) -> None:
    found = _compared(tmp_path, ('"Vase"', '"Vase <script>"'), ("pips == 4: gain 2", "pips == 4: gain 3"), games=10)
    page = comparison_page(found)
    assert "<script" not in page and "Vase &lt;script&gt;" in page and "<svg" in page and "a four brings two coins" in page


def test_the_command_prints_a_table_json_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _pair(tmp_path, ("pips == 4: gain 2", "pips == 4: gain 3"))
    paths = [str(tmp_path / f"{name}.rules") for name in ("old", "new")]
    page = tmp_path / "page.html"
    assert main(["compare", *paths, "--games", "4", "--plays", "6", "--jobs", "1", "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "Dig (dig) is changed" in told and "no longer hold: 1" in told and page.exists()
    assert main(["compare", *paths, "--games", "0", "--plays", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same"] is False
    assert main(["compare", *paths, "--games", "-1"]) == 2


def test_a_revision_is_compared_with_what_stands_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    home = tmp_path / "games"
    home.mkdir()
    (home / "stall.rules").write_text(STALL)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    (home / "stall.rules").write_text(STALL.replace("gain 2 coin", "gain 3 coin"))
    monkeypatch.chdir(tmp_path)
    for said in ("HEAD", "HEAD:games/stall.rules"):
        before = path_of(said, "games/stall.rules")
        assert before.read_text() == STALL
    with pytest.raises(UsageError, match="no such version"):
        path_of("HEAD~9:games/stall.rules")
    with pytest.raises(UsageError, match="HEAD"):
        path_of("HEAD:games/other.rules")
    git("commit", "-q", "-a", "-m", "second")
    assert path_of("HEAD~1", "HEAD:games/stall.rules").read_text() == STALL
    assert "gain 3 coin" in path_of("HEAD", "HEAD~1:games/stall.rules").read_text()


def test_versions_for_other_numbers_of_players_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name a number that fits both"):
        _compared(tmp_path, ("players 2\n", "players 3\n"))
