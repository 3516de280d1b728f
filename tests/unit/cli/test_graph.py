"""Pictures of boards and effects."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from rulekit.api import load
from rulekit.boards.draw_game import cell_notes, cell_values
from rulekit.cli.main import main
from rulekit.effects import Effect, effects, part_of
from rulekit.effects_draw import columns, grouped, shown

Capture = pytest.CaptureFixture[str]

GAME = """\
game ponds "Ponds": players 2
values water "water": deep "deep", low "shallow"
kind pond is cell:
  field water: water
  link next: list of pond
board lake of pond "Lake":
  cell p1 -> p2, p3 "Start": water deep
  cell p2 -> p3 "gain a fish": water low
  cell p3: water low
resource fish of player
to play_game: end game
to feed: gain 1 fish
moment dusk
kind frog:
  power called
frog tim: when called: feed
frog tom: when called: feed
frog old: when called: dusk
rule night:
  after player p dusks: p feeds
  forbid player p feeds where p's fish > 3
"""


@pytest.fixture
def ponds(tmp_path: Path) -> str:
    path = tmp_path / "ponds.rules"
    path.write_text(GAME)
    return str(path)


def texts(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_board_with_labels_and_a_legend(ponds: str, capsys: Capture) -> None:
    assert main(["graph", ponds, "lake"]) == 0
    words = texts(capsys.readouterr().out)
    assert {"p1", "Start", "p2", "gain a fish", "p3", "deep", "shallow"} <= set(words)


def test_the_only_board_needs_no_name_and_goes_to_a_file(ponds: str, tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "lake.svg"
    assert main(["graph", ponds, "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"{target} is written\n"
    ElementTree.parse(target)


def test_a_board_as_text(ponds: str, capsys: Capture) -> None:
    assert main(["graph", ponds, "lake", "--text"]) == 0
    assert capsys.readouterr().out == "p1 -> p2, p3 : Start\np2 -> p3 : gain a fish\np3\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [(["lak"], "there is no board `lak`; did you mean `lake`?"), (["sea"], "there is no board `sea`; ponds has: lake")],
)
def test_an_unknown_board_is_one_sentence(ponds: str, args: list[str], sentence: str, capsys: Capture) -> None:
    assert main(["graph", ponds, *args]) == 2
    assert capsys.readouterr().err == f"rulekit: {sentence}\n"


def test_a_place_that_cannot_be_written_is_one_sentence(ponds: str, capsys: Capture) -> None:
    assert main(["graph", ponds, "-o", "/nowhere/x.svg"]) == 2
    assert capsys.readouterr().err == "rulekit: `/nowhere/x.svg` cannot be written: no such file or directory\n"


def test_notes_and_values_come_from_the_declarations(ponds: str) -> None:
    table = load(ponds).table(2)
    assert cell_notes(table, "lake", "en") == {0: ["Start"], 1: ["gain a fish"]}
    assert cell_values(table, "lake") == {0: "deep", 1: "low", 2: "low"}


def test_a_map_explains_its_symbols_but_not_plain_ground(capsys: Capture) -> None:
    assert main(["graph", "better_than_gold", "--setup", "tea_break"]) == 0
    words = texts(capsys.readouterr().out)
    assert "x way out" in words and "+ door" in words and "x" in words
    assert "." not in words


def test_effects_say_who_does_and_who_answers(ponds: str) -> None:
    found = effects(load(ponds).program)
    assert Effect("thing:tim", "does", "verb:feed") in found
    assert Effect("verb:dusk", "after", "rule:night") in found
    assert Effect("rule:night", "does", "verb:feed") in found
    assert Effect("verb:feed", "forbid", "rule:night") in found


def test_things_with_equal_arrows_share_a_box(ponds: str) -> None:
    boxes, _ = grouped(shown(load(ponds).program))
    assert ("thing:tim", "thing:tom") in [box.parts for box in boxes]
    assert ("thing:old",) in [box.parts for box in boxes]


def test_columns_run_with_the_arrows() -> None:
    assert columns(((1,), (2,), (), (2,))) == [[0], [1, 3], [2]]


def test_effect_graph_is_a_picture(ponds: str, capsys: Capture) -> None:
    assert main(["graph", ponds, "--effects"]) == 0
    assert {"tim, tom", "feed", "dusk", "night"} <= set(texts(capsys.readouterr().out))


def test_the_same_picture_every_time(ponds: str, capsys: Capture) -> None:
    pictures = []
    for _ in range(2):
        main(["graph", ponds, "--effects"])
        pictures.append(capsys.readouterr().out)
    assert pictures[0] == pictures[1]


def test_a_routine_belongs_to_the_part_it_is_written_in() -> None:
    assert part_of("kind/frog/called") == "kind:frog"
    assert part_of("define/x") == ""
