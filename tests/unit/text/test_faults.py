"""Rules that fail while they run are told with what the cards at work say."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.errors import RunError
from rulekit.terminal.seats import seated
from rulekit.terminal.session import Session
from rulekit.terminal.style import Style
from rulekit.text.faults import declared_at, fault_text

RULES = """game duel "Duel" / "Duel": players 2

resource heart of player "heart" / "cœur"
kind card "card" / "carte":
  power cast "When cast" / "Quand on la joue"
zone table of player "table" / "table": holds card
card mirror of player "Mirror" / "Miroir":
  starts in table
  instead of you lose n heart: send_back n
card ember "Ember" / "Braise": when cast: first(opponents) loses 2 heart
card idea "Idea" / "Idée":
  when cast:
    gain 1 heart
    todo "what comes of it"
card rest "Rest" / "Repos": when cast: gain 1 heart

to send_back number n "send back {n:heart}" / "renvoyer {n:cœur}":
  first(opponents) loses n heart

to play_game:
  repeat 3 times:
    turn of first(players):
      choose card c in {ember, idea, rest}
      activate c's cast
  end game with players

example "hearts that are not there":
  given:
    players ann, bob
  when:
    do ann activates rest's cast
  then:
    ann's heart == 2

example "a mirror":
  given:
    players ann, bob
  when:
    do ann activates ember's cast
  then:
    ann's heart == 0
"""
MIRROR = """    Mirror (duel.rules:9):
      If you would lose N hearts, instead: send back N hearts.
      Send back N hearts: the first of the opponents loses N hearts."""
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> rulekit.Game:
    monkeypatch.chdir(tmp_path)
    Path("duel.rules").write_text(RULES, "utf-8")
    return rulekit.load("duel.rules")


def failing(game: rulekit.Game, answer: str) -> RunError:
    with pytest.raises(RunError) as found:
        game.new(players=2).apply(answer)
    return found.value


def test_the_cards_at_work_say_what_they_do(game: rulekit.Game) -> None:
    """Which of the two was running when the budget was used up is of no interest, so both orders are fine."""
    told = fault_text(failing(game, "ember"), game.program)
    head, _, at_work = told.partition("  at work, innermost first, over and over:\n")
    assert "the rules run on for ever here\n" in head and "^^^" in head
    send_back = "    send_back (duel.rules:18): first(opponents) loses n heart"
    assert at_work in (f"{MIRROR}\n{send_back}", f"{send_back}\n{MIRROR}")


def test_what_fails_at_once_shows_its_line(game: rulekit.Game) -> None:
    assert fault_text(failing(game, "idea"), game.program).split("\n", 1)[1] == (
        '  14 |     todo "what comes of it"\n'
        "     |     ^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  at work, innermost first:\n"
        "    Idea (duel.rules:14):\n"
        "      When cast: gain 1 heart, then not decided yet: what comes of it."
    )


def test_in_french(game: rulekit.Game) -> None:
    told = fault_text(failing(game, "idea"), game.program, "fr")
    assert "en cours, du plus récent au plus ancien :" in told
    assert "Idée (duel.rules:14):\n      Quand on la joue : gagnez 1 cœur" in told


def test_a_place_in_no_declaration_is_nothing(game: rulekit.Game) -> None:
    name = next(decl.span.source.name for decl in game.program.decls)
    assert declared_at(game.program, (name, 2)) is None
    assert declared_at(game.program, ("elsewhere.rules", 9)) is None


def test_simulate_tells_equal_faults_once(game: rulekit.Game, capsys: Capture) -> None:
    assert main(["simulate", "duel.rules", "--games", "12", "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    todo = [line for line in out.split("\n") if "this rule is not done yet" in line]
    assert len(todo) == 1 and todo[0].count("(after") > 1
    assert "If you would lose N hearts, instead: send back N hearts." in out


def test_test_tells_them_and_what_the_cards_in_the_log_say(game: rulekit.Game, capsys: Capture) -> None:
    assert main(["test", "duel.rules", "--log"]) == 1
    out = capsys.readouterr().out
    assert "    | Rest (duel.rules:15):\n    |   When cast: gain 1 heart.\n" in out
    assert "        Mirror (duel.rules:9):\n" in out


class Screen:
    """Somebody who types a few lines."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.style, self.text = list(lines), Style(), ""

    def say(self, text: str) -> None:
        self.text += f"{text}\n"

    def ask(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def clear(self) -> None:
        pass


def test_at_the_screen_the_game_stays_where_it_was(game: rulekit.Game) -> None:
    state = game.new(players=2)
    screen = Screen("ember", "rest", "undo", "idea", "rest", "rest", "rest")
    session = Session(state, seated(state.table.seats, (0,), [], 1), screen)
    assert session.run() == 0
    assert MIRROR.split("\n")[1] in screen.text and "this rule is not done yet" in screen.text
    assert screen.text.count("The game stays as it was before this answer.") == 2
    assert session.record.state.answers == ["rest", "rest", "rest"]


def test_a_fault_of_a_bot_keeps_the_game(game: rulekit.Game, tmp_path: Path) -> None:
    state = game.new(players=2).apply("rest")
    seats = {0: lambda state: state.decision.options[0], 1: None}
    session = Session(state, seats, Screen(), save_path=tmp_path / "kept.json")
    with pytest.raises(RunError) as found:
        session.run()
    assert "Mirror (duel.rules:9):" in found.value.told
    assert game.from_json((tmp_path / "kept.json").read_text()).answers == ["rest"]
