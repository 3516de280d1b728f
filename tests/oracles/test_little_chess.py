"""Little chess against a move generator written apart: the plays of the first three moves."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit import State, load

Board = dict[tuple[int, int], str]  # column, row from the top; capitals are the first player's
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
ACROSS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
HOPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
WAYS = {"R": STRAIGHT, "B": ACROSS, "Q": STRAIGHT + ACROSS, "K": STRAIGHT + ACROSS, "N": HOPS}


def opening() -> Board:
    rows = ("rnbqk", "ppppp", ".....", "PPPPP", "RNBQK")
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}


def seen(board: Board, at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    sign = board[at]
    if sign.upper() == "P":
        ways: tuple[tuple[int, int], ...] = ((-1, -1), (1, -1)) if sign.isupper() else ((-1, 1), (1, 1))
    else:
        ways = WAYS[sign.upper()]
    for dx, dy in ways:
        x, y = at[0] + dx, at[1] + dy
        while 0 <= x < 5 and 0 <= y < 5:
            yield x, y
            if (x, y) in board or sign.upper() in "PNK":
                break
            x, y = x + dx, y + dy


def boards_after(board: Board, white: bool) -> Iterator[Board]:
    for at, sign in board.items():
        if sign.isupper() != white:
            continue
        goals = [to for to in seen(board, at) if (to in board and board[to].isupper() != white) or sign.upper() != "P"]
        goals = [to for to in goals if to not in board or board[to].isupper() != white]
        step = (at[0], at[1] + (-1 if white else 1))
        if sign.upper() == "P" and step not in board:
            goals.append(step)
        for to in goals:
            after = {place: other for place, other in board.items() if place != at}
            after[to] = ("Q" if white else "q") if sign.upper() == "P" and to[1] in (0, 4) else sign
            king = next(place for place, other in after.items() if other == ("K" if white else "k"))
            if not any(king in seen(after, place) for place, other in after.items() if other.isupper() != white):
                yield after


def plays(board: Board, white: bool, depth: int) -> int:
    return 1 if depth == 0 else sum(plays(after, not white, depth - 1) for after in boards_after(board, white))


def walks(state: State, moves: int) -> int:
    """The plays of so many moves: a piece, then a square; a single answer is given by the machine."""
    if moves == 0 or not state.decision.options:
        return int(moves == 0)
    found = 0
    for option in state.decision.options:
        after = state.apply(option)
        same = after.decision.options and after.active == state.active
        found += sum(walks(after.apply(to), moves - 1) for to in after.decision.options) if same else walks(after, moves - 1)
    return found


def test_the_first_moves() -> None:
    expected = [plays(opening(), True, depth) for depth in (1, 2, 3)]
    assert expected == [7, 53, 506]
    assert walks(load("little_chess").new(seed=1), 3) == expected[-1]
