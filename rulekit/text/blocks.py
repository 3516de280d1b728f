"""Blocks of statements, from their nodes to pieces of text.

Contract: a statement is told as an act, or by its function with `@sentences`; an ability by its function with `@abilities`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.acts import act_of, scope_after, told_act
from rulekit.text.pieces import Piece
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import ABILITIES, SENTENCES

Told = tuple[list[Piece], Scope]


def block_pieces(speaker: Speaker, block: n.Block, scope: Scope) -> tuple[Piece, ...]:
    return tuple(tell_block(speaker, block, scope)[0])


def tell_block(speaker: Speaker, block: n.Block, scope: Scope) -> Told:
    found: list[Piece] = []
    for stmt in _without_announced(block):
        pieces, scope = tell_statement(speaker, stmt, scope)
        found += pieces
    return found, scope


def _without_announced(block: n.Block) -> list[n.Stmt]:
    """A block without values that are worked out only for what players are told while they play."""
    kept = list(block)
    for at in range(len(kept) - 1, -1, -1):
        stmt, later = kept[at], [node for other in kept[at + 1 :] for node in walk(other)]
        if isinstance(stmt, n.Let) and stmt.otherwise is None:
            said = [part for node in later if isinstance(node, n.Announce) for part in walk(node)]
            if later.count(n.Name(stmt.name)) == said.count(n.Name(stmt.name)) and _announced(stmt, block):
                del kept[at]
    return kept


def _announced(stmt: n.Let, block: n.Block) -> bool:
    """Is a value used in an announcement, or in a value that is?"""
    inside = [node for other in block for node in walk(other)]
    said = [part for node in inside if isinstance(node, n.Announce) for part in walk(node)]
    users = [other for other in block if isinstance(other, n.Let) and other is not stmt and n.Name(stmt.name) in walk(other)]
    return n.Name(stmt.name) in said or any(_announced(other, block) for other in users)


def tell_statement(speaker: Speaker, stmt: n.Stmt, scope: Scope) -> Told:
    if isinstance(stmt, n.Let) and stmt.value == n.You() and not scope.doer:  # another name for the one who is spoken to
        return [], scope.bind(stmt.name, Ref(t.PLAYER, speaker.grammar.word("player"), text=speaker.say("you"), person=True))
    act = act_of(speaker, stmt, scope)
    if act is not None:
        return [Piece(told_act(speaker, act, scope))], scope_after(speaker, stmt, scope)
    found: Told = SENTENCES[type(stmt)](speaker, stmt, scope)
    return found


def tell_abilities(speaker: Speaker, abilities: Iterable[n.Ability], scope: Scope) -> list[Piece]:
    return [piece for ability in abilities for piece in tell_ability(speaker, ability, scope)]


def tell_ability(speaker: Speaker, ability: n.Ability, scope: Scope) -> list[Piece]:
    found: list[Piece] = ABILITIES[type(ability)](speaker, ability, scope)
    return found
