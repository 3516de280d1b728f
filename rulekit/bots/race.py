"""A race between the answers of one decision, for games that say what a position is worth.

Contract: every answer is held against the one that looks best at once, in the same worlds and with the same chance behind it,
and the first is left only for one that brought more by more than luck explains. So the answer is no worse than that of a
player who looks one answer ahead, but for that luck. Worlds are drawn anew from the player's view. The same numbers give the
same answers, and `c/race.c` gives the same to the last bit.

Two answers that are tried in different worlds differ mostly by the luck of these worlds; in the same world, mostly by what the
answers are good for. Few answers are in the race at first, more with every thought, and those that do well are tried oftener:
by the root of the thoughts, since it is the best that is looked for, and not a good mean on the way there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from rulekit.api import State
from rulekit.bots.ahead import played_ahead
from rulekit.bots.budget import Budget
from rulekit.bots.greedy import at_once
from rulekit.bots.positions import InPython, Position
from rulekit.bots.rewards import Came, Ranks
from rulekit.bots.stream import Stream
from rulekit.runtime.chance import draw

LOOKS = 4  # worlds in which all answers are looked at once, to begin with
CURIOSITY = 0.5
FAITH = 4  # visits
CAUTION = 1.0  # standard errors by which an answer must bring more than the first


@dataclass(slots=True)
class Runner:
    """What an answer brought more than the first, over the worlds in which it was tried."""

    visits: int = 0
    total: float = 0.0
    squares: float = 0.0

    def count(self, more: float) -> None:
        """One more world, and what it brought there."""
        self.visits += 1
        self.total += more
        self.squares += more * more

    def error(self, usual: float) -> float:
        """The standard error of the mean. What is usual in this race, squared, counts as some more visits: two that happen to
        agree prove nothing."""
        spread = max(self.squares - self.total * self.total / self.visits, 0.0) + FAITH * usual
        return sqrt(spread / (self.visits + FAITH) / self.visits)


class Race:
    """One decision being thought about: `places` of the answers, the first one first."""

    def __init__(self, state: State, player: int, stream: Stream, answers: int, budget: Budget) -> None:
        self._state, self._player, self._answers, self._budget = state, player, answers, budget
        texts = [option.text for option in state.decision.options]
        drawn = (InPython(self._drawn(stream.seed())) for _ in range(LOOKS))
        self.places = ranked(drawn, texts, player, stream, budget)
        self.runners = [Runner() for _ in self.places[1:]]
        self._seed = stream.seed()  # of worlds
        self._met: list[Came] = []  # what came of the first, world by world
        self._ranks = Ranks()

    def _drawn(self, seed: int) -> State:
        """A state that fits what the player knows."""
        state = self._state.resample(self._player, seed)
        state.quiet = True  # nobody reads what happens in a thought
        return state

    def run(self) -> int:
        """The place of the answer to be given."""
        for _ in self._budget:
            self._step()
        return self.places[winner(self.runners)]

    def _step(self) -> None:
        """One thought: the next answer in its next world, or the first, where it was not there yet."""
        at = next_runner(self.runners, self._ranks.count)
        world = self.runners[at].visits
        if world == len(self._met):
            self._met.append(self._came(self.places[0], world))
            return
        came = self._came(self.places[at + 1], world)
        self.runners[at].count(self._ranks.reward(came) - self._ranks.reward(self._met[world]))

    def _came(self, place: int, world: int) -> Came:
        """What comes of an answer in a world, by players who look one answer ahead."""
        state = self._drawn(seed_of(self._seed, 2 * world)).play(place)
        return self._ranks.add(played_ahead(state, seed_of(self._seed, 2 * world + 1), self._answers), self._player)


def ranked(positions: Iterable[Position], texts: Sequence[str], player: int, stream: Stream, budget: Budget) -> list[int]:
    """The places of the answers, those first after which the player stands best at once in some worlds: in fewer where looking
    takes half of the time."""
    values = [0.0] * len(texts)
    for position in positions:
        looks = at_once(position, player)
        for place, text in enumerate(texts):
            values[place] += looks[text]
        if budget.prepared():
            break
    luck = [stream.seed() for _ in texts]  # among equals
    return sorted(range(len(texts)), key=lambda place: (values[place], luck[place]), reverse=True)


def seed_of(seed: int, number: int) -> int:
    """A seed of a race, for a world or for what chance does in it."""
    return draw(seed, number, 1 << 62)


def next_runner(runners: Sequence[Runner], thoughts: int) -> int:
    """The answer behind the first whose turn it is: one that has just joined, else the one that might be best."""
    joined = runners[: 1 + int(sqrt(thoughts))]
    squares = visits = 0.0
    for at, one in enumerate(joined):
        if not one.visits:
            return at
        squares += one.squares
        visits += one.visits
    curiosity = CURIOSITY * sqrt(squares / visits) * sqrt(sqrt(visits))
    return max(range(len(joined)), key=lambda at: joined[at].total / joined[at].visits + curiosity / sqrt(joined[at].visits))


def winner(runners: Sequence[Runner]) -> int:
    """0 for the first answer, or 1 + the number of one that brought surely more."""
    tried = [at for at, one in enumerate(runners) if one.visits]
    if not tried:
        return 0
    usual = sum(runners[at].squares for at in tried) / sum(runners[at].visits for at in tried)
    surely = {at: runners[at].total / runners[at].visits - CAUTION * runners[at].error(usual) for at in tried}
    best = max(tried, key=surely.__getitem__)
    return best + 1 if surely[best] > 0 else 0
