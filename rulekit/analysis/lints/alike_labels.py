"""RK066: a label that makes different things read alike.

Looked at: verbs with a label, and what they are given as constants: numbers, amounts, yes or no, words of the game. Where a
parameter is given different ones and the label has no slot for it, cards that do different things have the same text. Examples
do not count, nor what stands in the verb itself, whose text is told in full.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rulekit.analysis.lints.text import Text, named_at
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.syntax.words import forms

_SLOT = re.compile(r"\{[^{}]*\}")


def check(text: Text) -> None:
    """Warn of parameters that the label of their verb does not tell."""
    labelled = {form: verb for name, verb in text.verbs.items() if verb.labels for form in forms(name)}
    words = _words(text)
    given: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)  # the constants that a parameter of a verb is given
    for node in _called(text):
        verb = labelled.get(node.verb)
        for param in verb.params if verb is not None else ():
            constant = _constant(_argument(node, param), words)
            if verb is not None and constant and not _told(verb, param):
                given[verb.name, param.name][constant] = None
    for (name, param_name), constants in given.items():
        if len(constants) > 1:
            verb, (one, other, *_) = text.verbs[name], constants
            message = f"`{one}` and `{other}` read alike: the label of `{name}` has no slot for `{param_name}`"
            text.sink.warn("RK066", message, named_at(verb, name), f"put `{{{param_name}}}` into the label")


def _called(text: Text) -> Iterator[n.Sentence]:
    for decl in text.decls:
        for node in walk(decl) if not isinstance(decl, n.Example) else ():
            if isinstance(node, n.Sentence) and not (isinstance(decl, n.Verb) and node.verb in forms(decl.name)):
                yield node


def _argument(node: n.Sentence, param: n.Param) -> n.Expr | None:
    return dict(node.args).get(param.prep) if param.prep else node.object


def _words(text: Text) -> set[str]:
    """Words that mean the same wherever they stand."""
    found = set(text.resources)
    for decl in text.decls:
        if isinstance(decl, n.Values):
            found.update(name for name, _ in decl.members)
        elif isinstance(decl, n.Thing):
            found.update(decl.names or (decl.name,))
    return found


def _constant(node: n.Expr | None, words: set[str]) -> str:
    """How a constant is written; empty for anything else."""
    if isinstance(node, n.Amount):
        count = _constant(node.count, set())
        return f"{count} {node.name}" if count else ""
    if isinstance(node, n.Number):
        return str(node.value)
    if isinstance(node, n.YesNo):
        return "yes" if node.value else "no"
    return node.name if isinstance(node, n.Name) and node.name in words else ""


def _told(verb: n.Verb, param: n.Param) -> bool:
    """Does each label name the parameter?"""
    named = re.compile(rf"(?<![a-z0-9_]){re.escape(param.name)}(?![a-z0-9_])")
    return all(any(named.search(slot) for slot in _SLOT.findall(label)) for label in verb.labels)
