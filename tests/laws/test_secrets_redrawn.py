"""A secret variable is its owner's alone: states drawn anew from another's view hold other values than the real one."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State
from rulekit.testing import LawBroken, laws_hidden

AUCTION = """
game auction "Auction": players 3

resource coin of player
values side: red, blue
kind card
card lamp, crown, stone: starts in hall
zone hall: holds card

var bid of player: number = 0 secret
var team of player: side = red secret
var brave of player: yesno = no secret
var friend of player: player = none secret
var wish of player: card = none secret
var known_bid of player: number = 0

to play_game:
  for each player p in players: p gains 5 coin
  for each player p in players:
    turn of p:
      choose number n in 0..your coin
      set your bid to n
      set your team to blue
      set your friend to your left
      set your wish to crown
  for each player p in players:
    set p's known_bid to p's bid
    p loses p's bid coin
  end game with highest(player p in players by p's bid)

invariant "somebody is blue": some(p in players where p's team is blue) or active is not none or not game_over
"""


def begun(folder: Path, text: str = AUCTION) -> State:
    """The first has bid 4, the second 3; the third is asked."""
    path = folder / "auction.rules"
    path.write_text(text, encoding="utf-8")
    return rulekit.load(path).new(seed=1).apply("4").apply("3")


def values(state: State, text: str, player: int = 2) -> set[object]:
    return {state.resample(player, seed).get(text) for seed in range(60)}


def test_what_others_keep_secret_is_drawn_from_what_it_may_be(tmp_path: Path) -> None:
    state = begun(tmp_path)
    assert values(state, "player1's bid") == set(range(6))  # nobody shows more than 5 coins
    assert values(state, "player1's team") == {"red", "blue"}
    assert values(state, "player1's brave") == {True, False}
    assert len(values(state, "player1's friend")) == 4 and len(values(state, "player1's wish")) == 4  # none included


def test_the_own_secrets_and_what_all_see_stay(tmp_path: Path) -> None:
    state = begun(tmp_path)
    assert values(state, "player1's bid", player=0) == {4}
    assert values(state, "player2's bid", player=1) == {3}
    assert values(state, "player1's coin") == {5} and values(state, "player1's known_bid") == {0}


def test_it_hangs_on_the_view_and_the_seed_alone(tmp_path: Path) -> None:
    one = begun(tmp_path)
    two = one.undo(anyway=True).undo(anyway=True).apply("1").apply("5")
    assert one.view(2) == two.view(2)
    for seed in range(10):
        assert one.resample(2, seed).data.vals == two.resample(2, seed).data.vals
        assert one.resample(2, 99).resample(2, seed) == one.resample(2, seed)
    laws_hidden.resamples_fit(one)
    laws_hidden.views_hide_things(one)


def test_invariants_hold_in_what_is_drawn(tmp_path: Path) -> None:
    same = "some(p in players where p's bid > 0 and some(q in others(p) where q's bid == p's bid))"
    rule = f'invariant "bids differ": not {same}\n'
    state = begun(tmp_path, AUCTION + rule)
    for seed in range(40):
        assert not state.resample(2, seed).broken()


def test_the_law_bites_when_secrets_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.interpreter.secrets_redrawn.Secrets.take_out", lambda _: None)
    monkeypatch.setattr("rulekit.interpreter.secrets_redrawn.Secrets.draw", lambda *_: True)
    with pytest.raises(LawBroken, match=r"hangs on what player 1 cannot see: player2\.bid"):
        laws_hidden.resamples_fit(begun(tmp_path))


def test_an_option_that_tells_a_secret_is_a_leak(tmp_path: Path) -> None:
    text = AUCTION.replace("choose number n in 0..your coin", "choose number n in 0..your coin where n != first(players)'s bid")
    with pytest.raises(LawBroken, match=r"player 3 sees that player1\.bid, which is secret, changed: options"):
        laws_hidden.views_hide_things(begun(tmp_path, text))


# Somebody hides on a map; the other one hears by which means he goes, and only one stop has rails.
HIDING = """
game hiding: players 2
values means: foot, tram
kind stop is cell:
  link streets: list of stop
  link rails: list of stop
board town of stop:
  cell s1 -> s2
  cell s2 -> s1, s3
  cell s3 -> s2, s4: rails s1, s2
  cell s4 -> s3

var lair of player: stop = none secret
var heard: means = foot
define steps(stop s, means m) = if m == tram then s's rails else s's streets

to play_game:
  for each player p in {first(players)}:
    p chooses stop s in town
    set p's lair to s
  repeat 3 times:
    for each player p in {first(players)}: p slips_away
    for each player p in {last(players)}: p guesses
  end game with {first(players)}

to slip_away:
  turn of you:
    choose means m in {foot, tram} where steps(your lair, m) is not empty
    set heard to m
    choose stop s in steps(your lair, m)
    set your lair to s

to guess:
  turn of you:
    choose stop s in town
    if s == first(players)'s lair: end game with {you}
"""


def hiding(folder: Path, *answers: str) -> State:
    path = folder / "hiding.rules"
    path.write_text(HIDING, encoding="utf-8")
    state = rulekit.load(path).new(seed=1)
    for answer in answers:
        state.play(answer)
    return state


def test_only_worlds_that_can_be_are_compared(tmp_path: Path) -> None:
    """By tram one goes from s3 alone: whoever is asked for the means is there, and all worlds of the other one say so."""
    for answers in ((), ("s3",), ("s3", "tram"), ("s3", "tram", "s1"), ("s2",), ("s3", "foot", "s2", "s4")):
        laws_hidden.resamples_fit(hiding(tmp_path, *answers))
        laws_hidden.views_hide_things(hiding(tmp_path, *answers))
    assert values(hiding(tmp_path, "s3"), "player1's lair", player=1) == {"s3"}
    assert values(hiding(tmp_path, "s3", "tram", "s2"), "player1's lair", player=1) >= {"s1", "s2", "s3", "s4"}


def test_the_law_bites_where_many_worlds_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.interpreter.secrets_redrawn.Secrets.take_out", lambda _: None)
    monkeypatch.setattr("rulekit.interpreter.secrets_redrawn.Secrets.draw", lambda *_: True)
    with pytest.raises(LawBroken, match=r"cannot see: player2\.lair \(had it been s1\)"):
        laws_hidden.resamples_fit(hiding(tmp_path, "s3", "tram", "s2"))


def test_a_value_that_breaks_an_invariant_is_no_other_world(tmp_path: Path) -> None:
    """That somebody is told where the other one cannot be is no leak if the rules say so."""
    text = AUCTION.replace("choose number n in 0..your coin", "choose number n in 0..your coin where first(players)'s bid <= 4")
    with pytest.raises(LawBroken, match=r"options, .* \(had it been 5\)"):
        laws_hidden.views_hide_things(begun(tmp_path, text))
    laws_hidden.views_hide_things(begun(tmp_path, text + 'invariant "small bids": first(players)\'s bid <= 4\n'))
