"""Pig by hand: two players, to 100, one wins only by holding, and who has enough must hold."""

from __future__ import annotations

from random import Random

GOAL = 100
ROLL, HOLD = 0, 1
CHOICES, LAST = [ROLL, HOLD], [HOLD]


class State:
    """Points, what this turn has brought, and the game's own dice."""

    __slots__ = ("moves", "over", "player", "points", "pot", "rng", "winner")

    def __init__(self, rng: Random) -> None:
        self.points = [0, 0]
        self.pot = 0
        self.player = 0
        self.moves = 0
        self.over = False
        self.winner = -1
        self.rng = rng

    def copy(self) -> State:
        new = State.__new__(State)
        new.points, new.pot, new.rng = self.points[:], self.pot, self.rng
        new.player, new.moves, new.over, new.winner = self.player, self.moves, self.over, self.winner
        return new

    def legal(self) -> list[int]:
        return CHOICES if self.points[self.player] + self.pot < GOAL else LAST

    def apply(self, choice: int) -> None:
        self.moves += 1
        if choice == ROLL:
            pips = int(self.rng.random() * 6) + 1
            if pips > 1:
                self.pot += pips
                return
        else:
            self.points[self.player] += self.pot
            if self.points[self.player] >= GOAL:
                self.over, self.winner = True, self.player
                return
        self.pot = 0
        self.player = 1 - self.player


def playout(rng: Random) -> tuple[int, int]:
    points, pot, player, moves, random = [0, 0], 0, 0, 0, rng.random
    while True:
        moves += 1
        if points[player] + pot < GOAL and random() < 0.5:
            pips = int(random() * 6) + 1
            if pips > 1:
                pot += pips
                continue
        else:
            points[player] += pot
            if points[player] >= GOAL:
                return moves, player
        pot, player = 0, 1 - player
