"""Arguments that make no sense are refused at once, with what would be right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.api import State, load
from rulekit.bots import spec
from rulekit.errors import AnswerError, UsageError

OPTIONS = """
game set: players 2
option much: number = 3
values colour: red, blue
option tint: colour = red
option open: yesno = no
module more:
  option extra: number = 1
to play_game:
  for each player p in players:
    p chooses player q in players
  end game with players
"""


@pytest.fixture
def over() -> State:
    state = load("tic_tac_toe").new()
    while not state.over:
        state.play(0)
    return state


def test_a_text_is_no_list_of_texts() -> None:
    with pytest.raises(UsageError, match=r"modules are given as a list: \['solo'\]"):
        load("tic_tac_toe", modules="solo")
    with pytest.raises(UsageError, match="answers are given as a list"):
        load("tic_tac_toe").replay("a1")


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:5"])
def test_a_bot_has_nothing_to_decide_when_the_game_is_over(bot: str, over: State) -> None:
    with pytest.raises(AnswerError, match="the game is over"):
        spec.make(bot)(over)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"names": ["ann", "ann"]}, "two players cannot both be called `ann`"),
        ({"names": ["ann", ""]}, "a player's name is a text"),
        ({"names": ["ann", 3]}, "a player's name is a text, not 3"),
        ({"names": ["ann", "x" * 201]}, "a player's name has at most 200 characters, and not 201"),
        ({"names": ["a", "b", "c"], "players": 2}, "3 names for 2 players"),
        ({"players": "2"}, "the number of players is a whole number, not '2'"),
        ({"players": True}, "the number of players is a whole number, not True"),
        ({"players": 2.0}, "the number of players is a whole number, not 2.0"),
        ({"seed": "x"}, "the seed is a whole number, not 'x'"),
        ({"chance": "often"}, "chance is `sample` or `ask`"),
    ],
)
def test_a_new_game_wants_players_and_a_seed(given: dict[str, Any], wanted: str) -> None:
    game = load("tic_tac_toe")
    for _ in range(2):  # openings that are kept are no way round
        with pytest.raises(UsageError, match=wanted):
            game.new(**given)
        game.new(2)


@pytest.mark.parametrize("player", [5, -1, "0", True, None])
def test_who_looks_is_a_player(player: Any) -> None:
    state = load("kuhn_poker").new()
    with pytest.raises(UsageError, match=r"there is no player .*; they are numbered from 0 to 1"):
        state.resample(player, 1)
    with pytest.raises(UsageError, match="there is no player"):
        state.view(player)
    with pytest.raises(UsageError, match="the seed is a whole number"):
        state.resample(0, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"mush": 3}, "there is no option `mush`; did you mean `much`"),
        ({"much": "many"}, "the option `much` is a number, not `many`"),
        ({"much": 10**12}, "the option `much` is a number"),
        ({"tint": "green"}, "the option `tint` cannot be `green`"),
        ({"open": "perhaps"}, "the option `open` is yes or no"),
    ],
)
def test_options_are_checked_when_a_game_is_loaded(options: dict[str, Any], wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "set.rules"
    path.write_text(OPTIONS, encoding="utf-8")
    with pytest.raises(UsageError, match=wanted):
        load(path, options=options)
    assert load(path, options={"much": "4", "tint": "blue", "open": "yes"}).new().table.options["much"] == 4
    assert load(path, options={"extra": 2}, modules=["more"]).new().table.options["extra"] == 2


@pytest.mark.parametrize("text", ["x" * 1_000_000, "`" * 1_000_000, "x` y `" * 200_000])
def test_what_strangers_give_is_quoted_in_short(text: str) -> None:
    """However long it is: whoever shows the error shows a line."""
    state = load("tic_tac_toe").new()
    for ask in (state.play, lambda answer: load("tic_tac_toe", modules=[answer]), lambda answer: load(answer)):
        with pytest.raises((AnswerError, UsageError)) as found:
            ask(text)
        assert len(str(found.value)) <= 100_003
    with pytest.raises(AnswerError) as one:
        state.play("x" * 1_000_000)
    assert len(str(one.value)) < 400 and str(one.value).startswith("`xxx")


NAMED = """
game named: players 2
resource coin of player
kind card
kind pawn
card ann
pawn bob
option shown: card = ann
option side: direction = north
option money: resource = coin
option prize: bundle = 2 coin
option luck: dice = 2d6
option first: player = none
to play_game:
  end game with players
"""


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"shown": "bob"}, "the option `shown` names no card `bob`; "),
        ({"side": "up"}, "the option `side` names no direction `up`; "),
        ({"money": "gold"}, "the option `money` names no resource `gold`; "),
        ({"prize": "coin"}, "the option `prize` is a bundle: only the rules can say which"),
        ({"luck": "1d6"}, "the option `luck` is dice: only the rules can say which"),
        ({"first": "player1"}, "the option `first` is a player: only the rules can say which"),
    ],
)
def test_options_of_other_types_are_named(options: dict[str, Any], wanted: str, tmp_path: Path) -> None:
    path = tmp_path / "named.rules"
    path.write_text(NAMED, encoding="utf-8")
    with pytest.raises(UsageError, match=wanted):
        load(path, options=options).new()
    table = load(path, options={"shown": "ann", "side": "south", "money": "coin"}).new().table
    assert (table.options["side"], table.options["money"]) == ("south", "coin")
