"""Something laid on a table by hand: a card that was just written, where it can be tried.

Contract: as little is changed as needed, and only what the invariants of the game allow.
"""

from __future__ import annotations

from rulekit.api import State
from rulekit.errors import UsageError
from rulekit.testing.staging import lay_out


def dealt(state: State, name: str) -> State:
    """The position with a thing where whoever is asked can reach it; one that is out of the game comes into it."""
    if not any(state.data.where[thing] >= 0 for thing in state.table.by_design.get(name, ())):
        raise UsageError(f"no `{name}` is on this table")
    data = lay_out(state, (name,), 0, boxed=True)
    found = State(state.game, state.table, data)
    found.decision  # noqa: B018 - a position that nobody can be asked about raises here
    return found
