"""A score is told to those who could work it out."""

from __future__ import annotations

from random import Random

import rulekit
from rulekit.api import State
from rulekit.table_view import look


def played(name: str, answers: int) -> State:
    state, rng = rulekit.load(name).new(seed=1), Random(1)
    while not state.over and len(state.answers) < answers:
        state = state.apply(rng.choice(state.decision.options))
    return state


def told(state: State, viewer: int | None) -> list[int | None]:
    return [player["score"] for player in look(state, viewer)["players"]]


def test_what_hangs_on_hidden_tickets_is_known_to_their_owner_alone() -> None:
    state = played("iron_roads", 12)
    assert told(state, 0) == [state.scores[0], None] and told(state, 1) == [None, state.scores[1]]
    assert told(state, None) == [None, None]
    over = played("iron_roads", 1000)
    assert over.over and told(over, 0) == list(over.scores), "at the end all scores are told"


def test_what_lies_open_is_known_to_all() -> None:
    state = played("dice_forge", 12)
    assert told(state, None) == told(state, 1) == list(state.scores)


def test_where_nothing_is_scored_nothing_is_told() -> None:
    assert told(played("better_than_gold", 3), 0) == [None, None]
