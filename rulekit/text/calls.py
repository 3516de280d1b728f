"""Calls: defines, records, and the functions of the language.

Contract: a define is told by its label, a function by its wording; what a function counts or ranks is told as a query.
"""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.text.queries import Queries
from rulekit.text.scope import Scope


class Calls(Queries):
    """Tells calls."""

    def _x_call(self, node: n.Call, scope: Scope) -> str:
        if isinstance(node.function, n.Of):
            return self._indexed(node.function, node, scope)
        assert isinstance(node.function, n.Name)
        name = node.function.name
        decl = self.lexicon.decls.get(name)
        if isinstance(decl, n.Define):
            return self.called(decl, node.args, scope)
        if isinstance(decl, n.Record):
            return self._record(decl, node, scope)
        if isinstance(decl, n.Zone | n.Var):
            return self.say("aside", a=self.named(name, scope), b=self.join([self.phrase(a, scope) for a in node.args]))
        return self._function(name, node, scope)

    def _indexed(self, part: n.Of, node: n.Call, scope: Scope) -> str:
        """`p's slot(smith)`: one of several zones or variables."""
        inside = self.join([self.phrase(a, scope) for a in node.args])
        return self.say("aside", a=self.phrase(part, scope), b=inside)

    def _record(self, decl: n.Record, node: n.Call, scope: Scope) -> str:
        parts = [
            self.say("part", a=(self.lexicon.part_noun(decl.name, name) or self.tongue.noun(name.replace("_", " "))).one,
                     b=self.phrase(value, scope))
            for name, value in node.named
        ]  # fmt: skip
        word = self.lexicon.kind_noun(decl.name)
        return self.say("aside", a=self.tongue.a(word), b=self.join(parts)) if parts else self.tongue.a(word)

    # ---------- functions ----------
    def _function(self, name: str, node: n.Call, scope: Scope) -> str:
        args = node.args
        if name == "size":
            return self._size(args[0], scope)
        if name == "all":
            return self._all(args[0], scope)
        if name in ("min", "max"):
            return self._extreme(name, args, scope)
        if name in ("can_pay", "paying_for", "in_phase", "in_step"):
            return self.clause(node, scope)
        if name in ("place", "map_value", "sides"):
            return self._marked(name, args, scope)
        if name in ("first", "last") and len(args) == 2:
            return self.say(f"f_{name}_several", n=self.phrase(args[1], scope), x=self.phrase(args[0], scope))
        if name in ("first", "last") and isinstance(args[0], n.Filter):
            word, _ = self.query_noun(args[0].query, scope)
            return self.tongue.choice(f"f_{name}_one", word, x=self.queried(args[0].query, scope))
        if name in ("first", "last") and self.type_of(args[0], scope).tag == "zone":
            word = self.lexicon.type_noun(self.type_of(args[0], scope))
            placed = self.say("in_zone", a=word.one, b=self.phrase(args[0], scope))
            return self.tongue.choice(f"f_{name}_one", word, x=placed)
        if name == "reachable" and not isinstance(args[1], n.Number):
            return self.say("f_within", a=self.phrase(args[0], scope), b=self.phrase(args[1], scope))
        first, second = [*(self.phrase(value, scope) for value in args[:2]), ""][:2]
        return self.say(f"f_{name}", x=first, a=first, b=second)

    def _marked(self, name: str, args: tuple[n.Expr, ...], scope: Scope) -> str:
        words = [a.name.replace("_", " ") if isinstance(a, n.Name) else self.phrase(a, scope) for a in args]
        if name == "sides":
            return self.say("f_sides", a=self.phrase(args[0], scope), b=words[1])
        return self.say(f"f_{name}", x=words[0])

    def _size(self, source: n.Expr, scope: Scope) -> str:
        if isinstance(source, n.Filter):
            return self.say("number_of", x=self.queried(source.query, scope, many=True))
        named = self._different_names(source)
        if named is not None:
            return self.say("number_different", x=self.queried(named, scope, many=True))
        type_ = self.type_of(source, scope)
        if type_.tag == "bundle":
            return self.say("f_size_bundle", x=self.phrase(source, scope))
        if isinstance(source, n.Name) and source.name in ("players", "seating", "everyone", "opponents"):
            word = self.tongue.word("opponent" if source.name == "opponents" else "player")
            return self.say("number_of", x=word.many)
        word = self.lexicon.type_noun(type_)
        return self.say("number_of", x=self._placed(word.many, source, type_, scope))

    def _different_names(self, source: n.Expr) -> n.Query | None:
        """The query of `distinct({c's name for card c in L})`."""
        if isinstance(source, n.Call) and source.function == n.Name("distinct") and isinstance(source.args[0], n.Comprehension):
            found = source.args[0]
            return found.query if found.value == n.Of(n.Name(found.query.name), "name") else None
        return None

    def _all(self, what: n.Expr, scope: Scope) -> str:
        if isinstance(what, n.Name) and what.name in self.program.designs:
            return self.say("f_all", x=self.named(what.name, scope)).split("|")[0]
        word = self.lexicon.kind_noun(what.name) if isinstance(what, n.Name) else self.tongue.word("thing")
        return self.tongue.choice("f_all", word, x=word.many)

    def _extreme(self, name: str, args: tuple[n.Expr, ...], scope: Scope) -> str:
        """`max(0, x)` is x, but at least 0."""
        if len(args) == 1:
            return self.say(f"f_{name}_roll", x=self.phrase(args[0], scope))
        if name == "max" and isinstance(args[0], n.Number) and len(args) == 2:
            return self.say("f_at_least_zero", x=self.phrase(args[1], scope), n=str(args[0].value))
        return self.say(f"f_{name}", a=self.phrase(args[0], scope), b=self.join([self.phrase(a, scope) for a in args[1:]]))
