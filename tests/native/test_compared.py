"""The same states as printed Python: small games at every decision here, all the others in `make test-all`."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.native.build import printed
from tests.native.compared import begun, by_python, needs_compiler, played, same, walk

ROOT = Path(__file__).parents[2]
SMALL = ("tic_tac_toe", "pig", "kuhn_poker", "rock_paper_scissors", "miniature")
ALL = [str(path) for folder in ("examples", "gallery") for path in sorted((ROOT / folder).glob("*.rules"))]
OTHERS = [path for path in ALL if Path(path).stem not in SMALL]
LARGE = (
    ("goldblivion", ()),
    ("dice_forge", ()),
    ("dice_forge_rebellion", ()),
    ("dice_forge_rebellion", ("goddess",)),
    ("dice_forge_rebellion", ("titans",)),
    ("better_than_gold", ()),
    ("better_than_gold", ("traits",)),
)
pytestmark = needs_compiler


@pytest.mark.parametrize("name", SMALL)
def test_the_same_play_by_handle_and_by_state(name: str) -> None:
    state = begun(name)
    assert sum(walk(state, seed, 40) for seed in range(2)) > 3


@pytest.mark.parametrize("name", SMALL)
def test_playouts_are_those_of_printed_python(name: str) -> None:
    state = begun(name, seed=7)
    played(state, range(40, 52))
    played(state, range(5), limit=3)
    played(state.native().playout(3, limit=4).to_state(), range(3))


@pytest.mark.parametrize("name", ["connect_four", "little_chess"])
def test_sets_of_places_and_deeds_that_are_supposed(name: str) -> None:
    assert walk(begun(name), 3, 14) == 14


@pytest.mark.slow
def test_no_table_is_declined() -> None:
    stress = sorted(str(path) for path in (ROOT / "tests/stress/rules").glob("*.rules"))
    for path in (*ALL, *stress):
        assert printed(rulekit.load(path).new().table, {}).text


def test_searches_between_values_of_any_kind() -> None:
    """Islands, ways between records, how far it is where the ways change, amounts of two owners."""
    state = begun(str(ROOT / "tests/native/searches.rules"))
    assert walk(state, 3, 60) > 20
    played(state, range(6))


def test_what_is_missing_and_what_is_paid_once() -> None:
    """Items that a list has not, places among values, choices of several that cost once, what another one may do."""
    state = begun(str(ROOT / "tests/native/missing_items.rules"))
    assert sum(walk(state, seed, 80) for seed in range(4)) > 40
    played(state, range(6))


def test_much_that_is_worked_out_between_two_decisions() -> None:
    """More lists than memory has room for are left behind while rules run, and those that are held stay as they were;
    long lists are sorted, and what ties stays in its order."""
    state = begun(str(ROOT / "tests/native/crowded.rules"))
    assert walk(state, 1) == 12
    played(state, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: Path(path).stem)
def test_other_examples_and_the_gallery(path: str) -> None:
    state = begun(path)
    assert sum(walk(state, seed, 200) for seed in range(5)) > 10
    played(state, range(30))


@pytest.mark.slow
@pytest.mark.parametrize("name, modules", LARGE, ids=lambda part: part if isinstance(part, str) else "_".join(part))
def test_large_games(name: str, modules: tuple[str, ...]) -> None:
    state = begun(name, modules=modules)
    assert sum(walk(state, seed, 400) for seed in range(3)) > 100
    played(state, range(12))


def test_no_difference_is_missed() -> None:
    """What holds the two against each other sees a number where a truth belongs, a list for a tuple, and an answer too many."""
    state = begun("pig")
    for name, value in (("ended", 0), ("winners", []), ("counter", state._data.counter + 1)):
        other = by_python(state)
        setattr(other._data, name, value)
        with pytest.raises(AssertionError):
            same(state, other)
    same(state, by_python(state))
