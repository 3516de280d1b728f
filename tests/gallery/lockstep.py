"""Two implementations of one game, played side by side: ours and OpenSpiel's.

At every decision the player to move, the set of moves and, at the end, the result must agree. A pairing of the two games
(`Pairing`) says how a move of ours is written over there; it knows nothing else.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import rulekit
from rulekit import State


def _same(text: str) -> str:
    return text


def _no_prefix(name: str, player: int) -> str:
    return name


@dataclass(frozen=True)
class Pairing:
    """How one game of ours meets one of theirs."""

    rules: str
    theirs: str
    move: Callable[[str], str] = _same  # an option of ours as they write it
    their_move: Callable[[str, int], str] = _no_prefix  # what they print, without what only they say
    players: int = 2
    first_seat: Callable[[int], int] = field(default=lambda seat: seat)  # their player for our seat
    chance: Callable[[str], str] = _same  # what their chance gives, as ours writes it
    drawn_apart: Callable[[list[str]], bool] = field(
        default=lambda moves: False
    )  # one side may call it a draw after such moves
    most_moves: int = 2_000

    def ours(self) -> State:
        return rulekit.load(self.rules).new(players=self.players, seed=1, chance="ask", forced="ask")


def play(pairing: Pairing, seed: int) -> int:
    """One random game on both sides; the number of moves. Raises `AssertionError` where they part."""
    pyspiel: Any = importlib.import_module("pyspiel")  # an extra, and without types
    rng = random.Random(seed)
    ours, theirs = pairing.ours(), pyspiel.load_game(pairing.theirs).new_initial_state()
    moves: list[str] = []
    for count in range(pairing.most_moves):
        if ours.over != theirs.is_terminal() and not any(theirs.returns()) and not ours.winners and pairing.drawn_apart(moves):
            return count
        assert ours.over == theirs.is_terminal(), _where(ours, theirs, "one side is over")
        if ours.over:
            _compare_results(pairing, ours, theirs)
            return count
        step = _chance if theirs.is_chance_node() else _step
        ours = step(pairing, ours, theirs, rng)
        moves.append(str(ours.answers[-1]))
    return pairing.most_moves


def _step(pairing: Pairing, ours: State, theirs: Any, rng: random.Random) -> State:
    player = theirs.current_player()
    seat = ours.decision.player
    assert seat is not None and pairing.first_seat(seat) == player, _where(ours, theirs, f"seat {seat}, they ask {player}")
    actions = {pairing.their_move(theirs.action_to_string(player, action), player): action for action in theirs.legal_actions()}
    options = {pairing.move(str(option)): option for option in ours.decision.options}
    assert options.keys() == actions.keys(), _where(ours, theirs, _difference(options, actions))
    chosen = rng.choice(sorted(options))
    theirs.apply_action(actions[chosen])
    return ours.apply(options[chosen])


def _chance(pairing: Pairing, ours: State, theirs: Any, rng: random.Random) -> State:
    """Chance is drawn by them, and must have the same weight with us."""
    outcomes = theirs.chance_outcomes()
    if len(outcomes) == 1 and ours.decision.kind != "chance":  # the last card of a deal is no chance with us
        theirs.apply_action(outcomes[0][0])
        return ours
    assert ours.decision.kind == "chance", _where(ours, theirs, "chance over there, a choice here")
    weights: dict[str, float] = {}
    actions: dict[str, list[int]] = {}
    for action, weight in outcomes:
        name = pairing.chance(theirs.action_to_string(-1, action))
        weights[name] = weights.get(name, 0) + weight
        actions.setdefault(name, []).append(action)
    odds = {str(option): float(option.probability or 0) for option in ours.decision.options}
    assert odds.keys() == weights.keys(), _where(ours, theirs, _difference(odds, weights))
    assert all(abs(odds[name] - weight) < 1e-9 for name, weight in weights.items()), _where(ours, theirs, f"{odds} {weights}")
    chosen = rng.choice(sorted(weights))
    theirs.apply_action(rng.choice(actions[chosen]))
    return ours.apply(chosen)


def _difference(options: dict[str, Any], actions: dict[str, Any]) -> str:
    return f"only ours {sorted(options.keys() - actions.keys())}, only theirs {sorted(actions.keys() - options.keys())}"


def _compare_results(pairing: Pairing, ours: State, theirs: Any) -> None:
    returns: Sequence[float] = theirs.returns()
    best = [pairing.first_seat(seat) for seat in range(pairing.players)]
    shared = len(set(returns)) == 1
    won = {seat for seat, player in enumerate(best) if not shared and returns[player] == max(returns)}
    winners = set(ours.winners) if len(set(ours.winners)) < pairing.players else set()
    assert winners == won, _where(ours, theirs, f"winners {ours.winners}, they say {list(returns)}")


def _where(ours: State, theirs: Any, what: str) -> str:
    return f"{what}\nour answers: {', '.join(map(str, ours.answers))}\n{theirs}"
