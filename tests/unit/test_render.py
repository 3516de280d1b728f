"""Diagnostics as text and as JSON."""

from __future__ import annotations

import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.sources.diagnostics import Diagnostic, Label, Severity
from rulekit.sources.render import render_json, render_text, summary, wants_colour
from rulekit.sources.source import NOWHERE, Source, Span

BAKERY = Source("bakery.rules", "resource coin\n\ncard Baker\n  when played: gain 1 coyn\n  cost 2 coin\n")


def at(line: int, column: int, end_column: int, *, end_line: int | None = None, source: Source = BAKERY) -> Span:
    return Span(source, line, column, end_line or line, end_column)


def one(span: Span, *, hint: str = "", severity: Severity = "error", labels: tuple[Label, ...] = ()) -> str:
    return render_text([Diagnostic("RK010", "there is no `coyn`", span, hint, severity, labels)])


def test_a_finding_in_full() -> None:
    label = Label(at(1, 10, 14), "this one exists")
    assert one(at(4, 23, 27), hint="did you mean `coin`?", labels=(label,)) == (
        "bakery.rules:4:23: error RK010: there is no `coyn`\n"
        "   4 |   when played: gain 1 coyn\n"
        "     |                       ^^^^\n"
        "bakery.rules:1:10: note: this one exists\n"
        "   1 | resource coin\n"
        "     |          ^^^^\n"
        "     = help: did you mean `coin`?\n"
    )


def test_a_warning_says_so() -> None:
    assert one(at(1, 1, 9), severity="warning").startswith("bakery.rules:1:1: warning RK010: ")


def test_an_empty_line_between_two_findings() -> None:
    finding = Diagnostic("RK001", "no", at(1, 1, 2))
    assert render_text([finding, finding]) == render_text([finding]) + "\n" + render_text([finding])
    assert render_text([]) == ""


def test_tabs_move_the_caret() -> None:
    source = Source("t", "\ta\tbad")
    assert one(at(1, 4, 7, source=source)).splitlines()[1:] == ["   1 |     a   bad", "     |         ^^^"]


def test_wide_and_combining_letters_move_the_caret() -> None:
    source = Source("t", "金e\N{COMBINING ACUTE ACCENT} bad")
    assert one(at(1, 5, 8, source=source)).splitlines()[2] == "     |     ^^^"


def test_two_lines_are_both_underlined() -> None:
    assert one(at(4, 16, 9, end_line=5)).splitlines()[1:] == [
        "   4 |   when played: gain 1 coyn",
        "     |                ^^^^^^^^^^^",
        "   5 |   cost 2 coin",
        "     |   ^^^^^^",
    ]


def test_lines_between_first_and_last_are_left_out() -> None:
    lines = one(at(1, 1, 14, end_line=5)).splitlines()
    assert lines[3] == "     ..."
    assert [line[:6] for line in lines[1::3]] == ["   1 |", "   5 |"]


def test_a_span_that_ends_at_the_start_of_a_line_leaves_that_line_out() -> None:
    assert one(at(4, 3, 1, end_line=5)).splitlines()[1:] == [
        "   4 |   when played: gain 1 coyn",
        "     |   ^^^^^^^^^^^^^^^^^^^^^^^^",
    ]


@pytest.mark.parametrize(
    ("line", "column", "quoted", "caret"),
    [
        (1, 99, "   1 | resource coin", "     |              ^"),
        (99, 5, "  99 |", "     | ^"),
        (0, 0, "   0 |", "     | ^"),
        (6, 1, "   6 |", "     | ^"),
    ],
)
def test_places_past_the_end(line: int, column: int, quoted: str, caret: str) -> None:
    assert one(at(line, column, column + 3)).splitlines()[1:] == [quoted, caret]


def test_an_empty_span_still_has_a_caret() -> None:
    assert one(at(1, 10, 10)).splitlines()[2] == "     |          ^"


def test_a_finding_without_a_place() -> None:
    assert one(NOWHERE) == "error RK010: there is no `coyn`\n"


def test_windows_line_ends_are_not_shown() -> None:
    assert one(at(1, 1, 4, source=Source("t", "bad\r\nmore"))).splitlines()[1] == "   1 | bad"


@pytest.mark.parametrize("column", [1, 500, 9_998])
def test_a_long_line_is_cut_around_the_span(column: int) -> None:
    text = "." * (column - 1) + "bad" + "." * (9_998 - column)
    quoted, caret = one(at(1, column, column + 3, source=Source("t", text))).splitlines()[1:]
    assert len(quoted) < 120
    assert quoted[caret.index("^") : caret.rindex("^") + 1] == "bad"
    assert quoted.startswith("   1 | …") == (column > 1)
    assert quoted.endswith("…") == (column < 9_998)


def test_a_long_line_is_shown_from_its_start_when_the_span_fits() -> None:
    quoted, caret = one(at(1, 80, 83, source=Source("t", "x" * 150))).splitlines()[1:]
    assert quoted == "   1 | " + "x" * 100 + "…"
    assert caret.index("^") == len("   1 | ") + 79


def test_a_long_span_has_no_more_carets_than_text() -> None:
    quoted, caret = one(at(1, 1, 5_000, source=Source("t", "x" * 9_000))).splitlines()[1:]
    assert len(caret) == len(quoted) - 1  # all but the sign that more follows


def test_control_characters_do_not_reach_the_terminal() -> None:
    source = Source("a\x1b[2J", "\x1b[31mred\x07")
    text = render_text([Diagnostic("RK001", "bad \x1b[0m\nname", at(1, 6, 9, source=source), "x\x08")])
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)
    assert r"bad \x1b[0m\nname" in text
    assert "�[31mred�" in text


def test_colour_adds_nothing_but_escapes() -> None:
    finding = Diagnostic("RK001", "no", at(1, 1, 9), "help yourself", labels=(Label(at(3, 1, 5), "here"),))
    coloured = render_text([finding], colour=True)
    assert "\x1b[1;31merror RK001\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text([finding])


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())


def test_json() -> None:
    finding = Diagnostic("RK011", "twice", at(3, 1, 5), "rename", "warning", (Label(at(1, 1, 9), "first"),))
    assert json.loads(render_json([finding])) == [
        {
            "code": "RK011",
            "severity": "warning",
            "message": "twice",
            "hint": "rename",
            "file": "bakery.rules",
            "line": 3,
            "column": 1,
            "end_line": 3,
            "end_column": 5,
            "labels": [{"text": "first", "file": "bakery.rules", "line": 1, "column": 1, "end_line": 1, "end_column": 9}],
        }
    ]
    assert json.loads(render_json([])) == []


def test_summary() -> None:
    error, warning = Diagnostic("RK001", "", NOWHERE), Diagnostic("RK001", "", NOWHERE, severity="warning")
    assert summary([error, warning, error]) == "2 errors, 1 warning"
    assert summary([warning]) == "1 warning"
    assert summary([]) == "no findings"


NUMBERS = st.integers(-3, 200)


@given(st.text(max_size=150), NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_any_span_over_any_text_gives_a_caret_under_each_line(text: str, a: int, b: int, c: int, d: int) -> None:
    lines = one(Span(Source("t", text), a, b, c, d)).split("\n")
    assert lines.pop() == ""
    quoted = [line for line in lines[1:] if line != "     ..."]
    assert len(quoted) in ((2, 4) if text else (0,))
    assert all(re.fullmatch(r" +\| +\^+", caret) for caret in quoted[1::2])
