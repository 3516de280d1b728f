"""Decisions are values: what was offered can be read after the game has gone on in place."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import rulekit
from rulekit.api.decision import Decision
from rulekit.runtime.option import Option

GAMES = ("tic_tac_toe", "miniature", "kuhn_poker", "goldblivion", "dice_forge", "better_than_gold")


@cache
def load(name: str, engine: str = "auto") -> rulekit.Game:
    return rulekit.load(name, engine=engine)


def _read(decision: Decision) -> list[object]:
    return [decision.prompt, decision.refused, [(o.text, o.label, o.cost, o.probability) for o in decision.options]]


@pytest.mark.parametrize("name", GAMES)
def test_options_of_the_past_read_as_they_were(name: str) -> None:
    game, slow = load(name), load(name, engine="interpreted")
    state, reference, rng = game.new(seed=3), slow.new(seed=3), Random(3)
    kept: list[Decision] = []
    wanted: list[list[object]] = []
    while not state.over and len(kept) < 40:
        at = rng.randrange(len(state.decision.options))
        kept.append(state.decision)
        wanted.append(_read(reference.decision))
        state.play(state.decision.options[at])
        reference = reference.apply(at)
    for decision, read in zip(kept, wanted, strict=True):
        found = _read(decision)
        assert found[2] == read[2]
        assert found[:2] == read[:2] or decision.refused == ()  # reasons need the position, which may be gone
    assert state.answers == reference.answers


@pytest.mark.parametrize("name", ("goldblivion", "dice_forge", "better_than_gold"))
def test_a_held_option_reads_as_it_was(name: str) -> None:
    state, reference, rng = load(name).new(seed=5), load(name, engine="interpreted").new(seed=5), Random(5)
    kept: list[Option] = []
    wanted: list[tuple[str, str, str]] = []
    while not state.over and len(kept) < 60:
        at = rng.randrange(len(state.decision.options))
        option = state.decision.options[at]
        same = reference.decision.options[at]
        wanted.append((same.text, same.label, same.cost))
        state.play(option)
        kept.append(option)
        reference = reference.apply(at)
    assert [(option.text, option.label, option.cost) for option in kept] == wanted


def test_options_that_nobody_was_given_cost_no_copy() -> None:
    state, rng = load("better_than_gold").new(seed=2), Random(2)
    for _ in range(50):
        data = state._data
        assert state.question is not None
        state.play(rng.randrange(state.question.count))
        assert state._data is data


def test_who_holds_a_state_is_not_guessed_from_references() -> None:
    """An option from the past reads as it was, even where the only way to it is through something the game made itself."""
    state, rng = load("better_than_gold").new(seed=2), Random(2)
    for _ in range(50):
        told, wanted = iter(state.decision.options), [str(option) for option in state.decision.options]
        state.play(rng.randrange(len(wanted)))
        assert [str(option) for option in told] == wanted
