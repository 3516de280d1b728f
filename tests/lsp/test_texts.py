"""What an editor needs of the library: unsaved texts, places in UTF-16, and a parse that loses no more than the bad line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.lsp.positions import Positions
from rulekit.sources import files
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Piece, Source, Span
from rulekit.syntax.parse import parse
from tests.lsp.conftest import GAME

VERBS = {"play_game", "take_turn", "play_card"}


# ---------- unsaved texts ----------
def test_an_unsaved_text_stands_for_its_file(bakery: Path) -> None:
    assert check_file(str(bakery)) == []
    with files.overlaid({bakery: GAME.replace("trades baker", "trades bakr")}):
        (found,) = check_file(str(bakery))
    assert found.code == "RK010"
    assert check_file(str(bakery)) == []


def test_an_unsaved_file_can_be_imported(tmp_path: Path) -> None:
    main = (tmp_path / "main.rules").resolve()
    main.write_text('import part\n\ngame g "G": players 2\n\nto play_game: begin_day\n', "utf-8")
    assert [finding.code for finding in check_file(str(main))] == ["RK020", "RK001"]
    with files.overlaid({tmp_path.resolve() / "part.rules": "to begin_day: end game\n"}):
        assert check_file(str(main)) == []


def test_an_unsaved_text_has_the_same_limit(bakery: Path) -> None:
    with files.overlaid({bakery: "x" * 20}), pytest.raises(files.Refused):
        files.read_text(bakery, limit=10)


# ---------- places ----------
@pytest.mark.parametrize(
    ("encoding", "before"),
    [("utf-8", 8), ("utf-16", 5), ("utf-32", 4)],
)
def test_columns_in_the_units_of_the_client(encoding: str, before: int) -> None:
    at, source = Positions(encoding), Source("x", 'é"🂡"x\n')
    position = at.position(source, 1, 5)
    assert position.character == before
    assert at.place(source, position) == (1, 5)
    assert at.characters("ab", 99) == 2


def test_spans_move_with_their_piece() -> None:
    old, new = Source("x", "a\nb"), Source("x", "c\na\nb")
    piece = Piece(old, 0)
    span = Span(piece, 2, 1, 2, 2)
    assert span == Span(old, 2, 1, 2, 2) and hash(span) == hash(Span(old, 2, 1, 2, 2))
    piece.source, piece.first = new, 1
    assert span == Span(new, 3, 1, 3, 2) and span.word("b") == span


# ---------- a bad line ----------
def errors(text: str) -> list[tuple[int, str]]:
    sink = Sink()
    parse(Source("x.rules", text), VERBS, sink)
    return [(finding.span.line, finding.code) for finding in sink.found]


@pytest.mark.parametrize(
    "mark", ["let old", "  rank 3", "move c to", "activate c", "option stop", "after player", "ann: play", "field rank"]
)
@pytest.mark.parametrize("how", ["] {}", "{} with"])
def test_a_bad_line_costs_that_line(mark: str, how: str, tmp_path: Path) -> None:
    lines = GAME.split("\n")
    number = next(i for i, line in enumerate(lines) if mark in line)
    indent = len(lines[number]) - len(lines[number].lstrip())
    lines[number] = " " * indent + how.format(lines[number].strip())
    path = tmp_path / "bakery.rules"
    path.write_text("\n".join(lines), "utf-8")
    found = check_file(str(path))
    assert {finding.span.line for finding in found} <= {number + 1}
    if mark != "ann: play":  # the words of an answer may be anything
        assert found


def test_two_bad_lines_of_one_declaration_are_both_told() -> None:
    text = "to take_turn:\n  gain ] coin\n  turn of you:\n    gain 1 1 1\n    gain 1 coin\n"
    assert errors(text) == [(2, "RK001"), (4, "RK001")]


def test_a_bad_head_keeps_its_block() -> None:
    sink = Sink()
    (verb,) = parse(Source("x", "to take_turn:\n  if ] >:\n    gain 1 coin\n    gain 2 coin\n"), VERBS, sink)
    assert [finding.span.line for finding in sink.found] == [2]
    assert len(verb.block[0].branches[0][1]) == 2  # type: ignore[attr-defined]


def test_what_a_lost_line_would_have_declared_is_not_missed(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text(GAME.replace("field cost: bundle = nothing", "field cost: ] bundle = nothing"), "utf-8")
    assert [(finding.code, finding.span.line) for finding in check_file(str(path))] == [("RK001", 8)]


@pytest.mark.parametrize("verb", ["play_game", "play_card", "take_turn"])
@pytest.mark.parametrize("word", ["tp", "ot", "tto"])
def test_a_misspelt_to_is_told_where_it_stands(verb: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    text = GAME.replace(f"to {verb}", f"{word} {verb}")
    path.write_text(text, "utf-8")
    line = text[: text.index(f"{word} {verb}")].count("\n") + 1
    told = [
        (finding.span.line, finding.span.column, finding.span.end_column, finding.hint) for finding in check_file(str(path))
    ]
    assert told == [(line, 1, 1 + len(word), "did you mean `to`?")]


def test_a_kind_whose_name_is_like_to_is_a_kind(tmp_path: Path) -> None:
    """Wherever it is declared: its things are no verbs."""
    (tmp_path / "toys.rules").write_text("kind toy\n", "utf-8")
    path = tmp_path / "x.rules"
    path.write_text('import toys\n\ntoy bear "Bear": copies 1\n\nzone shop "shop": holds toy\n' + GAME, "utf-8")
    assert [finding.code for finding in check_file(str(path))] == ["RK052"]  # nobody uses the shop
    path.write_text("kind top\ntop bear: copies 1\ntop spinner: copies 2\nzone shop: holds top\n" + GAME, "utf-8")
    assert [finding.code for finding in check_file(str(path)) if finding.severity == "error"] == []
