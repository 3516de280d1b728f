"""Drawings against the straight pieces of a box."""

from __future__ import annotations

import pytest

from rulekit.boards.pieces import Drawn, layable


def drawn(text: str, columns: bool = True) -> Drawn:
    rows = enumerate(text.split("/"))
    return Drawn(frozenset((x, y) for y, row in rows for x, symbol in enumerate(row) if symbol == "#"), columns)


@pytest.mark.parametrize(
    ("text", "pieces", "fits"),
    [
        ("", {1: 0}, True),
        ("###", {3: 1}, True),
        ("###", {2: 1}, False),
        ("###", {2: 1, 1: 1}, True),
        ("#.#", {2: 5}, False),
        ("#.#", {1: 2}, True),
        ("##/#.", {1: 1, 2: 1}, True),  # a corner belongs to the row or to the column
        ("##/#.", {2: 2}, False),
        ("###/.#./.#.", {3: 1, 2: 1}, True),
        ("###/.#./.#.", {1: 2, 3: 1}, True),
        ("#/#/#", {3: 1}, True),
        ("#####", {4: 1, 2: 2, 1: 0}, False),
        ("#####.#####", {5: 1, 4: 1, 1: 1}, True),
    ],
)
def test_what_can_be_laid(text: str, pieces: dict[int, int], fits: bool) -> None:
    assert layable([drawn(text)], pieces) is fits


def test_on_hexes_pieces_lie_only_in_rows() -> None:
    assert layable([drawn("#/#")], {2: 1})
    assert not layable([drawn("#/#", columns=False)], {2: 1})


def test_levels_share_the_box() -> None:
    assert layable([drawn("##"), drawn("##")], {2: 2})
    assert not layable([drawn("##"), drawn("##")], {2: 1})


def test_what_nobody_could_try_out_is_let_through() -> None:
    block = "/".join(["####"] * 5)
    assert layable([drawn(block)], {3: 1})
