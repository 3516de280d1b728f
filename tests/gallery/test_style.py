"""The files of the gallery are models of style: short, labelled, with examples; each may be the beginning of another game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "gallery").glob("*.rules"))
NAMES = [path.stem for path in FILES]
_UNLABELLED = re.compile(r"^(?:define (?!worth\b)|to (?!play_game\b))[^\"\n]*?(?: =.*|:.*)$", re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_a_model_of_style(name: str) -> None:
    text = (ROOT / f"gallery/{name}.rules").read_text("utf-8")
    lines = text.splitlines()
    assert 60 <= len(lines) <= 250
    assert [line for line in lines if len(line) > 140] == []
    assert lines[0].startswith("# ") and re.match(rf'game {name} "[^"]+":$', lines[1 if lines[1].startswith("game") else 2])
    assert re.search(r'^  goal "', text, re.M) and re.search(r'^  theme "', text, re.M) and re.search(r'^  hint "', text, re.M)
    assert re.search(r"^define worth\(player \w+\)", text, re.M)
    assert len(re.findall(r"^example ", text, re.M)) >= 2 and re.search(r"^invariant ", text, re.M)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_defined_has_words(name: str) -> None:
    assert _UNLABELLED.findall((ROOT / f"gallery/{name}.rules").read_text("utf-8")) == []


def begun_like(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The copy is without findings, laid out, and its examples pass."""
    copy = f"my_{name}"
    assert main(["new", "game", copy, "--like", name]) == 0
    assert re.search(rf'^game {copy} "', Path(f"{copy}.rules").read_text("utf-8"), re.M)
    capsys.readouterr()
    assert main(["check", f"{copy}.rules"]) == 0
    assert capsys.readouterr().out == "no findings\n"
    assert main(["fmt", "--check", f"{copy}.rules"]) == 0
    assert main(["test", f"{copy}.rules"]) == 0
    assert ", 0 failed" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name if name == "hearts" else pytest.param(name, marks=pytest.mark.slow) for name in NAMES])
def test_a_game_may_begin_like_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    begun_like(name, capsys)
