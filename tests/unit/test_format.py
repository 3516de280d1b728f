"""The standard layout: what it does to a text, and that it never changes what a text means."""
# ruff: noqa: E501 - a text and its layout side by side

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax.format import FormatError, format_source, format_text
from rulekit.syntax.parse import parse
from rulekit.syntax.words import vocabulary

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*ROOT.glob("examples/*.rules"), *ROOT.glob("games/*.rules"), *ROOT.glob("tests/lang/*/good/*.rules")])


def every_verb(path: Path) -> set[str]:
    return set().union(*(vocabulary(Source(p.name, p.read_text("utf-8"))) for p in path.parent.glob("*.rules")))


LONGEST = ("_examples", "rebellion_sentences", "gold_sentences")
LONG = [pytest.param(path, marks=pytest.mark.slow) if path.stem.endswith(LONGEST) else path for path in FILES]


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.stem)
def test_layout_keeps_the_meaning_and_is_stable(path: Path) -> None:
    text = path.read_text("utf-8")
    own = vocabulary(Source(path.name, text))
    new = format_source(Source(path.name, text), (own, every_verb(path)))
    assert format_text(new) == new
    assert [line.split("#")[1:] for line in new.split("\n") if "#" in line] == [
        line.rstrip().split("#")[1:] for line in text.split("\n") if "#" in line
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_messy_text_gets_the_same_layout(seed: int) -> None:
    path = ROOT / "tests" / "unit" / "migrate" / "old" / "tic_tac_toe.rules"
    text = format_text(path.read_text("utf-8"))
    messy = _mess(text, random.Random(seed))
    verbs = vocabulary(Source("x", text))
    assert parse(Source("x", messy.replace("\r\n", "\n")), verbs, Sink()) == parse(Source("x", text), verbs, Sink())
    assert format_text(messy).split() == text.split()
    assert format_text(messy) == text


def _mess(text: str, chance: random.Random) -> str:
    """The same text with other indentation, other blanks and more empty lines."""
    width = chance.choice([1, 3, 4])
    out = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        body = line.strip()
        if '"' not in body and "#" not in body and ":" not in body:
            body = body.replace(" ", " " * chance.choice([1, 1, 2, 3]))
        wanted = indent if body.startswith("{") else indent // 2 * width  # lines inside brackets keep their shape
        out.append(" " * wanted + body + " " * chance.choice([0, 0, 1, 4]) if body else "")
        if not body:
            out += [""] * chance.choice([0, 0, 1, 2])
    return chance.choice(["\n", "\r\n"]).join(out)


@pytest.mark.parametrize(
    ("messy", "neat"),
    [
        ("to go:\n    gain 1  gold", "to go:\n  gain 1 gold\n"),
        ("define f=1+2*x", "define f = 1 + 2 * x\n"),
        ("define f = -1 - -2", "define f = -1 - -2\n"),
        ("resource a:floor -5", "resource a: floor -5\n"),
        ("game x:players 1 .. 4", "game x: players 1..4\n"),
        ("define f( number n )=g( n ) [A-1]", "define f(number n) = g(n) [A-1]\n"),
        ("define f = {  }", "define f = {}\n"),
        ("define f = {a , b}", "define f = {a, b}\n"),
        ("to go:\n  choose one:\n    -gain 1 gold\n    -   nothing", "to go:\n  choose one:\n    - gain 1 gold\n    - nothing\n"),
        ("resource a\n\n\n\nresource b\n\n", "resource a\n\nresource b\n"),
        ("resource a\nresource b", "resource a\nresource b\n"),
        ("resource a\ndefine b = 1", "resource a\n\ndefine b = 1\n"),
        ("kind a:\n  power x\nkind b:\n  power y", "kind a:\n  power x\n\nkind b:\n  power y\n"),
        ("kind a:\n\n  power x\n", "kind a:\n  power x\n"),
        ("resource a # why", "resource a  # why\n"),
        ("resource a       # why", "resource a       # why\n"),
        ("kind a:\n      power x  # why", "kind a:\n  power x  # why\n"),
        ("kind a:\n    # first\n    power x\n    # last\n# next\nkind b", "kind a:\n  # first\n  power x\n  # last\n\n# next\nkind b\n"),
        ('example "a#b" :\n  when:\n    ann :  tom#2   x # why\n', 'example "a#b":\n  when:\n    ann: tom#2   x   # why\n'),
        ("board b:\n   map:\n      | a   b\n      |   c", "board b:\n  map:\n    | a   b\n    |   c\n"),
        ("module m:\n    kind a:\n        power x\n    kind b", "module m:\n  kind a:\n    power x\n\n  kind b\n"),
        ("define f = {\n      a,\n      b}", "define f = {\n      a,\n      b}\n"),
        ("kind a:\n    stat s: number = max(\n        1,\n        2)", "kind a:\n  stat s: number = max(\n      1,\n      2)\n"),
        ("resource a\r\nresource b\r\n", "resource a\nresource b\n"),
        ("", ""),
        ("\n\n# only words\n", "# only words\n"),
    ],
)  # fmt: skip
def test_layout(messy: str, neat: str) -> None:
    assert format_text(messy) == neat
    assert format_text(neat) == neat


def test_a_text_with_mistakes_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        format_source(Source("x", "resource resource resource"), [set()])
    assert [d.code for d in caught.value.diagnostics] == ["RK001"]


def test_a_layout_that_would_change_the_meaning_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.syntax.format.format_text", lambda text: "resource b\n")
    with pytest.raises(FormatError, match="would change what it means"):
        format_source(Source("x", "resource a\n"), [set()])


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.rules"
    path.write_text("resource   a", "utf-8")
    assert main(["fmt", "--check", str(path)]) == 1
    assert path.read_text("utf-8") == "resource   a"
    assert main(["fmt", str(tmp_path)]) == 0
    assert path.read_text("utf-8") == "resource a\n"
    assert main(["fmt", "--check", str(path)]) == 0
    assert capsys.readouterr().out.endswith("0 would change, 1 in order\n")


def test_command_leaves_a_broken_file_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"resource   resource x")
    assert main(["fmt", str(path)]) == 1
    assert path.read_bytes() == b"resource   resource x"
    assert "left as it is" in capsys.readouterr().err


def test_verbs_of_files_beside_it_are_known(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text("import b\n\nto fly number n:\n  nothing\n", "utf-8")
    path = tmp_path / "b.rules"
    path.write_text("to go:\n   fly   3\n", "utf-8")
    assert main(["fmt", str(path)]) == 0
    assert path.read_text("utf-8") == "to go:\n  fly 3\n"
