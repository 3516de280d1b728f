"""Expressions as noun phrases: `your hand`, `the owner of that card`, `2 coins for each tree in the wood`.

Contract: one method a node, `_x_NODE`; every expression of the language has one, a test counts them. Conditions are told by
`clauses.py`; a condition in the place of a value is told as one.
"""

from __future__ import annotations

import dataclasses

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.calls import Calls
from rulekit.text.labels import chain
from rulekit.text.scope import Scope


class Phrases(Calls):
    """Tells expressions in one language."""

    # ---------- literals ----------
    def _x_number(self, node: n.Number, scope: Scope) -> str:
        return str(node.value)

    def _x_dice(self, node: n.Dice, scope: Scope) -> str:
        return f"{node.count}d{node.sides}"

    def _x_string(self, node: n.String, scope: Scope) -> str:
        return self.say("quoted", x=node.value)

    def _x_yesno(self, node: n.YesNo, scope: Scope) -> str:
        return self.say("yes" if node.value else "no")

    def _x_nonevalue(self, node: n.NoneValue, scope: Scope) -> str:
        return self.say("none")

    def _x_nothingvalue(self, node: n.NothingValue, scope: Scope) -> str:
        return self.say("nothing")

    # ---------- amounts ----------
    def _x_amount(self, node: n.Amount, scope: Scope) -> str:
        var = self.program.vars.get(node.name)
        word = self.lexicon.head_noun(var.head) if var is not None else self.tongue.noun(self.named(node.name, scope))
        text = self._counted(node.count, word, scope)
        if node.holder is not None:
            text = self.say("held_on", a=text, b=self.phrase(node.holder, scope))
        return self._per(text, node.per, scope) if node.per is not None else text

    def _per(self, text: str, per: n.Per, scope: Scope) -> str:
        named = self.program.members.get(per.name)
        if named is None and per.name in self.program.designs:
            named = self.program.designs[per.name].head
        word = self.lexicon.head_noun(named) if named is not None else self.lexicon.kind_noun(per.name)
        source = self.phrase(per.source, scope)
        if per.size == 1:
            return self.say("for_each", a=text, b=word.one, x=source)
        return self.say("for_every", a=text, n=str(per.size), b=word.many, x=source)

    def _x_amountof(self, node: n.AmountOf, scope: Scope) -> str:
        resource = self.phrase(node.resource, scope)
        if isinstance(node.count, n.Name) and node.count.name in scope.refs:
            return self.say("that_much_of", n=self.phrase(node.count, scope), x=resource)
        return self.say("as_much_of", r=resource, x=self.phrase(node.count, scope))

    # ---------- sums ----------
    def _x_binary(self, node: n.Binary, scope: Scope) -> str:
        if node.op in ("==", "!=", "<", ">", "<=", ">=", "and") or self._is_condition(node, scope):
            return self.clause(node, scope)
        if node.op == "*" and isinstance(node.right, n.Amount) and not isinstance(node.right.count, n.Number):
            return self.phrase(dataclasses.replace(node.right, count=n.Binary("*", node.left, node.right.count)), scope)
        left, right = self._operand(node.left, node.op, scope), self._operand(node.right, node.op, scope)
        if node.op == "..":
            return self.say("from_to", a=left, b=right)
        if node.op == "or":
            return self.join([self.phrase(part, scope) for part in chain(node)], "or")
        if node.op in ("*", "/"):
            return self._product(node, left, right, self.type_of(node, scope).tag == "bundle")
        if isinstance(node.left, n.Dice) and node.op in "+-":
            return f"{left}{node.op}{right}"
        plain = self.type_of(node, scope).tag in ("number", "dice", "any")
        if node.op == "+" and not plain:
            return self.join([self._operand(part, "+", scope) for part in chain(node)])
        return self.say("plus" if node.op == "+" else "minus" if plain else "except", a=left, b=right)

    def _operand(self, expr: n.Expr, op: str, scope: Scope) -> str:
        """One side of a formula, in brackets where it would run into the other."""
        told = self.phrase(expr, scope)
        sum_inside = op in "*/" and isinstance(expr, n.Binary) and expr.op in ("+", "-", "or")
        return f"({told})" if sum_inside or isinstance(expr, n.Conditional) else told

    def _is_condition(self, node: n.Binary, scope: Scope) -> bool:
        return node.op == "or" and self.type_of(node, scope).tag == "yesno"

    def _product(self, node: n.Binary, left: str, right: str, bundle: bool) -> str:
        if bundle and node.op == "*" and not isinstance(node.left, n.Number):
            return self.say("bundle_times", x=right, n=left)
        if node.op == "/":
            return self.say("half", x=left) if node.right == n.Number(2) else self.say("divided", a=left, b=right)
        if node.left == n.Number(2):
            return self.say("twice", x=right)
        return self.say("n_times", n=left, x=right)

    def _x_negative(self, node: n.Negative, scope: Scope) -> str:
        return self.say("minus_sign", x=self.phrase(node.value, scope))

    def _x_conditional(self, node: n.Conditional, scope: Scope) -> str:
        return self.say(
            "either", a=self.phrase(node.yes, scope), c=self.clause(node.condition, scope), b=self.phrase(node.no, scope)
        )

    # ---------- conditions in the place of values ----------
    def _x_not(self, node: n.Not, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_in(self, node: n.In, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_is(self, node: n.Is, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_has(self, node: n.Has, scope: Scope) -> str:
        return self.clause(node, scope)

    def _x_verbrunning(self, node: n.VerbRunning, scope: Scope) -> str:
        return self.clause(node, scope)

    # ---------- lists ----------
    def _x_listof(self, node: n.ListOf, scope: Scope) -> str:
        return self.join([self.phrase(item, scope) for item in node.items])

    def _x_filter(self, node: n.Filter, scope: Scope) -> str:
        word, _ = self.query_noun(node.query, scope)
        return self.tongue.choice("f_all", word, x=self.queried(node.query, scope, many=True))

    def _x_comprehension(self, node: n.Comprehension, scope: Scope) -> str:
        inner = self.bound(node.query, scope)
        return self.say("of_each", a=self.phrase(node.value, inner), b=self.queried(node.query, scope))

    def _x_aggregate(self, node: n.Aggregate, scope: Scope) -> str:
        if node.function in ("some", "every"):
            return self.clause(node, scope)
        if node.function == "count":
            return self.say("number_of", x=self.queried(node.query, scope, many=True))
        inner = self.bound(node.query, scope)
        bare = isinstance(node.value, n.Name) and node.value.name == node.query.name and node.query.where is None
        if bare and self.type_of(node.query.source, scope).element == t.NUMBER:
            return self.say(f"{node.function}_in", x=self.phrase(node.query.source, scope))
        if node.value is not None:
            over = self.say("each_of", x=self.queried(node.query, scope))
            about = inner.about(node.query.name)
            return self.say(f"{node.function}_of", x=self.phrase(node.value, about), q=over)
        return self._ranked(node, scope, inner.about(node.query.name))

    def _ranked(self, node: n.Aggregate, scope: Scope, inner: Scope) -> str:
        keys = ""
        for by in node.by:
            told = self.tongue.bare(self.phrase(by, inner))
            keys = self.say("tie", a=keys, b=told) if keys else told
        word, _ = self.query_noun(node.query, scope)
        source = self._with_where(
            self._placed_query(self.tongue.the_many(word), node.query, scope), node.query, scope, many=True
        )
        key = {"highest": "highest_of", "lowest": "lowest_of"}.get(node.function, "sorted_down" if node.down else "sorted_up")
        return self.tongue.ranked(key, source, keys)
