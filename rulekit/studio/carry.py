"""A table that goes on with other rules, or with something laid on it by hand.

Contract: a position is carried over only where everything in it means the same under the other rules: there are the same
things, zones and variables, and what is being carried out is written as it was. Else there is None: the game is played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rulekit.api import Game, State
from rulekit.api.save import fingerprint
from rulekit.errors import RulekitError, UsageError
from rulekit.program.ops import Routine
from rulekit.sources.source import Span
from rulekit.testing.staging import in_play, lay_out


def carried(state: State, game: Game) -> State | None:
    """The position under the rules of another text."""
    document = json.loads(state.to_json())
    try:
        table = game.new(players=len(state.players), names=document["players"]).table
        if fingerprint(table) != fingerprint(state.table) or not _goes_on(state, table.program.routines):
            return None
        return game.from_json(json.dumps(document | {"rules": table.program.digest}))
    except RulekitError:
        return None


def _goes_on(state: State, routines: Mapping[str, Routine]) -> bool:
    """Is what is being carried out the same? Places of rules are no part of it."""
    own = state.table.program.routines
    under_way = {frame[0] for frame in state.data.stack} & (own.keys() | routines.keys())
    return all(path in own and path in routines and _plain(own[path].ops) == _plain(routines[path].ops) for path in under_way)


def _plain(node: Any) -> Any:
    """What is carried out, without the places in the text."""
    if isinstance(node, list | tuple):
        return [_plain(one) for one in node]
    if not is_dataclass(node) or isinstance(node, Span):
        return None if isinstance(node, Span) else node
    return [type(node), *(_plain(getattr(node, one.name)) for one in fields(node))]


def dealt(state: State, name: str) -> State:
    """The position with a thing where whoever is asked can reach it, as far as what always holds allows it."""
    if not in_play(state, (name,)):
        raise UsageError(f"no `{name}` is on this table")
    data = lay_out(state, (name,), 0)
    found = State(state.game, state.table, data)
    found.decision  # noqa: B018 - a position that nobody can be asked about raises here
    return found
