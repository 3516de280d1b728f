"""What cannot be unseen.

Contract: an answer may be taken back as long as it has told the one who gave it nothing: no chance was drawn since, and nothing
that was hidden from him lies open to him.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulekit.runtime.describe import sees

if TYPE_CHECKING:
    from rulekit.api.state import State


def told_something(before: State, after: State, players: Iterable[int]) -> bool:
    """Has chance decided between two states of a game, or has one of the players seen what was hidden from him?"""
    if before._data.counter != after._data.counter:
        return True
    earlier, now = before.machine, after.machine
    things = [entity.number for entity in before.table.entities]
    return any(sees(now, thing, player) and not sees(earlier, thing, player) for player in players for thing in things)
