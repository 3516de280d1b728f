"""The tree of a search under hidden information: what has been tried in each information set.

Contract: a node is what one player knows to have been answered. Answers that were sealed stand in the history of the others
only once all are open, so nobody in the tree answers what he cannot know. A node counts for each answer how often it was
available, taken, and what it brought to the player of the node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt


@dataclass(frozen=True)
class Known:
    """What is known of an answer after thinking."""

    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@dataclass(slots=True)
class Edge:
    """One answer in one information set."""

    visits: int = 0
    available: int = 0
    total: float = 0.0

    @property
    def known(self) -> Known:
        return Known(self.visits, self.total)

    def count(self, came: float) -> None:
        """One more visit, and what it brought."""
        self.visits += 1
        self.total += came

    def urgency(self, curiosity: float) -> float:
        """Upper confidence bound, with the times it was available in the place of the parent's visits."""
        return self.total / self.visits + curiosity * sqrt(log(self.available) / self.visits)


@dataclass(slots=True)
class Node:
    """One information set of one player."""

    edges: dict[str, Edge] = field(default_factory=dict)

    def untried(self, answers: Sequence[str]) -> list[str]:
        return [answer for answer in answers if answer not in self.edges or not self.edges[answer].visits]

    def offer(self, answers: Sequence[str]) -> None:
        for answer in answers:
            self.edges.setdefault(answer, Edge()).available += 1

    def best(self, answers: Sequence[str], bias: Mapping[str, float], curiosity: float) -> str:
        """The answer to try again: what it brought, curiosity, and what was thought of it before."""

        def urgency(answer: str) -> float:
            edge = self.edges[answer]
            return edge.urgency(curiosity) + bias.get(answer, 0.0) / (1 + edge.visits)

        return max((answer for answer in answers if self.edges[answer].visits), key=urgency)


class Histories:
    """What each player has seen answered since the root."""

    __slots__ = ("_open", "_seen")

    def __init__(self, players: int) -> None:
        self._seen: list[tuple[object, ...]] = [()] * players
        self._open: list[tuple[int, str]] = []  # sealed answers that only their player knows yet

    def key(self, player: int) -> tuple[object, ...]:
        return (player, self._seen[player])

    def add(self, player: int, answer: str, sealed: bool) -> None:
        for seat, seen in enumerate(self._seen):
            known = not sealed or seat == player
            self._seen[seat] = (seen, player, answer if known else None)
        if sealed:
            self._open.append((player, answer))

    def reveal(self) -> None:
        """All have chosen: sealed answers become known."""
        for player, answer in self._open:
            for seat, seen in enumerate(self._seen):
                if seat != player:
                    self._seen[seat] = (seen, player, answer)
        self._open.clear()
