"""Map, set-up and index files: the real ones load, the broken ones say where."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.boards.map_rules import Limit, MapRules, PlaceRule, Size
from rulekit.boards.maps import MapData, load_map
from rulekit.boards.paths import distance
from rulekit.boards.setups import load_index, load_setup
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from tests.unit.boards.boards_known import MAP_RULES, map_source

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "maps.md"
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
PAGE_RULES = MapRules(
    legend={"#": {"cell": False, "wall": True}, ".": {"floor": True}, "+": {"door": True, "joins": 2}},
    area_fields={"kind": "entrance|room"},
    places={"start": PlaceRule(2), "exit": PlaceRule(1)},
    values={"keeper": "text", "lamps": "list?"},
    link_kinds=("stairs",),
)
ROOM_SIZES = {
    "first_shift": [36, 25, 15, 25, 20, 20, 8, 24],
    "deep_rent": [20, 28, 24, 35, 35, 20, 24, 8, 12, 24, 30, 15, 40],
}


def read(source: Source, rules: MapRules) -> MapData:
    sink = Sink()
    found = load_map(source, rules, sink)
    assert found is not None, sink.found
    return found


def findings(text: str, rules: MapRules = PAGE_RULES) -> list[tuple[str, int, int]]:
    sink = Sink()
    assert load_map(Source("m.yaml", text), rules, sink) is None
    return [(d.code, d.span.line, d.span.column) for d in sink.found]


def broken(old: str, new: str, rules: MapRules = PAGE_RULES) -> list[tuple[str, int, int]]:
    """The findings in the page's map with one change."""
    assert old in EXAMPLES[0]
    return findings(EXAMPLES[0].replace(old, new, 1), rules)


@pytest.mark.parametrize("name", ROOM_SIZES)
def test_real_maps_have_rooms_of_the_known_sizes(name: str) -> None:
    found = read(map_source(name), MAP_RULES)
    assert [len(area.cells) for area in found.areas] == ROOM_SIZES[name]
    floor = sum(fields.get("floor") is True for fields in found.fields)
    assert floor == sum(ROOM_SIZES[name])


@pytest.mark.parametrize(("name", "steps"), [("first_shift", 18), ("deep_rent", 36)])
def test_walk_from_the_start_to_the_guardian(name: str, steps: int) -> None:
    found = read(map_source(name), MAP_RULES)
    board, lair = found.board, found.places["lair"][0]
    stairs = board.links.get("stairs", ((),) * len(board.cells))
    walks = [distance(cell, lair, lambda c: (*board.neighbours[c], *stairs[c])) for cell in found.places["start"]]
    assert min(walk for walk in walks if walk is not None) - 1 == steps


def test_the_example_of_the_page() -> None:
    found = read(Source("m.yaml", EXAMPLES[0]), PAGE_RULES)
    assert found.players == (1, 2)
    assert [area.id for area in found.areas] == ["pantry", "nook", "cave"]
    assert found.areas[0].fields == {"kind": "entrance"}
    assert found.values == {"keeper": "old_bat", "lamps": [2, 3]}
    at = found.board.index
    assert found.places == {"start": (at["upper_c0_0"], at["upper_c0_1"]), "exit": (at["upper_c0_2"],)}
    assert found.board.links["stairs"][at["upper_c5_2"]] == (at["lower_c3_1"],)
    assert found.board.links["stairs"][at["lower_c3_1"]] == (at["upper_c5_2"],)
    assert found.area_of[at["upper_c3_1"]] == -1
    assert found.fields[at["upper_c3_1"]]["door"] is True


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('"...+.."', '"...+."', ("RK110", 9, 15)),
        ('"...+.."', '"..?+.."', ("RK111", 9, 12)),
        ("level: upper, seed: [4, 0]", "level: uper, seed: [4, 0]", ("RK114", 18, 23)),
        ("seed: [4, 0]", "seed: [3, 0]", ("RK115", 18, 36)),
        ("seed: [4, 0]", "seed: [3, 1]", ("RK115", 18, 36)),
        ("seed: [4, 0]", "seed: [6, 0]", ("RK115", 18, 36)),
        ("id: nook", "id: pantry", ("RK113", 18, 10)),
        ("id: lower", "id: upper", ("RK113", 11, 9)),
        ('"...#.."', '"......"', ("RK116", 18, 36)),
        ("kind: stairs", "kind: stair", ("RK114", 21, 78)),
        ("[upper, 0, 1]", "[upper, 0, 9]", ("RK115", 23, 26)),
        ("[upper, 0, 1]", "[0, 1]", ("RK114", 23, 26)),
        ("[upper, 0, 1]", "[upper, 0, 0]", ("RK113", 23, 26)),
        ("[upper, 0, 1]", "[upper, 0, x]", ("RK101", 23, 26)),
        (", [upper, 0, 1]", "", ("RK107", 23, 10)),
        ("start:", "strat:", ("RK114", 23, 3)),
        ("kind: entrance", "kind: hall", ("RK106", 17, 52)),
        (", kind: entrance", "", ("RK106", 17, 5)),
        ("kind: entrance", "kind: entrance, knd: 3", ("RK102", 17, 62)),
        ("keeper: old_bat", "keeper: 3", ("RK106", 26, 11)),
        ("min: 1", "min: 3", ("RK101", 3, 10)),
        ("title: Two Cellars", "titel: Two Cellars", ("RK102", 2, 1)),
        ("grid: hex", "grid: round", ("RK101", 12, 11)),
    ],
)
def test_a_mistake_is_reported_at_its_place(old: str, new: str, wanted: tuple[str, int, int]) -> None:
    found = broken(old, new)
    assert wanted in found
    assert len(found) <= 2  # a misspelt key is both unknown and missing; otherwise one mistake gives one finding


def test_areas_that_run_into_each_other_are_one_finding() -> None:
    assert broken('"...#.."', '"......"') == [("RK116", 18, 36)]


def test_floor_in_no_area() -> None:
    text = EXAMPLES[0].replace("  - {id: nook, level: upper, seed: [4, 0], kind: room}\n", "")
    assert findings(text) == [("RK117", 8, 14)]


def test_area_out_of_reach() -> None:
    lines = [line for line in EXAMPLES[0].split("\n") if not line.startswith(("links:", "  - {from:"))]
    assert findings("\n".join(lines)) == [("RK118", 19, 36)]


def test_a_door_must_join_two_areas() -> None:
    assert broken('"...#.."', '"..+#.."') == [("RK108", 8, 12)]


def test_too_many_of_a_symbol() -> None:
    rules = replace(PAGE_RULES, limits=(Limit("#", 2, "Two walls in the box."),))
    assert findings(EXAMPLES[0], rules) == [("RK119", 15, 10)]


def test_sizes_must_be_allowed_and_are_used_once() -> None:
    rules = replace(PAGE_RULES, sizes=(Size("square", 6, 3),))
    assert findings(EXAMPLES[0], rules) == [("RK112", 14, 7)]
    twice = EXAMPLES[0].replace('"...."', '"......"').replace('"##.."', '"......"')
    twice = twice.replace("grid: hex", "grid: square").replace('"......"\nareas', '"......"\n      - "......"\nareas')
    assert ("RK112", 14, 7) in findings(twice, rules)


def test_one_level_needs_no_level_in_places() -> None:
    text = 'map: m\ntitle: M\nlevels: [{id: l, grid: square, rows: [".."]}]\nplaces: {start: [[0, 0], {at: [1, 0]}]}\n'
    found = read(
        Source("m", text + "areas: [{id: a, level: l, seed: [0, 0]}]"),
        MapRules({".": {"floor": True}}, places={"start": PlaceRule(2)}),
    )
    assert found.board.cells == ("c0_0", "c1_0")


def test_all_mistakes_come_in_one_run() -> None:
    text = (
        EXAMPLES[0].replace("kind: entrance", "kind: hall").replace("keeper: old_bat", "keeper: 3").replace("0, 1]]", "0, 9]]")
    )
    assert {code for code, _, _ in findings(text)} == {"RK106", "RK115"}
    assert len(findings(text)) == 3


def test_set_up_of_the_page() -> None:
    found = load_setup(Source("s.yaml", EXAMPLES[1]), Sink())
    assert found is not None
    assert (found.game, found.modules, found.players) == ("cellars", ("storms",), (1, 2))
    assert (found.options, found.maps) == ({"length": "short", "lamps": 3}, {"house": "maps/two_cellars.yaml"})


@pytest.mark.parametrize(
    "path", ["../x.yaml", "/etc/x.yaml", "a/../x.yaml", "C:\\x.yaml", "x.txt", "http://x/y.yaml", ".x.yaml"]
)
def test_set_up_files_stay_in_their_folder(path: str) -> None:
    sink = Sink()
    assert load_setup(Source("s", f"setup: s\ngame: g\nmaps: {{b: '{path}'}}"), sink) is None
    assert [d.code for d in sink.found] == ["RK101"]


def test_index_of_the_page_and_a_rule_given_twice() -> None:
    found = load_index(Source("i.yaml", EXAMPLES[2]), Sink())
    assert found is not None
    assert [(rule.id, rule.untestable) for rule in found.rules] == [("CE-001", ""), ("CE-002", "it is about people")]
    sink = Sink()
    assert load_index(Source("i.yaml", EXAMPLES[2].replace("CE-002", "CE-001")), sink) is None
    assert [d.code for d in sink.found] == ["RK113"]


SNIPPETS = [
    "",
    " ",
    "#",
    ".",
    "+",
    "[",
    "]",
    "{",
    "}",
    ":",
    "-",
    "\n",
    '"',
    "99",
    "-1",
    "l1",
    "&a ",
    "*a",
    "null",
    "x",
    "é",
    "kind",
    "[[]]",
]


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["first_shift", "page"]),
    st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 6), st.sampled_from(SNIPPETS)), max_size=4),
)
def test_a_mutated_map_gives_a_map_or_diagnostics(name: str, edits: list[tuple[int, int, str]]) -> None:
    text, rules = (EXAMPLES[0], PAGE_RULES) if name == "page" else (map_source(name).text, MAP_RULES)
    for place, cut, put in edits:
        place %= len(text)
        text = text[:place] + put + text[place + cut :]
    sink = Sink()
    found = load_map(Source("m", text), rules, sink)
    assert (found is None) == bool(sink.errors)


@settings(deadline=None)
@given(st.text(max_size=100))
def test_any_text_is_a_file_or_diagnostics(text: str) -> None:
    for load in (load_setup, load_index):
        sink = Sink()
        assert (load(Source("x", text), sink) is None) == bool(sink.errors)
