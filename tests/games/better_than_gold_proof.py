"""`python -m tests.games.better_than_gold_proof --games 10000`: random games of Better Than Gold, and what they met.

Contract: game number n depends on n and the rules only: its map and players (each map at each of its player counts in
turn), its seed and all choices. Random dwarves hardly ever beat a boss, so every game is ended by the option
`longest_game`, which is part of the game. Invariants are looked at after every decision.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import rulekit
from rulekit.errors import RulekitError
from rulekit.interpreter.chance import draw

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
    bosses: int = 0
    met: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def __iadd__(self, other: Found) -> Found:
        self.games += other.games
        self.rounds += other.rounds
        self.decisions += other.decisions
        self.bosses += other.bosses
        self.met |= other.met
        self.faults += other.faults
        return self


@cache
def _game(name: str, rounds: int) -> rulekit.Game:
    return rulekit.load("better_than_gold", setup=name, options={"longest_game": rounds})


def play(task: tuple[int, int]) -> Found:
    """Game number n with so many rounds at most."""
    number, rounds = task
    name, players = TABLES[number % len(TABLES)]
    found = Found(games=Counter([f"{name}, {players} players"]))
    try:
        state = _game(name, rounds).new(players=players, seed=number)
        state.quiet = True
        found.decisions = _to_the_end(state, number)
        found.rounds[state.data.rounds] += 1
        found.bosses = int(state.get("boss_dead"))
        things = {thing for expression in _MET for thing in state.get(expression)}
        found.met = {state.table.entities[thing].design for thing in things}
    except RulekitError as error:
        found.faults.append(f"game {number}, {name}, {players} players: {error}")
    return found


def _to_the_end(state: rulekit.State, number: int) -> int:
    for length in range(LIMIT):
        question = state.question
        if question is None:
            return length
        state.play(draw(~number, length, question.count))
        broken = state.broken()
        if broken:
            raise RulekitError(f"after {length + 1} decisions this does not hold: {broken[0].head.name}")
    raise RulekitError(f"it does not end within {LIMIT} decisions")


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
    parser = argparse.ArgumentParser(description="Random games of Better Than Gold.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    total = Found()
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for done, found in enumerate(pool.imap_unordered(play, [(n, args.rounds) for n in range(args.games)], chunksize=9), 1):
            total += found
            if done % 500 == 0:
                print(f"{done} games, {len(total.faults)} faults, {len(total.met)} cards met", flush=True)
    print(json.dumps(_summary(total), indent=1))
    return 1 if total.faults else 0


def _summary(total: Found) -> dict[str, Any]:
    return {
        "games": total.games,
        "decisions": total.decisions,
        "rounds": total.rounds,
        "bosses beaten": total.bosses,
        "cards met": len(total.met),
        "never met": sorted(cards() - total.met),
        "faults": total.faults,
    }


if __name__ == "__main__":
    raise SystemExit(main())
