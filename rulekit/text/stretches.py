"""Stretches of play: `the turn`, `the Actions phase`, `once per round`.

Contract: phases and steps are told by their labels, verbs in the infinitive.
"""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.text.clauses import Clauses
from rulekit.text.scope import Scope


class Stretches(Clauses):
    """Tells turns, rounds, phases, steps and how often."""

    def stretch(self, scope: n.Scope) -> str:
        """`the turn`, `the Actions phase`, a verb."""
        if scope.word == "verb" or scope.word not in ("turn", "round", "game", "phase", "step"):
            return self.say("s_verb", x=self.verb_label(scope.name or scope.word))
        if scope.word in ("phase", "step"):
            if scope.name is None:
                return self.say(f"s_{scope.word}_any")
            return self.say(f"s_{scope.word}", x=self.program.part(scope.word, scope.name).label(self.lexicon.lang))
        return self.say(f"s_{scope.word}")

    def next_stretch(self, scope: n.Scope) -> str:
        if scope.word in ("turn", "round"):
            return self.say(f"s_next_{scope.word}")
        return self.say("s_next", x=self.stretch(scope))

    def turn_of(self, of: n.Expr, scope: Scope) -> str:
        if isinstance(of, n.You) and not scope.doer:
            return self.say("s_your")
        return self.say("s_of", p=self.phrase(of, scope))

    def once(self, scope: n.Scope) -> str:
        if scope.word in ("turn", "round", "game"):
            return self.say(f"once_{scope.word}")
        if scope.word in ("phase", "step"):
            return self.say(f"once_{scope.word}", x=self.program.part(scope.word, scope.name or "").label(self.lexicon.lang))
        return self.say("once_verb", x=self.verb_label(scope.name or ""))
