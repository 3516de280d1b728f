"""What a question is for, in words: told from what the rules do with the answer.

Contract: a question is known by its place in the rules. A text that stands there says it; else the choice is told with what
follows it. What the rules around it have bound is spoken of as `that player`, never by the name that the rules give it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from rulekit.program.game import Program
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import parts
from rulekit.text import teller
from rulekit.text.blocks import tell_block, tell_statement
from rulekit.text.languages import DEFAULT
from rulekit.text.page import params_of
from rulekit.text.pieces import Piece, lines
from rulekit.text.queries import bound
from rulekit.text.scope import Scope
from rulekit.text.teller import Teller

_LONGEST = 160  # letters; more would hide the question
Found = tuple[n.Block, int, Scope]  # the block, the place in it, what is known there


def question_text(program: Program, span: Span, lang: str = DEFAULT) -> str:
    """What is asked at a place; nothing where the rules do not ask there."""
    return _told(_Key(program), span, lang)


class _Key:
    """A program as a key: programs are never equal to one another."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.program is self.program

    def __hash__(self) -> int:
        return id(self.program)


@lru_cache(maxsize=2000)
def _told(key: _Key, span: Span, lang: str) -> str:
    told = teller(key.program, lang)
    for decl in key.program.decls:
        if decl.span.source == span.source and decl.span.line <= span.line <= decl.span.end_line:
            for block, scope in _blocks(told, decl):
                found = _find(told, block, span, scope)
                if found is not None:
                    return _question(told, *found)
    return ""


def _question(told: Teller, block: n.Block, at: int, scope: Scope) -> str:
    node = block[at]
    if isinstance(node, n.Choose | n.ChooseOne | n.Menu) and node.labels:
        return told.lexicon.raw("", node.labels)
    subject = getattr(node, "subject", None)
    if isinstance(subject, n.Name) and subject.name in scope.refs:  # the one who is asked is the one who reads
        block = tuple(_as_reader(stmt, subject.name) for stmt in block)
        node = block[at]
    if isinstance(node, n.May | n.MayPay):
        pieces, _ = tell_statement(told, replace(node, subject=None, otherwise=None), scope.as_doer(""))
        return _short(told, pieces)
    if isinstance(node, n.Choose):
        whole = tell_statement(told, replace(node, subject=None, otherwise=None), scope.as_doer(""))[0]
        if node.block is None:
            whole += _following(told, node, block[at + 1 :], scope)
        return _short(told, whole)
    return ""


def _as_reader(value: Any, name: str) -> Any:
    """A part of the rules in which a name stands for the one who reads."""
    if isinstance(value, n.Name):
        return n.You(span=value.span) if value.name == name else value
    if isinstance(value, tuple):
        return tuple(_as_reader(item, name) for item in value)
    if isinstance(value, n.Node):
        changed = {key: new for key, old in parts(value) if (new := _as_reader(old, name)) is not old and new != old}
        return replace(value, **changed) if changed else value
    return value


def _following(told: Teller, node: n.Choose, rest: n.Block, scope: Scope) -> list[Piece]:
    """What is done with what was chosen: the next statement that is told."""
    inner = bound(told, node.query, scope, many=node.how_many is not None)
    for stmt in rest:
        pieces, inner = tell_statement(told, stmt, inner)
        if pieces:
            return pieces[:1]
    return []


def _short(told: Teller, pieces: list[Piece]) -> str:
    text = " ".join(line.strip() for line in lines(pieces, told.grammar))
    if len(text) <= _LONGEST:
        return text
    cut = text[: _LONGEST - 1]
    return f"{cut[: max(cut.rfind(' '), 1)]}…"


# ---------- where it stands ----------
def _blocks(told: Teller, decl: n.Node) -> Iterator[tuple[n.Block, Scope]]:
    """The texts of a declaration, each with what is known where it begins."""
    scope = params_of(told, decl)[0] if isinstance(decl, n.Verb) else Scope()
    if isinstance(decl, n.Thing):
        scope = Scope(this=decl.kind, thing=decl.name)
    waiting: list[n.Node] = [decl]
    while waiting:
        node = waiting.pop()
        for _, value in parts(node):
            if _is_block(value):
                yield value, scope
            else:
                waiting += [inner for inner in _nodes(value) if not isinstance(inner, n.Expr)]


def _is_block(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(isinstance(item, n.Stmt) for item in value)


def _nodes(value: object) -> Iterator[n.Node]:
    if isinstance(value, n.Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)


def _find(told: Teller, block: n.Block, span: Span, scope: Scope) -> Found | None:
    """The statement at a place, in a block or in one within it."""
    for at, stmt in enumerate(block):
        if (stmt.span.line, stmt.span.column) == (span.line, span.column):
            return block, at, scope
        for inner, known in _inner(told, stmt, scope):
            found = _find(told, inner, span, known)
            if found is not None:
                return found
        scope = tell_block(told, (stmt,), scope)[1]
        query = getattr(stmt, "query", None)
        if isinstance(stmt, n.Choose) and stmt.block is None and isinstance(query, n.Query):
            scope = bound(told, query, scope, many=stmt.how_many is not None)
    return None


def _inner(told: Teller, stmt: n.Node, scope: Scope) -> Iterator[tuple[n.Block, Scope]]:
    """The blocks of a statement, with what it binds for them."""
    query = getattr(stmt, "query", None)
    if isinstance(query, n.Query):
        scope = bound(told, query, scope)
    for _, value in parts(stmt):
        for block in _blocks_in(value):
            yield block, scope
        for node in _nodes(value):
            if not isinstance(node, n.Expr | n.Query | n.Stmt):
                yield from _inner(told, node, scope)


def _blocks_in(value: object) -> Iterator[n.Block]:
    """Blocks, also those of the branches of an `if`."""
    if _is_block(value):
        yield cast(n.Block, value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _blocks_in(item)
