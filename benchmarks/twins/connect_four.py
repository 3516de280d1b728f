"""Connect four by hand: bitboards of 7 columns with 7 bits each, as programs for this game do."""

from __future__ import annotations

from random import Random

TOP = tuple(7 * column + 6 for column in range(7))


def connected(discs: int) -> bool:
    """Four in a line; the seventh bit of each column keeps lines from running over the edge."""
    for shift in (1, 7, 6, 8):
        pairs = discs & (discs >> shift)
        if pairs & (pairs >> 2 * shift):
            return True
    return False


class State:
    """A position: the discs of each player, and the next free place of each column."""

    __slots__ = ("discs", "heights", "moves", "over", "player", "winner")

    def __init__(self) -> None:
        self.discs = [0, 0]
        self.heights = [7 * column for column in range(7)]
        self.player = 0
        self.moves = 0
        self.over = False
        self.winner = -1

    def copy(self) -> State:
        new = State.__new__(State)
        new.discs, new.heights = self.discs[:], self.heights[:]
        new.player, new.moves, new.over, new.winner = self.player, self.moves, self.over, self.winner
        return new

    def legal(self) -> list[int]:
        return [column for column, height in enumerate(self.heights) if height < TOP[column]]

    def apply(self, column: int) -> None:
        player = self.player
        self.discs[player] |= 1 << self.heights[column]
        self.heights[column] += 1
        self.moves += 1
        if connected(self.discs[player]):
            self.over, self.winner = True, player
            return
        self.over = self.moves == 42
        self.player = 1 - player


def playout(rng: Random) -> tuple[int, int]:
    discs, heights = [0, 0], [7 * column for column in range(7)]
    free, choice, player = list(range(7)), rng.choice, 0
    for moves in range(1, 43):
        column = choice(free)
        mine = discs[player] = discs[player] | 1 << heights[column]
        heights[column] += 1
        if heights[column] == TOP[column]:
            free.remove(column)
        for shift in (1, 7, 6, 8):
            pairs = mine & (mine >> shift)
            if pairs & (pairs >> 2 * shift):
                return moves, player
        player = 1 - player
    return 42, -1
