"""Works out once what a function works out several times.

Contract: `shared(body, function, fresh)` gives a body that does the same. A function whose statements change nothing but names
and what they collect is taken as a whole; of any other each statement by itself. There a value that occurs twice, or stands in
a loop that it does not hang on, is the same each time: it gets a name. It is never worked out where it was not before: a
value may go wrong, or take long, where a condition keeps it from being reached. What may not be needed is kept in a cell when
it first is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.build import TRUTH, is_truth

_OFTEN = 2  # a value in a loop counts that much
_LEAVES = (n.Const, n.Table, n.Name, n.Loop, n.Ref, n.State, n.Listing)
_COLLECT = ("append", "add", "extend", "fresh.sort")
_SMALL = 6  # nodes of a value in which nothing is looked for
WHOLE = ("define", "menu", "stat", "value", "step", "reach", "distance", "way", "around")
_FIELDS = {n.Assign: "value", n.Return: "value", n.If: "test", n.For: "source", n.Do: "call"}  # what is worked out first, once
Fresh = Callable[[], n.Name]


# ---------- where ----------
def shared(body: n.Block, function: n.Function, fresh: Fresh) -> n.Block:
    if function.key[0] in WHOLE and all(_collects(s) for s in body):
        return _whole(body, fresh, function.line)
    return _each(body, fresh)


def _whole(body: n.Block, fresh: Fresh, line: int) -> n.Block:
    """What begins with leaving for nobody is shared behind that."""
    for at, s in enumerate(body):
        if isinstance(s, n.Guarded):
            return [*body[:at], n.Guarded(share(s.body, fresh, line)), *body[at + 1 :]]
    first = 1 if isinstance(body[0], n.If) and isinstance(body[0].yes[-1], n.Return) else 0
    return [*body[:first], *share(body[first:], fresh, line)]


def _collects(s: n.Statement) -> bool:
    """Does a statement change nothing but names, and what it collects?"""
    if isinstance(s, n.Do):
        return isinstance(s.call, n.Call) and s.call.function in _COLLECT
    if not isinstance(s, n.Assign | n.If | n.Return | n.For | n.While | n.Guarded):
        return False
    if isinstance(s, n.Assign) and not isinstance(s.target, n.Name):
        return False
    return not any(effects.writes(value) for value in n.values(s)) and all(_collects(i) for b in n.blocks(s) for i in b)


def _each(block: n.Block, fresh: Fresh) -> n.Block:
    """Each statement with what its value shares worked out before it."""
    found: n.Block = []
    for s in block:
        s = n.rebuilt(s, None, lambda inner: _each(inner, fresh))
        field = _FIELDS.get(type(s))
        value = getattr(s, field) if field else None
        if value is not None and n.size(value) >= _SMALL and not effects.writes(value) - {"place"}:
            *before, last = share([n.Return(value, line=s.line)], fresh, s.line)
            found += before
            s = replace(s, **{field: last.value}) if before else s  # type: ignore[arg-type, attr-defined]
        found.append(s)
    return found


# ---------- what ----------
class Uses:
    """How often each value is worked out, and whether it always is."""

    __slots__ = ("cells", "sure", "weights")

    def __init__(self, block: n.Block) -> None:
        self.weights: dict[n.Value, int] = {}
        self.sure: set[n.Value] = set()
        self.cells: set[str] = set()
        self._block(block, True, 1)

    def _block(self, block: n.Block, sure: bool, weight: int) -> None:
        for s in block:
            for value in n.children(s.call) if isinstance(s, n.Do) else n.values(s):
                if not (isinstance(s, n.Assign) and value is s.target):
                    self._value(value, sure, weight)
            again = weight * _OFTEN if isinstance(s, n.For | n.While) else weight
            for inner in n.blocks(s):
                self._block(inner, sure and isinstance(s, n.Guarded), again)

    def _value(self, v: n.Value, sure: bool, weight: int) -> None:
        """A value, and each inside it. What a cell holds is written in several places, but worked out in one."""
        if isinstance(v, _LEAVES):
            if isinstance(v, n.Listing):
                for child in v.items:
                    self._value(child, sure, weight)
            return
        self.weights[v] = self.weights.get(v, 0) + weight
        if sure:
            self.sure.add(v)
        if isinstance(v, n.Query):
            for at, loop in enumerate(v.loops):
                self._value(loop.source, sure and at == 0, weight if at == 0 else weight * _OFTEN)
                for test in loop.tests:
                    self._value(test, False, weight * _OFTEN)
            self._value(v.element, False, weight * _OFTEN)
            return
        inner = n.children(v)
        if isinstance(v, n.Once):
            weight, sure = 0 if v.cell in self.cells else 1, False
            self.cells.add(v.cell)
        certain = 1 if isinstance(v, n.Logic | n.Cond) else 2 if isinstance(v, n.Held | n.Lookup) else len(inner)
        for at, child in enumerate(inner):
            self._value(child, sure and at < certain, weight)


def share(block: n.Block, fresh: Fresh, line: int = 0) -> n.Block:
    """Goes through the largest values first, each counted anew: what is inside one that got a name counts once."""
    uses, names = Uses(block), _changing(block)
    worth = [v for v, weight in uses.weights.items() if weight > 1 and _worth(v) and not (names & n.free(v))]
    worth.sort(key=lambda v: -n.size(v))
    before: n.Block = []
    for value in worth:
        weight = uses.weights.get(value, 0)
        if weight < 2:
            continue
        if value in uses.sure or (weight > _OFTEN and _safe(value)):
            type_ = TRUTH if is_truth(value) else value.type
            name = n.Name(fresh().id, type=type_, null=value.null)
            block = _before_first(_put(block, {value: name}), n.Assign(name, value, line=line), name.id)
        elif _costly(value):
            cell = fresh().id
            block = _put(block, {value: n.Once(cell, value, type=value.type, null=value.null)})
            before.append(n.Assign(n.Name(cell), n.Listing((), frame=True), line=line))
        else:
            continue
        uses = Uses(block)
    return [*before, *block]


def _worth(v: n.Value) -> bool:
    """Is it more than what is at hand as fast as a name? Does it hang on no item of a loop?"""
    if isinstance(v, _LEAVES) or any(name[0] == "n" and name[1:].isdigit() for name in n.free(v)):
        return False
    if isinstance(v, n.At):
        return not isinstance(v.index, n.Name | n.Const)
    if isinstance(v, n.Call) and v.function in ("some_of", "among", "spent"):
        return False  # they can be gone through only once; what is gone through takes units each time
    if isinstance(v, n.Lookup):
        return True
    return not effects.writes(v)


def _safe(v: n.Value) -> bool:
    """A look-up that never goes wrong and costs next to nothing."""
    if isinstance(v, n.Lookup):
        return v.default is not None and _safe(v.key_)
    if isinstance(v, n.Held):
        return _safe(v.key_)
    if isinstance(v, n.Cond):  # guarded by what it looks up
        return isinstance(v.test, n.In) and isinstance(v.no, n.Const) and isinstance(v.test.item, n.Name | n.Slot)
    return isinstance(v, n.Slot | n.Name)


def _costly(v: n.Value) -> bool:
    return any(isinstance(node, n.Query | n.Invoke) or (isinstance(node, n.Call) and effects.of(node)[0]) for node in n.walk(v))


def _changing(block: n.Block) -> set[str]:
    """The names that are not the same wherever the block reads them: written twice, or inside another block."""
    once = Counter(name for s in block if not isinstance(s, n.For) for name in n.written(s))
    inner = {name for s in block for body in n.blocks(s) for name in _written(body)}
    loops = {name for s in block if isinstance(s, n.For) for name in n.written(s)}
    return inner | loops | {name for name, times in once.items() if times > 1}


def _written(block: n.Block) -> set[str]:
    return {name for s in block for name in (*n.written(s), *(name for body in n.blocks(s) for name in _written(body)))}


def _put(block: n.Block, new: dict[n.Value, n.Value]) -> n.Block:
    return n.everywhere(block, lambda v: n.swapped(v, new))


def _before_first(block: n.Block, assign: n.Assign, name: str) -> n.Block:
    """The block with an assignment before the first statement that needs it."""
    for at, s in enumerate(block):
        if _needs(s, name):
            return [*block[:at], assign, *block[at:]]
    return block


def _needs(s: n.Statement, name: str) -> bool:
    return any(name in n.free(v) for v in n.values(s)) or any(_needs(inner, name) for b in n.blocks(s) for inner in b)
