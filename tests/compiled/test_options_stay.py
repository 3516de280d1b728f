"""Decisions are values: what was offered can be read after the game has gone on in place."""

from __future__ import annotations

from random import Random

import pytest

from rulekit import load
from rulekit.decision import Decision

GAMES = ("tic_tac_toe", "miniature", "kuhn_poker", "goldblivion", "dice_forge", "better_than_gold")


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
