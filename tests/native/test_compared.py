"""The same states as printed Python: small games at every decision here, all the others in `make test-all`."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.native.build import printed
from rulekit.native.pool import Declined
from tests.native.compared import begun, needs_compiler, played, walk

ROOT = Path(__file__).parents[2]
SMALL = ("tic_tac_toe", "pig", "kuhn_poker", "rock_paper_scissors", "miniature")
DECLINED = {
    "hill_country": "the function `reachable`",  # of records, whose steps hang on what has been laid
    "iron_roads": "the function `distance`",  # of ways that change, within a formula
    "orchards": "payments that are told",
    "steep_climb": "the resource `camp` of player and column",
}
ALL = [str(path) for folder in ("examples", "gallery") for path in sorted((ROOT / folder).glob("*.rules"))]
OTHERS = [path for path in ALL if Path(path).stem not in (*SMALL, *DECLINED)]
LARGE = (
    ("goldblivion", ()),
    ("goldblivion_solo", ()),
    ("dice_forge", ()),
    ("dice_forge_rebellion", ("goddess",)),
    ("dice_forge_rebellion", ("titans",)),
    ("better_than_gold", ()),
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
def test_which_tables_are_declined() -> None:
    stress = sorted(str(path) for path in (ROOT / "tests/stress/rules").glob("*.rules"))
    found = {}
    for path in (*ALL, *stress):
        state = rulekit.load(path).new()
        try:
            printed(state.table, {})
        except Declined as reason:
            found[Path(path).stem] = str(reason)
    assert found.keys() == DECLINED.keys()
    assert all(reason.startswith(DECLINED[name]) for name, reason in found.items())


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
