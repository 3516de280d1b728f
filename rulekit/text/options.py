"""What an option of a menu says, and what one may do, in words.

Contract: an option or an offer is known by its place in the rules. What the text around it has bound before is spoken of by
name; what is nowhere in the declarations has no words. An offer is told to the one who is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulekit.program.game import Head, Program
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text import teller
from rulekit.text.blocks import tell_block
from rulekit.text.choices import option_piece
from rulekit.text.clauses import clause
from rulekit.text.page import params_of
from rulekit.text.pieces import lines
from rulekit.text.queries import bound, holding
from rulekit.text.scope import Scope
from rulekit.text.teller import Teller


def option_lines(program: Program, span: Span, lang: str = "") -> list[str]:
    """The option that stands at a place: what it is called, what it costs, when it is offered and what it does."""
    told = teller(program, lang)
    for decl, node in _nodes_at(program, span):
        if isinstance(node, n.Option):
            return lines([option_piece(told, node, _scope(told, decl))], told.grammar)
    return []


def option_label(program: Program, name: str, lang: str = "") -> str:
    """What an option of this name is called, if all of that name are called alike; else nothing."""
    nodes = (node for decl in program.decls for node in walk(decl) if isinstance(node, n.Option) and node.name == name)
    found = {Head(name, node.labels).label(lang) for node in nodes if node.labels}
    return found.pop() if len(found) == 1 else ""


def condition_text(program: Program, span: Span, lang: str = "") -> str:
    """When the option that stands at a place is offered: only if so and so."""
    told = teller(program, lang)
    for decl, node in _nodes_at(program, span):
        if isinstance(node, n.Option) and node.condition is not None:
            scope = _scope(told, decl)
            if node.query is not None:
                scope = holding(told, node.query, bound(told, node.query, scope))
            return told.say("only_if", c=clause(told, node.condition, scope))
    return ""


def offer_lines(program: Program, span: Span, lang: str = "") -> list[str]:
    """What stands at a place as `you may ...`."""
    told = teller(program, lang)
    for decl, node in _nodes_at(program, span):
        if isinstance(node, n.May | n.MayPay):
            pieces, _ = tell_block(told, (replace(node, subject=None, otherwise=None),), _scope(told, decl))
            return lines(pieces, told.grammar)
    return []


def _nodes_at(program: Program, span: Span) -> Iterator[tuple[n.Decl, n.Node]]:
    decls: tuple[n.Decl, ...] = program.decls
    for decl in decls:
        if decl.span.source == span.source and decl.span.line <= span.line <= decl.span.end_line:
            yield from ((decl, node) for node in walk(decl) if (node.span.line, node.span.column) == (span.line, span.column))


def _scope(told: Teller, decl: n.Decl) -> Scope:
    """What is known around an option: the values of its verb, the thing whose text it is."""
    if isinstance(decl, n.Verb):
        return params_of(told, decl)[0]
    return Scope(this=decl.kind, thing=decl.name) if isinstance(decl, n.Thing) else Scope()
