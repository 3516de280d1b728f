"""What running rules have worked out from hidden cards is worked out again in a world drawn anew, or the drawing is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State
from rulekit.errors import ResampleError
from rulekit.program.places import Ways
from rulekit.testing.laws_hidden import resampled_worlds_are_exact, resamples_fit

HEAD = """
game small: players 2
kind card:
  field worth: number
card one: worth 1
card two: worth 2
card three: worth 3
card four: worth 4
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card
resource point of player
var bid of player: number = 0 secret
var shown of player: number = 5
moment told
define other = item(players, 2)
define held = first(other's hand)
define worth_of(card c) = c's worth * 10

to play_game:
  move all(card) to deck
  shuffle deck
  draw 2 from deck to other's hand
  item(players, 1) goes
  end game with players
"""
GUESS = """
to guess number n:
  choose number g in 1..3
  gain n point
"""
# each: how the rules go on, and what the player has gained at the end, as the cards say
CASES = {
    "a let from a local": ("to go:\n  let c = held\n  let n = c's worth\n  guess n\n", "held's worth"),
    "a let from the table": ("to go:\n  let n = held's worth\n  guess n\n", "held's worth"),
    "a value of a call": ("to go:\n  guess held's worth\n", "held's worth"),
    "a define": ("to go:\n  let c = held\n  let n = worth_of(c)\n  guess n\n", "worth_of(held)"),
    "what follows from it": (
        "to go:\n  let c = held\n  let n = c's worth\n  let m = n * 2\n  guess m\n", "2 * held's worth",
    ),
    "a sum over a hand": (
        "to go:\n  let n = sum(c's worth for card c in other's hand)\n  guess n\n",
        "sum(c's worth for card c in other's hand)",
    ),
    "a highest card": ("to go:\n  let c = highest(card c in other's hand by c's worth)\n  guess first(c)'s worth\n",
        "most(c's worth for card c in other's hand)"),
    "how often": ("to go:\n  repeat held's worth times: guess 1\n", "held's worth"),
    "a list of numbers": (
        "to go:\n  for each number n in 1..held's worth: guess n\n", "sum(n for number n in 1..held's worth)",
    ),
    "what runs later": (
        "to go:\n  turn of you:\n    let c = held\n    let n = c's worth\n    later at end of turn: gain n point\n"
        "    choose number g in 1..3\n",
        "held's worth",
    ),
    "rules laid over a block": (
        "to go:\n  let c = held\n  let n = c's worth\n  under:\n    after you tell: gain n point\n  do:\n"
        "    choose number g in 1..3\n    tell\nto tell: shuffle deck\n",
        "held's worth",
    ),
    "a secret number": (
        "to go:\n  set other's bid to 3\n  let n = other's bid + 1\n  guess n\n", "other's bid + 1",
    ),
}  # fmt: skip
# what stands there cannot be worked out again: what it was made of has changed, or others are answering it
REFUSED = {
    "a card that has gone": "to go:\n  let n = held's worth\n  move held to deck\n  shuffle deck\n  guess n\n",
    "the item of a loop that has left the list": (
        "to go:\n  for each card c in sorted(card c in other's hand by c's worth):\n"
        "    if c's worth == most(d's worth for card d in other's hand):\n      move c to row\n      guess c's worth\n"
    ),
    "a gain that somebody answers": (
        "to go: gain held's worth point\nrule slow:\n  before player p gains point: p picks\nto pick: choose number g in 1..3\n"
    ),
    "a result": ("to look:\n  let c = held\n  if c's worth > 2: result 7\n  result 5\nto go:\n  look as n\n  guess n\n"),
}


TURNS = """\
  turn of other:
    set other's bid to 4
    turn of first(players): item(players, 1) goes
    set row_sum to other's bid
"""


def begun(folder: Path, rest: str, engine: str = "compiled", seed: int = 4) -> State:
    path = folder / "small.rules"
    path.write_text(HEAD + GUESS + rest, encoding="utf-8")
    return rulekit.load(path, engine=engine).new(seed=seed)


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("case", CASES)
def test_it_follows_the_cards(case: str, engine: str, tmp_path: Path) -> None:
    rest, wanted = CASES[case]
    state = begun(tmp_path, rest, engine)
    found = set()
    for seed in range(60):
        drawn = state.resample(0, seed)
        expected = drawn.get(wanted)
        found.add(expected)
        while not drawn.over:
            drawn.play(0)
        assert drawn.get("player1's point") == expected
    assert len(found) > 2
    resamples_fit(state)
    resampled_worlds_are_exact(state)


def test_what_was_chosen_for_all_to_see_is_kept(tmp_path: Path) -> None:
    """Among whom he might choose hung on a hidden card; whom he has chosen is told to all."""
    rest = (
        "define near(player q) = {player p in players where p == q or held's worth < 9}\n"
        "to go:\n  turn of you:\n    choose player p in near(you) where p's seat > 0\n"
        "    curse p\n    choose number g in 1..3\n"
        "to curse player v:\n  later at end of turn: v gets\nto get: gain 1 point\n"
    )
    state = begun(tmp_path, rest).apply("player2").apply(0)
    assert state.over and state.get("player2's point") == 1
    waiting = begun(tmp_path, rest).apply("player2")
    drawn = [waiting.resample(0, seed) for seed in range(20)]
    assert len({one.get("held") for one in drawn}) > 2
    assert all(one.apply(0).get("player2's point") == 1 for one in drawn)
    resamples_fit(waiting)
    resampled_worlds_are_exact(waiting)


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_what_was_told_with_a_verb_is_kept(engine: str, tmp_path: Path) -> None:
    """The card has gone, so that the number cannot be worked out again; but all were told it when the verb took place."""
    path = tmp_path / "small.rules"
    path.write_text((HEAD + GUESS + REFUSED["a card that has gone"]).replace("number n:", 'number n "guess {n}":'), "utf-8")
    state = rulekit.load(path, engine=engine).new(seed=4)
    drawn = [state.resample(0, seed) for seed in range(30)]
    assert len({one.get("held") for one in drawn}) > 2
    assert all(one.view(0) == state.view(0) for one in drawn)
    assert len({one.apply(0).get("player1's point") for one in (state, *drawn)}) == 1
    resamples_fit(state)


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_worked_out_again_is_refused(case: str, tmp_path: Path) -> None:
    state = begun(tmp_path, REFUSED[case])
    with pytest.raises(ResampleError, match="worked out from what player1 cannot know"):
        state.resample(0, 1)
    resamples_fit(state)


def test_what_a_turn_will_put_back_is_drawn_too(tmp_path: Path) -> None:
    """A secret of another that a turn has set aside."""
    rest = "to go:\n  choose number g in 1..3\n"
    path = tmp_path / "small.rules"
    text = (HEAD + rest).replace("var bid of player: number = 0 secret", "var bid of player: number = 0 lasts turn secret")
    path.write_text(
        text.replace("  item(players, 1) goes\n", TURNS) + "var row_sum: number = 0\n",
        encoding="utf-8",
    )
    state = rulekit.load(path).new(seed=3)
    found = set()
    for seed in range(40):
        drawn = state.resample(0, seed)
        drawn.play(0)
        found.add(drawn.get("row_sum"))
    assert len(found) > 2


def test_what_lies_between_two_places_is_the_same_whenever_it_is_asked(tmp_path: Path) -> None:
    ways = Ways(begun(tmp_path, REFUSED["a card that has gone"]).game.program.routines["verb/go"])
    first = ways.between(0, 3)
    assert first
    assert ways.between(0, 3) == first


PAID = """
game paid: players 2
resource coin of player
resource gem of player
kind card:
  field cost: bundle = 1 coin
card ace of player: starts in hand
card king of player: starts in hand; cost 2 coin
zone hand of player: holds card; seen by owner
zone done of player: holds card
rule gems:
  payment 1 coin costs 1 gem
to play_game:
  for each player p in players: p gains 4 coin + 4 gem
  for each player p in players: p acts
  end game with players
"""
PAYMENTS = {
    "of a verb": "to act:\n  choose card c in your hand\n  do_it c\nto do_it card c:\n  pay c's cost\n  move c to your done\n",
    "of a price": "to act:\n  choose card c in your hand\n  let b = c's cost\n  pay b\n  move c to your done\n",
    "of a choice": "to act:\n  choose card c in your hand costs c's cost\n  move c to your done\n",
}


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize("case", PAYMENTS)
def test_ways_to_pay_are_worked_out_again(case: str, engine: str, tmp_path: Path) -> None:
    """The payer's own card stays; the other one does not learn from the price which card is paid for."""
    path = tmp_path / "paid.rules"
    path.write_text(PAID + PAYMENTS[case], encoding="utf-8")
    state = rulekit.load(path, engine=engine).new(seed=1).apply("ace")
    assert [str(option) for option in state.decision.options] == ["1 coin", "1 gem"]
    assert {len(world.decision.options) for _, world in state.worlds(0)} == {2}
    assert sorted((str(weight), len(world.decision.options)) for weight, world in state.worlds(1)) == [("1/2", 2), ("1/2", 3)]
    for step in (state, state.apply(0)):
        resamples_fit(step)
        resampled_worlds_are_exact(step)
