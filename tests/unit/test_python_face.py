"""The Python face: typed, readable data and clear words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rulekit
from rulekit.api import query
from rulekit.sources.bundled import whole_games
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse
from tests.sizes import some

SCHEMA = json.loads((Path(rulekit.__file__).parent / "api" / "view.schema.json").read_text("utf-8"))

TEXT = """
game faces "Faces" / "Faces": players 2

values colour: red "Red" / "Rouge", blue "Blue" / "Bleu"
resource coin of player "coin" / "pièce"
resource gem of player "gem" / "gemme"
kind card "card" / "carte":
  field price: bundle = nothing
card ash "Ash" / "Frêne": price 2 coin + 1 gem; copies 2
card oak "Oak" / "Chêne": price 2 coin or 1 gem
record pair:
  first_card: card
  second_colour: colour
var favourite: card = none
var chosen: list of card = {}
var last_pair: pair = none
var heat of colour: number = 0
var trust of player, colour: number = 0
var hope of player, player: number = 0
kind side
side heads
side tails
die coin_die: faces heads, tails
zone table_row "row" / "rangée": holds card
zone deck "deck" / "pioche": holds card; seen by nobody
zone hand of player "hand" / "main": holds card; seen by owner
zone camp of player, colour "camp" / "camp": holds card

to play_game:
  move all(oak) to table_row
  move all(ash) to deck
  move first(deck) to first(players)'s hand
  set favourite to first(first(players)'s hand)
  set chosen to {first(table_row)}
  set last_pair to pair(first_card: first(table_row), second_colour: blue)
  for each player p in players: p takes_turn
  end game

to take_turn:
  turn of you:
    choose one:
      option take "Take {c}" / "Prendre {c}" with colour c in all(colour): nothing
      option leave "Leave" / "Partir": nothing
    you may gain 1 coin
"""


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> rulekit.Game:
    path = tmp_path_factory.mktemp("faces") / "faces.rules"
    path.write_text(TEXT, "utf-8")
    return rulekit.load(path)


# ---------- get ----------
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("first(table_row)", "oak"),
        ("table_row", ["oak"]),
        ("player2's hand", []),
        ("first(player2's hand)", None),
        ("players", ["ann", "bob"]),
        ("ann's coin", 0),
        ("ann's coin == 0", True),
        ("first(all(ash))'s price", {"coin": 2, "gem": 1}),
        ("oak's price", {"or": [{"coin": 2}, {"gem": 1}]}),
        ("nothing", {}),
        ("last_pair", {"first_card": "oak", "second_colour": "blue"}),
        ("{c's price for card c in table_row}", [{"or": [{"coin": 2}, {"gem": 1}]}]),
        ("2d6 + 1", "2d6 + 1"),
        ("red", "red"),
        ("coin_die's shown", "heads"),
    ],
)
def test_values_are_plain_data(faces: rulekit.Game, text: str, wanted: Any) -> None:
    state = faces.new(players=2, names=["ann", "bob"])
    assert state.get(text.replace("player2", "bob")) == wanted


def test_a_wanted_type_is_checked(faces: rulekit.Game) -> None:
    state = faces.new(players=2)
    assert state.get("player1's coin", int) + 1 == 1
    assert state.get("players", list) == ["player1", "player2"]
    with pytest.raises(rulekit.UsageError, match=r"`first\(table_row\)` is a text \('oak'\), not a number"):
        state.get("first(table_row)", int)
    with pytest.raises(rulekit.UsageError, match=r"is yes or no \(True\), not a number"):
        state.get("player1's coin == 0", int)
    with pytest.raises(rulekit.UsageError, match="is none"):
        state.get("first(player2's hand)", str)
    with pytest.raises(rulekit.UsageError, match="a value is one of a number, yes or no"):
        state.get("players", set)


def test_odds_of_a_list_have_keys(faces: rulekit.Game) -> None:
    assert rulekit.odds(faces.new(players=2), "leave").of("table_row") == {("oak",): Fraction(1)}


# ---------- view ----------
def test_a_view_is_readable(faces: rulekit.Game) -> None:
    view = faces.new(players=2, names=["ann", "bob"]).view(1)
    assert view["names"] == ["ann", "bob"]
    assert view["zones"]["bob.hand"] == {"things": [], "hidden": 0}
    assert view["zones"]["ann.hand"] == {"things": [], "hidden": 1, "order": [None]}
    assert view["zones"]["bob.red.camp"] == {"things": [], "hidden": 0}
    assert view["values"]["favourite"] == "ann.hand.1" and view["values"]["chosen"] == ["oak"]
    assert view["values"]["last_pair"] == {"first_card": "oak", "second_colour": "blue"}
    assert view["values"]["red.heat"] == view["values"]["ann.blue.trust"] == view["values"]["bob.ann.hope"] == 0
    assert view["values"]["coin_die.shown"] == "heads"
    assert not any(part.startswith("_") for key in (*view["zones"], *view["values"]) for part in key.split("."))
    assert view["options"] == [] and view["asked"] == 0


def test_none_is_none() -> None:
    view = rulekit.load("goldblivion").new(players=2).view(0)
    assert view["values"]["battlefield"] is None
    assert view["options"]


def positions(game: rulekit.Game, players: int) -> Iterator[rulekit.State]:
    state = game.new(players=players, seed=players)
    yield state
    for number in range(some(2, 4)):
        if not state.over:
            state = rulekit.playout(state, number, limit=15)
            yield state


@pytest.mark.parametrize("name", sorted(whole_games()))
def test_every_view_fits_the_schema(name: str) -> None:
    """One player looks at each position, another at the next; in `make test-all` all of them do."""
    validator = jsonschema.Draft202012Validator(SCHEMA)
    game = rulekit.load(name, engine="interpreted")
    for number, state in enumerate(positions(game, game.player_counts[-1])):
        for player in state.players[number % len(state.players) :][: some(1, len(state.players))]:
            view = json.loads(json.dumps(state.view(player)))
            validator.validate(view)
            table = state.table
            empty = [z for z, (_, owners) in enumerate(table.zone_of) if not owners and z != table.box]
            assert all(table.zone_of[z][0].head.name in view["zones"] for z in empty)


@pytest.mark.parametrize("broken", [{"player": -1}, {"zones": {"a": {"things": []}}}, {"values": {"_shown": 1}}, {"seed": 1}])
def test_the_schema_can_fail(broken: dict[str, Any]) -> None:
    view = {**rulekit.load("tic_tac_toe").new().view(0), **broken}
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(view)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_names_of_a_view_have_labels(faces: rulekit.Game) -> None:
    found = [faces.label(name, "fr") for name in ("ash", "ash#2", "ann.hand", "coin", "ann.red.camp", "blue", "nowhere_else")]
    assert found == ["Frêne", "Frêne", "main", "pièce", "camp", "Bleu", "nowhere else"]


def test_a_question_asked_of_every_state_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(source: Source, verbs: set[str], sink: Sink) -> list[n.Decl]:
        read.append(source.text)
        return parse(source, verbs, sink)

    monkeypatch.setattr(query, "parse", counted)
    monkeypatch.setattr(query, "_MOST_ASKED", 2)
    state = rulekit.load("pig", engine="interpreted").new(players=2, chance="ask")
    after = state.apply("roll").apply("4")
    assert [one.get("pot + 1") for one in (state, after, state)] == [1, 5, 1] and len(read) == 1
    for text in ("pot", "pot + 2", "pot + 1"):  # the second is one too many, so the others are forgotten
        after.get(text)
    assert len(read) == 4 and len(after.table.asked) == 2


# ---------- decisions and options ----------
def test_labels_in_a_language(faces: rulekit.Game) -> None:
    state = faces.new(players=2)
    options = state.decision.options
    assert [option.label_in("fr") for option in options] == ["Prendre Rouge", "Prendre Bleu", "Partir"]
    assert [option.label_in("en") for option in options] == [option.label for option in options]
    assert [option.label_in("de") for option in options] == [option.label for option in options]
    assert [option.label_in("fr") for option in state.apply("leave").decision.options] == ["oui", "non"]


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_labels_of_cells_and_plain_options_in_a_language(engine: str) -> None:
    state = rulekit.load("pig", engine=engine).new()
    assert [o.label_in("fr") for o in state.decision.options] != [o.label_in("en") for o in state.decision.options]


def test_who_decides_needs_no_assert(faces: rulekit.Game) -> None:
    state = faces.new(players=2)
    assert state.decision.seat == 0
    with pytest.raises(rulekit.UsageError, match="the game is over: nobody decides"):
        _ = rulekit.playout(state).decision.seat
    with pytest.raises(rulekit.UsageError, match="chance decides here"):
        _ = rulekit.load("pig").new(chance="ask").apply("roll").decision.seat


def test_what_is_printed_says_what_it_is(faces: rulekit.Game) -> None:
    state = faces.new(players=2, names=["ann", "bob"])
    assert repr(faces) == "<Game faces>"
    assert repr(state) == "<State of faces: 2 players, 0 answers, ann decides>"
    assert repr(rulekit.playout(state)) == "<State of faces: 2 players, 4 answers, won by nobody>"
    assert repr(state.decision) == "<Decision of player 0, choose: take red, take blue, leave>"
    assert repr(rulekit.load("tic_tac_toe").new().decision) == "<Decision of player 0, choose: a1, b1, c1, a2 and 5 more>"
    assert repr(rulekit.playout(state).decision) == "<Decision: the game is over>"
    assert repr(rulekit.load("pig").new(chance="ask").apply("roll")).endswith("chance decides>")
    assert state.names == ("ann", "bob")


def test_a_report_says_how_the_games_went() -> None:
    from rulekit.simulate import simulate

    game = rulekit.load("tic_tac_toe")
    report = simulate(game, games=2, bots=["random"])
    assert repr(report) == f"<Report of tic_tac_toe: 2 games; wins {report.wins[0]}, {report.wins[1]}>"
    wrong = simulate(game, games=1, bots=[lambda state: "nowhere", "random"])
    assert "1 game; wins 0, 0; 1 ended by an error, the first: the bot" in repr(wrong)
    assert "`nowhere` is no option here" in repr(wrong)


def test_public_names_are_listed_before_they_are_used() -> None:
    code = "import rulekit; print(*dir(rulekit))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"load", "State", "Bot", "View", "playout", "UsageError", "__version__"} <= set(found)
    assert "TYPE_CHECKING" not in found and all(hasattr(rulekit, name) for name in found)


# ---------- undo ----------
PEEK = """
game peeks: players 2
kind card
card ace
card king
zone pile: holds card; seen by nobody
zone hand of player: holds card; seen by owner
zone row: holds card
resource coin of player

to play_game:
  move all(card) to pile
  for each player p in players:
    turn of p:
      choose one:
        option look: move first(pile) to your hand
        option show: move first(your hand) to row
        option wait: gain 1 coin
      choose one:
        option go: nothing
        option show: move first(your hand) to row
  end game
"""


def test_what_was_seen_is_not_undone_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "peeks.rules"
    path.write_text(PEEK, "utf-8")
    state = rulekit.load(path).new(players=2)
    waited, looked = state.apply("wait"), state.apply("look")
    assert waited.can_undo and waited.undo() == state
    assert not looked.can_undo
    with pytest.raises(rulekit.AnswerError, match="chance has decided since, or something was seen"):
        looked.undo()
    assert looked.undo(anyway=True) == state
    shown = looked.apply("show")  # others see it, but it was no news to the one who showed it
    assert shown.can_undo and shown.undo() == looked


def test_a_roll_is_not_undone_unless_asked() -> None:
    state = rulekit.load("pig").new(seed=3)
    rolled = state.apply("roll")
    assert not rolled.can_undo and rolled.undo(anyway=True) == state
    with pytest.raises(rulekit.AnswerError, match="there is nothing to undo"):
        state.undo(anyway=True)
