"""The line of positions of a table, from its start to now.

Contract: positions are never changed; a fork has its own, which share their data. `owners` has who gave each answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulekit.api import State
from rulekit.api.series import in_a_row


@dataclass
class Line:
    """Positions in order, and who answered between them."""

    states: list[State]
    owners: list[int | None] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # what was answered
    joined: list[bool] = field(default_factory=list)  # was an answer given together with the one before?

    @property
    def now(self) -> State:
        return self.states[-1]

    def __len__(self) -> int:
        """How many answers were given."""
        return len(self.owners)

    def go_on(self, *texts: str) -> None:
        """An answer, or several of one series at once: all of them, or none."""
        asked = self.now.asked().player
        found = in_a_row(self.now, texts) if len(texts) > 1 else (self.now.apply(texts[0]),)
        self.states += found
        self.owners += [asked] * len(found)
        self.texts += [state.answers[-1] for state in found]  # of a series an answer may be called otherwise than its pick
        self.joined += [at > 0 for at in range(len(found))]

    def at(self, moment: int | None) -> State:
        """The position after so many answers; for None the last one."""
        return self.now if moment is None else self.states[max(0, min(moment, len(self)))]

    def fork(self, moment: int) -> Line:
        """The line up to a moment."""
        moment = max(0, min(moment, len(self)))
        return Line(
            [state.copy() for state in self.states[: moment + 1]],
            self.owners[:moment],
            self.texts[:moment],
            self.joined[:moment],
        )

    def back_for(self, seat: int | None) -> tuple[int, bool]:
        """To which moment an undo of a seat goes back, and whether nothing that was seen would be forgotten; -1 if the seat has
        answered nothing. None takes back the last answer, whoever gave it; answers that were given at once go together."""
        found = len(self) - 1
        if seat is not None:
            found = next((at for at in range(len(self) - 1, -1, -1) if self.owners[at] == seat), -1)
        while found >= 0 and self.joined[found]:
            found -= 1
        free = found >= 0 and all(state.can_undo for state in self.states[found + 1 :])
        return found, free
