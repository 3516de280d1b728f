"""What is hidden from the one who is asked is offered by its place, and looks the same in every world that he could be in."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import State
from rulekit.api.query import evaluate
from rulekit.testing import LawBroken, laws_hidden
from rulekit.testing.hidden import exchanged, hidden_pairs

PILES = """
game piles: players 2
kind card "card"
card one, two, three
card four: copies 3
zone deck "Deck": holds card; seen by nobody
zone hand of player "Hand": holds card; seen by owner
zone back of player "Back": holds card; seen by others
zone row: holds card
var hint of card: number = 0
var marked: card
var seen_last: list of card

to play_game:
  move all(card) to deck
  shuffle deck
  draw 1 from deck to item(players, 2)'s hand
  draw 1 from deck to item(players, 2)'s hand
  draw 2 from deck to item(players, 1)'s back
  set first(item(players, 1)'s back)'s hint to 7
  set marked to first(item(players, 2)'s hand)
  item(players, 1) acts

to act:
  choose one:
    option steal with card c in item(players, 2)'s hand: move c to your hand
    option dig: dig_up
    option own with card c in your back: move c to row
  choose one:
    option one_more: act
    option stop: end game with players

to dig_up:
  choose card c in deck
  move c to your hand
"""
CHEST = """
game chests: players 2
kind coin
coin penny: copies 4
kind trunk
trunk box_trunk: copies 2
zone inside of trunk: holds coin
zone hall: holds trunk
zone hoard: holds coin

to play_game:
  move all(trunk) to hall
  move all(coin) to hoard
  for each trunk t in hall: move first(hoard) to t's inside
  item(players, 1) rests

to rest:
  choose one:
    option a: end game with players
    option b: end game with players
"""


def begun(folder: Path, text: str, engine: str = "compiled", seed: int = 1) -> State:
    path = folder / "piles.rules"
    path.write_text(text, encoding="utf-8")
    return rulekit.load(path, engine=engine).new(2, seed=seed)


@pytest.fixture(params=["compiled", "interpreted"])
def state(request: pytest.FixtureRequest, tmp_path: Path) -> State:
    return begun(tmp_path, PILES, request.param)


def test_options_tell_places(state: State) -> None:
    texts = [str(option) for option in state.decision.options]
    assert texts == ["steal player2.hand.1", "steal player2.hand.2", "dig", "own player1.back.1", "own player1.back.2"]
    labels = [option.label for option in state.decision.options]
    assert labels[:2] == ["Steal Hand (Player 2), no. 1", "Steal Hand (Player 2), no. 2"]


def test_a_place_brings_what_lies_there(state: State) -> None:
    second = evaluate(state, "last(player2's hand)")
    assert evaluate(state.apply("steal player2.hand.2"), "first(player1's hand)") == second


def test_a_pile_without_order_has_places_by_chance(state: State) -> None:
    asked = state.apply("dig")
    assert [str(option) for option in asked.decision.options] == [f"deck.{at}" for at in range(1, asked.get("size(deck)") + 1)]
    found = set()
    for seed in range(60):
        other = state.game.new(2, seed=seed).apply("dig").apply("deck.1")
        found.add(other.view(0)["zones"]["player1.hand"]["things"][0])
    assert found == {"one", "two", "three", "four"}


def test_chance_is_asked_for_the_order(tmp_path: Path) -> None:
    state = begun(tmp_path, PILES)
    asked = state.game.new(2, chance="ask")
    while asked.decision.kind == "chance":
        asked = asked.apply(len(asked.decision.options) - 1)
    asked = asked.apply("dig")
    assert asked.decision.kind == "chance" and asked.decision.prompt == "shuffle from deck"


def test_no_option_view_or_reason_changes_with_what_is_hidden(state: State) -> None:
    for answers in ([], ["steal player2.hand.2"], ["dig"], ["dig", "deck.1"]):
        at = state
        for answer in answers:
            at = at.apply(answer)
        laws_hidden.options_name_what_is_seen(at)
        laws_hidden.views_hide_things(at)
        laws_hidden.resamples_fit(at)
        laws_hidden.resampled_worlds_are_exact(at)


def test_others_see_what_its_owner_does_not(state: State) -> None:
    assert state.view(0)["zones"]["player1.back"] == {"things": [], "hidden": 2, "order": [None, None]}
    assert len(state.view(1)["zones"]["player1.back"]["things"]) == 2
    deck = state.table.zone_number[("deck",)]
    drawn = [event.first("thing") for event in state.events_for(1) if event.kind == "move" and event.value("from") == deck]
    assert [part is not None and part.hidden for part in drawn].count(False) == 4  # two to his hand, two to the other's back


def test_what_is_kept_on_a_hidden_card_is_shown_at_its_place(state: State) -> None:
    assert state.view(0)["values"]["player1.back.1.hint"] == 7
    assert state.view(0)["values"]["marked"] == "player2.hand.1"
    assert state.view(0)["values"]["seen_last"] == []
    for seed in range(10):  # a hint stays with the place, whatever card lies there
        other = state.resample(0, seed)
        assert other.get("first(player1's back)'s hint") == 7
        assert other.get("marked == first(player2's hand)") is True


def test_zones_of_copies_have_keys_of_their_own(tmp_path: Path) -> None:
    zones = begun(tmp_path, CHEST).view(0)["zones"]
    assert zones["box_trunk.inside"] == zones["box_trunk#2.inside"] == {"things": ["penny"], "hidden": 0}


LEAKY = """
game leaky: players 2
kind card:
  field worth: number
card one: worth 1
card two: worth 2
card three: worth 3
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
define theirs = first(item(players, 2)'s hand)'s worth

to play_game:
  move all(card) to deck
  shuffle deck
  draw 1 from deck to item(players, 2)'s hand
  item(players, 1) acts

to act:
  choose one:
    option wait: end game with players
    option rest: end game with players
    option bid:
      require theirs > 2 because "he has little"
      require theirs < 2 because "he has much"
      end game with players
"""


def test_a_reason_that_tells_is_a_leak(tmp_path: Path) -> None:
    with pytest.raises(LawBroken, match=r"both hidden, changed places: .*refusals"):
        laws_hidden.views_hide_things(begun(tmp_path, LEAKY))


def test_a_choice_by_what_is_hidden_is_a_leak(tmp_path: Path) -> None:
    steal = "steal with card c in item(players, 2)'s hand"
    text = PILES.replace(steal, f"{steal} where c is one")
    states = [begun(tmp_path, text, seed=seed) for seed in range(8)]
    with pytest.raises(LawBroken, match="both hidden, changed places: options"):
        for state in states:
            laws_hidden.views_hide_things(state)


PEEKED = """
game peeked: players 2
kind card
card red: copies 3
card blue: copies 2
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner

to play_game:
  move all(card) to deck
  shuffle deck
  draw 4 from deck to item(players, 2)'s hand
  reveal first(item(players, 2)'s hand) to item(players, 1)
  item(players, 1) acts
  end game with players

to act:
  {choose} in item(players, 2)'s hand
"""


@pytest.mark.parametrize("choose", ["choose card c", "choose 2 card cs", "choose any number of card cs"])
def test_what_an_option_means_tells_nothing_of_copies_that_are_hidden(choose: str, tmp_path: Path) -> None:
    """He has seen one red card of a pile: whether the others are red too is not his to know."""
    for seed in range(4):
        state = begun(tmp_path, PEEKED.replace("{choose}", choose), seed=seed)
        meanings = [state.decision.meaning(option) for option in state.decision.options]
        assert [len(meaning.things) for meaning in meanings if meaning.name == "" and meaning.things] == [1]
        laws_hidden.views_hide_things(state)


EARLY = "buy dog, rest, buy dog, buy purse, buy guild, rest, rest, buy guild, rest"
LATE = "play guild, play dog, play dog, buy purse, rest, rest"


def test_scores_are_open_at_the_end() -> None:
    state = rulekit.load("miniature").new(players=2, seed=0)
    for answer in f"{EARLY}, {LATE}".split(", "):
        state.play(answer)
    assert state.over
    laws_hidden.views_hide_things(state)
    pairs = [pair for player in state.players for pair in hidden_pairs(state, player)]
    assert any(exchanged(state, *pair).scores != state.scores for pair in pairs)  # there is something to tell
