"""Arithmetic, comparisons, logic and `if ... then ... else`.

Contract: both sides are checked before they are joined, so that each reports its own mistakes. Which operation an operator
means (of numbers, bundles, dice or lists) is settled here by the types.
"""

from __future__ import annotations

from rulekit.analysis.env import Env
from rulekit.analysis.fitting import WRONG
from rulekit.analysis.queries import Queries
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.sources.english import an
from rulekit.syntax import nodes as n


class Operations(Queries):
    """Checks operators."""

    def _negative(self, node: n.Negative, env: Env) -> c.Core:
        if isinstance(node.value, n.Amount):
            hint = f"`lose` and `pay` take away: `lose 1 {node.value.name}`"
            self.sink.error("RK012", "an amount cannot be less than nothing", node.span, hint)
            return WRONG
        value = self.want(node.value, env, t.NUMBER)
        return c.Op("-", c.Const(0, type=t.NUMBER), value, type=t.NUMBER)

    def _not(self, node: n.Not, env: Env) -> c.Core:
        return c.Not(self.want(node.value, env, t.YESNO, "`not`"), type=t.YESNO)

    def _conditional(self, node: n.Conditional, env: Env) -> c.Core:
        condition = self.want(node.condition, env, t.YESNO, "a condition")
        yes, no = self.items(self.check(node.yes, env)), self.items(self.check(node.no, env))
        if "dice" in (yes.type.tag, no.type.tag):
            yes, no = self.fit(yes, t.DICE), self.fit(no, t.DICE)
        if not (t.fits(yes.type, no.type, self.program.parents) or t.fits(no.type, yes.type, self.program.parents)):
            self.sink.error("RK012", f"one side is {an(yes.type)}, the other {an(no.type)}", node.span)
        return c.IfElse(condition, yes, no, type=t.join(yes.type, no.type, self.program.parents))

    def _binary(self, node: n.Binary, env: Env) -> c.Core:
        if node.op in ("or", "and"):
            return self._logic(node, env)
        if node.op in ("==", "!=", "<", ">", "<=", ">="):
            return self._comparison(node, env)
        if node.op == "..":
            low, high = self.want(node.left, env, t.NUMBER), self.want(node.right, env, t.NUMBER)
            return c.Op("..", low, high, type=t.list_of(t.NUMBER))
        return self._arithmetic(node, env)

    def _logic(self, node: n.Binary, env: Env) -> c.Core:
        left = self.check(node.left, env)
        if node.op == "or" and left.type.tag == "bundle":
            right = self.want(node.right, env, t.BUNDLE)
            return c.Op("bundle or", left, right, type=t.BUNDLE)
        if left.type.tag not in ("yesno", "any"):
            self.sink.error("RK012", f"this is {an(left.type)}, but `{node.op}` needs yes or no", node.left.span)
        right = self.want(node.right, env, t.YESNO, f"`{node.op}`")
        return c.Op(node.op, left, right, type=t.YESNO)

    def _comparison(self, node: n.Binary, env: Env) -> c.Core:
        left, right = self.check(node.left, env), self.check(node.right, env)
        if "design" in (left.type.tag, right.type.tag):
            return self._same_design(node, left, right)
        if left.type.tag == right.type.tag == "bundle" and node.op in ("==", "!="):
            return c.Op("bundle" + node.op, left, right, type=t.YESNO)
        if left.type.many != right.type.many or "list" in (left.type.tag, right.type.tag):
            left, right = self.items(left), self.items(right)
        if node.op in ("==", "!="):
            fine = t.fits(left.type, right.type, self.program.parents) or t.fits(right.type, left.type, self.program.parents)
        else:
            fine = all(x.type.tag in ("number", "any") for x in (left, right))
        if not fine:
            self.sink.error("RK012", f"{an(left.type)} cannot be compared with {an(right.type)}", node.span)
        return c.Op(node.op, left, right, type=t.YESNO)

    def _same_design(self, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
        sides = []
        for side in (left, right):
            if isinstance(side, c.TheThing):
                side = c.Const(side.design, type=t.DESIGN)
            elif side.type.tag == "thing":
                side = c.Attr("name", side, type=t.DESIGN)
            elif side.type.tag not in ("design", "none", "any"):
                self.sink.error("RK012", f"{an(side.type)} is no thing", node.span)
            sides.append(side)
        return c.Op(node.op, sides[0], sides[1], type=t.YESNO)

    def _arithmetic(self, node: n.Binary, env: Env) -> c.Core:
        left, right = self.check(node.left, env), self.check(node.right, env)
        tags = {left.type.tag, right.type.tag}
        if "any" in tags:
            return c.Const(None, type=t.ANY) if tags == {"any"} else c.Op(node.op, left, right, type=t.ANY)
        if "bundle" in tags:
            return self._bundle_operation(node, left, right)
        if "dice" in tags and tags <= {"dice", "number"}:
            return c.Op("dice" + node.op, self.fit(left, t.DICE), self.fit(right, t.DICE), type=t.DICE)
        if (left.type.many or right.type.many) and node.op in "+-":
            return self._list_operation(node, left, right)
        if tags != {"number"}:
            self.sink.error("RK012", f"`{node.op}` cannot join {an(left.type)} and {an(right.type)}", node.span)
            return WRONG
        return c.Op(node.op, left, right, type=t.NUMBER)

    def _bundle_operation(self, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
        if node.op == "*" and {left.type.tag, right.type.tag} == {"bundle", "number"}:
            if left.type.tag == "number":
                left, right = right, left
            return c.Op("bundle*", left, right, type=t.BUNDLE)
        if node.op in "+-" and left.type.tag == right.type.tag == "bundle":
            return c.Op("bundle" + node.op, left, right, type=t.BUNDLE)
        hint = "put the number in brackets: `(n / 2) gold`" if left.type.tag == "number" else ""
        self.sink.error("RK012", f"`{node.op}` cannot join {an(left.type)} and {an(right.type)}", node.span, hint)
        return WRONG

    def _list_operation(self, node: n.Binary, left: c.Core, right: c.Core) -> c.Core:
        left, right = self._as_list(left), self._as_list(right)
        things = left.type.element.tag == right.type.element.tag == "thing"
        if not things and not (
            t.fits(left.type, right.type, self.program.parents) or t.fits(right.type, left.type, self.program.parents)
        ):
            self.sink.error("RK012", f"{an(left.type)} and {an(right.type)} do not go together", node.span)
        return c.Op("list" + node.op, left, right, type=t.join(left.type, right.type, self.program.parents))

    def _as_list(self, value: c.Core) -> c.Core:
        if value.type.many:
            return self.items(value)
        return c.MakeList((value,), type=t.list_of(value.type))
