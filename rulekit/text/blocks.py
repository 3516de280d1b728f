"""Blocks of statements, from their nodes to pieces of text.

Contract: a statement is told as an act, or by its function with `@sentences`; an ability by its function with `@abilities`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.syntax import nodes as n
from rulekit.text.acts import act_of, scope_after, told_act
from rulekit.text.pieces import Piece
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import ABILITIES, SENTENCES

Told = tuple[list[Piece], Scope]


def block_pieces(speaker: Speaker, block: n.Block, scope: Scope) -> tuple[Piece, ...]:
    return tuple(tell_block(speaker, block, scope)[0])


def tell_block(speaker: Speaker, block: n.Block, scope: Scope) -> Told:
    found: list[Piece] = []
    for stmt in block:
        pieces, scope = tell_statement(speaker, stmt, scope)
        found += pieces
    return found, scope


def tell_statement(speaker: Speaker, stmt: n.Stmt, scope: Scope) -> Told:
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
