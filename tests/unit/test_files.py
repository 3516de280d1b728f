"""Files: what is read, what is refused, and what writing leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.sources import files

Capture = pytest.CaptureFixture[str]
GAME = 'game small "Small": players 2\nresource coin of player\nto play_game: nothing\n'
SECRET = "root:x:0:0:secret line\n"
SETUP = "setup: s\ngame: small\nmaps: {hall: far.yaml}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, beside a file that is none of its business."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "small.rules").write_text(GAME, "utf-8")
    (tmp_path / "secret.txt").write_text(SECRET, "utf-8")
    monkeypatch.chdir(folder)
    return folder


# ---------- reading ----------
def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _folder(path: Path) -> None:
    path.mkdir()


def _huge(path: Path) -> None:
    path.touch()
    os.truncate(path, 8_000_000_000)  # of which the disk keeps nothing


KINDS = {"pipe": _pipe, "device": _device, "folder": _folder, "huge": _huge}
WORDS = {
    "pipe": "it is a pipe, not a plain file",
    "device": "it is a device, not a plain file",
    "folder": "it is a folder, not a plain file",
    "huge": "it is larger than 1,000 bytes",
}


@pytest.mark.parametrize("kind", KINDS)
def test_only_plain_files_of_some_size_are_read(kind: str, tmp_path: Path) -> None:
    KINDS[kind](tmp_path / "x")
    with pytest.raises(files.Refused) as refused:
        files.read_bytes(tmp_path / "x", limit=1000)
    assert refused.value.strerror == WORDS[kind]


def test_a_limit_is_the_last_size_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    assert files.read_bytes(tmp_path / "x", limit=5) == b"12345"
    with pytest.raises(files.Refused, match="larger than 4 bytes"):
        files.read_bytes(tmp_path / "x", limit=4)


def test_a_file_that_grows_while_it_is_read_is_cut_at_the_limit() -> None:
    """Files of /proc say that they are empty."""
    if Path("/proc/self/maps").exists():
        with pytest.raises(files.Refused, match="larger than 10 bytes"):
            files.read_bytes("/proc/self/maps", limit=10)


@pytest.mark.parametrize("name", ["a\0b", "ring"])
def test_strange_names(name: str, tmp_path: Path) -> None:
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    with pytest.raises(OSError):
        files.read_bytes(tmp_path / name, limit=10)


def test_nothing_here_needs_posix(tmp_path: Path) -> None:
    """The same in a process whose `os` lacks what Windows lacks."""
    code = (
        "import os, sys\n"
        "for name in ('O_NONBLOCK', 'O_NOCTTY', 'O_CLOEXEC', 'O_NOFOLLOW', 'fchmod', 'getuid'): delattr(os, name)\n"
        "import signal; del signal.pthread_sigmask\n"
        "from rulekit.cli.main import main\n"
        "sys.exit(main(['play', 'tic_tac_toe', '--auto', '--limit', '2', '--save', sys.argv[1]]) != 1)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "kept.json")], check=True, capture_output=True)
    assert (tmp_path / "kept.json").stat().st_size > 100


# ---------- imports, maps, set-ups, saves ----------
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("argv", [["check", "main.rules"], ["play", "main.rules", "--auto"], ["fmt", "--check", "main.rules"]])
def test_an_import_of_anything_but_a_plain_file_is_a_finding(kind: str, argv: list[str], here: Path, capsys: Capture) -> None:
    (here / "main.rules").write_text(f"import part\n{GAME}", "utf-8")
    KINDS[kind](here / "part.rules")
    assert main(argv) == 1
    found = capsys.readouterr()
    assert "part.rules` is not read: it " in found.err + found.out
    assert "main.rules:1:8" in found.err + found.out


@pytest.mark.parametrize("command", ["check", "fmt", "play", "text", "graph", "test"])
def test_an_import_that_leads_out_of_the_folder_shows_nothing_of_it(command: str, here: Path, capsys: Capture) -> None:
    (here / "main.rules").write_text(f"import part\n{GAME}", "utf-8")
    (here / "part.rules").symlink_to(here.parent / "secret.txt")
    assert main([command, "main.rules"]) == 1
    found = capsys.readouterr()
    assert "it lies outside the folder of the game" in found.err + found.out
    assert "secret line" not in found.err + found.out


def test_a_game_that_is_linked_as_a_whole_is_read(here: Path, tmp_path: Path, capsys: Capture) -> None:
    """Somebody who links a game's files into another folder means those files."""
    (here / "main.rules").write_text(f"import part\n{GAME}", "utf-8")
    (here / "part.rules").write_text("resource gem of player\n", "utf-8")
    other = tmp_path / "other"
    other.mkdir()
    for name in ("main.rules", "part.rules"):
        (other / name).symlink_to(here / name)
    assert main(["check", str(other / "main.rules")]) in (0, 1)
    assert "is not read" not in capsys.readouterr().out


def test_a_map_or_set_up_by_name_lies_with_the_game(here: Path, capsys: Capture) -> None:
    (here / "maps").mkdir()
    (here / "maps" / "far.yaml").symlink_to(here.parent / "secret.txt")
    assert main(["play", "small.rules", "--setup", "far"]) == 2
    assert capsys.readouterr().err.endswith("far.yaml` is not read: it lies outside the folder of the game\n")


def test_a_map_that_a_set_up_names_lies_with_it(here: Path, capsys: Capture) -> None:
    (here / "s.yaml").write_text(SETUP, "utf-8")
    (here / "far.yaml").symlink_to(here.parent / "secret.txt")
    assert main(["play", "small.rules", "--setup", "s.yaml"]) == 2
    found = capsys.readouterr()
    assert "it lies outside the folder of the game" in found.err and "secret line" not in found.err


@pytest.mark.parametrize("kind", KINDS)
def test_a_save_is_a_plain_file(kind: str, here: Path, capsys: Capture) -> None:
    KINDS[kind](here / "kept.json")
    assert main(["play", "small.rules", "--load", "kept.json"]) == 2
    assert capsys.readouterr().err.startswith("rulekit: `kept.json` cannot be read: it is ")


# ---------- writing ----------
def test_a_new_secret_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    files.write_text(tmp_path / "x", "text", secret=True)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_file_that_is_there_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("old")
    (tmp_path / "x").chmod(mode)
    files.write_text(tmp_path / "x", "new", secret=True)
    assert (tmp_path / "x").read_text() == "new" and (tmp_path / "x").stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "link"])
def test_only_plain_files_are_written_over(kind: str, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("keep me")
    path = tmp_path / "x"
    path.symlink_to(tmp_path / "other") if kind == "link" else KINDS[kind](path)
    before = path.lstat()
    with pytest.raises(files.Refused, match="only a plain file is written over"):
        files.write_text(path, "new")
    with pytest.raises(files.Refused, match="only a plain file is written over"):
        files.writable(path)
    assert (tmp_path / "other").read_text() == "keep me"
    assert (path.lstat().st_mode, path.lstat().st_ino) == (before.st_mode, before.st_ino)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["other", "x"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(OSError):
                files.write_text(tmp_path / "x", "new")
    assert [p.name for p in tmp_path.iterdir()] == ["x"] and (tmp_path / "x").read_text() == "old"


def test_a_planted_name_beside_a_save_is_left_alone(here: Path, capsys: Capture) -> None:
    """The name in between cannot be foreseen, so nobody can lay a link there."""
    (here / "kept.json.new").symlink_to(here.parent / "secret.txt")
    assert main(["play", "tic_tac_toe", "--auto", "--limit", "2", "--save", "kept.json"]) == 1
    assert (here.parent / "secret.txt").read_text() == SECRET
    assert (here / "kept.json.new").is_symlink()
    assert (here / "kept.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "argv", [["graph", "tic_tac_toe", "-o", "x.svg"], ["coverage", "pig", "--play", "0", "--html", "x.svg"]]
)
def test_other_outputs_follow_no_link_either(argv: list[str], here: Path, capsys: Capture) -> None:
    (here / "x.svg").symlink_to(here.parent / "secret.txt")
    assert main(argv) == 2
    assert "it is a link; only a plain file is written over" in capsys.readouterr().err
    assert (here.parent / "secret.txt").read_text() == SECRET


def test_fmt_of_a_folder_leaves_what_lies_outside(here: Path, capsys: Capture) -> None:
    outside = here.parent / "outside.rules"
    outside.write_text(GAME.replace("players 2", "players   2"), "utf-8")
    (here / "linked.rules").symlink_to(outside)
    assert main(["fmt", "."]) == 0
    assert "players   2" in outside.read_text("utf-8")
