"""What would hold if something were done: `after this (move that piece there), you are in check`."""

from __future__ import annotations

from rulekit.syntax import nodes as n
from rulekit.text.acts import act_of, infinitives, scope_after, told_act
from rulekit.text.clauses import Clause, told_clause, whole
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import SENTENCES, clauses, phrases


@phrases(n.Supposed)
def _supposed_phrase(speaker: Speaker, node: n.Supposed, scope: Scope) -> str:
    if speaker.type_of(node.value, scope).tag == "yesno":
        return told_clause(speaker, node, scope, no=False)
    return speaker.say("supposed_value", a=_deed(speaker, node, scope), x=speaker.phrase(node.value, scope))


@clauses(n.Supposed)
def _supposed_clause(speaker: Speaker, node: n.Supposed, scope: Scope) -> Clause:
    deed = _deed(speaker, node, scope)
    yes, no = (speaker.say("supposed", a=deed, x=told_clause(speaker, node.value, scope, no=no)) for no in (False, True))
    return whole(yes, no)


def _deed(speaker: Speaker, node: n.Supposed, scope: Scope) -> str:
    deeds = tuple(deed for deed in node.deeds if isinstance(deed, n.Stmt))
    scope = scope.about("")
    told = infinitives(speaker, deeds, scope)
    if told is not None:
        return told
    text = ""
    for deed in deeds:
        act = act_of(speaker, deed, scope)
        said = told_act(speaker, act, scope) if act is not None else SENTENCES[type(deed)](speaker, deed, scope)[0][0].text
        said = (said[:1].lower() + said[1:]).rstrip(".")
        text = speaker.say("then", a=text, b=said) if text else said
        scope = scope_after(speaker, deed, scope)
    return text
