"""Games that hide much, in ways that the bundled ones do not: every law holds along a play, and both engines agree.

Hints laid on own hidden cards, swaps of hidden cards, decks passed to verbs, loops as long as a hidden card says, sealed bids
among few cards, secret numbers made of hidden hands.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.chance import draw
from rulekit.testing.laws import LAWS, invariants_hold
from rulekit.testing.laws_hidden import HIDDEN_LAWS, resampled_worlds_are_exact
from tests.sizes import some

HINTS = """
game hints: players 2
values colour: red, blue
kind card:
  field tint: colour
  field worth: number
card r1: tint red; worth 1
card r2: tint red; worth 2
card b1: tint blue; worth 1
card b2: tint blue; worth 2
card b3: tint blue; worth 3
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by others
zone row: holds card
var hint of card: number = 0
resource point of player
to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 2 from deck to p's hand
  repeat 4 times:
    for each player p in players:
      turn of p: p acts
  end game with highest(player p in players by p's point)
to act:
  choose one:
    option tell with card c in first(opponents)'s hand:
      set c's hint to c's worth
    option lay with card c in your hand:
      let n = c's worth
      choose number g in 1..3
      if g == n: gain n point
      move c to row
    option swap:
      let mine = last(your hand)
      let theirs = first(first(opponents)'s hand)
      if mine is not none and theirs is not none:
        swap mine with theirs
"""
PEEKS = """
game peeks: players 3
kind card:
  field worth: number
card one: worth 1; copies 2
card two: worth 2; copies 2
card three: worth 3; copies 2
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone bin: holds card; seen by nobody
resource point of player
to peek_top zone z:
  let c = first(z)
  reveal c to you
  you may move c to bin
to deal_from zone z to player p:
  let c = first(z)
  move c to p's hand
to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: deal_from deck to p
  repeat 3 times:
    for each player p in players:
      turn of p:
        p looks
  end game with players
to look:
  choose one:
    option peek if size(deck) > 0: peek_top deck
    option sum_up:
      let total = sum(c's worth for card c in first(opponents)'s hand)
      choose number g in 1..3
      if g <= total: gain 1 point
    option trade with player q in opponents:
      let c = first(q's hand)
      let d = first(your hand)
      if c is not none and d is not none: swap c with d
    option count_off:
      for each card c in first(opponents)'s hand:
        repeat c's worth times:
          choose number g in 1..2
    option wait: gain 0 point
"""
BIDS = """
game bids: players 2
kind card:
  field worth: number
card one: worth 1; copies 2
card two: worth 2; copies 2
card three: worth 3
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card
var bid of player: number = 0 secret
resource point of player
to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 2 from deck to p's hand
  for each player p in players: set p's bid to sum(c's worth for card c in p's hand)
  repeat 2 times:
    sealed for each player p in players:
      p chooses up to 1 card c in p's hand where c's worth > 1
      p chooses number n in 0..2
    then:
      move c to row
      gain n point
    let high = most(p's bid for player p in players)
    for each player p in players:
      p answers high
  end game with players
to answer number h:
  choose one:
    option up: gain h point
    option down: lose 1 point
"""
ROLES = """
game hidden_roles: players 3
kind role:
  field evil: yesno = no
role wolf: evil yes
role seer
role farmer
zone roles: holds role; seen by nobody
zone mask of player: holds role; seen by owner
var marked "marked": player = none
to play_game:
  move all(role) to roles
  shuffle roles
  for each player p in players: draw 1 from roles to p's mask
  repeat 2 times:
    sealed for each player p in players:
      p chooses player q in players where q != p
    then:
      if first(p's mask) is wolf: set marked to q
      if first(p's mask) is seer: p looks_at q
  end game with players
to look_at player q: reveal first(q's mask) to you
"""
GAMES = {"hints": HINTS, "peeks": PEEKS, "bids": BIDS, "hidden_roles": ROLES}
HIDING = (
    "night_village",
    "fireworks",
    "caravan",
    "auction_house",
    "garden_plots",
    "hearts",
    "gin_rummy",
    "blackjack",
    "iron_roads",
    "market_town",
)
SECRECY = [law for law in HIDDEN_LAWS if law is not resampled_worlds_are_exact]  # that one counts all worlds


@pytest.mark.parametrize("chance", ["sample", "ask"])
@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold(name: str, chance: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.rules"
    path.write_text(GAMES[name], encoding="utf-8")
    game, plain = rulekit.load(path), rulekit.load(path, engine="interpreted")
    state = game.new(game.player_counts[0], 1, chance=chance)
    other = plain.new(game.player_counts[0], 1, chance=chance)
    for step in range(some(5, 8)):
        if state.over:
            break
        for law in LAWS:
            if law is not invariants_hold:
                law(state.copy())
        answer = draw(7, step, len(state.decision.options))
        state, other = state.apply(answer), other.apply(answer)
        assert state.to_json() == other.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDING)
def test_nothing_hidden_in_the_gallery_gets_out(name: str) -> None:
    game = rulekit.load(name)
    state = game.new(game.player_counts[0], 1)
    for step in range(24):
        if state.over:
            break
        if step % 3 == 0:
            for law in SECRECY:
                law(state.copy())
        state = state.apply(draw(7, step, len(state.decision.options)))


def test_what_a_sealed_choice_shows_is_told_to_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "hidden_roles.rules"
    path.write_text(ROLES, encoding="utf-8")
    state = rulekit.load(path).new(3, chance="ask")
    for answer in ("seer", "wolf", "player2", "player1", "player1"):
        state = state.apply(answer)
    told = {seat: [line for line in state.log_for(seat) if "is shown" in line] for seat in range(3)}
    assert told == {0: ["Player 1 is shown Wolf"], 1: [], 2: []}
