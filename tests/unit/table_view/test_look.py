"""The table for user interfaces: what a viewer may know, and nothing else, whatever the game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import jsonschema
import pytest

import rulekit
from rulekit.api import State
from rulekit.drawing.game_board import addressed_svg
from rulekit.errors import UsageError
from rulekit.table_view import happened, look

SCHEMA = json.loads((Path(rulekit.__file__).parent / "table_view" / "table.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)  # made once: the schema itself is held against its own schema below
GAMES = ("kuhn_poker", "rock_paper_scissors", "miniature", "tic_tac_toe", "pig")


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@cache
def states(name: str, seed: int = 1, most: int = 12) -> list[State]:
    state, rng, found = rulekit.load(name).new(seed=seed), Random(seed), list[State]()
    while not state.over and len(found) < most:
        found.append(state)
        state = state.apply(rng.choice(state.decision.options))
    return [*found, state]


@pytest.mark.parametrize("name", GAMES)
def test_the_schema_holds(name: str) -> None:
    for state in states(name):
        for viewer in (*state.players, None):
            VALIDATOR.validate(json.loads(json.dumps(look(state, viewer, "fr"))))


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_sees_what_it_would_see_in_any_world_that_fits(name: str) -> None:
    for state in states(name):
        for player in state.players:
            mine, other = look(state, player), look(state.resample(player, 3), player)
            del mine["can_undo"], other["can_undo"]
            assert mine == other


def test_identities_last_as_long_as_a_thing_is_in_sight() -> None:
    shown: dict[str, set[int]] = {}
    for state in states("miniature", most=20):
        for zone in look(state, 0)["zones"]:
            if zone["name"] == "market":
                for thing in zone["things"]:
                    assert thing is not None
                    shown.setdefault(f"{thing['name']}", set()).add(thing["id"])
    assert shown
    last = [{thing["id"] for zone in look(s, 0)["zones"] for thing in zone["things"] if thing} for s in states("miniature")]
    assert all(len(ids) > 0 for ids in last)


def test_options_mean_things_in_sight() -> None:
    for state in states("miniature"):
        table = look(state, state.decision.player)
        ids = {thing["id"] for zone in table["zones"] for thing in zone["things"] if thing is not None}
        assert table["decision"] is not None or state.over
        for option in table["decision"]["options"] if table["decision"] is not None else ():
            assert set(option["means"]["things"]) <= ids
            assert option["text"] in [str(o) for o in state.decision.options]


def test_copies_that_are_the_same_are_one_option_with_all_of_them() -> None:
    for state in states("miniature", most=25):
        for option in state.decision.options if not state.over else ():
            means = state.decision.meaning(option)
            names = {state.table.entities[thing].name for thing in means.things}
            assert len(names) <= 1


def test_who_only_watches_is_offered_nothing_and_sees_no_hand() -> None:
    state = states("kuhn_poker")[0]
    table = look(state, None)
    assert table["decision"] is not None and table["decision"]["options"] == [] and table["decision"]["prompt"] == ""
    hands = [zone for zone in table["zones"] if zone["name"] == "hand"]
    assert hands and all(thing is None for zone in hands for thing in zone["things"])
    assert [zone["layout"] for zone in table["zones"]] == ["stack", "fan", "fan"]


def test_a_board_has_its_geometry_and_cells_have_ids() -> None:
    state = rulekit.load("tic_tac_toe").new()
    (board,) = look(state, 0)["boards"]
    assert len(board["cells"]) == 9 and len({tuple(cell["at"]) for cell in board["cells"]}) == 9
    assert ("a1", "b1") not in board["edges"] or ("b1", "a1") in board["edges"]
    svg = addressed_svg(state.table, "grid")
    assert all(f'id="cell-{cell["name"]}"' in svg for cell in board["cells"])


def test_a_player_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no player"):
        look(rulekit.load("pig").new(), 7)


def test_refusals_are_data_in_each_language() -> None:
    for state in states("miniature", most=25):
        for refusal in state.decision.refusals if not state.over else ():
            assert refusal.text.startswith(refusal.name) and refusal.reason("en") and refusal.reason("fr")


def test_what_has_gone_on_means_nothing_any_more() -> None:
    state = rulekit.load("miniature").new(seed=1)
    decision = state.decision
    option = decision.options[0]
    assert decision.prompt
    state.play(option)
    with pytest.raises(UsageError, match="gone on"):
        decision.meaning("no such thing")


def test_marks_say_what_is_kept_of_a_cell_and_whose_it_is() -> None:
    state = rulekit.load("othello").new()
    marks = {mark["cell"]: mark for mark in look(state, 0)["marks"]}
    assert {cell: mark["player"] for cell, mark in marks.items()} == {"e4": 0, "d5": 0, "d4": 1, "e5": 1}
    stones = look(rulekit.load("kalah").new(), 0)["marks"]
    assert [mark["number"] for mark in stones] == [4] * 12 and {mark["label"] for mark in stones} == {"stones"}


def test_dice_show_the_face_that_lies_up() -> None:
    state = rulekit.load("dice_forge").new(2, seed=1)
    dice = look(state, None)["dice"]
    assert [die["owner"] for die in dice] == [0, 1, 0, 1] and all(len(die["faces"]) == len(die["ids"]) == 6 for die in dice)
    shown = [die["names"][die["shown"]] for die in dice if die["shown"] is not None]
    assert shown == ["gold1", "sun1", "glory2", "gold1"], "what the blessings of the first turn have rolled"


def test_fog_lies_where_nobody_has_been() -> None:
    state = rulekit.load("better_than_gold", engine="interpreted").new(2, seed=1)
    table = look(state, None)
    cells = {cell["name"] for board in table["boards"] for cell in board["cells"]}
    assert {fog["cell"] for fog in table["fog"]} < cells and all(fog["label"] for fog in table["fog"])
    table["boards"][0]["cells"].clear()
    assert look(state, None)["boards"][0]["cells"], "what was handed out is no cache"


def test_what_has_happened_names_things_as_the_viewer_does() -> None:
    *_, state = states("miniature", most=12)
    for viewer in (*state.players, None):
        events = happened(state, viewer)
        assert [event["number"] for event in events] == list(range(len(events)))
        assert happened(state, viewer, 5) == events[5:]
        moves = [event for event in events if event["kind"] == "move"]
        zones = {zone["id"] for zone in look(state, viewer)["zones"]}
        assert moves and all(event["end"] in zones for event in moves if event["end"] is not None)
    hidden = [event for event in happened(state, None) if event["kind"] == "move" and None in event["things"]]
    assert hidden, "what is drawn unseen moves without a name"


def test_happened_names_cells() -> None:
    state = rulekit.load("othello").new().apply("f5")
    assert {cell for event in happened(state, None) for cell in event["cells"]} >= {"f5", "e5"}


def test_happened_tells_what_was_gained_paid_and_rolled() -> None:
    state = rulekit.load("pig").new(seed=1).apply("roll").apply("hold")
    events = happened(state, 0)
    assert [(event["dice"], event["amount"]) for event in events if event["kind"] == "dice"] == [("1d6", 5)]
    assert [change for event in events for change in event["changes"]] == [
        {"name": "points", "player": 0, "thing": None, "by": 5}
    ]
    paid = [change for state in states("miniature", most=25) for event in happened(state, 0) for change in event["changes"]]
    assert any(change["name"] == "coins" and change["by"] < 0 and change["player"] is not None for change in paid)


FARMS = """\
game farms: players 2

values crop: rye
kind plot is cell
kind hut
hut shack
board yard of plot: square 2, 1

zone farm of plot, player: holds hut
resource hay of plot, player "hay"
var dug of player, plot "dug": yesno = no
var rain of plot, crop "rain": number = 0

to play_game:
  let p = last(players)
  gain 3 hay(yard_2_1, p)
  set p's dug(yard_1_1) to yes
  set yard_1_1's rain(rye) to 2
  move shack to yard_2_1's farm(p)
  p chooses number n in 1..2
  end game
"""


def test_what_is_of_a_player_and_a_cell_is_told_with_the_player(tmp_path: Path) -> None:
    path = tmp_path / "farms.rules"
    path.write_text(FARMS)
    table = json.loads(json.dumps(look(rulekit.load(path).new(seed=1), 0)))
    told = {value["name"]: (value["owner"], value["of"]) for value in table["values"]}
    assert told == {
        "hay": (1, ["player2", "yard_2_1"]),
        "dug": (1, ["player2", "yard_1_1"]),
        "rain": (None, ["yard_1_1", "rye"]),
    }
    farm = next(zone for zone in table["zones"] if zone["name"] == "farm" and zone["count"])
    assert (farm["owner"], farm["home"], farm["cell"]) == (1, "player", "yard_2_1")
    VALIDATOR.validate(table)
