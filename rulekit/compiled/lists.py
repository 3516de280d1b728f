"""Lists, counts and rankings to Python comprehensions.

Contract: as `expressions`. A list that is only looped over need not be a tuple; a loop over a short list that is known
beforehand is written out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulekit.compiled.expressions import may_fail, whole
from rulekit.compiled.known import UNKNOWN, Bound, Known, parts
from rulekit.compiled.tables import Rows, Tables
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program.limits import LIST_MAX, NUMBER_MAX, NUMBER_MIN

_SHORT = 12  # items of a known list that is written out
_LONG = 1500  # characters that writing out may take
_FREE = 32  # turns of loops, one in the other, that are not counted
_THINGS = ("cells", "players", "seating", "everyone", "all_of_kind", "all_of_design", "neighbours", "opponents")


class Lists(Tables):
    """Prints queries over lists."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._in_parts: dict[str, list[str]] = {}  # items of a loop that come in parts, each with a name
        self.turns = 1  # of the loops around what is being printed, since the last that is counted
        self._print |= {
            c.Each: self._each,
            c.Keep: self._keep,
            c.Fold: self._fold,
            c.Rank: self._rank,
            c.Within: self._within,
            c.Count: self._count,
        }

    def bare(self, node: c.Core, bound: Bound) -> str:
        """A list that is only looped over."""
        self.iterating += 1
        found = self._bare(node, bound)
        self.iterating -= 1
        return found

    def _bare(self, node: c.Core, bound: Bound) -> str:
        if self.foreseen.value(node, bound) is UNKNOWN:
            if isinstance(node, c.Keep):
                return self._whereabouts(node, bound) or self._kept(node, bound)
            if isinstance(node, c.ZoneUnion):
                return self.union(node, bound)
        found = self.expression(node, bound)
        return found[6:-1] if found.startswith("tuple([") and whole(found) else found

    def _loop(self, source: c.Core, slot: int, bound: Bound) -> tuple[str, Bound, str]:
        """The source of a loop, the names inside it, and the name of its item."""
        name = self.fresh("n" if self._sure_items(source) else "v")
        return self._counted(self.bare(source, bound), source, bound), {**bound, slot: name}, name

    # ---------- the budget ----------
    def _counted(self, text: str, source: c.Core, bound: Bound) -> str:
        """The list of a loop; where it may be long, or stands in others, its items take units of the budget. The reference
        counts every item, so this never counts more."""
        return text if self.turns * self._most(source, bound) <= _FREE else f"spent(m, {text})"

    def _in_loop(self, source: c.Core, bound: Bound, printed: Callable[[], str]) -> str:
        """What is printed inside a loop over a list."""
        outer, turns = self.turns, self.turns * self._most(source, bound)
        self.turns = turns if turns <= _FREE else 1
        found = printed()
        self.turns = outer
        return found

    def _most(self, source: c.Core, bound: Bound) -> int:
        """How many items a list may have."""
        known: Any = self.foreseen.value(source, bound)
        if isinstance(known, tuple):
            return len(known)
        if isinstance(source, c.Keep):
            return self._most(source.source, bound)
        if isinstance(source, c.Builtin) and source.name == "neighbours":
            return max(map(len, self.made(("neighbours",)).values()), default=0)
        if isinstance(source, c.Items | c.ZoneUnion):
            return len(self.t.entities)
        return LIST_MAX

    def _sure_items(self, source: c.Core) -> bool:
        """Are the items of a list surely things, none of them missing?"""
        if isinstance(source, c.Keep):
            return self._sure_items(source.source)
        if isinstance(source, c.Items | c.ZoneUnion):
            return True
        if isinstance(source, c.CallDefine):
            value = self.program.defines[source.name].value
            return value is not None and not isinstance(value, c.CallDefine) and self._sure_items(value)
        if isinstance(source, c.IfElse):
            return self._sure_items(source.yes) and self._sure_items(source.no)
        if isinstance(source, c.Op) and source.op == "list+":
            return self._sure_items(source.left) and self._sure_items(source.right)
        if isinstance(source, c.Builtin) and source.name in ("reachable", "path"):
            define = self.program.defines.get(source.step)
            return define is not None and define.value is not None and self._sure_items(define.value)
        if isinstance(source, c.Builtin):
            if source.name in ("reversed", "distinct", "starting"):
                return self._sure_items(source.args[-1])
            return source.name in _THINGS and source.type.element.tag == "thing"
        return False

    def _filter(self, node: c.Keep, bound: Bound) -> tuple[str, str, str]:
        """The loop of a filter: its source, its item, and the condition."""
        name = self.fresh("n" if self._sure_items(node.source) else "v")
        tests = [f"{name} in {self.constant('kind', node.kind)}"] if node.kind is not None else []
        sifted = self.sifted(node, bound, name)
        if sifted is not None:
            tests += [test for test in (self.truth(*part) for part in sifted[1]) if test != "True"]
            return sifted[0], name, " and ".join(tests)
        source, inner = self.bare(node.source, bound), {**bound, node.slot: name}
        counted = self._counted(source, node.source, bound)
        if source == f"Z[{self.t.box}]" and node.where is not None:
            return self._from_box(node, counted, inner, name)
        where = node.where
        if where is not None:
            tests.append(self._in_loop(node.source, bound, lambda: self.expression(where, inner)))
        return counted, name, " and ".join(tests)

    def _from_box(self, node: c.Keep, source: str, inner: Bound, name: str) -> tuple[str, str, str]:
        """A filter of the box, where most things lie: what is fixed about each of them is asked by a set."""
        conditions = self._conjuncts(node.where, inner)  # type: ignore[arg-type]
        fixed = [part for part in conditions if self._hangs_on(part, name)]
        things = range(len(self.t.entities)) if node.kind is None else sorted(self.made(("kind", node.kind)))
        fitting = self._sift(things, fixed, name)
        if fitting is None:
            fitting, fixed = tuple(things), []
        tests = [self.truth(*part) for part in conditions if part not in fixed]
        return f"filter({self.literal(frozenset(fitting))}.__contains__, {source})", name, " and ".join(tests)

    def _kept(self, node: c.Keep, bound: Bound) -> str:
        source, name, test = self._filter(node, bound)
        return f"[{name} for {name} in {source}{' if ' + test if test else ''}]"

    def _keep(self, node: c.Keep, bound: Bound) -> str:
        return self._whereabouts(node, bound) or f"tuple({self._kept(node, bound)})"

    def _whereabouts(self, node: c.Keep, bound: Bound) -> str | None:
        """Those of a known list in whose zone a thing lies: at most one, found by the place of the thing."""
        test = node.where
        if node.kind is not None or not isinstance(test, c.Within) or test.by_design or not isinstance(test.source, c.Items):
            return None
        zone, items = test.source.zone, self.foreseen.value(node.source, bound)
        if not isinstance(zone, c.ZoneOf) or not isinstance(items, tuple) or len(set(items)) < len(items):
            return None
        if zone.owners != (c.Local(node.slot),) or test.item.type.tag != "thing" or _reads(test.item, node.slot):
            return None
        numbers = self.made(("zones", zone.zone))
        rows = {numbers[item]: (item,) for item in items if item in numbers}
        return f"placed(W, {self.literal(rows)}, {self.expression(test.item, bound)})"

    def _each(self, node: c.Each, bound: Bound) -> str:
        source, inner, name = self._loop(node.source, node.slot, bound)
        body = self._in_loop(node.source, bound, lambda: self.expression(node.body, inner))
        if node.flat:
            item = self.fresh()
            return f"flat([{item} for {name} in {source} for {item} in spent(m, {body})])"
        return f"tuple([{body} for {name} in {source}])"

    def _fold(self, node: c.Fold, bound: Bound) -> str:
        if node.function == "count":
            return f"len({self.bare(node.source, bound)})"
        if node.function == "some":
            return self._some(node.source, bound)
        if node.function == "every":
            return self._every(node, bound)
        assert node.body is not None
        value = node.body
        source, inner, name = self._loop(node.source, node.slot, bound)
        body = self._in_loop(node.source, bound, lambda: self.expression(value, inner))
        if node.function == "sum" and self.sure_number(value, inner):
            most, (low, high) = self._most(node.source, bound), self.ranges.of(value, inner)
            sure = most * low >= NUMBER_MIN and most * high <= NUMBER_MAX
            return f"sum([{body} for {name} in {source}])" if sure else f"number(sum([{body} for {name} in {source}]))"
        return f"folded({node.function!r}, [{body} for {name} in {source}])"

    def _every(self, node: c.Fold, bound: Bound) -> str:
        written = self._written_out(node.source, node.slot, node.body, None, bound, " and ")
        if written is not None:
            return written
        assert node.body is not None
        value = node.body
        source, inner, name = self._loop(node.source, node.slot, bound)
        return f"all([{self._in_loop(node.source, bound, lambda: self.expression(value, inner))} for {name} in {source}])"

    def _some(self, node: c.Core, bound: Bound) -> str:
        if not isinstance(node, c.Keep):
            return f"bool({self.bare(node, bound)})"
        written = self._written_out(node.source, node.slot, node.where, node.kind, bound, " or ")
        if written is not None:
            return written
        if node.where is None and node.kind is not None:
            return f"(not {self.constant('kind', node.kind)}.isdisjoint({self.bare(node.source, bound)}))"
        source, name, test = self._crossing(node, bound) or self._filter(node, bound)
        return f"any([True for {name} in {source}{' if ' + test if test else ''}])"

    def _crossing(self, node: c.Keep, bound: Bound) -> tuple[str, str, str] | None:
        """The loop over what is left of a known list for one thing. Items that are lists of one length come in parts."""
        name = self.fresh("v")
        crossed = self.crossed(node, bound, name) if node.kind is None else None
        if crossed is None:
            return None
        rows, owner, conditions = crossed
        parts = self._parts({item for row in rows.values() for item in row})
        if parts:
            self._in_parts[name] = parts
        tests = [test for test in (self.truth(*part) for part in conditions) if test != "True"]
        whole = self._in_parts.pop(name, None) is None or any(re.search(rf"\b{name}\b", test) for test in tests)
        if whole:
            tests = [test for test in (self.truth(*part) for part in conditions) if test != "True"]
        test = " and ".join(tests)
        if not whole:
            rows, test = _as_slots(rows, test, parts)
        source = f"{self.literal({k: v for k, v in rows.items() if k is not None})}.get({owner}, {self.literal(rows[None])})"
        return source, name if whole else f"({', '.join(parts)})", test

    def _parts(self, items: set[Any]) -> list[str]:
        """Names for the parts of items that are all lists of so many things."""
        lengths = {len(item) if isinstance(item, tuple) else 0 for item in items}
        if len(lengths) != 1 or not 1 < max(lengths) <= _SHORT or not all(type(part) is int for item in items for part in item):
            return []
        return [self.fresh("n") for _ in range(lengths.pop())]

    def _written_out(
        self, source: c.Core, slot: int, body: c.Core | None, kind: str | None, bound: Bound, joint: str
    ) -> str | None:
        """`a and b and c` instead of a loop over a short known list, or over one whose parts have names."""
        named = self._in_parts.get(str(bound.get(source.slot))) if isinstance(source, c.Local) else None
        if named is not None and body is not None and kind is None:
            found = f"({joint.join(self.truth(body, {**bound, slot: part}) for part in named)})"
            return None if may_fail(found) else found
        items: Any = self.foreseen.value(source, bound)
        if items is UNKNOWN or not isinstance(items, tuple) or not 0 < len(items) <= _SHORT or body is None or kind is not None:
            return None
        parts = [self.truth(body, {**bound, slot: Known(item)}) for item in items]
        found = f"({joint.join(parts)})"
        return found if len(found) <= _LONG and not may_fail(found) else None

    def _rank(self, node: c.Rank, bound: Bound) -> str:
        source, inner, name = self._loop(node.source, node.slot, bound)
        keys = self._in_loop(node.source, bound, lambda: ", ".join(self._key(key, inner) for key in node.keys))
        return f"ranked({node.function!r}, {node.down!r}, [(({keys},), {name}) for {name} in {source}])"

    def _key(self, node: c.Core, bound: Bound) -> str:
        """What is ranked by; numbers that are never missing can be compared as they are."""
        found = self.expression(node, bound)
        return found if node.type.tag == "number" and self.sure_number(node, bound) else f"sortable({found})"

    def _within(self, node: c.Within, bound: Bound) -> str:
        item, source = self.expression(node.item, bound), self.bare(node.source, bound)
        if node.by_design:
            item = f"{self.constant('designs')}.get({item})"
        return f"({item} in {source})"

    def _count(self, node: c.Count, bound: Bound) -> str:
        source = self.bare(node.source, bound)
        divide = "" if node.size == 1 else f" // {node.size}"
        if node.mode == "all":
            return f"(len({source}){divide})"
        item = self.fresh()
        if node.mode == "value":
            test = f"{item} == {node.word!r}"
        else:
            test = f"{item} in {self.constant(node.mode, node.word)}"
        return f"(sum([1 for {item} in {source} if {test}]){divide})"


def _reads(node: c.Core, slot: int) -> bool:
    """Does an expression read a local?"""
    return (isinstance(node, c.Local) and node.slot == slot) or any(_reads(child, slot) for child in parts(node))


def _as_slots(rows: Rows, test: str, parts: list[str]) -> tuple[Rows, str]:
    """Where things serve only to find a variable of theirs, the rows hold its places instead."""
    shifts = set(re.findall(rf"\bV\[(?:{'|'.join(parts)}) \+ (-?\d+)\]", test))
    uses = len(re.findall(rf"\b(?:{'|'.join(parts)})\b", test))
    if len(shifts) != 1 or uses != len(re.findall(rf"\bV\[(?:{'|'.join(parts)}) \+ ", test)):
        return rows, test
    shift = shifts.pop()
    moved = {thing: tuple(tuple(part + int(shift) for part in item) for item in row) for thing, row in rows.items()}
    return moved, re.sub(rf"\bV\[({'|'.join(parts)}) \+ {shift}\]", r"V[\1]", test)
