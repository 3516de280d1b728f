"""Is a value of a save what its type says?

Contract: `fault` says what is wrong with a value as JSON holds it, or nothing. Numbers are whole and in range, things are of
their kind, members are declared, lists and bundles are within the limits of the language. Nothing is converted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.analysis.may_be_none import NEVER_NONE
from rulekit.boards.compass import DIRECTIONS
from rulekit.errors import SaveError
from rulekit.program.limits import ALTERNATIVES_MAX, DICE_MAX, LIST_MAX, NUMBER_MAX, SIDES_MAX
from rulekit.program.types import Type, is_kind
from rulekit.runtime.table import Table
from rulekit.sources.english import an

_TEXT_MAX = 10_000
_SHOWN = 40  # characters of a value in a message


def bad(place: str, what: str) -> SaveError:
    return SaveError(f"the save is damaged: {place}: {what}")


def shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def whole(value: Any, low: int = -NUMBER_MAX, high: int = NUMBER_MAX) -> bool:
    """A whole number within limits; yes and no are none."""
    return type(value) is int and low <= value <= high


class Values:
    """Checks values against types, for one table."""

    def __init__(self, table: Table) -> None:
        self.table, self.program = table, table.program
        self._kinds: dict[str, list[bool]] = {}
        self._designs = {*table.by_design, *self.program.designs}
        self._resources = set(self.program.resources())
        self._by_tag: dict[str, Callable[[Any, Type, bool], str]] = {
            "number": self._number,
            "yesno": self._yesno,
            "text": self._text,
            "thing": self._thing,
            "zone": self._zone,
            "values": self._member,
            "resource": self._resource,
            "design": self._design,
            "direction": self._direction,
            "dice": self._dice,
            "bundle": self._bundle,
            "list": self._list,
            "record": self._record,
        }

    def fault(self, value: Any, type_: Type, none: bool = True, holds_none: bool = True) -> str:
        """What is wrong with a value, or nothing. `none`: may it be none though its type need not; `holds_none`: may a list
        hold none?"""
        if value is None:
            return "" if none or type_.tag not in NEVER_NONE else f"nothing stands where {an(type_)} is needed"
        check = self._by_tag.get(type_.tag)
        return check(value, type_, holds_none) if check is not None else self._anything(value)

    def needed(self, value: Any, type_: Type) -> str:
        """The same for what is never none."""
        return f"{an(type_)} is missing" if value is None else self.fault(value, type_, False, False)

    def is_thing(self, value: Any, kind: str = "thing") -> bool:
        if not whole(value, 0, len(self.table.entities) - 1):
            return False
        known = self._kinds.get(kind)
        if known is None:
            parents = self.program.parents
            known = self._kinds[kind] = [is_kind(entity.kind, kind, parents) for entity in self.table.entities]
        found: bool = known[value]
        return found

    def is_zone(self, value: Any) -> bool:
        return whole(value, 0, len(self.table.zone_of) - 1)

    def is_resource(self, value: Any) -> bool:
        return isinstance(value, str) and value in self._resources

    # ---------- one value ----------
    def _number(self, value: Any, type_: Type, _: bool) -> str:
        return "" if whole(value) else f"{shown(value)} is no number of the rules"

    def _yesno(self, value: Any, type_: Type, _: bool) -> str:
        return "" if isinstance(value, bool) else f"{shown(value)} is neither yes nor no"

    def _text(self, value: Any, type_: Type, _: bool) -> str:
        return "" if isinstance(value, str) and len(value) <= _TEXT_MAX else f"{shown(value)} is no text"

    def _thing(self, value: Any, type_: Type, _: bool) -> str:
        return "" if self.is_thing(value, type_.name) else f"{shown(value)} is no {type_}"

    def _zone(self, value: Any, type_: Type, _: bool) -> str:
        return "" if self.is_zone(value) else f"{shown(value)} is no zone"

    def _member(self, value: Any, type_: Type, _: bool) -> str:
        return "" if isinstance(value, str) and value in self.program.values[type_.name] else f"{shown(value)} is no {type_}"

    def _resource(self, value: Any, type_: Type, _: bool) -> str:
        return "" if self.is_resource(value) else f"{shown(value)} is no resource"

    def _design(self, value: Any, type_: Type, _: bool) -> str:
        return "" if isinstance(value, str) and value in self._designs else f"{shown(value)} is the name of nothing"

    def _direction(self, value: Any, type_: Type, _: bool) -> str:
        return "" if isinstance(value, str) and value in DIRECTIONS else f"{shown(value)} is no direction"

    # ---------- values made of others ----------
    def _list(self, value: Any, type_: Type, holds_none: bool) -> str:
        if not isinstance(value, list) or len(value) > LIST_MAX:
            return f"{shown(value)} is no {type_}"
        for item in value:
            if item is None:
                if not holds_none:
                    return "a list holds nothing where no rule puts it"
            elif found := self.fault(item, type_.element):
                return found
        return ""

    def _record(self, value: Any, type_: Type, _: bool) -> str:
        parts = self.program.records[type_.name]
        if not isinstance(value, list) or len(value) != len(parts):
            return f"{shown(value)} is no {type_}"
        return next((found for item, (_, part) in zip(value, parts, strict=True) if (found := self.fault(item, part))), "")

    def _bundle(self, value: Any, type_: Type, _: bool) -> str:
        if not isinstance(value, list) or len(value) > ALTERNATIVES_MAX:
            return f"{shown(value)} is no amount of resources"
        return next((found for entries in value if (found := self.entries(entries))), "")

    def entries(self, value: Any) -> str:
        """One alternative of a bundle."""
        if not isinstance(value, list) or len(value) > LIST_MAX:
            return f"{shown(value)} is no amount of resources"
        for entry in value:
            fits = isinstance(entry, list) and len(entry) == 3 and self.is_resource(entry[0]) and whole(entry[1])
            if not fits or not (entry[2] is None or self.holds(entry[0], entry[2])):
                return f"{shown(entry)} is no amount of a resource"
        return ""

    def holds(self, resource: str, holder: Any) -> bool:
        """Can this be the holder of a resource?"""
        holders = self.table.holders[resource]
        if resource in self.table.pairs:
            return not isinstance(holder, list) and any((player, holder) in holders for player in self.table.members("player"))
        if isinstance(holder, list):
            return all(isinstance(one, str | int) for one in holder) and tuple(holder) in holders
        return holder in holders if isinstance(holder, str) else self.is_thing(holder)

    def _dice(self, value: Any, type_: Type, _: bool) -> str:
        """(count, sides, plus), or plus and several (count, sides)."""
        if isinstance(value, list) and len(value) == 3 and all(whole(part) for part in value):
            plain = [(value[0], value[1])]
        elif isinstance(value, list) and value and whole(value[0]) and all(_is_pair(part) for part in value[1:]):
            plain = [(part[0], part[1]) for part in value[1:]]
        else:
            return f"{shown(value)} are no dice"
        fits = all(0 <= count <= DICE_MAX and (0 if not count else 1) <= sides <= SIDES_MAX for count, sides in plain)
        return "" if fits else f"{shown(value)} are no dice that can be rolled"

    def _anything(self, value: Any) -> str:
        """Plain data of which nobody has said what it is."""
        if isinstance(value, list):
            return next((found for item in value if item is not None and (found := self._anything(item))), "")
        return "" if isinstance(value, bool | str) or whole(value) else f"{shown(value)} is no value of the rules"


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(whole(part) for part in value)
