"""The tests `in`, `is`, `has` and `running`.

Contract: each gives a yesno. `is` finds out by the type of the value and by the word what is meant.
"""

from __future__ import annotations

from rulekit.analysis.env import Env
from rulekit.analysis.fitting import WRONG
from rulekit.analysis.operations import Operations
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.sources.english import an
from rulekit.syntax import nodes as n


class Conditions(Operations):
    """Checks tests."""

    def _in(self, node: n.In, env: Env) -> c.Core:
        source = self.many(node.source, env)
        element = source.type.element
        if isinstance(node.item, n.Name) and element.tag == "thing" and self._several(node.item.name):
            found: c.Core = self._copy_in(node.item.name, source, env)
            return c.Not(found, type=t.YESNO) if node.negated else found
        item = self.check(node.item, env)
        by_design = element.tag == "design" and item.type.tag == "thing" and not isinstance(item, c.TheThing)
        item = self.fit(item, element) if element.tag == "design" else item
        if not by_design and not t.fits(item.type, element, self.program.parents):
            self.sink.error("RK012", f"this list holds {element}, never {item.type}", node.span)
        found = c.Within(item, source, by_design, type=t.YESNO)
        return c.Not(found, type=t.YESNO) if node.negated else found

    def _several(self, name: str) -> bool:
        design = self.program.designs.get(name)
        return design is not None and (design.per_player or design.copies != 1)

    def _copy_in(self, name: str, source: c.Core, env: Env) -> c.Core:
        """`tom in your hand`: one of the copies of Tom lies there."""
        slot = env.temp(source.type.element)
        same = c.IsDesign(c.Local(slot, type=source.type.element), name, type=t.YESNO)
        return c.Fold("some", c.Keep(source, slot, None, same, type=source.type), slot, None, type=t.YESNO)

    def _is(self, node: n.Is, env: Env) -> c.Core:
        found = self._is_word(self.check(node.value, env), node, env)
        return c.Not(found, type=t.YESNO) if node.negated else found

    def _is_word(self, value: c.Core, node: n.Is, env: Env) -> c.Core:
        word, p = node.word, self.program
        if word == "none" and value is not WRONG:
            return c.Op("==", value, c.Const(None, type=t.NONE), type=t.YESNO)
        if value.type.tag == "any":
            return WRONG
        if word == "empty":
            size = c.Builtin("size", (self.items(value),), type=t.NUMBER)
            return c.Op("==", size, c.Const(0, type=t.NUMBER), type=t.YESNO)
        if word == "running":
            return c.Running(value, type=t.YESNO)
        if value.type.tag == "thing":
            return self._thing_is(value, node, env)
        if self.world.member_type(word) is not None and value.type.tag in ("values", "none"):
            return c.Op("==", value, c.Const(word, type=value.type), type=t.YESNO)
        if value.type.tag == "design" and word in p.designs:
            return c.Op("==", value, c.Const(word, type=t.DESIGN), type=t.YESNO)
        if value.type.tag == "record" and (part := self._part(value, word)) is not None:
            return part
        self.world.unknown(f"way for {an(value.type)} to be", word, node.span, [])
        return WRONG

    def _thing_is(self, value: c.Core, node: n.Is, env: Env) -> c.Core:
        word, p = node.word, self.program
        if word in p.parents:
            return c.IsKind(value, word, type=t.YESNO)
        if word in p.designs:
            return c.IsDesign(value, word, type=t.YESNO)
        found = self._find_attribute(value, word, env, node.span)
        if found is not None and found.type.tag == "yesno":
            return found
        local = env.names.get(word)
        if local is not None:
            env.used.add(local[0])
            return c.Op("==", value, c.Local(local[0], type=local[1]), type=t.YESNO)
        self.world.unknown(
            f"way for {an(value.type)} to be", word, node.span, [*p.parents, *p.designs, *self._attributes(value.type)]
        )
        return WRONG

    def _has(self, node: n.Has, env: Env) -> c.Core:
        value = self.check(node.value, env)
        if value.type.tag == "thing" and self.power(value.type, node.power, node.span) is None:
            return WRONG
        return c.HasPower(value, node.power, type=t.YESNO)

    def _verbrunning(self, node: n.VerbRunning, env: Env) -> c.Core:
        self.program.scoped_verbs.add(node.verb)
        return c.VerbRunning(node.verb, type=t.YESNO)
