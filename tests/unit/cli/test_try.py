"""`rulekit try`: one card, what it changes, and why."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.main import main
from tests.child import own_cache

Capture = pytest.CaptureFixture[str]
GAME = """game stalls: players 2..3

resource coin of player
kind card:
  field cost: bundle = nothing
  power played
  power sold with player buyer
  works in table
zone hand of player: holds card; seen by owner
zone table of player: holds card
zone deck: holds card; seen by nobody
values mood: glad, sad
var state of player: mood = glad

card fair "Fair" / "Foire": copies 2; when played: gain 2 coin
card flag of player: when played: set your state to sad
card thief:
  when played:
    choose player p in opponents where p's coin > 0
    p gives 1 coin to you
  when sold with b: b gains 3 coin
card cat:
  after player p gains n coin where p != you: gain 1 coin
card stone: cost 1 coin
card wheel:
  when played:
    roll 1d6 as pips
    gain pips coin
card storm:
  when played:
    shuffle all(fair) into deck
    destroy this
card loop:
  when played: activate this's played

to play_card card c:
  move c to your table
  activate c's played

to rest: gain 1 coin

to play_game:
  turn of first(players):
    menu:
      option play with card c in your hand: play_card c
      option rest: rest
      option stop: end menu
  end game
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("stalls.rules").write_text(GAME, "utf-8")
    return "stalls.rules"


def tried(capsys: Capture, game: str, *args: str) -> str:
    assert main(["try", game, *args]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, game: str, *args: str) -> str:
    assert main(["try", game, *args]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and err.startswith("rulekit: ")
    return err[len("rulekit: ") : -1]


def test_what_changed_and_why(capsys: Capture, game: str) -> None:
    assert tried(capsys, game, "fair") == (
        "Fair (card fair)  stalls.rules:15\n"
        "says   Played: gain 2 coins.\n"
        "given  players ann, bob\n"
        "       active = ann\n"
        "do     ann activates fair's played\n"
        "\n"
        "what happened\n"
        '  stalls.rules:15: card fair "Fair" / "Foire": copies 2; when played: gain 2 coin\n'
        "      ann gains 2 coins\n"
        "\n"
        "what changed\n"
        "  ann's coin: 0 -> 2 (+2)\n"
        "\n"
        "That was the text of the card alone; in the game, `play_card` runs it.\n"
    )


def test_by_its_label(capsys: Capture, game: str) -> None:
    assert tried(capsys, game, "foire").startswith("Fair (card fair)")


def test_given_lines_are_those_of_examples(capsys: Capture, game: str) -> None:
    out = tried(
        capsys,
        game,
        "thief.played",
        "--given",
        "players ann, bob, cid; bob's coin = 3",
        "--given",
        "cid's coin = 1",
        "--answer",
        "cid",
    )
    assert "  ann: cid\n" in out
    assert out.split("what changed\n")[1].startswith("  ann's coin: 0 -> 1 (+1)\n  cid's coin: 1 -> 0 (-1)\n")


def test_the_example_it_prints_holds(capsys: Capture, game: str) -> None:
    out = tried(capsys, game, "ann plays_card storm", "--given", "ann's hand = storm, thief", "--example")
    assert "  ann's storm" not in out and "  deck: shuffled\n" in out
    example = out[out.index("example ") :]
    assert "    storm in box\n" in example
    Path(game).write_text(f"{GAME}\n{example}", "utf-8")
    assert main(["test", game]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_an_example_of_nothing_is_not_made_up(capsys: Capture, game: str) -> None:
    assert tried(capsys, game, "thief.played", "--example").endswith("Nothing changed that an example could claim.\n")


def test_a_thing_of_each_player_and_a_variable(capsys: Capture, game: str) -> None:
    out = tried(capsys, game, "flag", "--given", "active = bob")
    assert "do     bob activates bob's flag's played\n" in out
    assert "  nothing that the log tells\n" in out
    assert "  bob's state: glad -> sad\n" in out


def test_chance_is_drawn_or_scripted(capsys: Capture, game: str) -> None:
    assert "  ann's coin: 0 -> 6 (+6)\n" in tried(capsys, game, "wheel", "--answer", "chance: 6")
    first = tried(capsys, game, "wheel", "--seed", "5")
    assert first == tried(capsys, game, "wheel", "--seed", "5") and "  chance: " in first


def test_a_card_that_acts_by_itself(capsys: Capture, game: str) -> None:
    message = refused(capsys, game, "cat")
    assert message.startswith("`cat` has no text to activate, it acts by itself: `after player p gains n coin where p != you:")
    out = tried(capsys, game, "cat", "--do", "bob gains 2 coin")
    assert "       ann's table = cat\n" in out  # awake only there
    assert "  ann's coin: 0 -> 1 (+1)\n  bob's coin: 0 -> 2 (+2)\n" in out


def test_a_verb_and_a_sentence(capsys: Capture, game: str) -> None:
    assert "do     ann rests\n" in tried(capsys, game, "rest")
    assert "  bob's coin: 0 -> 1 (+1)\n" in tried(capsys, game, "bob rests")


def test_what_a_text_takes(capsys: Capture, game: str) -> None:
    assert refused(capsys, game, "thief.sold") == "`sold` takes a player (`buyer`); add --with and the name of one"
    assert "  bob's coin: 0 -> 3 (+3)\n" in tried(capsys, game, "thief.sold", "--with", "bob")


def test_on_the_table_as_the_game_sets_it_up(capsys: Capture) -> None:
    out = tried(capsys, "goldblivion", "karen", "--start", "--seed", "3", "--answer", "stay")
    assert "board_place = " in out and " lines more\n" in out


def test_answers_are_asked_for_at_a_terminal(capsys: Capture, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["nobody", "2"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    out = tried(capsys, game, "thief.played", "--given", "players ann, bob, cid; bob's coin = 1; cid's coin = 1")
    assert "    1 bob\n    2 cid\n" in out and "`nobody` is no option here; ann may answer: bob, cid" in out
    assert "  cid's coin: 1 -> 0 (-1)\n" in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["thif"], "nothing is called `thif` in stalls; did you mean `thief`?"),
        (["thief"], "`thief` has 2 texts; say which: `thief.played` or `thief.sold`"),
        (["thief.plaed"], "`thief` has no text for `plaed`; did you mean `played`?"),
        (["hand"], "`hand` is a zone; what can be tried is a thing such as a card, a face or a cell, a verb, or a sentence"),
        (["stone"], '`stone` has no text of its own; say what happens with --do, such as --do "ann gains 1 ..."'),
        (["play_card"], '`play_card` takes a card (`c`); type the whole sentence, such as "ann plays_card ..."'),
        (["fair", "--answer", "yes"], "nothing is asked any more, so `yes` answers nothing; leave it out"),
        (["fair", "--given", "players ann"], "stalls is for 2 to 3 players, and `players ann` names 1"),
        (["fair", "--given", "ann's hand = 3 fair"], "`ann's hand = 3 fair`: there are only 2 of `fair`"),
        (["fair", "--given", "weather = 3"], "`weather = 3`: RK010 there is no name `weather`"),
        (
            ["thief.played", "--given", "players ann, bob, cid; bob's coin = 1; cid's coin = 1"],
            "ann must answer: bob, cid; add --answer with one of them",
        ),
        (
            ["thief.played", "--given", "players ann, bob, cid; bob's coin = 1; cid's coin = 1", "--answer", "bob: cid"],
            "`bob: cid`: it is for ann to answer now: bob, cid",
        ),
    ],
)
def test_what_is_missing_is_said(capsys: Capture, game: str, args: list[str], message: str) -> None:
    assert refused(capsys, game, *args) == message


def test_a_line_that_cannot_be_read_is_shown_with_its_place(capsys: Capture, game: str) -> None:
    assert main(["try", game, "fair", "--given", "ann's coin == 3"]) == 1
    err = capsys.readouterr().err
    assert "RK001" in err and "ann's coin == 3" in err


def test_rules_that_run_on_say_so_after_what_happened(capsys: Capture, game: str) -> None:
    assert main(["try", game, "loop"]) == 1
    found = capsys.readouterr()
    assert found.err == (
        "rulekit: stalls.rules:34:16: the rules run on for ever here\n"
        "  34 |   when played: activate this's played\n"
        "     |                ^^^^^^^^^^^^^^^^^^^^^^\n"
        "  at work, innermost first, over and over:\n"
        "    Loop (stalls.rules:34):\n"
        "      Played: carry out the effect “played” of Loop.\n"
    )
    assert found.out.endswith("what changed\n  nothing\n")


def test_in_french(capsys: Capture, game: str) -> None:
    out = tried(capsys, game, "thief.played", "--given", "bob's coin = 1", "--lang", "fr")
    assert "dit    Played : choisissez un adversaire" in out
    assert "ce qui s'est passé\n" in out and "      ann gagne 1 coin\n" in out
    assert "ce qui a changé\n  coin (ann) : 0 -> 1 (+1)\n" in out
    assert tried(capsys, game, "fair", "--lang", "fr").startswith("Foire (card)  stalls.rules:15\n")


def test_a_sentence_that_makes_no_sense_is_told_before_anything(capsys: Capture, game: str) -> None:
    assert main(["try", game, "ann plays_card"]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err == "rulekit: `do ann plays_card`: RK013 `c` (card) is missing; give it directly after the verb\n"


def test_each_sentence_runs_itself_and_not_one_kept_from_before(game: str, tmp_path: Path) -> None:
    """Printed code is kept on disk by the path of its routine: two trials must not share one."""

    def run(sentence: str) -> str:
        command = [sys.executable, "-m", "rulekit", "try", game, sentence]
        env = {**os.environ, "RULEKIT_CACHE": str(own_cache(tmp_path / "cache"))}
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    assert "ann gains 2 coin" in run("ann gains 2 coin")
    assert "ann gains 1 coin" in run("ann rests")


def test_answers_are_written_as_in_examples(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "picks.rules"
    path.write_text(
        "game picks: players 2\nresource coin of player\nkind card:\n  power played\ncard fig\ncard oak\ncard elm\n"
        "zone row: holds card\nzone bin: holds card\n"
        "card pick:\n  when played:\n    choose 2 card cs in row\n    move cs to bin\n    choose card c in row\n"
        "    move c to bin\n    gain 1 coin\nto play_game: end game\n",
        "utf-8",
    )
    given = ["--given", "row = fig, oak, elm"]
    out = tried(capsys, str(path), "pick", *given, "--answer", "ann: fig, oak", "--answer", "elm")
    assert "  ann: fig\n" in out and "  ann: oak\n" in out and "  ann's coin: 0 -> 1 (+1)\n" in out
    assert tried(capsys, str(path), "pick", *given, "--answer", "fig, oak") == out  # the last one was the only answer
    wrong = refused(capsys, str(path), "pick", *given, "--answer", "fig, oak, fig")
    assert "nothing is asked any more, so `fig` answers nothing" in wrong


def test_the_set_up_is_shuffled_by_the_seed(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "pile.rules"
    cards = "".join(f"card c{at}\n" for at in range(8))
    path.write_text(
        f"game pile: players 2\nkind card\n{cards}zone deck: holds card; seen by nobody\nzone row: holds card\n"
        "to play_game:\n  move all(card) to deck\n  shuffle deck\n  turn of first(players):\n    choose one:\n"
        "      option take: draw 1 from deck to row\n      option stop: nothing\n  end game\n",
        "utf-8",
    )

    def deck(seed: str) -> str:
        out = tried(capsys, str(path), "ann draws 1 from deck to row", "--start", "--seed", seed)
        return next(line for line in out.splitlines() if "deck = " in line)

    assert deck("1") == deck("1")
    assert len({deck(str(seed)) for seed in range(6)}) > 3


PAIRS = """\
game camps "Camps": players 2
values column "column": third "third", fourth "fourth"
resource camp of player, column "camp"
resource heat of column "heat"
var level of player, column "level": number = 1
var price of column "price": number = 2
kind card "card":
  power played "When played"
card oak "Oak": when played: gain 1 camp(third) + 1 heat(fourth)
zone slot of player, column "slot": holds card
invariant "low": every(p's camp(c) < 4 for player p in players for column c in all(column))
to play_game:
  move oak to first(players)'s slot(fourth)
  for each player p in players:
    p gains STOCK camp(third) + 1 heat(third)
    set p's level(third) to 5
  set price(fourth) to 7
  for each player p in players:
    turn of p: p chooses column c in all(column)
  end game with players
"""


def test_the_start_of_a_game_has_what_belongs_to_values_and_pairs(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "camps.rules"
    path.write_text(PAIRS.replace("STOCK", "(p's seat)"), "utf-8")
    told = tried(capsys, str(path), "oak", "--start", "--example")
    for line in (
        "ann's slot(fourth) = oak",
        "ann's camp(third) = 1",
        "bob's camp(third) = 2",
        "third's heat = 2",
        "bob's level(third) = 5",
        "fourth's price = 7",
        "ann's camp(third) == 2",
        "fourth's heat == 1",
    ):
        assert f"\n    {line}\n" in told, line


def test_why_there_is_no_example(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "camps.rules"
    path.write_text(PAIRS.replace("STOCK", "3"), "utf-8")
    told = tried(capsys, str(path), "oak", "--start", "--example")
    assert told.endswith("An example of this would fail: the invariant does not hold any more: low\n")
