"""The story of a save is looked at event by event: what could not have happened at its table is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.errors import SaveError
from rulekit.table_view.look import look
from tests.fuzz.mutated_saves import LEAVES, NUMBERS, at, places, survives

_TEXT = """
game told: players 2

values suit: red, blue
kind card: field colour: suit
card ruby: colour red; starts in deck
card sky: colour blue; starts in deck
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row "row": holds card
resource coin of player: cap 3
var luck of player "luck": number = 0 secret
var mark of card "mark": number = 0 secret
var code "code": number = 0 secret
var mood of player, suit "mood": yesno

to pass_by player p "pass by {p}": nothing

to play_game:
  shuffle deck
  for each player p in players:
    turn of p:
      p gains 5 coin
      p draws 1 from deck to p's hand as cs
      roll 2d6 as n
      roll 1d6 as p's luck
      set code to n
      roll 1d6 as first(cs)'s mark
      set mood(p, red) to yes
      pass_by p
      announce "{p} has rolled {n}"
      p may:
        pay 1 coin
        move first(cs) to row
      choose number k in 1..3
  end game with players
"""


@cache
def _told(folder: str) -> tuple[Game, str]:
    path = Path(folder) / "told.rules"
    path.write_text(_TEXT, "utf-8")
    game = rulekit.load(path, engine="interpreted")
    state = game.new(2, 3)
    for answer in ("yes", "2", "yes"):
        state = state.apply(answer)
    return game, state.to_json()


@pytest.fixture
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Any]:
    game, text = _told(str(tmp_path_factory.getbasetemp()))
    return game, json.loads(text)


def test_a_secret_of_nobody_is_told_to_nobody(told: tuple[Game, Any]) -> None:
    game, document = told
    state = game.from_json(json.dumps(document))
    assert {"code", "mark", "luck"} <= {event.name for event in state.events if event.kind == "set"}
    for viewer in (0, 1, None):
        heard = state.events_for(viewer)
        assert not [event for event in heard if event.name in ("code", "mark")]
        results = [part for event in heard if event.kind == "dice" for part in event.all("result")]
        assert [part.value for part in results if not part.hidden and part.known is not None] == [
            part.value for part in results if (viewer, 0) in (part.known or ())
        ]
        assert len([part for part in results if part.hidden]) == (3 if viewer is not None else 4)


def _first(document: Any, kind: str) -> Any:
    return next(event for event in document["story"]["events"] if event["kind"] == kind)


def _put(**fields: Any) -> Callable[[Any], None]:
    return lambda event: event.update(fields)


def _part(**fields: Any) -> Callable[[Any], None]:
    return lambda event: event["parts"][0].update(fields)


_SLIPS: list[tuple[str, Callable[[Any], None], str]] = [
    ("turn", _put(player=7), "7 is no player"),
    ("gain", _put(name="luck"), "'luck' is no resource"),
    ("gain", _put(number=77), "its number is another"),
    ("gain", _put(parent=99), "within nothing that came before"),
    ("gain", _put(place=["verb/play_game", 9_999]), "is no place in the rules"),
    ("gain", _put(place=["verb/elsewhere", 0]), "is no place in the rules"),
    ("gain", _put(phase=["x"]), "no such round or phase"),
    ("gain", _put(to=[9]), "cannot be told something"),
    ("gain", _put(texts=[["en"]]), "are no texts"),
    ("gain", _put(extra=1), "is no event"),
    ("gain", _part(known=None), "is no event"),
    ("gain", _part(hidden=False), "is not as events are written"),
    ("gain", _put(source=None), "is no event"),
    ("gain", _put(round=0), "is not as events are written"),
    ("gain", _put(kind="fly"), "is no event"),
    ("gain", _part(value="many"), "amount: 'many' is no number"),
    ("gain", _part(value=None), "amount: it is missing"),
    ("gain", _part(type=["thing", "nobody"]), "there is no such part"),
    ("gain", _part(role="heap"), "there is no such part"),
    ("gain", _put(parts=[]), "a part is missing"),
    ("pay", _part(value=[]), "one amount of each"),
    ("pay", _part(value=[[["gold", 1, None]]]), "no amount of a resource"),
    ("move", _part(value=99), "99 is no"),
    ("move", _part(known=[[9, 1]]), "does not say who knows it"),
    ("move", _part(hidden=True), "what is hidden is not told"),
    ("dice", _part(value=[1, 2]), "are no dice"),
    ("dice", _part(value=None), "it is missing"),
    ("set", _put(name="purse"), "nothing is called 'purse'"),
    ("set", _part(type=["values", "suit"], value="red"), "there is no such part"),
    ("verb", _put(name="jump"), "nothing is called 'jump'"),
    ("verb", _part(role="q"), "there is no such part"),
    ("shuffle", _part(value=None), "it is missing"),
    ("shuffle", _part(value=99), "99 is no zone"),
    ("answer", _put(parts=3), "no parts of an event"),
]


@pytest.mark.parametrize(("kind", "slip", "wanted"), _SLIPS, ids=[f"{kind}-{at}" for at, (kind, _, _) in enumerate(_SLIPS)])
def test_each_kind_of_event_is_held_against_its_fields(
    told: tuple[Game, Any], kind: str, slip: Callable[[Any], None], wanted: str
) -> None:
    game, document = told
    assert game.from_json(json.dumps(document)).to_json() == json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    slip(_first(document, kind))
    with pytest.raises(SaveError, match="the save is damaged: story") as caught:
        game.from_json(json.dumps(document))
    assert wanted in str(caught.value)


@pytest.mark.parametrize(
    "slip",
    [
        lambda story: story["identities"][0][2].pop(),
        lambda story: story["identities"][0].__setitem__(1, "4"),
        lambda story: story["identities"].pop(),
        lambda story: story.__setitem__("within", [[-3, "verb/play_game", 0, False]]),
        lambda story: story.__setitem__("events", {}),
    ],
)
def test_what_goes_on_and_what_is_followed_is_looked_at_too(told: tuple[Game, Any], slip: Callable[[Any], None]) -> None:
    game, document = told
    slip(document["story"])
    with pytest.raises(SaveError, match="the save is damaged: story"):
        game.from_json(json.dumps(document))


def test_no_slip_in_a_story_is_found_too_late(told: tuple[Game, Any]) -> None:
    """What is refused is refused when it is read; the rest can be told to everybody."""
    game, document = told
    ways = [way for way in places(document["story"]["events"]) if way]
    for number in range(150):
        rng = Random(number)
        slipped = json.loads(json.dumps(document))
        way = rng.choice(ways)
        leaf = rng.choice((*NUMBERS, *LEAVES, at(document["story"]["events"], rng.choice(ways))))
        at(slipped["story"]["events"], way[:-1])[way[-1]] = leaf
        survives(game, json.dumps(slipped), rng, most=3)


def _things(state: State) -> list[Any]:
    return [thing for zone in look(state, 0)["zones"] for thing in zone["things"] if thing is not None]


def test_what_nobody_was_told_of_can_be_looked_at_and_saved() -> None:
    """A quiet state keeps no story: the things that came into sight since have numbers all the same."""
    game = rulekit.load("miniature", engine="interpreted")
    state = game.new(seed=1)
    state.quiet = True
    for _ in range(8):
        state.play(0)
    assert len({thing["id"] for thing in _things(state)}) == len(_things(state)) > 0
    again = game.from_json(state.to_json())
    assert _things(again) == _things(state)
