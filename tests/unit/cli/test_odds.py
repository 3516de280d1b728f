"""Exact odds at the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulekit.api import load
from rulekit.api.outcomes import odds
from rulekit.cli.main import main
from rulekit.errors import UsageError

Capture = pytest.CaptureFixture[str]

DICE = """\
game dice "Dice": players 2
resource point of player "point"
to play_game:
  cycle player p in players:
    turn of p:
      menu:
        option one "One die":
          roll 1d6 as r
          gain (if r == 7 then 3 else 1) point
          end menu
        option two "Two dice":
          roll 2d6 as r
          gain (if r == 7 then 3 else 1) point
          end menu
"""


@pytest.fixture
def dice(tmp_path: Path) -> str:
    path = tmp_path / "dice.rules"
    path.write_text(DICE)
    return str(path)


def test_without_an_option_they_are_listed(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice]) == 0
    assert capsys.readouterr().out == "player1 is asked: What do you do?\n   1 one  One die\n   2 two  Two dice\n"


def test_each_outcome_with_its_exact_chance(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "one", "--log"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[0] == " 16.67%  1/6  Player 1 rolls 1 (1d6); Player 1 gains 1 point"


def test_odds_of_a_figure(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "two", "--of", "player1's point"]) == 0
    assert capsys.readouterr().out.splitlines() == [" 83.33%  5/6  1", " 16.67%  1/6  3"]


def test_answers_given_before_and_json(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "--answers", "one; 2", "--json", "two"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert sum(Fraction(row["probability"]) for row in rows) == 1
    assert rows[1] == {"probability": "1/6", "value": pytest.approx(1 / 6), "outcome": "Player 1 +3 point; the turn ends"}


def test_outcomes_are_told_by_what_changes(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "two"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        " 83.33%  5/6  Player 1 +1 point; the turn ends",
        " 16.67%  1/6  Player 1 +3 point; the turn ends",
    ]
    assert main(["odds", dice, "two", "--player", "2"]) == 0
    assert capsys.readouterr().out == "100.00%  1  nothing changes\n"
    assert main(["odds", dice, "two", "--player", "3"]) == 2
    assert capsys.readouterr().err == "rulekit: there is no player 3; they are 1 to 2\n"


def test_a_blessing_of_two_dice_for_one_player(capsys: Capture) -> None:
    """Light 5 gold and a sun, dark 4 gold, a moon and 2 glory: two gold in 5/6 * 4/6."""
    assert main(["odds", "dice_forge", "pass", "--seed", "2", "--player", "1", "--players", "3"]) == 0
    chance, text = capsys.readouterr().out.splitlines()[0].split(maxsplit=2)[1:]
    assert (Fraction(chance), text) == (Fraction(5, 9), "Player 1 +2 gold")


def test_odds_of_a_saved_game(dice: str, tmp_path: Path, capsys: Capture) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(load(dice).new().apply("one").to_json())
    assert main(["odds", dice, "one", "--load", str(kept)]) == 0
    assert capsys.readouterr().out == "100.00%  1  Player 2 +1 point; the turn ends\n"


@pytest.mark.parametrize(("option", "hint"), [("tow", "did you mean `two`?"), ("9", "there are: one, two")])
def test_a_wrong_option_is_one_sentence(dice: str, option: str, hint: str, capsys: Capture) -> None:
    assert main(["odds", dice, option]) == 2
    assert capsys.readouterr().err == f"rulekit: `{option}` is no option after 0 answers; {hint}\n"


def test_variables_are_told_where_nothing_else_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "pig", "roll"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in lines] == [*(f"pot +{pips}" for pips in range(2, 7)), "the turn ends"]


def test_the_limit_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "pig", "roll", "--limit", "3"]) == 2
    assert "more than 3 ways" in capsys.readouterr().err
    assert main(["odds", "pig", "roll", "--limit", "0"]) == 2


HIDDEN = """\
game guess "Guess": players 2
kind card:
  field worth: number
card low "Low": worth 1; copies 2
card high "High": worth 5
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
resource point of player "point"
to play_game:
  move all(card) to deck
  shuffle deck
  draw 1 from deck to item(players, 2)'s hand
  item(players, 1) chooses_one
  end game with players
to choose_one:
  choose one:
    option steal: gain first(item(players, 2)'s hand)'s worth point
    option wait: gain 2 point
"""


@pytest.fixture
def hidden(tmp_path: Path) -> str:
    path = tmp_path / "hidden.rules"
    path.write_text(HIDDEN)
    return str(path)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_from_the_one_who_is_asked_is_not_used(seed: int, hidden: str, capsys: Capture) -> None:
    """The other hand is low in two of three deals, whatever it really is."""
    assert main(["odds", hidden, "steal", "--seed", str(seed), "--of", "player1's point"]) == 0
    assert capsys.readouterr().out.splitlines() == [" 66.67%  2/3  1", " 33.33%  1/3  5"]
    assert main(["odds", hidden, "steal", "--seed", str(seed), "--of", "player1's point", "--open"]) == 0
    assert capsys.readouterr().out.startswith("100.00%  1  ")
    state = load(hidden).new(seed=seed)
    assert {after._data.seed for _, after in odds(state, "steal").outcomes} == {0}
    assert sum(chance for chance, _ in state.worlds(0)) == 1


def test_whose_odds_they_are_must_be_clear(hidden: str) -> None:
    state = load(hidden).new(seed=1, chance="ask")
    assert odds(state).exact  # nothing is hidden from anybody yet
    state = state.apply(0)
    with pytest.raises(UsageError, match="there is no player 7"):
        odds(state, "steal", player=7)
    assert odds(state, "steal", player=1).of("player1's point") == odds(state, "steal", everything_open=True).of(
        "player1's point"
    )


def test_worlds_that_are_too_many_are_drawn_and_told(tmp_path: Path, capsys: Capture) -> None:
    path = _many(tmp_path)
    assert main(["odds", path, "steal"]) == 0
    assert "an estimate: 200 states were drawn that fit what player1 knows" in capsys.readouterr().err
    assert not odds(load(path).new(), "steal").exact


def _many(tmp_path: Path) -> str:
    path = tmp_path / "many.rules"
    path.write_text(HIDDEN.replace("copies 2", "copies 9").replace("draw 1", "draw 6"))
    return str(path)


def test_odds_by_sampling_are_taken_up_again(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first run is stopped in the middle; the second one looks only at the worlds that are left. Figures are the same."""
    from rulekit.api import outcomes

    game, kept, asked = _many(tmp_path), tmp_path / "kept.jsonl", list[range]()
    order = ["odds", game, "steal", "--of", "player1's point"]
    assert main(order) == 0
    whole = capsys.readouterr().out
    there = outcomes._drawn_there

    def counted(task: Any) -> Any:
        if len(asked) == 7 and not kept.with_suffix(".stopped").exists():
            kept.with_suffix(".stopped").touch()
            raise KeyboardInterrupt
        asked.append(task[1])
        return there(task)

    monkeypatch.setattr(outcomes, "_drawn_there", counted)
    assert main([*order, "--resume", str(kept)]) != 0
    assert len(kept.read_text().splitlines()) == 1 + 7
    capsys.readouterr()
    assert main([*order, "--resume", str(kept)]) == 0
    assert capsys.readouterr().out == whole
    assert [seeds[0] for seeds in asked] == list(range(0, 200, 10))  # each once
    assert main([*order, "--resume", str(kept)]) == 0
    assert capsys.readouterr().out == whole
    assert len(asked) == 20


def test_odds_kept_of_another_question_are_refused(tmp_path: Path, capsys: Capture) -> None:
    game, kept = _many(tmp_path), tmp_path / "kept.jsonl"
    assert main(["odds", game, "steal", "--resume", str(kept)]) == 0
    before = kept.read_bytes()
    for other in (["--seed", "5"], ["--limit", "500"]):
        assert main(["odds", game, "steal", "--resume", str(kept), *other]) != 0
        assert "holds results of other rules or settings" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_exact_odds_have_nothing_to_keep_and_say_so(tmp_path: Path, hidden: str, capsys: Capture) -> None:
    kept = tmp_path / "kept.jsonl"
    assert main(["odds", hidden, "steal", "--resume", str(kept)]) == 0
    assert "nothing to keep" in capsys.readouterr().err
    assert not kept.exists()


CUBES = """\
game cubes: players 2
kind face: field pips: number
face one: copies 0; pips 1
face two: copies 0; pips 2
die cube of player "cube": faces 3 one, 3 two
var total of player "total": number = 0
var streak "streak": number = 0
to play_game:
  cycle player p in players where p's total < 20:
    turn of p:
      roll p's cube
      menu:
        option again "Again":
          roll p's cube
          set p's total to p's total + p's cube's shown's pips
          set streak to streak + 1
          end turn
        option stop "Stop": end turn
"""


@pytest.fixture
def cubes(tmp_path: Path) -> str:
    path = tmp_path / "cubes.rules"
    path.write_text(CUBES)
    return str(path)


def test_chance_is_followed_no_farther_than_asked(cubes: str) -> None:
    state = load(cubes).new(seed=1)
    assert len(odds(state, "again").outcomes) == 4  # the next player rolls by himself
    assert len(odds(state, "again", until="end of turn").outcomes) == 2
    with pytest.raises(UsageError, match="there is `end of turn`"):
        odds(state, "again", until="end of phase")


def test_dice_and_variables_of_the_table_are_told(cubes: str, capsys: Capture) -> None:
    given = ["--given", "streak = 2", "--do", "play_game", "--answers", "one"]
    assert main(["odds", cubes, "again", "--until", "end of turn", *given]) == 0
    told = capsys.readouterr().out
    assert "cube shown Two" in told and "streak +1" in told and "total +1" in told


def test_chance_that_comes_first_needs_no_option(cubes: str, capsys: Capture) -> None:
    assert main(["odds", cubes, "--given", "streak = 2", "--do", "play_game"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["50.00%", "50.00%"] and "cube shown Two" in str(rows)


def test_bars_of_numbers_stand_in_their_order(dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "two", "--of", "player1's point", "--bars"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[-1] for row in rows] == ["1", "3"]
    assert rows[0].count("#") == 24 and rows[1].count("#") == 5


def test_what_belongs_to_the_table_and_to_pairs_is_told_at_the_end_of_a_turn(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "luck.rules"
    path.write_text("""\
game luck "Luck": players 2
values column "column": third "third", fourth "fourth"
resource camp of player, column "camp"
var height of player, column "height": number = 0
var luck "luck": number = 0
to play_game:
  cycle player p in players:
    turn of p:
      choose one:
        option dare "Dare":
          roll 1d2 as n
          set luck to n
        option climb "Climb" with column c in all(column):
          set your height(c) to 3
          gain 2 camp(c)
""")
    assert main(["odds", str(path), "dare"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        " 50.00%  1/2  luck +1, the turn ends",
        " 50.00%  1/2  luck +2, the turn ends",
    ]
    assert main(["odds", str(path), "climb fourth"]) == 0
    assert capsys.readouterr().out == "100.00%  1  Player 1, fourth camp +2, height +3; the turn ends\n"


@pytest.mark.parametrize("stop", [1, 3])
def test_ctrl_c_leaves_what_was_followed(stop: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact odds say how much of chance is missing."""
    from rulekit.api import outcomes

    there = outcomes._ways

    def impatient(*given: Any) -> Iterator[outcomes.Way]:
        for number, way in enumerate(there(*given)):
            if number > stop:
                raise KeyboardInterrupt
            yield way

    monkeypatch.setattr(outcomes, "_ways", impatient)
    assert main(["odds", "pig", "roll"]) == 130
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == stop and all("1/6" in line for line in out.splitlines())
    assert err == f"rulekit: interrupted; {(6 - stop) / 6:.1%} of chance were not followed\n"


def test_ctrl_c_in_worlds_that_are_drawn_leaves_an_estimate(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulekit.api import outcomes

    there, asked = outcomes._drawn_there, list[Any]()

    def impatient(task: Any) -> Any:
        if len(asked) == 7:
            raise KeyboardInterrupt
        asked.append(task)
        return there(task)

    monkeypatch.setattr(outcomes, "_drawn_there", impatient)
    assert main(["odds", _many(tmp_path), "steal", "--json"]) == 130
    out, err = capsys.readouterr()
    assert sum(Fraction(row["probability"]) for row in json.loads(out)) == 1
    assert "an estimate: 70 states" in err and "interrupted; 65.0% of chance" in err


def test_processes_give_the_same_estimate(tmp_path: Path, capsys: Capture) -> None:
    told = []
    for jobs in ("1", "2"):
        assert main(["odds", _many(tmp_path), "steal", "--jobs", jobs]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_a_sentence_that_ends_is_no_end_of_the_game(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "toss.rules"
    text = "game toss: players 2\nresource coin of player\nto toss:\n  roll 1d2 as n\n  gain n coin\nto play_game: end game\n"
    path.write_text(text, encoding="utf-8")
    here = ["odds", str(path), "--given", "players ann, bob", "--do"]
    assert main([*here, "ann tosses"]) == 0
    told = capsys.readouterr().out
    assert "ann +1 coin" in told and "wins" not in told
    assert main([*here, "ann gains 1 coin"]) == 0
    assert "The sentence has been carried out" in capsys.readouterr().out


@pytest.mark.parametrize("sign", [",", ";"])
def test_answers_are_divided_by_either_sign(sign: str, dice: str, capsys: Capture) -> None:
    assert main(["odds", dice, "two", "--seed", "1", "--answers", f"one{sign} one"]) == 0
    assert "1/6" in capsys.readouterr().out


def test_a_figure_where_nothing_is_asked_is_certain(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "dice.rules"
    path.write_text(DICE, encoding="utf-8")
    assert main(["odds", str(path), "--given", "players ann, bob", "--do", "ann gains 2 point", "--of", "ann's point"]) == 0
    assert capsys.readouterr().out.split() == ["100.00%", "1", "2"]
