"""One play held against the laws of single states, in any process.

Contract: `look` is deterministic for a game, an amount and a number; what it gives is small and can be sent and kept in a file.
Which laws other plays have already broken changes nothing but the work: whoever puts plays together leaves those laws out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.runtime.chance import draw
from rulekit.spread.parcels import Parcel
from rulekit.testing.fault import CRASHES, Fault, core_message
from rulekit.testing.law import Law, LawBroken
from rulekit.testing.laws import LAWS
from rulekit.testing.play import Play

_FAR = 10  # how much further than they look some plays begin
_RESUMED = 12  # states of a play that are resumed in another process
Task = tuple[Parcel, "Amount", int, tuple[str, ...]]  # the game, how much, which play, which laws


@dataclass(frozen=True)
class Amount:
    """How much to look at."""

    plays: int = 6
    most: int = 20  # decisions looked at in a play
    limit: int = 20_000  # decisions that a play may take
    players: int | None = None
    seed: int = 0
    counts: tuple[int, ...] = ()  # numbers of players that are tried in turn


@dataclass
class Looked:
    """What one play has shown."""

    states: int = 0
    held: Counter[str] = field(default_factory=Counter)  # how often each law was held against a state
    broken: dict[str, tuple[Play, str]] = field(default_factory=dict)  # by law, where it first broke, and what was found
    error: tuple[Play, Fault] | None = None  # the first error that was met
    resumed: list[Play] = field(default_factory=list)  # how to come to the states that are resumed in another process

    def as_plain(self) -> dict[str, Any]:
        broken = {law: [_plain(play), found] for law, (play, found) in self.broken.items()}
        error = self.error and [_plain(self.error[0]), vars(self.error[1])]
        return {
            "states": self.states,
            "held": self.held,
            "broken": broken,
            "error": error,
            "resumed": [_plain(play) for play in self.resumed],
        }

    @staticmethod
    def from_plain(data: dict[str, Any]) -> Looked:
        broken = {law: (_read(play), found) for law, (play, found) in data["broken"].items()}
        error = data["error"] and (_read(data["error"][0]), Fault(**data["error"][1]))
        return Looked(data["states"], Counter(data["held"]), broken, error or None, [_read(play) for play in data["resumed"]])


def _plain(play: Play) -> list[Any]:
    return [play.players, play.seed, play.chance, list(play.picks)]


def _read(data: list[Any]) -> Play:
    return Play(data[0], data[1], data[2], tuple(data[3]))


def look_there(task: Task) -> Looked:
    """A play of a game that came with the task."""
    parcel, amount, number, laws = task
    return look(parcel.open(), amount, number, laws)


def look(game: Game, amount: Amount, number: int, names: tuple[str, ...]) -> Looked:
    """One play, checked."""
    return _Looking(game, amount, [law for law in LAWS if law.__name__ in names]).look(number)


class _Looking:
    def __init__(self, game: Game, amount: Amount, laws: list[Law]) -> None:
        self.game, self.amount, self.laws = game, amount, laws
        self.found = Looked()

    def look(self, number: int) -> Looked:
        play, skip = self._drawn(number)
        skip = max(0, min(skip, self._length(play, skip) - self.amount.most))  # a short play is looked at up to its end
        kept: list[Play] = []
        at = skip
        try:
            for at, state in enumerate(play.states(self.game, skip), skip):
                self._check(state, play.first(at))
                kept.append(play.first(at))
        except (RulekitError, *CRASHES) as error:
            self._errs(play.first(at + 1), error)
        self.found.resumed = kept[:: max(1, len(kept) // _RESUMED)]
        return self.found

    def _drawn(self, number: int) -> tuple[Play, int]:
        amount = self.amount
        players = amount.players if amount.players is not None else amount.counts[number % len(amount.counts)]
        seed = draw(amount.seed, 2 * number, 1 << 30)
        skip = draw(amount.seed, 2 * number + 1, _FAR * amount.most) if number % 2 else 0
        picks = tuple(draw(~seed, at, 256) for at in range(skip + amount.most))
        return Play(players, seed, ("ask", "drawn", "drawn", "sample")[number % 4], picks), skip

    def _length(self, play: Play, most: int) -> int:
        """After how many answers a play is over or stops; `most` if that is later."""
        length = 0
        try:
            walk = play.walk(self.game)
            while length < most and not walk.state.over:
                walk.play(play.picks[length])
                length += 1
        except (RulekitError, *CRASHES):
            pass
        return length if length < most else most + self.amount.most

    def _check(self, state: State, play: Play) -> None:
        self.found.states += 1
        for law in self.laws:
            if law.__name__ not in self.found.broken:
                self._hold(law, state, play)

    def _hold(self, law: Law, state: State, play: Play) -> None:
        """Holds a law against a state. Laws try what may be answered; where that ends in an error, it is told as such."""
        try:
            broken = breach(law, state)
        except (RulekitError, *CRASHES) as error:
            self._errs(play, error)
            return
        self.found.held[law.__name__] += 1
        if broken is not None:
            self.found.broken[law.__name__] = play, broken.found

    def _errs(self, play: Play, error: Exception) -> None:
        if self.found.error is None:
            self.found.error = play, error_fault(error)


def breach(law: Law, state: State) -> LawBroken | None:
    """How a state breaks a law, if it does."""
    try:
        law(state)
    except LawBroken as broken:
        return broken
    return None


def error_fault(error: Exception) -> Fault:
    """An error as a fault that an example can show."""
    return Fault("error", core_message(str(error))) if isinstance(error, RulekitError) else Fault("crash", str(error))
