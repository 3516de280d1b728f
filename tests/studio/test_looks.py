"""Colours and symbols beside a game."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.drawing.game_board import game_board_svg
from rulekit.drawing.looks import MOST_PICTURE, embedded, look_of, looks_of, picture
from rulekit.errors import UsageError

GOOD = """
players: ["#aa3311"]
kinds: {card: {colour: "#7a4b2e", symbol: C}}
ground: {forest: {colour: "#9cc7a0"}}
"""


def test_a_game_needs_none_and_may_have_some(tmp_path: Path) -> None:
    game = tmp_path / "a.rules"
    assert looks_of(game) == {}
    (tmp_path / "a.looks.yaml").write_text(GOOD)
    assert looks_of(game)["kinds"]["card"] == {"colour": "#7a4b2e", "symbol": "C"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1]", "by section"), ("kindz: {}", "did you mean"), ("kinds: 3", "stand names"),
        ("players: [red]", "list of colours"),
        ('kinds: {card: {colour: "url(x)"}}', "a colour is written"), ("kinds: {card: {pikture: x}}", "nothing else"),
        ("kinds: {card: {picture: ../x.png}}", "a file beside"), ("things: {a: {picture: x.html}}", "a file beside"),
        ("zones: {hand: {layout: heap}}", "a layout is one of"), ("ground: {wood: {symbol: W}}", "nothing else"),
        ("kinds: {card: {symbol: 3}}", "at most"),
        ("things: {a: {symbol: too long}}", "at most"), ("{", "no YAML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "a.looks.yaml").write_text(text)
    with pytest.raises(UsageError, match=reason):
        looks_of(tmp_path / "a.rules")


_TIMES_NINE = "{new}: &{new} [" + ",".join(["*{old}"] * 9) + "]\n"
BOMB = ("a: &a [1]\n" + "".join(_TIMES_NINE.format(new=n, old=o) for n, o in zip("bcdefghi", "abcdefgh", strict=True))).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 30_000, b"kinds: {a: " + b"{a: " * 9000, b"players: [2020-99-99]", b"players: [" + b"9" * 6000 + b"]",
        b"\xff\xfe", b"kinds: !!python/object/apply:os.system ['true']", b"players: &a [*a]", b"? [1]\n: 3", b"\x00",
        BOMB,
        b"kinds:\n" + b"  x: {colour: '#112233'}\n" * 2400,
    ],
)  # fmt: skip
def test_looks_of_a_stranger_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    """As maps and set-ups are, with their limits."""
    (tmp_path / "a.looks.yaml").write_bytes(data)
    with pytest.raises(UsageError, match=r"a\.looks\.yaml"):
        looks_of(tmp_path / "a.rules")


def test_looks_lie_in_the_folder_of_the_game(tmp_path: Path) -> None:
    """No line of another file is shown."""
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("password: [hunter2")
    (folder / "a.looks.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(UsageError, match="outside the folder") as found:
        looks_of(folder / "a.rules")
    assert "hunter2" not in str(found.value)


def test_nothing_but_comments_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.looks.yaml").write_text("# colours\n\n  # to come\n")
    assert looks_of(tmp_path / "a.rules") == {}


DOT = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
RULES = """game woods: players 2
kind card
card fox "Fox": copies 2
zone hand of player: holds card; seen by owner
to play_game:
  choose one:
    option go "go": end game with players
    option rest "rest": nothing
"""
LOOKS = """
kinds: {card: {colour: "#112233", symbol: K, picture: art/card.svg}}
things: {fox: {symbol: "F"}}
zones: {hand: {layout: row}}
"""


def woods(folder: Path) -> Path:
    (folder / "art").mkdir()
    (folder / "art" / "card.svg").write_bytes(DOT)
    (folder / "woods.rules").write_text(RULES)
    (folder / "woods.looks.yaml").write_text(LOOKS)
    return folder / "woods.rules"


def test_a_picture_comes_from_what_is_declared_and_from_nowhere_else(tmp_path: Path) -> None:
    game = woods(tmp_path)
    (tmp_path / "art" / "secret.svg").write_bytes(b"no")
    assert picture(game, "art/card.svg") == DOT
    for name in ("art/secret.svg", "../x.svg", "/etc/passwd", "", "woods.rules", "art"):
        assert picture(game, name) is None
    (tmp_path / "art" / "card.svg").unlink()
    assert picture(game, "art/card.svg") is None and embedded(game, looks_of(game)) == {}
    (tmp_path / "art" / "card.svg").symlink_to("/etc/passwd")
    assert picture(game, "art/card.svg") is None
    (tmp_path / "art" / "card.svg").unlink()
    (tmp_path / "art" / "card.svg").write_bytes(b"x" * (MOST_PICTURE + 1))
    assert picture(game, "art/card.svg") is None


def test_a_thing_looks_like_its_kind_but_for_what_is_its_own(tmp_path: Path) -> None:
    looks = looks_of(woods(tmp_path))
    assert look_of(looks, "fox", "card") == {"colour": "#112233", "symbol": "F", "picture": "art/card.svg"}
    assert look_of(looks, "owl", "bird") == {}


def test_printed_cards_look_as_declared(tmp_path: Path) -> None:
    game = woods(tmp_path)
    assert main(["print", str(game), "-o", str(tmp_path / "cards.html")]) == 0
    sheet = (tmp_path / "cards.html").read_text()
    assert sheet.count("border-color:#112233") == 2 and ">F</b>" in sheet and sheet.count("data:image/svg+xml;base64,") == 2
    (tmp_path / "woods.looks.yaml").unlink()
    main(["print", str(game), "-o", str(tmp_path / "cards.html")])
    assert "#112233" not in (tmp_path / "cards.html").read_text()


def test_drawn_boards_have_the_declared_ground() -> None:
    table = rulekit.load("goldblivion").table(2)
    (name,) = table.boards
    looks = {"ground": {"forest": {"colour": "#123456"}, "swamp": {"colour": "#654321"}}}
    drawn = game_board_svg(table, name, looks=looks)
    assert drawn.count("#123456") > 2 and "#654321" not in drawn and "#123456" not in game_board_svg(table, name)


def test_drawn_maps_have_the_declared_ground() -> None:
    game = rulekit.load("better_than_gold")
    table = game.variant((), {}, "first_shift").table(2)
    (name,) = table.maps
    symbol = table.maps[name].symbols[0]
    drawn = game_board_svg(table, name, looks={"ground": {symbol: {"colour": "#123456"}}})
    assert drawn.count("#123456") >= list(table.maps[name].symbols).count(symbol)
