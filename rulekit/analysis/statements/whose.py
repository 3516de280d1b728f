"""Whose amounts are, where a sentence speaks of players: what belongs to things must say so."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.analysis.context import Checker
from rulekit.program import core as c
from rulekit.syntax import nodes as n

_PLAYERS = ((), ("player",), ("thing",))  # what the first owner of it may be


def players_have(cx: Checker, bundle: c.Core, stmt: n.Sentence) -> None:
    """What belongs to things is gained and lost by a thing that is named; by a player it would be nothing."""
    for part, name in _amounts(bundle):
        owners = cx.program.vars[name].owners if name in cx.program.vars else ()
        known = owners and (owners[0] in cx.program.parents or owners[0] in cx.program.values)
        if known and part.holder is None and owners[:1] not in _PLAYERS:
            whose = f"say whose: `{stmt.verb} 1 {name} of x`"
            cx.sink.error("RK012", f"`{name}` is of each {owners[0]}, not of players", stmt.span.word(name), whose)


def players_give(cx: Checker, bundle: c.Core, stmt: n.Sentence) -> None:
    """What passes from player to player is a player's, or of a player first and something else."""
    for _, name in _amounts(bundle):
        owners = cx.program.vars[name].owners if name in cx.program.vars else ("player",)
        if not owners or owners[:1] not in _PLAYERS:
            whose = f"of {' and '.join(owners)}" if owners else "of the table"
            hint = f"lose it there and gain it here; or declare it `resource {name} of player`, with what else it is of behind"
            cx.sink.error("RK012", f"`{name}` is {whose}: only what is a player's is given", stmt.span.word(name), hint)


def _amounts(bundle: c.Core) -> Iterator[tuple[c.MakeBundle, str]]:
    """The amounts of a bundle that name their resource."""
    if isinstance(bundle, c.Op) and bundle.op.startswith("bundle"):
        yield from _amounts(bundle.left)
        yield from _amounts(bundle.right)
    elif isinstance(bundle, c.MakeBundle) and isinstance(bundle.resource, c.Const):
        yield bundle, str(bundle.resource.value)
