"""The exact odds of a blessing with half a Golem on a die, beside every face of the base game.

The Golem stands before four chambers that give nothing, so a half is a step, and three beside a x3; all else is what
`dice_forge_oracle` calculates. The two halves together roll the Celestial die: there only the Golem's way is compared.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.testing.examples import Runner, Variants
from tests.games.dice_forge_oracle import blessing
from tests.games.test_dice_forge_odds import BASE, EXAMPLE, groups

MODULE = "modules goddess\n    c30's visitors = ann's golem"
ACROSS = ["gold3_or_glory2", "sun2"]
HALVES = ("moon_half", "sun_half")
Ends = frozenset[tuple[int, ...]]


def rolling(folder: Path, light: list[str], dark: list[str]) -> State:
    path = folder / "odds.rules"
    fill = {"light": ", ".join(light), "dark": ", ".join(dark), "across": ACROSS[0], "beside": ACROSS[1], "module": MODULE}
    path.write_text(EXAMPLE.format(**fill), encoding="utf-8")
    loaded = Game(path)
    runner = Runner(next(e for e in loaded.examples if e.name == "odds"), Variants(loaded))
    runner.run()
    return runner.state


def ends(state: State) -> Ends:
    """What the player may hold at the end, and where the Golem stands."""
    if state.decision.kind != "over":
        return frozenset().union(*(ends(state.apply(option)) for option in state.decision.options))
    held = [state.get(f"first(players)'s {name}") for name in ("gold", "sun", "moon", "glory")]
    room = state.get("golem_room(first(players))", str)
    return frozenset({(*held, int(room[1:]))})


def distribution(state: State, weight: Fraction = Fraction(1)) -> Counter[Ends]:
    found: Counter[Ends] = Counter()
    if state.decision.kind != "chance":
        found[ends(state)] += weight  # type: ignore[assignment]
        return found
    for option in state.decision.options:
        found.update(distribution(state.apply(option), weight * (option.probability or 0)))
    return found


def expected(light: list[str], dark: list[str]) -> Counter[Ends]:
    found: Counter[Ends] = Counter()
    for one, two in product(light, dark):
        halves = [face for face in (one, two) if face in HALVES]
        room = 30 + len(halves) * (3 if "triple" in (one, two) else 1)
        held = blessing(one, two, ACROSS, (0, 0, 0, 0, 0, 0))
        found[frozenset((*h[:4], room) for h in held)] += Fraction(1, 36)  # type: ignore[assignment]
    return found


DICE = [(half, group) for half in HALVES for group in groups(BASE)]


@pytest.mark.parametrize(
    ("half", "group"), [pytest.param(*case, marks=pytest.mark.slow if at else ()) for at, case in enumerate(DICE)]
)
def test_half_a_golem_beside_every_face(tmp_path: Path, half: str, group: list[str]) -> None:
    golem, others = [half, *["gold1"] * 5], group
    found = distribution(rolling(tmp_path, golem, others))
    assert sum(found.values()) == 1
    assert found == expected(golem, others)


def test_both_halves_take_two_steps(tmp_path: Path) -> None:
    """And a third one where the Celestial die lets the player choose a face of his dice: it may be a half again."""
    light, dark = (["moon_half", *["gold1"] * 5], ["sun_half", *["gold1"] * 5])
    rooms: Counter[frozenset[int]] = Counter()
    for found, weight in distribution(rolling(tmp_path, light, dark)).items():
        rooms[frozenset(end[4] for end in found)] += weight
    one = Fraction(1, 36)
    assert rooms == {frozenset({30}): 25 * one, frozenset({31}): 10 * one, frozenset({32, 33}): one}
