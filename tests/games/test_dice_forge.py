"""Dice Forge and Rebellion against figures from outside the rules files: components, set-ups, boards, sets of one's own."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
import yaml

from rulekit.api import Game, State
from rulekit.api.query import evaluate
from rulekit.cli.main import main
from rulekit.simulate import simulate
from rulekit.sources.bundled import find_game
from tests.games.dice_forge_box import ALTERNATIVE, BASE, GODDESS, TITANS, game, table_of

GAMES = find_game("dice_forge").parent
SETUPS = sorted(path for path in (GAMES / "setups").glob("*.yaml") if "game: dice_forge" in path.read_text(encoding="utf-8"))


# ---------- components ----------
@pytest.mark.parametrize(("module", "more"), [("", ""), ("goddess", GODDESS), ("titans", TITANS)])
def test_every_set_has_its_slot_and_glory(module: str, more: str) -> None:
    wanted = table_of(",".join(t for t in (BASE, ALTERNATIVE, more) if t))
    state = game(module).new(players=2)
    found = {}
    for card in evaluate(state, "all(exploit)"):
        entity = state.table.entities[card]
        place = state.machine.field(card, "place")
        found[entity.design] = (state.table.entities[place].design, state.machine.field(card, "worth"))
    assert found == wanted


def test_the_boxes_hold_so_many_sets() -> None:
    assert [len(table_of(text)) for text in (BASE, ALTERNATIVE, GODDESS, TITANS)] == [24, 20, 4, 6]


BOX = [  # with four players; DF-003, DF-004
    ("dice_forge", "size(all(exploit))", 24 * 4),
    ("dice_forge", "size(all(die))", 8),
    ("dice_forge", "size(sanctuary)", 40),
    ("dice_forge", "size(gardens)", 20),
    ("dice_forge", "size(players' dice_faces)", 48),
    ("dice_forge", "size(all(cerberus_token))", 4),
    ("dice_forge", "size(all(triton_token))", 4),
    ("dice_forge", "size(all(hammer))", 4),
    ("dice_forge", "size(all(hero))", 4),
    ("dice_forge", "size(islands) + size(all(slot))", 7 + 15),
    ("", "size(all(exploit))", 44 * 4),
    ("", "size(celestial's faces)", 6),
    ("", "size(all(sceptre)) + size(all(companion))", 4 + 4),
    ("goddess", "size(all(exploit))", 48 * 4),
    ("goddess", "size(forest)", 8),
    ("goddess", "count(face f in players' dice_faces where f is moon_half)", 4),
    ("goddess", "size(all(golem))", 4),
    ("goddess", "size(all(treasure))", 3),
    ("titans", "size(all(exploit))", 50 * 4),
    ("titans", "size(forest)", 12),
    ("titans", "count(face f in players' dice_faces where f is original1 or f is loyal_glory)", 8),
    ("titans", "size(all(allegiance))", 4),
    ("titans", "size(all(memory_token))", 8),
]


@pytest.mark.parametrize(("module", "what", "count"), BOX, ids=[f"{module or 'rebellion'}: {what}" for module, what, _ in BOX])
def test_the_boxes_are_complete(module: str, what: str, count: int) -> None:
    assert game(module).new(players=4).get(what) == count


POOLS = {"pool2_gold": 2, "pool2_moon": 2, "pool3_gold": 3, "pool3_sun": 3, "pool4": 4, "pool5": 5, "pool6": 6}
POOLS |= {"pool8_sun": 8, "pool8_glory": 8, "pool12": 12}


@pytest.mark.parametrize(("players", "faces"), [(2, 2), (3, 4), (4, 4)])
def test_the_pools_hold_faces_by_the_number_of_players(players: int, faces: int) -> None:
    state = game("dice_forge").new(players=players)
    assert {pool: (state.get(f"{pool}'s price"), state.get(f"size({pool}'s stock)")) for pool in POOLS} == {
        pool: (price, faces) for pool, price in POOLS.items()
    }


def test_seven_set_ups() -> None:
    assert len(SETUPS) == 7


@pytest.mark.parametrize("path", SETUPS, ids=lambda p: p.stem)
def test_set_ups_fill_every_slot_once(path: Path) -> None:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    state = Game(GAMES / f"{data['game']}.rules", setup=path).new(players=3)
    assert state.get("every(size(s's pile) == 3 for slot s in all(slot))")
    assert len(data["options"]["sets"]) == 15


# ---------- what is refused ----------
FIRST = "hammer chest silver_hind satyrs ferryman helmet cancer hydra elder wild_spirits owl minotaur gorgon"
FIRST += " mirror_of_the_abyss sphinx"
MISTAKES = [
    (
        "two sets of one slot",
        ["--option", "sets=" + ",".join([*FIRST.split(), "boar"])],
        "exactly one set of its cost; not so: m4",
    ),
    ("a set of another cost", ["--option", "sets=" + FIRST.replace("sphinx", "boar").replace(" ", ",")], "not so: m4, f7"),
    (
        "no set of the module",
        ["--module", "goddess", "--option", "sets=" + FIRST.replace(" ", ",")],
        "not so: moon_golem, great",
    ),
    ("a slip", ["--option", "sets=hamer"], "did you mean `hammer`?"),
]


@pytest.mark.parametrize(("arguments", "told"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES])
def test_a_wrong_choice_of_sets_is_refused_in_one_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "dice_forge_rebellion", "--auto", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and len(error.splitlines()) == 1


def test_the_modules_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "dice_forge_rebellion", "--auto", "--module", "goddess", "--module", "titans"]) == 1
    error = capsys.readouterr().err
    assert "`goddess` and `titans` cannot be played together" in error and "help: choose one" in error
    assert "1 error" in error


# ---------- boards ----------
def numbered(graph: nx.DiGraph[str], degree: str) -> list[int]:
    """The cells with more than one way out, or in."""
    return sorted(int(node[1:]) for node, count in getattr(graph, degree)() if count > 1)


def test_the_labyrinth() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph(game("goddess").board("labyrinth").graph)
    lengths = [len(path) - 1 for path in nx.all_simple_paths(graph, "c1", "c36")]
    assert (len(graph), graph.number_of_edges(), len(lengths), min(lengths), max(lengths)) == (36, 42, 8, 18, 24)
    assert numbered(graph, "out_degree") == [1, 2, 4, 6, 16, 19]
    assert numbered(graph, "in_degree") == [9, 10, 12, 13]
    assert nx.is_directed_acyclic_graph(graph)
    assert nx.immediate_dominators(graph, "c1")["c36"] == "c35" and "c13" in nx.shortest_path(graph, "c1", "c36")
    assert all("c13" in path for path in nx.all_simple_paths(graph, "c1", "c36"))


def walk(state: State, start: int, step: str, count: int) -> list[int]:
    at, found = f"t{start}", []
    for _ in range(count):
        cell = state.get(f"{step}({at})")
        if cell is None:
            break
        at = cell
        found.append(int(at[1:]))
    return found


def test_the_track_of_the_titans() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph(game("titans").board("track").graph)
    assert len(graph) == 31 and nx.is_strongly_connected(graph)
    state = game("titans").new(players=2)
    assert walk(state, 16, "rebel_step", 13) == [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 1]
    assert walk(state, 16, "loyal_step", 20) == list(range(17, 32))
    assert walk(state, 31, "rebel_step", 5) == [29, 27, 26, 25, 24]
    assert walk(state, 1, "loyal_step", 6) == [2, 3, 4, 5, 6, 7]


def test_special_paths_and_zones_of_the_track() -> None:
    state = game("titans").new(players=2)
    blue = state.get("{c for rung c in track where c's special_to_rebellion is not none or c's special_to_loyalty is not none}")
    assert set(blue) == {"t1", "t2", "t4", "t5", "t29", "t31"}
    sizes = [
        state.get(f"count(rung c in track where c's sector == {zone})") for zone in "reb2 reb1 neutral loy1 loy2 loy3".split()
    ]
    assert sizes == [8, 4, 7, 3, 3, 6]


@pytest.mark.parametrize(("module", "board"), [("goddess", "labyrinth"), ("titans", "track")])
def test_the_boards_are_drawn(module: str, board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "board.svg"
    assert main(["graph", "dice_forge_rebellion", board, "--module", module, "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert all(label in text for label in (("Start", "Goddess") if module == "goddess" else ("-25", "Start, 0")))


# ---------- a set of one's own ----------
def own_set(folder: Path) -> Path:
    """The file shown in the docs, as a reader would type it."""
    page = (GAMES.parent / "docs" / "games" / "dice_forge.md").read_text(encoding="utf-8")
    path = folder / "my_forge.rules"
    path.write_text(page.split("```rules\n")[1].split("```")[0], encoding="utf-8")
    return path


def test_the_set_shown_in_the_docs_plays(tmp_path: Path) -> None:
    sets = [name if name != "companion" else "gardener" for name in game("goddess").new(players=2).get("sets")]
    loaded = Game(own_set(tmp_path), ("goddess", "gardeners"), {"sets": sets})
    report = simulate(loaded, games=2, players=2, invariants=True)
    assert not report.errors and not report.unfinished
    assert loaded.new(players=2).get("first(m2's pile) is gardener and size(labyrinth) == 37 and size(gardens) == 24")
