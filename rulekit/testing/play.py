"""A play as a list of numbers, and how to make it shorter.

Contract: each number is taken modulo the number of options, so every list of numbers is a legal play; fewer and
smaller numbers are a simpler play. Chance is *sampled* by the machine from the seed, *asked* like a player, or *drawn*
here from the seed: then the numbers are the players' answers alone, and yet the answers tell all that happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.testing.fault import CRASHES
from rulekit.testing.search import pick as weighted
from rulekit.testing.search import plain

TRIES = 250  # plays tried while one is made shorter


@dataclass(frozen=True)
class Play:
    """How a play goes: who plays, with which chance (sample, ask, drawn), and which options are taken."""

    players: int
    seed: int
    chance: str
    picks: tuple[int, ...]

    def start(self, game: Game) -> State:
        return self.walk(game).state

    def walk(self, game: Game) -> Walk:
        return Walk(game, self)

    def states(self, game: Game, skip: int = 0) -> Iterator[State]:
        """All states of the play, from the first decision to the last one reached; without the first `skip`."""
        walk = self.walk(game)
        for pick in self.picks[:skip]:
            walk.play(pick)
        yield walk.state
        for pick in self.picks[skip:]:
            if walk.state.over:
                return
            walk.apply(pick)
            yield walk.state

    def end(self, game: Game) -> State:
        """The last state reached; in place, for speed."""
        walk = self.walk(game)
        for pick in self.picks:
            walk.play(pick)
        return walk.state

    def first(self, count: int) -> Play:
        """The play up to an answer."""
        return replace(self, picks=self.picks[:count])


class Walk:
    """A play on its way: the state, and all that was answered, the answer that failed included."""

    def __init__(self, game: Game, how: Play) -> None:
        self.how = how
        self.said: list[str] = []
        self.state = game.new(how.players, how.seed, chance="sample" if how.chance == "sample" else "ask")
        self._chance(in_place=True)

    def play(self, pick: int) -> None:
        """The next answer, in place; nothing once the game is over."""
        self._go(pick, in_place=True)

    def apply(self, pick: int) -> None:
        """The next answer, in a new state that knows the way back."""
        self._go(pick, in_place=False)

    def _go(self, pick: int, *, in_place: bool) -> None:
        if not self.state.over:
            options = self.state.decision.options
            self._take(options[pick % len(options)].text, in_place)
            self._chance(in_place)

    def _take(self, text: str, in_place: bool) -> None:
        self.said.append(text)
        self.state = self.state.play(text) if in_place else self.state.apply(text)

    def _chance(self, in_place: bool) -> None:
        """What chance gives where it is drawn here."""
        while self.how.chance == "drawn" and not self.state.over:
            question = self.state.question
            if question is None or question.kind != "chance":
                break
            at = weighted(question, self.how.seed, self.state.data.answered, plain)
            self._take(question.choices[at].text, in_place)


def play_on(state: State, picks: Iterable[int]) -> State:
    """Answers in place by numbers, until they run out or the game is over."""
    for pick in picks:
        if state.over:
            break
        state.play(pick % len(state.decision.options))
    return state


def answers_of(game: Game, play: Play) -> list[str]:
    """What is answered in a play, up to its end or the error that ends it."""
    try:
        walk = play.walk(game)
    except (RulekitError, *CRASHES):
        return []
    try:
        for pick in play.picks:
            walk.play(pick)
    except (RulekitError, *CRASHES):
        return walk.said
    return walk.said


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
