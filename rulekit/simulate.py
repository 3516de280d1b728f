"""Random players: many games, what came out.

Contract: deterministic: the figures depend on the game and the seed only. A fault in one game is kept with its seed
and answers, and the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game, State
from rulekit.bots import make
from rulekit.errors import RulekitError
from rulekit.interpreter.chance import draw


@dataclass
class Fault:
    """A game that went wrong."""

    seed: int
    message: str
    answers: list[str]


@dataclass
class Report:
    """What came out of many games."""

    game: str
    players: int
    bots: tuple[str, ...] = ("random",)
    games: int = 0
    wins: list[int] = field(default_factory=list)
    shared: int = 0
    nobody: int = 0
    unfinished: int = 0
    decisions: int = 0
    lengths: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    scores: list[tuple[Any, ...]] = field(default_factory=list)
    errors: list[Fault] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        mean = sum(self.lengths) / len(self.lengths) if self.lengths else 0
        return {
            "game": self.game,
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "wins": self.wins,
            "shared": self.shared,
            "nobody": self.nobody,
            "unfinished": self.unfinished,
            "decisions": self.decisions,
            "mean_length": round(mean, 2),
            "mean_rounds": round(sum(self.rounds) / len(self.rounds), 2) if self.rounds else 0,
            "errors": [{"seed": e.seed, "message": e.message, "answers": e.answers} for e in self.errors],
        }

    def text(self) -> str:
        data = self.as_data()
        lines = [f"{self.game}, {self.players} players, {self.games} games of {' and '.join(self.bots)} players"]
        for seat, wins in enumerate(self.wins, 1):
            lines.append(f"  seat {seat} wins {wins} ({100 * wins / max(self.games, 1):.1f} %)")
        lines.append(f"  shared {self.shared}, nobody {self.nobody}, unfinished {self.unfinished}, errors {len(self.errors)}")
        lines.append(f"  {data['mean_length']} decisions and {data['mean_rounds']} rounds a game")
        for error in self.errors[:5]:
            lines.append(f"  seed {error.seed}: {error.message} (after {len(error.answers)} answers)")
        return "\n".join(lines)


def simulate(
    game: Game,
    *,
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    limit: int = 5000,
    invariants: bool = False,
    bots: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Plays games with uniformly random players, or with the named bots; the last one named takes the seats left."""
    count = game._count(players, ())
    report = Report(game.name, count, bots=tuple(bots) or ("random",), wins=[0] * count)
    for number in range(games):
        _one(game, count, seed + number, limit, invariants, report, bots)
        if progress is not None:
            progress(number + 1, games)
    return report


def _one(game: Game, players: int, seed: int, limit: int, invariants: bool, report: Report, bots: Sequence[str]) -> None:
    state: State | None = None
    report.games += 1
    try:
        state = game.new(players=players, seed=seed)
        length = _play(state, _seats(bots, players, seed), limit, invariants, report)
    except RulekitError as error:
        report.errors.append(Fault(seed, str(error), state.answers if state is not None else []))
        return
    report.lengths.append(length)
    report.rounds.append(state.data.rounds)
    _score(state, report)


def _seats(bots: Sequence[str], players: int, seed: int) -> list[Callable[[State, int], Any]]:
    """Who decides in each seat: an index for random players, who need no option texts, else an option."""
    names = list(bots) or ["random"]
    found: list[Callable[[State, int], Any]] = []
    for seat in range(players):
        name = names[min(seat, len(names) - 1)]
        if name == "random":
            # players draw from a stream of their own, so that their choices never use up the game's chance
            found.append(lambda state, length: draw(~seed, length, len(state.question.choices)))  # type: ignore[union-attr]
        else:
            bot = make(name, seed * 1000 + seat)
            found.append(lambda state, length, bot=bot: bot(state))  # type: ignore[misc]
    return found


def _play(state: State, seats: list[Callable[[State, int], Any]], limit: int, invariants: bool, report: Report) -> int:
    length = 0
    while not state.over and length < limit:
        question = state.question
        assert question is not None
        state.play(seats[question.player or 0](state, length))
        length += 1
        report.decisions += 1
        broken = state.broken() if invariants else []
        if broken:
            raise RulekitError(f"invariant broken: {broken[0].head.name}")
    return length


def _score(state: State, report: Report) -> None:
    winners = [w for w in state.winners if w < report.players]
    if not state.over:
        report.unfinished += 1
    elif not winners:
        report.nobody += 1
    elif len(winners) > 1:
        report.shared += 1
    for winner in winners:
        report.wins[winner] += 1
    report.scores.append(state.scores)
