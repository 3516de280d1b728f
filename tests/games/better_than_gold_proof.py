"""Games of Better Than Gold by bots, and what they met.

`python -m tests.games.better_than_gold_proof --games 10000` plays random games,
`python -m tests.games.better_than_gold_proof --bot greedy --games 18` greedy ones.

Contract: game number n depends on n, the bot and the rules only: its map and players (each map at each of its player counts
in turn), its seed and all choices. Random dwarves hardly ever beat a boss, so each of their games is ended by the option
`longest_game`, which is part of the game; greedy ones play with its default. Invariants are looked at after every decision.
With `--lines` each game is played again and watched, to say which lines of the rules no game reached.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from typing import Any

import rulekit
from rulekit.bots.greedy import Greedy
from rulekit.errors import RulekitError
from rulekit.runtime.chance import draw
from rulekit.testing.coverage import Line, everything, reached
from rulekit.testing.trace import Trace, watching

Chooser = Callable[[rulekit.State, int], int]  # which option, in a state after so many decisions

TABLES = [
    *(("first_shift", players) for players in (2, 3)),
    *(("deep_rent", players) for players in (3, 4, 5)),
    *(("tea_break", players) for players in (2, 3, 4, 5)),
]
LIMIT = 20_000  # decisions; a game that needs more does not end
_MET = (
    "treasure_discard", "equipment_discard", "monster_discard", "find_discard", "wares", "floor_cards", "graves",
    "players's inventory", "{monster m in occupants}", "all(monster)'s swag",
    "{gear g in all(gear) where some(player p in players where g in worn_by(p))}",
)  # fmt: skip


@dataclass
class Found:
    """What some games met; two of them add up."""

    games: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    bosses: Counter[str] = field(default_factory=Counter)
    lines: set[Line] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def __iadd__(self, other: Found) -> Found:
        self.games += other.games
        self.rounds += other.rounds
        self.decisions += other.decisions
        self.bosses += other.bosses
        self.lines |= other.lines
        self.met |= other.met
        self.faults += other.faults
        return self


@dataclass(frozen=True)
class Task:
    """One game to play."""

    number: int
    rounds: int
    bot: str = "random"
    lines: bool = False

    @property
    def table(self) -> tuple[str, int]:
        return TABLES[self.number % len(TABLES)]

    def new(self) -> rulekit.State:
        name, players = self.table
        state = _game(name, self.rounds).new(players=players, seed=self.number)
        state.quiet = True
        return state

    def chooser(self) -> Chooser:
        if self.bot == "random":
            return lambda state, length: draw(~self.number, length, len(state.decision.options))
        bots = [Greedy(draw(~self.number, seat, 1 << 62)) for seat in range(self.table[1])]
        return lambda state, length: state.decision.options.index(bots[state.decision.player or 0](state))


@cache
def _game(name: str, rounds: int) -> rulekit.Game:
    return rulekit.load("better_than_gold", setup=name, options={"longest_game": rounds})


def play(task: Task) -> Found:
    """One game, and what it met."""
    name, players = task.table
    found = Found(games=Counter([f"{name}, {players} players"]))
    try:
        state = task.new()
        answers = _to_the_end(state, task.chooser())
        found.decisions = len(answers)
        found.rounds[state.data.rounds] += 1
        found.bosses[f"{name}, {players} players"] += int(state.get("boss_dead"))
        things = {thing for expression in _MET for thing in state.get(expression)}
        found.met = {state.table.entities[thing].design for thing in things}
        found.lines = _lines(task, answers) if task.lines else set()
    except RulekitError as error:
        found.faults.append(f"game {task.number}, {name}, {players} players: {error}")
    return found


def _to_the_end(state: rulekit.State, choose: Chooser) -> list[int]:
    answers: list[int] = []
    while state.question is not None:
        answers.append(choose(state, len(answers)))
        state.play(answers[-1])
        broken = state.broken()
        if broken:
            raise RulekitError(f"after {len(answers)} decisions this does not hold: {broken[0].head.name}")
        if len(answers) == LIMIT:
            raise RulekitError(f"it does not end within {LIMIT} decisions")
    return answers


def _lines(task: Task, answers: list[int]) -> set[Line]:
    """The lines of rules that a game carries out when it is played again; what bots imagine does not count."""
    with watching(Trace()) as trace:
        state = task.new()
        for answer in answers:
            state.play(answer)
    return reached(trace).lines


def cards() -> set[str]:
    """Every card that may be met in some game."""
    program = _game("first_shift", 1).program
    wanted = {"equipment", "monster", "treasure", "find", "boss_reward"}
    return {name for name, design in program.designs.items() if wanted & set(_kinds(program, design.kind))}


def _kinds(program: Any, kind: str | None) -> list[str]:
    found = []
    while kind is not None:
        found.append(kind)
        kind = program.parents.get(kind)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Games of Better Than Gold by bots.")
    parser.add_argument("--bot", choices=("random", "greedy"), default="random")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--map", choices=sorted({name for name, _ in TABLES}), help="only games on this map")
    parser.add_argument("--rounds", type=int, help="6 for random games, 150 for greedy ones")
    parser.add_argument("--lines", action="store_true", help="say which lines of the rules no game reached")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    rounds = args.rounds or (6 if args.bot == "random" else 150)
    every = (Task(number, rounds, args.bot, args.lines) for number in count(args.first))
    tasks = list(islice((task for task in every if args.map in (None, task.table[0])), args.games))
    total = Found()
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for done, found in enumerate(pool.imap_unordered(play, tasks, chunksize=9 if args.bot == "random" else 1), 1):
            total += found
            if done % 500 == 0 or args.bot == "greedy":
                print(
                    f"{done} games, {total.bosses.total()} bosses, {len(total.faults)} faults, {len(total.met)} cards met",
                    flush=True,
                )
    print(json.dumps(_summary(total, args.lines), indent=1))
    return 1 if total.faults else 0


def _so_far(done: int, total: Found) -> str:
    return f"{done} games, {total.bosses.total()} bosses, {len(total.faults)} faults, {len(total.met)} cards met"


def _summary(total: Found, lines: bool) -> dict[str, Any]:
    found = {
        "games": total.games,
        "decisions": total.decisions,
        "rounds": total.rounds,
        "bosses beaten": +total.bosses,
        "cards met": len(total.met),
        "never met": sorted(cards() - total.met),
        "faults": total.faults,
    }
    if lines:
        every = everything(_game("first_shift", 1).program).lines
        found["lines that no game reached"] = [f"{name}:{line}" for name, line in sorted(every - total.lines)]
    return found


if __name__ == "__main__":
    raise SystemExit(main())
