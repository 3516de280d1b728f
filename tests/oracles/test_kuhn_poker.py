"""Kuhn poker against theory: its histories, and its value -1/18 for the first player at equilibrium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from rulekit.api import State, load

VALUE = Fraction(-1, 18)
CARDS = ("jack", "queen", "king")
# A strategy gives the chance of betting (or calling) with a card after what has been said.
Strategy = Callable[[str, tuple[str, ...]], Fraction]
AGGRESSIVE = ("bet", "call")


@cache
def start() -> State:
    return load("kuhn_poker").new(chance="ask")


def leaves(state: State) -> Iterator[State]:
    if state.over:
        yield state
        return
    for option in state.decision.options:
        yield from leaves(state.apply(option))


def card_of(state: State, player: int) -> str:
    """What the player finds in his own view."""
    name = state.table.entities[player].name
    found: str = state.view(player)["zones"][f"{name}.hand"]["things"][0]
    return found


def expected(state: State, players: tuple[Strategy, Strategy]) -> Fraction:
    """What the first player wins on average, exactly."""
    if state.over:
        return Fraction(state.scores[0])
    return sum((p * expected(state.apply(o), players) for o, p in chances(state, players) if p), Fraction(0))


def chances(state: State, players: tuple[Strategy, Strategy]) -> list[tuple[Any, Fraction]]:
    decision = state.decision
    if decision.kind == "chance":
        return [(option, option.probability or Fraction(0)) for option in decision.options]
    player = decision.player
    assert player is not None
    said = tuple(answer for answer in state.answers if answer not in CARDS)
    active = players[player](card_of(state, player), said)
    return [(option, active if option.text in AGGRESSIVE else 1 - active) for option in decision.options]


def first_at_equilibrium(alpha: Fraction) -> Strategy:
    """The known family: bluff with the jack by alpha, bet the king three times as often."""

    def strategy(card: str, said: tuple[str, ...]) -> Fraction:
        if not said:
            return {"jack": alpha, "queen": Fraction(0), "king": 3 * alpha}[card]
        return {"jack": Fraction(0), "queen": alpha + Fraction(1, 3), "king": Fraction(1)}[card]

    return strategy


def second_at_equilibrium(card: str, said: tuple[str, ...]) -> Fraction:
    third = Fraction(1, 3)
    if said == ("bet",):
        return {"jack": Fraction(0), "queen": third, "king": Fraction(1)}[card]
    return {"jack": third, "queen": Fraction(0), "king": Fraction(1)}[card]


def pure_strategies(situations: tuple[tuple[str, ...], ...]) -> Iterator[Strategy]:
    keys = [(card, said) for card in CARDS for said in situations]
    for bits in product((Fraction(0), Fraction(1)), repeat=len(keys)):
        table = dict(zip(keys, bits, strict=True))
        yield lambda card, said, table=table: table[card, said]  # type: ignore[misc]


def test_histories() -> None:
    ends = list(leaves(start()))
    deals = {tuple(end.answers[:2]) for end in ends}
    assert len(ends) == 30
    assert len(deals) == 6
    assert all(sum(tuple(end.answers[:2]) == deal for end in ends) == 5 for deal in deals)


def test_payoffs_are_zero_sum() -> None:
    assert all(sum(end.scores) == 0 and abs(end.scores[0]) in (1, 2) for end in leaves(start()))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_value_at_equilibrium(alpha: Fraction) -> None:
    assert expected(start(), (first_at_equilibrium(alpha), second_at_equilibrium)) == VALUE


def test_no_pure_answer_is_better_for_the_first() -> None:
    answers = pure_strategies(((), ("check", "bet")))
    assert max(expected(start(), (pure, second_at_equilibrium)) for pure in answers) == VALUE


def test_no_pure_answer_is_better_for_the_second() -> None:
    answers = pure_strategies((("check",), ("bet",)))
    assert min(expected(start(), (first_at_equilibrium(Fraction(1, 4)), pure)) for pure in answers) == VALUE
