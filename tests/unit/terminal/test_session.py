"""Sessions with a script in a person's place."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.api import Game, State
from rulekit.bots import random_bot
from rulekit.errors import UsageError
from rulekit.terminal.seats import parse_humans, seated
from rulekit.terminal.session import Session
from rulekit.terminal.style import Style, seen

Scripts = type  # the class of scripted screens that the fixture gives


def session(game: Game, screen: object, humans: str = "1", **more: object) -> Session:
    state = game.new(seed=3)  # both hands hold two sorts, so both players are asked at once
    seats = seated(state.table.seats, parse_humans(humans, len(state.players)), [], 1)
    return Session(state, seats, screen, **more)  # type: ignore[arg-type]


def test_a_game_to_its_end(tic_tac_toe: Game, script: Scripts) -> None:
    screen = script("a1", "b1", "a2", "b2", "3")
    played = session(tic_tac_toe, screen, "1,2")
    assert played.run() == 0
    assert played.record.state.answers == ["a1", "b1", "a2", "b2", "a3"]
    assert screen.shown[-1].endswith("Player 1 wins.")


def test_wrong_lines_change_nothing(tic_tac_toe: Game, script: Scripts) -> None:
    screen = script("z9", "", "77", "a1")
    played = session(tic_tac_toe, screen, "1,2")
    played.run()
    assert played.record.state.answers == ["a1"]
    assert "`z9` is no option here" in screen.text
    assert "There is no option 77; they go from 1 to 9." in screen.text


def test_undo_goes_back_to_the_last_answer_of_a_person(tic_tac_toe: Game, script: Scripts) -> None:
    screen = script("a1", "undo", "b2")
    played = session(tic_tac_toe, screen, "1")
    played.run()
    assert played.record.state.answers[0] == "b2"
    assert "Your last answer is taken back." in screen.text


def test_undo_of_nothing_is_a_sentence(tic_tac_toe: Game, script: Scripts) -> None:
    screen = script("undo")
    session(tic_tac_toe, screen).run()
    assert "There is nothing to undo." in screen.text


def test_save_and_load_in_a_game(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    screen = script("a1", f"save {kept}", "b2", f"load {kept}")
    played = session(tic_tac_toe, screen, "1,2")
    played.run()
    assert played.record.state.answers == ["a1"]
    assert json.loads(kept.read_text())["answers"] == ["a1"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("save", "Name a file: `save FILE`."),
        ("load", "Name a file: `load FILE`."),
        ("load /nowhere/at/all", "`/nowhere/at/all` cannot be read: no such file or directory"),
        ("save /nowhere/at/all", "the game cannot be saved in `/nowhere/at/all`: no such file or directory"),
    ],
)
def test_a_bad_file_is_a_sentence_and_the_game_goes_on(tic_tac_toe: Game, script: Scripts, line: str, sentence: str) -> None:
    screen = script(line, "a1")
    played = session(tic_tac_toe, screen, "1,2")
    played.run()
    assert sentence in screen.text
    assert played.record.state.answers == ["a1"]


def test_garbage_is_no_save(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "worse").write_text("{}")
    screen = script(f"load {tmp_path}/bad", f"load {tmp_path}/worse", "a1", style=Style(400))
    played = session(tic_tac_toe, screen, "1,2")
    played.run()
    assert "is no saved game" in screen.text
    assert played.record.state.answers == ["a1"]


def test_quit_asks_where_to_save_until_it_works(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    screen = script("a1", "quit", "/nowhere/at/all", str(tmp_path / "k"))
    assert session(tic_tac_toe, screen, "1,2").run() == 0
    assert (tmp_path / "k").exists()
    assert "cannot be saved" in screen.text


def test_a_promised_save_is_kept_on_every_way_out(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    for name, answers in (("quit", ["a1", "quit"]), ("end", ["a1"])):
        screen = script(*answers)
        session(tic_tac_toe, screen, "1,2", save_path=tmp_path / name).run()
        assert json.loads((tmp_path / name).read_text())["answers"] == ["a1"]


def test_an_interrupted_game_is_saved_where_promised(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    screen = script("a1")

    def interrupted(prompt: str) -> str:
        if not screen.answers:
            raise KeyboardInterrupt
        return str(screen.answers.pop(0))

    screen.ask = interrupted
    with pytest.raises(KeyboardInterrupt):
        session(tic_tac_toe, screen, "1,2", save_path=tmp_path / "k").run()
    assert json.loads((tmp_path / "k").read_text())["answers"] == ["a1"]


def test_who_interrupts_is_asked_where_to_save(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    lines: list[str | None] = ["a1", None, str(tmp_path / "k")]

    def ask(prompt: str) -> str:
        line = lines.pop(0)
        if line is None:
            raise KeyboardInterrupt
        return line

    screen = script()
    screen.ask = ask
    with pytest.raises(KeyboardInterrupt):
        session(tic_tac_toe, screen, "1,2").run()
    assert json.loads((tmp_path / "k").read_text())["answers"] == ["a1"]


def test_a_second_interruption_leaves_at_once(tic_tac_toe: Game, script: Scripts) -> None:
    lines = ["a1"]

    def ask(prompt: str) -> str:
        if not lines:
            raise KeyboardInterrupt
        return lines.pop()

    screen = script()
    screen.ask = ask
    with pytest.raises(KeyboardInterrupt):
        session(tic_tac_toe, screen, "1,2").run()


def test_a_promise_that_cannot_be_kept_any_more_is_kept_elsewhere(tic_tac_toe: Game, script: Scripts, tmp_path: Path) -> None:
    screen = script("a1", "quit", str(tmp_path / "k"))
    assert session(tic_tac_toe, screen, "1,2", save_path="/nowhere/at/all").run() == 0
    assert json.loads((tmp_path / "k").read_text())["answers"] == ["a1"]


def test_help_explains_an_option(orchard: Game, script: Scripts) -> None:
    screen = script("1", "? eat apple", "?")
    session(orchard, screen).run()
    assert "Eat Apple   answer: eat apple\n  costs 1 coin\n" in screen.text and "source: T-3" in screen.text
    assert "Cost: 1 coin. Copies: 3.\n  Eaten: gain 2 coins." in screen.text
    assert "Eat Apple (1 coin)   Eaten: gain 2 coins." in screen.text  # beside the option, too
    assert "source: T-1" in screen.text
    assert "  then: you +1 coin; your hand -1" in screen.text  # costs 1, gives 2
    assert "takes your last answer back" in screen.text


def test_why_tells_what_is_missing(orchard: Game, script: Scripts) -> None:
    screen = script("1", "why pear", "why rest", "why robin", "why nonsense")
    session(orchard, screen).run()
    assert "its condition does not hold" not in screen.text and "Rest: only if" in screen.text
    assert "robin is no part of this question; it lies in: birds (Old oak)." in screen.text
    assert "`nonsense` is no option here" in screen.text


def test_the_screen_is_cleared_between_people_who_hide_something(orchard: Game, script: Scripts) -> None:
    screen = script("", "1", "", "1", "", "stop")
    session(orchard, screen, "1,2").run()
    _, start, first, between, second, *_ = screen.text.split("<clear>")
    assert start.strip() == "Pass the screen to Player 1, then press Enter."
    assert "Player 1 (you)" in first and "Player 2 (you)" not in first
    assert "Pass the screen to Player 2, then press Enter." in between and "hand" not in between
    assert "Player 2 (you)" in second and "Player 1 (you)" not in second


def test_nothing_is_cleared_where_nothing_is_hidden(tic_tac_toe: Game, script: Scripts) -> None:
    screen = script("a1", "b1", "c1")
    session(tic_tac_toe, screen, "1,2").run()
    assert "<clear>" not in screen.shown


def test_a_sealed_choice_is_not_told_to_the_others(orchard: Game, script: Scripts) -> None:
    """The second player decides after the first, who must not read in the news what he will see later."""
    state = orchard.new(seed=3)
    asked = state.decision.player
    assert asked is not None
    other = 1 - asked
    played = session(orchard, script(), "1,2")
    before = played.record.lines(other)
    played.record.answer(state.decision.options[0])
    assert played.record.lines(other) == before
    assert played.record.lines(asked)[-1].strip().startswith(f"Player {asked + 1} chooses ")


def test_an_endless_game_is_stopped_and_said_so(orchard: Game, script: Scripts) -> None:
    screen = script()
    played = session(orchard, screen, "", limit=3)
    assert played.run() == 1
    assert "Stopped after 3 decisions; the game was not over." in screen.text


def test_a_random_bot_repeats_itself_with_its_seed(tic_tac_toe: Game) -> None:
    def play(seed: int) -> list[str]:
        bot, state = random_bot(seed), tic_tac_toe.new()
        while not state.over:
            state = state.apply(bot(state))
        return state.answers

    assert play(1) == play(1)
    assert len({tuple(play(seed)) for seed in range(6)}) > 1


def test_seats_and_bots_must_exist(tic_tac_toe: Game) -> None:
    with pytest.raises(UsageError, match="`3` is no seat; with 2 players they are 1 to 2"):
        parse_humans("3", 2)
    with pytest.raises(UsageError, match="no bot `randm`"):
        seated((0, 1), (), ["randm"], 0)


def test_bots_do_not_use_up_the_chance_of_the_game(orchard: Game) -> None:
    def weather(state: State) -> list[str]:
        return [line for line in state.log if "shows" in line]

    straight = orchard.new(seed=5)
    looked = orchard.new(seed=5)
    for state, seed in ((straight, 1), (looked, 1)):
        bot = random_bot(seed)
        while not state.over:
            state.play(bot(state))
    assert weather(straight) == weather(looked)


def test_a_small_screen_shows_what_matters_now(orchard: Game, script: Scripts) -> None:
    small = script("1", "table", style=Style(height=10))
    session(orchard, small).run()
    brief, whole = small.text.split("-- Orchard")[-2:]
    assert "`table` shows all of it" in brief and "weather" not in brief and "Player 1 (you)" in brief
    assert "`table` shows all of it" not in whole and "weather" in whole


@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_is_typed_breaks_a_session_or_a_line(
    orchard: Game, dungeon: Game, tic_tac_toe: Game, script: Scripts, seed: int
) -> None:
    """Random answers and commands, on screens of all sorts, in both languages: no error, and no line too wide."""
    rng = Random(seed)
    typed = ["1", "2", "3", "4", "5", "?", "? 1", "why", "why x", "odds 1", "odds 2", "table all", "log", "undo", "", "0"]
    for game in (orchard, dungeon, tic_tac_toe):
        style = Style(rng.choice([40, 60, 80, 120]), rng.random() < 0.5, rng.choice([12, 24, 50]), rng.random() < 0.5)
        screen = script(*rng.choices(typed, k=40), style=style)
        state = game.new(seed=seed)
        humans = rng.choice([(0,), (0, 1)])
        assert Session(state, seated(state.table.seats, humans, [], 1), screen, rng.choice(["en", "fr"])).run() in (0, 1)
        prompts = ("> ", "Pass the screen", "Passez")
        lines = [line for text in screen.shown for line in text.split("\n") if not text.startswith(prompts)]
        assert max(map(seen, lines)) <= style.width


def test_the_first_question_says_how_to_answer_and_what_is_wanted(orchard: Game, script: Scripts) -> None:
    screen = script("1")
    session(orchard, screen, "1").run()
    assert screen.text.count("Type a number or the beginning of a name; ? for help.") == 1
    assert "Player 1: Choose a fruit" in screen.text.replace("[", "").replace("]", "") or "Choose a fruit" in screen.text
    french = script("1")
    session(orchard, french, "1", lang="fr").run()
    assert "hoisissez un fruit" in french.text


def test_whoever_takes_the_seat_may_leave_instead(orchard: Game, script: Scripts) -> None:
    screen = script("", "1", "quit", "")
    played = session(orchard, screen, "1,2")
    assert played.run() == 0
    assert len(played.record.state.answers) == 1 and "Save the game?" in screen.text


def test_undo_does_not_take_back_rolls_unless_asked(script: Scripts) -> None:
    screen = script("roll", "undo", "undo anyway", "quit", "")
    played = session(rulekit.load("pig"), screen, "1,2")
    played.run()
    assert " ".join(screen.text.split()).count("`undo anyway` takes it back all the same") == 1
    assert played.record.state.answers == [] and "Your last answer is taken back." in screen.text
