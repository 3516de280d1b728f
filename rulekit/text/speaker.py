"""What every function that tells has at hand: a language, the words of a program, and the way from a node to its function.

Contract: bound to one program and one language; never changed. `phrase` tells any expression by the table of phrases.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.text.lexicon import Lexicon
from rulekit.text.nouns import Noun
from rulekit.text.scope import Scope
from rulekit.text.tables import PHRASES


class Speaker:
    """Speaks one language about one program."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.grammar = lexicon.grammar
        self.program = lexicon.program
        self.lang = lexicon.lang

    def say(self, key: str, **parts: str) -> str:
        return self.grammar.say(key, **parts)

    def type_of(self, expr: n.Expr, scope: Scope) -> Type:
        return self.lexicon.type_of(expr, scope.types(), scope.this)

    def phrase(self, expr: n.Expr, scope: Scope) -> str:
        """An expression as a noun phrase."""
        found: str = PHRASES[type(expr)](self, expr, scope)
        return found

    def spelt(self, expr: n.Expr, scope: Scope) -> str:
        """The same where a pronoun alone would not do: `of that player`, never `of they`."""
        return self.phrase(expr, scope.about("") if expr == n.Name(scope.it) else scope)

    def join(self, items: list[str], word: str = "and") -> str:
        """`a, b and c`."""
        if not items:
            return self.say("nothing")
        *front, last = items
        text = ""
        for item in front:
            text = self.say("list", a=text, b=item) if text else item
        return self.say(word, a=text, b=last) if text else last

    def listed(self, values: Sequence[n.Expr], scope: Scope) -> str:
        """Several values in their order, which may matter: `human and 2 elves`, `road, meadow, road and meadow`."""
        runs = [(text, len(list(run))) for text, run in groupby(self.phrase(value, scope) for value in values)]
        return self.join([text if count == 1 else self._several(text, count, values, scope) for text, count in runs])

    def _several(self, text: str, count: int, values: Sequence[n.Expr], scope: Scope) -> str:
        names = [value.name for value in values if isinstance(value, n.Name) and self.phrase(value, scope) == text]
        head = self.program.members.get(names[0]) if names else None
        return self.grammar.count(count, self.lexicon.head_noun(head)) if head is not None else f"{count} × {text}"

    def counted(self, count: n.Expr, word: Noun, scope: Scope) -> str:
        """So many of something: `3 coins`, `as many coins as cards in your hand`."""
        if isinstance(count, n.Number):
            return self.grammar.count(count.value, word)
        if isinstance(count, n.Name) and count.name in scope.refs and len(scope.refs[count.name].text) == 1:
            return f"{scope.refs[count.name].text} {word.many}"
        amount = self.phrase(count, scope)
        if amount.isdigit():  # of this thing it is known
            return self.grammar.count(int(amount), word)
        if isinstance(count, n.Conditional) and isinstance(count.yes, n.Number) and isinstance(count.no, n.Number):
            return f"{amount} {word.many}"
        if amount.startswith(f"{self.grammar.the_many(word)} "):  # `the actions of a turn` are said by themselves
            return amount
        return self.say("as_much" if word.mass else "as_many", x=word.many, n=amount)
