"""Finding games by name and by path."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.errors import UsageError
from rulekit.sources import bundled
from rulekit.sources.bundled import bundled_games, find_game


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with four games, seen from a working folder elsewhere."""
    root = tmp_path / "checkout"
    for name in ("games/castle.rules", "games/island/island.rules", "games/island/map.rules", "examples/nim.rules"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"game {Path(name).stem}: players 2\n", encoding="utf-8")
    package = root / "rulekit"
    package.mkdir()
    monkeypatch.setattr(bundled, "__file__", str(package / "sources" / "bundled.py"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return root


def test_all_games_by_name(home: Path) -> None:
    assert list(bundled_games()) == ["castle", "island", "nim"]


@pytest.mark.parametrize(
    ("name", "path"),
    [("castle", "games/castle.rules"), ("island", "games/island/island.rules"), ("nim", "examples/nim.rules")],
)
def test_by_name_from_another_folder(home: Path, name: str, path: str) -> None:
    assert find_game(name) == home / path


def test_inside_an_installed_package(home: Path) -> None:
    for folder in ("games", "examples"):
        (home / folder).rename(home / "rulekit" / folder)
    # What stands beside an installed package belongs to somebody else.
    (home / "examples").mkdir()
    (home / "examples/stranger.rules").write_text("game", encoding="utf-8")
    assert find_game("castle") == home / "rulekit/games/castle.rules"
    assert list(bundled_games()) == ["castle", "island", "nim"]


def test_a_game_comes_before_an_example_of_the_same_name(home: Path) -> None:
    (home / "examples/castle.rules").write_text("small", encoding="utf-8")
    assert find_game("castle") == home / "games/castle.rules"


def test_by_path(home: Path) -> None:
    Path("mine.rules").write_text("game", encoding="utf-8")
    assert find_game("mine.rules") == Path("mine.rules")
    assert find_game(Path("mine.rules")) == Path("mine.rules")


def test_a_name_comes_before_a_file_but_a_path_is_a_path(home: Path) -> None:
    Path("castle").write_text("a file of that name", encoding="utf-8")
    assert find_game("castle") == home / "games/castle.rules"
    assert find_game("./castle") == Path("castle")
    assert find_game(Path("castle")) == Path("castle")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("catsle", "there is no game `catsle`; did you mean `castle`?"),
        ("chess", "there is no game `chess`; bundled games: castle, island, nim"),
        ("mien.rules", "there is no file `mien.rules`; did you mean `mine.rules`?"),
        ("no/such.rules", "there is no file `no/such.rules`"),
        ("folder", "`folder` is a folder; name the .rules file in it"),
        ("", "there is no game ``; bundled games: castle, island, nim"),
    ],
)
def test_unknown(home: Path, wanted: str, message: str) -> None:
    Path("folder").mkdir()
    Path("mine.rules").write_text("game", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        find_game(wanted)
    assert str(caught.value) == message


@pytest.mark.parametrize("wanted", ["nul\0", "x" * 100_000, "x" * 100_000 + ".rules", "nul\0/x.rules"])
def test_impossible_paths_are_unknown_too(home: Path, wanted: str) -> None:
    with pytest.raises(UsageError, match="there is no"):
        find_game(wanted)


def test_this_checkout_has_its_folders() -> None:
    assert (bundled._home() / "games").is_dir()
    assert (bundled._home() / "examples").is_dir()
