"""Tic-tac-toe by hand."""

from __future__ import annotations

from random import Random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = tuple(tuple(line for line in LINES if square in line) for square in range(9))


class State:
    """A position; -1 is an empty square."""

    __slots__ = ("marks", "moves", "over", "player", "winner")

    def __init__(self) -> None:
        self.marks = [-1] * 9
        self.player = 0
        self.moves = 0
        self.over = False
        self.winner = -1

    def copy(self) -> State:
        new = State.__new__(State)
        new.marks = self.marks[:]
        new.player, new.moves, new.over, new.winner = self.player, self.moves, self.over, self.winner
        return new

    def legal(self) -> list[int]:
        return [square for square, mark in enumerate(self.marks) if mark < 0]

    def apply(self, square: int) -> None:
        marks, player = self.marks, self.player
        marks[square] = player
        self.moves += 1
        for a, b, c in THROUGH[square]:
            if marks[a] == player and marks[b] == player and marks[c] == player:
                self.over, self.winner = True, player
                return
        self.over = self.moves == 9
        self.player = 1 - player


def playout(rng: Random) -> tuple[int, int]:
    marks = [-1] * 9
    free = list(range(9))
    rng.shuffle(free)
    for moves, square in enumerate(free, 1):
        player = 1 - moves % 2
        marks[square] = player
        for a, b, c in THROUGH[square]:
            if marks[a] == player and marks[b] == player and marks[c] == player:
                return moves, player
    return 9, -1
