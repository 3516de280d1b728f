"""What an option of a menu says, in words.

Contract: an option is known by its place in the rules. What the text around it has bound before is spoken of by name; an option
that is nowhere in the declarations has no words.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.program.game import Program
from rulekit.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text import teller
from rulekit.text.page import Teller
from rulekit.text.pieces import lines
from rulekit.text.scope import Scope


def option_lines(program: Program, span: Span, lang: str = "en") -> list[str]:
    """The option that stands at a place: what it is called, what it costs, when it is offered and what it does."""
    found = next(_options_at(program, span), None)
    if found is None:
        return []
    told = teller(program, lang)
    decl, option = found
    return lines([told.option(option, _scope(told, decl))], told.tongue)


def _options_at(program: Program, span: Span) -> Iterator[tuple[n.Decl, n.Option]]:
    decls: tuple[n.Decl, ...] = program.decls
    for decl in decls:
        if decl.span.source == span.source and decl.span.line <= span.line <= decl.span.end_line:
            yield from ((decl, node) for node in walk(decl) if isinstance(node, n.Option) and node.span.line == span.line)


def _scope(told: Teller, decl: n.Decl) -> Scope:
    """What is known around an option: the values of its verb, the thing whose text it is."""
    if isinstance(decl, n.Verb):
        return told.params_of(decl)[0]
    return Scope(this=decl.kind, thing=decl.name) if isinstance(decl, n.Thing) else Scope()
