"""What every part of the teller has: a language, the words of a program, and the way from a node to its method.

Contract: `phrase` finds the method `_x_NODE` of an expression; conditions are told by `clauses.py`.
"""

from __future__ import annotations

from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.lexicon import Lexicon
from rulekit.text.nouns import Noun
from rulekit.text.scope import Scope


class Speaker:
    """Speaks one language about one program."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.tongue = lexicon.tongue
        self.program = lexicon.program

    def say(self, key: str, **parts: str) -> str:
        return self.tongue.say(key, **parts)

    def type_of(self, expr: n.Expr, scope: Scope) -> Type:
        return self.lexicon.type_of(expr, scope.types(), scope.this)

    def phrase(self, expr: n.Expr, scope: Scope) -> str:
        """An expression as a noun phrase."""
        method = getattr(self, f"_x_{type(expr).__name__.lower()}")
        found: str = method(expr, scope)
        return found

    def clause(self, expr: n.Expr, scope: Scope) -> str:
        """A condition as a clause; `clauses.py` knows how."""
        raise NotImplementedError

    def relative(self, text: str, where: n.Expr, name: str, scope: Scope, *, many: bool) -> str:
        raise NotImplementedError

    def join(self, items: list[str], word: str = "and") -> str:
        """`a, b and c`."""
        if not items:
            return self.say("nothing")
        *front, last = items
        text = ""
        for item in front:
            text = self.say("list", a=text, b=item) if text else item
        return self.say(word, a=text, b=last) if text else last

    def _counted(self, count: n.Expr, word: Noun, scope: Scope) -> str:
        if isinstance(count, n.Number):
            return self.tongue.count(count.value, word)
        mass = word.one == word.many and not word.plural
        if isinstance(count, n.Name) and count.name in scope.refs and len(scope.refs[count.name].text) == 1:
            return f"{scope.refs[count.name].text} {word.many}"
        return self.say("as_much" if mass else "as_many", x=word.many, n=self.phrase(count, scope))
