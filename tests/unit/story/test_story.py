"""What has happened: the same from every tier, for every viewer what he may know, and nothing kept for who does not ask."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.errors import SaveError
from rulekit.story.event import EVERYTHING, KINDS, NOBODY, as_plain, from_plain, told_to
from rulekit.story.lines import outcome_line

TEXT = """
game raid "Raid" / "Raid": players 2
resource coin of player "coin" / "pièce": cap 5
resource inner of player
var pot "pot" / "cagnotte": number = 0
var passed of player "has passed" / "a passé": yesno = no
var secret_bid of player "bid" / "mise|f": number = 0 secret
var hidden_count: number = 0
kind card "card" / "carte|f":
  power played "When played" / "Quand on la joue"
card fig "Fig" / "Figue|f": copies 3; when played: gain 3 coin
card plum "Plum" / "Prune|f": copies 3
zone deck "deck" / "pioche|f": holds card; seen by nobody
zone hand of player "hand" / "main|f": holds card; seen by owner
zone row "row" / "rangée|f": holds card
zone pile "pile" / "pile|f": holds card; seen by face_up
moment cheer player p "cheer {p}" / "acclamer {p}"

to play_game:
  move all(card) to deck
  shuffle deck
  for each player p in players:
    p draws 2 from deck to p's hand
  round:
    for each player p in players:
      turn of p:
        raid p with 2
  end game with {first(players)}

to raid player v with number n "raid {v}[ with {n:rider}]" / "piller {v}[ avec {n:cavalier}]":
  note_it
  roll 1d6 as d
  choose card c in your hand
  move c to row
  activate c's played
  cheer v
  announce "{d} against {n}" / "{d} contre {n}"
  announce "psst {c}" / "psst {c}" to v
  set pot to pot + d
  set v's passed to yes
  set your secret_bid to d
  draw 1 from deck to pile as drawn
  reveal drawn to you
  flip last(pile)
  if size(row) == 2: swap first(row) with last(row)
  choose one:
    option pay_up "Pay" / "Payer" costs 1 coin: nothing
    option skip "Skip" / "Passer": nothing

to note_it: set hidden_count to hidden_count + 1
"""


@pytest.fixture(scope="module", params=["compiled", "interpreted"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("story") / "raid.rules"
    path.write_text(TEXT, "utf-8")
    return rulekit.load(path, engine=request.param)


def played(game: Game, seed: int = 2, most: int = 99) -> State:
    state, rng = game.new(seed=seed), Random(seed)
    while not state.over and most:
        state.play(rng.choice(state.decision.options))
        most -= 1
    return state


def test_what_is_told_and_what_is_not(game: Game) -> None:
    state = played(game)
    kinds = [event.kind for event in state.events]
    for kind in "answer round turn verb moment activate gain move show reveal set dice announce shuffle end swap".split():
        assert kind in kinds, kind
    assert set(kinds) <= set(KINDS)
    assert not [e for e in state.events if e.name in ("note_it", "hidden_count", "inner")]


def test_events_are_numbered_nested_and_placed(game: Game) -> None:
    state = played(game)
    assert [event.number for event in state.events] == list(range(len(state.events)))
    raid = next(e for e in state.events if e.kind == "verb")
    inner = [e for e in state.events if e.parent == raid.number]
    assert {"dice", "announce", "set"} <= {e.kind for e in inner} and {e.depth for e in inner} == {1}
    assert (raid.round, raid.turn, raid.player) == (1, 0, 0)
    announced = next(e for e in inner if e.kind == "announce")
    span = state.span_of(announced)
    assert span is not None and span.source.line(span.line).strip().startswith("announce")


def test_every_viewer_is_told_what_he_may_know(game: Game) -> None:
    state = played(game)
    for viewer in (0, 1, None):
        events = state.events_for(viewer)
        assert [event.number for event in events] == list(range(len(events)))
        drawn = [e for e in events if e.kind == "move" and e.player in (0, 1) and e.value("to") in _hands(state)]
        assert [not part.hidden for e in drawn for part in e.all("thing")] == [e.player == viewer for e in drawn]
        bids = [e.player for e in events if e.name == "secret_bid"]
        assert bids == ([] if viewer is None else [viewer])
        told = [e.texts[0] for e in events if e.kind == "announce"]
        assert told.count("psst {c}") == (0 if viewer is None else 1)
        shown = [part.hidden for e in events if e.kind == "show" for part in e.all("thing")]
        assert shown == [seat != viewer for seat in (0, 1)]


def _hands(state: State) -> list[int]:
    return [zone for zone, (definition, _) in enumerate(state.table.zone_of) if definition.head.name == "hand"]


def test_identities_are_renewed_out_of_sight(game: Game) -> None:
    """A card that has been in the deck is another one to those who could not follow it."""
    state = game.new(seed=2)
    moved: dict[int, list[int | None]] = {}
    for event in state.events_for(0):
        part = event.first("thing")
        if event.kind == "move" and part is not None and not part.hidden:
            moved.setdefault(part.value, []).append(part.identity(0))
    twice = [numbers for numbers in moved.values() if len(numbers) > 1]
    assert twice and all(first != second for first, second, *_ in twice)  # into the deck, and out of it again


def test_lines_tell_who_what_where_and_how_it_ended(game: Game) -> None:
    text = "\n".join(played(game).story(everything=True))
    assert "Round 1, turn of Player 1" in text
    assert "Player 1 raids Player 1 with 2 riders" in text
    assert " against 2" in text and "Player 1 has passed" in text and "Pot: 0 → " in text
    assert "change places" in text and "The game is over; Player 1 wins" in text
    french = "\n".join(played(game).story(lang="fr", everything=True))
    assert "Player 1 pille Player 1 avec 2 cavaliers" in french.replace("Joueur", "Player")
    assert "a passé" in french and "Joueur 1 gagne" in french


CAPPED = """
game capped: players 1
resource coin of player "coin": cap 2
to play_game:
  turn of first(players):
    choose number n in 0..1
    gain 3 coin
    gain 1 coin
  end game
"""


def test_what_is_above_a_limit_is_told(tmp_path: Path) -> None:
    path = tmp_path / "capped.rules"
    path.write_text(CAPPED)
    state = rulekit.load(path).new().apply(0)
    told = [line.strip() for line in state.story() if "coin" in line]
    assert told == [
        "Player 1 gains 3 coins, of which 1 is lost above the limit",
        "Player 1 gains 1 coin, but keeps nothing of it: the limit is reached",
    ]


def test_the_past_is_shared_and_branches_apart(game: Game) -> None:
    state = game.new(seed=2)
    first = state.events
    one, two = state.apply(0), state.apply(1) if len(state.decision.options) > 1 else state.apply(0)
    assert one.events[: len(first)] == two.events[: len(first)] == first
    assert one.undo(anyway=True).events == first
    assert one.copy().events == one.events


def test_a_quiet_state_keeps_nothing(game: Game) -> None:
    state = game.new(seed=2)
    state.quiet = True
    before = len(state.events)
    while not state.over:
        state.play(0)
    assert len(state.events) == before and state.answers == []


def test_what_is_changed_by_hand_is_where_the_story_goes_on(game: Game) -> None:
    state = played(game, most=1)
    before = state.events
    state.data.vals[state.table.slot["pot"][()]] = 50
    state = state.apply(0)
    assert state.events[: len(before)] == before
    assert not [e for e in state.events if e.kind == "gap"]


def test_saves_and_pickles_keep_the_story(game: Game) -> None:
    state = played(game, most=2)
    read = game.from_json(state.to_json())
    assert read.events == state.events and read.story(0) == state.story(0)
    assert pickle.loads(pickle.dumps(state)).events == state.events
    if not state.over:
        assert read.apply(0).events == state.apply(0).events


def test_a_damaged_story_is_refused(game: Game) -> None:
    document = json.loads(played(game, most=2).to_json())
    wrong = [("player", 9), ("kind", "x"), ("number", 7), ("parent", 900), ("texts", [3]), ("name", 4)]
    for at, (key, value) in enumerate(wrong):
        broken = json.loads(json.dumps(document))
        broken["story"]["events"][at + 1][key] = value
        with pytest.raises(SaveError, match="story"):
            game.from_json(json.dumps(broken))


def test_events_are_plain_data(game: Game) -> None:
    for event in played(game).events:
        assert from_plain(json.loads(json.dumps(as_plain(event)))) == event


def test_both_tiers_tell_the_same(tmp_path: Path) -> None:
    path = tmp_path / "raid.rules"
    path.write_text(TEXT, "utf-8")
    for seed in range(8):
        fast, slow = (played(rulekit.load(path, engine=engine), seed) for engine in ("compiled", "interpreted"))
        assert fast.events == slow.events


def test_whoever_hears_again_hears_the_same(game: Game) -> None:
    events = played(game).events
    for viewer in (0, 1, NOBODY):
        once = told_to(events, viewer)
        assert told_to(once, viewer) == once
    assert told_to(events, EVERYTHING) is events


def test_what_is_heard_bit_by_bit_is_what_is_heard_at_once() -> None:
    for name in ("kuhn_poker", "miniature", "rock_paper_scissors"):
        state, rng = rulekit.load(name).new(seed=4), Random(4)
        while not state.over:
            state = state.apply(rng.choice(state.decision.options))
            for viewer in (*state.players, None):
                eyes = NOBODY if viewer is None else viewer
                assert state.events_for(viewer) == told_to(state.events, eyes)
                assert state.undo(anyway=True).events_for(viewer) == told_to(state.undo(anyway=True).events, eyes)


def test_an_outcome_in_a_line(game: Game) -> None:
    state = played(game, most=1)
    since = len(state.events)
    after = state.apply(0)
    assert "; " in outcome_line(after.table, after.events, since=since) or len(after.events) - since < 3


EXTRA = """
game extra: players 1
resource coin of player "coin"
to work with bundle help = nothing "work[, starting with {help}]": gain help + 1 coin
to play_game:
  turn of first(players):
    work
    work with 2 coin
  end game
"""


def test_help_of_nothing_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "extra.rules"
    path.write_text(EXTRA)
    told = [line.strip().split(":")[0] for line in rulekit.load(path).new().story() if "work" in line]
    assert told == ["Player 1 works", "Player 1 works, starting with 2 coins"]


def test_a_label_that_names_its_own_subject_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "raid.rules"
    path.write_text(
        TEXT.replace('"cheer {p}" / "acclamer {p}"', '"{p} goes home" / "{p} rentre"').replace(
            "  note_it\n", "  note_it\n  cheer you\n"
        ),
        "utf-8",
    )
    told = rulekit.load(path).new(seed=2).story()
    assert any(line.endswith("Player 1 goes home") for line in told) and not any("Players" in line for line in told)
