"""Events: who answers, in which order, what is replaced and what is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.runtime.changes import move_thing
from rulekit.runtime.events import acting_thing, banned, order_group, queue_abilities, replacements_used
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Question
from rulekit.runtime.scopes import is_used_up, open_scope
from tests.runtime.tables import ENGINES, amount, give, machine, things, zone

WATCHES = """
resource joy of player
card echo: after you gain n grain once per turn: gain n joy
card guard: before you gain grain: gain 1 coin
card miser: instead of you gain n grain: gain n debt
card half: instead of you gain n grain: proceed with n - 1
card wall: forbid you gain joy because "no joy" / "pas de joie"
card loud: copies 2; after player p gains grain: gain 1 coin
"""
GAIN = ["gain", 0, None, ["grain", 3, None]]


@pytest.fixture(params=ENGINES)
def m(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    return machine(tmp_path, request.param, WATCHES)


def hold(m: Machine, design: str, player: int = 0, copy: int = 0) -> int:
    thing = things(m, design)[copy]
    move_thing(m, None, thing, zone(m, "hand", player))
    return thing


def names(m: Machine, timing: str) -> list[str]:
    return [m.t.entities[env[1]].design for _, env in m.answers(list(GAIN), timing)]


def run(m: Machine, event: list[object]) -> Question | None:
    """Carries an event out and all that answers it, up to the question that the game waits at."""
    m.pending = m.stop = None
    m.raise_event(event)
    m.run()
    return m.question()


def test_an_event_that_nobody_answers_is_carried_out_at_once(m: Machine) -> None:
    depth = len(m.s.stack)
    m.raise_event(["gain", 0, None, ["debt", 2, None]])
    run(m, ["gain", 0, None, ["debt", 1, None]])
    assert (amount(m, "debt", 0), len(m.s.stack)) == (3, depth)


def test_abilities_hold_only_where_their_kind_works(m: Machine) -> None:
    assert names(m, "after") == []
    echo = hold(m, "echo")
    assert names(m, "after") == ["echo"]
    move_thing(m, None, echo, zone(m, "shown"))
    assert names(m, "after") == []


def test_you_is_the_one_who_holds_the_card(m: Machine) -> None:
    hold(m, "echo", player=1)
    assert names(m, "after") == []
    run(m, list(GAIN))
    assert (amount(m, "joy", 0), amount(m, "joy", 1)) == (0, 0)


def test_before_the_change_and_after_it(m: Machine) -> None:
    hold(m, "guard")
    hold(m, "echo")
    run(m, list(GAIN))
    assert (amount(m, "grain", 0), amount(m, "coin", 0), amount(m, "joy", 0)) == (3, 1, 3)


def test_once_per_turn(m: Machine) -> None:
    echo = hold(m, "echo")
    run(m, list(GAIN))
    run(m, list(GAIN))
    assert (amount(m, "grain", 0), amount(m, "joy", 0)) == (6, 3)
    watch = m.t.watches["gain", "after"][0]
    assert watch.once is not None
    assert is_used_up(m, watch.once, (watch.number, echo))


def test_a_replacement_stands_for_the_event(m: Machine) -> None:
    hold(m, "miser")
    run(m, list(GAIN))
    assert (amount(m, "grain", 0), amount(m, "debt", 0)) == (0, 3)


def test_a_replaced_event_may_proceed_with_another_amount(m: Machine) -> None:
    hold(m, "half")
    hold(m, "echo")
    run(m, list(GAIN))
    assert (amount(m, "grain", 0), amount(m, "joy", 0)) == (2, 2)


def test_a_ban_stops_the_event_and_is_named(m: Machine) -> None:
    event = ["gain", 0, None, ["joy", 1, None]]
    assert banned(m, event) is None
    hold(m, "wall")
    ban = banned(m, event)
    assert ban is not None
    assert ban.because == ("no joy", "pas de joie")
    run(m, event)
    assert amount(m, "joy", 0) == 0
    assert banned(m, ["gain", 1, None, ["joy", 1, None]]) is None


def test_answers_come_from_the_active_player_on(m: Machine) -> None:
    hold(m, "loud", player=1, copy=0)
    hold(m, "loud", player=0, copy=1)
    assert [env[0] for _, env in m.answers(list(GAIN), "after")] == [0, 1]
    open_scope(m, "turn", "", 1, -1, len(m.s.stack) - 1)
    assert [env[0] for _, env in m.answers(list(GAIN), "after")] == [1, 0]


def test_several_abilities_wait_in_a_row_and_one_begins_at_once(m: Machine) -> None:
    hold(m, "echo")
    hold(m, "loud")
    found = m.answers(list(GAIN), "after")
    depth = len(m.s.stack)
    queue_abilities(m, found)
    assert [frame[0] for frame in m.s.stack[depth:]] == ["@queue"]
    assert [item[0] for item in m.s.stack[-1][2][0]] == [watch.routine for watch, _ in found]
    del m.s.stack[depth:]
    queue_abilities(m, found[1:])
    assert [frame[0] for frame in m.s.stack[depth:]] == ["@queue", found[1][0].routine]
    del m.s.stack[depth:]
    queue_abilities(m, [])
    assert len(m.s.stack) == depth


def test_an_owner_orders_only_what_can_disturb_each_other(m: Machine) -> None:
    watches = {watch.routine: watch for watch in m.program.watches}
    gains = [[path, [0], 0, watch.number, None] for path, watch in watches.items() if watch.timing == "after"]
    assert order_group(m, gains) == [0]  # gains of different resources do not disturb each other
    other = next(watch for watch in watches.values() if watch.timing == "instead" and not watch.writes <= {"+debt"})
    assert order_group(m, [*gains[:1], [other.routine, [0], 0, other.number, None]]) == [0, 1]
    assert order_group(m, [*gains[:1], [other.routine, [1], 1, other.number, None]]) == [0]


def test_what_a_replacement_does_is_not_answered_by_it_again(m: Machine) -> None:
    assert replacements_used(m) == ()
    watch = m.t.watches["gain", "instead"][0]
    m.s.stack += [["@replace", 0, [GAIN, ((watch.number, 7),)]], [watch.routine, 0, [0, 7]]]
    assert replacements_used(m) == ((watch.number, 7),)


def test_the_thing_whose_text_is_carried_out(m: Machine) -> None:
    assert acting_thing(m) is None
    echo = hold(m, "echo")
    path = m.t.watches["gain", "after"][0].routine
    m.s.stack.append([path, 0, [0, echo]])
    assert acting_thing(m) == echo
    m.s.stack += [["@queue", 0, [[]]], [path, 0, [0, None]]]
    assert acting_thing(m) is None


def test_nobody_loses_more_than_there_is(m: Machine) -> None:
    give(m, 0, grain=1)
    run(m, ["lose", 0, None, ["grain", 5, None]])
    assert amount(m, "grain", 0) == 0
