"""The laws themselves: a state that breaks one is found out, and a search shows the shortest play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Decision, Game, Option, State, load
from rulekit.api.query import evaluate
from rulekit.runtime.describe import named, sees
from rulekit.runtime.state import Data
from rulekit.story.recorder import Recorder
from rulekit.testing import LawBroken, check_laws, laws, laws_game, laws_hidden
from rulekit.testing.hidden import reveals
from tests.swapped import swap

BROKEN = """
game broken: players 2
resource pebbles of player

to play_game:
  repeat 9 times:
    turn of item(players, 1):
      choose one:
        option wait: nothing
        option take: gain 1 pebbles

invariant "few pebbles": every(p's pebbles < 3 for player p in players)
"""


@pytest.fixture
def miniature() -> State:
    return load("miniature").new(seed=5)


def deciding(state: State, *options: Option, kind: str = "choice", player: int | None = 0) -> State:
    state._decision = Decision(kind, player, "", options)
    return state


def test_options_twice(miniature: State) -> None:
    with pytest.raises(LawBroken, match="the same text: rest"):
        laws.options_are_clear(deciding(miniature, Option("rest"), Option("rest")))


def test_an_option_for_a_stranger(miniature: State) -> None:
    with pytest.raises(LawBroken, match="player 8 decides"):
        laws.options_are_clear(deciding(miniature, Option("rest"), player=7))


def test_chance_that_does_not_add_up(miniature: State) -> None:
    half, third = (Option("a", probability=Fraction(1, n)) for n in (2, 3))
    with pytest.raises(LawBroken, match="add up to 5/6"):
        laws.chance_adds_up(deciding(miniature, half, third, kind="chance", player=None))


def test_a_thing_in_two_places(miniature: State) -> None:
    deck = miniature.data.where[evaluate(miniature, "player1's deck")[0]]
    miniature.data.zones[deck] *= 2
    with pytest.raises(LawBroken, match="two places"):
        laws.things_are_somewhere(miniature)


def test_a_copy_that_shares(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Data, "following", lambda self: self)
    with pytest.raises(LawBroken, match="never shares"):
        laws.copies_are_independent(miniature)


def test_a_view_that_shows_the_seed(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.view

    def view(self: State, player: int) -> dict[str, Any]:
        return {**honest(self, player), "lucky number": self.data.seed * 3}

    monkeypatch.setattr(State, "view", view)
    with pytest.raises(LawBroken, match="depends on the seed"):
        laws_hidden.views_hide_machinery(miniature)


def test_a_view_that_shows_a_deck(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = State.view

    def view(self: State, player: int) -> dict[str, Any]:
        return {**honest(self, player), "next": self.get("player1's deck")}

    monkeypatch.setattr(State, "view", view)
    with pytest.raises(LawBroken, match="both hidden"):
        laws_hidden.views_hide_things(miniature)


def test_the_shortest_play_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN, encoding="utf-8")
    with pytest.raises(LawBroken, match="few pebbles\n  after the answers: take, take, take\n"):
        check_laws(Game(path), plays=60, most=6)


def test_a_play_without_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(BROKEN.replace("repeat 9 times", "repeat up to 9999 times"), encoding="utf-8")
    with pytest.raises(LawBroken, match="not over after 50 decisions"):
        laws_game.ends_within(Game(path), 50)


# ---------- what is hidden ----------
HANDS = """
game hands: players 2
kind card
card fig, plum, pear, nut, sloe, lime, kiwi: starts in deck
zone deck: holds card; seen by nobody
zone hand of player: holds card; seen by owner

to play_game:
  shuffle deck
  for each player p in players: p draws 2 from deck to p's hand
  repeat 2 times:
    for each player p in players:
      turn of p:
        p swaps_one

to swap_one:
  choose card c in your hand
  move c to deck
  draw 1 from deck to your hand
"""


def hands(tmp_path: Path, old: str = "", new: str = "") -> State:
    path = tmp_path / "hands.rules"
    assert old in HANDS
    path.write_text(HANDS.replace(old, new) if old else HANDS, encoding="utf-8")
    return Game(path).new(seed=1)


def test_an_honest_game_keeps_what_is_hidden(tmp_path: Path) -> None:
    state = hands(tmp_path)
    for law in laws_hidden.HIDDEN_LAWS:
        law(state)


def test_views_are_held_against_the_declarations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swap(monkeypatch, sees, lambda machine, thing, player: True)
    with pytest.raises(LawBroken, match="both hidden, changed places: zones"):
        laws_hidden.views_hide_things(hands(tmp_path))


def test_a_log_that_names_what_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recorder, "_known", lambda self, thing: None)
    with pytest.raises(LawBroken, match="the log says `"):
        laws_hidden.logs_tell_no_more(hands(tmp_path))


def test_an_option_that_names_a_hidden_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = hands(tmp_path, "choose card c in your hand", "choose card c in first(opponents)'s hand")
    laws_hidden.options_name_what_is_seen(state)
    laws_hidden.views_hide_things(state)
    swap(monkeypatch, named, lambda machine, items, type_, viewer: named(machine, items, type_, None))
    state = hands(tmp_path, "choose card c in your hand", "choose card c in first(opponents)'s hand")
    with pytest.raises(LawBroken, match="which is hidden from him"):
        laws_hidden.options_name_what_is_seen(state)
    with pytest.raises(LawBroken, match="changed places: options"):
        laws_hidden.views_hide_things(state)


def test_undo_that_forgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = load("tic_tac_toe").new()
    after = state.apply(0).apply(0)
    laws_hidden.undo_goes_back_to_reveals(after)
    undo = State.undo
    monkeypatch.setattr(State, "undo", lambda self, **how: undo(undo(self)) if undo(self).can_undo else undo(self))
    with pytest.raises(LawBroken, match="does not take back one answer"):
        laws_hidden.undo_goes_back_to_reveals(after)


def test_undo_stops_at_a_reveal(tmp_path: Path) -> None:
    state = hands(tmp_path)
    assert reveals(state, state.apply(0))  # a card is drawn
    start = load("tic_tac_toe").new()
    assert not reveals(start, start.apply(0))


def test_options_out_of_order(miniature: State) -> None:
    question = miniature.question
    assert question is not None and len(question.choices) > 2
    question.choices.reverse()
    with pytest.raises(LawBroken, match="fixed order"):
        laws.options_come_in_order(miniature)


# ---------- whole games ----------
MODULES = """
game modular: players 2
resource gold of player
rule base:
  after player p moves thing t: nothing

to play_game:
  first(players) gains 1 gold
  for each player p in players:
    turn of p:
      choose one:
        option a: gain 1 gold
        option b: gain 2 gold

module one:
  rule first_rule:
    instead of player p gains n gold: proceed with n + 1
module two:
  rule second_rule:
    instead of player p gains n gold: proceed with 2 * n
"""


def test_modules_whose_order_matters(tmp_path: Path) -> None:
    path = tmp_path / "modular.rules"
    path.write_text(MODULES, encoding="utf-8")
    with pytest.raises(LawBroken, match=r"modules in another order \(one, two\).*the views differ"):
        laws_game.modules_in_any_order(Game(path))
    path.write_text(MODULES.replace("2 * n", "n + 2"), encoding="utf-8")
    assert laws_game.modules_in_any_order(Game(path)) == 1


def test_a_save_that_goes_on_otherwise(miniature: State, monkeypatch: pytest.MonkeyPatch) -> None:
    assert laws_game.resumes_elsewhere(miniature.game, [miniature]) == 1
    monkeypatch.setattr(laws_game, "go", lambda game, job: "something else")
    with pytest.raises(LawBroken, match="the other process"):
        laws_game.resumes_elsewhere(miniature.game, [miniature])


def test_what_is_never_reached_is_told(tmp_path: Path) -> None:
    path = tmp_path / "hands.rules"
    path.write_text(
        HANDS + "card quince\ncard date:\n  starts in deck\n  after you gain n gold: nothing\nresource gold of player\n"
    )
    game = Game(path)
    found = laws_game.reach([(game, 2)])
    assert found.unreached == ["quince"]
    assert found.unused == ["date"]
