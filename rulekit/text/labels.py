"""Labels with slots: a define or verb with its values filled in.

Contract: an optional part is left out when one of its values is not given; `the hand of {p}` is your hand where p is you.
"""

from __future__ import annotations

import re

from rulekit.program.game import SLOT
from rulekit.syntax import nodes as n
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker


def chain(node: n.Expr, op: str = "") -> list[n.Expr]:
    """The parts of `a + b + c`, however they are nested."""
    if isinstance(node, n.Binary) and node.op == (op or node.op):
        return [*chain(node.left, node.op), *chain(node.right, node.op)]
    return [node]


class Labels(Speaker):
    """Fills the slots of labels."""

    def called(self, decl: n.Define, args: tuple[n.Expr, ...], scope: Scope) -> str:
        """A define by its label with the values in its slots, or by its name."""
        values = {p.name: a for p, a in zip(decl.params, args, strict=False)}
        if decl.labels:
            return self.filled(self.lexicon.raw(decl.name, decl.labels), values, scope)
        word = self.tongue.noun(decl.name.replace("_", " "))
        if not args:
            return self.tongue.the(word)
        return self.tongue.of(word, self.join([self.phrase(a, scope) for a in args]))

    def filled(
        self,
        label: str,
        values: dict[str, n.Expr],
        scope: Scope,
        *,
        known: dict[str, str] | None = None,
        you: bool | None = None,
    ) -> str:
        """A label with its slots filled; an optional part is left out when one of its values is not given."""
        told, mine = dict(known or {}), not scope.doer if you is None else you
        for name, value in values.items():
            whose = self._whose(value, scope)
            label = self.tongue.own_slot(label, name, whose) if whose else label
        scope = scope.about("")

        def optional(found: re.Match[str]) -> str:
            slots = [slot[1] for slot in SLOT.finditer(found[1])]
            return found[1] if all(slot in values or slot in told or self._doer_slot(slot) for slot in slots) else ""

        def slot(found: re.Match[str]) -> str:
            name, counted = found[1], found[2]
            if self._doer_slot(name) and name not in values:
                return self.tongue.doer(name, mine)
            if name not in values:
                return f"{told.get(name, 'N')} {self.tongue.noun(counted).many}" if counted else told.get(name, "…")
            if counted:
                return self._counted(values[name], self.tongue.noun(counted), scope)
            return self._with_preposition(values[name], self.tongue.repeated(found.string[: found.start()]), scope)

        return SLOT.sub(slot, re.sub(r"\[([^\]]*)\]", optional, label))

    def _with_preposition(self, value: n.Expr, repeated: str, scope: Scope) -> str:
        """The value of a slot; the preposition before it is said again of each part of a list."""
        if not repeated or not isinstance(value, n.Binary) or value.op != "+" or not self.type_of(value, scope).many:
            return self.phrase(value, scope)
        first, *others = chain(value)
        return self.join([self.phrase(first, scope), *(repeated + self.phrase(part, scope) for part in others)])

    def _whose(self, value: n.Expr, scope: Scope) -> str:
        """The possessive that stands for a value: your, its, their."""
        if isinstance(value, n.You):
            return "their" if scope.doer else "your"
        if isinstance(value, n.Name) and value.name in scope.refs and scope.it == value.name:
            return "their" if scope.refs[value.name].person else "its"
        return "its" if isinstance(value, n.This) else ""

    def _doer_slot(self, name: str) -> bool:
        return name in ("your", "son", "sa", "ses")
