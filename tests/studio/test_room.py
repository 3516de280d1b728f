"""Tables without a web: who may answer, what is told to whom, undo, forks, saves."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.drawing.looks import looks_of
from rulekit.studio import Room, RoomError, Seat, saves
from rulekit.studio.messages import has_secrets
from rulekit.studio.pages import game_message, game_told, rules_message
from rulekit.studio.room import Setting


def room(name: str = "tic_tac_toe", players: int = 2, seed: int = 1, kind: str = "here") -> Room:
    game = rulekit.load(name)
    return Room.open(game, Setting(name, players, seed), [Seat.of(kind) for _ in range(players)])


def played(table: Room, answers: int, seed: int = 5) -> Room:
    rng = Random(seed)
    for _ in range(answers):
        if table.asked is None:
            break
        table.answer(table.asked, table.version, str(rng.choice(table.state.decision.options)))
    return table


def refused(code: str, table: Room, seat: int, version: object, text: object) -> None:
    before = (table.version, table.state)
    with pytest.raises(RoomError) as found:
        table.answer(seat, version, text)
    assert found.value.code == code and (table.version, table.state) == before


def test_a_seat_answers_what_it_is_asked() -> None:
    table = room()
    table.answer(0, 0, "b2")
    assert table.version == 1 and table.asked == 1 and table.state.answers == ["b2"]


def test_strangers_answers_are_refused_and_change_nothing() -> None:
    table = room()
    refused("turn", table, 1, 0, "a1")
    refused("stale", table, 0, 7, "a1")
    refused("stale", table, 0, True, "a1")
    refused("stale", table, 0, "0", "a1")
    refused("answer", table, 0, 0, "z9")
    refused("answer", table, 0, 0, 0)
    refused("answer", table, 0, 0, "a" * 5000)
    table.answer(0, 0, "b2")
    refused("answer", table, 1, 1, "b2")


def test_nothing_is_answered_when_the_game_is_over() -> None:
    table = played(room(), 9)
    assert table.state.over
    refused("over", table, 0, table.version, "a1")


def test_a_seat_takes_back_its_own_answer_and_what_followed() -> None:
    table = played(room(), 4)
    table.undo(0, 4)
    assert len(table.line) == 2 and table.asked == 0 and table.version == 5
    table.undo(None, 5)
    assert len(table.line) == 1
    with pytest.raises(RoomError, match="nothing to take back"):
        room().undo(0, 0)


def test_what_chance_has_decided_is_not_taken_back() -> None:
    table = room("pig")
    table.answer(0, 0, next(str(o) for o in table.state.decision.options if "roll" in str(o)))
    with pytest.raises(RoomError, match="chance has decided"):
        table.undo(0, 1)
    table.undo(0, 1, anyway=True)
    assert len(table.line) == 0


def test_where_things_are_secret_nobody_takes_back_what_others_have_answered() -> None:
    """Whether somebody else has seen something since is his affair, so an undo must not tell it."""
    table = room("kuhn_poker", kind="link")
    table.answer(table.asked or 0, 0, "check")
    assert table.can_undo(0) and not table.can_undo(1), "his own last answer"
    table.answer(1, 1, "bet")
    assert table.line.back_for(0) == (0, True) and not table.can_undo(0) and table.can_undo(1)
    with pytest.raises(RoomError, match="cannot be taken back"):
        table.undo(0, 2)
    open_ = played(room(kind="link"), 2)
    assert open_.can_undo(0) and open_.can_undo(1), "nothing is hidden there"


SHOWN = """game shown "Shown": players 2
kind card "card"
card gem "Gem"
zone deck "deck": holds card; seen by nobody

to play_game:
  move {gem} to deck
  for each player p in players:
    turn of p:
      choose one:
        option look: reveal first(all(gem)) to you
        option wait: nothing
"""


def test_what_was_shown_to_one_alone_is_a_secret(tmp_path: Path) -> None:
    """No zone of this game is anybody's own: at one screen a curtain falls once somebody has looked."""
    (tmp_path / "shown.rules").write_text(SHOWN, "utf-8")
    state = rulekit.load(tmp_path / "shown.rules").new(2, 1)
    assert not has_secrets(state) and has_secrets(state.apply("look")) and not has_secrets(state.apply("wait"))


def test_the_past_can_be_looked_at_and_forked_but_not_answered() -> None:
    table = played(room(), 5)
    then = table.message(0, "en", 2)
    assert then["at"] == 2 and then["of"] == 5 and len(then["table"]["marks"]) == 2
    assert then["table"]["decision"]["options"] == [] and table.message(0, "en", 99)["at"] == 5
    other = table.fork(2)
    other.answer(0, other.version, str(other.state.decision.options[0]))
    assert len(other.line) == 3 and len(table.line) == 5 and other.id != table.id
    with pytest.raises(RoomError, match="0 to 5"):
        table.fork(6)


def test_the_log_grows_and_points_to_the_rules() -> None:
    table = played(room("miniature"), 6)
    first = table.message(0, "en", 3)["log"]
    whole = table.message(0, "en")["log"]
    assert whole[: len(first)] == first and len(whole) > len(first)
    assert any(row.get("line", "").startswith("miniature.rules:") for row in whole)
    assert table.message(0, "fr")["log"] != whole


def test_a_saved_table_is_laid_again_with_its_past() -> None:
    table = played(room("miniature", seed=3), 8)
    text = saves.write(table)
    again = saves.read(table.game, saves.parse(text))
    assert (
        again.state == table.state
        and len(again.line) == 8
        and again.message(1, "en")["table"] == table.message(1, "en")["table"]
    )


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', "[" * 100_000, "null"])
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(RoomError):
        saves.parse(text)


def test_a_damaged_save_is_refused() -> None:
    data = json.loads(saves.write(played(room(), 3)))
    wrong: list[dict[str, object]] = [
        {"answers": ["z9"]}, {"seats": [["king", ""]]}, {"seats": []}, {"options": [3]}, {"players": 9},
    ]  # fmt: skip
    for broken in wrong:
        with pytest.raises(RoomError):
            saves.read(rulekit.load("tic_tac_toe"), saves.parse(json.dumps(data | broken)))


def test_other_rules_are_played_as_far_as_the_answers_fit() -> None:
    table = played(room(), 3)
    same = table.play_by(rulekit.load("tic_tac_toe"))
    assert same.carried and same.fitted == 3 and table.version == 4 and table.state.answers
    other = table.play_by(rulekit.load("connect_four"))
    assert not other.carried and other.reasons and other.fitted == 0 and table.state.answers == []


def test_what_is_told_once_hangs_on_no_position() -> None:
    table = room("miniature")
    before, looks = game_told(table.state, "fr"), looks_of(table.game.path)
    assert game_message(table.state, "fr") == before | {"looks": looks} and before["cards"] and json.dumps(before)
    played(table, 8)
    assert game_told(table.state, "fr") == before
    assert game_message(table.state, "fr") == before | {"looks": looks} != game_message(table.state, "en")
    assert rules_message(table.state, "en")["sections"]


def test_everything_that_is_told_is_json_without_seed_or_tokens() -> None:
    table = played(room("kuhn_poker", seed=987654321, kind="link"), 1)
    for viewer in (0, 1, None):
        text = json.dumps(table.message(viewer, "en"))
        assert "987654321" not in text and all(seat.token not in text for seat in table.seats)
        assert table.watch_token not in text
