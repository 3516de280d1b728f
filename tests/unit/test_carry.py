"""A position under other rules: carried over where it fits, and refused with a reason where it does not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.api.carry import carry
from rulekit.sources import files
from rulekit.sources.bundled import bundled_games, whole_games

TEXT = """
game stall "Stall": players 2

kind card:
  works in hand
resource coin of player "coin|coins"
var luck of player: number = 0
zone deck "Deck": holds card; seen by nobody
zone hand of player "Hand": holds card; seen by owner
zone shelf "Shelf": holds card

card pear "Pear": copies 3
card nut "Nut": copies 2

rule thrift:
  after player p gains n coin once per turn: p gains 1 coin

to play_game:
  move all(pear) to deck then shuffle deck
  cycle player p in players:
    turn of p:
      menu:
        option take "Take": take_card
        option earn "Earn": gain 2 coin
        option stop "Stop": end turn

to take_card:
  choose number n in 1..2
  draw n from deck to your hand
  gain n coin
"""


def game(folder: Path, text: str, name: str = "stall") -> Game:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.rules"
    path.write_text(text, "utf-8")
    return rulekit.load(path)


def played(folder: Path, *answers: str) -> State:
    state = game(folder / "old", TEXT).new(players=2, seed=3)
    for answer in answers:
        state = state.apply(answer)
    return state


def kept(state: State, var: str) -> list[int]:
    return [state.data.vals[slot] for slot in state.table.slot[var].values()]


def coins(state: State) -> list[int]:
    return kept(state, "coin")


def test_a_new_card_comes_to_a_position_that_stays_where_it_stood(tmp_path: Path) -> None:
    old = played(tmp_path, "earn", "take")
    found = carry(old, game(tmp_path / "new", TEXT.replace("\ncard pear", '\ncard fig "Fig": copies 2\ncard pear')))
    assert found.state is not None and found.fresh == ("fig",) and found.reasons == ()
    assert found.state.decision.options == ("1", "2"), "in the middle of a choice"
    assert coins(found.state) == coins(old) and found.state.view(0)["zones"] == old.view(0)["zones"]
    for answer in ("2", "earn"):  # what has acted this turn acts no more
        old, found_state = old.apply(answer), found.state.apply(answer)
        found = carry(found_state, found_state.game)
        assert found.state is not None
        assert coins(found.state) == coins(old)


@pytest.mark.parametrize(
    "one, other, said",
    [
        ('card pear "Pear": copies 3', 'card pear "Pear": copies 2', "`pear` is on the table"),
        ("resource coin of player", "resource gold of player", "there is no variable `coin`"),
        ("1..2\n", "1..3\n", "`verb/take_card`"),
        ("seen by nobody", "seen by everyone", "there is no zone `deck`"),
        (
            "gains n coin once per turn: p gains 1 coin",
            "gains n coin once per turn: p gains 3 coin",
            "an ability that has acted",
        ),
        ("players 2", "players 3", "is for 3 players, not 2"),
    ],
)
def test_what_is_in_use_must_be_there(tmp_path: Path, one: str, other: str, said: str) -> None:
    assert one in TEXT
    text = TEXT.replace(one, other)
    if "gold" in other:
        text = text.replace(" coin", " gold")
    found = carry(played(tmp_path, "earn", "take"), game(tmp_path / "new", text))
    assert found.state is None and said in "; ".join(found.reasons)


@pytest.mark.parametrize(
    "one, other",
    [
        ('card nut "Nut": copies 2', 'card nut "Nut": copies 1'),  # all lie in the box
        ("var luck of player: number = 0\n", ""),  # nobody has touched it
        ('"Take"', '"Take cards"'),  # only people read it
        ('zone shelf "Shelf": holds card\n', ""),  # nothing lies there
    ],
)
def test_what_nobody_uses_may_go(tmp_path: Path, one: str, other: str) -> None:
    assert one in TEXT
    assert carry(played(tmp_path, "earn", "take"), game(tmp_path / "new", TEXT.replace(one, other))).state is not None


def test_new_rules_hold_from_then_on(tmp_path: Path) -> None:
    old = played(tmp_path, "take")
    text = TEXT.replace("rule thrift:", "rule luck:\n  after player p gains n coin: p gains 10 coin as luck\n\nrule thrift:")
    text = text.replace("p gains 10 coin as luck", "set p's luck to p's luck + n")
    found = carry(old, game(tmp_path / "new", text))
    assert found.state is not None
    then = found.state.apply("1")
    assert kept(then, "luck") == [2, 0] and kept(old.apply("1"), "luck") == [0, 0]


def test_a_text_that_changes_nothing_keeps_the_story(tmp_path: Path) -> None:
    old = played(tmp_path, "earn", "take")
    found = carry(old, game(tmp_path / "new", "# a remark\n" + TEXT))
    assert found.state is not None and found.state.answers == old.answers and len(found.state.events) == len(old.events)


OFTEN = ("dice_forge", "goldblivion", "miniature", "caravan", "liars_dice")
BEFORE = """kind zz_kind
zz_kind zz_thing "New": copies 2
resource zz_coin of player "new coin"
var zz_luck: number = 3
zone zz_pile of player "New pile": holds zz_kind

"""


@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow) for name in whole_games()]
)
def test_positions_of_all_games_stand_where_they_stood_among_new_things(name: str) -> None:
    """Under rules with other numbers of everything, a position is the same and goes on the same."""
    path = bundled_games()[name]
    old = rulekit.load(name, engine="interpreted")
    with files.overlaid({path: BEFORE + path.read_text("utf-8")}):
        new = rulekit.load(path, engine="interpreted")
    state, rng = old.new(seed=4), Random(4)
    for number in range(25):
        if state.over:
            break
        if number % 6 == 5:
            found = carry(state, new)
            assert found.state is not None, f"{found.reasons} after {state.answers}"
            same_from_here(state, found.state, Random(number))
        state = state.apply(rng.choice(state.decision.options))


def same_from_here(one: State, other: State, rng: Random) -> None:
    for _ in range(3):
        assert [str(option) for option in one.decision.options] == [str(option) for option in other.decision.options]
        assert without_new(one.view(0)) == without_new(other.view(0))
        if one.over:
            return
        answer = str(rng.choice(one.decision.options))
        one, other = one.apply(answer), other.apply(answer)


def without_new(view: object) -> object:
    """A view without what only the other rules have, and without the log."""
    if isinstance(view, dict):
        return {key: without_new(value) for key, value in view.items() if "zz_" not in str(key) and key != "log"}
    return [without_new(item) for item in view] if isinstance(view, list | tuple) else view


@pytest.mark.parametrize("values", [(0, 0), (3, 0)])
def test_a_secret_stays_one(values: tuple[int, int], tmp_path: Path) -> None:
    """A variable that all would see now is not laid open, not even by what is said of one that is as it was."""
    secret = TEXT.replace("luck of player: number = 0", "luck of player: number = 0 secret")
    state = game(tmp_path / "old", secret).new(players=2, seed=3)
    for slot, value in zip(state.table.slot["luck"].values(), values, strict=True):
        state.data.vals[slot] = value
    assert carry(state, game(tmp_path / "same", secret.replace('"Pear"', '"Pears"'))).state is not None
    found = carry(state, game(tmp_path / "new", TEXT))
    assert found.state is None and "`luck`" in found.reasons[0] and "secrecy" in found.reasons[0]
