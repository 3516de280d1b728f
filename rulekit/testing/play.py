"""A play as a list of numbers, and how to make it shorter.

Contract: each number is taken modulo the number of options, so every list of numbers is a legal play; fewer and
smaller numbers are a simpler play. `told` gives the same play with chance as answers, so that it can be written as
an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.interpreter.machine import Machine
from rulekit.interpreter.questions import Choice, Question
from rulekit.testing.minimal import CRASHES

TRIES = 250  # plays tried while one is made shorter


@dataclass(frozen=True)
class Play:
    """How a play goes: who plays, with which chance, and which options are taken."""

    players: int
    seed: int
    chance: str
    picks: tuple[int, ...]

    def start(self, game: Game) -> State:
        return game.new(self.players, self.seed, chance=self.chance)

    def states(self, game: Game, skip: int = 0) -> Iterator[State]:
        """All states of the play, from the first decision to the last one reached; without the first `skip`."""
        state = play_on(self.start(game), self.picks[:skip])
        yield state
        for pick in self.picks[skip:]:
            if state.over:
                return
            state = state.apply(pick % len(state.decision.options))
            yield state

    def end(self, game: Game) -> State:
        """The last state reached; in place, for speed."""
        return play_on(self.start(game), self.picks)

    def first(self, count: int) -> Play:
        """The play up to an answer."""
        return replace(self, picks=self.picks[:count])


def play_on(state: State, picks: Iterable[int]) -> State:
    """Answers in place by numbers, until they run out or the game is over."""
    for pick in picks:
        if state.over:
            break
        state.play(pick % len(state.decision.options))
    return state


# ---------- shorter ----------
def shortened(play: Play, fails: Callable[[Play], bool]) -> Play:
    """The simplest play found that still fails: fewer answers, then first options."""
    left = [TRIES]

    def still(picks: tuple[int, ...]) -> bool:
        left[0] -= 1
        return left[0] > 0 and fails(replace(play, picks=picks))

    picks = _lower(_fewer(play.picks, still), still)
    return replace(play, picks=picks)


def _fewer(picks: tuple[int, ...], still: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    size = max(1, len(picks) // 2)
    while size:
        at = len(picks) - size
        while at >= 0:
            shorter = picks[:at] + picks[at + size :]
            picks = shorter if still(shorter) else picks
            at -= size
        size //= 2
    return picks


def _lower(picks: tuple[int, ...], still: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    for at, pick in enumerate(picks):
        for low in (0, pick // 2):
            lower = (*picks[:at], low, *picks[at + 1 :])
            if low < pick and still(lower):
                picks = lower
                break
    return picks


# ---------- told ----------
class _Teller(Machine):
    """Notes what chance gave."""

    said: ClassVar[list[str]] = []

    def _sample(self, question: Question) -> Choice:
        choice = super()._sample(question)
        if len(question.choices) > 1:
            self.said.append(choice.text)
        return choice


def told(game: Game, play: Play) -> list[str]:
    """All answers of a play, those of chance included, up to its end or the error that ends it."""
    before, State.machine_class = State.machine_class, _Teller
    said = _Teller.said = []
    try:
        state = play.start(game)
        for pick in play.picks:
            if state.over:
                break
            option = state.decision.options[pick % len(state.decision.options)]
            said.append(option.text)
            state.play(option)
    except (RulekitError, *CRASHES):
        return said
    finally:
        State.machine_class = before
    return said
