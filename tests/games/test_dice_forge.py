"""Dice Forge and Rebellion against figures from outside the rules files: components, boards, and the odds of a blessing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
import yaml

from rulekit.api import Game, State
from rulekit.bundled import find_game
from rulekit.interpreter.chance import draw
from rulekit.simulate import simulate
from rulekit.testing_examples import Runner, Variants

GAMES = find_game("dice_forge").parent
BASE = """hammer m1 0, chest m2 2, silver_hind m3 2, satyrs m4 6, ferryman m5 12, helmet m6 4, cancer m7 8, hydra m8 26,
elder f1 0, wild_spirits f2 2, owl f3 4, minotaur f4 8, gorgon f5 14, mirror_of_the_abyss f6 10, sphinx f7 10,
great_bear m3 2, boar m4 4, cerberus m5 6, sentinel m7 6, typhon m8 16, celestial_ship f3 4, guardian_shield
f4 6, triton f5 8, cyclops f7 8"""
ALTERNATIVE = """twins m1 2, sceptre m1 2, companion m2 2, celestial_die m4 6, wind m4 6, mists m5 6, ancestor m5 6, right_hand
m7 10, eternal_night m7 8, tree f1 2, merchant f1 2, wood_nymph f2 2, light_card f4 8, goldsmith f5 4,
omniscient f5 8, trident f6 12, eternal_fire f7 10, left_hand f7 8, first_titan m8 20, goddess_card m8 18"""
GODDESS = "moon_golem m3 2, great_golem m6 8, sun_golem f3 4, time_golem f4 4"
TITANS = "memory m2 2, oracle m3 0, chaos m6 8, dogged f2 2, guardian f3 4, misfortune f6 10"


def game(*modules: str) -> Game:
    return Game(GAMES / "dice_forge_rebellion.rules", modules)


def table_of(text: str) -> dict[str, tuple[str, int]]:
    rows = (row.split() for row in text.replace("\n", " ").split(","))
    return {name: (slot, int(glory)) for name, slot, glory in rows}


# ---------- components ----------
@pytest.mark.parametrize(("modules", "more"), [((), ""), (("goddess",), GODDESS), (("titans",), TITANS)])
def test_every_set_has_its_slot_and_glory(modules: tuple[str, ...], more: str) -> None:
    wanted = table_of(",".join(t for t in (BASE, ALTERNATIVE, more) if t))
    state = game(*modules).new(players=2)
    found = {}
    for card in state.get("all(exploit)"):
        entity = state.table.entities[card]
        place = state.machine.field(card, "place")
        found[entity.design] = (state.table.entities[place].design, state.machine.field(card, "worth"))
    assert found == wanted


def test_sixty_faces_in_the_temple_and_twenty_in_the_forest_of_each_module() -> None:
    base = Game(GAMES / "dice_forge.rules").new(players=4)
    assert base.get("size(sanctuary) + size(gardens)") == 60
    assert game("goddess").new(players=4).get("size(forest)") + game("titans").new(players=4).get("size(forest)") == 20


@pytest.mark.parametrize("path", sorted((GAMES / "setups").glob("*.yaml")), ids=lambda p: p.stem)
def test_set_ups_fill_every_slot_once(path: Path) -> None:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not str(data.get("game", "")).startswith("dice_forge"):
        pytest.skip("a set-up of another game")
    state = Game(GAMES / f"{data['game']}.rules", setup=path).new(players=3)
    assert state.get("every(size(s's pile) == 3 for slot s in all(slot))")
    assert len(data["options"]["sets"]) == 15


# ---------- boards ----------
def test_the_labyrinth() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph(game("goddess").board("labyrinth").graph)
    names = {graph.nodes[node].get("name", node): node for node in graph}
    lengths = [len(path) - 1 for path in nx.all_simple_paths(graph, names["c1"], names["c36"])]
    assert (len(graph), graph.number_of_edges(), len(lengths), min(lengths), max(lengths)) == (36, 42, 8, 18, 24)
    junctions = sorted(int(name[1:]) for name, node in names.items() if graph.out_degree(node) > 1)
    assert junctions == [1, 2, 4, 6, 16, 19]
    assert sorted(int(name[1:]) for name, node in names.items() if graph.in_degree(node) > 1) == [9, 10, 12, 13]
    assert nx.is_directed_acyclic_graph(graph)


def walk(state: State, start: int, step: str, count: int) -> list[int]:
    at, found = f"t{start}", []
    for _ in range(count):
        cell = state.get(f"{step}({at})")
        if cell is None:
            break
        at = state.table.entities[cell].name
        found.append(int(at[1:]))
    return found


def test_the_track_of_the_titans() -> None:
    state = game("titans").new(players=2)
    assert state.get("size(track)") == 31
    assert walk(state, 16, "rebel_step", 13) == [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 1]
    assert walk(state, 16, "loyal_step", 20) == list(range(17, 32))
    assert walk(state, 31, "rebel_step", 5) == [29, 27, 26, 25, 24]
    assert walk(state, 1, "loyal_step", 6) == [2, 3, 4, 5, 6, 7]


# ---------- the odds of a blessing, calculated apart ----------
Gain = tuple[int, ...]  # gold, sun, moon, glory
ONE: dict[str, tuple[Gain, ...]] = {
    "gold1": ((1, 0, 0, 0),),
    "gold3": ((3, 0, 0, 0),),
    "gold4": ((4, 0, 0, 0),),
    "gold6": ((6, 0, 0, 0),),
    "sun1": ((0, 1, 0, 0),),
    "sun2": ((0, 2, 0, 0),),
    "moon1": ((0, 0, 1, 0),),
    "moon2": ((0, 0, 2, 0),),
    "glory2": ((0, 0, 0, 2),),
    "glory3": ((0, 0, 0, 3),),
    "glory4": ((0, 0, 0, 4),),
    "glory1_sun1": ((0, 1, 0, 1),),
    "gold2_moon1": ((2, 0, 1, 0),),
    "glory2_moon2": ((0, 0, 2, 2),),
    "one_of_each": ((1, 1, 1, 1),),
    "any1": ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0)),
    "any2": ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0)),
    "gold3_or_glory2": ((3, 0, 0, 0), (0, 0, 0, 2)),
    "red_boar": ((0, 1, 0, 0), (0, 0, 1, 0)),
    "ship": ((0, 0, 0, 0),),
    "triple": ((0, 0, 0, 0),),
}
SHIELD = {
    "red_shield": (1, (0, 2, 0, 0)),
    "blue_shield": (2, (0, 0, 2, 0)),
    "yellow_shield": (0, (3, 0, 0, 0)),
    "green_shield": (3, (0, 0, 0, 3)),
}
RICH = (0, 0, 0, 5)
CAPS = (12, 6, 6, 10**6)
FACES = [*ONE, *SHIELD, "mirror"]
SEVERAL = "gold1 gold3 gold4 sun1 sun2 moon1 moon2 glory2 triple mirror ship".split()  # may lie on both dice


def add(*gains: Gain) -> Gain:
    return tuple(min(sum(parts), cap) for parts, cap in zip(zip(*gains, strict=True), CAPS, strict=True))


def times(gain: Gain, factor: int) -> Gain:
    return tuple(factor * part for part in gain)


def readings(face: str, own: list[str], across: list[str]) -> list[str]:
    if face != "mirror":
        return [face]
    seen = [f for f in across + (own if "mirror" in across else []) if f != "mirror"]
    return seen or ["nothing"]


def after(first: str, second: str) -> Iterator[Gain]:
    """What both faces give together if the first is applied first; plain faces always come before shields."""
    factor = [3 if other == "triple" else 1 for other in (second, first)]
    for a in given(first, factor[0], None):
        for b in given(second, factor[1], a):
            yield add(a, b)


def given(face: str, factor: int, before: Gain | None) -> Iterator[Gain]:
    if face in SHIELD:
        wanted, poor = SHIELD[face]
        yield times(RICH if before is not None and before[wanted] else poor, factor)
    else:
        for gain in ONE.get(face, ((0, 0, 0, 0),)):
            yield times(gain, factor)


def blessing(one: str, two: str, across: list[str]) -> frozenset[Gain]:
    """All that a player may end with after rolling these two faces, from an empty reserve."""
    found: set[Gain] = set()
    for a, b in product(readings(one, [one, two], across), readings(two, [one, two], across)):
        if (a in SHIELD) == (b in SHIELD):
            found |= {*after(a, b), *after(b, a)}
        else:
            found |= set(after(b, a) if a in SHIELD else after(a, b))
    return frozenset(found)


EXAMPLE = """import dice_forge
game odds: players 2..4
example "odds" [house]:
  given:
    players ann, bob
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


def rolling(folder: Path, light: list[str], dark: list[str], across: list[str]) -> State:
    """The state in which the two dice are about to be rolled."""
    path = folder / "odds.rules"
    text = EXAMPLE.format(light=", ".join(light), dark=", ".join(dark), across=across[0], beside=across[1])
    path.write_text(text, encoding="utf-8")
    loaded = Game(path)
    runner = Runner(next(e for e in loaded.examples if e.name == "odds"), Variants(loaded))
    runner.run()
    return runner.state


def reached(state: State) -> frozenset[Gain]:
    """All ends that the player's choices can lead to."""
    if state.decision.kind == "over":
        return frozenset({tuple(state.get(f"first(players)'s {r}") for r in ("gold", "sun", "moon", "glory"))})
    return frozenset().union(*(reached(state.apply(option)) for option in state.decision.options))


def distribution(state: State, weight: Fraction = Fraction(1)) -> Counter[frozenset[Gain]]:
    found: Counter[frozenset[Gain]] = Counter()
    if state.decision.kind != "chance":
        found[reached(state)] += weight  # type: ignore[assignment]
        return found
    for option in state.decision.options:
        found.update(distribution(state.apply(option), weight * (option.probability or 0)))
    return found


def expected(light: list[str], dark: list[str], across: list[str]) -> Counter[frozenset[Gain]]:
    found: Counter[frozenset[Gain]] = Counter()
    for one, two in product(light, dark):
        found[blessing(one, two, across)] += Fraction(1, 36)  # type: ignore[assignment]
    return found


DICE = [
    (
        "triple mirror red_shield any1 gold3 sun1".split(),
        "mirror triple yellow_shield gold3_or_glory2 moon1 glory2".split(),
        ["sun2", "gold4"],
    ),
    (
        "green_shield blue_shield glory1_sun1 any2 mirror ship".split(),
        "triple mirror red_shield one_of_each gold2_moon1 red_boar".split(),
        ["mirror", "moon2"],
    ),
    (
        "triple gold6 gold1 glory4 moon2 mirror".split(),
        "triple mirror glory2_moon2 glory3 any1 green_shield".split(),
        ["triple", "any2"],
    ),
]


@pytest.mark.parametrize(("light", "dark", "across"), DICE)
def test_a_blessing_has_the_odds_calculated_apart(tmp_path: Path, light: list[str], dark: list[str], across: list[str]) -> None:
    found = distribution(rolling(tmp_path, light, dark, across))
    assert sum(found.values()) == 1
    assert found == expected(light, dark, across)


def _pairs() -> Iterator[tuple[list[str], list[str]]]:
    """Dice that bring every pair of faces together; no face that exists once lies on both."""
    groups = [FACES[i : i + 6] for i in range(0, len(FACES), 6)]
    for one, two in product(groups, groups):
        if one is two:
            two = [f if f in SEVERAL else "gold1" for f in one]
        yield one + ["gold1"] * (6 - len(one)), two + ["gold1"] * (6 - len(two))


@pytest.mark.slow
@pytest.mark.parametrize(("light", "dark"), list(_pairs()), ids=lambda faces: faces[0])
@pytest.mark.parametrize("across", [["gold3_or_glory2", "sun2"], ["mirror", "moon2"], ["triple", "gold4"]], ids=lambda a: a[0])
def test_every_pair_of_faces(tmp_path: Path, light: list[str], dark: list[str], across: list[str]) -> None:
    assert distribution(rolling(tmp_path, light, dark, across)) == expected(light, dark, across)


# ---------- random games with random sets ----------
def some_sets(loaded: Game, seed: int) -> list[str]:
    """A legal choice of sets: those of the module, and one at random for every other slot."""
    by_slot: dict[str, list[str]] = {}
    for name, (slot, _) in table_of(",".join((BASE, ALTERNATIVE))).items():
        by_slot.setdefault(slot, []).append(name)
    module = {"goddess": GODDESS, "titans": TITANS}.get("".join(loaded.modules), "")
    fixed = {slot: name for name, (slot, _) in table_of(module).items()} if module else {}
    return [fixed.get(slot) or names[draw(seed, n, len(names))] for n, (slot, names) in enumerate(sorted(by_slot.items()))]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("module", ["", "goddess", "titans"])
def test_random_games_with_random_sets_run_to_their_end(module: str, players: int) -> None:
    loaded = game(*(m for m in (module,) if m))
    for seed in range(10):
        loaded.setting.options["sets"] = some_sets(loaded, seed)
        loaded._tables.clear()
        report = simulate(loaded, games=1, players=players, seed=seed, invariants=True)
        assert not report.errors, (report.errors[0].message, seed, loaded.setting.options["sets"])
        assert not report.unfinished and not report.nobody


# ---------- a set of one's own ----------
def test_the_set_shown_in_the_docs_plays(tmp_path: Path) -> None:
    page = (GAMES.parent / "docs" / "games" / "dice_forge.md").read_text(encoding="utf-8")
    path = tmp_path / "my_forge.rules"
    path.write_text(page.split("```rules\n")[1].split("```")[0], encoding="utf-8")
    sets = [name if name != "companion" else "gardener" for name in game("goddess").new(players=2).get("sets")]
    loaded = Game(path, ("goddess", "gardeners"), {"sets": sets})
    report = simulate(loaded, games=2, players=2, invariants=True)
    assert not report.errors and not report.unfinished
    assert loaded.new(players=2).get("first(m2's pile) is gardener and size(labyrinth) == 37 and size(gardens) == 24")


# ---------- deep inside ----------
NEST = ["verb/perform", "verb/receive_blessing", "verb/settle", "verb/enter", "verb/roll_celestial"]


def nested(loaded: Game) -> State:
    """A Celestial roll inside a labyrinth move inside a blessing inside an ousting, met by random players."""
    for seed in range(60):
        state, number = loaded.new(players=3, seed=seed), 0
        while not state.over:
            places = [path for path, *_ in state.data.stack]
            at = [places.index(path) if path in places else -1 for path in NEST]
            if -1 not in at and at == sorted(at):
                return state
            assert state.question is not None
            state.play(draw(~seed, number, len(state.question.choices)))
            number += 1
    raise AssertionError("no such state was met")


def test_a_game_is_saved_and_resumed_deep_inside() -> None:
    here = nested(game("goddess"))
    there = game("goddess").from_json(here.to_json())
    number = 0
    while not here.over and number < 60:
        assert here.decision == there.decision
        answer = draw(7, number, len(here.decision.options))
        here.play(answer)
        there.play(answer)
        number += 1
    assert here.to_json() == there.to_json()
