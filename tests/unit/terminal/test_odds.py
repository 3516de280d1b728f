"""Odds at a prompt: exact where the player can know them, never more than he can know."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulekit.api import Game, Option, State, load
from rulekit.outlook.chances import Budget, TooMany, cheap_outlooks, outlook
from rulekit.terminal.seats import seated
from rulekit.terminal.session import Session

Scripts = type


def option(state: State, text: str) -> Option:
    return next(o for o in state.decision.options if o.text == text)


def rows(state: State, text: str) -> list[tuple[Fraction, str]]:
    assert state.decision.player is not None
    return outlook(state, option(state, text), state.decision.player, "en").coarse()


def test_a_fight_is_told_before_it_is_begun(dungeon: Game) -> None:
    """Bravery 1 against 5: a five or a six wins, and gives as many coins."""
    state = dungeon.new(seed=1)
    seen = outlook(state, option(state, "fight"), 0, "en")
    assert seen.exact
    assert seen.coarse() == [
        (Fraction(2, 3), "you are hurt"),
        (Fraction(1, 3), "you +5..6 gold; Troll -> out of the game"),
    ]
    assert [str(chance) for chance, _ in seen.rows] == ["2/3", "1/6", "1/6"]


def test_the_odds_follow_what_has_been_done(dungeon: Game) -> None:
    state = dungeon.new(seed=1).apply("fight").apply("shout").apply("shout")
    assert rows(state, "ready")[0] == (Fraction(2, 3), "you +3..6 gold; Troll -> out of the game")


def test_what_lies_face_down_is_only_estimated(dungeon: Game) -> None:
    """Two gems and two rocks lie there: whichever is first, a player is told the same."""
    told = set()
    for seed in range(8):
        state = dungeon.new(seed=seed)
        seen = outlook(state, option(state, "dig"), 0, "en")
        assert not seen.exact
        told.add(tuple(seen.coarse()))
        assert "dig" not in cheap_outlooks(state, state.decision.options, 0, "en")
    assert {state_of_first(dungeon, seed) for seed in range(8)} == {"gem", "rock"}
    assert all({text for _, text in rows_} == {"", "you +5 gold"} for rows_ in told)


def state_of_first(game: Game, seed: int) -> str:
    state = game.new(seed=seed)
    zone = state.table.zone_number[("buried",)]
    return state.table.entities[state.data.zones[zone][0]].name


def test_hidden_things_never_change_what_is_told(dungeon: Game) -> None:
    state = dungeon.new(seed=3)
    for seed in range(5):
        other = state.resample(0, seed)
        for text in ("fight", "stop"):
            assert rows(other, text) == rows(state, text)


def test_looking_at_odds_changes_nothing(dungeon: Game) -> None:
    state = dungeon.new(seed=2)
    before = state.to_json()
    cheap_outlooks(state, state.decision.options, 0, "en")
    assert state.to_json() == before


def test_a_budget_ends_what_is_too_much(dungeon: Game) -> None:
    state = dungeon.new(seed=2)
    with pytest.raises(TooMany):
        outlook(state, option(state, "fight"), 0, "en", Budget(3, 100))


def test_the_prompt_tells_odds_and_answers_about_them(dungeon: Game, script: Scripts) -> None:
    screen = script("odds fight", "odds stop", "odds", "odds 99")
    state = dungeon.new(seed=1)
    Session(state, seated(state.table.seats, (0,), [], 1), screen).run()
    assert "odds of 4: 67% you are hurt | 33% you +5..6 gold; Troll -> out of the game" in screen.text
    assert "  67% 2/3 you are hurt" in screen.text and "17% 1/6 you +5 gold" in screen.text
    assert "sure: the turn ends" in screen.text
    assert "Name an option: `odds 3`." in screen.text
    assert "There is no option 99" in screen.text


STORM = """game storm: players 2
resource coin of player
to play_game:
  turn of first(players):
    choose one:
      option storm:
        repeat 8 times:
          roll 1d6 as pips
          if pips == 6: gain 1 coin
      option wait: nothing
  end game
"""


def test_too_many_ways_are_tried_and_told_as_an_estimate(tmp_path: Path, script: Scripts) -> None:
    """Eight dice have more than a million ways; three in four games bring a coin or more: 1 - (5/6)^8 is 0.767."""
    (tmp_path / "storm.rules").write_text(STORM)
    state = load(tmp_path / "storm.rules").new(players=2)
    seen = outlook(state, option(state, "storm"), 0, "en")
    gained = sum(chance for chance, text in seen.rows if any("coin" in said for _, said in text))
    assert not seen.exact and seen.tries == 300 and abs(gained - Fraction(767, 1000)) < Fraction(1, 10)
    screen = script("odds storm")
    Session(state, seated(state.table.seats, (0,), [], 1), screen).run()
    assert "An estimate from 300 tries: chance has too many ways to go on." in screen.text


def test_what_another_has_sealed_is_never_called_sure() -> None:
    """In the second seat of rock, paper, scissors every sign may win, draw or lose, whatever the first has chosen."""
    for seed in range(6):
        state = load("rock_paper_scissors").new(players=2, seed=seed).apply("rock")
        seen = outlook(state, option(state, "paper"), 1, "en")
        assert not seen.exact and len(seen.rows) > 1
        assert not cheap_outlooks(state, state.decision.options, 1, "en")


def test_fog_lies_where_nobody_has_been(dungeon: Game, script: Scripts) -> None:
    screen = script("open", "quit", "")
    state = dungeon.new(seed=1)
    Session(state, seated(state.table.seats, (0,), [], 1), screen).run()
    first, second = (text for text in screen.text.split("Cave\n")[1:])
    assert "P1P2 1    3    :    T" in first and "2    .    #    :    :" in first and ": not lit" in first
    assert "/    .    T" in second and ": not lit" not in second and "/ open" in second


def test_a_piece_of_another_player_says_whose_it_is(dungeon: Game, script: Scripts) -> None:
    screen = script("1", "quit", "")
    state = dungeon.new(seed=1)
    Session(state, seated(state.table.seats, (0,), [], 1), screen).run()
    assert "Shove figure (Player 2)" in screen.text
    assert "1P2 P1  3" in screen.text  # a cell to walk to where somebody stands: its number, then who
