"""The search behind `check_laws`: Hypothesis draws plays and shrinks what breaks a law."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as hypothesis_seed

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.testing.fault import CRASHES
from rulekit.testing.law import Law, LawBroken
from rulekit.testing.law_report import erring, error_fault, example_of, rules_fault
from rulekit.testing.laws import LAWS, never_repeats
from rulekit.testing.play import Play
from rulekit.testing.strategies import plays as drawn_plays

PHASES = (Phase.explicit, Phase.generate, Phase.shrink)  # lines of Python explain nothing about rules


def keeps(game: Game, play: Play, laws: Iterable[Law] = LAWS) -> None:
    """Checks laws at every state of one play."""
    states: list[State] = []
    try:
        for state in play.states(game):
            states.append(state)
            for law in laws:
                law(state)
        never_repeats(states)
    except LawBroken as broken:
        broken.play = play.first(len(states) - 1)
        raise
    except (RulekitError, *CRASHES) as error:
        failed = LawBroken("a play runs without errors", error_fault(error).message, states[-1] if states else None)
        failed.play = erring(game, play.first(len(states)))
        raise failed from error


def search(game: Game, *, plays: int, most: int, players: int | None = None, seed: int = 0, laws: Iterable[Law] = LAWS) -> None:
    """Draws plays, the same for the same seed, and checks the laws along each; what breaks one is shown as an example."""
    wanted = tuple(laws)

    @hypothesis_seed(seed)
    @settings(
        max_examples=plays, deadline=None, database=None, phases=PHASES, print_blob=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(drawn_plays(game, most=most, players=players))
    def law_abiding(play: Play) -> None:
        keeps(game, play, wanted)

    try:
        law_abiding()
    except LawBroken as broken:
        note_example(broken, game)
        raise


def note_example(broken: LawBroken, game: Game) -> None:
    """Adds to a breach the example block that shows it, where rules are to blame and the language can say it."""
    fault = error_fault(broken.__cause__) if isinstance(broken.__cause__, Exception) else rules_fault(broken)
    if fault is not None and broken.play is not None:
        broken.show(example_of(game, broken.play, fault))
