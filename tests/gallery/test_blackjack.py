"""Blackjack: the exact odds of every first decision, against tables published elsewhere and against the rules file.

Published for one deck and a dealer who stands on every 17: how the dealer ends (blackjackinfo.com, dealer outcome charts), what
hands are worth against an ace (wizardofodds.com, blackjack appendix 9), and when to hit (basic strategy, found in every book).
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

import rulekit
from rulekit import State
from tests.gallery import blackjack
from tests.gallery.blackjack import WHOLE, ends, first_decision, without

NAMES = ("", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# By the card shown, in hundredths of a per cent: 17, 18, 19, 20, 21, too much.
DEALER = {
    1: (1838, 1909, 1887, 1917, 751, 1698), 2: (1390, 1318, 1318, 1239, 1205, 3530), 3: (1303, 1309, 1238, 1233, 1160, 3756),
    4: (1310, 1142, 1207, 1163, 1151, 4028), 5: (1197, 1235, 1169, 1047, 1063, 4289), 6: (1669, 1065, 1072, 1007, 979, 4208),
    7: (3723, 1386, 773, 789, 730, 2599), 8: (1309, 3630, 1294, 683, 698, 2386), 9: (1219, 1039, 3574, 1223, 611, 2334),
    10: (1242, 1225, 1244, 3569, 396, 2325),
}  # fmt: skip
# Two cards against an ace: what standing and hitting are worth.
AGAINST_ACE = {
    (6, 4): (-0.636118, 0.081506), (6, 5): (-0.634013, 0.172946), (7, 1): (-0.101015, -0.108386),
    (6, 1): (-0.482815, -0.199899), (5, 4): (-0.654533, -0.070215), (6, 3): (-0.638344, -0.078495),
    (6, 2): (-0.639160, -0.225772), (5, 3): (-0.656761, -0.217133), (5, 2): (-0.657529, -0.331115),
    (4, 3): (-0.657967, -0.345048), (4, 2): (-0.658712, -0.334901), (3, 2): (-0.659375, -0.291565),
    (5, 1): (-0.659151, -0.206061), (4, 1): (-0.658818, -0.153931), (3, 1): (-0.661047, -0.100568),
    (2, 1): (-0.661732, -0.067808),
}  # fmt: skip
# The cards shown against which one hits, by total; an ace is 1.
HIT_HARD = {12: {2, 3, 7, 8, 9, 10, 1}} | {total: {7, 8, 9, 10, 1} for total in (13, 14, 15, 16)} | {17: set[int]()}
HIT_SOFT = {17: set(range(1, 11)), 18: {9, 10}, 19: set[int](), 20: set[int]()}


@pytest.mark.parametrize("up", DEALER)
def test_how_the_dealer_ends(up: int) -> None:
    assert tuple(round(10_000 * odds) for odds in ends(up, without(WHOLE, (up,)))) == DEALER[up]


def _as_published(hands: list[tuple[int, int]]) -> None:
    for hand in hands:
        assert first_decision(*hand, 1) == pytest.approx(AGAINST_ACE[hand], abs=6e-7), hand


def test_hands_against_an_ace() -> None:
    _as_published(list(AGAINST_ACE)[:2])


@pytest.mark.slow
def test_all_published_hands_against_an_ace() -> None:
    _as_published(list(AGAINST_ACE))


def better_to_hit(total: int, up: int, soft: bool = False) -> bool:
    """Over all pairs of cards with this total, each as often as it is dealt."""
    gain = 0.0
    for one, other in combinations_with_replacement(range(1, 11), 2):
        if (1 in (one, other)) == soft and one + other + 10 * soft == total:
            deck = without(WHOLE, (up,))
            many = deck[one] * (deck[other] - 1) / 2 if one == other else deck[one] * deck[other]
            stand, hit = first_decision(one, other, up)
            gain += many * (hit - stand)
    return gain > 0


@pytest.mark.parametrize("total", (16, 17))
def test_when_to_hit(total: int) -> None:
    assert {up for up in range(5, 11) if better_to_hit(total, up)} == HIT_HARD[total] - {1}


@pytest.mark.slow
@pytest.mark.parametrize("up", range(1, 11))
def test_every_first_decision(up: int) -> None:
    assert {total for total in HIT_HARD if better_to_hit(total, up)} == {t for t, ups in HIT_HARD.items() if up in ups}
    assert {total for total in HIT_SOFT if better_to_hit(total, up, True)} == {t for t, ups in HIT_SOFT.items() if up in ups}
    assert all(better_to_hit(total, up) for total in range(4, 12))
    assert all(better_to_hit(total, up, True) for total in range(12, 17))


# ---------- the rules file ----------


def draw(state: State, left: Counter[int], rng: random.Random) -> tuple[State, int]:
    """One card on both sides, with the same odds."""
    assert state.decision.kind == "chance"
    odds = {str(option): option.probability for option in state.decision.options}
    assert odds == {NAMES[card]: Fraction(many, left.total()) for card, many in left.items() if many}
    card = rng.choice(list(left.elements()))
    left[card] -= 1
    return state.apply(NAMES[card]), card


def points(cards: list[int]) -> int:
    return blackjack.total(sum(cards), 1 in cards)


def play(seed: int) -> str:
    """One game beside a second dealer; who won?"""
    rng, left = random.Random(seed), Counter(dict(enumerate(WHOLE)))
    state: State = rulekit.load("blackjack").new(seed=1, chance="ask", forced="ask")
    cards = list[int]()
    for _ in range(4):
        state, card = draw(state, left, rng)
        cards.append(card)
    mine, theirs = cards[:2], [cards[3], cards[2]]
    if 21 not in (points(mine), points(theirs)):
        while points(mine) <= 21 and (answer := rng.choice(("hit", "stand"))) == "hit":
            assert {str(option) for option in state.decision.options} == {"hit", "stand"}
            state, card = draw(state.apply(answer), left, rng)
            mine.append(card)
        if points(mine) <= 21:
            state = state.apply("stand")
            while points(theirs) < 17:
                state, card = draw(state, left, rng)
                theirs.append(card)
    assert state.over
    me, dealer = points(mine), points(theirs)
    won = "dealer" if me > 21 else "me" if dealer > 21 or me > dealer else "dealer" if dealer > me else "nobody"
    assert won == ("nobody" if not state.winners else "me" if state.winners[0] == state.players[0] else "dealer"), (
        mine,
        theirs,
    )
    return won


def test_the_rules_beside_a_second_dealer() -> None:
    assert {play(seed) for seed in range(12)} == {"me", "dealer", "nobody"}


@pytest.mark.slow
def test_a_thousand_games_beside_a_second_dealer() -> None:
    assert {play(seed) for seed in range(1_000)} == {"me", "dealer", "nobody"}


def value(state: State, answers: tuple[str, ...]) -> Fraction:
    """What the rules give: all ways of chance with their weights, the choices as told."""
    if state.over:
        return Fraction(0 if not state.winners else 1 if state.winners[0] == state.players[0] else -1)
    if state.decision.kind == "chance":
        ways = ((option.probability or 0) * value(state.apply(option), answers) for option in state.decision.options)
        return sum(ways, Fraction(0))
    return value(state.apply(answers[0]), answers[1:])


def _stands_as_published(hand: tuple[int, int], up: int) -> None:
    state: State = rulekit.load("blackjack").new(seed=1, chance="ask", forced="ask")
    state = state.apply(NAMES[hand[0]]).apply(NAMES[hand[1]])
    found, weight = Fraction(0), Fraction(0)
    for hole in state.decision.options:
        shown = state.apply(hole)
        odds = {str(option): option.probability or Fraction(0) for option in shown.decision.options}[NAMES[up]]
        dealt = shown.apply(NAMES[up])
        if not dealt.over:  # else the dealer has 21 in two cards
            found += (hole.probability or 0) * odds * value(dealt, ("stand",))
            weight += (hole.probability or 0) * odds
    assert float(found / weight) == pytest.approx(first_decision(*hand, up)[0], abs=1e-12)


@pytest.mark.parametrize(("hand", "up"), [((10, 6), 10), ((10, 9), 7)])
def test_standing_is_worth_as_much_by_the_rules(hand: tuple[int, int], up: int) -> None:
    _stands_as_published(hand, up)


@pytest.mark.slow
@pytest.mark.parametrize("up", range(1, 11))
@pytest.mark.parametrize("hand", [(10, 6), (10, 9), (1, 7), (2, 2), (8, 8)])
def test_standing_against_every_card_is_worth_as_much_by_the_rules(hand: tuple[int, int], up: int) -> None:
    _stands_as_published(hand, up)
