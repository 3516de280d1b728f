"""A failing play becomes an example that fails in the same way when it is pasted into the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.testing.fault import Fault
from rulekit.testing.minimal import minimal_example
from rulekit.testing.search import find
from rulekit.testing.suite import Suite
from rulekit.testing.write_example import Script
from tests.unit.testing.conftest import change

BUGS = {
    "lost card": ("  move c to your hand", "  destroy c"),
    "not done": ("    gain 2 gold\n", '    gain 2 gold\n    todo "the crown"\n'),
    "endless": ("    gain 2 gold\n", "    activate this's used\n"),
    "above the cap": ("resource gold of player [SH-1]", "resource gold of player [SH-1]: cap 3"),
}
MORE = {"above the cap": ("    gain 2 gold\n", "    set your gold to 9\n")}


@pytest.mark.parametrize("bug", BUGS)
def test_round_trip(shop: Path, bug: str) -> None:
    change(shop, *BUGS[bug])
    if bug in MORE:
        change(shop, *MORE[bug])
    script, fault = shrunk(shop)
    assert script.size <= 3, script.text
    failure = pasted(shop, script)
    assert failure is not None and fault.same(failure, script), script.text


@pytest.mark.parametrize("bug", BUGS)
def test_mended_rules_pass_it(shop: Path, bug: str) -> None:
    right = shop.read_text()
    change(shop, *BUGS[bug])
    if bug in MORE:
        change(shop, *MORE[bug])
    script, _ = shrunk(shop)
    shop.write_text(right, encoding="utf-8")
    assert pasted(shop, script) is None


def shrunk(path: Path) -> tuple[Script, Fault]:
    game = Game(path)
    found = find(game, seeds=range(60), counts=game.player_counts)
    assert found is not None
    script = minimal_example(game, found.players, list(found.answers), found.fault, "found by search")
    assert script is not None
    return script, found.fault


def pasted(path: Path, script: Script):  # type: ignore[no-untyped-def]
    """What the example gives when it stands in the file itself."""
    path.write_text(path.read_text() + "\n" + script.text, encoding="utf-8")
    case = next(c for c in Suite(path).cases if c.example.name == "found by search")
    return case.run()


def test_a_play_without_faults_gives_nothing(shop: Path) -> None:
    game = Game(shop)
    assert find(game, seeds=range(10), counts=game.player_counts) is None
