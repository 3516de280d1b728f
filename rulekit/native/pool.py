"""Words and constants of printed C.

Contract: `const(value)` gives a C expression for any plain value. Words are numbered in the order of their texts when all of
them are known; until then they stand in the text as marks that `numbered` replaces. Nothing of a word reaches the text but
its number, and its letters in the table that sorting needs.
"""

from __future__ import annotations

import re
from typing import Any

from rulekit.native.bits import Mask
from rulekit.runtime.option import Option

_MARK = re.compile("«([0-9a-f]*)»")
NUMBERS, SPAN = 64, 8  # how sparse a row of numbers may be


class Declined(Exception):
    """Something that cannot be printed; the text says what."""


def word(text: str) -> str:
    return f"WORD(«{text.encode().hex()}»)"


def numbered(text: str, words: list[str]) -> str:
    """A text with the numbers of its words."""
    places = {word.encode().hex(): str(at) for at, word in enumerate(words)}
    return _MARK.sub(lambda found: places[found[1]], text)


def words_in(text: str) -> set[str]:
    return {bytes.fromhex(found).decode() for found in _MARK.findall(text)}


class Pool:
    """Constant lists, and rows that tables become."""

    def __init__(self) -> None:
        self.items: list[str] = ["0"]  # the empty list comes first
        self.tables: list[str] = []
        self._lists: dict[str, int] = {}
        self._rows: dict[str, Row] = {}
        self._sets: dict[tuple[int, ...], str] = {}
        self._grids: dict[str, str] = {}
        self.prices: dict[int, int] = {}  # tables of slots by their identity: numbers of resources

    def const(self, value: Any) -> str:
        if isinstance(value, Option):
            return self.const(value.value)
        if value is None:
            return "NONE"
        if value is True or value is False:
            return "YES" if value else "NO"
        if isinstance(value, Mask):
            return f"(V)UINT64_C({value:d})"
        if isinstance(value, int):
            return f"INT64_C({value})" if abs(value) < 1 << 40 else self._odd(value)
        if isinstance(value, str):
            return word(value)
        if isinstance(value, tuple | list):
            return self.listed([self.const(item) for item in value])
        if isinstance(value, frozenset):
            return self.listed([self.const(item) for item in sorted(value)])
        if isinstance(value, dict) and id(value) in self.prices:
            return str(self.prices[id(value)])
        return self._odd(value)

    def _odd(self, value: Any) -> str:
        raise Declined(f"a constant of the type {type(value).__name__}")

    def listed(self, items: list[str]) -> str:
        if not items:
            return "EMPTY"
        key = ",".join(items)
        at = self._lists.get(key)
        if at is None:
            at = self._lists[key] = len(self.items)
            self.items += [str(len(items)), *items]
        return f"FIXED({at})"

    def row(self, content: Any) -> Row:
        """A table by key: a row of values for keys that are small numbers, else pairs."""
        pairs = list(content.items()) if isinstance(content, dict) else list(enumerate(content))
        key = repr([(k, self.const(v)) for k, v in pairs])
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = self._new_row(pairs)
        return found

    def _new_row(self, pairs: list[tuple[Any, Any]]) -> Row:
        name = f"T{len(self.tables)}"
        numbers = [k for k, _ in pairs if type(k) is int]
        if len(numbers) == len(pairs) and pairs and max(numbers) - min(numbers) < SPAN * len(numbers) + NUMBERS:
            low, known = min(numbers), dict(pairs)
            values = [self.const(known[k]) if k in known else "MISS" for k in range(low, max(numbers) + 1)]
            self.tables.append(f"static const V {name}[] = {{{', '.join(values)}}};")
            return Row(name, low, len(values), len(known) == len(values))
        values = [f"{self.const(k)}, {self.const(v)}" for k, v in pairs]
        self.tables.append(f"static const V {name}[] = {{{', '.join([*values, 'MISS'])}}};")
        return Row(name, None, len(pairs), False)

    def grid(self, content: dict[Any, Any]) -> tuple[Row, Row, str]:
        """A table by pairs: the places of first and second parts, and the name of the row of all."""
        firsts, seconds = (list(dict.fromkeys(key[at] for key in content)) for at in (0, 1))
        rows, columns = (self.row({part: at for at, part in enumerate(parts)}) for parts in (firsts, seconds))
        values = [self.const(content[a, b]) if (a, b) in content else "MISS" for a in firsts for b in seconds]
        text = ", ".join(values)
        name = self._grids.get(text)
        if name is None:
            name = self._grids[text] = f"G{len(self._grids)}"
            self.tables.append(f"static const V {name}[] = {{{text}}};")
        columns = Row(columns.name, columns.low, columns.count, columns.full, len(seconds))
        return rows, columns, name

    def members(self, numbers: tuple[int, ...]) -> tuple[str, int, int]:
        """A row of bytes for a set of numbers: its name, the first number, how many."""
        low, high = min(numbers), max(numbers)
        name = self._sets.get(numbers)
        if name is None:
            name = self._sets[numbers] = f"S{len(self._sets)}"
            held = set(numbers)
            row = ", ".join("1" if k in held else "0" for k in range(low, high + 1))
            self.tables.append(f"static const uint8_t {name}[] = {{{row}}};")
        return name, low, high - low + 1


class Row:
    """How to look something up: `low` is None where keys are looked for one by one; `full`: has every place a value?"""

    def __init__(self, name: str, low: int | None, count: int, full: bool, width: int = 0) -> None:
        self.name, self.low, self.count, self.full, self.width = name, low, count, full, width

    def at(self, key: str) -> str:
        """What stands under a key, or MISS."""
        if self.low is None:
            return f"found_in(m, {self.name}, {key})"
        return f"row_at({self.name}, {self.count}, {key} - INT64_C({self.low}))"
