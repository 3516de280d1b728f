"""Threads that share a game nobody has played yet: functions are printed while others already run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest

from rulekit.api import Game, load

THREADS = 6


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No code from the disk, and threads that change as often as they can."""
    monkeypatch.setattr("rulekit.ir.run.store.files.load", lambda *_: None)
    monkeypatch.setattr("rulekit.ir.run.store.files.save", lambda *_: None)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def play(game: Game, gate: Barrier, found: list[str]) -> None:
    gate.wait()
    try:
        state = game.new(seed=5)
        for number in range(12):
            if not state.over:
                state.play(7 * number % len(state.decision.options))
        found.append(state.to_json())
    except Exception as error:  # whatever it is, the test shows it
        found.append(repr(error))


@pytest.mark.parametrize("name", ["miniature", "connect_four", "goldblivion"])
def test_threads_share_a_fresh_game(name: str, nothing_kept: None) -> None:
    wanted: list[str] = []
    play(load(name), Barrier(1), wanted)
    game, gate, found = load(name), Barrier(THREADS), list[str]()
    threads = [Thread(target=play, args=(game, gate, found)) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == wanted * THREADS
