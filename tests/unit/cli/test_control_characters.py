"""Texts with control characters, wherever a file can have one, through every command: none reaches the terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import sys
from pathlib import Path

import pytest

from rulekit.cli import main as cli
from rulekit.cli.main import main
from rulekit.errors import RunError
from rulekit.sources import printable

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).resolve().parents[3]
BAD = "\x1b[31m\x07\x9b2J\u202e"
STRANGE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
BROKEN = """
invariant "SIGN nobody is rich": every(p's coins < 2 for player p in players)
card wreck "SIGNWreck" / "SIGNÉpave": copies 2; cost 0 coins; when played: todo "SIGN nobody knows"
example "SIGN it fails":
  given:
    players ann, bob
  then:
    ann's coins == 7
"""
COMMANDS = {
    "check": ["check", "bad.rules"],
    "check json": ["check", "--json", "bad.rules"],
    "fmt": ["fmt", "--check", "bad.rules"],
    "migrate": ["migrate", "--diff", "bad.rules"],
    "translate": ["translate", "check", "bad.rules", "--lang", "fr"],
    "print": ["print", "bad.rules", "-o", "cards.html"],
    "rules": ["rules", "bad.rules"],
    "rules markdown": ["rules", "bad.rules", "--markdown"],
    "doctor": ["doctor", "bad.rules"],
    "games": ["games", "--lang", f"f{BAD}r"],
    "completion": ["completion", f"ba{BAD}sh"],
    "test": ["test", "bad.rules"],
    "try": ["try", "bad.rules", "thief", "--seed", "3"],
    "try todo": ["try", "bad.rules", "wreck"],
    "play": ["play", "bad.rules", "--auto", "--seed", "1"],
    "play fr": ["play", "bad.rules", "--auto", "--seed", "1", "--lang", "fr", "--limit", "20"],
    "play map": ["play", "dungeon.rules", "--auto", "--seed", "1", "--setup", "cave.yaml", "--limit", "10"],
    "simulate": ["simulate", "bad.rules", "--games", "3", "--invariants"],
    "simulate json": ["simulate", "bad.rules", "--games", "3", "--json"],
    "explain": ["explain", "thief", "--game", "bad.rules"],
    "text": ["text", "bad.rules", "--all"],
    "text json": ["text", "bad.rules", "--json"],
    "laws": ["laws", "bad.rules", "--plays", "1", "--most", "3", "--only", "invariants_hold,saves_and_loads"],
    "graph": ["graph", "dungeon.rules", "--setup", "cave.yaml"],
    "graph text": ["graph", "dungeon.rules", "--text", "--setup", "cave.yaml"],
    "graph effects": ["graph", "bad.rules", "--effects"],
    "odds": ["odds", "bad.rules"],
    "coverage": ["coverage", "bad.rules", "--play", "1"],
    "mutate": ["mutate", "bad.rules", "--sample", "1", "--jobs", "1"],
    "interactions": ["interactions", "bad.rules", "--plays", "2", "--jobs", "1"],
    "perft": ["perft", "bad.rules", "1"],
    "compare": ["compare", "bad.rules", "bad.rules", "--games", "2", "--jobs", "1"],
    "tournament": ["tournament", "bad.rules", "--bots", "random,random", "--games", "1", "--jobs", "1"],
    "studio": ["studio", f"no{BAD}where.rules", "--no-open"],
    "lsp": ["lsp", f"one{BAD}word"],
    "show": ["show", "bad.rules", "--stage", "program"],
    "show python": ["show", "bad.rules", "--stage", "python"],
    "new": ["new", "map", "other", "--of", "dungeon.rules"],
    "a name": ["text", "bad.rules", f"no{BAD}thing"],
    "a save": ["play", "bad.rules", "--load", "kept.json"],
    "a command": [f"pl{BAD}ay"],
}


def spoilt(text: str) -> str:
    """The text with control characters at the beginning of every string but the symbols of maps."""
    pairs = re.compile(r'(?<!mark )"([^"]*)"')
    return "\n".join(line if line.startswith("#") else pairs.sub(rf'"{BAD}\1"', line) for line in text.split("\n"))


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = ROOT / "tests" / "unit" / "terminal" / "data"
    rules = (ROOT / "examples" / "miniature.rules").read_text("utf-8")
    rules = spoilt(rules + BROKEN.replace("SIGN", ""))
    Path("bad.rules").write_text(rules, "utf-8")
    Path("dungeon.rules").write_text(spoilt((data / "dungeon.rules").read_text("utf-8")), "utf-8")
    escaped = BAD.encode("unicode_escape").decode()
    Path("cave.yaml").write_text((data / "cave.yaml").read_text("utf-8").replace("title: Cave", f'title: "{escaped}Cave"'))
    Path("kept.json").write_text(json.dumps({"format": BAD, BAD: BAD}), "utf-8")


def test_every_command_is_tried() -> None:
    assert {argv[0] for argv in COMMANDS.values()} >= {name for name, _ in cli.COMMANDS}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_control_character_gets_through(name: str, capsys: Capture) -> None:
    assert main(COMMANDS[name]) in (0, 1, 2)
    found = capsys.readouterr()
    assert found.out + found.err
    assert STRANGE.findall(found.out + found.err) == []
    if name.endswith("json"):
        json.loads(found.out)


def test_what_is_hidden_is_shown_instead(capsys: Capture) -> None:
    main(["text", "bad.rules", "wreck"])
    assert r"\x1b[31m\x07\u009b2J\u202eWreck" in capsys.readouterr().out


def test_json_means_what_it_meant(capsys: Capture) -> None:
    assert main(["text", "bad.rules", "thief", "--json"]) == 0
    assert "\x9b2J\u202e" in json.dumps(json.loads(capsys.readouterr().out), ensure_ascii=False)


def test_without_the_guard_they_would_get_through(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the tests above look at something."""
    monkeypatch.setattr(printable, "released", lambda text: text)
    for name in ("test", "text", "coverage"):
        main(COMMANDS[name])
        assert STRANGE.search(capsys.readouterr().out), name


def test_colours_of_our_own_are_let_through(tmp_path: Path) -> None:
    """On a terminal: what is painted is painted, and what a file says is written out."""
    child, screen = pty.fork()
    if child == 0:
        os.environ.pop("NO_COLOR", None)
        os.environ.update(TERM="xterm", PYTHONPATH=str(ROOT))
        os.execv(
            sys.executable, [sys.executable, "-m", "rulekit", "play", "bad.rules", "--auto", "--seed", "1", "--limit", "9"]
        )
    seen = _all(screen).decode("utf-8")
    os.waitpid(child, 0)
    assert "\x1b[1;36m" in seen and r"\x1b[31m" in seen
    assert "\x1b[31m" not in seen and "\x9b" not in seen and "\u202e" not in seen
    assert not re.search("[\U000f0000-\U000f00ff]", seen)


def _all(screen: int) -> bytes:
    seen = b""
    while select.select([screen], [], [], 120)[0]:
        try:
            piece = os.read(screen, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        seen += piece
    return seen


def test_a_mark_cannot_be_forged(capsys: Capture) -> None:
    with printable.guarded():
        sys.stdout.write(printable.own("\x1b[1m") + "\U000f0001" * 16 + "\x1b[1m" + "\r" + printable.own("\r") + "\n")
    assert capsys.readouterr().out == "\x1b[1m" + "\U000f0001" * 16 + "\\x1b[1m" + "\\x0d" + "\r\n"


def test_errors_can_be_shown() -> None:
    assert str(RunError(f"what {BAD} is")) == r"what \x1b[31m\x07\u009b2J\u202e is"
