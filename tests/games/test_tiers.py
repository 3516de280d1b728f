"""The fast tier plays exactly like the interpreter: same options, same states, same logs, at every decision."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rulekit
from rulekit.runtime.chance import draw

PLAYS = [
    ("tic_tac_toe", (), 2),
    ("goldblivion", (), 1),
    ("goldblivion", (), 3),
    ("dice_forge", (), 2),
    ("dice_forge_rebellion", ("goddess",), 3),
    ("dice_forge_rebellion", ("titans",), 2),
    ("better_than_gold", (), 3),
]


def _play(game: rulekit.Game, players: int, seed: int) -> Iterator[tuple[list[str], dict[str, object], list[object]]]:
    """At every decision: the options, the state as it stands, and what the log says since the last one."""
    state = game.new(players=players, seed=seed)
    told = None
    for length in range(400):
        question = state.question
        texts = [] if question is None else [choice.text for choice in question.choices]
        news, entry = list[object](), state.told
        while entry is not told:
            assert entry is not None
            news.append(entry[1:3])
            entry = entry[0]
        told = state.told
        yield texts, state._data.as_plain(), news  # `state.data` would make both tiers forget what they know
        if state.over:
            return
        state.play(draw(~seed, length, len(texts)))


@pytest.mark.parametrize(("name", "modules", "players"), PLAYS)
def test_both_tiers_give_the_same_game(name: str, modules: tuple[str, ...], players: int) -> None:
    slow = rulekit.load(name, modules=modules, engine="interpreted")
    fast = rulekit.load(name, modules=modules, engine="compiled")
    for one, other in zip(_play(slow, players, 11), _play(fast, players, 11), strict=True):
        assert one == other
