"""Actions and observations as numbers: complete, the same everywhere, and nothing hidden in them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulekit
from rulekit import State
from rulekit.errors import UsageError
from rulekit.sources.bundled import whole_games

GAMES = sorted(whole_games())
QUICK = ["kuhn_poker", "liars_dice", "miniature", "rock_paper_scissors", "tic_tac_toe"]


def _walk(name: str, most: int, seed: int = 1) -> list[State]:
    """Positions of a random game."""
    state, drawn = rulekit.load(name).new(seed=seed), random.Random(seed)
    found = [state]
    while not state.over and len(found) < most:
        state = state.apply(drawn.randrange(len(state.decision.options)))
        found.append(state)
    return found


def _complete(name: str, most: int) -> None:
    actions = rulekit.load(name).actions(len(_walk(name, 1)[0].players))
    for state in _walk(name, most):
        numbers = actions.of(state)
        assert len(set(numbers)) == len(numbers) == len([] if state.over else state.decision.options)
        assert [actions.option(state, number) for number in numbers] == ([] if state.over else list(state.decision.options))
        assert sum(actions.mask(state)) == len(numbers)


@pytest.mark.parametrize("name", QUICK)
def test_every_option_has_a_number(name: str) -> None:
    _complete(name, 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_every_bundled_game_has_a_number(name: str) -> None:
    _complete(name, 400)


def test_numbers_hang_on_the_rules_alone() -> None:
    one, two = (list(rulekit.load("miniature", engine=engine).actions(2)) for engine in ("auto", "interpreted"))
    assert one == two and len(set(one)) == len(one)


def test_what_is_unknown_or_not_possible_is_refused() -> None:
    state = rulekit.load("tic_tac_toe").new()
    actions = state.game.actions(2)
    with pytest.raises(UsageError, match="no action of this game"):
        actions.index("z9")
    after = state.apply("b2")
    with pytest.raises(UsageError, match="`b2` is not possible here"):
        actions.option(after, actions.index("b2"))
    with pytest.raises(UsageError, match="number 999 is not possible"):
        actions.option(after, 999)


COPIES = """
game copies: players 2
kind stone
stone pebble: copies 3
zone heap: holds stone
zone sack of player: holds stone; seen by nobody
var marked of stone: yesno = no
to play_game:
  move all(stone) to heap
  turn of first(players):
    choose stone c in heap
    set c's marked to yes
    choose stone d in heap
    end game
"""


def test_copies_that_differ_are_numbered_as_they_are_offered(tmp_path: Path) -> None:
    (tmp_path / "copies.rules").write_text(COPIES)
    game = rulekit.load(tmp_path / "copies.rules")
    state = game.new(forced="ask")
    actions = game.actions(2)
    assert [actions[number] for number in actions.of(state)] == ["pebble"]
    assert [actions[number] for number in actions.of(state.apply(0))] == ["pebble", "pebble#2"]


# ---------- observations ----------
@pytest.mark.parametrize("name", ["kuhn_poker", "miniature"])
def test_nothing_hidden_is_encoded(name: str) -> None:
    """A world that a player could be in looks the same to him, number by number."""
    for state in _walk(name, 12):
        for player in state.players:
            for seed in range(2):
                assert state.resample(player, seed).encode(player) == state.encode(player)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_encoded_in_any_bundled_game(name: str) -> None:
    for state in _walk(name, 80)[::8]:
        for player in state.players:
            assert state.resample(player, 1).encode(player) == state.encode(player)


def test_what_is_seen_is_encoded() -> None:
    before, *_, after = _walk("kuhn_poker", 3)
    schema = before.game.observation_schema(2)
    assert schema.size == len(before.encode(0)) == sum(field.size for field in schema.fields)
    assert before.encode(0) != after.encode(0)
    rows = {row["name"]: row for row in schema.as_data()["fields"]}
    hand = rows["player1.hand"]
    cards = before.encode(0)[hand["first"] : hand["first"] + hand["size"]]
    assert hand["labels"] == ["jack", "queen", "king", "hidden"] and sum(cards) == 1 and cards[-1] == 0
    assert before.encode(1)[hand["first"] + 3] == 1  # the other one knows that there is a card


def test_the_schema_of_another_table_is_refused() -> None:
    schema = rulekit.load("miniature").observation_schema(2)
    with pytest.raises(UsageError, match="another"):
        schema.encode(rulekit.load("kuhn_poker").new(), 0)


def test_history_remembers_sealed_answers_of_ones_own() -> None:
    state = rulekit.load("rock_paper_scissors").new()
    paper, rock = state.apply("paper"), state.apply("rock")
    assert paper.history(0) != rock.history(0)
    assert paper.history(1) == rock.history(1)
