"""Questions to Python: what a menu or a choice offers, as a list of values.

Contract: the values and their order are those of the reference tier; texts, costs and reasons are left to it.
"""

from __future__ import annotations

import re

from rulekit.compiled.expressions import CLOSED
from rulekit.compiled.known import UNKNOWN, Bound
from rulekit.compiled.walks import Walks
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import Type, is_kind


class Menus(Walks):
    """Prints what is offered."""

    def told_apart(self, items: str, source: c.Core, element: Type) -> str:
        """A list of the items that nobody can mix up, without repetitions."""
        if element.tag != "thing":
            return f"list(dict.fromkeys({items}))"
        if self._all_fixed(element) and self._sure_items(source):
            return f"list({items})" if not items.startswith("[") else items
        return f"m._distinguishable({items})"

    def _all_fixed(self, element: Type) -> bool:
        """Are all things of this kind cells or players, which are never mixed up?"""
        return element.name != "thing" and all(self.t.fixed[number] for number in self.made(("kind", element.name)))

    def steady(self, op: o.Operation) -> bool:
        """Can each answer be named without looking at the others?"""
        if isinstance(op, o.Choose):
            return op.cost is None and self._named(op.element)
        if isinstance(op, o.Ask):
            return all(head.cost is None and (head.source is None or self._named(head.type)) for head in op.options)
        return isinstance(op, o.AskYes)

    def _named(self, type_: Type) -> bool:
        """Does every thing of this type have a name of its own?"""
        names = [e.name for e in self.t.entities if is_kind(e.kind, type_.name, self.program.parents)]
        return type_.tag == "thing" and type_.name != "thing" and len(set(names)) == len(names)

    # ---------- menus ----------
    def menu(self, op: o.Ask) -> list[str]:
        """Code that leaves in `out` what a menu offers; `who` is the one who is asked."""
        if all(self._always(head) for head in op.options):
            return [f"out = {self.literal(tuple((index, None) for index in range(len(op.options))))}"]
        lines = ["out = []"]
        for index, head in enumerate(op.options):
            lines += self._option(index, head)
        return lines

    def _always(self, head: o.OptionHead) -> bool:
        return head.source is None and not self._tests(head, {})

    def _option(self, index: int, head: o.OptionHead) -> list[str]:
        if head.source is None:
            tests = self.tests(head, {})
            return [f"if {tests}: out.append(({index}, None))" if tests else f"out.append(({index}, None))"]
        items = self.told_apart(self.bare(head.source, {}), head.source, head.type)
        name = self.fresh("n" if self._sure_items(head.source) else "v")
        all_tests = self._tests(head, {head.slot: name})
        own = [test for test in all_tests if re.search(rf"\b{name}\b", test)]
        first = " and ".join(test for test in all_tests if test not in own)  # asked once for all
        add = f"out += [({index}, {name}) for {name} in {items}{' if ' + ' and '.join(own) if own else ''}]"
        return [f"if {first}: {add}" if first else add]

    def tests(self, head: o.OptionHead, bound: Bound) -> str:
        """The condition under which an option is offered; empty if it always is."""
        return " and ".join(self._tests(head, bound))

    def _tests(self, head: o.OptionHead, bound: Bound) -> list[str]:
        conditions = [head.condition] if head.condition is not None else []
        found = [self._as_test(node, bound) for node in (*conditions, *(condition for condition, _ in head.requires))]
        if head.cost is not None:
            found.append(self.payable("who", head.cost, head.purpose, bound))
        if isinstance(head.leading, o.CallVerb):
            found += self._verb_tests(head.leading, bound)
        return [test for test in found if test]

    def payable(self, payer: str, cost: c.Core, purpose: str, bound: Bound) -> str:
        """Can somebody pay? What he has himself is looked at in place, where the cost is known and plain."""
        whole = f"m.can_pay({payer}, {self.expression(cost, bound)}, {purpose!r})"
        known = self.foreseen.value(cost, bound)
        if known is UNKNOWN or len(known) != 1 or not self.simple(payer) or payer == "None":
            return whole
        tests = []
        for resource, amount, holder in known[0]:
            if holder is not None or len(self.program.vars[resource].owners) != 1:
                return whole
            slots = self.constant("slots", resource)
            tests.append(f"{payer} in {slots} and V[{slots}[{payer}]] >= {amount}")
        own = " and ".join(tests)
        if not own or self.program.payments or any(self.t.stores.get(r) for r, _, _ in known[0]):
            return f"({own} or {whole})" if own else whole
        return f"({own})"

    def _as_test(self, node: c.Core, bound: Bound) -> str:
        known = self.foreseen.value(node, bound)
        return self.expression(node, bound) if known is UNKNOWN or not known else ""

    def _verb_tests(self, op: o.CallVerb, bound: Bound) -> list[str]:
        """No ban on the verb that an option begins with, and nothing that the verb requires is missing."""
        subject, args = self.expression(op.subject, bound), [self.expression(arg, bound) for arg in op.args]
        found = []
        if (op.verb, "forbid") in self.t.watches:
            found.append(f"m.banned([{op.verb!r}, {subject}, None, [{', '.join(args)}]]) is None")
        definition = self.program.verbs[op.verb]
        routine = self.program.routines[definition.routine] if definition.routine else None
        if routine is None or not isinstance(routine.ops[0], o.Require):
            return found
        if not all(self.simple(source) for source in (subject, *args)):
            return [*found, f"m._unmet({op.verb!r}, {subject}, [{', '.join(args)}]) is None"]
        inner: Bound = {CLOSED: "", c.YOU: subject, **dict(zip(routine.params, args, strict=False))}
        for first in routine.ops:
            if not isinstance(first, o.Require):
                break
            found.append(self._as_test(first.condition, inner))
        return found

    # ---------- a choice of one ----------
    def candidates(self, op: o.Choose) -> str:
        items = self.bare(op.source, {})
        if op.cost is not None:
            name = self.fresh("n" if self._sure_items(op.source) else "v")
            bound: Bound = {op.slot: name}
            test = self.payable(self.expression(op.subject, bound), op.cost, op.purpose, bound)
            items = f"[{name} for {name} in {items} if {test}]"
        return self.told_apart(items, op.source, op.element)
