"""Pictures: valid, the same each time, with everything in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.boards import Board, graph_board
from rulekit.boards.layers import arrange
from rulekit.boards.maps import MapData, load_map
from rulekit.drawing.board import board_svg, board_text
from rulekit.drawing.characters import graph_lines
from rulekit.drawing.map_file import map_svg, map_text, place_letters
from rulekit.sources.diagnostics import Sink
from tests.unit.boards.boards_known import MAP_RULES, TERRITORY_ROWS, labyrinth, map_source, territory, track

SVG = "{http://www.w3.org/2000/svg}"


def a_map(name: str) -> MapData:
    found = load_map(map_source(name), MAP_RULES, Sink())
    assert found is not None
    return found


@pytest.mark.parametrize("make", [territory, labyrinth, track])
def test_pictures_are_valid_and_never_change(make: Callable[[], Board]) -> None:
    board = make()
    drawn = board_svg(board)
    assert drawn == board_svg(make())
    words = [node.text for node in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    assert set(board.cells) <= set(words)


def test_hexes_are_hexes_and_marks_are_drawn() -> None:
    root = ElementTree.fromstring(board_svg(territory()))
    drawn = [node for node in root.iter(f"{SVG}polygon") if len(node.attrib["points"].split()) == 6]
    assert len(drawn) == 12 + 6
    assert "water" in [node.text for node in root.iter(f"{SVG}text")]


def test_each_edge_of_the_labyrinth_is_one_arrow() -> None:
    root = ElementTree.fromstring(board_svg(labyrinth()))
    assert len([n for n in root.iter(f"{SVG}path") if "marker-end" in n.attrib]) == 42


def test_text_is_escaped() -> None:
    board = graph_board("<&>", ["a"], {"next": []})
    drawn = board_svg(board, {0: "<b>&\x00\ud800"}, {0: ["]]>", '"']}, {0: '"red"'}, legend={"<": "&"})
    words = [node.text for node in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    assert "<b>&" in words


def test_notes_make_room() -> None:
    small, large = board_svg(labyrinth()), board_svg(labyrinth(), notes={0: ["a long note about this cell"]})
    width = [float(ElementTree.fromstring(svg).attrib["width"]) for svg in (small, large)]
    assert width[0] < width[1]


@pytest.mark.parametrize("name", ["first_shift", "deep_rent"])
def test_maps_are_drawn_with_their_areas(name: str) -> None:
    data = a_map(name)
    words = [node.text for node in ElementTree.fromstring(map_svg(data)).iter(f"{SVG}text")]
    assert {area.id.replace("_", " ") for area in data.areas} <= set(words)


def test_a_map_as_text_is_its_rows() -> None:
    data = a_map("first_shift")
    assert place_letters(data) == {"start": "S", "exit": "E", "tutorial": "T", "shop": "H", "lair": "L"}
    assert map_text(data).split("\n")[10:14] == ["##+####+####+##", ".SSS.#..#......", "E.T..#..#......", "ESSS.+..+...HH."]


def test_hex_text_is_what_was_written() -> None:
    assert board_text(territory()).rstrip("\n").split("\n") == TERRITORY_ROWS


def test_graphs_as_lists() -> None:
    assert board_text(labyrinth()).startswith("c1 -> c2, c9, c14\nc2 -> c3, c9\n")
    assert "t3 -> loyal: t4; rebel: t1\n" in board_text(track())
    assert board_text(labyrinth()).endswith("c36\n")


def test_the_labyrinth_in_characters() -> None:
    """Ways from different cells never share a turn: c6 leads to c12, c7 does not."""
    board = labyrinth()
    lines = graph_lines(board, dict(enumerate(board.cells)), len, 76, fancy=True)
    assert lines[:4] == [
        "                                        ┌▶c7 ──┐",
        "                            ┌▶c5 ──▶c6 ─┤      └▶c8 ───────────────────┐",
        "          ┌▶c2 ─┬▶c3 ──▶c4 ─┤           └──────┐                       │",
        "          │     │           │                ┌┬┴▶c12──────────────────┬┴▶c13",
    ]
    assert graph_lines(board, dict(enumerate(board.cells)), len, 60, fancy=True) == []


def test_a_drawing_in_characters_shows_every_cell_once() -> None:
    for board in (labyrinth(), track()):
        text = "\n".join(graph_lines(board, dict(enumerate(board.cells)), len, 120, fancy=False))
        assert sorted(re.findall(r"[a-z]\d+", text)) == sorted(board.cells)
        heads = text.count(">") + text.count("<") + len(re.findall(r"(?<=[ \n])v(?=[ \n])", text))
        assert heads >= len(board.cells) - 1


def test_a_track_is_a_snake() -> None:
    board = track()
    steps = zip(board.positions, board.positions[1:], strict=False)
    assert {abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in steps} == {1.0}


@settings(deadline=None)
@given(
    st.integers(0, 12).flatmap(lambda n: st.lists(st.lists(st.integers(0, max(0, n - 1)), max_size=3), min_size=n, max_size=n))
)
def test_no_two_cells_of_a_graph_lie_on_each_other(links: list[list[int]]) -> None:
    targets = tuple(tuple(dict.fromkeys(cells)) for cells in links)
    places = arrange(targets).positions
    assert len(places) == len(links)
    assert all(abs(ax - bx) > 0.5 or abs(ay - by) > 0.5 for i, (ax, ay) in enumerate(places) for bx, by in places[:i])
    names = [f"c{i}" for i in range(len(links))]
    board = graph_board("g", names, {"next": [(names[a], names[b]) for a, cells in enumerate(targets) for b in cells]})
    ElementTree.fromstring(board_svg(board))
    board_text(board)
    drawn = "\n".join(graph_lines(board, dict(enumerate(names)), len, 10_000, fancy=False))
    assert not drawn or sorted(re.findall(r"c\d+", drawn)) == sorted(names)
