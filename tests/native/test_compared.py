"""The same states as printed Python: small games at every decision here, the large ones in `make test-all`."""

from __future__ import annotations

import pytest

from tests.native.compared import begun, needs_compiler, played, walk

SMALL = ("tic_tac_toe", "connect_four", "pig", "kuhn_poker", "rock_paper_scissors", "miniature")
pytestmark = needs_compiler


@pytest.mark.parametrize("name", SMALL)
def test_a_play_by_handle_is_the_play_of_the_state(name: str) -> None:
    assert sum(walk(begun(name), seed, 60) for seed in range(3)) > 3


@pytest.mark.parametrize("name", SMALL)
def test_playouts_are_those_of_printed_python(name: str) -> None:
    state = begun(name, seed=7)
    played(state, range(40, 52))
    played(state, range(5), limit=3)


@pytest.mark.parametrize("name", ("pig", "miniature"))
def test_playouts_from_the_middle_of_a_game(name: str) -> None:
    state = begun(name)
    for seed in range(3):
        played(state.native().playout(seed, limit=5 + seed).to_state(), range(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ("goldblivion", "dice_forge"))
def test_large_games(name: str) -> None:
    state = begun(name)
    assert sum(walk(state, seed) for seed in range(5)) > 500
    played(state, range(40))
