"""All that changes while a game is played, as plain data.

Contract: everything here is ints, bools, strings, None, tuples, lists, arrays and dicts of these; the continuation
(`stack`, `scopes`, `lasting`) included. `copy` gives an independent state; what lies inside lists is never changed in
place, only replaced, but for the frames of the stack.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from rulekit.runtime.scopes import Scope

Frame = list[Any]  # [path, pc, locals]
_DERIVED = ("laid", "live")  # what the rest says already, kept for speed


class Data:
    """The changing part of a game."""

    __slots__ = (
        "answered",
        "ask_chance",
        "ask_forced",
        "asking",
        "counter",
        "ended",
        "known",
        "laid",
        "lasting",
        "live",
        "mixed",
        "once",
        "paying",
        "pools",
        "result",
        "rounds",
        "scopes",
        "seed",
        "stack",
        "up",
        "vals",
        "where",
        "winners",
        "zones",
    )  # fmt: skip

    def __init__(self) -> None:
        self.vals: list[Any] = []
        self.zones: list[tuple[int, ...]] = []
        self.where: list[int] = []
        self.up: list[bool] = []
        # seldom looked at and long on boards with many cells: arrays are copied at once
        self.mixed: array[int] = array("i")
        self.pools: array[int] = array("i")  # zones whose hidden things have mixed share a number
        self.known: tuple[tuple[int, int], ...] = ()
        self.stack: list[Frame] = []
        self.scopes: list[Scope] = []
        self.lasting: list[dict[str, Any]] = []
        self.once: tuple[Any, ...] = ()
        self.result: Any = None
        self.paying: str = ""
        self.rounds = 0
        self.seed = 0
        self.counter = 0
        self.answered = 0
        self.asking = False
        self.ask_chance = False
        self.ask_forced = False  # is somebody asked even if there is one answer?
        self.ended = False
        self.winners: tuple[int, ...] = ()
        # abilities that may act where things lie now, found when needed; this state's own, and what lies in it never changes
        self.live: dict[Any, Any] = {}
        self.laid = 0  # no scope before this place has rules laid over its block; after it they may be looked for

    def copy(self) -> Data:
        new = self.following()
        new.live = {}
        return new

    def following(self) -> Data:
        """A copy that the rules alone go on with: what is known about who may act stays known."""
        new = _new(Data)  # one assignment after the other: several in one statement would be slower
        new.vals = self.vals[:]
        new.zones = self.zones[:]
        new.where = self.where[:]
        new.up = self.up[:]
        new.mixed = self.mixed[:]
        new.pools = self.pools[:]
        new.stack = [[path, pc, local[:]] for path, pc, local in self.stack]
        new.scopes = self.scopes[:]
        new.lasting = self.lasting[:]
        new.known = self.known
        new.once = self.once
        new.result = self.result
        new.paying = self.paying
        new.rounds = self.rounds
        new.seed = self.seed
        new.counter = self.counter
        new.answered = self.answered
        new.asking = self.asking
        new.ask_chance = self.ask_chance
        new.ask_forced = self.ask_forced
        new.ended = self.ended
        new.winners = self.winners
        new.live = self.live.copy()
        new.laid = self.laid
        return new

    def alike(self, other: Data) -> bool:
        """Is it the same in all that makes a state what it is?"""
        return all(getattr(self, name) == getattr(other, name) for name in KEPT)

    def differs(self, other: Data) -> list[str]:
        """In which parts it is another."""
        return [name for name in KEPT if getattr(self, name) != getattr(other, name)]

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Data:
        return self.copy()

    def __reduce__(self) -> Any:
        return _thawed, ([getattr(self, name) for name in KEPT],)

    def as_plain(self) -> dict[str, Any]:
        """The whole state as JSON would hold it."""
        plain = {name: getattr(self, name) for name in KEPT}
        plain["scopes"] = [tuple(scope) for scope in self.scopes]
        plain["mixed"], plain["pools"] = list(self.mixed), list(self.pools)
        return plain

    def frozen(self) -> Any:
        """All that makes a state what it is, for comparing and hashing."""
        return tuple([freeze(value) for value in self.as_plain().values()])


_new = Data.__new__
KEPT = tuple(name for name in Data.__slots__ if name not in _DERIVED)  # the parts that make a state what it is


def _thawed(values: list[Any]) -> Data:
    """The data that was pickled."""
    data = Data()
    for name, value in zip(KEPT, values, strict=True):
        setattr(data, name, value)
    return data


_WHOLE = frozenset((int, str, bool, type(None)))  # nothing lies inside of these


def freeze(value: Any) -> Any:
    """Lists and dicts to tuples all the way down, for comparing and hashing."""
    if isinstance(value, list | tuple):
        found = tuple(value)
        try:
            hash(found)  # what can be hashed has no list or dict in it: C walks through it, twenty times as fast as we can
            return found
        except TypeError:
            pass
        return tuple([item if type(item) in _WHOLE else freeze(item) for item in found])  # nearly all are numbers
    if isinstance(value, dict):
        return tuple((key, freeze(value[key])) for key in sorted(value))
    return value


def named_pools(pools: Iterable[int]) -> array[int]:
    """Each pool by the first of its zones."""
    first: dict[int, int] = {}
    return array("i", [first.setdefault(pool, zone) for zone, pool in enumerate(pools)])
