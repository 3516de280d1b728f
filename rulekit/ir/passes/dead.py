"""Takes out what nobody reads.

Contract: takes and gives the body of a function that does the same. Names that nobody reads are not written, a slot or the
place of the frame is not written where it is written again before anybody can look, and a name that only stands between a
value and the place it goes to is left out.
"""

from __future__ import annotations

from rulekit.ir import effects
from rulekit.ir import nodes as n

Live = frozenset[str | int]  # names, slots by number, "place" and "result"
_FIELDS = frozenset(("place", "result"))  # of the state, that are written again and again
_BLIND = (effects.NOTHING, effects.NOTHING)


def dead(body: n.Block) -> n.Block:
    exits = frozenset(_slots(body)) | {"place", "result"}
    return _Dead(exits).block(body, exits, frozenset())[0]


def _slots(block: n.Block) -> set[int]:
    found = {s.target.index for s in block if isinstance(s, n.Assign) and isinstance(s.target, n.Slot)}
    return found.union(*(_slots(inner) for s in block for inner in n.blocks(s)))


class _Dead:
    def __init__(self, exits: Live) -> None:
        self._exits = exits  # what is read once the function is left

    def block(self, block: n.Block, live: Live, around: Live, behind: Live = frozenset()) -> tuple[n.Block, Live]:
        """A block without what is in vain, and what is live before it; `around`: what the loop around it needs at its next
        round, `behind` where it breaks off."""
        kept: n.Block = []
        at = len(block) - 1
        while at >= 0:
            s, before = block[at], block[at - 1] if at else None
            at -= 1
            if isinstance(s, n.Return | n.Stop | n.Goto | n.Leave):
                kept = []
                live = self._exits if not isinstance(s, n.Leave) else behind if s.how == "break" else around
                if isinstance(s, n.Stop) and s.play == "loop":
                    live |= around
            if _between(s, before, live):  # `v = x; slot = v`, with v read nowhere else, is one
                s = n.Assign(s.target, before.value, line=s.line)  # type: ignore[union-attr, attr-defined]
                at -= 1
            new, live = self._one(s, live, around, behind)
            if new is not None:
                kept.append(new)
        return kept[::-1], live

    def _one(self, s: n.Statement, live: Live, around: Live, behind: Live) -> tuple[n.Statement | None, Live]:
        if isinstance(s, n.If):
            yes, one = self.block(s.yes, live, around, behind)
            no, other = self.block(s.no, live, around, behind)
            if not yes and not no and not effects.writes(s.test):
                return None, live
            test, live = s.test, one | other | _reads(s.test)
            if not yes:
                yes, no, test = no, [], n.Not(test)
            return n.If(test, yes, no, line=s.line), live
        if isinstance(s, n.For):
            otherwise, after = self.block(s.otherwise, live, around, behind)
            body, loop = self._loop(s.body, after, live, {name.id for name in s.names})
            return n.For(s.names, s.source, body, otherwise, line=s.line), loop | _reads(s.source)
        if isinstance(s, n.While):
            body, loop = self._loop(s.body, frozenset() if s.test is None else live | _reads(s.test), live, set())
            return n.While(body, s.test, line=s.line), loop
        if isinstance(s, n.Guarded):
            body, live = self.block(s.body, live, around, behind)
            return n.Guarded(body, line=s.line), live
        if isinstance(s, n.Assign):
            return self._assign(s, live)
        if isinstance(s, n.Do) and isinstance(s.call, n.Call) and s.call.function == "s.stack.pop":
            return s, live - (self._exits - {"result"})  # nobody looks at a frame that is gone
        return s, live.union(*(_reads(value) for value in n.values(s)), {"scope"} if isinstance(s, n.Open | n.Close) else ())

    def _loop(self, body: n.Block, loop: Live, behind: Live, given: set[str]) -> tuple[n.Block, Live]:
        """The body of a loop, and what is live where it begins; `loop`: at least this. What one round needs the round before
        must leave, so it is gone through until nothing more comes up."""
        while True:
            found, start = self.block(body, loop, loop, behind)
            if (start := start - given) <= loop:
                return found, loop
            loop |= start

    def _assign(self, s: n.Assign, live: Live) -> tuple[n.Statement | None, Live]:
        key = _key(s.target)
        if isinstance(s.target, n.Listing):
            names = n.free(s.target)
            return (None, live) if names.isdisjoint(live) else (s, (live - names) | _reads(s.value))
        if key is None:
            return s, live | _reads(s.value) | _reads(s.target)
        if key not in live and _total(s.value):
            return None, live
        if key not in live:
            return n.Do(s.value, line=s.line), live | _reads(s.value)
        held = {"L"} if isinstance(s.target, n.Slot) else set()
        return s, (live - {key}) | _reads(s.value) | held


def _total(value: n.Value) -> bool:
    """Can it be left out: does it change nothing, and never go wrong?"""
    return not effects.may_fail(value) and all(effects.of(call) == _BLIND for call in effects.calls(value))


def _key(target: n.Value) -> str | int | None:
    if isinstance(target, n.Name):
        return target.id
    if isinstance(target, n.Slot):
        return target.index
    return target.field if isinstance(target, n.State) and target.field in _FIELDS else None


def _reads(value: n.Value) -> Live:
    """The names and slots that a value reads, and those that a call in it may look at."""
    found: set[str | int] = set(n.free(value))
    if "L" in found:
        found |= _EVERY_SLOT
    for node in n.walk(value):
        if isinstance(node, n.Slot):
            found |= {node.index, "L"}  # a slot is a place of the list of locals
        elif isinstance(node, n.State) and node.field in _FIELDS:
            found.add(node.field)
        elif isinstance(node, n.Once):
            found.add(node.cell)
        elif isinstance(node, n.Call | n.Invoke):
            looks = effects.of(node)[0]
            found |= looks & _FIELDS
            if "locals" in looks:
                found |= _EVERY_SLOT
            if isinstance(node, n.Call) and "." in node.function:
                found.add(node.function.split(".")[0])
            elif isinstance(node, n.Call):
                found.add(node.function)
    return frozenset(found)


_EVERY_SLOT = frozenset(range(256))


def _between(s: n.Statement, before: n.Statement | None, live: Live) -> bool:
    """Does a statement only move on what the one before it has given a name?"""
    if not isinstance(s, n.Assign) or not isinstance(before, n.Assign) or not isinstance(s.target, n.Slot | n.State):
        return False
    return isinstance(s.value, n.Name) and s.value == before.target and s.value.id not in live
