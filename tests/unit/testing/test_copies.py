"""Which copy a name means in an example: an error where several are possible that are not alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.testing.examples import run_file

GAME = """
game copies_told: players 2
kind card:
  var hint: number = 0
card porter: copies 4
zone hand of player: holds card
zone heap of player: holds card
zone market: holds card
to play card c: move c to your heap
to play_game: end game
"""


def outcome(tmp_path: Path, given: str, do: str, then: str = "1 == 1") -> str:
    path = tmp_path / "copies.rules"
    parts = [f"{part}:\n" + "".join(f"    {line}\n" for line in lines.split("; ")) for part, lines in (
        ("  given", f"players ann, bob; {given}"), ("  when", do), ("  then", then),
    )]  # fmt: skip
    path.write_text(f'{GAME}example "one":\n{"".join(parts)}', "utf-8")
    [(_, failure)] = run_file(path)
    return "" if failure is None else failure.message


@pytest.mark.parametrize(
    ("given", "do", "then"),
    [
        ("ann's hand = porter; bob's hand = porter", "do bob plays porter", "size(ann's hand) == 1"),
        ("ann's hand = porter; bob's hand = porter", "do bob plays porter@ann", "size(ann's hand) == 0"),
        ("market = 2 porter", "do ann plays porter", "size(market) == 1"),
        ("ann's hand = 2 porter; porter's hint = 3", "do ann plays first(ann's hand)", "porter@ann.heap's hint == 3"),
    ],
)
def test_the_one_that_is_meant(tmp_path: Path, given: str, do: str, then: str) -> None:
    assert outcome(tmp_path, given, do, then) == ""


@pytest.mark.parametrize(
    ("given", "do", "message"),
    [
        ("bob's hand = porter; market = porter", "do ann plays porter", "which one is meant? `porter@bob`, `porter@market`"),
        (
            "bob's hand = porter; bob's heap = porter",
            "do ann plays porter",
            "which one is meant? `porter@bob.hand`, `porter@bob.heap`",
        ),
        (
            "market = 2 porter; porter's hint = 3",
            "do ann plays porter",
            "which one is meant? `item(market, 1)`, `item(market, 2)`",
        ),
        ("market = porter", "do ann plays porter@bob", "no `porter` lies there: `porter@market`"),
        ("market = porter; bob's hand = porter; bob's heap = porter", "do ann plays porter@bob", "which `porter` is meant?"),
    ],
)
def test_nothing_is_taken_at_a_guess(tmp_path: Path, given: str, do: str, message: str) -> None:
    assert message in outcome(tmp_path, given, do)
