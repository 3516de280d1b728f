"""Better Than Gold against what examples cannot show: figures from outside, refused maps and tables, saves in mid-fight."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulekit.api import Game, State
from rulekit.api.setup import map_rules
from rulekit.cli.main import main
from rulekit.errors import RulesError, UsageError
from rulekit.program.types import is_kind
from rulekit.runtime.chance import draw
from rulekit.simulate import simulate
from rulekit.sources.bundled import find_game
from rulekit.testing.elsewhere import Job, go, go_elsewhere
from tests.sizes import some

RULES = find_game("better_than_gold")
FIRST_SHIFT = (RULES.parent / "maps" / "first_shift.yaml").read_text(encoding="utf-8")
BOX = {
    "weapon": 18,
    "armour": 18,
    "consumable": 27,
    "treasure": 27,
    "monster": 27,
    "find": 18,
    "chest": 6,
    "stair": 5,
    "character": 5,
}
# Rooms of the two dungeons of the digest: cells and find cards.
ROOMS = {
    "first_shift": """great_hall 36 4, boss_den 25 3, west_cell 15 2, mess_room 25 3, east_store 20 2, gatehouse 20 2,
    broom_closet 8 1, bazaar 24 3""",
    "deep_rent": """archive 20 2, long_gallery 28 3, stairwell 24 3, dormitory 35 4, workshop 35 4, cold_larder 20 2,
    porch 24 3, cupboard 8 1, scullery 12 2, market 24 3, hex_landing 30 3, hex_vault 15 2, lair 40 4""",
}


def test_the_box_holds_what_the_rulebook_lists() -> None:
    program = Game(RULES).program
    found = Counter(
        {kind: sum(d.copies for d in program.designs.values() if is_kind(d.kind, kind, program.parents)) for kind in BOX}
    )
    assert found == BOX


def test_every_card_has_a_source_and_two_labels() -> None:
    program = Game(RULES).program
    cards = [d.head for d in program.designs.values() if not d.board]
    assert [h.name for h in cards if not h.tags or len(h.labels) != 2] == []


@pytest.mark.parametrize("name", ROOMS)
def test_rooms_have_the_size_of_the_model(name: str) -> None:
    state = Game(RULES, setup=name).new(players=3)
    rooms = {room: (int(size), int(finds)) for room, size, finds in (row.split() for row in ROOMS[name].split(","))}
    assert {room: (state.get(f"size({room}'s cells)"), state.get(f"find_cards_for({room})")) for room in rooms} == rooms


@pytest.mark.parametrize("players", [1, 6])
def test_one_and_six_players_are_refused(players: int) -> None:  # DT-42
    with pytest.raises(UsageError):
        Game(RULES).new(players=players)


# What is changed in First Shift, and the code, line and column of what the loader says then.
BROKEN = {
    "23 doors": ('"...#.....######"', '"++++++++++++++#"', "RK119", 23, 15),
    "a room that is not closed": ('"...+.....+....."', '".........+....."', "RK116", 29, 60),
    "a boss whom nobody can reach": ('".........+..B.."', '".........#..B.."', "RK118", 27, 62),
    "an unknown symbol": ('"x.b..#..#......"', '"x?b..#..#......"', "RK111", 22, 11),
    "a row too short": ('"x.b..#..#......"', '"x.b..#..#....."', "RK110", 22, 24),
    "an unknown kind of room": ("kind_of: entrance", "kind_of: pantry", "RK106", 31, 78),
    "two start rooms": ("seed: [6, 11], kind_of: ordinary", "seed: [6, 11], kind_of: entrance", "RK109", 32, 66),
    "no start room": ("kind_of: entrance", "kind_of: ordinary", "RK109", 26, 3),
    "a start outside of the entrance": ('".sss.#..#......"', '".sss.#.s#......"', "RK109", 21, 17),
    "two bosses": ('"x.b..#..#......"', '"x.b..#.B#......"', "RK119", 22, 17),
    "too few places for three dwarves": ("sss", "..s", "RK119", 10, 7),
    "no merchant": ("MM", "..", "RK119", 10, 7),
    "a boss whom nobody knows": ("boss: legless_flying_spider", "boss: spider", "RK106", 35, 9),
    "a value that the rules do not know": ("boss: legless_flying_spider", "bos: legless_flying_spider", "RK102", 35, 3),
}


@pytest.mark.parametrize("case", BROKEN)
def test_maps_that_the_box_or_the_rules_forbid_are_refused(case: str, tmp_path: Path) -> None:  # DT-43
    old, new, *wanted = BROKEN[case]
    assert old in FIRST_SHIFT
    path = tmp_path / "broken.yaml"
    path.write_text(FIRST_SHIFT.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        Game(RULES, setup=path).new(players=2)
    assert wanted in [[d.code, d.span.line, d.span.column] for d in refused.value.diagnostics]


def test_a_dungeon_may_use_just_what_the_box_holds() -> None:  # BG-014, BG-016, BG-045
    """The figures that the maps of the game never come near."""
    rules = map_rules(Game(RULES).program, "dungeon")
    most = {limit.symbol: limit.most for limit in rules.limits if limit.most is not None}
    least = {limit.symbol: limit.least for limit in rules.limits if limit.least}
    assert rules.pieces == {"#": {1: 14, 2: 36, 3: 3, 4: 8, 5: 6}}
    assert sum(length * number for length, number in rules.pieces["#"].items()) == most["#"]
    assert most == {"+": 22, "#": 157, "b": 1, "B": 1}
    assert least == {"x": 1, "b": 1, "M": 1, "B": 1}
    assert rules.most_links == 2


def test_no_more_cells_of_wall_than_the_box_holds(tmp_path: Path) -> None:  # DT-43, BG-016
    """First Shift has 42 of the 157; the last one too many is named."""
    head, rows = FIRST_SHIFT.split("rows:", 1)
    path = tmp_path / "walls.yaml"
    path.write_text(head + "rows:" + rows.replace(".", "#", 116), encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        Game(RULES, setup=path).new(players=2)
    assert [(d.code, d.span.line, d.span.column) for d in refused.value.diagnostics] == [("RK119", 24, 18)]


@pytest.mark.parametrize(("rows", "fits"), [((0, 2), False), ((0,), True)])
def test_single_walls_are_counted_too(rows: tuple[int, ...], fits: bool, tmp_path: Path) -> None:  # DT-43, BG-016
    """The box holds 14 walls of one cell; First Shift needs 5 of them, and these pillars stand alone."""
    lines = FIRST_SHIFT.split("\n")
    for row in rows:
        lines[9 + row] = lines[9 + row].replace("........", "#.#.#.#.")
        lines[10 + row] = lines[10 + row].replace(".........", ".#.#.#.#.")
    path = tmp_path / "pillars.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        Game(RULES, setup=path).new(players=2)
    assert ("RK120" in {d.code for d in refused.value.diagnostics}) is not fits


# A game with every die and card chosen: Joris finds a chest in a chest, then fights with help that he has promised gold for.
CHEST_IN_CHEST = """borgnar, hilda, clogs, triple_stout, scutum, 5, 2, c1_13, c2_11, open_door c2_10, find_chest, find_treasure,
c2_9, c0_5, heap_of_gold, roll, 2, walk c2_9, open_chest c2_9, heap_of_gold, find_chest"""
PROMISED_HELP = f"{CHEST_IN_CHEST}, c2_8, stop, stop, roll, 3, walk c2_11, attack blob_tuto, promise_gold 3, enough"


# What the helper may say: come, stay out, or ask for the two gold pieces that are left of five.
ANSWERS = ["come c2_13", "come c1_12", "come c3_12", "stay_out", *(f"ask_gold {n}" for n in range(1, 3))]
ANSWERS += ["ask_for chest_treasure", "ask_for boss_reward", "ask_for help_back"]


@pytest.mark.parametrize(
    ("answers", "inside", "options"),
    [
        (CHEST_IN_CHEST, ["verb/open_chest", "find/find_chest/unpacked", "verb/place_chest"], ["c2_8", "c1_9"]),
        (PROMISED_HELP, ["verb/attack", "verb/ask_for_help", "verb/answer_call"], ANSWERS),
    ],
)
def test_a_new_process_goes_on_inside_a_chest_or_a_fight(answers: str, inside: list[str], options: list[str]) -> None:
    """Byte for byte: the save read and saved again, and the end of other ways to go on."""
    game = Game(RULES, engine="interpreted")
    state = game.new(players=2, seed=1, chance="ask")
    for answer in answers.replace("\n", " ").split(", "):
        state = state.apply(answer)
    assert [path for path, *_ in state.data.stack][-len(inside) :] == inside
    assert sorted(o.text for o in state.decision.options) == sorted(options)
    save = state.to_json()
    jobs = [Job(picks, save) for picks in ((), (0,) * 12, (1, 2, 3, 5, 7, 11, 13, 17), (3, 3, 3, 3, 3, 3))]
    here = [go(game, job) for job in jobs]
    assert here[0] == save
    assert len(set(here)) == len(jobs)
    assert go_elsewhere(game, jobs) == here


def test_saves_of_a_game_resume_with_the_same_future() -> None:
    game = Game(RULES, options={"longest_game": 4}, setup="tea_break")
    state = game.new(players=3, seed=5)
    for step in range(60):
        if state.over:
            break
        state.play(draw(5, step, len(state.decision.options)))
        if step % some(12, 4):
            continue
        again: State = game.from_json(state.to_json())
        assert again == state
        assert [o.text for o in again.decision.options] == [o.text for o in state.decision.options]


@pytest.mark.parametrize(("name", "players"), [("first_shift", 2), ("deep_rent", 5), ("tea_break", 4)])
def test_random_games_keep_the_invariants(name: str, players: int) -> None:
    game, games = Game(RULES, setup=name, options={"longest_game": some(2, 6)}), some(1, 2)
    report = simulate(game, games=games, players=players, seed=11, invariants=True)
    assert (report.games, report.errors, report.unfinished) == (games, [], 0)


def test_a_level_can_be_drawn_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Rooms by name, doors, and where the stairs lead."""
    assert main(["graph", "better_than_gold", "l1", "--setup", str(RULES.parent / "maps" / "deep_rent.yaml")]) == 0
    drawn = capsys.readouterr().out
    assert ">stairwell<" in drawn
    assert ">a door<" in drawn
    assert ">→ l2<" in drawn
    assert ">lair<" not in drawn
    assert main(["graph", "better_than_gold", "l2", "--setup", "deep_rent", "--text"]) == 0
    assert capsys.readouterr().out.splitlines()[5] == " # # + # # # # + # #"
    assert main(["graph", "better_than_gold", "l3", "--setup", "deep_rent"]) == 2
