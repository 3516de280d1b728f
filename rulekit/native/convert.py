"""States as rows of numbers for native code, and back.

Contract: `packed(data)` and `unpacked(row)` are one to one. A state that holds what the C text knows no word for, or that asks
for chance, cannot be packed (`Unfit`): it is played by printed Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from ctypes import addressof
from functools import partial
from typing import Any

from rulekit.native.tables import FRAMES
from rulekit.runtime.scopes import Scope
from rulekit.runtime.state import Data

_TAG = 40
NONE, NO, YES, _WORD, LIST, _FIXED, MISS = (tag << _TAG for tag in (1, 2, 2, 3, 4, 5, 6))
YES += 1
_NUMBER, _MASK = 1 << 31, (1 << _TAG) - 1
_LASTING = ("bundle", "routine", "edge", "count", "word", "name", "of", "locals")
_PARTS, _CLOSING = len(Scope._fields), Scope._fields.index("closing")
_FRAME_NAMES = {number: name for name, (number, _) in FRAMES.items()}


quick: Any = None  # gives some values of a row, as `values` of `c/states.c` does, once that is loaded


class Unfit(Exception):
    """A state that native code does not take."""


class Layout:
    """How the states of one table lie in rows."""

    def __init__(self, words: tuple[str, ...], routines: list[str], sizes: tuple[int, int, int]) -> None:
        self.words, self._numbers = words, {text: _WORD + at for at, text in enumerate(words)}
        self._routines, self._places = routines, {path: at for at, path in enumerate(routines)}
        self._vals, self._zones, self._things = sizes

    # ---------- to a row ----------
    def packed(self, data: Data, shared: bool = True) -> array[int]:
        """`shared`: lists of the same items are laid down once."""
        if data.ask_chance:
            raise Unfit("a state that asks for chance")
        arena = array("q")
        lists: dict[Any, int] = {}
        row = array("q")

        def value(v: Any) -> int:
            if v is None:
                return NONE
            if v is True or v is False:
                return YES if v else NO
            kind = type(v)
            if kind is int:
                if -_NUMBER < v < _NUMBER:
                    return int(v)
                raise Unfit("a number of more than 32 bits")
            if kind is str:
                found = self._numbers.get(v)
                if found is None:
                    raise Unfit(f"the word `{v}`")
                return found
            if kind is tuple or kind is list:
                if not v:
                    return _FIXED
                items = [value(item) for item in v]
                key = tuple(items)
                at = lists.get(key) if shared else None
                if at is None:
                    at = lists[key] = LIST + len(arena)
                    arena.append(len(items))
                    arena.extend(items)
                return at
            raise Unfit(f"a value of the type {kind.__name__}")

        row.extend(map(value, data.vals))
        row.extend(map(value, data.zones))
        row.extend(data.where)
        row.extend(list(data.mixed))
        row.extend(list(data.pools))
        row.extend(map(int, data.up))
        row.extend(map(value, (data.known, data.once, data.result, data.paying, data.winners)))
        row.append(value([[entry[part] for part in _LASTING] for entry in data.lasting]))
        seed = data.seed & ((1 << 64) - 1)
        row.extend((data.rounds, data.counter, data.answered, seed - (1 << 64) if seed >> 63 else seed))
        row.extend((int(data.asking) | int(data.ask_forced) << 1, int(data.ended), len(data.stack)))
        for path, place, local in data.stack:
            number = -FRAMES[path][0] if path[0] == "@" else self._places[path]
            row.extend((number, place, len(local), *map(value, local)))
        row.append(len(data.scopes))
        for scope in data.scopes:
            for part, inner in zip(Scope._fields, scope, strict=True):
                row.append(int(inner) if part in ("depth", "end", "closing") else value(inner))
        row.append(len(arena))
        return row + arena

    def items_at(self, row: Any, zone: int) -> int:
        """Where in a packed row the things of a zone stand, one after the other."""
        at = self._vals + 3 * self._zones + 2 * self._things + 12
        for _ in range(row[at]):
            at += 3 + row[at + 3]
        at += 1
        at += 1 + row[at] * len(Scope._fields)
        return int(at + 1 + row[self._vals + zone] - LIST + 1)

    # ---------- from a row ----------
    def plain(self, v: int) -> Any:
        """What a value stands for that is no list."""
        tag = v >> _TAG
        if tag <= 0:
            return v
        return None if tag == 1 else v == YES if tag == 2 else self.words[v & _MASK]

    def unpacked(self, row: Any, pool: Any, seed: int) -> tuple[Data, int | None, Any]:
        """The data, who is asked and what may be answered."""
        vals, zones, things = self._vals, self._zones, self._things
        read, arena_at = self._reader(row, pool)
        seeded = vals + 3 * zones + 2 * things + 9  # where the seed stands, which is no value of the rules
        found, rest = read(0, seeded), read(seeded + 1, arena_at - seeded - 2)
        data, at = Data(), 2 * zones + vals + things
        data.vals, data.zones, data.where = (
            found[:vals],
            found[vals : vals + zones],
            found[vals + zones : vals + zones + things],
        )
        data.mixed, data.pools = array("i", found[at - zones : at]), array("i", found[at : at + zones])
        data.up = list(map(bool, found[at + zones : at + zones + things]))
        data.known, data.once, data.result, data.paying, data.winners, lasting = found[-9:-3]
        data.rounds, data.counter, data.answered = found[-3:]
        data.seed = seed
        if lasting:
            data.lasting = [dict(zip(_LASTING, entry, strict=True)) for entry in lasting]
        asking, ended, frames = rest[:3]
        data.asking, data.ask_forced, data.ended, at = bool(asking & 1), bool(asking & 2), bool(ended), 3
        for _ in range(frames):
            number, place, size = rest[at : at + 3]
            at += 3 + size
            path = _FRAME_NAMES[-number] if number < 0 else self._routines[number]
            data.stack.append([path, place, _as_lists(path, rest[at - size : at])])
        for _ in range(rest[at]):
            scope = rest[at + 1 : at + 1 + _PARTS]
            scope[_CLOSING] = bool(scope[_CLOSING])
            data.scopes.append(Scope._make(scope))
            at += _PARTS
        asked, offered, site = rest[-3:]
        return data, asked, None if offered is ... else (site, offered)

    def _reader(self, row: Any, pool: Any) -> tuple[Callable[[int, int], list[Any]], int]:
        """Gives some values of a row, by C where that is there; and where the arena begins."""
        arena_at = self._arena(row)
        if quick is not None:
            return partial(quick, row, self.words, addressof(pool.contents), arena_at), arena_at

        def value(v: int) -> Any:
            tag = v >> _TAG
            if tag <= 0:
                return v
            if tag == 1:
                return None
            if tag == 2:
                return v == YES
            if tag == 3:
                return self.words[v & _MASK]
            if tag == 4:
                at = arena_at + (v & _MASK)
                return tuple([value(item) for item in row[at + 1 : at + 1 + row[at]]])
            if tag == 5:
                at = v & _MASK
                return tuple([value(pool[k]) for k in range(at + 1, at + 1 + pool[at])])
            if v == MISS:
                return ...
            raise Unfit("a damaged row")

        return lambda first, count: [value(v) for v in row[first : first + count]], arena_at

    def _arena(self, row: Any) -> int:
        """Where the arena begins in a row that native code has given."""
        at: int = self._vals + 3 * self._zones + 2 * self._things + 12
        for _ in range(row[at]):
            at += 3 + row[at + 3]
        at += 1
        at += 1 + row[at] * len(Scope._fields) + 3
        return int(at + 1)


def _as_lists(path: str, local: list[Any]) -> list[Any]:
    """What printed Python keeps in lists rather than in tuples: events, abilities that wait."""
    if path in ("@event", "@replace"):
        verb, subject, source, args = local[0]
        return [[verb, subject, source, list(args)], *local[1:]]
    if path == "@queue":
        return [[[item[0], list(item[1]), *item[2:]] for item in local[0]]]
    if path == "@store":
        return [*local[:3], [tuple(store) for store in local[3]]]
    return local
