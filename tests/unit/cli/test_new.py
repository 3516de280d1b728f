"""`rulekit new`: what it writes works, and it never overwrites."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.cli.main import main
from rulekit.errors import UsageError
from rulekit.scaffold import writing
from rulekit.scaffold.naming import checked
from rulekit.sources.bundled import bundled_games

Capture = pytest.CaptureFixture[str]
QUICK = ("goldblivion", "pig", "rock_paper_scissors", "tic_tac_toe")
PARTS = ("_examples", "_cards")  # files that belong to a game
WHOLE_GAMES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name in sorted(bundled_games())
    if not name.endswith(PARTS)
]
NEW_MAP_GAME = """game rooms: players 2

kind spot is cell:
  field floor, door: yesno = no
kind room is area:
  field cells: list of spot
zone here of spot: holds pawn
kind pawn
pawn figure of player

board house of spot:
  square
  from map first_rooms
  mark "#" none
  mark "+" door
  mark "." floor
  areas room
  places start, goal

to play_game:
  for each player p in players: move p's figure to first(place(start))'s here
  end game with players
"""


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def works(capsys: Capture, path: str) -> str:
    """Checks, lays out and tests a file; gives what `test` printed last."""
    capsys.readouterr()
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == "no findings\n"
    assert main(["fmt", "--check", path]) == 0
    assert main(["test", path]) == 0
    return capsys.readouterr().out.splitlines()[-1]


def test_a_game_checks_is_laid_out_passes_and_plays(capsys: Capture) -> None:
    assert main(["new", "game", "night_market"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("wrote night_market.rules: ")
    assert works(capsys, "night_market.rules") == "4 passed, 0 failed"
    assert main(["simulate", "night_market.rules", "--games", "20", "--invariants"]) == 0
    assert "errors 0" in capsys.readouterr().out
    assert 'game night_market "Night market": players 2..4' in Path("night_market.rules").read_text("utf-8")
    assert main(["text", "night_market.rules", "--untranslated", "--lang", "en"]) == 0
    capsys.readouterr()
    assert main(["text", "night_market.rules", "--untranslated"]) == 1  # it begins in one language
    assert all(line.endswith(" has no French label") for line in capsys.readouterr().out.splitlines())


def test_the_commands_it_names_work(capsys: Capture) -> None:
    main(["new", "game", "stalls"])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [line.split()[1] for line in lines] == ["play", "test", "try", "check"]
    assert main(["try", "stalls.rules", "thief", "--given", "bob's coin = 3"]) == 0
    assert "  bob's coin: 3 -> 1 (-2)\n" in capsys.readouterr().out


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_module_for_every_bundled_game(capsys: Capture, name: str) -> None:
    assert main(["new", "module", "windfall", "--of", name]) == 0
    assert main(["check", "windfall.rules"]) == 0
    assert capsys.readouterr().out.endswith("no findings\n")
    assert main(["fmt", "--check", "windfall.rules"]) == 0
    assert main(["test", "windfall.rules", "-k", "Windfall"]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out


def test_a_game_may_begin_as_a_copy(capsys: Capture) -> None:
    assert main(["new", "game", "night_market", "--like", "kuhn_poker"]) == 0
    text = Path("night_market.rules").read_text("utf-8")
    assert 'game night_market "Night market":\n' in text and "kuhn_poker" not in text
    assert works(capsys, "night_market.rules").startswith("8 passed")


def test_only_whole_games_in_one_file_can_be_copied(capsys: Capture) -> None:
    assert main(["new", "game", "night_market", "--like", "goldblivion"]) == 2
    assert "rulekit new module night_market --of goldblivion" in capsys.readouterr().err
    assert main(["new", "game", "night_market", "--like", "better_than_gold_cards"]) == 2
    assert "is a part of a game" in capsys.readouterr().err
    assert main(["new", "module", "night_market", "--of", "pig", "--like", "pig"]) == 2
    assert not Path("night_market.rules").exists()


def test_a_module_for_a_file_is_put_beside_it(capsys: Capture) -> None:
    Path("mine").mkdir()
    main(["new", "game", "stalls", "--into", "mine"])
    assert main(["new", "module", "windfall", "--of", "mine/stalls.rules"]) == 0
    assert works(capsys, "mine/windfall.rules") == "5 passed, 0 failed"
    assert "gain windfall_gift coin" in Path("mine/windfall.rules").read_text("utf-8")
    assert main(["simulate", "mine/windfall.rules", "--module", "windfall", "--games", "3"]) == 0


def test_a_module_is_not_put_where_it_could_not_import(capsys: Capture) -> None:
    Path("mine").mkdir()
    main(["new", "game", "stalls", "--into", "mine"])
    assert main(["new", "module", "windfall", "--of", "mine/stalls.rules", "--into", "."]) == 2
    assert "leave --into out" in capsys.readouterr().err


def test_a_map_of_a_bundled_game(capsys: Capture) -> None:
    assert main(["new", "map", "den", "--of", "better_than_gold"]) == 0
    text = Path("den.yaml").read_text("utf-8")
    assert "map: den\ntitle: Den\n" in text
    capsys.readouterr()
    assert main(["graph", "better_than_gold", "--setup", "den.yaml", "--text"]) == 0
    assert main(["simulate", "better_than_gold", "--setup", "den.yaml", "--games", "1", "--limit", "20"]) == 0


def test_the_first_map_of_a_game(capsys: Capture) -> None:
    Path("rooms.rules").write_text(NEW_MAP_GAME, "utf-8")
    assert main(["new", "map", "first_rooms", "--of", "rooms.rules"]) == 0
    assert 'rows:\n      - "........"\n' in Path("maps/first_rooms.yaml").read_text("utf-8")
    assert main(["simulate", "rooms.rules", "--games", "1"]) == 0
    assert main(["new", "map", "second_rooms", "--of", "rooms.rules"]) == 0
    assert "map: second_rooms\n" in Path("maps/second_rooms.yaml").read_text("utf-8")


def test_nothing_is_overwritten(capsys: Capture) -> None:
    Path("stalls.rules").write_text("# mine\n", "utf-8")
    for args in (["game", "stalls"], ["module", "stalls", "--of", "pig"]):
        assert main(["new", *args]) == 2
        assert capsys.readouterr().err == (
            "rulekit: `stalls.rules` is there already and stays as it is; choose another name or folder\n"
        )
    Path("den.yaml").symlink_to("nowhere")
    assert main(["new", "map", "den", "--of", "better_than_gold"]) == 2
    assert Path("stalls.rules").read_text("utf-8") == "# mine\n"


def test_a_file_that_appears_in_between_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="is there already"):
        writing.write_new(path, "new")
    assert path.read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_written(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def refuse(path: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if mode == "x":
            raise PermissionError(13, "Permission denied")
        return opened(path, mode, *args, **kwargs)

    # Patched, because root may write everywhere.
    monkeypatch.setattr(Path, "open", refuse)
    assert main(["new", "game", "stalls"]) == 2
    err = capsys.readouterr().err
    assert err == "rulekit: `stalls.rules` cannot be written: permission denied; choose another folder with --into\n"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Orchard", "such as `orchard`"),
        ("my game", "such as `my_game`"),
        ("été", "such as `ete`"),
        ("stalls.rules", "such as `stalls`"),
        ("../x", "such as `x`"),
        ("", "a letter first"),
        ("9", "a letter first"),
        ("pig", "a bundled game"),
        ("player", "a word of the language"),
        ("x" * 50, "at most 40 letters"),
    ],
)
def test_names_that_cannot_be(name: str, part: str) -> None:
    with pytest.raises(UsageError, match=part):
        checked(name)


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["game", "stalls", "--of", "pig"], "a game stands alone"),
        (["module", "stalls"], "add --of GAME"),
        (["map", "stalls"], "add --of GAME"),
        (["map", "stalls", "--of", "pig"], "no board that is drawn by a map"),
        (["module", "solo", "--of", "goldblivion"], "has a module `solo` already"),
        (["module", "stalls", "--of", "pigg"], "did you mean `pig`?"),
        (["game", "stalls", "--into", "nowhere"], "there is no folder `nowhere`"),
    ],
)
def test_what_is_refused(capsys: Capture, args: list[str], part: str) -> None:
    assert main(["new", *args]) == 2
    err = capsys.readouterr().err
    assert part in err and err.count("\n") == 1
    assert not list(Path().iterdir())
