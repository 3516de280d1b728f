"""Pictures of boards and effects."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.api import load
from rulekit.cli.main import main
from rulekit.drawing.game_board import cell_notes, cell_values, junctions
from rulekit.explain.effects import Effect, effects, part_of
from rulekit.explain.effects_drawing import effects_svg, grouped, shown
from rulekit.explain.effects_layout import GAP, lay_out

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
    drawn, listed = capsys.readouterr().out.split("\n\n")
    assert drawn.splitlines() == ["   +>p2+", "p1-+   ++>p3", "   +----+"]
    assert listed == "p1 -> p2, p3 : Start\np2 -> p3 : gain a fish\np3\n"


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
    assert {"the way out", "a door", "a wall", "x", "+"} <= set(words)
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


@settings(deadline=None)
@given(
    st.integers(1, 14).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n)),
    st.integers(20, 150),
)
def test_boxes_never_touch_and_arrows_pass_between_them(links: list[list[int]], wide: int) -> None:
    sizes = [(float(wide + 7 * at), 20.0) for at in range(len(links))]
    found = lay_out(tuple(tuple(dict.fromkeys(b for b in targets if b != a)) for a, targets in enumerate(links)), sizes)
    boxes = [(x - sizes[at][0] / 2, x + sizes[at][0] / 2, y) for at, (x, y) in found.places.items()]
    for at, (left, right, y) in enumerate(boxes):
        assert all(y != oy or right <= oleft or oright <= left for oleft, oright, oy in boxes[:at])
        assert all(py != y or not left < px < right for way in found.ways.values() for px, py in way)
        assert left >= 0 and right <= found.width + 0.01
    assert all(found.places[a][1] < found.places[b][1] for a, b in found.ways)


@pytest.mark.parametrize(
    ("args", "most"),
    [
        (["goldblivion", "--effects"], 1800),
        (["better_than_gold", "--effects"], 3400),
        (["dice_forge", "--effects"], 1800),
        (["dice_forge_rebellion", "--module", "goddess", "labyrinth"], 1800),
        (["dice_forge_rebellion", "--module", "titans", "track"], 1300),
    ],
)
def test_pictures_of_the_games_keep_a_readable_size(args: list[str], most: int, capsys: Capture) -> None:
    assert main(["graph", *args]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert float(root.attrib["width"]) <= most
    sizes = [float(e.attrib["font-size"]) for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert min(sizes) >= 9


def test_junctions_and_repeated_cells_stand_out(capsys: Capture) -> None:
    board = load("dice_forge_rebellion", modules=["goddess"])
    table = board.table(2)
    assert sorted(table.boards["labyrinth"].cells[cell] for cell in junctions(table.boards["labyrinth"])) == [
        "c1", "c16", "c19", "c2", "c4", "c6",
    ]  # fmt: skip
    assert main(["graph", "dice_forge_rebellion", "--module", "goddess", "labyrinth"]) == 0
    assert {"several ways on", "Celestial die", "Treasure room"} <= set(texts(capsys.readouterr().out))


def test_what_belongs_to_a_cell_is_written_in_it(capsys: Capture) -> None:
    assert main(["graph", "dice_forge", "islands"]) == 0
    assert {"1 moon on the left", "1 moon on the right", "5 suns and 5 moons"} <= set(texts(capsys.readouterr().out))


def test_a_read_only_folder_is_one_sentence(
    ponds: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.replace", refuse)
    assert main(["graph", ponds, "-o", str(tmp_path / "x.svg")]) == 2
    assert capsys.readouterr().err == f"rulekit: `{tmp_path / 'x.svg'}` cannot be written: permission denied\n"


def test_effect_graph_is_a_picture(ponds: str, capsys: Capture) -> None:
    assert main(["graph", ponds, "--effects"]) == 0
    assert {"Tim, Tom", "feed", "dusk", "night"} <= set(texts(capsys.readouterr().out))


def test_the_same_picture_every_time(ponds: str, capsys: Capture) -> None:
    pictures = []
    for _ in range(2):
        main(["graph", ponds, "--effects"])
        pictures.append(capsys.readouterr().out)
    assert pictures[0] == pictures[1]


def test_a_routine_belongs_to_the_part_it_is_written_in() -> None:
    assert part_of("kind/frog/called") == "kind:frog"
    assert part_of("define/x") == ""


def test_a_picture_is_an_svg_and_nothing_else(ponds: str, tmp_path: Path, capsys: Capture) -> None:
    place = tmp_path / "lake.png"
    assert main(["graph", ponds, "-o", str(place)]) == 2
    assert capsys.readouterr().err == f"rulekit: `{place}`: pictures are written as SVG; give a name that ends in `.svg`\n"
    assert not place.exists()
    assert main(["graph", "pig"]) == 2
    assert capsys.readouterr().err == "rulekit: pig has no boards to draw; `--effects` draws who triggers whom\n"


def test_links_are_listed_by_their_labels(capsys: Capture) -> None:
    assert main(["graph", "dice_forge_rebellion", "track", "--module", "titans", "--text"]) == 0
    out = capsys.readouterr().out
    assert "t1 -> way toward Loyalty: t3; special path toward Loyalty: t2" in out and "to_loyalty" not in out


@pytest.mark.parametrize(
    ("lang", "forge", "tie"), [("en", "forge a face over", "between players"), ("fr", "forger une face", "des joueurs")]
)
def test_a_verb_is_drawn_with_the_sorts_of_things_it_takes(lang: str, forge: str, tie: str) -> None:
    assert forge in " ".join(texts(effects_svg(load("dice_forge").program, lang)))
    assert tie in " ".join(texts(effects_svg(load("better_than_gold").program, lang)))


def test_a_game_in_which_nothing_triggers_anything_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "tic_tac_toe", "--effects"]) == 2
    assert capsys.readouterr().err == "rulekit: in tic_tac_toe no verb or thing triggers another: there is nothing to draw\n"


def test_the_legend_of_effects_explains_only_what_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "goldblivion", "--effects"]) == 0
    drawn = capsys.readouterr().out
    assert ">does it<" in drawn and ">thing<" in drawn
    assert ">before it<" not in drawn and ">rule<" not in drawn


def test_no_empty_strip_is_left_between_parts_of_an_effect_graph() -> None:
    wide = (60.0, 20.0)
    layout = lay_out(((1,), (), (3,), (), (5, 6, 7, 8), (), (), (), ()), [wide] * 9)
    ends = sorted((x - 30, x + 30) for x, _ in layout.places.values())
    reach = ends[0][1]
    for left, right in ends:
        assert left - reach <= 2 * GAP
        reach = max(reach, right)
