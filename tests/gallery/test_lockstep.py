"""Games of the gallery against OpenSpiel's own, move by move."""

from __future__ import annotations

import pytest

from tests.gallery.lockstep import Pairing, play

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: `pip install open_spiel`; games were not held against it")


def _pit(name: str) -> str:
    return str(int(name[1]) + (0 if name[0] == "a" else 7))


def _bid(text: str) -> str:
    return text.removeprefix("bid ").replace(" ", "-").capitalize()


def _leduc_card(text: str) -> str:
    return ("jack", "queen", "king")[int(text.split(":")[1]) // 2]


def _line(name: str) -> str:
    return f"({name[0]},{name[1]},{name[2]})"


def _men(text: str) -> str:
    points = text.replace("p", "").split()
    return f"Point {points[0]}" if len(points) == 1 else f"Move {points[0]} -> {points[1]}"


def _unspaced(text: str) -> str:
    return text.replace(" ", "")


def _no_capture(moves: list[str]) -> bool:
    """Their limit: forty moves in a row that take nothing. A move that takes goes two columns on."""
    return len(moves) >= 40 and all(abs(ord(move[0]) - ord(move.split()[-1][0])) == 1 for move in moves[-40:])


_RANKS = dict(zip("23456789TJQKA", "two three four five six seven eight nine ten jack queen king ace".split(), strict=True))
_PASSES = {"No Pass": "no_pass", "Left": "to_left", "Across": "across", "Right": "to_right"}


def _pip(text: str) -> str:
    _, suit, rank = text.split("_")
    return next(letter for letter, name in _RANKS.items() if name == rank) + suit[0].upper()


def _dealt(text: str) -> str:
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    return _PASSES.get(text) or f"pip_{suits[text[1]]}_{_RANKS[text[0]]}"


PAIRINGS = {
    "hearts": Pairing("hearts", "hearts(qs_breaks_hearts=False)", move=_pip, chance=_dealt, players=4),
    "nine_mens_morris": Pairing("nine_mens_morris", "nine_mens_morris", move=_men, drawn_apart=lambda moves: len(moves) >= 100),
    "english_draughts": Pairing(
        "english_draughts", "checkers", move=lambda text: text.replace(" ", ""), drawn_apart=_no_capture
    ),
    "breakthrough": Pairing(
        "breakthrough",
        "breakthrough",
        move=_unspaced,
        their_move=lambda text, player: text.rstrip("*"),
    ),
    "othello": Pairing("othello", "othello"),
    "hex_game": Pairing("hex_game", "hex(board_size=11)"),
    "dots_and_boxes": Pairing(
        "dots_and_boxes", "dots_and_boxes(num_rows=4,num_cols=4)", move=_line, their_move=lambda text, player: text[2:]
    ),
    "leduc_poker": Pairing("leduc_poker", "leduc_poker", move=str.capitalize, chance=_leduc_card),
    "liars_dice": Pairing("liars_dice", "liars_dice", move=_bid, chance=lambda text: text[5:]),
    "kalah": Pairing("kalah", "mancala", move=_pit),
}


@pytest.mark.parametrize("name", PAIRINGS)
def test_a_sample_in_lockstep(name: str) -> None:
    assert all(play(PAIRINGS[name], seed) > 0 for seed in range(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRINGS)
def test_a_thousand_games_in_lockstep(name: str) -> None:
    assert all(play(PAIRINGS[name], seed) > 0 for seed in range(1_000))
