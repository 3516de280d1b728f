"""Variables of pairs and of words, stats of players, dice: what is told in rows of its own.

Contract: what has its empty value (0, no, none, nothing) is left out; what is secret to somebody else too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rulekit.outlook.sight import Sight
from rulekit.program.game import VarDef
from rulekit.terminal.style import Row, Style

_EMPTY = (0, "", (), ((),), False)


def tallies(sight: Sight, player: int | None) -> list[Row]:
    """A row for each variable that is kept for pairs or words: those in which a player comes first, or no player at all."""
    found: list[Row] = []
    for name, slots in sight.table.slot.items():
        var = sight.program.vars[name]
        said = [text for owners, slot in slots.items() for text in _entry(sight, var, owners, slot, player)]
        if said:
            found.append((sight.words.label(var.head), said))
    return found


def _entry(sight: Sight, var: VarDef, owners: tuple[Any, ...], slot: int, player: int | None) -> Iterator[str]:
    value = sight.data.vals[slot]
    people = [owner for owner in owners if owner in sight.table.seats]
    words = len(owners) == 1 and isinstance(owners[0], str)
    if not (words or len(owners) == 2) or (people[0] if people else None) != player:
        return
    if value is None or (var.type.tag != "thing" and value in _EMPTY) or (var.secret and owners[0] != sight.viewer):
        return
    others = list(owners)
    if people:
        others.remove(people[0])
    label = ", ".join(sight.words.owner(owner) for owner in others)
    yield label if value is True else f"{label}: {sight.words.value(value, var.type)}"


def stats(sight: Sight, player: int) -> list[str]:
    """The stats of the viewer that have labels. Those of others are not told: they may hang on what lies hidden."""
    found: list[str] = []
    kind = sight.program.kinds.get("player")
    for name, stat in kind.stats.items() if kind is not None and player == sight.viewer else ():
        head = sight.program.part("player", name)
        if head.labels:
            value = sight.machine.outside(partial(sight.machine.stat, player, f"player.{name}"))
            found.append(f"{sight.words.label(head)} {sight.words.value(value, stat.type)}")
    return found


def dice(sight: Sight, owner: int | None, style: Style) -> list[Row]:
    """Dice with all their faces."""
    return [(sight.words.thing(die), _faces(sight, die, style)) for die in sight.dice(owner)]


def _faces(sight: Sight, die: int, style: Style) -> list[str]:
    """Each face as a small tile in brackets, the one on top with a star."""
    tiles = [(sight.words.thing(face), face == sight.shown(die)) for face in sight.faces(die)]
    return [style.paint("top", f"[*{tile}]") if up else style.paint("chip", f"[{tile}]") for tile, up in tiles]
