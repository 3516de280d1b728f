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


def drawn_on(asked: State, viewer: int, other: int) -> set[tuple[int, bool]]:
    """In worlds of a viewer: how many moats somebody else holds, and whether he is asked (again) once this one has answered."""
    found = set()
    for seed in range(80):
        world = asked.resample(viewer, seed)
        moats = sum(card == "moat" for card in world.get(f"player{other + 1}'s hand"))
        after = world.apply("no")
        found.add((moats, after.decision.player == other and "no" in map(str, after.decision.options)))
    return found


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("once", ["", " once per turn"])
def test_what_waits_in_a_hidden_hand_is_drawn(once: str, engine: str, tmp_path: Path) -> None:
    """Where the second of three is asked, the third may hold one too: in all worlds of the second he is asked just then."""
    text = HANDS.replace("REACTS", ASKS).replace("players 2", "players 3").replace("copies 4", "copies 5")
    text = text.replace("where p != you", f"where p != you{once}")
    of = game(tmp_path, text, engine)
    for held in (True, False):
        asked = next(
            state
            for state in (of.new(3, seed).apply("strike") for seed in range(200))
            if state.decision.player == 1 and ("moat" in state.get("player3's hand")) is held
        )
        assert drawn_on(asked, 1, 2) == {(0, False), (1, True)}
        assert all(asked.resample(player, 7).view(player) == asked.view(player) for player in asked.players)
        laws_hidden.resamples_fit(asked)
        laws_hidden.resampled_worlds_are_exact(asked)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("hand", [("moat", "moat"), ("junk", "moat")])
def test_that_another_of_the_same_hand_waits_is_drawn(hand: tuple[str, str], engine: str, tmp_path: Path) -> None:
    """Of two in one hand the one that acts is the first or the second: then nothing waits behind it."""
    asked = dealt(game(tmp_path, HANDS.replace("REACTS", ASKS), engine), *hand).apply("strike")
    assert drawn_on(asked, 0, 1) == {(1, False), (2, True), (2, False)}
    assert asked.resample(1, 1).get("player2's hand") == asked.get("player2's hand")
    laws_hidden.resamples_fit(asked)


def test_what_nobody_could_find_out_again_is_refused(tmp_path: Path) -> None:
    """The first one that has acted keeps the second from answering now, though it waits: it cannot be found out who waits."""
    acts = "set alarms to alarms + 1\n    you may: set your safe to yes"
    text = HANDS.replace("REACTS", acts).replace("where p != you", "where p != you and alarms == 0")
    asked = dealt(game(tmp_path, text + "var alarms: number = 0\n"), "moat", "moat").apply("strike")
    with pytest.raises(ResampleError, match="waits to be carried out"):
        asked.resample(0, 1)


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
