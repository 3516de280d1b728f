"""Forwards what is known about locals of the frame to where they are read.

Contract: takes and gives the body of a function. A slot that was written in the function, and that nothing may have changed
since, is read by the name or constant it was written from; a name that cannot be none any more is known as such, and values
are built again with what that tells. Slots are still written, so that the frame says at every question where the game
stands.
"""

from __future__ import annotations

from rulekit.ir import effects
from rulekit.ir import nodes as n
from rulekit.ir.build import Builder

Facts = dict[str | int, n.Value]  # what a slot holds; what a name is


def forward(body: n.Block, builder: Builder) -> n.Block:
    return _Forward(builder).block(body, {})[0]


class _Forward:
    def __init__(self, builder: Builder) -> None:
        self._b = builder

    def block(self, block: n.Block, facts: Facts) -> tuple[n.Block, Facts | None]:
        """A block with what is known put in, and what is known behind it; None if nothing comes there."""
        found: n.Block = []
        for statement in block:
            new, after = self._one(statement, facts)
            found += new
            if after is None:
                return found, None
            facts = after
        return found, facts

    def _one(self, s: n.Statement, facts: Facts) -> tuple[n.Block, Facts | None]:
        if isinstance(s, n.Assign):
            return self._assign(s, facts)
        if isinstance(s, n.If):
            return self._branch(s, facts)
        if isinstance(s, n.For):
            source = self.value(s.source, facts)
            inner = _without(facts, [s])
            body, _ = self.block(s.body, inner)
            otherwise, after = self.block(s.otherwise, inner)
            loop = n.For(s.names, source, body, otherwise, line=s.line)
            return [loop], self._after_for(s, inner, after)
        if isinstance(s, n.While):
            inner = _without(facts, [s])
            body, _ = self.block(s.body, inner)
            test = None if s.test is None else self.value(s.test, inner)
            return [n.While(body, test, line=s.line)], inner if n.falls([s]) else None
        if isinstance(s, n.Guarded):
            body, after = self.block(s.body, facts)
            return [n.Guarded(body, line=s.line)], after
        new = n.rebuilt(s, lambda v: self.value(v, facts), list)
        return [new], _without(facts, [s]) if n.falls([s]) else None

    def _after_for(self, s: n.For, inner: Facts, after: Facts | None) -> Facts:
        """A loop that is left by its only `break`, and not otherwise, knows what that one knew."""
        if after is not None or not s.otherwise:
            return inner
        known = dict(inner)
        for step in s.body:
            for assign in (step, *(step.yes if isinstance(step, n.If) else ())):
                if isinstance(assign, n.Assign) and isinstance(assign.target, n.Slot) and isinstance(assign.value, n.Name):
                    known[assign.target.index] = assign.value
        return known

    def _assign(self, s: n.Assign, facts: Facts) -> tuple[n.Block, Facts]:
        value, target = self.value(s.value, facts), s.target
        facts = _without(facts, [n.Do(value)]) if effects.writes(value) else facts
        if isinstance(target, n.Listing):
            return [n.Assign(target, value, line=s.line)], _without(facts, [s])
        if isinstance(target, n.Name):
            facts = dict(_without(facts, [s]))
            if isinstance(value, n.Name):
                facts[target.id] = value
            elif not value.null and target.null:
                facts[target.id] = n.Name(target.id, type=target.type, null=False)
            if isinstance(value, n.Slot):
                facts[value.index] = facts.get(target.id, target)
            return [n.Assign(target, value, line=s.line)], facts
        if isinstance(target, n.Slot):
            if isinstance(value, n.Name) or value == n.NONE:
                return [n.Assign(target, value, line=s.line)], {**facts, target.index: value}
            known = self._b.fresh(value.type if value.type.tag != "any" else target.type, value.null)
            new: n.Block = [n.Assign(known, value, line=s.line), n.Assign(target, known, line=s.line)]
            return new, {**facts, target.index: known}
        target = n.mapped(target, lambda child: self.value(child, facts))
        built = self._b.again(target)
        if isinstance(built, n.Const):
            return [], facts  # there is no such variable
        return [n.Assign(built, value, line=s.line)], facts

    def _branch(self, s: n.If, facts: Facts) -> tuple[n.Block, Facts | None]:
        test = self.value(s.test, facts)
        facts = _without(facts, [n.Do(test)]) if effects.writes(test) else facts
        if isinstance(test, n.Const):
            return self.block(s.yes if test.value else s.no, facts)
        yes, here = self.block(s.yes, {**facts, **_learnt(test, True)})
        no, there = self.block(s.no, {**facts, **_learnt(test, False)})
        found: n.Block = [n.If(test, yes, no, line=s.line)] if yes or no else []
        if here is None or there is None:
            return found, there if here is None else here
        return found, {key: value for key, value in here.items() if there.get(key) == value and there[key].null == value.null}

    # ---------- values ----------
    def value(self, v: n.Value, facts: Facts) -> n.Value:
        if isinstance(v, n.Slot):
            known = facts.get(v.index)
            return v if known is None else _typed(self.value(known, facts) if isinstance(known, n.Name) else known, v)
        if isinstance(v, n.Name):
            found = facts.get(v.id)
            if found is None:
                return v
            if found.id != v.id:  # type: ignore[attr-defined]
                return _typed(self.value(found, facts), v)
            return n.Name(v.id, type=v.type, null=v.null and found.null)
        new = n.mapped(v, lambda child: self.value(child, facts))
        return v if new is v else self._b.again(new)


def _typed(known: n.Value, slot: n.Value) -> n.Value:
    """A name with the type of the slot where that says more."""
    if isinstance(known, n.Name) and known.type.tag in ("any", "thing") and known.type.name in ("", "thing"):
        return known if slot.type.tag == "any" else n.Name(known.id, type=slot.type, null=known.null)
    return known


def _learnt(test: n.Value, holds: bool) -> Facts:
    """What a condition tells about names."""
    if isinstance(test, n.Not):
        return _learnt(test.of, not holds)
    if isinstance(test, n.Logic) and (test.op == "and") is holds:
        found: Facts = {}
        for part in test.parts:
            found |= _learnt(part, holds)
        return found
    if not isinstance(test, n.Binary) or test.right != n.NONE or not isinstance(test.left, n.Name):
        return {}
    there = test.op in ("==", "!=") and (test.op == "!=") is holds
    return {test.left.id: n.Name(test.left.id, type=test.left.type, null=False)} if there else {}


def _without(facts: Facts, block: n.Block) -> Facts:
    """What is still known after statements that may come in any order, or not at all."""
    gone = changed(block)
    if not gone:
        return facts
    slots = "L" in gone

    def stays(key: str | int, value: n.Value) -> bool:
        return key not in gone and not (slots and isinstance(key, int)) and not (isinstance(value, n.Name) and value.id in gone)

    return {key: value for key, value in facts.items() if stays(key, value)}


def changed(block: n.Block) -> set[str | int]:
    """The slots and names that statements write; `L` for all slots, where a call may write any of them."""
    found = set[str | int]()
    for s in block:
        if isinstance(s, n.Assign):
            found |= {s.target.index} if isinstance(s.target, n.Slot) else n.written(s)
        elif isinstance(s, n.For):
            found |= n.written(s)
        if any("locals" in effects.writes(value) for value in n.values(s)):
            found.add("L")
        found = found.union(*map(changed, n.blocks(s)))
    return found
