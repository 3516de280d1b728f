"""Every invariant of Better Than Gold bites: a position or a rule that breaks it is reported by its title."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.sources.bundled import find_game
from rulekit.testing.examples import ExampleStopped, Runner, Variants, examples_of

RULES = find_game("better_than_gold")
# What breaks an invariant: the lines of a position, in which Joris then begins a turn.
POSITIONS = {
    "nobody stands in a wall, in a closed door or on the merchant": ["c9_0's occupants = zombie"],
    "one fighter a cell": ["c3_0's occupants = zombie, kobold_intern"],
    "one piece in each place, two hands for a two-handed weapon": ["joris's worn(helmet) = saucepan_helm, antler_cap"],
    "no card leaves the game but the Blob, the boss and the rewards of other bosses": ["underway = yes"],
    "a dwarf is in the dungeon, out of it, or lost in it": ["joris's out = yes", "boss_dead = yes", "underway = yes"],
    "nobody leaves before the boss is dead": ["emilie's out = yes", "underway = yes"],
    "no find card stays unresolved": ["joris's tray = find_chest"],
    "a worn piece fits its place": ["joris's worn(boots) = saucepan_helm"],
    "a promise is kept, or cannot be": ["broken_promises = 1"],
    "gold is never negative": [],
}
COUNTED = "63 equipment cards, 27 treasures, 27 monsters, 18 find cards, and none is lost"


def broken(folder: Path, lines: list[str], rules: str = "import better_than_gold", do: str = "do joris takes_turn") -> set[str]:
    """The titles of the invariants that do not hold where an example from these lines stops."""
    given = "".join(f"\n    {line}" for line in ["players joris, emilie", "setup first_shift", *lines])
    path = folder / "broken.rules"
    text = f'{rules}\n\nexample "broken":\n  given:{given}\n  when:\n    {do}\n    ...\n  then:\n    not game_over\n'
    path.write_text(text, encoding="utf-8")
    variants = Variants(Game(path))
    runner = Runner(next(e for e in examples_of(variants.game) if e.name == "broken"), variants)
    with suppress(ExampleStopped):
        runner.run()
    return {invariant.head.name for invariant in runner.state.broken()}


def test_every_invariant_is_tried() -> None:
    named = {i.head.name for i in Game(RULES).program.invariants}
    assert named == {*POSITIONS, COUNTED}


@pytest.mark.parametrize("title", [title for title, lines in POSITIONS.items() if lines])
def test_a_broken_position_is_reported(title: str, tmp_path: Path) -> None:
    place = ["first_player = joris", "c0_0's occupants = joris's figure"]
    assert title in broken(tmp_path, [*place, *POSITIONS[title]])


def test_gold_below_nothing_is_reported(tmp_path: Path) -> None:
    rules = "import better_than_gold\nreplace resource gold of player: no_floor"
    do = "do joris loses 2 gold\n    do joris takes_turn"
    assert "gold is never negative" in broken(tmp_path, ["c0_0's occupants = joris's figure"], rules, do)


def test_a_card_too_many_is_reported(tmp_path: Path) -> None:
    rules = "import better_than_gold\ntreasure brass_spoon"
    assert COUNTED in broken(tmp_path, ["c0_0's occupants = joris's figure"], rules)


def test_rules_that_forget_a_promise_are_reported(tmp_path: Path) -> None:
    """Handing over is left out: Joris wins with the help of Emilie and keeps the gold."""
    rules = "import better_than_gold\nreplace to hand_over promise m: nothing"
    lines = [
        "c0_0's occupants = joris's figure",
        "c1_0's occupants = blob_tuto",
        "c2_0's occupants = emilie's figure",
        "joris's gold = 2",
        "equipment_deck = clogs, clogs",
    ]
    steps = "do joris attacks blob_tuto, joris: promise_gold 2, emilie: come c2_0, joris: store, emilie: store"
    do = steps.replace(", ", "\n    ") + "\n    do joris takes_turn"
    assert "a promise is kept, or cannot be" in broken(tmp_path, lines, rules, do)
