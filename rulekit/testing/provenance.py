"""Where the designs of a game come from: shown by its rulebook, or made up for it.

Contract: a design (a card, tile, die, face, token) that carries rule ids alone is *from the rulebook*, one tagged `house`
alone is *house*, one with both is *partly house* (the rulebook names it, something on it was made up), one without tags is
*untagged*. Designs are counted by kind, as declared, copies once.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.syntax import nodes as n
from rulekit.testing.rule_ids import HOUSE

ORIGINS = ("rulebook", "partly house", "house", "untagged")


def origin_of(tags: Iterable[str]) -> str:
    """Where something with these tags comes from.

    >>> origin_of(["R-1"]), origin_of(["R-1", "house"]), origin_of(["house"]), origin_of([])
    ('rulebook', 'partly house', 'house', 'untagged')
    """
    found = set(tags)
    if not found:
        return "untagged"
    if HOUSE not in found:
        return "rulebook"
    return "house" if found == {HOUSE} else "partly house"


def provenance(decls: Iterable[n.Decl]) -> dict[str, dict[str, int]]:
    """How many designs of each kind come from where."""
    found: dict[str, dict[str, int]] = {}
    for decl in decls:
        if isinstance(decl, n.Thing) and decl.change != "extend":  # what is added to a design is no design
            counts = found.setdefault(decl.kind, dict.fromkeys(ORIGINS, 0))
            counts[origin_of(decl.tags)] += 1
    return found
