"""Near-miss names."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.sources import suggest
from rulekit.sources.suggest import did_you_mean, nearest, or_list


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("chek", "check"),  # a letter left out
        ("checkk", "check"),  # one too many
        ("chexk", "check"),  # one changed
        ("hceck", "check"),  # two swapped
        ("CHECK", "check"),  # case is no slip
        ("simulte", "simulate"),
        ("zzz", None),
        ("pl", None),  # two letters short of `play` is too far for so short a word
        ("sim", "simulate"),  # the beginning of a name
        ("", None),
    ],
)
def test_nearest(word: str, expected: str | None) -> None:
    assert nearest(word, ["check", "play", "simulate"]) == expected


def test_a_word_is_not_its_own_suggestion() -> None:
    assert nearest("play", ["play"]) is None


def test_a_tie_goes_by_name_whatever_the_order() -> None:
    answers = {nearest("cat", order) for order in itertools.permutations(["car", "cab", "can"])}
    assert answers == {"cab"}


def test_the_sentence() -> None:
    assert did_you_mean("glod", ["gold"]) == "did you mean `gold`?"
    assert did_you_mean("xyz", ["gold"]) == ""
    assert did_you_mean("gold", []) == ""


def test_inner_names_are_offered_to_nobody() -> None:
    assert nearest("faces", ["_faces"]) is None
    assert nearest("_face", ["_faces"]) is None
    assert or_list("x", ["_faces", "gold"]) == "there are: gold"


def test_a_giant_word_is_never_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    # Patched, because to measure it for real would take the memory of the machine.
    monkeypatch.setattr(suggest, "_distance", lambda a, b: pytest.fail("measured"))
    assert nearest("x" * 1_000_000, ["x" * 999_999]) is None
    assert nearest("xxxx", ["x" * 1_000_000]) is None


@given(st.text(min_size=4, max_size=20), st.integers(0, 19))
def test_one_letter_left_out_is_always_found(word: str, at: int) -> None:
    at %= len(word)
    slip = word[:at] + word[at + 1 :]
    # Folding case can make one letter two, which is then more than one slip; names that begin with _ are never offered.
    if len(word.casefold()) == len(word) and len(slip) >= 3 and word[0] != "_":
        assert nearest(slip, [word]) == word
