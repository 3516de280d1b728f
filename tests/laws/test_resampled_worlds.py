"""Worlds drawn anew against plain counting: every deal that fits what a player has seen, and how likely each is.

The count is made from outside: the game is played from its start through every outcome of chance, with the answers that the
player knows to have been given, and those ends are kept at which he sees what he really sees.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.errors import AnswerError, ResampleError
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.resample import Drawing, TooMany
from rulekit.program.ops import SealedSave
from rulekit.testing import laws_hidden
from rulekit.testing.worlds import world

HEAD = """
kind card
  field worth: number
card one: worth 1
card two: worth 2
card three: worth 3
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card
resource point of player
"""
GUESS = (
    "game guess: players 2\n"
    + HEAD.replace("kind card", "kind card:")
    + """
to play_game:
  move all(card) to deck
  shuffle deck
  draw 1 from deck to item(players, 2)'s hand
  for each number n in 1..20:
    item(players, 1) guesses
  end game with players

to guess:
  choose number g in 1..3
  if g == first(item(players, 2)'s hand)'s worth: gain 1 point
"""
)
TWO_HANDS = """
game hands: players 2
kind card
card red: copies 2
card blue: copies 2
card green
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card

to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 2 from deck to p's hand
  cycle player p in players:
    turn of p:
      choose one:
        option lay with card c in your hand: move c to row
        option show with card c in your hand: reveal c
        option stop: end game with players
"""
COPIES = "card red: copies 2\ncard blue: copies 2\ncard green"
TELLING = """
game telling: players 2
kind card
card a, b, c, d, e, f, g
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card

to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players: draw 3 from deck to p's hand
  item(players, 1) asks

to ask:
  choose one:
    option fish:
      require a in item(players, 2)'s hand
      require b in item(players, 2)'s hand
      end game with players
    option pass: end game with players
"""
SEALED = """
game bids: players 2
kind card
card red: copies 2
card blue
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card

to play_game:
  move all(card) to deck
  shuffle deck
  draw 2 from deck to item(players, 1)'s hand
  draw 1 from deck to item(players, 2)'s hand
  sealed for each player p in players:
    p chooses number n in 1..size(p's hand) + 1
  then:
    repeat n times: reveal first(p's hand)
  end game with players
"""
MIDDLE = """
game middle: players 2
kind card
card a, b, c
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card
var marked of player: card secret

to play_game:
  move all(card) to deck
  shuffle deck
  draw 2 from deck to item(players, 1)'s hand
  item(players, 1) offers

to offer:
  choose card c in your hand
  let other = item(players, 2)
  other answers c

to answer card c:
  choose one:
    option take: move c to your hand
    option leave: move c to row
  end game with players
"""


def made(folder: Path, text: str, engine: str = "compiled") -> Game:
    path = folder / "small.rules"
    path.write_text(text.replace("kind card\n  field", "kind card:\n  field"), encoding="utf-8")
    return rulekit.load(path, engine=engine)


def counted(game: Game, real: State, answers: list[str], player: int) -> dict[Hashable, Fraction]:
    """How likely each world is, of all ways that the game may have gone for somebody who saw this."""
    found: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
    todo = [(Fraction(1), game.new(len(real.players), chance="ask"), 0)]
    while todo:
        weight, at, given = todo.pop()
        if not at.over and at.decision.kind == "chance":
            todo += [(weight * (o.probability or 0), at.apply(o), given) for o in at.decision.options]
        elif given == len(answers):
            if at.view(player) == real.view(player):
                found[world(at.table, at.data), sealed_answers(at)] += weight
        elif at.decision.kind == "sealed" and at.decision.player != player:
            options = at.decision.options
            todo += [(weight / len(options), at.apply(option), given + 1) for option in options]
        else:
            try:
                todo.append((weight * taken(at, answers[given], player), at.apply(answers[given]), given + 1))
            except AnswerError:
                continue
    whole = sum(found.values(), Fraction(0))
    return {key: weight / whole for key, weight in found.items()}


def taken(state: State, answer: str, player: int) -> Fraction:
    """Somebody else is taken to lay any of his cards: one of two equal ones twice as often."""
    asked, _, name = state.decision.player, *answer.partition(" ")[1:]
    if asked is None or asked == player or not name:
        return Fraction(1)
    hand = state.get(f"player{asked + 1}'s hand", list)
    return Fraction(hand.count(name.split("@")[0].split("#")[0]), len(hand))


def sealed_answers(state: State) -> Hashable:
    """What has been sealed so far."""
    path, _, local = state.data.stack[-1]
    ops = state.table.program.routines[path].ops if path[0] != "@" else []
    return next((str(local[op.into]) for op in ops if isinstance(op, SealedSave)), None)


def drawn(state: State, player: int) -> dict[Hashable, Fraction]:
    """How likely each world is to be drawn, over all numbers that the drawing may take."""
    found: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
    for weight, data in Drawing(Interpreter(state.table, state.data.copy()), player).all():
        other = State(state.game, state.table, data)
        found[world(state.table, data), sealed_answers(other)] += weight
    whole = sum(found.values(), Fraction(0))
    return {key: weight / whole for key, weight in found.items()}


CASES = [
    ("guess", GUESS, []),
    ("two hands", TWO_HANDS, []),
    ("a card laid", TWO_HANDS, [0]),
    ("two cards shown", TWO_HANDS.replace(COPIES, "card red, blue, green, black, white"), [-2, -2]),
    ("options that tell", TELLING.replace(", f, g", "").replace("draw 3", "draw 2"), []),
    ("sealed", SEALED, [0]),
]


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
@pytest.mark.parametrize(("text", "given"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_drawn_as_often_as_counted(text: str, given: list[str | int], engine: str, tmp_path: Path) -> None:
    game = made(tmp_path, text, engine)
    for seed in range(3):
        state = game.new(2, seed=seed)
        for answer in given:
            state = state.apply(state.decision.options[answer] if isinstance(answer, int) else answer)
        for player in state.players:
            assert drawn(state, player) == counted(game, state, state.answers, player)


@pytest.mark.parametrize("seed", range(4))
def test_kuhn_poker(seed: int) -> None:
    game = rulekit.load("kuhn_poker")
    state = game.new(2, seed=seed).apply("check")
    for player in state.players:
        assert drawn(state, player) == counted(game, state, state.answers, player)


def test_a_loop_over_numbers_holds_no_card(tmp_path: Path) -> None:
    state = made(tmp_path, GUESS).new(2, seed=1)
    found = {state.resample(0, seed).get("first(player2's hand)'s worth") for seed in range(40)}
    assert found == {1, 2, 3}


def test_what_a_running_rule_holds_is_drawn_anew(tmp_path: Path) -> None:
    """The other has chosen a card of his hand; which one it is the player does not know, and it is drawn with the hand."""
    state = made(tmp_path, MIDDLE).new(2, seed=1).apply(0)
    assert state.decision.player == 1
    taken = {state.resample(1, seed).apply("leave").view(1)["zones"]["row"]["things"][0] for seed in range(40)}
    assert taken == {"a", "b", "c"}


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_options_that_tell_are_the_same(engine: str, tmp_path: Path) -> None:
    game = made(tmp_path, TELLING, engine)
    for first in range(30):
        state = game.new(2, seed=first)
        hands = set()
        for seed in range(20):
            other = state.resample(0, seed)
            assert other.view(0) == state.view(0) and other.decision.refused == state.decision.refused
            hands.add(frozenset(other.get("player2's hand")))
        assert len(hands) > 1


def test_where_nothing_fits_there_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = made(tmp_path, TELLING).new(2, seed=1)
    monkeypatch.setattr("rulekit.interpreter.resample.Drawing._fits", lambda self: False)
    with pytest.raises(ResampleError, match="no state was found that fits what player1 knows"):
        state.resample(0, 1)


def test_a_drawn_state_has_no_past(tmp_path: Path) -> None:
    """Logs, answers and the way back of the real game would tell what others were dealt and did."""
    state = made(tmp_path, TWO_HANDS).new(2, seed=1).apply(0)
    other = state.resample(1, 3)
    assert other.view(1)["log"] == state.view(1)["log"]
    assert all(part.known_to(1) or part.hidden for event in other.events for part in event.parts)
    assert other.answers == []
    with pytest.raises(AnswerError):
        other.undo(anyway=True)


def test_two_worlds_that_look_the_same_are_drawn_alike(tmp_path: Path) -> None:
    game = made(tmp_path, TWO_HANDS)
    states = [game.new(2, seed=seed) for seed in range(30)]
    pairs = [(a, b) for a in states for b in states if a is not b and a.view(0) == b.view(0) and a != b]
    assert pairs
    for one, other in pairs[:6]:
        assert one.resample(0, 5) == other.resample(0, 5)


def test_the_law_sees_a_sampler_that_holds_cards_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.interpreter import deal

    state = rulekit.load("kuhn_poker").new(seed=1)
    laws_hidden.resampled_worlds_are_exact(state)
    plain = deal.hidden_things
    monkeypatch.setattr(deal, "hidden_things", lambda machine, player: [one for one in plain(machine, player) if one != 2])
    with pytest.raises(rulekit.testing.LawBroken, match="a world is drawn with"):
        laws_hidden.resampled_worlds_are_exact(state)


KEPT = """
game kept: players 2
kind card
card a, b, c, d, e
zone deck: holds card; seen by nobody
zone row: holds card; seen by nobody

to play_game:
  move all(card) to deck
  shuffle deck
  item(players, 1) lays_out

to lay_out:
  let laid = {}
  repeat 2 times:
    draw 1 from deck to row as drawn
    for each card f in drawn: set laid to laid + {f}
  choose number g in 1..2
  end game with (if some(card f in laid where f not in row) then {} else players)
"""


def test_a_list_that_began_empty_names_the_things_of_the_world_drawn(tmp_path: Path) -> None:
    state = made(tmp_path, KEPT).new(2, seed=1)
    for seed in range(10):
        assert state.resample(0, seed).apply("1").winners == (0, 1)


def test_too_many_ways_are_known_before_one_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = rulekit.load("goldblivion").new(2, 3)
    monkeypatch.setattr(Drawing, "_attempt", lambda drawing, pick: pytest.fail("a world was laid out"))
    with pytest.raises(TooMany, match="more than 500 ways"):
        list(state.worlds(0, 500))
