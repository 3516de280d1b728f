"""The search behind `check_laws`: Hypothesis draws plays and shrinks what breaks a law."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as hypothesis_seed

from rulekit.api import Game
from rulekit.testing.laws import LAWS, Law, never_repeats
from rulekit.testing.strategies import Play
from rulekit.testing.strategies import plays as drawn_plays

_PHASES = (Phase.explicit, Phase.generate, Phase.shrink)


def keeps(game: Game, play: Play, laws: Iterable[Law] = LAWS) -> None:
    """Checks laws at every state of one play."""
    states = list(play.states(game))
    for state in states:
        for law in laws:
            law(state)
    never_repeats(states)


def search(game: Game, *, plays: int, most: int, players: int | None = None, seed: int = 0, laws: Iterable[Law] = LAWS) -> None:
    """Draws plays, the same for the same seed, and checks the laws along each."""
    wanted = tuple(laws)

    @hypothesis_seed(seed)
    @settings(
        max_examples=plays, deadline=None, database=None, phases=_PHASES, print_blob=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(drawn_plays(game, most=most, players=players))
    def law_abiding(play: Play) -> None:
        keeps(game, play, wanted)

    law_abiding()
