"""Random play, for bots that want to know how a game may go on.

Contract: deterministic for a state and a seed; the state that is given is played on in place. No option texts are made.
"""

from __future__ import annotations

from rulekit.api import State
from rulekit.interpreter.chance import draw


def playout(state: State, seed: int, limit: int) -> State:
    """The state after random answers to the end of the game, or after so many of them."""
    for count in range(limit):
        question = state.question
        if question is None:
            break
        state.play(draw(seed, count, len(question.choices)))
    return state
