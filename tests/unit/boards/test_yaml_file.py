"""YAML with places: what it means, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.boards.yaml_file import MOST_CHARACTERS, Located, decode, load_yaml, validate
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.source import Source


def read(text: str) -> Located:
    sink = Sink()
    found = load_yaml(Source("t.yaml", text), sink)
    assert found is not None, sink.found
    return found


def refusal(text: str) -> Diagnostic:
    sink = Sink()
    assert load_yaml(Source("t.yaml", text), sink) is None
    return sink.found[0]


def place(finding: Diagnostic) -> tuple[str, int, int]:
    return finding.code, finding.span.line, finding.span.column


def test_plain_words_are_read_as_in_yaml_1_2() -> None:
    text = 'a: no\nb: 12\nc: "12"\nd: true\ne:\nf: 1.5\ng: 1:30\nh: 2020-01-01\ni: 0x10\nj: +3'
    wanted = {
        "a": "no",
        "b": 12,
        "c": "12",
        "d": True,
        "e": None,
        "f": 1.5,
        "g": "1:30",
        "h": "2020-01-01",
        "i": "0x10",
        "j": 3,
    }
    assert read(text).plain() == wanted


def test_every_value_knows_its_place() -> None:
    found = read("a:\n  - x\n  - {b: yy}\nc: 'é'\n")
    assert str(found.at(["a", 1, "b"]).span) == "t.yaml:3:9"
    span = found.at(["a"]).span
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 3, 3, 12)
    assert (found.keys["c"].line, found.keys["c"].column) == (4, 1)


def test_places_count_lines_as_sources_do() -> None:
    assert read('a: "x\u2028y"\nb: 1').at(["b"]).span.line == 2


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('a: "x', "RK100", 1, 6),
        ("a: [1, 2\nb: 3", "RK100", 2, 2),
        ("", "RK100", 1, 1),
        ("# nothing\n", "RK100", 1, 1),
        ("a: 1\n---\nb: 2", "RK100", 2, 1),
        ("a: !!python/object:os.system x", "RK100", 1, 4),
        ("a: *nobody", "RK100", 1, 4),
        ("a: &x [*x]", "RK100", 1, 8),
        ("? [a]\n: b", "RK100", 1, 3),
        ("a: 1\nb: 2\na: 3", "RK103", 3, 1),
        ("a: " + "[" * 60 + "]" * 60, "RK104", 1, 43),
        ("a: \x00", "RK100", 1, 4),
        ("x" * (MOST_CHARACTERS + 1), "RK104", 1, 1),
    ],
)
def test_refusals(text: str, code: str, line: int, column: int) -> None:
    assert place(refusal(text)) == (code, line, column)


def test_alias_bomb() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    assert refusal("\n".join(lines)).code == "RK104"


def test_alias_ladder_cannot_get_deeper_than_brackets() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 60)]
    assert refusal("\n".join(lines)).code == "RK104"


def test_an_honest_alias_works() -> None:
    assert read("a: &x {k: [1]}\nb: *x").plain() == {"a": {"k": [1]}, "b": {"k": [1]}}


def test_bytes_must_be_utf8() -> None:
    sink = Sink()
    assert decode("t", b"a: 1\nb: \xff", sink) is None
    assert place(sink.found[0]) == ("RK100", 2, 4)
    good = decode("t", b"\xef\xbb\xbfa: 1", sink)
    assert good is not None and good.text == "a: 1"


SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "description": "Write a name."},
        "count": {"type": "integer", "minimum": 2},
        "shape": {"enum": ["round", "flat"]},
        "list": {"type": "array", "minItems": 1, "maxItems": 2},
    },
}


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "message", "hint"),
    [
        ("name: 3", "RK101", 1, 7, "`name` must be text.", "Write a name."),
        ("count: 2", "RK101", 1, 1, "This lacks `name`.", ""),
        ("name: a\ncount: 1", "RK101", 2, 8, "`count` must be at least 2.", ""),
        ("name: a\nshape: oval", "RK101", 2, 8, "`shape` must be one of `round`, `flat`.", ""),
        ("name: a\nlist: []", "RK101", 2, 7, "`list` must not be empty.", ""),
        ("name: a\nlist: [1, 2, 3]", "RK101", 2, 7, "`list` must have at most 2 parts.", ""),
        ("name: a\ncuont: 3", "RK102", 2, 1, "The key `cuont` is not known here.", "Did you mean `count`?"),
    ],
)
def test_violations(text: str, code: str, line: int, column: int, message: str, hint: str) -> None:
    sink = Sink()
    assert not validate(read(text), SCHEMA, sink)
    assert [place(d) for d in sink.found] == [(code, line, column)]
    assert (sink.found[0].message, sink.found[0].hint) == (message, hint)


@given(st.binary(max_size=80))
def test_any_bytes_give_a_value_or_diagnostics(data: bytes) -> None:
    sink = Sink()
    source = decode("t", data, sink)
    found = load_yaml(source, sink) if source else None
    assert (found is None) == bool(sink.errors)


@given(st.text(alphabet=" \n\t-:[]{},&*!|>'\"%@`#?ab01.<é\u2028\ufeff\r", max_size=60))
def test_any_text_gives_a_value_or_diagnostics(text: str) -> None:
    sink = Sink()
    found = load_yaml(Source("t", text), sink)
    assert (found is None) == bool(sink.errors)
    lines = text.count("\n") + 1
    assert all(1 <= d.span.line <= lines and d.span.column >= 1 for d in sink.found)
