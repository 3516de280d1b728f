"""Dungeons as authors draw them: sizes, merchants, stairs, and how many may sit down."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.api.setup import map_source, read_map
from rulekit.errors import RulesError, UsageError
from rulekit.sources.bundled import find_game

RULES = find_game("better_than_gold")
MAPS = RULES.parent / "maps"
FIRST_SHIFT = (MAPS / "first_shift.yaml").read_text("utf-8")
DEEP_RENT = (MAPS / "deep_rent.yaml").read_text("utf-8")
# A whole dungeon in eleven by five cells.
SMALL = """map: small
title: Small
players: {min: 2, max: 2}
levels:
  - id: l1
    grid: square
    rows:
      - "ss#...#M.#."
      - "xb+...+..+B"
      - "..#...#..#."
      - "..#...#..#."
      - "..#...#..#."
areas:
  - {id: hall, level: l1, seed: [0, 0], kind_of: entrance}
  - {id: den, level: l1, seed: [3, 0], kind_of: ordinary}
  - {id: shop, level: l1, seed: [8, 0], kind_of: merchant_room}
  - {id: lair, level: l1, seed: [10, 0], kind_of: boss_room}
values:
  boss: hungover_lich
"""


@cache
def game() -> Game:
    return Game(RULES, engine="interpreted")


def codes(folder: Path, text: str) -> set[str]:
    """What the loader says about a map."""
    path = folder / "drawn.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        read_map(game().program, "dungeon", map_source(path))
    except RulesError as refused:
        return {d.code for d in refused.diagnostics}
    return set()


def rows_of(text: str) -> list[str]:
    return [line.strip()[3:-1] for line in text.splitlines() if line.strip().startswith('- "')]


def redrawn(text: str, rows: list[str]) -> str:
    """The map with other rows on its only level."""
    head, rest = text.split("rows:\n", 1)
    return head + "rows:\n" + "".join(f'      - "{row}"\n' for row in rows) + rest[rest.index("areas:") :]


def turned(text: str) -> str:
    """Columns become rows, and the seeds follow."""
    turn = redrawn(text, ["".join(column) for column in zip(*rows_of(text), strict=True)])
    lines = turn.split("\n")
    for number, line in enumerate(lines):
        if "seed: [" in line:
            before, rest = line.split("seed: [")
            at, after = rest.split("]", 1)
            x, y = at.split(", ")
            lines[number] = f"{before}seed: [{y}, {x}]{after}"
    return "\n".join(lines)


def wider(text: str, width: int) -> str:
    """More floor on the right of the small dungeon's last room."""
    return redrawn(text, [row + "." * (width - len(row)) for row in rows_of(text)])


def test_a_dungeon_may_be_smaller_than_its_board(tmp_path: Path) -> None:
    assert codes(tmp_path, SMALL) == set()


def test_the_boards_may_be_turned(tmp_path: Path) -> None:  # BG-015
    assert codes(tmp_path, wider(SMALL, 20)) == set()
    assert codes(tmp_path, turned(wider(SMALL, 20))) == set()


def test_no_level_is_larger_than_a_board(tmp_path: Path) -> None:  # BG-015
    assert codes(tmp_path, wider(SMALL, 21)) == {"RK112"}
    assert codes(tmp_path, turned(wider(SMALL, 21))) == {"RK112"}


def with_levels(count: int, width: int) -> str:
    """The small dungeon with further levels of one room, joined by stairs one after the other."""
    levels, areas = "", ""
    for number in range(2, count + 2):
        rows = "".join(f'      - "{"." * width}"\n' for _ in range(2))
        levels += f"  - id: l{number}\n    grid: square\n    rows:\n{rows}"
        areas += f"  - {{id: attic{number}, level: l{number}, seed: [0, 0], kind_of: ordinary}}\n"
    links = [f"  - {{from: {{level: l{n}, at: [0, 1]}}, to: {{level: l{n + 1}, at: [1, 1]}}}}\n" for n in range(1, count + 1)]
    text = SMALL.replace("areas:\n", levels + "areas:\n").replace("values:", areas + "links:\n" + "".join(links) + "values:")
    return text.replace("from: {level: l1, at: [0, 1]}", "from: {level: l1, at: [4, 0]}")


def test_each_board_is_used_once(tmp_path: Path) -> None:  # BG-015
    assert codes(tmp_path, with_levels(1, 12)) == set()
    assert codes(tmp_path, with_levels(2, 12)) == {"RK112"}  # two boards of squares, three levels
    assert codes(tmp_path, with_levels(1, 20)) == set()
    both = wider(with_levels(1, 20).split("  - id: l2")[0] + "areas:", 20).removesuffix("areas:")
    assert codes(tmp_path, both + "  - id: l2" + with_levels(1, 20).split("  - id: l2")[1]) == {"RK112"}


def test_levels_need_not_be_rectangles(tmp_path: Path) -> None:
    rows = rows_of(SMALL)
    assert codes(tmp_path, redrawn(SMALL, [*rows[:3], "__#...#__#_", "___...____."])) != set()
    assert codes(tmp_path, redrawn(SMALL, [*rows[:3], "_.#...#..#_", "__#..._.._#"])) == set()


def test_two_merchants_and_no_more(tmp_path: Path) -> None:  # BG-017
    second = SMALL.replace("seed: [3, 0], kind_of: ordinary", "seed: [3, 0], kind_of: merchant_room")
    assert codes(tmp_path, second.replace('"ss#...#M.#."', '"ss#M..#M.#."')) == set()
    third = second.replace("kind_of: boss_room", "kind_of: merchant_room")
    assert codes(tmp_path, third) == {"RK109"}


def test_a_merchant_does_not_bar_the_only_way(tmp_path: Path) -> None:
    assert codes(tmp_path, SMALL.replace('"xb+...+..+B"', '"xb+...+M.+B"')) == {"RK118"}
    assert codes(tmp_path, SMALL.replace('"ss#...#M.#."', '"ss#...#MM#."')) == set()


@pytest.mark.parametrize("end", ["[5, 0]", "[5, 2]", "[17, 13]"])
def test_stairs_end_on_floor(end: str, tmp_path: Path) -> None:
    """Not in a wall, a door or the merchant's stall."""
    assert codes(tmp_path, DEEP_RENT.replace("at: [19, 0]", f"at: {end}")) == {"RK115"}


def test_a_room_holds_no_fewer_than_no_finds(tmp_path: Path) -> None:  # BG-046
    printed = "seed: [3, 0], kind_of: ordinary, find_count: {}"
    for count, wanted in (("-3", {"RK106"}), ("0", set()), ("7", set())):
        assert codes(tmp_path, SMALL.replace("seed: [3, 0], kind_of: ordinary", printed.format(count))) == wanted


@pytest.mark.parametrize(("setup", "players"), [("first_shift", 4), ("deep_rent", 2), (None, 5)])
def test_a_map_is_for_those_it_names(setup: str | None, players: int) -> None:
    with pytest.raises(UsageError) as refused:
        game().variant(setup=setup).new(players=players)
    assert f"the map `{setup or 'first_shift'}` is for" in str(refused.value)
    assert f"not {players}; `--setup " in str(refused.value)


def test_without_a_number_the_map_decides() -> None:
    assert len(game().variant(setup="deep_rent").new().players) == 3
    assert game().variant(setup="deep_rent").player_counts == range(3, 6)
    assert game().variant(setup="tea_break").player_counts == range(2, 6)


def test_set_up_files_are_for_those_they_name(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text("setup: evening\ngame: better_than_gold\nplayers: 3\n", encoding="utf-8")
    assert len(game().variant(setup=path).new().players) == 3
    with pytest.raises(UsageError, match="the set-up `evening` is for 3 players, not 2"):
        game().variant(setup=path).new(players=2)


def test_a_map_for_nobody_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "crowd.yaml"
    path.write_text(SMALL.replace("{min: 2, max: 2}", "{min: 7, max: 9}"), encoding="utf-8")
    with pytest.raises(UsageError, match="the map `crowd` is for 7 to 9 players, but better_than_gold is for 2 to 5 players"):
        game().variant(setup=path).new()
