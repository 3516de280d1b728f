"""Bad input of every kind, given to every command: one clear sentence or finding, the right exit code, nothing lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.cli.main import main
from tests.child import start

Capture = pytest.CaptureFixture[str]
PIG = Path(__file__).resolve().parents[3] / "examples" / "pig.rules"

_PATHS = ("fmt", "migrate")  # they take files, and no names of games
_NO_GAME = {"games": ["games"], "completion": ["completion", "bash"], "lsp": ["lsp"]}  # they take neither
_SERVES = {"studio"}  # it opens files that are not rules yet, to mend them
# Each command with a game in the place of GAME, as quick as it can be.
COMMANDS: dict[str, list[str]] = {
    "check": ["check", "GAME"],
    "fmt": ["fmt", "--check", "GAME"],
    "migrate": ["migrate", "--check", "GAME"],
    "translate": ["translate", "check", "GAME", "--lang", "fr"],
    "print": ["print", "GAME", "-o", "cards.html"],
    "rules": ["rules", "GAME"],
    "doctor": ["doctor", "GAME"],
    "test": ["test", "GAME"],
    "try": ["try", "GAME", "hold"],
    "play": ["play", "GAME", "--auto", "--limit", "1"],
    "simulate": ["simulate", "GAME", "--games", "1"],
    "explain": ["explain", "pot", "--game", "GAME"],
    "text": ["text", "GAME", "hold"],
    "laws": ["laws", "GAME", "--plays", "1"],
    "graph": ["graph", "GAME"],
    "odds": ["odds", "GAME"],
    "coverage": ["coverage", "GAME", "--play", "0"],
    "mutate": ["mutate", "GAME", "--sample", "1", "--jobs", "1"],
    "interactions": ["interactions", "GAME", "--plays", "1", "--jobs", "1"],
    "perft": ["perft", "GAME", "1"],
    "compare": ["compare", "GAME", "GAME", "--games", "1", "--jobs", "1"],
    "tournament": ["tournament", "GAME", "--bots", "random,greedy", "--games", "1", "--jobs", "1"],
    "show": ["show", "GAME", "--stage", "program"],
    "new module": ["new", "module", "windfall", "--of", "GAME"],
    "new map": ["new", "map", "windfall", "--of", "GAME"],
}
FILES: dict[str, bytes] = {
    "binary.rules": bytes(range(256)) * 4,
    "latin.rules": "game x: players 2\nresource café of player\n".encode("latin-1"),
    "nul.rules": b"game x: players 2\x00\n",
    "broken.rules": b"game x: players 2\nto play_game: gian 1 coin\n",
    "huge.rules": b"# " + b"a" * 2_100_000,
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_bytes(text)
    Path("empty.rules").touch()
    Path("folder").mkdir()
    Path("good.rules").write_bytes(PIG.read_bytes())


def on(command: str, game: str) -> list[str]:
    return [game if word == "GAME" else word for word in COMMANDS[command]]


def test_every_command_is_swept() -> None:
    assert {name.split()[0] for name in COMMANDS} | set(_NO_GAME) | _SERVES >= set(cli.available())


@pytest.mark.parametrize("command", _NO_GAME)
def test_what_takes_no_game_refuses_one(capsys: Capture, command: str) -> None:
    assert main([*_NO_GAME[command], "good.rules"]) == 2
    found = capsys.readouterr()
    assert "good.rules" in found.err and found.out == ""


def test_a_server_needs_a_file_that_is_there(capsys: Capture) -> None:
    assert main(["studio", "nowhere.rules", "--no-open"]) == 2
    assert capsys.readouterr().err == "rulekit: there is no file `nowhere.rules`\n"


# ---------- what is no rules file ----------
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("missing.rules", "there is no file `missing.rules`"),
        ("god.rules", "there is no file `god.rules`; did you mean `good.rules`?"),
        ("folder", "folder`"),
    ],
)
def test_what_is_not_there(capsys: Capture, command: str, game: str, sentence: str) -> None:
    assert main(on(command, game)) == 2
    found = capsys.readouterr()
    if not (command in _PATHS and game == "god.rules"):
        assert found.err.startswith("rulekit: ") and sentence in found.err
    assert found.err.count("\n") == 1 and found.out == ""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("game", FILES)
def test_what_cannot_be_read(capsys: Capture, command: str, game: str) -> None:
    assert main(on(command, game)) == 1
    found = capsys.readouterr()
    assert f"{game}:" in found.out + found.err and "error RK" in found.out + found.err
    assert Path(game).read_bytes() == FILES[game]


@pytest.mark.parametrize("command", ["play", "simulate", "odds", "perft", "laws"])
def test_an_empty_file_cannot_be_played(capsys: Capture, command: str) -> None:
    assert main(on(command, "empty.rules")) == 2
    assert "`empty.rules` declares no game that could be played: it has no verb `play_game`" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "fmt", "test"])
def test_an_empty_file_is_no_mistake(command: str) -> None:
    assert main(on(command, "empty.rules")) == 0


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in _PATHS])
def test_a_name_that_is_almost_right(capsys: Capture, command: str) -> None:
    assert main(on(command, "goldblivon")) == 2
    assert capsys.readouterr().err == "rulekit: there is no game `goldblivon`; did you mean `goldblivion`?\n"


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in _PATHS])
@pytest.mark.parametrize(
    ("name", "way"), [("den.yaml", "rulekit graph GAME --setup"), ("kept.json", "rulekit play GAME --load")]
)
def test_a_file_of_another_sort(capsys: Capture, command: str, name: str, way: str) -> None:
    Path(name).write_text("map: den\n", "utf-8")
    assert main(on(command, name)) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"rulekit: `{name}` is no rules file; ") and way in err and err.count("\n") == 1


def test_a_file_with_the_mark_that_some_editors_write_first(capsys: Capture) -> None:
    Path("marked.rules").write_bytes(b"\xef\xbb\xbf" + PIG.read_bytes())
    assert main(["check", "marked.rules"]) == 0
    assert main(["test", "marked.rules"]) == 0


# ---------- wrong values ----------
@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["play", "pig", "--players", "9"], "pig is for 2 players, not 9"),
        (["play", "pig", "--module", "moon"], "there is no module `moon` in pig; there are none"),
        (["play", "goldblivion", "--module", "slo"], "there is no module `slo` in goldblivion; did you mean `solo`?"),
        (["play", "pig", "--option", "x"], "an option is given as NAME=VALUE, not `x`"),
        (["play", "pig", "--option", "x=1"], "there is no option `x`; there are none"),
        (["play", "goldblivion", "--option", "magic=1"], "there is no option `magic`; did you mean `magic_limit`?"),
        (["play", "goldblivion", "--option", "magic_limit=lots"], "the option `magic_limit` is a number, not `lots`"),
        (["graph", "better_than_gold", "--setup", "deep"], "there is no set-up `deep`; did you mean `deep_rent`?"),
        (["graph", "goldblivion", "territorys"], "there is no board `territorys`; did you mean `territories`?"),
        (["play", "pig", "--limit", "0"], "--limit must be at least 1, not 0"),
        (["play", "pig", "--auto", "--bots", "random,random,random"], "3 bots are named, but 2 play"),
        (["simulate", "pig", "--option", "x=1"], "there is no option `x`; there are none"),
        (["odds", "pig", "rol"], "`rol` is no option after 0 answers; did you mean `roll`?"),
        (["perft", "pig", "-1"], "a depth is a number from 0, not -1"),
        (["mutate", "good.rules", "--least", "7"], "--least is a share between 0 and 1, not 7"),
        (["mutate", "good.rules", "--jobs", "0"], "--jobs needs a number of processes, not 0"),
        (["coverage", "good.rules", "--play", "-1"], "--play needs a number of games, not -1"),
        (["test", "pig", "-k", "zork"], "no example has `zork` in its title or tags"),
        (["fmt", "folder"], "there are no .rules files in `folder`"),
        (["explain", ""], "say what to explain: a code such as RK012, or a name of a game"),
        (["play", "pig.rules"], "there is no file `pig.rules`; the bundled game is called `pig`"),
    ],
)
def test_wrong_values(capsys: Capture, argv: list[str], sentence: str) -> None:
    assert main(argv) == 2
    found = capsys.readouterr()
    assert found.err == f"rulekit: {sentence}\n" and found.out == ""


# ---------- saves ----------
def kept(path: str) -> None:
    """A game of pig left in the middle."""
    assert main(["play", "good.rules", "--auto", "--limit", "3", "--save", path]) == 1


def test_a_save_of_other_rules(capsys: Capture) -> None:
    kept("kept.json")
    text = Path("kept.json").read_bytes()
    Path("other.rules").write_text(PIG.read_text("utf-8").replace("100", "50"), "utf-8")
    capsys.readouterr()
    assert main(["play", "other.rules", "--auto", "--load", "kept.json", "--save", "kept.json"]) == 2
    assert (
        capsys.readouterr().err
        == "rulekit: `kept.json`: the save belongs to other rules: the text of the game has changed since\n"
    )
    assert main(["play", "tic_tac_toe", "--auto", "--load", "kept.json", "--save", "kept.json"]) == 2
    assert capsys.readouterr().err == "rulekit: `kept.json`: the save is of pig, not of tic_tac_toe\n"
    assert Path("kept.json").read_bytes() == text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"", "this is no saved game, or it is damaged"),
        (b"nonsense", "this is no saved game, or it is damaged"),
        (b'{"a": 1}', "this is no saved game of this version of rulekit"),
        (b"[" * 100_000, "this is no saved game, or it is damaged"),
        (b"\xff\xfe", "is no saved game"),
    ],
)
@pytest.mark.parametrize("command", ["play", "odds"])
def test_what_is_no_save(capsys: Capture, command: str, text: bytes, part: str) -> None:
    Path("odd.json").write_bytes(text)
    assert main([command, "good.rules", "--load", "odd.json"]) == 2
    err = capsys.readouterr().err
    assert part in err and err.count("\n") == 1
    assert Path("odd.json").read_bytes() == text


# ---------- places that cannot be written or read ----------
@pytest.mark.parametrize(
    "argv",
    [
        ["graph", "goldblivion", "-o", "PLACE"],
        ["coverage", "good.rules", "--play", "0", "--html", "PLACE"],
        ["play", "good.rules", "--auto", "--limit", "1", "--save", "PLACE"],
    ],
)
@pytest.mark.parametrize("place", ["folder", "nowhere/file"])
def test_a_place_that_cannot_be_written(capsys: Capture, argv: list[str], place: str) -> None:
    assert main([place if word == "PLACE" else word for word in argv]) == 2
    err = capsys.readouterr().err
    assert f"`{place}`" in err and err.count("\n") == 1 and not list(Path("folder").iterdir())


def test_whatever_the_system_refuses_is_one_sentence(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise PermissionError(13, "Permission denied", "good.rules")

    monkeypatch.setattr("rulekit.syntax.loader._open", refuse)
    assert main(["check", "good.rules"]) == 2
    assert capsys.readouterr().err == "rulekit: `good.rules` cannot be used: permission denied\n"


def test_a_file_that_cannot_be_laid_out_stays_whole(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    untidy = PIG.read_bytes().replace(b"players 2\n", b"players   2\n")
    Path("good.rules").write_bytes(untidy)

    def refuse(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    assert main(["fmt", "good.rules"]) == 2
    assert capsys.readouterr().err == "rulekit: `good.rules` cannot be written: no space left on device; it is as it was\n"
    assert Path("good.rules").read_bytes() == untidy and not list(Path().glob("*.new"))


def test_a_layout_keeps_the_mode_and_the_link(capsys: Capture) -> None:
    Path("good.rules").write_bytes(PIG.read_bytes().replace(b"players 2\n", b"players   2\n"))
    Path("good.rules").chmod(0o640)
    Path("link.rules").symlink_to("good.rules")
    assert main(["fmt", "link.rules"]) == 0
    assert Path("link.rules").is_symlink() and Path("good.rules").stat().st_mode & 0o777 == 0o640
    assert Path("good.rules").read_bytes() == PIG.read_bytes()


def test_a_cache_that_cannot_be_used_is_done_without() -> None:
    done = _rulekit(["check", "good.rules"], RULEKIT_CACHE=os.path.abspath("good.rules"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "no findings\n", "")


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    lost = tmp_path / "lost"
    lost.mkdir()
    leave = f"import os, sys; os.chdir({str(lost)!r}); os.rmdir({str(lost)!r})"
    code = f"{leave}; from rulekit.cli.main import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, "check", "pig"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "no findings\n", "")


def _rulekit(argv: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulekit", *argv]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **env})


# ---------- a reader who leaves ----------
@pytest.mark.parametrize("argv", [["explain"], ["explain", "karen"], ["perft", "tic_tac_toe", "2"], ["try", "pig", "hold"]])
def test_a_closed_pipe(argv: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "rulekit", *argv]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


# ---------- help ----------
def test_help_as_a_command(capsys: Capture) -> None:
    assert main(["help"]) == 0
    assert capsys.readouterr().out.startswith("usage: rulekit [--help]")
    assert main(["help", "try"]) == 0
    assert capsys.readouterr().out.startswith("usage: rulekit try")
    assert main(["help", "tyr"]) == 2
    assert "did you mean `try`?" in capsys.readouterr().err


def test_a_file_that_may_not_be_read_is_one_sentence(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may read everything, so the system's answer is given for it."""
    monkeypatch.setattr("rulekit.sources.bundled.os.access", lambda path, mode: False)
    for name, argv in COMMANDS.items():
        if name not in _PATHS:
            assert main([word.replace("GAME", "good.rules") for word in argv]) == 2, name
            assert capsys.readouterr().err == "rulekit: `good.rules` cannot be read: permission denied\n", name


def test_fmt_says_changed_only_once_it_is(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("good.rules").write_text(PIG.read_text("utf-8").replace("players 2", "players   2"), "utf-8")
    text = Path("good.rules").read_bytes()

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.replace", refuse)
    assert main(["fmt", "good.rules"]) == 2
    found = capsys.readouterr()
    assert found.out == "" and "it is as it was" in found.err
    assert Path("good.rules").read_bytes() == text


def test_a_folder_called_like_a_rules_file_is_no_rules_file(capsys: Capture) -> None:
    Path("folder.rules").mkdir()
    for argv in (["check", "good.rules"], ["fmt", "--check", "good.rules"], ["fmt", "--check", "."], ["test", "good.rules"]):
        assert main(argv) in (0, 1), argv
        assert "directory" not in capsys.readouterr().err
    assert main(["check", "folder.rules"]) == 2
    assert capsys.readouterr().err == "rulekit: `folder.rules` is a folder; name the .rules file in it\n"


@pytest.mark.parametrize("command", [["mutate", "miniature"], ["interactions", "miniature", "--budget", "60"]])
def test_an_interruption_of_several_processes_is_one_sentence(command: list[str]) -> None:
    """Ctrl-C reaches all of them; only the first speaks."""
    process = start(*command, "--jobs", "2")
    while _children(process.pid) < 2 and process.poll() is None:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and re.fullmatch(r"rulekit: interrupted[^\n]*\n", err), err
    assert "noticed" in out or "met" in out  # what has been found so far


def _children(pid: int) -> int:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return len(listed.read_text().split()) if listed.exists() else 2
