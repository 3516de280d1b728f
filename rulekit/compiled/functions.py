"""Calls of defines and built-in functions.

Contract: as `expressions`. A short define is written in place; a longer one becomes a function of its own, one for each
set of arguments that are known beforehand. `wanted` collects the functions that printed source calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulekit.compiled.constants import named, shape_of
from rulekit.compiled.expressions import CLOSED
from rulekit.compiled.known import UNKNOWN, Bound, Known
from rulekit.compiled.lists import Lists
from rulekit.compiled.shared import shared
from rulekit.interpreter.machine import Machine
from rulekit.program import core as c

Line = tuple[str, int]  # source, and the line of the rules it comes from
_SHORT = 1200  # characters of a define that is written in place, where what several calls share can be seen
_NAMES = re.compile(r"\b[a-z]\d+\b|\b[iz]\b")
_COSTLY = re.compile(r" for |\bm\.|\bd_|\bnumber\(|\bspent\(|\bOPERATIONS\[")
_HOIST = re.compile(r"\bh\d+\b")
_VARIANTS = 8  # functions of one define for arguments that are known
_DEEP = 6  # defines within defines
COUNTED = ("m.units -= 1", "if m.units < 0: m.exhausted()")  # what takes one unit of the budget


_LISTS = ("distinct", "reversed", "starting", "reachable", "path")  # functions that make lists


class Functions(Lists):
    """Prints calls."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._print |= {c.CallDefine: self._call, c.Builtin: self._builtin}
        self.wanted: dict[str, Callable[[], tuple[list[Line], str]]] = {}  # function -> its lines and their file
        self._depth = 0
        self._hoists: dict[str, str] | None = None  # arguments that the function being printed works out first
        self._scope = self._scopes = 0  # which function that is, and how many there were
        self._placed: dict[tuple[Any, ...], str | None] = {}
        self._special: dict[str, set[str]] = {}  # define -> the arguments that it has functions of its own for

    # ---------- defines ----------
    def _call(self, node: c.CallDefine, bound: Bound) -> str:
        return self._in_place(node, bound) or self._as_function(node, bound)

    def _in_place(self, node: c.CallDefine, bound: Bound) -> str | None:
        define = self.program.defines[node.name]
        inner: Bound = {CLOSED: "", c.YOU: self.you(bound)}
        if self._depth >= _DEEP or define.value is None:
            return None
        for param, arg in zip(define.params, node.args, strict=False):
            known = self.foreseen.value(arg, bound)
            source = "" if known is not UNKNOWN else self.expression(arg, bound)
            if known is UNKNOWN and not self.simple(source):
                source = self._hoisted(source)
                if not source:
                    return None
                if self.sure_number(arg, bound):
                    self.numbers.add(source)
            inner[param.slot] = source if known is UNKNOWN else Known(known)
        given = [(slot, b.value if isinstance(b, Known) else f"`{b}") for slot, b in inner.items()]
        key = (node.name, self._depth, repr(given), self._scope, self.iterating > 0, self.turns)
        if key not in self._placed:
            self._depth += 1
            found = self.expression(define.value, inner)
            self._depth -= 1
            self._placed[key] = found if len(found) <= _SHORT else None
        return self._placed[key]

    def _hoisted(self, source: str) -> str:
        """A name for an argument that is worked out once, before the rest of its function; empty where that cannot be."""
        if self._hoists is None or _COSTLY.search(source) or any(name[0] in "nvtiz" for name in _NAMES.findall(source)):
            return ""  # it hangs on the item of a loop
        return self._hoists.setdefault(source, f"h{len(self._hoists)}")

    def _as_function(self, node: c.CallDefine, bound: Bound) -> str:
        define = self.program.defines[node.name]
        args, given, sure, known = [], [], [], {}
        values = [self.foreseen.value(arg, bound) for arg in node.args]
        special = self._may_be_special(node.name, values)
        for param, arg, value in zip(define.params, node.args, values, strict=False):
            if value is UNKNOWN or not special:
                source = self.expression(arg, bound)
                args.append((self._hoists or {}).get(source, source))
                given.append(param.slot)
                if arg.type.tag == "number" and self.sure_number(arg, bound):
                    sure.append(param.slot)
            else:
                known[param.slot] = value
        name = self.define(node.name, tuple(given), known, tuple(sure))
        return f"{name}({', '.join(['m', 's', self.you(bound), *args])})"

    def _may_be_special(self, name: str, values: list[Any]) -> bool:
        """Is a function printed for what is known of these arguments? Only for a few: defines that call each other with other
        numbers each time would give more functions than anybody waits for."""
        found = self._special.setdefault(name, set())
        key = repr(["?" if value is UNKNOWN else (value,) for value in values])
        if len(found) < _VARIANTS:
            found.add(key)
        return key in found

    def define(self, name: str, given: tuple[int, ...], known: dict[int, Any], sure: tuple[int, ...] = ()) -> str:
        """The function of a define for the arguments that are known; `sure` are numbers that are never missing."""
        found = named("d", (name, given, known, sure))
        self.wanted.setdefault(found, lambda: self._define_lines(found, name, given, known, sure))
        return found

    def _define_lines(
        self, function_name: str, name: str, given: tuple[int, ...], known: dict[int, Any], sure: tuple[int, ...]
    ) -> tuple[list[Line], str]:
        define = self.program.defines[name]
        names = {slot: self.fresh("a") for slot in given}
        numbers, self.numbers = self.numbers, {names[slot] for slot in sure}
        inner: Bound = {CLOSED: "", c.YOU: "you", **names, **{slot: Known(value) for slot, value in known.items()}}
        body, first = self.with_hoists(lambda: [f"return {self.expression(define.value, inner)}"])  # type: ignore[arg-type]
        self.numbers = numbers
        source = function(function_name, ", ".join(["m", "s", "you", *names.values()]), [*COUNTED, *shared([*first, *body])])
        span = define.head.span
        return [(line, span.line) for line in source.split("\n")], span.source.name

    def with_hoists(self, printed: Callable[[], list[str]]) -> tuple[list[str], list[str]]:
        """The lines of a function, and the arguments that it works out before them."""
        outer = self._depth, self._hoists, self._scope, self.iterating, self.turns
        self._scopes += 1
        hoists: dict[str, str] = {}
        self._depth, self._hoists, self._scope, self.iterating, self.turns = 0, hoists, self._scopes, 0, 1
        lines = printed()
        self._depth, self._hoists, self._scope, self.iterating, self.turns = outer
        return lines, _used({hoisted: source for source, hoisted in hoists.items()}, "\n".join(lines))

    def you(self, bound: Bound) -> str:
        found = bound.get(c.YOU)
        if isinstance(found, Known):
            return self.literal(found.value)
        return found if found is not None else "None" if CLOSED in bound else "L[0]"

    # ---------- built-in functions ----------
    def _builtin(self, node: c.Builtin, bound: Bound) -> str:
        special = getattr(self, f"_fn_{node.name}", None)
        if special is not None:
            found: str = special(node, bound)
            return found
        return self.called(node, bound)

    def called(self, node: c.Builtin, bound: Bound) -> str:
        """A built-in function, as the interpreter has it."""
        key = self.constant("builtin", node.name, node.step, node.word, shape_of(node.type))
        args = ", ".join(self.expression(a, bound) for a in node.args)
        found = f"m.fn_{node.name}({key}, [{args}], [{self.you(bound)}])"
        return f"spent(m, {found})" if node.type.tag == "list" and node.name in _LISTS else found

    def _fn_size(self, node: c.Builtin, bound: Bound) -> str:
        return f"len({self.bare(node.args[0], bound)})"

    def _fn_active(self, node: c.Builtin, bound: Bound) -> str:
        return "m.active()"

    def _fn_actor(self, node: c.Builtin, bound: Bound) -> str:
        return str(self.t.actors[node.word])

    def _fn_round_number(self, node: c.Builtin, bound: Bound) -> str:
        return "s.rounds"

    def _fn_neighbours(self, node: c.Builtin, bound: Bound) -> str:
        return f"{self.constant('neighbours')}.get({self.expression(node.args[0], bound)}, ())"

    def _fn_first(self, node: c.Builtin, bound: Bound) -> str:
        return f"end_of({self.bare(node.args[0], bound)}, 0, {self.empty(node)})"

    def _fn_last(self, node: c.Builtin, bound: Bound) -> str:
        return f"end_of({self.bare(node.args[0], bound)}, -1, {self.empty(node)})"

    def _fn_starting(self, node: c.Builtin, bound: Bound) -> str:
        """A known list that begins with one of its items: a table of all of them."""
        items: Any = self.foreseen.value(node.args[1], bound)
        if not isinstance(items, tuple) or len(set(items)) < len(items):
            return self.called(node, bound)
        turned = {item: items[at:] + items[:at] for at, item in enumerate(items)}
        return f"{self.literal(turned)}.get({self.expression(node.args[0], bound)}, {self.literal(items)})"

    def _fn_item(self, node: c.Builtin, bound: Bound) -> str:
        items: Any = self.foreseen.value(node.args[0], bound)
        at = self.expression(node.args[1], bound)
        if isinstance(items, tuple):
            return f"{self.literal(dict(enumerate(items, 1)))}.get({at}, {self.empty(node)})"
        if self.iterating or not self.sure_number(node.args[1], bound):
            return f"nth({self.bare(node.args[0], bound)}, {at}, {self.empty(node)})"
        name, first = self.fresh(), at
        if not self.simple(at):
            at = self.fresh()
            first = f"({at} := {first})"
        return f"({name}[{at} - 1] if 0 < {first} <= len({name} := {self.bare(node.args[0], bound)}) else {self.empty(node)})"

    def _fn_min(self, node: c.Builtin, bound: Bound) -> str:
        if not all(self.sure_number(arg, bound) for arg in node.args) or len(node.args) < 2:
            parts = [f"({self.expression(arg, bound)} or 0)" for arg in node.args]
        else:
            parts = [self.expression(arg, bound) for arg in node.args]
        return f"{node.name}({', '.join(parts)})" if len(parts) > 1 else f"({parts[0]})"

    _fn_max = _fn_min


def function(name: str, params: str, body: list[str]) -> str:
    """A function with the parts of the state that its body uses at hand."""
    text = "\n".join(f"    {line}" for line in body)
    heads = [f"    {line}" for line in columns(text)]
    return "\n".join([f"def {name}({params}):", *heads, text, ""])


def _used(hoists: dict[str, str], body: str) -> list[str]:
    """The arguments worked out first that are really needed, in order."""
    wanted: set[str] = set()
    todo = [body]
    while todo:
        for name in set(_HOIST.findall(todo.pop())) & hoists.keys() - wanted:
            wanted.add(name)
            todo.append(hoists[name])
    return [f"{name} = {source}" for name, source in hoists.items() if name in wanted]


def columns(text: str) -> list[str]:
    """Lines that bring at hand the parts of the state that a text uses."""
    names = {"V": "s.vals", "Z": "s.zones", "W": "s.where", "U": "s.up"}
    return [f"{short} = {long}" for short, long in names.items() if f"{short}[" in text or f"({short}, " in text]
