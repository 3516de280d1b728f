"""Each law of single states can fail: what it forbids is done to the machine, and it is found out."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Decision, Game, Option, State, load
from rulekit.api.query import evaluate
from rulekit.interpreter.deal import Deal
from rulekit.runtime.state import Data
from rulekit.story.recorder import Recorder
from rulekit.testing import LawBroken, laws
from rulekit.testing.law import title

Break = Callable[[pytest.MonkeyPatch, State], None]
SECRETS = """
game secrets: players 2
kind card
card fig, plum, pear: starts in deck
zone deck: holds card; seen by nobody
values sign: rock, paper
var thrown of player: sign = none

to play_game:
  shuffle deck
  sealed for each player p in players:
    p chooses sign s in all(sign)
  then:
    set p's thrown to s
  end game with players

invariant "nobody has thrown paper": every(p's thrown is not paper for player p in players)
"""


def wrap(patch: pytest.MonkeyPatch, name: str, made: Callable[[Any], Callable[..., Any]]) -> None:
    """Puts something in the place of a method of states, made from the honest one."""
    patch.setattr(State, name, made(getattr(State, name)))


def deciding(state: State, *options: Option, kind: str = "choice", player: int | None = 0) -> None:
    state._decision = Decision(kind, player, "", options)


def save_otherwise(patch: pytest.MonkeyPatch, state: State) -> None:
    wrap(patch, "to_json", lambda honest: lambda self: re.sub(r'"up":\[false', '"up":[true', honest(self)))


def lose_a_card(patch: pytest.MonkeyPatch, state: State) -> None:
    deck = state.data.where[evaluate(state, "first(player1's deck)")]
    state.data.zones[deck] = state.data.zones[deck][1:]


def break_an_invariant(patch: pytest.MonkeyPatch, state: State) -> None:
    state.data.vals = [
        -1 if name == "fame" else value for value, (name, _) in zip(state.data.vals, state.table.slot_of, strict=True)
    ]


def accept_anything(patch: pytest.MonkeyPatch, state: State) -> None:
    def made(honest: Any) -> Any:
        return lambda self, answer, player=None: honest(self, answer if answer in range(2) else 0)

    wrap(patch, "apply", made)


def take_options_for_the_first(patch: pytest.MonkeyPatch, state: State) -> None:
    def made(honest: Any) -> Any:
        return lambda self, answer, player=None: honest(self, 0 if isinstance(answer, Option) else answer)

    wrap(patch, "apply", made)


def tell_everybody(patch: pytest.MonkeyPatch, state: State) -> None:
    patch.setattr(Recorder, "_known", lambda self, thing: None)


def tell_watchers(patch: pytest.MonkeyPatch, state: State) -> None:
    def made(honest: Any) -> Any:
        return lambda self, player, since=0: honest(self, player, since) if player is None else ()

    wrap(patch, "events_for", made)


def forget_moves(patch: pytest.MonkeyPatch, state: State) -> None:
    honest = Recorder.has_moved

    def broken(self: Recorder, player: Any, thing: int, old: int, zone: int) -> None:
        honest(self, player, thing, old, zone)
        self.m.s.counter += 1

    patch.setattr(Recorder, "has_moved", broken)


def show(key: str, value: Callable[[State], Any]) -> Break:
    """Adds something to every view."""

    def broken(patch: pytest.MonkeyPatch, state: State) -> None:
        wrap(patch, "view", lambda honest: lambda self, player: {**honest(self, player), key: value(self)})

    return broken


BREAKS: dict[str, tuple[Break, str]] = {
    "options_are_clear": (lambda _, state: deciding(state, Option("a"), Option("a")), "the same text: a"),
    "options_come_in_order": (lambda _, state: state.question.choices.reverse(), "do not follow the text"),  # type: ignore[union-attr]
    "things_are_somewhere": (lose_a_card, "lies nowhere"),
    "invariants_hold": (break_an_invariant, "nobody has less than no fame"),
    "chance_adds_up": (
        lambda _, state: deciding(state, Option("a", probability=Fraction(1, 2)), kind="chance", player=None),
        "add up to 1/2",
    ),
    "refusals_have_reasons": (
        lambda patch, _: patch.setattr(Decision, "why_not", lambda self, text: ""), "nothing is said about why not",
    ),
    "wrong_answers_change_nothing": (accept_anything, "`-1` was accepted by"),
    "only_the_asked_may_answer": (accept_anything, "player 1, asked is 2"),
    "options_mean_their_text": (take_options_for_the_first, "did something else"),
    "copies_are_independent": (lambda patch, _: patch.setattr(Data, "following", lambda self: self), "on a copy changed"),
    "equality_follows_content": (
        lambda patch, _: patch.setattr(State, "__eq__", lambda self, other: True), "equals something that is no state",
    ),
    "apply_leaves_untouched": (
        lambda patch, _: wrap(patch, "apply", lambda _: lambda self, answer: self.play(answer)), "changed the state",
    ),
    "undo_goes_back_to_reveals": (
        lambda patch, state: wrap(patch, "undo", lambda _: lambda self, **how: self), "does not take back one answer",
    ),
    "views_hide_machinery": (show("seed", lambda state: 3), "holds seed"),
    "views_hide_things": (show("next", lambda state: state.get("player1's deck")), "changed places: next"),
    "options_name_what_is_seen": (
        lambda patch, _: patch.setattr("rulekit.testing.laws_hidden.hidden", lambda *_: True), "which is hidden from him",
    ),
    "logs_tell_no_more": (tell_everybody, "can tell"),
    "nobody_hears_more_than_a_player": (tell_watchers, "one who only watches is told"),
    "the_story_leads_here": (forget_moves, "the story has a gap"),
    "sealed_stay_sealed": (
        show("thrown", lambda state: [local for _, _, local in state.data.stack]), "can tell what was chosen",
    ),
    "resamples_fit": (
        lambda patch, _: patch.setattr(Deal, "draw", lambda self, pick: {}), "cannot see: where",
    ),
    "resampled_worlds_are_exact": (
        lambda patch, _: patch.setattr(Deal, "draw", lambda self, pick: {}), "a world is drawn with 1 that has",
    ),
    "saves_resume": (save_otherwise, "the state read back differs: up"),
    "replay_repeats": (
        lambda patch, state: patch.setattr(State, "answers", property(lambda self: [])), "it differs in",
    ),
    "peeks_change_nothing": (
        lambda patch, _: patch.setattr(Data, "following", lambda self: self), "tried out: after 0 more answers",
    ),
}  # fmt: skip


def begun(name: str, folder: Path) -> State:
    """The position that a law is held against: hidden cards, options of both sorts, answers given."""
    if name == "sealed_stay_sealed":
        path = folder / "secrets.rules"
        path.write_text(SECRETS, encoding="utf-8")
        return Game(path).new(seed=1)
    if name == "resampled_worlds_are_exact":
        return load("kuhn_poker").new(seed=5)
    if name == "undo_goes_back_to_reveals":
        return load("tic_tac_toe").new().apply(0)
    state = load("miniature").new(seed=5)
    return state if name in ("options_are_clear", "logs_tell_no_more") else state.apply(0)


def test_every_law_is_broken_here() -> None:
    assert set(BREAKS) == {law.__name__ for law in laws.LAWS}


@pytest.mark.parametrize("law", laws.LAWS, ids=title)
def test_it_bites(law: laws.Law, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun(law.__name__, tmp_path)
    law(state.copy())
    broken, found = BREAKS[law.__name__]
    broken(monkeypatch, state)
    with pytest.raises(LawBroken, match=re.escape(found)):
        law(state)
