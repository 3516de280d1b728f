"""RK051: a local name hides another one.

Looked at: `let`, `as`, choices, loops, questions and patterns whose name is already a local name there, or is a
zone, variable, thing, define or value of the game: from there on the other one cannot be reached. Parameters are
names of a text as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.lints.text import Text, named_at
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import parts, walk

_GLOBAL = (n.Zone, n.Var, n.Thing, n.Define, n.Resource, n.Board, n.OptionDecl, n.Actor)
Names = dict[str, str]  # what each name in force is


def check(text: Text) -> None:
    """Warn of names that hide others."""
    names: Names = {}
    for decl in text.decls:
        if isinstance(decl, n.Thing) and decl.cross:
            continue  # each of them has a longer name
        if isinstance(decl, _GLOBAL):
            names.update(dict.fromkeys(decl.names or (decl.name,), f"the {type(decl).__name__.lower()}"))
        elif isinstance(decl, n.Values):
            names.update(dict.fromkeys((name for name, _ in decl.members), f"a value of {decl.name}"))
    scopes = _Scopes(text, names)
    for decl in text.decls:
        if not isinstance(decl, n.Example):
            scopes.visit(decl, {})


class _Scopes:
    def __init__(self, text: Text, declared: Names) -> None:
        self.text, self.declared = text, declared

    def bind(self, name: str, node: n.Node, local: Names) -> None:
        hidden = "the earlier one" if name in local else self.declared.get(name)
        if hidden is not None:
            message = f"this `{name}` hides {hidden} of the same name"
            self.text.sink.warn("RK051", message, named_at(node, name), "choose another name")
        local[name] = "local"

    def visit(self, node: n.Node, local: Names) -> None:
        """A node with the names in force before it; names that it gives to what it holds end with it."""
        if isinstance(node, n.Verb | n.Define | n.PowerDecl | n.Rules):
            local = dict(local)
            for param in node.params:
                self.bind(param.name, param, local)
        elif isinstance(node, n.PowerText):
            local = {**local, **{name: "local" for _, name in node.params}}
        pattern = getattr(node, "pattern", None)
        if isinstance(pattern, n.Pattern):
            local = dict(local)
            self._pattern(pattern, local)
        for pattern_ in node.patterns if isinstance(node, n.Arm | n.Case) else ():
            if isinstance(pattern_, n.Binding):
                local = dict(local)
                self.bind(pattern_.name, pattern_, local)
        if isinstance(node, n.LetIn):
            self.visit(node.value, dict(local))
            local = dict(local)
            self.bind(node.name, node, local)
            self.visit(node.body, local)
            return
        if isinstance(node, n.If):
            self._branches(node, local)
            return
        query = getattr(node, "query", None)
        if isinstance(query, n.Query):
            self._query(node, query, dict(local))
        else:
            self._parts(node, local)

    def _condition(self, condition: n.Expr, local: Names) -> None:
        """The names that a condition gives to what follows where it holds."""
        for part in walk(condition):
            if isinstance(part, n.Is) and part.bind is not None:
                self.bind(part.bind, part, local)

    def _branches(self, node: n.If, local: Names) -> None:
        for condition, block in node.branches:
            self.visit(condition, dict(local))
            inner = dict(local)
            self._condition(condition, inner)
            self._value(block, inner)
        self._value(node.otherwise or (), local)

    def _parts(self, node: n.Node, local: Names, leave_out: n.Node | None = None) -> None:
        """What a node holds: each block for itself, and in a block the names of one statement for those after it."""
        for _, value in parts(node):
            if value is not leave_out:
                self._value(value, local)

    def _value(self, value: object, local: Names) -> None:
        if isinstance(value, n.Node):
            self.visit(value, dict(local))
        elif isinstance(value, tuple) and value and all(isinstance(item, n.Stmt) for item in value):
            running = dict(local)
            for stmt in value:
                self.visit(stmt, running)
                self._gives(stmt, running)
        elif isinstance(value, tuple):
            for item in value:
                self._value(item, local)

    def _gives(self, child: n.Node, running: Names) -> None:
        """Names that a statement gives to those after it."""
        if isinstance(child, n.Require):
            self._condition(child.condition, running)
        elif isinstance(child, n.Let):
            self.bind(child.name, child, running)
        elif isinstance(child, n.Sentence | n.Activate | n.Pay) and child.bind is not None:
            self.bind(child.bind, child, running)
        elif isinstance(child, n.Choose) and child.block is None:
            running[child.query.name] = "local"  # said already where it was visited

    def _query(self, node: n.Node, query: n.Query, local: Names) -> None:
        self.visit(query.source, local)
        self.bind(query.name, query, local)
        if query.where is not None:
            self.visit(query.where, local)
        self._parts(node, local, query)

    def _pattern(self, pattern: n.Pattern, local: Names) -> None:
        terms: Sequence[n.Term | None] = (pattern.subject, pattern.object, *(term for _, term in pattern.args))
        for term in terms:
            if term is None:
                continue
            if term.mode == "bind" and term is pattern.object and pattern.verb in ("gain", "lose"):
                self.bind(term.name if term.kind == "resource" else term.kind, term, local)
            elif term.mode in ("bind", "list", "power", "amount"):
                self.bind(term.name, term, local)
            if term.mode == "amount":
                self.bind(term.power, term, local)
