"""Files made to harm: each gets a clear finding, soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.api import Game
from rulekit.errors import RunError
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.render import render_text
from tests.counted import calls


def found(tmp_path: Path, text: str | bytes) -> list[Diagnostic]:
    path = tmp_path / "hostile.rules"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    findings = check_file(str(path))
    assert len(render_text(findings)) < 10_000_000
    return findings


def codes(findings: list[Diagnostic]) -> set[str]:
    return {finding.code for finding in findings}


@pytest.mark.parametrize(
    "line", ["x\n", "resource 1\n", "resource gold\n", "to play_game:\n if yes:\n", "(\n", "define x = 1 + 1 +\n"]
)
def test_twice_the_text_is_about_twice_the_work(line: str, tmp_path: Path) -> None:
    found(tmp_path, "x\n")  # what is done once, such as reading the grammar, is not counted
    once, twice = (calls(lambda count=count: found(tmp_path, line * count)) for count in (400, 800))  # type: ignore[misc]
    assert twice < 2.5 * once + 20_000


def test_ten_megabytes_on_one_line(tmp_path: Path) -> None:
    assert codes(found(tmp_path, "define x = " + "1 + " * 2_500_000 + "1")) == {"RK003"}


def test_a_line_of_a_megabyte_costs_one_declaration(tmp_path: Path) -> None:
    findings = found(tmp_path, "define x = " + "1 + " * 250_000 + "1\nresource 1\n")
    assert sorted(codes(findings)) == ["RK001", "RK003"]


def test_a_hundred_thousand_nested_blocks(tmp_path: Path) -> None:
    text = "to play_game:\n" + "".join(" " * min(i, 3000) + "if yes:\n" for i in range(1, 600))
    assert codes(found(tmp_path, text)) == {"RK003"}
    assert codes(found(tmp_path, "to play_game:\n" + " if yes:\n" * 100_000)) <= {"RK001", "RK003"}


@pytest.mark.parametrize(
    "text", ["(" * 100_000, "{" * 100_000, "(\n" * 100_000, "define x = " + "(\n" * 3000 + "1" + ")\n" * 3000]
)
def test_a_hundred_thousand_brackets(text: str, tmp_path: Path) -> None:
    assert codes(found(tmp_path, text)) <= {"RK001", "RK003"}
    assert found(tmp_path, text) or text.startswith("define")


@pytest.mark.parametrize(
    "formula",
    [
        "not " * 900 + "yes",
        "1" + " + 1" * 900,
        "-" * 900 + "1",
        "size(" * 500 + "players" + ")" * 500,
        "you" + "'s left" * 500,
        "{" * 900 + "}" * 900,
        "if yes then 1 else " * 200 + "1",
    ],
)
def test_deep_formulas(formula: str, tmp_path: Path) -> None:
    findings = found(tmp_path, f"define deep = {formula}\nresource 1\n")
    assert codes(findings) == {"RK001", "RK003"}


def test_a_million_short_lines(tmp_path: Path) -> None:
    findings = found(tmp_path, "x\n" * 900_000)
    assert codes(findings) <= {"RK001", "RK003", "RK015"} and len(findings) < 1000


def test_many_mistakes_end_with_a_word_about_the_rest(tmp_path: Path) -> None:
    findings = found(tmp_path, "resource 1\n" * 50_000)
    assert len(findings) == 201 and findings[-1].code == "RK003"


@pytest.mark.parametrize("number", ["9" * 3900, "10000000000"])
def test_huge_numbers(number: str, tmp_path: Path) -> None:
    assert codes(found(tmp_path, f"define huge = {number}")) == {"RK003"}


@pytest.mark.parametrize(
    "line",
    [
        "kind card\ncard ann: copies {}",
        "to play_game:\n  roll {}d6 as n\n  repeat n times: nothing",
        "to play_game:\n  choose {} player ps in players\n  end game with ps",
        "game x: players {}",
    ],
)
def test_huge_numbers_anywhere(line: str, tmp_path: Path) -> None:
    assert "RK003" in codes(found(tmp_path, line.format("9" * 50)))


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "..", "a/b", "a\\b", "x.rules", "~x", '"x"', "hostile "])
def test_imports_name_files_beside_them_and_nothing_else(path: str, tmp_path: Path) -> None:
    (tmp_path / "x.rules").write_text("resource gold of player\n", "utf-8")
    assert codes(found(tmp_path, f"import {path}\n")) <= {"RK001", "RK020"}
    assert found(tmp_path, f"import {path}\n")


def test_imports_in_a_circle(tmp_path: Path) -> None:
    for name, other in ("a", "b"), ("b", "c"), ("c", "a"):
        (tmp_path / f"{name}.rules").write_text(f"import {other}\n", "utf-8")
    assert check_file(str(tmp_path / "a.rules")) == []


def test_one_name_many_times(tmp_path: Path) -> None:
    assert codes(found(tmp_path, "resource gold\n" * 5_000)) == {"RK011"}


def test_a_long_chain_of_imports(tmp_path: Path) -> None:
    for number in range(1500):
        (tmp_path / f"n{number}.rules").write_text(f"import n{number + 1}\n", "utf-8")
    assert codes(check_file(str(tmp_path / "n0.rules"))) == {"RK020"}


@pytest.mark.parametrize(
    "text",
    [
        b"resource a\x00b",
        b"\x00" * 1000,
        b"\xff\xfe\x00",
        b"resource \xc3\x28",
        b"resource a\r\rresource b",
        b"resource a\x0cresource b",
        "resource\u2028gold".encode(),
    ],
)
def test_bytes_that_are_no_text(text: bytes, tmp_path: Path) -> None:
    assert codes(found(tmp_path, text)) & {"RK001", "RK020"}


def test_kinds_and_defines_in_circles(tmp_path: Path) -> None:
    kinds = "".join(f"kind k{i} is k{(i + 1) % 500}\n" for i in range(500))
    assert "RK016" in codes(found(tmp_path, kinds))
    defines = "".join(f"define d{i} = d{(i + 1) % 30}\n" for i in range(30))
    assert codes(found(tmp_path, defines)) == {"RK030"}


def test_a_long_chain_of_defines(tmp_path: Path) -> None:
    text = "".join(f"define d{i} = d{i + 1} + 1\n" for i in range(3000)) + "define d3000 = 1\n"
    assert codes(found(tmp_path, text)) <= {"RK003", "RK052"}


def test_modules_in_modules(tmp_path: Path) -> None:
    text = "".join("  " * i + f"module m{i}:\n" for i in range(50)) + "  " * 50 + "resource gold of player\n"
    found(tmp_path, text)


def test_an_effect_that_runs_for_ever_stops_with_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "hostile.rules"
    path.write_text("game x: players 1\n\nto ping:\n  pong\n\nto pong:\n  ping\n\nto play_game:\n  ping\n", "utf-8")
    assert codes(check_file(str(path))) == {"RK057"}
    with pytest.raises(RunError) as caught:
        Game(path).new(players=1)
    assert caught.value.trace


ENDLESS = """
game endless: players 1
record spot:
  k: number
resource point of player
define onward(spot x) = {spot(k: x's k + 1), spot(k: x's k + 2)}
define next_number(number x) = {x + 1, x + 2}
to play_game:
  turn of first(players):
    choose one:
      option reach: gain size(reachable(spot(k: 0), 1000000, onward)) point
      option far: gain distance(spot(k: 0), spot(k: 0 - 1), onward) point
      option way: gain size(path(spot(k: 0), spot(k: 0 - 1), onward)) point
      option numbers: gain size(reachable(0, 1000000, next_number)) point
      option joined: gain (if connected(0, 0 - 1, next_number) then 1 else 0) point
  end game
"""


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("answer", ["reach", "far", "way", "numbers", "joined"])
def test_a_search_without_an_end_is_given_up(answer: str, engine: str, tmp_path: Path) -> None:
    """Boards have an end, records and numbers have none: a search finds no more places than a list can hold."""
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS)
    state = Game(path, engine=engine).new()
    with pytest.raises(RunError, match="a search through more places than that; 10,000 is the most"):
        state.apply(answer)
