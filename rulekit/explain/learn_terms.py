"""What a page for learners explains besides the walk: verbs that only cards order, rules that always hold, terms.

Contract: `card_verbs` are the labelled verbs that texts of things order and the walk does not tell, with those that they lead
to; `standing_rules` the rules of the game; `terms` the labelled defines that any of it speaks of. Nothing here words anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.syntax.words import forms
from rulekit.text.teller import Teller


def called_verbs(told: Teller, decl: n.Node) -> list[str]:
    """The declared verbs that a text orders, in its order."""
    known = {form: verb for verb in told.program.verbs for form in forms(verb)}
    return list(dict.fromkeys(known[s.verb] for s in walk(decl) if isinstance(s, n.Sentence) and s.verb in known))


def card_verbs(told: Teller, walked: Iterable[str]) -> list[str]:
    done, found = set(walked), list[str]()
    todo = [
        verb for decl in told.program.decls if isinstance(decl, n.Thing | n.Kind | n.Rule) for verb in called_verbs(told, decl)
    ]
    while todo:
        verb = todo.pop(0)
        decl = told.lexicon.decls.get(verb)
        if verb in done or not isinstance(decl, n.Verb) or decl.block is None:
            continue
        done.add(verb)
        if decl.labels and len(told.lexicon.users.get(verb, ())) != 1:  # of one thing alone, it is told there
            found.append(verb)
        todo += called_verbs(told, decl)
    return found


def standing_rules(told: Teller) -> list[str]:
    return [decl.name for decl in told.program.decls if isinstance(decl, n.Rule) and decl.abilities]


def terms(told: Teller, shown: Iterable[str]) -> list[str]:
    """The defines with labels that some declarations use, and those that they use in turn."""
    found: dict[str, None] = {}
    todo = [told.lexicon.decls[name] for name in shown if name in told.lexicon.decls]
    todo += [decl for decl in told.program.decls if isinstance(decl, n.Thing | n.Kind | n.Rule)]
    while todo:
        for name in _defines(told, todo.pop(0)):
            if name not in found:
                found[name] = None
                todo.append(told.lexicon.decls[name])
    return [name for name in found if told.program.defines[name].head.labels]


def _defines(told: Teller, decl: n.Node) -> Iterator[str]:
    for node in walk(decl):
        name = getattr(node, "name", "") if isinstance(node, n.Name | n.Of) else ""
        if name in told.program.defines and isinstance(told.lexicon.decls.get(name), n.Define):
            yield name
