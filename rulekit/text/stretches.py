"""Stretches of play: `the turn`, `the Actions phase`, `once per round`.

Contract: phases and steps are told by their labels, verbs in the infinitive.
"""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.text.labels import verb_label
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker


def stretch_name(speaker: Speaker, scope: n.Scope) -> str:
    """`the turn`, `the Actions phase`, a verb."""
    if scope.word == "verb" or scope.word not in ("turn", "round", "game", "phase", "step"):
        return speaker.say("s_verb", x=verb_label(speaker, scope.name or scope.word))
    if scope.word in ("phase", "step"):
        if scope.name is None:
            return speaker.say(f"s_{scope.word}_any")
        return speaker.say(f"s_{scope.word}", x=speaker.program.part(scope.word, scope.name).label(speaker.lang))
    return speaker.say(f"s_{scope.word}")


def next_stretch(speaker: Speaker, scope: n.Scope, of: n.Expr | None, names: Scope) -> str:
    if of is not None:
        if isinstance(of, n.You) and not names.doer:
            return speaker.say("s_your_next")
        return speaker.grammar.of(speaker.grammar.word("next_turn_noun"), speaker.phrase(of, names))
    if scope.word in ("turn", "round"):
        return speaker.say(f"s_next_{scope.word}")
    return speaker.say("s_next", x=stretch_name(speaker, scope))


def turn_of(speaker: Speaker, of: n.Expr, scope: Scope) -> str:
    if isinstance(of, n.You) and not scope.doer:
        return speaker.say("s_your")
    return speaker.grammar.of(speaker.grammar.word("turn_noun"), speaker.phrase(of, scope))


def how_often(speaker: Speaker, scope: n.Scope) -> str:
    if scope.word in ("turn", "round", "game"):
        return speaker.say(f"once_{scope.word}")
    if scope.word in ("phase", "step"):
        return speaker.say(f"once_{scope.word}", x=speaker.program.part(scope.word, scope.name or "").label(speaker.lang))
    return speaker.say("once_verb", x=verb_label(speaker, scope.name or ""))
