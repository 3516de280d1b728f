"""Computed values, and what modifies them, to Python.

Contract: a computed value becomes a function `d(m, s, a0)` of the thing it belongs to. Each modifier becomes a function
`x(m, s, a0, found)` that adds to `found` a pair (change, value) for each bearer whose modifier hits the thing, in the order
of the reference tier. Which of them may change a thing's value is asked of the machine (`changers`) and remembered with
the state.
"""

from __future__ import annotations

from functools import cached_property

from rulekit.compiled.constants import named
from rulekit.compiled.expressions import CLOSED
from rulekit.compiled.functions import COUNTED, Functions, Line, function
from rulekit.compiled.known import Bound
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import ModifierDef
from rulekit.program.types import empty_of

_CHANGED = """known = s.live.get({key})
changers = None if known is None else known.get(a0)
if changers is None: changers = m.changers(a0, {stat})
if changers:
    found = []
    for change in changers: change(m, s, a0, found)
    if found: return modified({value}, found)
return {value}"""


class Stats(Functions):
    """Prints computed values."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._print[c.GetStat] = self._stat

    def _stat(self, node: c.GetStat, bound: Bound) -> str:
        return f"{self.stat_function(node.stat)}(m, s, {self.expression(node.thing, bound)})"

    def stat_function(self, stat: str) -> str:
        name = named("d", ("stat", stat))
        self.wanted.setdefault(name, lambda: self._stat_lines(name, stat))
        return name

    def _stat_lines(self, name: str, stat: str) -> tuple[list[Line], str]:
        kind, _, word = stat.partition(".")
        definition = self.program.kinds[kind].stats[word]
        value = self._by_itself(definition.value, {CLOSED: "", c.YOU: "you", 1: "a0"})
        you = "a0" if kind == "player" else "m.owner(a0)"
        lines = [f"if a0 is None: return {self.literal(empty_of(definition.type))}", *COUNTED]
        lines += [f"you = {you}"] if "you" in value else []
        if self.t.modifiers.get(stat):
            lines += _CHANGED.format(key=self.literal(("stat", stat)), stat=repr(stat), value=value).split("\n")
        else:
            lines.append(f"return {value}")
        span = definition.span
        return [(line, span.line) for line in function(name, "m, s, a0", lines).split("\n")], span.source.name

    def _by_itself(self, node: c.Core, bound: Bound) -> str:
        """An expression that is not part of another function."""
        outer, (self._depth, self._hoists, self.turns) = (self._depth, self._hoists, self.turns), (0, None, 1)
        found = self.expression(node, bound)
        self._depth, self._hoists, self.turns = outer
        return found

    # ---------- modifiers ----------
    def changer(self, modifier: ModifierDef, name: str) -> str:
        """The function of a modifier."""
        assert modifier.target is not None
        head, bound = self._modifying(modifier)
        tests = [] if modifier.own else [self._hit(modifier.target, bound)]
        if modifier.condition is not None:
            tests.append(self._by_itself(modifier.condition, bound))
        body = ["m.units -= 1", *(f"if not {test}: continue" for test in tests if test != "True")]
        body.append(f"found.append(({modifier.change!r}, {self._by_itself(modifier.value, bound)}))")
        if c.YOU in bound and any("you" in line for line in body):
            body.insert(0, f"you = m.owner({bound[1]})")
        return function(name, "m, s, a0, found", [*head, *(f"    {line}" for line in body)])

    def _hit(self, target: c.Core, bound: Bound) -> str:
        source = self._by_itself(target, bound)
        return f"(a0 == {source})" if target.type.tag == "thing" else f"equals(a0, {source})"

    def _modifying(self, modifier: ModifierDef) -> tuple[list[str], Bound]:
        """The loop over the bearers of a modifier that are awake, and what its locals are."""
        if modifier.bearer == "rule":
            return ["for _ in (None,):"], {CLOSED: ""}
        if modifier.bearer.startswith("scope:"):
            return self.laid(modifier.bearer[6:], modifier.size), {}
        name = self.fresh("n")
        bearers = "(a0,)" if modifier.own else self.constant("bearers", modifier.bearer)
        test = self.wakeful(modifier.bearer, name)
        return [f"for {name} in {bearers}:", f"    if not {test}: continue"], {CLOSED: "", c.YOU: "you", 1: name}

    def wakeful(self, bearer: str, name: str) -> str:
        """Is one of those that may bear an ability awake?"""
        kinds = {self.t.entities[e].kind for e in self.t.bearers(bearer)}
        return f"W[{name}] in {self.constant('awake', *kinds)}" if len(kinds) == 1 else f"m.awake({name})"

    # ---------- what is laid over blocks ----------
    def laid(self, bundle: str, size: int) -> list[str]:
        """The loop over the locals of rules that are laid over a block or hold for a time. Mostly there are none."""
        early = [] if self._over_blocks(bundle) else ["if not s.lasting: return"]
        return [*early, f"for L in m._laid({bundle!r}, {size}):"]

    def only_for_a_time(self, bearer: str) -> bool:
        """Is it borne by rules that hold until a moment, and by nothing else?"""
        return bearer.startswith("scope:") and not self._over_blocks(bearer[6:])

    def _over_blocks(self, bundle: str) -> bool:
        """May rules be laid over a block? Those that a thing lends may."""
        return bundle in self._under or bundle.startswith(("design:", "kind:"))

    @cached_property
    def _under(self) -> set[str]:
        ops = [op for routine in self.program.routines.values() for op in routine.ops]
        return {op.bundle for op in ops if isinstance(op, o.UnderBegin)}
