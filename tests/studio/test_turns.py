"""The thread that touches positions: one thing after the other, people before bots."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError

import pytest

pytest.importorskip("starlette")

from rulekit.studio.turns import Turns


def test_people_go_before_bots_and_who_came_first_before_others() -> None:
    turns, gate, done = Turns(), threading.Event(), list[str]()
    turns.submit(gate.wait, 10)
    bots = [turns.submit(done.append, f"bot {at}", later=True) for at in range(2)]
    people = [turns.submit(done.append, f"person {at}") for at in range(2)]
    gate.set()
    for one in (*bots, *people):
        one.result(10)
    assert done == ["person 0", "person 1", "bot 0", "bot 1"]
    turns.stop()


def test_what_goes_wrong_belongs_to_who_asked() -> None:
    turns = Turns()
    with pytest.raises(ZeroDivisionError):
        turns.submit(lambda: 1 // 0).result(10)
    assert turns.submit(lambda: 3).result(10) == 3
    turns.stop()
    with pytest.raises(CancelledError):
        turns.submit(lambda: 3).result(10)
