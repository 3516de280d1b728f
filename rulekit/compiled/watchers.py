"""Abilities that answer events, to Python.

Contract: `watcher(watch, name)` gives a function `w(m, s, event, used, found)` that adds to `found` a pair (ability,
locals) for each bearer that answers, in the order of the reference tier. What the event itself rules out is asked first,
before any bearer is looked at.
"""

from __future__ import annotations

from rulekit.compiled.functions import function
from rulekit.compiled.known import UNKNOWN, Bound
from rulekit.compiled.resume import Resumes
from rulekit.program import core as c
from rulekit.program.game import Bind, Watch


class Watchers(Resumes):
    """Prints the matching of events."""

    def whole(self, name: str, params: str, node: c.Core, bound: Bound) -> str:
        """A function that returns an expression."""
        return function(name, params, [f"return {self.expression(node, bound)}"])

    def watcher(self, watch: Watch, name: str) -> str:
        ability = self.constant("watch", watch.number)
        early = [line for bind in watch.binds for line in self._early(bind)]
        head = [*early, *self._bearers(watch)]
        inner = [f"if used and ({watch.number}, L[1]) in used: continue"]
        if watch.bearer == "rule":
            inner.append("L[0] = event[1]")
        for bind in watch.binds:
            inner += self._late(bind)
        if watch.where is not None:
            inner.append(f"if not {self.expression(watch.where, {})}: continue")
        if watch.once is not None:
            inner.append(f"if m._spent({self.literal(watch.once)}, ({watch.number}, L[1])): continue")
        body = [*head, *(f"    {line}" for line in (*inner, f"found.append(({ability}, L))"))]
        return function(name, "m, s, event, used, found", body)

    def _bearers(self, watch: Watch) -> list[str]:
        """The loop over the locals of each bearer whose abilities hold."""
        if watch.bearer == "rule":
            return [f"for L in ([None] * {watch.size},):"]
        if watch.bearer.startswith("scope:"):
            return self.laid(watch.bearer[6:], watch.size)
        rest = f", *{self.literal((None,) * (watch.size - 2))}" if watch.size > 2 else ""
        return [
            f"for e in {self.constant('bearers', watch.bearer)}:",
            f"    if not {self.wakeful(watch.bearer, 'e')}: continue",
            f"    L = [m.owner(e), e{rest}]",
        ]

    def _place(self, place: str) -> str:
        if place == "subject":
            return "event[1]"
        if place == "source":
            return "event[2]"
        return f"event[3][{int(place)}]"

    def _early(self, bind: Bind) -> list[str]:
        """Tests that do not depend on the bearer."""
        place = bind.place
        if place.startswith("zone "):
            name = bind.value.value if isinstance(bind.value, c.Const) else ""
            return [f"if event[3][{int(place[5:])}] not in {self.constant('zones_called', name)}: return"]
        found = self._found(bind)
        lines = [f"if {found} not in {self.constant('kind', bind.kind)}: return"] if bind.kind else []
        if bind.value is None:
            return lines
        wanted = self.foreseen.value(bind.value, {})
        if wanted is UNKNOWN:
            return lines
        if isinstance(wanted, tuple):
            return [*lines, f"if not equals({found}, {self.literal(wanted)}): return"]
        return [*lines, f"if {found} != {self.literal(wanted)}: return"]

    def _found(self, bind: Bind) -> str:
        by_name = bind.place.startswith("name of ")
        source = self._place(bind.place[8:] if by_name else bind.place)
        return f"{self.constant('designs')}.get({source})" if by_name else source

    def _late(self, bind: Bind) -> list[str]:
        """Tests that depend on the bearer, and the locals that the event fills."""
        if bind.place.startswith("zone "):
            return []
        lines = []
        if bind.value is not None and self.foreseen.value(bind.value, {}) is UNKNOWN:
            lines.append(f"if not equals({self._found(bind)}, {self.expression(bind.value, {})}): continue")
        if bind.slot >= 0:
            lines.append(f"L[{bind.slot}] = {self._found(bind)}")
        return lines
