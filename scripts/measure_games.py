"""What bots make of the bundled games: how long they last, what is scored, who wins, which cards are taken.

    python scripts/measure_games.py goldblivion --games 20
    python scripts/measure_games.py better_than_gold:first_shift --players 2 3 --games 20
    python scripts/measure_games.py dice_forge --cards --games 20
    python scripts/measure_games.py goldblivion --bots mcts:100 greedy --games 12

Each game has a seed of its own (`--first`, and on from there), so every figure can be had again. With several bots the seats
are dealt in turn. `--cards` tells for each card how often it was taken of the times it was on offer; in Better Than Gold, how
often it was worn or used up of the times somebody had it or could buy it. `--keep FILE` writes each game into a
file as it ends, and a second run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import rulekit
from rulekit.api.query import evaluate
from rulekit.bots import make

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Cards:
    """What is on offer, and what somebody has taken: expressions of the game."""

    offered: str
    taken: str


@dataclass(frozen=True)
class Plan:
    """A game as it is measured."""

    game: str
    players: tuple[int, ...]
    cards: Cards
    setup: str | None = None
    modules: tuple[str, ...] = ()


_MARKET = Cards("market + combat_offer", "{card c in all(card) where c's owner is not none}")
_ISLES = Cards("on_islands", "players' done + players' spent")
# What is found or won is nobody's choice: a card counts as taken if it was worn, or used up.
_LOOT = Cards(
    "wares + {e for player p in players for equipment e in cards_of(p)}",
    "{e for player p in players for gear e in worn_by(p)} + {consumable k in equipment_discard}",
)
PLANS = {
    "goldblivion": Plan("goldblivion", (2, 3, 4), _MARKET),
    "dice_forge": Plan("dice_forge", (2, 3, 4), _ISLES),
    "dice_forge:alternative": Plan("dice_forge", (2, 3, 4), _ISLES, "dice_forge_alternative"),
    "dice_forge:goddess": Plan("dice_forge_rebellion", (2, 3, 4), _ISLES, None, ("goddess",)),
    "dice_forge:titans": Plan("dice_forge_rebellion", (2, 3, 4), _ISLES, None, ("titans",)),
    "better_than_gold:first_shift": Plan("better_than_gold", (2, 3), _LOOT, "first_shift"),
    "better_than_gold:tea_break": Plan("better_than_gold", (2, 3, 4, 5), _LOOT, "tea_break"),
    "better_than_gold:deep_rent": Plan("better_than_gold", (3, 4, 5), _LOOT, "deep_rent"),
}


@dataclass
class Played:
    """What came of one game."""

    seed: int
    rounds: int
    winners: tuple[int, ...]
    seats: tuple[str, ...]  # who sat where
    scores: tuple[int, ...]
    offered: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)


def play(name: str, players: int, bots: tuple[str, ...], cards: bool, seed: int) -> Played:
    """Plays one game to its end."""
    plan = PLANS[name]
    game = rulekit.load(plan.game, setup=plan.setup, modules=list(plan.modules))
    state = game.new(players=players, seed=seed)
    seats = tuple(bots[(seat + seed) % len(bots)] for seat in range(players))
    minds = [make(bot, 10 * seed + seat) for seat, bot in enumerate(seats)]
    offered: set[int] = set()
    taken: set[int] = set()
    while not state.over:
        if cards:
            offered |= set(evaluate(state, plan.cards.offered))
            taken |= set(evaluate(state, plan.cards.taken))
        seat = state.decision.player
        assert seat is not None
        state = state.apply(minds[seat](state).text)
    if cards:
        taken |= set(evaluate(state, plan.cards.taken))
    design = state.table.design_of
    score = "final_gold" if plan.game == "better_than_gold" else "score"
    return Played(
        seed,
        state.get("round_number"),
        tuple(state.winners),
        seats,
        tuple(state.get(f"{score}(item(players, {seat + 1}))") for seat in range(players)),
        Counter(design[thing] for thing in offered),
        Counter(design[thing] for thing in offered & taken),
    )


@dataclass(frozen=True)
class Kept:
    """A file with a line for each game that was played."""

    path: Path

    def games(self) -> dict[str, Played]:
        """What is in the file, by what was asked for."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return {line["of"]: played_of(line["game"]) for line in map(json.loads, lines)}

    def add(self, of: str, game: Played) -> None:
        """Write down a game that has ended."""
        with self.path.open("a") as file:
            file.write(json.dumps({"of": of, "game": vars(game)}) + "\n")


def played_of(line: dict[str, Any]) -> Played:
    """A game as it was written down."""
    lists = {name: tuple(line[name]) for name in ("winners", "seats", "scores")}
    return Played(line["seed"], line["rounds"], **lists, offered=Counter(line["offered"]), taken=Counter(line["taken"]))


def all_played(play_one: Callable[[int], Played], seeds: range, jobs: int, of: str, kept: Kept | None) -> list[Played]:
    """The games of these seeds: those in the file, and those that are missing there."""
    known = kept.games() if kept else {}
    found = [known[f"{of} {seed}"] for seed in seeds if f"{of} {seed}" in known]
    with ProcessPoolExecutor(jobs) as pool:
        for one in pool.map(play_one, [seed for seed in seeds if f"{of} {seed}" not in known]):
            found.append(one)
            if kept:
                kept.add(f"{of} {one.seed}", one)
    return found


def row(players: int, found: list[Played]) -> str:
    """One line of the table: rounds, scores, who won."""
    rounds = sorted(one.rounds for one in found)
    scores = [score for one in found for score in one.scores]
    won = sum(bool(one.winners) for one in found)
    shared = sum(len(one.winners) > 1 for one in found)
    mean = sum(rounds) / len(rounds)
    seats = ", ".join(str(sum(seat in one.winners for one in found)) for seat in range(players))
    return (
        f"| {players} | {len(found)} | {mean:.1f} ({rounds[0]} to {rounds[-1]}) | {sum(scores) / len(scores):.1f} "
        f"| {won} | {shared} | {seats} |"
    )


def by_bot(found: list[Played]) -> list[str]:
    """Wins of each bot; a shared win counts in parts."""
    wins: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    scores: Counter[str] = Counter()
    for one in found:
        for seat, bot in enumerate(one.seats):
            sat[bot] += 1
            scores[bot] += one.scores[seat]
            wins[bot] += (seat in one.winners) * 12 // max(1, len(one.winners))
    return [f"| `{bot}` | {wins[bot] / 12:g} | {scores[bot] / sat[bot]:.1f} |" for bot in sat]


def card_rows(found: list[Played]) -> list[str]:
    """How often each card was taken of the times it was on offer, the rarest first."""
    offered: Counter[str] = sum((one.offered for one in found), Counter())
    taken: Counter[str] = sum((one.taken for one in found), Counter())
    share = {card: 100 * taken[card] // times for card, times in offered.items()}
    return [f"| `{card}` | {offered[card]} | {share[card]} % |" for card in sorted(share, key=lambda card: (share[card], card))]


def main(arguments: list[str] | None = None) -> int:
    """Play, and print tables for the page of the game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=PLANS)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--players", type=int, nargs="*")
    parser.add_argument("--bots", nargs="+", default=["greedy"])
    parser.add_argument("--cards", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.first, chosen.first + chosen.games)
    every: list[Played] = []
    print("| players | games | rounds | score | with a winner | shared | wins by seat |\n|---|---|---|---|---|---|---|")
    kept = Kept(chosen.keep) if chosen.keep else None
    for players in chosen.players or PLANS[chosen.what].players:
        one = partial(play, chosen.what, players, tuple(chosen.bots), chosen.cards)
        of = f"{chosen.what} {players} {' '.join(chosen.bots)}{' --cards' * chosen.cards}"
        found = all_played(one, seeds, chosen.jobs, of, kept)
        every += found
        print(row(players, found), flush=True)
    if len(chosen.bots) > 1:
        print("\n| bot | wins | score |\n|---|---|---|", *by_bot(every), sep="\n")
    if chosen.cards:
        print("\n| card | on offer | taken |\n|---|---|---|", *card_rows(every), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
