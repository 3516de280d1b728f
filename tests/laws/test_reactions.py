"""What answers from a hidden hand: neither that it is there nor where it lies is told by what nobody sees."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.errors import ResampleError
from rulekit.testing import laws_hidden

HANDS = """
game hands: players 2
kind card "card"
kind shield is card "shield": works in hand
zone hand of player "hand": holds card; seen by owner
zone deck "deck": holds card; seen by nobody
var safe of player "safe": yesno = no lasts hit
resource hurt of player "hurt"
moment threaten "attack"
card junk "Junk": copies 4
shield moat "Moat":
  copies 2
  after player p threatens where p != you:
    REACTS
to hit "hit":
  threaten
  for each player p in opponents where not p's safe: p gains 1 hurt
to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 2 from deck to p's hand
  repeat 3 times:
    for each player p in players:
      turn of p:
        choose one:
          option strike "Strike": hit
          option wait "Wait": nothing
  end game with lowest(player p in players by p's hurt)
"""
_CHOSEN = ("answer", "forced")
QUIET = "if your hurt > 99: set your safe to yes"
ASKS = "you may: set your safe to yes"
TRICK = """
game trick: players 2
kind card "card":
  field suit: number
card r1, r2, r3: suit 1
card b1, b2, b3: suit 2
zone deck "Deck": holds card; seen by nobody
zone hand of player "Hand": holds card; seen by owner
zone table "Table": holds card
var said "said": number = 0
to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 2 from deck to p's hand
  repeat 2 times:
    turn of last(players):
      choose number n in 1..2
      set said to n
    turn of first(players): lay
  end game with players
to lay:
  choose card c in your hand where c's suit == 1
  move c to table
"""


def game(folder: Path, text: str, engine: str = "compiled") -> Game:
    path = folder / "hands.rules"
    path.write_text(text, encoding="utf-8")
    return rulekit.load(path, engine=engine)


def dealt(of: Game, *hand: str) -> State:
    """A game in which player 2 has these cards and player 1 none of them that react."""
    for seed in range(400):
        state = of.new(2, seed)
        if tuple(state.get("player2's hand")) == hand and "moat" not in state.get("player1's hand"):
            return state
    raise AssertionError(hand)


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "native"])
def test_what_answers_unseen_is_not_told(engine: str, tmp_path: Path) -> None:
    of = game(tmp_path, HANDS.replace("REACTS", QUIET), engine)
    told = []
    for hand in (("junk", "moat"), ("junk", "junk")):
        state = dealt(of, *hand).apply("strike")
        told.append([[event for event in state.events_for(viewer) if event.kind != "move"] for viewer in (0, None)])
        assert any(event.kind == "ability" for event in state.events_for(1)) is ("moat" in hand)
    assert told[0] == told[1]
    laws_hidden.logs_tell_no_more(dealt(of, "junk", "moat"))


def test_where_it_lies_is_not_known(tmp_path: Path) -> None:
    asked = dealt(game(tmp_path, HANDS.replace("REACTS", ASKS)), "junk", "moat").apply("strike")
    assert asked.decision.player == 1
    ways: Counter[tuple[str, ...]] = Counter()
    for weight, world in asked.worlds(0):
        ways[tuple(world.get("player2's hand"))] += weight  # type: ignore[assignment]
    assert ways["moat", "junk"] == ways["junk", "moat"] and set(map(len, ways)) == {2}
    assert sum(ways.values()) == Fraction(1) and all("moat" in hand for hand in ways)
    assert {next(iter(asked.resample(0, seed).get("player2's hand"))) for seed in range(30)} == {"moat", "junk"}
    laws_hidden.resampled_worlds_are_exact(asked)
    laws_hidden.resamples_fit(asked)


def test_that_another_waits_is_not_known(tmp_path: Path) -> None:
    asked = dealt(game(tmp_path, HANDS.replace("REACTS", ASKS)), "moat", "moat").apply("strike")
    with pytest.raises(ResampleError, match="waits to be carried out"):
        asked.resample(0, 1)
    assert asked.resample(1, 1).get("player2's hand") == asked.get("player2's hand")


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "native"])
def test_that_there_was_no_choice_is_told_to_nobody_else(engine: str, tmp_path: Path) -> None:
    of = game(tmp_path, TRICK, engine)
    told = {}
    for seed in range(40):
        state = of.new(2, seed).apply("1")
        asked = state.decision.player == 0  # he has two of that suit
        state = state.apply(state.decision.options[0]) if asked else state
        chosen = [event.kind for event in state.events if event.kind in _CHOSEN]
        if len(chosen) == 2:
            heard = [state.events_for(viewer) for viewer in (0, 1, None)]
            told[asked] = [[event.kind for event in events if event.kind in _CHOSEN] for events in heard]
    both = ["answer", "answer"]
    assert told == {True: [both, both, both], False: [["answer", "forced"], both, both]}


def test_a_law_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = game(tmp_path, TRICK)
    laws_hidden.logs_tell_no_more(of.new(2, 0))
    monkeypatch.setattr("rulekit.story.event._for_another", lambda kind, parts, viewer: (kind, parts))
    with pytest.raises(AssertionError, match="apart"):
        for seed in range(10):
            laws_hidden.logs_tell_no_more(of.new(2, seed))
