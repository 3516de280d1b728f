"""Backgammon against OpenSpiel's, turn by turn.

Their action is a whole throw: two steps at once, and a double is played as two such actions. Ours is one step after the
other. So what is compared at each of their decisions is the set of all sequences of (point, die) that can be played, which
is more than where they lead.
"""

from __future__ import annotations

import importlib
import random
from fractions import Fraction
from typing import Any

import pytest

import rulekit
from rulekit import Option, State

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: `pip install open_spiel`; games were not held against it")

Step = tuple[str, int]
BAR, PASS = 100, -1
SIXTH = Fraction(1, 6)
THEIRS = "backgammon(scoring_type=full_scoring,max_player_turns=100000)"


def as_step(option: Option) -> Step:
    """`p13 p8 5` as (13, 5)."""
    source, _, die = str(option).split()
    return ("bar" if source.startswith("bar") else source[1:], int(die))


def sequences(state: State, seat: int, most: int = 2) -> dict[tuple[Step, ...], State]:
    """What can be played one after the other in this turn, and where it leads."""
    if most == 0 or state.over or state.decision.kind == "chance" or state.decision.player != seat:
        return {(): state}
    found = {}
    for option in state.decision.options:
        for rest, end in sequences(state.apply(option), seat, most - 1).items():
            found[(as_step(option), *rest)] = end
    return found


def their_sequence(theirs: Any, action: int) -> tuple[Step, ...]:
    moves = theirs.spiel_move_to_checker_moves(theirs.current_player(), action)
    return tuple(("bar" if move.pos == BAR else str(24 - move.pos), move.num) for move in moves if move.pos != PASS)


def dice_of(text: str) -> tuple[int, int]:
    """What their chance throws, in our order. At the start each throws one die, and the higher begins."""
    low, high = sorted(int(die) for die in text.split("roll: ")[1][:2])
    return (high, low) if "X starts" in text else (low, high)


def roll(ours: State, theirs: Any, rng: random.Random) -> State:
    """Their throw, one die after the other with us; the odds of a throw must be the same."""
    outcomes = [(action, weight, theirs.action_to_string(-1, action)) for action, weight in theirs.chance_outcomes()]
    action, _, text = rng.choice(outcomes)
    dice = dice_of(text)
    odds = sum(weight for _, weight, other in outcomes if dice_of(other) == dice)
    assert odds == pytest.approx(1 / 30 if "starts" in text else (1 if dice[0] == dice[1] else 2) / 36)
    theirs.apply_action(action)
    for die in dice:
        assert ours.decision.kind == "chance"
        assert [(str(option), option.probability) for option in ours.decision.options] == [(str(n), SIXTH) for n in range(1, 7)]
        ours = ours.apply(str(die))
    return ours


def play(seed: int) -> int:
    pyspiel: Any = importlib.import_module("pyspiel")
    rng = random.Random(seed)
    ours = rulekit.load("backgammon").new(seed=1, chance="ask", forced="ask")
    theirs = pyspiel.load_game(THEIRS).new_initial_state()
    turns = 0
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            ours = roll(ours, theirs, rng)
            continue
        player, turns = theirs.current_player(), turns + 1
        mine = sequences(ours, player)
        actions = {their_sequence(theirs, action): action for action in theirs.legal_actions()}
        assert mine.keys() == actions.keys(), (
            f"only ours {mine.keys() - actions.keys()}, only theirs {actions.keys() - mine.keys()}\n{theirs}"
        )
        chosen = rng.choice(sorted(actions))
        theirs.apply_action(actions[chosen])
        ours = mine[chosen]
    assert ours.over
    stakes = [ours.get(f"item(players, {seat})'s stake") for seat in (1, 2)]
    assert [stakes[0] - stakes[1], stakes[1] - stakes[0]] == theirs.returns()
    return turns


@pytest.mark.parametrize("seed", range(2))
def test_a_sample_in_lockstep(seed: int) -> None:
    assert play(seed) > 20


@pytest.mark.slow
def test_a_thousand_games_in_lockstep() -> None:
    assert sum(play(seed) for seed in range(1_000)) > 50_000
