"""With which controls questions can be answered, told from their options, whatever the game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import jsonschema
import pytest

import rulekit
from rulekit.api import State
from rulekit.api.series import in_a_row
from rulekit.errors import AnswerError
from rulekit.sources.bundled import whole_games
from rulekit.table_view import look
from tests.unit.table_view.test_look import SCHEMA

RULES = Path(__file__).parents[2] / "studio" / "rules" / "controls.rules"


def asked(*answers: str) -> State:
    state = rulekit.load(RULES).new(players=1, seed=1)
    for answer in answers:
        state = state.apply(answer)
    return state


def kinds(state: State) -> list[tuple[str, str, int]]:
    return [(group.kind, group.name, len(group.options)) for group in state.decision.form().groups if group.kind != "list"]


def test_amounts_are_one_control_beside_other_options() -> None:
    menu = asked("2")
    assert kinds(menu) == [("amount", "bid", 9)]
    (bid,) = [group for group in menu.decision.form().groups if group.kind == "amount"]
    assert (bid.roles[0].low, bid.roles[0].high) == (1, 9)
    assert kinds(asked("2", "number")) == [("amount", "", 7)]
    assert kinds(asked()) == [("amount", "", 6)], "what goes where it is stored"


def test_ways_to_pay_are_made_of_amounts() -> None:
    pay = asked("2", "pay")
    (group,) = pay.decision.form().groups
    assert group.kind == "amounts" and group.total is None
    assert [(role.name, role.low, role.high) for role in group.roles] == [("bean", 0, 3), ("coin", 0, 5), ("tucked", 0, 2)]
    assert [part.meaning.amount for part in pay.decision.parts("2 bean + 1 coin")] == [2, 1]
    assert pay.decision.meaning("5 coin").amount is None, "its place among the ways is no amount"
    assert kinds(asked("2", "gift")) == [("amounts", "", 4)]


def test_a_journey_is_asked_for_step_by_step() -> None:
    ride = asked("2", "ride")
    (group,) = ride.decision.form().groups
    assert group.kind == "steps"
    assert [(role.name, role.placed) for role in group.roles] == [("origin", True), ("goal", True), ("seats", False)]
    assert [part.role for part in ride.decision.parts("a1 c2 3")] == ["origin", "goal", "seats"]


def test_a_part_that_another_one_tells_is_not_asked_for() -> None:
    (group,) = rulekit.load("chess").new(seed=1).decision.form().groups
    assert [role.name for role in group.roles] == ["from", "goal"], "which man it is, is told by where it stands"


def test_several_things_at_once_are_members() -> None:
    fill = asked("2", "basket")
    (group,) = fill.decision.form().groups
    assert group.kind == "steps" and group.roles[0].many and group.roles[0].placed
    (part,) = fill.decision.parts("apple, plum")
    assert len(part.members) == 2


def test_picks_and_orders_are_series() -> None:
    two, some, order = (asked("2", name).decision.form().series for name in ("two", "up_to", "order"))
    assert two and (two.kind, two.least, two.most, two.end) == ("several", 2, 2, None)
    assert some and (some.least, some.most) == (0, 3) and some.end == 4
    assert order and (order.kind, order.most) == ("order", 6), "copies are counted"
    then = asked("2", "up_to", "pear").decision.form().series
    assert then and then.most == 2 and len(then.picked) == 1
    assert asked("2", "number").decision.form().series is None


# ---------- several questions answered at once ----------
def named(state: State, zone: str) -> list[str]:
    return sorted(state.table.entities[thing].name for thing in state.data.zones[state.table.zone_number[(zone,)]])


def test_picks_are_answered_at_once_copies_included() -> None:
    start = asked("2", "up_to")
    found = in_a_row(start, ["fig", "pear", "fig"])
    assert len(found) == 3 and named(found[-1], "heap") == ["fig", "fig", "pear"]
    found = in_a_row(start, ["plum", "done"])
    assert named(found[-1], "heap") == ["plum"] and named(start, "heap") == []
    assert in_a_row(start, ["done"])[-1].decision.options[0] == "two"


def test_an_order_is_answered_at_once() -> None:
    found = in_a_row(asked("2", "order"), ["plum", "fig", "apple", "fig", "pear", "fig"])
    heap = found[-1].data.zones[found[-1].table.zone_number[("heap",)]]
    assert [found[-1].table.entities[thing].name for thing in heap] == ["plum", "fig", "apple", "fig", "pear", "fig"]


@pytest.mark.parametrize(
    "answers, picks, said",
    [
        (("two",), ["apple", "pear", "plum"], "at most 2"),
        (("up_to",), ["done", "pear"], "at most 3"),
        (("up_to",), ["apple", "apple"], "cannot be taken together"),
        (("up_to",), ["stone"], "stone"),
        (("number",), ["1", "2"], "takes one answer"),
    ],
)
def test_what_cannot_be_taken_together_is_refused(answers: tuple[str, ...], picks: list[str], said: str) -> None:
    start = asked("2", *answers)
    with pytest.raises(AnswerError, match=said):
        in_a_row(start, picks)


def test_the_table_tells_the_controls_in_words() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for name in ("two", "up_to", "order", "number", "pay", "ride", "basket", "gift"):
        table = look(asked("2", name), 0)
        validator.validate(json.loads(json.dumps(table)))
    decision = look(asked("2", "pay"), 0)["decision"]
    assert decision is not None
    assert [role["label"] for role in decision["form"]["groups"][0]["roles"]] == ["bean", "coin", "tucked coin (Chest)"]
    assert decision["options"][4]["label"] == "2 beans + 1 tucked coin of Chest (1)"


@pytest.mark.parametrize("name", whole_games())
def test_every_option_belongs_to_one_control(name: str) -> None:
    state, rng = rulekit.load(name).new(seed=2), Random(2)
    for _ in range(6):
        if state.over:
            break
        found = [at for group in state.decision.form().groups for at in group.options]
        assert sorted(found) == list(range(len(state.decision.options)))
        state = state.apply(rng.choice(state.decision.options))
