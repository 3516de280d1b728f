"""Saves from strangers: garbage and saves with slips give a `SaveError` or a state that can be asked, never anything else."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulekit
from rulekit.errors import SaveError
from rulekit.interpreter.chance import draw

GAMES = ("miniature", "kuhn_poker", "goldblivion", "dice_forge", "better_than_gold")
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-5, 500), st.text(max_size=5), st.just([]), st.just({}))


@cache
def _game(name: str) -> rulekit.Game:
    return rulekit.load(name)


@cache
def _save(name: str, length: int) -> str:
    state = _game(name).new(seed=length)
    for at in range(length):
        if not state.over and state.question is not None:
            state.play(draw(length, at, len(state.question.choices)))
    return state.to_json()


def _asked(name: str, text: str) -> None:
    """Reads a save and asks what is to be decided."""
    try:
        state = _game(name).from_json(text)
    except SaveError:
        return
    assert state.decision.kind in ("choice", "sealed", "chance", "over")


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [way]
    if isinstance(value, dict):
        for key in sorted(value):
            found += _places(value[key], (*way, key))
    elif isinstance(value, list):
        for index, item in enumerate(value[:40]):
            found += _places(item, (*way, index))
    return found


def _changed(value: Any, way: tuple[Any, ...], leaf: Any) -> Any:
    if not way:
        return leaf
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[way[0]] = _changed(value[way[0]], way[1:], leaf)
    return copy


@settings(deadline=None)
@given(st.text(max_size=200))
def test_garbage_is_no_save(text: str) -> None:
    with pytest.raises(SaveError):
        _game("kuhn_poker").from_json(text)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data(), length=st.sampled_from([0, 3, 17]))
def test_a_save_with_a_slip(name: str, data: st.DataObject, length: int) -> None:
    document = json.loads(_save(name, length))
    way = data.draw(st.sampled_from(_places(document)))
    _asked(name, json.dumps(_changed(document, way, data.draw(LEAVES))))


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "[]", '{"rulekit": 1}', "1" * 30_000_000])
def test_hostile_saves(text: str) -> None:
    with pytest.raises(SaveError):
        _game("kuhn_poker").from_json(text)


@pytest.mark.parametrize("value", [None, "three", True])
def test_a_number_that_is_none_is_refused(value: object) -> None:
    """The fast tier takes such variables for numbers without looking."""
    game = rulekit.load("connect_four")
    document = json.loads(game.new().apply("a").to_json())
    slots = game.new().table.slot_of
    document["state"]["vals"][[name for name, _ in slots].index("height")] = value
    with pytest.raises(SaveError, match="is no number"):
        game.from_json(json.dumps(document))


@pytest.mark.parametrize("part", ["vals", "zones", "mixed", "pools", "where", "up"])
def test_a_part_that_is_too_short_is_refused(part: str) -> None:
    document = json.loads(_game("kuhn_poker").new().to_json())
    document["state"][part].pop()
    with pytest.raises(SaveError, match=f"{part} has"):
        _game("kuhn_poker").from_json(json.dumps(document))


def test_a_number_too_large_for_an_array_is_refused() -> None:
    document = json.loads(_game("kuhn_poker").new().to_json())
    document["state"]["mixed"][0] = 1 << 40
    with pytest.raises(SaveError):
        _game("kuhn_poker").from_json(json.dumps(document))
