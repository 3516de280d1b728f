"""Verbs that run without a frame.

Contract: a verb stands alone if it never stops in the middle and nobody can answer it; it is printed as a plain function
of its subject and parameters. It may roll dice while chance is not asked (`rolls`), and it may end a scope or the game
(`exits`): then it returns `LEFT`, and whoever called it looks where to go on.
"""

from __future__ import annotations

from typing import Any

from rulekit.compiled.known import UNKNOWN, Bound
from rulekit.compiled.menus import Menus
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.limits import NUMBER_MAX, NUMBER_MIN

LEFT = -3
_SIDES = 100  # of dice whose texts are made beforehand
_FEW, _LONG = 2, 300  # conditions of a menu whose lists of options are all made beforehand, and their characters
_UNUSUAL = (o.EndScope, o.EndGame, o.RollNumber)
_PLAIN = (o.Let, o.Jump, o.JumpUnless, o.SetVar, o.CountDown, o.TakeResult, o.Return, o.Require)


class Alone(Menus):
    """Finds the verbs that stand alone."""

    alone = False  # is the routine printed as a plain function?

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._alone: dict[str, bool] = {}

    def stands_alone(self, verb: str) -> bool:
        """Never stops in the middle, opens nothing, is answered by nobody."""
        found = self._alone.get(verb)
        if found is None:
            self._alone[verb] = False  # one that comes back to itself does not
            definition = self.program.verbs[verb]
            own = verb != self.program.start  # that one may refuse the whole game
            free = own and verb not in self.t.watched and verb not in self.program.scoped_verbs
            routine = self.program.routines[definition.routine] if definition.routine else None
            found = self._alone[verb] = free and routine is not None and self._plain_routine(routine)
        return found

    def _plain_routine(self, routine: o.Routine) -> bool:
        """Nothing that stops, and no loop that could go on for ever."""
        for index, op in enumerate(routine.ops):
            to = getattr(op, "to", index + 1)
            if not self._plain(op) or (to <= index and not isinstance(routine.ops[to], o.NextItem | o.CountDown)):
                return False
        return True

    def replies(self, routine: o.Routine) -> bool:
        """May an ability act without a frame?"""
        return self._plain_routine(routine) and not any(isinstance(op, _UNUSUAL) for op in routine.ops)

    def _plain(self, op: o.Operation) -> bool:
        if isinstance(op, o.CallVerb):
            return self.stays(op)
        if isinstance(op, o.NextItem):
            return not op.free
        if isinstance(op, o.Gain):
            return self.quick_gain(op)
        if isinstance(op, o.EndScope):
            return not op.then and op.word != "verb"
        return isinstance(op, (*_PLAIN, o.EndGame)) or (isinstance(op, o.RollNumber) and self.die(op) is not None)

    def exits(self, verb: str) -> bool:
        """May it end a scope or the game?"""
        return any(isinstance(op, o.EndScope | o.EndGame) for op in self._ops(verb))

    def rolls(self, verb: str) -> bool:
        return any(isinstance(op, o.RollNumber) for op in self._ops(verb))

    def _ops(self, verb: str) -> list[o.Operation]:
        return self.program.routines[self.program.verbs[verb].routine].ops

    def stays(self, op: o.CallVerb) -> bool:
        """Is the call over when the next operation begins, whatever happens?"""
        if op.verb in self.t.watched:
            return False
        if not self.program.verbs[op.verb].routine:
            return True
        return self.stands_alone(op.verb) and not self.exits(op.verb) and not self.rolls(op.verb)

    def die(self, op: o.RollNumber) -> tuple[int, int] | None:
        """The lowest result and the number of results of one die that is known beforehand."""
        dice = self.foreseen.value(op.dice, {})
        if dice is UNKNOWN or dice is None or len(dice) != 3 or isinstance(dice[1], tuple):
            return None
        count, sides, plus = dice
        sure = 1 + plus >= NUMBER_MIN and plus + sides <= NUMBER_MAX
        return (1 + plus, sides) if count == 1 and sides > 1 and sure else None

    # ---------- amounts ----------
    def quick_gain(self, op: o.Gain) -> bool:
        entries = self.entries(op.bundle)
        if entries is None or op.mode == "give" or op.bind >= 0 or op.mode in self.t.watched:
            return False
        return not any(self.t.stores.get(resource) or self._may_turn(resource, count) for resource, count in entries)

    def _may_turn(self, resource: str, count: str) -> bool:
        """Could this amount be less than nothing, and mean the other direction?"""
        return self.program.vars[resource].signed and not count.isdigit()

    def entries(self, node: c.Core, bound: Bound | None = None) -> list[tuple[str, str]] | None:
        """The plain amounts of a bundle that is known to have one alternative, one entry for each resource."""
        if isinstance(node, c.MakeBundle) and isinstance(node.resource, c.Const) and node.holder is None:
            return [(node.resource.value, self.code(node.count) if bound is None else self.expression(node.count, bound))]
        if isinstance(node, c.Op) and node.op == "bundle+":
            left, right = self.entries(node.left, bound), self.entries(node.right, bound)
            if left is None or right is None or {r for r, _ in left} & {r for r, _ in right}:
                return None
            return left + right
        return None

    def sure_amounts(self, node: c.Core) -> bool:
        """Are the amounts of such a bundle numbers for certain?"""
        if isinstance(node, c.Op):
            return self.sure_amounts(node.left) and self.sure_amounts(node.right)
        return isinstance(node, c.MakeBundle) and self.sure_number(node.count, dict(self.held))

    def _fn_can_pay(self, node: c.Builtin, bound: Bound) -> str:
        return self.payable(self.expression(node.args[0], bound), node.args[1], node.word, bound)

    def payable(self, payer: str, cost: c.Core, purpose: str, bound: Bound) -> str:
        """What the payer has himself is looked at first, where the cost is plain: one amount, or a price by thing."""
        found = super().payable(payer, cost, purpose, bound)
        if not found.startswith("m.") or not self.simple(payer) or payer == "None":
            return found
        entries = self.entries(cost, bound)
        if entries is None:
            return self._by_price(payer, cost, bound, found) or found
        if len(entries) != 1 or len(self.program.vars[entries[0][0]].owners) != 1:
            return found
        resource, count = entries[0]
        if not self.sure_number(cost.count, bound):  # type: ignore[attr-defined]
            return found
        slots = self.constant("slots", resource)
        own = f"{payer} in {slots} and V[{slots}[{payer}]] >= {count}"
        return f"({own})" if self._own_only({resource}) and count.isdigit() and count != "0" else f"({own} or {found})"

    def _own_only(self, resources: set[str]) -> bool:
        """Can these be paid with nothing but what the payer has himself?"""
        return not self.program.payments and not any(self.t.stores.get(resource) for resource in resources)

    def _by_price(self, payer: str, cost: c.Core, bound: Bound, whole: str) -> str | None:
        """A cost that hangs on one thing alone, as a table of what each thing takes of which slots."""
        table = self.table_of(cost, bound)
        if table is None:
            return None
        rows, other, name = table
        prices = {thing: self._price(bundle) for thing, bundle in rows.items()}
        none = self._price(other)
        if none is None or None in prices.values():
            return None
        own = f"affords(V, {payer}, {self.literal(prices)}.get({name}, {self.literal(none)}))"
        resources = {resource for bundle in (*rows.values(), other) for resource, _, _ in bundle[0]}
        return own if self._own_only(resources) else f"({own} or {whole})"

    def _price(self, bundle: Any) -> tuple[Any, ...] | None:
        plain = len(bundle) == 1 and all(h is None and len(self.program.vars[r].owners) == 1 for r, _, h in bundle[0])
        return tuple((self.made(("slots", r)), n) for r, n, _ in bundle[0]) if plain else None

    def lone(self, op: o.Ask, index: int) -> str:
        """Is there only one thing to choose?"""
        always, few = self.always_offered(op), self._few_tests(op)
        return f"out is {self._these(op, index, always)}" if few and len(always) == 1 else "len(out) == 1"

    def _few_tests(self, op: o.Ask) -> list[str]:
        """The conditions of a menu that can offer few different things; empty if it can offer many."""
        if any(head.source is not None for head in op.options):
            return []
        tests = [self.tests(head, dict(self.held)) for head in op.options]
        return tests if sum(map(bool, tests)) <= _FEW and sum(map(len, tests)) <= _LONG else []

    def _one_of_few(self, op: o.Ask, index: int, tests: list[str], kept: tuple[int, ...] = (), at: int = 0) -> str:
        """One of a few lists that are made beforehand."""
        while at < len(tests) and not tests[at]:  # there may be very many that are always offered
            kept, at = (*kept, at), at + 1
        if at == len(tests):
            return self._these(op, index, kept)
        yes = self._one_of_few(op, index, tests, (*kept, at), at + 1)
        return f"({yes} if {tests[at]} else {self._one_of_few(op, index, tests, kept, at + 1)})"

    def _these(self, op: o.Ask, index: int, heads: tuple[int, ...]) -> str:
        if self.fused or not self.steady(op):
            return self.literal(tuple((at, None) for at in heads))
        return self.constant("menu", self.path, index, heads)

    def menu(self, op: o.Ask, index: int) -> list[str]:
        tests = self._few_tests(op)
        return self.guarded([f"out = {self._one_of_few(op, index, tests)}"]) if tests else super().menu(op, index)

    def guarded(self, lines: list[str]) -> list[str]:
        """While a menu is made nothing changes: what may be paid with is found once."""
        if not self.program.payments or sum(line.count("m.can_pay(") for line in lines) == 0:
            return lines
        return ["m.substitutes = {}", "try:", *(f"    {line}" for line in lines), "finally: m.substitutes = None"]

    # ---------- what the log says ----------
    def change_told(self, mode: str, resource: str, index: int) -> list[str]:
        """The line for a change of `who` by `k`. Gains come again and again, so their texts are kept."""
        text = f"m.{mode}_text(who, k, {resource!r})"
        if mode != "gain":
            return self.told(text, index)
        known = self.constant("remembered", mode, resource)  # tables whose players have other names may share their code
        return self.told(f"{known}.get(key) or remember({known}, key, {text})", index, "key = (m.t.doer(who), k); ")

    def roll_text(self, low: int, sides: int) -> str:
        if sides > _SIDES:
            return "f'rolls {k}'"
        return self.literal({k: f"rolls {k}" for k in range(low, low + sides)}) + "[k]"

    def told(self, text: str, index: int, first: str = "") -> list[str]:
        """A line for the log, if there is one."""
        return [f"if not m.quiet: {first}m.told = (m.told, {text}, None, {self.literal((self.path, index + 1))})"]
