"""Hill Country beside a second implementation by hand: every draw, every place, every claim, every point."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import rulekit
from rulekit import State
from tests.gallery.hill_country import Twin


def choose(state: State, expected: set[str], rng: random.Random) -> str:
    """A random answer, if both sides offer the same."""
    options = [str(option) for option in state.decision.options]
    assert sorted(options) == sorted(expected), state.answers
    answer = rng.choice(sorted(options))
    state.play(answer)
    return answer


def draw(state: State, twin: Twin, rng: random.Random) -> str:
    """A tile that can be laid; those that cannot are drawn and left out."""
    while twin.bag.total():
        odds = {name: Fraction(many, twin.bag.total()) for name, many in twin.bag.items() if many}
        if len(odds) > 1:  # the last of the bag is no chance
            assert state.decision.kind == "chance"
            assert {str(option): option.probability for option in state.decision.options} == odds, state.answers
            name = choose(state, set(odds), rng)
        else:
            name = next(iter(odds))
        twin.bag[name] -= 1
        if twin.layings(name):
            return name
    return ""


def take_turn(state: State, twin: Twin, seat: int, rng: random.Random) -> None:
    name = draw(state, twin, rng)
    if not name:
        return
    assert state.decision.player == seat
    answer = choose(state, {" ".join(map(str, laying)) for laying in twin.layings(name)}, rng)
    x, y, turns = map(int, answer.split())
    twin.lay(name, x, y, turns)
    if twin.home(seat) and (claims := twin.claims()):
        assert state.decision.player == seat
        claim = choose(state, {f"{name} {way}" for way in claims} | {"no"}, rng)
        if claim != "no":
            twin.send(seat, claim.split()[-1])
    twin.score_finished()


def play(seed: int, players: int) -> int:
    """One random game on both sides; how many tiles lie at the end?"""
    rng = random.Random(seed)
    state: State = rulekit.load("hill_country").new(players=players, seed=1, chance="ask", forced="ask")
    twin, seat = Twin(players), 0
    while twin.bag.total():
        take_turn(state, twin, seat, rng)
        points = [state.get(f"item(players, {place + 1})'s point") for place in range(players)] if not state.over else []
        assert not points or points == [twin.points[place] for place in range(players)], state.answers
        seat = (seat + 1) % players
    twin.score_the_rest()
    assert state.over
    scores = [twin.points[place] for place in range(players)]
    assert [state.get(f"item(players, {place + 1})'s point") for place in range(players)] == scores
    assert [state.players.index(player) for player in state.winners] == [
        place for place in range(players) if scores[place] == max(scores)
    ]
    return len(twin.tiles)


@pytest.mark.parametrize("seed", (0, 1, 17))  # in the last one a shrine is finished
def test_in_lockstep_with_a_twin(seed: int) -> None:
    assert play(seed, 3) > 20


@pytest.mark.slow
def test_a_thousand_games_in_lockstep_with_a_twin() -> None:
    assert sum(play(seed, 2 + seed % 3) for seed in range(1_000)) > 25_000
