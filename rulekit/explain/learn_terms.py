"""What a page for learners explains besides the walk: what else is done, rules that always hold, options, amounts, terms.

Contract: `deeper_verbs` are the labelled verbs that the walk and the rules lead to and the walk does not tell; `card_verbs`
those that only texts of things order; `standing_rules` the rules of the game; `choices` its options; `limited` the resources
that have a limit; `terms` the labelled defines and stats that any of it speaks of. What only bots ask is none of it. Nothing
here words anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulekit.program.advice import asked_by_bots
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.syntax.words import forms
from rulekit.text.teller import Teller

LIMITS = ("cap", "floor", "no_floor")


def called_verbs(told: Teller, decl: n.Node) -> list[str]:
    """The declared verbs that a text orders, in its order."""
    known = {form: verb for verb in told.program.verbs for form in forms(verb)}
    return list(dict.fromkeys(known[s.verb] for s in walk(decl) if isinstance(s, n.Sentence) and s.verb in known))


def deeper_verbs(told: Teller, walked: Iterable[str]) -> list[str]:
    """What the walk names without going into it, and what standing rules order, with all that it leads to."""
    walked = list(walked)
    roots = [told.lexicon.decls[verb] for verb in walked]
    roots += [decl for decl in told.program.decls if isinstance(decl, n.Rule)]
    return _led_to(told, roots, walked)


def card_verbs(told: Teller, known: Iterable[str]) -> list[str]:
    return _led_to(told, [decl for decl in told.program.decls if isinstance(decl, n.Thing | n.Kind | n.Board)], known)


def _led_to(told: Teller, roots: Iterable[n.Node], known: Iterable[str]) -> list[str]:
    done, found = set(known), list[str]()
    todo = [verb for decl in roots for verb in called_verbs(told, decl)]
    while todo:
        verb = todo.pop(0)
        decl = told.lexicon.decls.get(verb)
        if verb in done or not isinstance(decl, n.Verb) or decl.block is None:
            continue
        done.add(verb)
        if decl.labels and not _told_on_a_thing(told, verb):
            found.append(verb)
        todo += called_verbs(told, decl)
    return found


def _told_on_a_thing(told: Teller, verb: str) -> bool:
    """A verb that one thing alone uses is told in the text of that thing."""
    users = told.lexicon.users.get(verb, set())
    return len(users) == 1 and isinstance(told.lexicon.decls.get(next(iter(users))), n.Thing)


def standing_rules(told: Teller) -> list[str]:
    return [decl.name for decl in told.program.decls if isinstance(decl, n.Rule) and decl.abilities]


def choices(told: Teller) -> list[n.OptionDecl]:
    return [decl for decl in told.program.decls if isinstance(decl, n.OptionDecl) and decl.labels and decl.default is not None]


def limited(told: Teller) -> list[n.Resource]:
    """Resources of which nobody has as many as they like."""
    return [
        decl
        for decl in told.program.decls
        if isinstance(decl, n.Resource) and any(isinstance(item, n.Prop) and item.name in LIMITS for item in decl.items)
    ]


def plain_value(told: Teller, expr: n.Expr) -> n.Expr:
    """The figure that a define stands for, where it is one; else what was asked for."""
    name = expr.function if isinstance(expr, n.Call) else expr
    decl = told.lexicon.decls.get(name.name) if isinstance(name, n.Name) else None
    return decl.value if isinstance(decl, n.Define) and isinstance(decl.value, n.Number) else expr


def terms(told: Teller, shown: Iterable[str]) -> list[str]:
    """The defines and stats with labels that some declarations use, and those that they use in turn."""
    found: dict[str, None] = {}
    todo = [told.lexicon.decls[name] for name in shown if name in told.lexicon.decls]
    todo += [decl for decl in told.program.decls if isinstance(decl, n.Thing | n.Kind | n.Board | n.Rule)]
    todo += limited(told)
    while todo:
        for name in _explained(told, todo.pop(0)):
            if name not in found:
                found[name] = None
                todo.append(told.lexicon.decls[name])
    return list(found)


def _explained(told: Teller, decl: n.Node) -> Iterator[str]:
    """The defines and stats that a declaration names; a field may bear the name of what bots ask."""
    for node in walk(decl):
        name = getattr(node, "name", "") if isinstance(node, n.Name | n.Of) else ""
        if not asked_by_bots(name) and isinstance(told.lexicon.decls.get(name), n.Define | n.StatOf):
            yield name


# ---------- the end ----------
def ends(node: n.Node) -> bool:
    """Can the game end in it?"""
    return any(isinstance(part, n.End) and part.scope == "game" for part in walk(node))


def towards_the_end(block: Sequence[n.Stmt]) -> tuple[n.Stmt, ...]:
    """What decides when the game ends: the ends themselves, what they stand in, and the loops and names before them."""
    return tuple(_stripped(part) for part in block if ends(part) or isinstance(part, n.Repeat | n.Let))


def _stripped(stmt: n.Stmt) -> n.Stmt:
    if isinstance(stmt, n.ForEach | n.Frame) and ends(stmt):
        return replace(stmt, block=towards_the_end(stmt.block))
    return stmt
