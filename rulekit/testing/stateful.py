"""A ready state machine of Hypothesis for any game.

Contract: `machine_for(game)` is a `RuleBasedStateMachine` whose rules are the decisions of the game, chance included;
after each of them nothing may be wrong (errors, invariants, bounds, dead ends, and the laws that were asked for).
A failure shrinks to the shortest play and carries the example block that shows it (`LawBroken.example`, and a note
under the traceback).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.testing.fault import CRASHES
from rulekit.testing.law import Law, LawBroken
from rulekit.testing.law_report import error_fault
from rulekit.testing.law_search import PHASES, note_example
from rulekit.testing.laws import invariants_hold, options_are_clear, things_are_somewhere
from rulekit.testing.play import Play, Walk
from rulekit.testing.search import state_fault

CHEAP: tuple[Law, ...] = (options_are_clear, things_are_somewhere, invariants_hold)
PROFILE = settings(
    max_examples=25, stateful_step_count=40, deadline=None, report_multiple_bugs=False, print_blob=False,
    suppress_health_check=list(HealthCheck), phases=PHASES,
)  # fmt: skip


class GameMachine(RuleBasedStateMachine):
    """A game that Hypothesis plays. Subclass what `machine_for` gives to add rules and invariants of your own."""

    game: ClassVar[Game]
    laws: ClassVar[tuple[Law, ...]] = CHEAP
    counts: ClassVar[tuple[int, ...]] = ()
    chance: ClassVar[str] = "ask"
    profile: ClassVar[settings] = PROFILE

    def __init__(self) -> None:
        super().__init__()
        self.state: State | None = None
        self.walk: Walk | None = None
        self.players, self.seed, self.picks = 0, 0, list[int]()

    @initialize(number=st.integers(min_value=0, max_value=255), seed=st.integers(min_value=0, max_value=255))
    def begin(self, number: int, seed: int) -> None:
        """A table is laid, with some number of players."""
        counts = self.counts or tuple(self.game.player_counts)
        self.players, self.seed = counts[number % len(counts)], seed
        self._run(self._laid)

    def _laid(self) -> State:
        self.walk = self.play().walk(self.game)
        return self.walk.state

    @rule(pick=st.integers(min_value=0, max_value=255))
    def decide(self, pick: int) -> None:
        """Whoever is asked takes an option; chance is drawn in the same way. When the game is over, nothing happens."""
        if self.state is None or self.state.over:
            return
        self.picks.append(pick)
        self._run(lambda: self._went_on(pick))

    def _went_on(self, pick: int) -> State:
        assert self.walk is not None
        self.walk.apply(pick)
        return self.walk.state

    def _run(self, step: Any) -> None:
        try:
            self.state = step()
        except (RulekitError, *CRASHES) as error:
            broken = LawBroken("a play runs without errors", error_fault(error).message, self.state)
            broken.play = self.play()
            raise broken from error

    @invariant()
    def lawful(self) -> None:
        """Nothing is wrong with the position."""
        if self.state is None:
            return
        try:
            self._check(self.state)
        except LawBroken as broken:
            broken.play = self.play()
            raise

    def _check(self, state: State) -> None:
        for law in self.laws:
            law(state)
        fault = state_fault(state)
        if fault is not None:
            raise LawBroken("amounts stay within their bounds", fault.message, state)

    def play(self) -> Play:
        """What was played so far."""
        return Play(self.players, self.seed, self.chance, tuple(self.picks))

    @classmethod
    def check(cls, profile: settings | None = None) -> None:
        """Runs the search; raises `LawBroken` for the shortest play that goes wrong."""
        try:
            run_state_machine_as_test(cls, settings=profile or cls.profile)
        except LawBroken as broken:
            note_example(broken, cls.game)
            raise


def machine_for(
    game: Game, *, laws: Iterable[Law] = CHEAP, players: int | None = None, chance: str = "ask", profile: settings = PROFILE
) -> type[GameMachine]:
    """A state machine class for a game; `machine_for(game).TestCase` is a test that pytest and unittest run.

    With `chance="ask"` what chance gives is drawn like a decision and shrinks too; with `"drawn"` only its seed is, and
    plays come further.
    """
    name = f"{game.name.title().replace('_', '')}Machine"
    counts = (game._count(players, ()),) if players is not None else ()
    fields = {"game": game, "laws": tuple(laws), "counts": counts, "chance": chance, "profile": profile}
    made: type[GameMachine] = type(name, (GameMachine,), fields)
    made.TestCase = _test_case(made)  # type: ignore[assignment]
    return made


def _test_case(machine: type[GameMachine]) -> type:
    import unittest

    class GameTest(unittest.TestCase):
        """The state machine as a test; a failure carries its example."""

        def runTest(self) -> None:
            machine.check()

    GameTest.__name__ = GameTest.__qualname__ = f"{machine.__name__}Test"
    return GameTest
