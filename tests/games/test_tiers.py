"""The fast tier plays exactly like the interpreter: same options, same states, same logs, at every decision."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rulekit
from rulekit.runtime.chance import draw
from tests.sizes import some

PLAYS = [
    ("tic_tac_toe", (), 2),
    ("goldblivion", (), 1),
    ("goldblivion", (), 3),
    ("dice_forge", (), 2),
    ("dice_forge_rebellion", ("goddess",), 3),
    ("dice_forge_rebellion", ("titans",), 2),
    ("better_than_gold", (), 3),
]


def _play(game: rulekit.Game, players: int, seed: int) -> Iterator[tuple[list[str], dict[str, object], list[str]]]:
    """At every decision the options and the state as it stands; now and then, and at the end, what the log says."""
    state = game.new(players=players, seed=seed)
    for length in range(some(100, 400)):
        question = state.question
        texts = [] if question is None else [choice.text for choice in question.choices]
        told = state.log if state.over or length % 50 == 49 else []
        yield texts, state._data.as_plain(), told  # `state.data` would make both tiers forget what they know
        if state.over:
            return
        state.play(draw(~seed, length, len(texts)))


@pytest.mark.parametrize(("name", "modules", "players"), PLAYS)
def test_both_tiers_give_the_same_game(name: str, modules: tuple[str, ...], players: int) -> None:
    slow = rulekit.load(name, modules=modules, engine="interpreted")
    fast = rulekit.load(name, modules=modules, engine="compiled")
    for one, other in zip(_play(slow, players, 11), _play(fast, players, 11), strict=True):
        assert one == other
