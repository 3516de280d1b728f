"""Changes: amounts within their bounds, things that move, orders that chance has not fixed yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.errors import RunError
from rulekit.program.limits import NUMBER_MAX
from rulekit.runtime.bearers import owner_of
from rulekit.runtime.changes import change_amount, move_thing, perform, put_in_place, settle_order, shuffle_zone
from rulekit.runtime.machine import Machine, Observer
from rulekit.story.event import NOBODY
from rulekit.story.recorder import Recorder
from rulekit.story.sight import Identities
from tests.runtime.tables import ENGINES, amount, give, machine, things, zone

CARDS = "resource vigour of player: cap 2 + your grain\ncard ace: copies 4\ncard king: copies 2\n"


@pytest.fixture(params=ENGINES)
def m(request: pytest.FixtureRequest, tmp_path: Path) -> Machine:
    return machine(tmp_path, request.param, CARDS)


# ---------- amounts ----------
def test_an_amount_stays_within_its_cap_and_floor(m: Machine) -> None:
    assert change_amount(m, "coin", 0, 8) == 8
    assert change_amount(m, "coin", 0, 8) == 2
    assert change_amount(m, "coin", 0, -15) == -10
    assert amount(m, "coin", 0) == 0
    assert amount(m, "coin", 1) == 0


def test_what_has_no_floor_goes_below_nothing(m: Machine) -> None:
    assert change_amount(m, "debt", 0, -3) == -3
    assert amount(m, "debt", 0) == -3


def test_a_cap_may_be_a_formula_of_its_owner(m: Machine) -> None:
    give(m, 0, grain=3)
    assert change_amount(m, "vigour", 0, 9) == 5
    assert change_amount(m, "vigour", 1, 9) == 2


def test_more_than_the_cap_is_kept_but_never_grows(m: Machine) -> None:
    give(m, 0, coin=12)
    assert change_amount(m, "coin", 0, 1) == 0
    assert amount(m, "coin", 0) == 12


def test_a_number_has_its_limits(m: Machine) -> None:
    give(m, 0, grain=NUMBER_MAX)
    with pytest.raises(RunError, match="is no number"):
        change_amount(m, "grain", 0, 1)
    assert amount(m, "grain", 0) == NUMBER_MAX


def test_a_loss_tells_the_gain_that_waits_for_it(m: Machine) -> None:
    give(m, 0, coin=1)
    m.s.stack.append(["@gain", 0, ["lose", 0, ((("coin", 3, None),),), 1, (), None, None, -1, 0]])
    perform(m, ["lose", 0, None, ["coin", 3, None]])
    assert m.s.stack[-1][2][4] == (("coin", 1, None),)


# ---------- places ----------
def test_a_thing_lies_in_one_zone(m: Machine) -> None:
    ace, hand, shown = things(m, "ace")[0], zone(m, "hand", 1), zone(m, "shown")
    box = m.s.where[ace]
    move_thing(m, None, ace, hand)
    assert m.s.zones[hand] == (ace,)
    assert ace not in m.s.zones[box]
    assert (m.s.where[ace], owner_of(m, ace)) == (hand, 1)
    move_thing(m, None, ace, shown)
    assert m.s.zones[hand] == ()
    assert owner_of(m, ace) is None


def test_bottom_and_top(m: Machine) -> None:
    one, two, three = things(m, "ace")[:3]
    shown = zone(m, "shown")
    move_thing(m, None, one, shown)
    move_thing(m, None, two, shown)
    move_thing(m, None, three, shown, "top")
    assert m.s.zones[shown] == (three, one, two)


def test_what_goes_where_not_all_see_turns_face_down(m: Machine) -> None:
    ace = things(m, "ace")[0]
    m.s.up[ace] = True
    move_thing(m, None, ace, zone(m, "shown"))
    assert m.s.up[ace]
    move_thing(m, None, ace, zone(m, "pile"))
    assert not m.s.up[ace]


def test_a_move_is_told_to_those_who_may_know(m: Machine) -> None:
    m.observer = recorder = Recorder(m, 0, (), Identities.none(m.t.players))
    ace = things(m, "ace")[0]
    move_thing(m, None, ace, zone(m, "pile"), told=False)
    move_thing(m, 0, ace, zone(m, "hand", 1), "bottom")
    (told,) = recorder.events
    assert told.value("thing") == ace and told.value("to") == zone(m, "hand", 1)
    seen = {viewer: told.seen_by(viewer) for viewer in (0, 1, NOBODY)}
    assert [event is not None and event.value("thing") for event in seen.values()] == [None, ace, None]


def test_an_observer_is_told_of_every_move(m: Machine) -> None:
    class Seen(Observer):
        def __init__(self) -> None:
            self.moves: list[tuple[int, int]] = []

        def moved(self, thing: int, zone: int) -> None:
            self.moves.append((thing, zone))

    m.observer = seen = Seen()
    aces, shown = tuple(things(m, "ace")), zone(m, "shown")
    for ace in aces:
        move_thing(m, None, ace, shown)
    assert seen.moves == [(ace, shown) for ace in aces]


def test_a_thing_takes_the_place_of_another(m: Machine) -> None:
    one, two, three = things(m, "ace")[:3]
    king, shown, hand = things(m, "king")[0], zone(m, "shown"), zone(m, "hand", 0)
    for ace in (one, two, three):
        move_thing(m, None, ace, shown)
    move_thing(m, None, king, hand)
    put_in_place(m, king, two, True)
    assert (m.s.zones[shown], m.s.zones[hand]) == ((one, king, three), (two,))
    put_in_place(m, two, king, False)
    assert m.s.zones[shown] == (one, two, three)
    assert m.s.where[king] == m.t.box


def test_nothing_takes_the_place_of_what_lies_nowhere(m: Machine) -> None:
    one, two = things(m, "ace")[:2]
    m.s.zones[m.s.where[two]] = tuple(t for t in m.s.zones[m.s.where[two]] if t != two)
    m.s.where[two] = -1
    with pytest.raises(RunError, match="lies nowhere"):
        put_in_place(m, one, two, False)


# ---------- orders ----------
def test_a_shuffled_pile_has_no_order_until_chance_fixes_it(m: Machine) -> None:
    pile, aces = zone(m, "pile"), tuple(things(m, "ace"))
    for ace in aces:
        move_thing(m, None, ace, pile)
    before = m.s.counter
    shuffle_zone(m, pile)
    assert (m.s.mixed[pile], m.s.counter) == (4, before)
    settle_order(m, pile)
    assert (m.s.mixed[pile], m.s.counter) == (0, before + 3)
    assert sorted(m.s.zones[pile]) == sorted(aces)


def test_who_was_shown_a_card_loses_it_in_a_shuffle(m: Machine) -> None:
    pile, aces = zone(m, "pile"), tuple(things(m, "ace"))
    for ace in aces:
        move_thing(m, None, ace, pile)
    king = (things(m, "king")[0], 1)
    m.s.known = tuple(sorted([(aces[0], 1), king]))
    shuffle_zone(m, pile)
    assert m.s.known == (king,)


def test_hidden_places_that_exchange_things_are_one_pool(m: Machine) -> None:
    pile, hand, aces = zone(m, "pile"), zone(m, "hand", 0), things(m, "ace")
    for ace in aces:
        move_thing(m, None, ace, pile)
    assert m.s.pools[pile] != m.s.pools[hand]
    move_thing(m, None, aces[0], hand)
    assert m.s.pools[pile] == m.s.pools[hand]
