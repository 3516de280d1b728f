"""Questions to Python: what a menu or a choice offers, as a list of values.

Contract: the values and their order are those of the reference tier; texts, costs and reasons are left to it.
"""

from __future__ import annotations

import ast
import re
from typing import cast

from rulekit.compiled.constants import named
from rulekit.compiled.expressions import CLOSED, may_fail
from rulekit.compiled.functions import Line, function
from rulekit.compiled.in_sight import InSight
from rulekit.compiled.known import UNKNOWN, Bound, Known
from rulekit.compiled.shared import shared
from rulekit.compiled.walks import Walks
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import Type, is_kind

_BRIEF = 900  # characters of a menu that is written where it is asked
_FEW, _LONG = 12, 1800  # things that are asked one by one, and the characters that may take
# a filter of a known list by variables that lie in the order of their owners
_FILTER = re.compile(
    r"\[(?P<name>n\d+) for (?P=name) in (?P<source>K_\w+) if (?P<test>.*?\bV\[(?P=name) \+ (?P<shift>-?\d+)\].*)\]"
)


class Menus(InSight, Walks):
    """Prints what is offered."""

    path = ""  # of the routine that is being printed
    fused = False  # is it printed for playouts, which answer every question on the spot?

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.held: Bound = {}  # locals of the frame that Python names hold too, where the way to an operation is known

    def code(self, node: c.Core) -> str:
        """An expression at the place that is being printed."""
        return self.expression(node, dict(self.held))

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

    def offers(self, op: o.Operation, index: int) -> str:
        """Whose options a place offers that asks: those made once for the table, or nobody's."""
        if self.fused or not self.steady(op):
            return "None"
        if self._players_of(op):
            return f"{self.constant('site', self.path, index)}.offers(m.t)"
        return self.constant("offers", self.path, index)

    def _players_of(self, op: o.Operation) -> bool:
        """May players be chosen? Their names are those of one table, and code may serve several."""
        types = [op.element] if isinstance(op, o.Choose) else [head.type for head in getattr(op, "options", ()) if head.source]
        return any(is_kind("player", type_.name, self.program.parents) for type_ in types)

    def offered(self, op: o.Operation, index: int, head: int, item: str = "") -> str:
        """An answer as it is offered: an option made once, or the value itself."""
        if self.fused or not self.steady(op):
            if isinstance(op, o.Choose):
                return item or "'done'"
            return f"({head}, {item or None})"
        if self._players_of(op):
            found = f"offers.{f'heads[{head}]' if head >= 0 else 'done'}"
        else:
            found = self.constant("offered", self.path, index, head)
        return f"{found}[{item}]" if item else found

    def _named(self, type_: Type) -> bool:
        """Does every thing of this type have a name of its own?"""
        names = [e.name for e in self.t.entities if is_kind(e.kind, type_.name, self.program.parents)]
        return type_.tag == "thing" and type_.name != "thing" and len(set(names)) == len(names)

    # ---------- menus ----------
    def menu(self, op: o.Ask, index: int) -> list[str]:
        """Code that leaves in `out` what a menu offers; `who` is the one who is asked."""
        lines = self._menu_lines(op, index)
        if sum(map(len, lines)) <= _BRIEF:
            return self.guarded(lines)
        return [f"out = {self._menu_function(op, index)}(m, s, L, who)"]

    def guarded(self, lines: list[str]) -> list[str]:
        """Lines that make a menu, with what must be done before and after."""
        return lines

    def _menu_lines(self, op: o.Ask, index: int) -> list[str]:
        lines = ["out = []"]
        for at, head in enumerate(op.options):
            lines += self._option(op, index, at, head)
        return lines

    def _menu_function(self, op: o.Ask, index: int) -> str:
        """A long menu is a function of its own: many ways lead to it, and its options have much in common."""
        path, fused = self.path, self.fused
        name = named("d", ("menu", path, index, fused))
        self.wanted.setdefault(name, lambda: self._lines_of_menu(name, path, fused, op, index))
        return name

    def _lines_of_menu(self, name: str, path: str, fused: bool, op: o.Ask, index: int) -> tuple[list[Line], str]:
        outer, (self.path, self.fused) = (self.path, self.fused), (path, fused)
        lines, first = self.with_hoists(lambda: self._menu_lines(op, index))
        offers = [f"offers = {self.offers(op, index)}"] if any("offers." in line for line in lines) else []
        self.path, self.fused = outer
        source = function(name, "m, s, L, who", [*offers, *self.guarded(shared([*first, *lines])), "return out"])
        return [(line, op.span.line) for line in source.split("\n")], op.span.source.name

    def always_offered(self, op: o.Ask) -> tuple[int, ...]:
        """The places of the options that a menu never lacks."""
        return tuple(at for at, head in enumerate(op.options) if self._always(head))

    def _always(self, head: o.OptionHead) -> bool:
        return head.source is None and not self._tests(head, {})

    def _option(self, op: o.Ask, index: int, at: int, head: o.OptionHead) -> list[str]:
        if head.source is None:
            tests, add = self.tests(head, {}), f"out.append({self.offered(op, index, at)})"
            return [f"if {tests}: {add}" if tests else add]
        name, items, kept = self._candidates_of(head)
        all_tests = self._tests(head, {head.slot: name})
        own = [test for test in all_tests if may_fail(test) or re.search(rf"\b{name}\b", test)]
        first = " and ".join(test for test in all_tests if test not in own)  # asked once for all
        where = " and ".join([*kept, *own])
        told = self.told_apart("items", head.source, head.type)
        found = f"out += [{self.offered(op, index, at, name)} for {name} in %s{' if ' + where if where else ''}]"
        lines = [found % items] if told == "list(items)" else [f"items = {items}", f"if items: {found % told}"]
        return [f"if {first}:", *(f"    {line}" for line in lines)] if first else lines

    def _candidates_of(self, head: o.OptionHead) -> tuple[str, str, list[str]]:
        """The name of an item that an option may be about, the list of them, and the conditions of that if it is a filter."""
        assert head.source is not None
        items, sure = self.bare(head.source, {}), self._sure_items(head.source)
        whole = self.fresh("n" if sure else "v"), items, list[str]()
        if not sure or head.type.tag != "thing" or not self._all_fixed(head.type):
            return whole  # those that look alike are one option, whatever is asked of each
        return _filter(items) or whole

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
            banned = f"m.banned([{op.verb!r}, {subject}, None, [{', '.join(args)}]])"
            found.append(f"(not {self._may_ban(op.verb)} or {banned} is None)")
        definition = self.program.verbs[op.verb]
        routine = self.program.routines[definition.routine] if definition.routine else None
        if routine is None or not isinstance(routine.ops[0], o.Require | o.Settle):
            return found
        if not all(self.simple(source) for source in (subject, *args)):
            return [*found, f"m._unmet({op.verb!r}, {subject}, [{', '.join(args)}]) is None"]
        inner: Bound = {CLOSED: "", c.YOU: subject, **dict(zip(routine.params, args, strict=False))}
        for first in routine.ops:
            if isinstance(first, o.Settle):
                continue
            if not isinstance(first, o.Require):
                break
            found.append(self._as_test(first.condition, inner))
        return found

    def _may_ban(self, verb: str) -> str:
        """Is there anybody who may forbid some of what a verb does?"""
        for_a_time = all(self.only_for_a_time(watch.bearer) for watch in self.t.watches[verb, "forbid"])
        return "s.lasting" if for_a_time else f"m.may_ban({verb!r})"

    # ---------- a choice of one ----------
    def choice(self, op: o.Choose, index: int) -> list[str]:
        """Code that leaves in `out` what a choice offers."""
        return self._one_by_one(op, index) or [f"out = {self._candidates(op, index)}"]

    def _one_by_one(self, op: o.Choose, index: int) -> list[str] | None:
        """A choice among a few known things: each is asked in a line of its own."""
        source, bound = op.source, cast(Bound, {})
        if isinstance(source, c.CallDefine) and not source.args and self.program.defines[source.name].value is not None:
            source, bound = cast(c.Core, self.program.defines[source.name].value), {CLOSED: "", c.YOU: self.you({})}
        if not isinstance(source, c.Keep) or source.kind is not None or source.where is None or op.cost is not None:
            return None
        items = self.foreseen.value(source.source, bound)
        if not isinstance(items, tuple) or len(items) > _FEW or op.element.tag != "thing" or not self._all_fixed(op.element):
            return None
        lines = ["out = []"]
        for item in items:
            test = self.truth(source.where, {**bound, source.slot: Known(item)})
            lines.append(f"if {test}: out.append({self._offered_thing(op, index, item)})")
        return lines if sum(map(len, lines)) <= _LONG else None

    def _offered_thing(self, op: o.Choose, index: int, item: int) -> str:
        if self.fused or not self.steady(op):
            return str(item)
        return self.offered(op, index, 0, str(item)) if self._players_of(op) else self.constant("offer", self.path, index, item)

    def _candidates(self, op: o.Choose, index: int) -> str:
        items = self.bare(op.source, {})
        if op.cost is not None:
            name = self.fresh("n" if self._sure_items(op.source) else "v")
            bound: Bound = {op.slot: name}
            test = self.payable(self.expression(op.subject, bound), op.cost, op.purpose, bound)
            items = f"[{name} for {name} in {items} if {test}]"
        return self._offering(op, index, self.told_apart(items, op.source, op.element))

    def _offering(self, op: o.Choose, index: int, found: str) -> str:
        """A list of values as a list of what is offered."""
        steady = not self.fused and self.steady(op)
        plain = _FILTER.fullmatch(found)
        if plain is not None and (steady or self.fused) and not self._players_of(op):
            name, test, shift = plain["name"], plain["test"], plain["shift"]
            if len(re.findall(rf"\b{name}\b", test)) == len(re.findall(rf"\bV\[{name} \+ {shift}\]", test)):
                items = self.made(self.constants.recipes[plain["source"]])
                pairs = self.constant("paired", self.path, index, items, int(shift), steady)
                return f"[o for o, {name} in {pairs} if {test.replace(f'{name} + {shift}', name)}]"
        if not steady:
            return found
        head = re.match(r"\[(\w+) for (\1) in ", found)
        name, rest = (head[1], found[head.end() - 3 :]) if head else ("n", f"in {found}]")
        return f"[{self.offered(op, index, 0, name)} for {name} {rest}"


def _filter(source: str) -> tuple[str, str, list[str]] | None:
    """The item, the list and the conditions of a filter that is written as a comprehension."""
    tree = ast.parse(source, mode="eval").body
    if not isinstance(tree, ast.ListComp) or len(tree.generators) > 1:
        return None
    loop = tree.generators[0]
    if ast.unparse(tree.elt) != ast.unparse(loop.target):
        return None
    return ast.unparse(loop.target), f"({ast.unparse(loop.iter)})", [f"({ast.unparse(test)})" for test in loop.ifs]
