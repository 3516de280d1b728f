"""Hypothesis strategies for games: plays and the states they reach.

Contract: a play is drawn as a list of numbers, each taken modulo the number of options, so every list is a legal
play, and shrinking (fewer numbers, smaller numbers) leads to the shortest play of first options that still shows
what was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from rulekit.api import Game, State

_SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


@dataclass(frozen=True)
class Play:
    """How a play goes: who plays, with which chance, and which options are taken."""

    players: int
    seed: int
    chance: str
    picks: tuple[int, ...]

    def states(self, game: Game) -> Iterator[State]:
        """All states of the play, from the first decision to the last one reached."""
        state = game.new(self.players, self.seed, chance=self.chance)
        yield state
        for pick in self.picks:
            if state.over:
                return
            state = state.apply(pick % len(state.decision.options))
            yield state

    def end(self, game: Game) -> State:
        """The last state reached; in place, for speed."""
        state = game.new(self.players, self.seed, chance=self.chance)
        for pick in self.picks:
            if state.over:
                break
            state.play(pick % len(state.decision.options))
        return state


def plays(game: Game, *, most: int = 40, players: int | None = None) -> st.SearchStrategy[Play]:
    """Plays of up to `most` decisions."""
    counts = st.sampled_from(list(game.player_counts)) if players is None else st.just(players)
    return st.builds(Play, counts, _SEEDS, st.sampled_from(["sample", "ask"]), _picks(most))


def _picks(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    """The length is drawn first: plain lists of Hypothesis have about five items, and games begin to matter later."""
    pick = st.integers(min_value=0, max_value=255)
    return st.integers(min_value=0, max_value=most).flatmap(lambda n: st.tuples(*[pick] * n))


def reachable_states(game: Game, *, most: int = 40, players: int | None = None) -> st.SearchStrategy[State]:
    """States that a play of up to `most` decisions leads to."""
    return plays(game, most=most, players=players).map(lambda play: play.end(game))
