"""Advice of a game to those who play it: defines that rate answers.

Contract: `define prefer_NAME(player p)` or `define prefer_NAME(player p, TYPE x)` gives a number for an answer: NAME is an
option, or the type of what a `choose` takes, and x is what goes with the option or is chosen. No rule ever asks them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.program import ops as o
from rulekit.program.game import DefineDef, Program
from rulekit.program.types import NUMBER, PLAYER, Type, fits

PREFIX = "prefer_"


def asked_by_bots(define: str) -> bool:
    """Is it a define that only bots ask: how well a player stands, or how good an answer is?"""
    return define == "worth" or define.startswith(PREFIX)


def declared(program: Program) -> list[DefineDef]:
    """All advice of a game, in the order of its text."""
    return [define for name, define in program.defines.items() if name.startswith(PREFIX)]


def rating_of(program: Program, name: str, item: Type | None) -> DefineDef | None:
    """The define that rates an answer of this name with an item of this type; None where nothing is said of it."""
    found = program.defines.get(PREFIX + name) if name else None
    return found if found is not None and rates(program, found, item) else None


def rates(program: Program, define: DefineDef, item: Type | None) -> bool:
    """Can the define be asked about an answer with such an item?"""
    wanted = [param.type for param in define.params]
    given = [PLAYER] if len(wanted) == 1 or item is None else [PLAYER, item]
    alike = len(wanted) == len(given) and all(fits(g, w, program.parents) for g, w in zip(given, wanted, strict=True))
    return alike and define.type == NUMBER


def answers(program: Program) -> Iterator[tuple[str, Type | None]]:
    """The name and the type of the item of all that may ever be answered and rated."""
    for routine in program.routines.values():
        for op in routine.ops:
            if isinstance(op, o.Ask):
                yield from ((head.name, _item(head)) for head in op.options)
            elif isinstance(op, o.Choose) and not op.random:
                yield str(op.element), op.element
    yield from ((standing.option.name, _item(standing.option)) for standing in program.anytimes)


def _item(head: o.OptionHead) -> Type | None:
    return head.type if head.source is not None else None
