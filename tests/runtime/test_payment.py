"""Costs: what can be paid, in how many ways, and what paying takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.runtime.bundles import Bundle
from rulekit.runtime.changes import move_thing
from rulekit.runtime.machine import Machine
from rulekit.runtime.payment import can_pay, debit, most_times, way_text, ways
from tests.runtime.tables import ENGINES, amount, give, machine, things, zone

SWAP = """
resource saved of card: cap 3
card chest: stores coin in its saved
card miller: payment 2 coin costs 1 grain if paying_for(rent)
"""


def cost(**amounts: int) -> Bundle:
    return (tuple((resource, count, None) for resource, count in amounts.items()),)


@pytest.fixture(params=ENGINES)
def m(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    return machine(tmp_path, request.param, SWAP)


def hold(m: Machine, design: str, player: int = 0) -> int:
    """Lays a card in the hand of a player, where it works."""
    thing = things(m, design)[0]
    move_thing(m, None, thing, zone(m, "hand", player))
    return thing


def test_a_plain_cost_is_paid_out_of_the_own_reserve(m: Machine) -> None:
    give(m, 0, coin=3, grain=1)
    assert ways(m, 0, cost(coin=2, grain=1), "") == [(("coin", 0, 2), ("grain", 0, 1))]
    assert can_pay(m, 0, cost(coin=3), "")
    assert not can_pay(m, 0, cost(coin=4), "")
    assert ways(m, 0, cost(coin=4), "") == []


def test_nobody_pays_nothing(m: Machine) -> None:
    assert not can_pay(m, None, cost(), "")
    assert can_pay(m, 0, cost(), "")
    assert ways(m, 0, cost(), "") == [()]


def test_nothing_is_taken_before_a_way_is_taken_whole(m: Machine) -> None:
    give(m, 0, coin=3, grain=1)
    way = ways(m, 0, cost(coin=2, grain=1), "")[0]
    assert (amount(m, "coin", 0), amount(m, "grain", 0)) == (3, 1)
    debit(m, way)
    assert (amount(m, "coin", 0), amount(m, "grain", 0)) == (1, 0)


def test_alternatives_are_different_ways(m: Machine) -> None:
    give(m, 0, coin=1, grain=1)
    either = cost(coin=1) + cost(grain=1)
    assert ways(m, 0, either, "") == [(("coin", 0, 1),), (("grain", 0, 1),)]
    give(m, 0, coin=0)
    assert can_pay(m, 0, either, "")
    assert ways(m, 0, either, "") == [(("grain", 0, 1),)]
    give(m, 0, grain=0)
    assert not can_pay(m, 0, either, "")


def test_the_same_resource_twice_is_one_need(m: Machine) -> None:
    give(m, 0, coin=3)
    twice: Bundle = ((("coin", 2, None), ("coin", 2, None)),)
    assert ways(m, 0, twice, "") == []
    give(m, 0, coin=4)
    assert ways(m, 0, twice, "") == [(("coin", 0, 4),)]


def test_a_substitute_holds_for_its_purpose_and_its_owner(m: Machine) -> None:
    give(m, 0, grain=1)
    give(m, 1, grain=1)
    assert not can_pay(m, 0, cost(coin=2), "rent")
    hold(m, "miller")
    assert can_pay(m, 0, cost(coin=2), "rent")
    assert not can_pay(m, 0, cost(coin=2), "food")
    assert not can_pay(m, 1, cost(coin=2), "rent")
    assert ways(m, 0, cost(coin=2), "rent") == [(("grain", 0, 1),)]


def test_a_substitute_is_used_only_as_often_as_it_helps(m: Machine) -> None:
    hold(m, "miller")
    give(m, 0, coin=3, grain=5)
    found = ways(m, 0, cost(coin=3), "rent")
    assert set(found) == {(("coin", 0, 3),), (("coin", 0, 1), ("grain", 0, 1)), (("grain", 0, 2),)}
    assert len(found) == 3


def test_a_substitute_that_moves_away_is_forgotten(m: Machine) -> None:
    give(m, 0, grain=1)
    card = hold(m, "miller")
    assert can_pay(m, 0, cost(coin=2), "rent")
    move_thing(m, None, card, zone(m, "shown"))
    assert not can_pay(m, 0, cost(coin=2), "rent")


def test_an_extra_reserve_pays_too(m: Machine) -> None:
    chest = hold(m, "chest")
    give(m, 0, coin=1)
    give(m, chest, saved=2)
    assert can_pay(m, 0, cost(coin=3), "")
    assert not can_pay(m, 0, cost(coin=4), "")
    assert ways(m, 0, cost(coin=2), "") == [(("saved", chest, 2),), (("coin", 0, 1), ("saved", chest, 1))]
    assert way_text(m, (("coin", 0, 1), ("saved", chest, 1)), 0) == "1 coin + 1 saved of chest#1"


def test_how_often_a_cost_can_be_paid(m: Machine) -> None:
    give(m, 0, coin=7)
    assert most_times(m, 0, cost(coin=2), "") == 3
    assert most_times(m, 0, cost(), "") == 0
