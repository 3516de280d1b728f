"""Frozen values: the same whatever they were kept in, and never more than that."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.runtime.state import freeze


@pytest.mark.parametrize(
    "one, two",
    [
        ([1, (2, [3])], (1, (2, (3,)))),
        ([[1, "a"], {"b": [2], "a": None}], ((1, "a"), (("a", None), ("b", (2,))))),
        ((1, 2, ((),)), [1, 2, [[]]]),
    ],
)
def test_lists_and_tuples_freeze_alike(one: object, two: object) -> None:
    assert freeze(one) == freeze(two) and hash(freeze(one)) == hash(freeze(two))


@pytest.mark.parametrize("one, two", [([1, [2]], [[1], 2]), ((1, 2), (2, 1)), ([()], []), ([None], [0])])
def test_what_differs_stays_different(one: object, two: object) -> None:
    assert freeze(one) != freeze(two)


def test_states_at_the_same_place_by_other_ways_are_the_same() -> None:
    """A state played in place, one made anew at each answer, one read from its save; and not the one before."""
    start = rulekit.load("goldblivion").new(2, seed=4)
    new, place = start, start.copy()
    for _ in range(12):
        before = new
        answer = new.decision.options[-1].text
        new = new.apply(answer)
        place.play(answer)
    read = new.game.from_json(new.to_json())
    assert new == place == read and len({new, place, read}) == 1
    assert new != before
