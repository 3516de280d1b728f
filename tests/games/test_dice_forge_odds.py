"""The exact odds of a blessing in Dice Forge against `dice_forge_oracle`: 36 outcomes, each with all choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.testing.examples import Runner, Variants
from tests.games.dice_forge_oracle import NAMES, PLAIN, SHIELD, Holding, blessing

EXAMPLE = """import dice_forge_rebellion
game odds: players 2..4
example "odds" [house]:
  given:
    players ann, bob
    {module}
    ann's light's faces = {light}
    ann's dark's faces = {dark}
    bob's light's faces = {across}, gold1, gold1, gold1, gold1, gold1
    bob's light's shown = {across}
    bob's dark's faces = {beside}, gold1, gold1, gold1, glory3, glory3
    bob's dark's shown = {beside}
  when:
    do ann receives_blessing
    ...
  then:
    yes
"""
TITANS = "modules titans\n    t{}'s standing = ann's allegiance\n    t16's standing = bob's allegiance"
TITANS_FROM_16 = "modules titans\n    t16's standing = ann's allegiance, bob's allegiance"


def rolling(folder: Path, light: list[str], dark: list[str], across: list[str], cell: int) -> State:
    """The state in which the two dice are about to be rolled."""
    module = "" if not cell else TITANS_FROM_16 if cell == 16 else TITANS.format(cell)
    path = folder / "odds.rules"
    text = EXAMPLE.format(light=", ".join(light), dark=", ".join(dark), across=across[0], beside=across[1], module=module)
    path.write_text(text.replace("    \n", ""), encoding="utf-8")
    loaded = Game(path)
    runner = Runner(next(e for e in loaded.examples if e.name == "odds"), Variants(loaded))
    runner.run()
    return runner.state


def holding(state: State, cell: int) -> Holding:
    names = NAMES[: 5 if cell else 4]
    have = [state.get(f"first(players)'s {name}") for name in names] + [0] * (5 - len(names))
    place = state.get("first(players)'s rung_of", str)[1:] if cell else 0
    return have[0], have[1], have[2], have[3], have[4], int(place)


def reached(state: State, cell: int) -> frozenset[Holding]:
    """All ends that the players' choices can lead to."""
    if state.decision.kind == "over":
        return frozenset({holding(state, cell)})
    return frozenset().union(*(reached(state.apply(option), cell) for option in state.decision.options))


def distribution(state: State, cell: int, weight: Fraction = Fraction(1)) -> Counter[frozenset[Holding]]:
    found: Counter[frozenset[Holding]] = Counter()
    if state.decision.kind != "chance":
        found[reached(state, cell)] += weight  # type: ignore[assignment]
        return found
    for option in state.decision.options:
        found.update(distribution(state.apply(option), cell, weight * (option.probability or 0)))
    return found


def expected(light: list[str], dark: list[str], across: list[str], cell: int) -> Counter[frozenset[Holding]]:
    found: Counter[frozenset[Holding]] = Counter()
    for one, two in product(light, dark):
        found[blessing(one, two, across, (0, 0, 0, 0, 0, cell))] += Fraction(1, 36)  # type: ignore[assignment]
    return found


DICE = [
    (
        "triple mirror red_shield any1 gold3 sun1",
        "mirror triple yellow_shield gold3_or_glory2 moon1 glory2",
        "sun2 gold4",
        0,
    ),
    (
        "green_shield blue_shield glory1_sun1 any2 mirror ship",
        "triple mirror red_shield one_of_each gold2_moon1 red_boar",
        "mirror moon2",
        0,
    ),
    ("triple gold6 gold1 glory4 moon2 mirror", "triple mirror glory2_moon2 glory3 any1 green_shield", "triple any2", 0),
    (
        "original1 gold3_original blue_chaos yellow_chaos triple gold3",
        "loyal_glory gold2_loyal_glory green_chaos red_misfortune triple one_of_each",
        "gold1 gold1",
        19,
    ),
]


@pytest.mark.parametrize(("light", "dark", "across", "cell"), DICE, ids=["shields", "mirrors", "x3", "titans"])
def test_a_blessing_has_the_odds_calculated_apart(tmp_path: Path, light: str, dark: str, across: str, cell: int) -> None:
    state = rolling(tmp_path, light.split(), dark.split(), across.split(), cell)
    found = distribution(state, cell)
    assert sum(found.values()) == 1
    assert found == expected(light.split(), dark.split(), across.split(), cell)


# ---------- every pair ----------
TITANS_ONLY = [f for f in (*PLAIN, *SHIELD) if f.endswith(("_chaos", "_misfortune", "original", "original1", "loyal_glory"))]
BASE = [*(f for f in (*PLAIN, *SHIELD) if f not in TITANS_ONLY), "mirror"]
BESIDE_TITANS = "gold1 gold6 sun1 moon1 glory3 any1 gold3_or_glory2 one_of_each triple yellow_shield green_shield".split()
# faces of which a player may have one on each die
SEVERAL = "gold1 gold3 gold4 sun1 sun2 moon1 moon2 glory2 glory3 triple mirror ship original1 gold3_original".split()


def groups(faces: list[str]) -> list[list[str]]:
    return [(faces[i : i + 6] + ["gold1"] * 6)[:6] for i in range(0, len(faces), 6)]


def pairs(faces: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Dice that bring every pair of faces together; no face that exists once lies on both."""
    for one, two in product(groups(faces), repeat=2):
        yield one, [face if one != two or face in SEVERAL else "gold1" for face in two]


def same_group(faces: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Pairs of two different faces that `pairs` would need on one die: turned by one, so that each meets the others."""
    for group in groups(faces):
        for face in group:
            yield [face, *["gold1"] * 5], [f if f != face or f in SEVERAL else "gold1" for f in group]


BASE_PAIRS = [*pairs(BASE), *same_group(BASE)]
TITANS_PAIRS = [*pairs(TITANS_ONLY + BESIDE_TITANS), *same_group(TITANS_ONLY + BESIDE_TITANS)]


def test_every_two_faces_are_among_the_pairs() -> None:
    for faces, dice in ((BASE, BASE_PAIRS), (TITANS_ONLY + BESIDE_TITANS, TITANS_PAIRS)):
        met = {frozenset(pair) for light, dark in dice for pair in product(light, dark)}
        single = {frozenset({one, two}) for one, two in product(faces, repeat=2) if one != two or one in SEVERAL}
        assert single <= met


@pytest.mark.slow
@pytest.mark.parametrize("across", [["gold3_or_glory2", "sun2"], ["mirror", "moon2"], ["triple", "gold4"]], ids=lambda a: a[0])
@pytest.mark.parametrize("number", range(len(BASE_PAIRS)))
def test_every_pair_of_faces(tmp_path: Path, number: int, across: list[str]) -> None:
    light, dark = BASE_PAIRS[number]
    assert distribution(rolling(tmp_path, light, dark, across, 0), 0) == expected(light, dark, across, 0)


@pytest.mark.slow
@pytest.mark.parametrize("cell", [1, 12, 16, 19, 25, 31])
@pytest.mark.parametrize("number", range(len(TITANS_PAIRS)))
def test_every_pair_with_the_titans(tmp_path: Path, number: int, cell: int) -> None:
    light, dark = TITANS_PAIRS[number]
    across = ["gold1", "gold1"]
    assert distribution(rolling(tmp_path, light, dark, across, cell), cell) == expected(light, dark, across, cell)
