"""Who knows what a thing is, and under which identity.

Contract: a viewer follows a thing under a number of his own as long as he sees it. Once it has been out of his sight it gets
another one, so that nobody can follow copies through a hidden place. The numbers hang on nothing that he does not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulekit.program import ops as o
from rulekit.runtime.describe import sees
from rulekit.runtime.machine import Machine
from rulekit.story.event import NOBODY

Known = tuple[tuple[int, int], ...]
visible = sees  # also of one who only watches


class Identities:
    """Under which number each viewer follows each thing that he sees."""

    __slots__ = ("_looked", "last", "of")

    def __init__(self, of: dict[int, dict[int, int]], last: dict[int, int]) -> None:
        self.of, self.last = of, last  # by viewer; the last number given to each
        self._looked: tuple[Any, ...] = ([], [], ())  # what lay where, lay open and was shown when it was last looked at

    @classmethod
    def none(cls, viewers: Iterable[int]) -> Identities:
        every = (*viewers, NOBODY)
        return cls({viewer: {} for viewer in every}, dict.fromkeys(every, 0))

    def copy(self) -> Identities:
        new = Identities({viewer: dict(found) for viewer, found in self.of.items()}, dict(self.last))
        new._looked = self._looked
        return new

    def only(self, viewer: int) -> Identities:
        """Those of one viewer; the others begin anew."""
        found = Identities.none(who for who in self.of if who != NOBODY)
        found.of[viewer], found.last[viewer] = dict(self.of[viewer]), self.last[viewer]
        return found

    def known(self, m: Machine, thing: int) -> Known:
        """Who sees a thing now, each with his number for it."""
        return tuple((viewer, self._number(viewer, thing)) for viewer in self.of if visible(m, thing, viewer))

    def _number(self, viewer: int, thing: int) -> int:
        found = self.of[viewer].get(thing)
        if found is None:
            self.last[viewer] += 1
            found = self.of[viewer][thing] = self.last[viewer]
        return found

    def forget(self, m: Machine, things: Iterable[int]) -> None:
        """Whoever does not see a thing any more has lost it."""
        for thing in things:
            for viewer, found in self.of.items():
                if thing in found and not visible(m, thing, viewer):
                    del found[thing]

    def settle(self, m: Machine) -> None:
        """All that a viewer sees when something is asked has its number; what he does not see has none."""
        s, box = m.s, m.t.box
        zones, up, known = self._looked
        every = up != s.up or known != s.known  # else only what lies in zones that are not as they were
        self._looked = (s.zones[:], s.up[:], s.known)
        news = [
            thing
            for zone, items in enumerate(s.zones)
            if zone != box and (every or items is not zones[zone])
            for thing in items
        ]
        for viewer, found in self.of.items():
            for thing in news:
                if visible(m, thing, viewer):
                    if thing not in found:
                        self._number(viewer, thing)
                elif thing in found:
                    del found[thing]

    # ---------- plain data ----------
    def as_plain(self) -> list[Any]:
        return [[viewer, self.last[viewer], sorted(map(list, found.items()))] for viewer, found in self.of.items()]

    @classmethod
    def from_plain(cls, plain: list[Any]) -> Identities:
        found = cls({}, {})
        for viewer, last, pairs in plain:
            found.of[int(viewer)] = {int(thing): int(number) for thing, number in pairs}
            found.last[int(viewer)] = int(last)
        return found


def in_sealed_part(m: Machine) -> bool:
    """Is it carried out in the `then` of a sealed choice, or in what is called from there?"""
    return any(path[0] != "@" and _in_then(m.program.routines[path].ops, pc) for path, pc, _ in m.s.stack)


def _in_then(ops: Sequence[o.Operation], at: int) -> bool:
    loads = [index for index, op in enumerate(ops) if isinstance(op, o.SealedLoad)]
    return any(load < at <= _back(ops, load) for load in loads)


def _back(ops: Sequence[o.Operation], load: int) -> int:
    """Where the loop over the sealed answers begins anew."""
    return next(at for at, op in enumerate(ops) if at > load and isinstance(op, o.Jump) and op.to == load - 1)
