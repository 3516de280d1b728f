"""Every invariant of Better Than Gold bites: a position or a rule that breaks it is reported by its title."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.sources.bundled import find_game
from rulekit.testing.example_table import ExampleStopped
from rulekit.testing.examples import Runner, Variants, examples_of

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
    "every word given is kept, has lapsed without a victory, or still binds": ["words_given = 1"],
    "what is promised is at hand, and what can be paid is paid": [],
    "gold is never negative": [],
}
AT_HAND = "what is promised is at hand, and what can be paid is paid"
BINDING = "every word given is kept, has lapsed without a victory, or still binds"


def broken(folder: Path, lines: list[str], rules: str = "import better_than_gold", do: str = "do joris takes_turn") -> set[str]:
    """The titles of the invariants that do not hold where an example from these lines stops."""
    given = "".join(f"\n    {line}" for line in ["players joris, emilie", "setup first_shift", *lines])
    path = folder / "broken.rules"
    text = f'{rules}\n\nexample "broken":\n  given:{given}\n  when:\n    {do}\n    ...\n  then:\n    not game_over\n'
    path.write_text(text, encoding="utf-8")
    variants = Variants(Game(path, engine="interpreted"))
    runner = Runner(next(e for e in examples_of(variants.game) if e.name == "broken"), variants)
    with suppress(ExampleStopped):
        runner.run()
    return {invariant.head.name for invariant in runner.state.broken()}


def test_every_invariant_is_tried() -> None:
    named = {i.head.name for i in Game(RULES).program.invariants}
    assert named == set(POSITIONS)


@pytest.mark.parametrize("title", [title for title, lines in POSITIONS.items() if lines])
def test_a_broken_position_is_reported(title: str, tmp_path: Path) -> None:
    place = ["first_player = joris", "c0_0's occupants = joris's figure"]
    assert title in broken(tmp_path, [*place, *POSITIONS[title]])


def test_gold_below_nothing_is_reported(tmp_path: Path) -> None:
    rules = "import better_than_gold\nreplace resource gold of player: no_floor"
    do = "do joris loses 2 gold\n    do joris takes_turn"
    assert "gold is never negative" in broken(tmp_path, ["c0_0's occupants = joris's figure"], rules, do)


def test_a_card_of_ones_own_breaks_nothing(tmp_path: Path) -> None:
    rules = "import better_than_gold\ntreasure brass_spoon"
    assert broken(tmp_path, ["c0_0's occupants = joris's figure"], rules) == set()


# Joris beats the Blob with the help of Emilie, to whom he has promised something; then he begins a turn.
FIGHT = [
    "c0_0's occupants = joris's figure",
    "c1_0's occupants = blob_tuto",
    "c2_0's occupants = emilie's figure",
    "joris's gold = 2",
    "joris's inventory = triple_stout",
    "equipment_deck = clogs, clogs",
]
# The rules that go wrong, what is promised, what Joris does in the fight, and which invariant sees it.
GOLD = ("promise_gold 2", "ready")
STOUT = ("promise_card triple_stout", "use triple_stout")
FORGETFUL = {
    "nothing is handed over": ("replace to hand_over promise m: nothing", *GOLD, AT_HAND),
    "nothing is owed": ("replace to repay: nothing", *GOLD, AT_HAND),
    "a promise is dropped": ("replace to keep_promises with yesno won: set your promises to {}", *GOLD, BINDING),
    "half is paid": ("replace to count_off promise m by number n: set your debts to {}", *GOLD, BINDING),
    "what is promised is used": ("replace rule word_given:\n  forbid player p falls", *STOUT, AT_HAND),
}


@pytest.mark.parametrize("case", FORGETFUL)
def test_rules_that_forget_a_promise_are_reported(case: str, tmp_path: Path) -> None:
    wrong, promised, then, title = FORGETFUL[case]
    steps = ["do joris attacks blob_tuto", f"joris: {promised}", "joris: enough", "emilie: come c2_0", f"joris: {then}"]
    if then == "ready":
        steps += ["joris: store", "emilie: store", "do joris takes_turn"]
    assert title in broken(tmp_path, FIGHT, f"import better_than_gold\n{wrong}", "\n    ".join(steps))


def test_promises_that_are_kept_break_nothing(tmp_path: Path) -> None:
    steps = ["do joris attacks blob_tuto", "joris: promise_gold 2", "joris: enough", "emilie: come c2_0", "joris: ready"]
    steps += ["joris: store", "emilie: store", "do joris takes_turn"]
    assert broken(tmp_path, FIGHT, do="\n    ".join(steps)) == set()
