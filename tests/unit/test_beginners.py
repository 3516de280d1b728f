"""What people write before they know the language, and the advice they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.check import check_file
from rulekit.english import an

GAME = """game g: players 2

resource coin of player
kind card:
  field cost: bundle = nothing
  power played
zone hand of player: holds card
zone deck: holds card

to play_game:
  for each player p in players: p gains 1 coin
  end game with players

"""


@pytest.mark.parametrize(
    ("text", "code", "advice"),
    [
        ("card a: when played: roll a die", "RK010", "dice are rolled by number and sides: `roll 1d6 as n`"),
        (
            "card a:\n  when played:\n    choose a player",
            "RK001",
            "name it, and say where from: `choose player p in opponents`",
        ),
        ("card a:\n  when played:\n    choose card c", "RK001", "name it, and say where from: `choose player p in opponents`"),
        ("card a:\n  when somebody gains coin: gain 1 coin", "RK001", "an event is answered with `after you gain n coin:`"),
        ("card a:\n  when a player gains coin: gain 1 coin", "RK001", "an event is answered with `after you gain n coin:`"),
        ("card a: when played: gain 1 coin and lose 1 coin", "RK001", "join statements with `then`, or write one a line"),
        ("card a: when played: all opponents lose 1 coin", "RK001", "say it of each: `for each player p in opponents:"),
        ("card a: when played: gain 2 coin if your coin < 3", "RK001", "the condition comes first, on a line of its own"),
        ('card a "A" when played: gain 1 coin', "RK001", "put `:` behind the labels"),
        ("card a: cost 2", "RK012", "an amount names its resource: `2 coin`"),
        ("card a: when played: gain 2", "RK012", "an amount names its resource: `2 coin`"),
        ("card a: when played: gain coin", "RK012", "say how much: `1 coin`"),
        ("card a:\n  when played:\n    if you have 2 coin: gain 1 coin", "RK001", "compare: `if your coin >= 2:`"),
        ("card a: when played: gain 1 coin, lose 1 coin", "RK001", "one statement a line, or join them with `then`"),
        ("card a: when played: draw 1 card", "RK010", "drawn by number: `draw 1 from deck to your hand`"),
        ("card a: when played: discard this", "RK001", "declare it with `to discard ...:`, or use one"),
        ("card a: when played: gian 1 coin", "RK001", "did you mean `gain`?"),
        ("card a:\n  when you gain coin: gain 1 coin", "RK001", "an event is answered with `after you gain n coin:`"),
        ("card a:\n  at the end of your turn: gain 1 coin", "RK001", "write `at start of turn:` or `at end of turn of you:`"),
        ("card a:\n  at end of your turn: gain 1 coin", "RK001", "whose turn comes after it: `at end of turn of you:`"),
        ("card a: when played: if your coin > 2: gain 1 coin", "RK001", "begin a new line with it"),
        ("card a: when played: opponents lose 1 coin", "RK012", "say it of each: `for each player p in opponents"),
        ("card a: when played: each opponent loses 1 coin", "RK001", "say it of each: `for each player p in opponents"),
        ("card a: when played: move this to hand", "RK012", "say whose: `your hand`"),
        ("card a: when played: gain 1 coin for each card in your hand", "RK017", "count with `per`"),
        ("card a\n  cost 1 coin", "RK001", "end the line above with `:`"),
        ("card A: cost 1 coin", "RK001", "names are written in lower case: `a`"),
        ("card a: cost: 1 coin", "RK001", "without a colon: `cost 1 coin`"),
        ("card a: gain 1 coin", "RK014", "say when it does that: `when played: gain ...`"),
        ("card a: when played gain 1 coin", "RK001", "put `:` after the name of the text"),
        ("card a: when play: gain 1 coin", "RK031", "did you mean `played`?"),
        ('card "Apple": cost 1 coin', "RK001", 'a name comes first, then what players read: `card apple "Apple"`'),
        ("card a: when played: gain one coin", "RK010", "numbers are digits: `1`"),
        ("card a:\n\tcost 1 coin", "RK002", "indent with two spaces"),
    ],
)
def test_advice(tmp_path: Path, text: str, code: str, advice: str) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}{text}\n", "utf-8")
    first = next(found for found in check_file(str(path)) if found.severity == "error")
    assert first.code == code
    assert advice in first.hint


@pytest.mark.parametrize(
    "text", ["card a:\n  at end of turn of you: gain 1 coin", "card a: when played: gain 1 coin then lose 1 coin"]
)
def test_what_the_advice_says_is_right(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}{text}\n", "utf-8")
    assert [found for found in check_file(str(path)) if found.severity == "error"] == []


@pytest.mark.parametrize("indent", ["", "  "])
def test_the_caret_stands_under_the_unknown_verb(tmp_path: Path, indent: str) -> None:
    path = tmp_path / "g.rules"
    text = 'module m "M":\n' if indent else ""
    path.write_text(f"{GAME}{text}{indent}card a: when played: discard this\n", "utf-8")
    first = next(found for found in check_file(str(path)) if found.severity == "error")
    assert first.message == "`discard` is no verb"
    assert (first.span.column, first.span.end_column) == (22 + len(indent), 29 + len(indent))


def test_one_letter_is_no_hint(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}card a: when played: p gains 1 coin\n", "utf-8")
    first = next(found for found in check_file(str(path)) if found.severity == "error")
    assert first.message == "there is no name `p`" and "`a`" not in first.hint


@pytest.mark.parametrize(
    ("word", "said"), [("area", "an area"), ("exploit", "an exploit"), ("unit", "a unit"), ("none", "none")]
)
def test_articles(word: str, said: str) -> None:
    assert an(word) == said
