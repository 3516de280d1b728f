"""Facts about operations, built-in functions, names and attributes, in one place for everybody who asks.

Contract: `OPERATIONS` has every class of operation, `FUNCTIONS` every built-in function and name, `ATTRIBUTES` what every
thing or player has (tests hold them against the interpreter, the checker and the wordings). An analysis asks here instead
of keeping a list of its own. A function is added by a line here and its implementation in `interpreter/builtins.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.signature import Signature, signature
from rulekit.program.types import Type


@dataclass(frozen=True, slots=True)
class Operation:
    """What an operation may do besides going on with the next one."""

    asks: bool = False  # it may stop at itself for an answer
    question: bool = False  # it is a question, whenever it asks: not a roll or an order of several
    resumes: bool = False  # compiled code goes on from its answer in a function of its own
    leaves: bool = True  # others may run before the next operation of the routine
    ends: bool = False  # what is written behind it is reached by jumps alone
    goes_on: bool = True  # the next operation of the routine may follow it
    jumps: tuple[str, ...] = ()  # its fields that are places of the routine
    binds: tuple[str, ...] = ()  # its fields that are locals it writes
    frameless: bool = False  # it never needs a frame of its own, in a verb that nobody answers
    clobbers: bool = False  # it may write locals that `binds` does not name
    opens: bool = False  # it opens a scope
    silent: bool = False  # it stands for no words of its own
    changes: str = ""  # what it changes besides locals: a field that names it, `*zones`, `*faces`, or `*` for anything
    inlines: bool = False  # a verb of such operations alone may be written out where it is called
    breaks: bool = False  # it ends a scope or the game, or stops for chance: not the common way through a verb


_PLAIN = Operation(leaves=False, frameless=True)
_ZONES = Operation(changes="*zones")

OPERATIONS: dict[type[o.Operation], Operation] = {
    o.Let: Operation(leaves=False, frameless=True, binds=("slot",), inlines=True),
    o.Jump: Operation(leaves=False, frameless=True, ends=True, goes_on=False, jumps=("to",), silent=True, inlines=True),
    o.JumpUnless: Operation(leaves=False, frameless=True, jumps=("to",), inlines=True),
    o.Return: Operation(leaves=False, frameless=True, ends=True, goes_on=False),
    o.Require: _PLAIN,
    o.Announce: Operation(leaves=False, frameless=True, inlines=True),
    o.SetVar: Operation(leaves=False, frameless=True, changes="var", inlines=True),
    o.Gain: Operation(binds=("bind",), changes="bundle", inlines=True),
    o.Move: _ZONES,
    o.Draw: Operation(binds=("bind",), changes="*zones"),
    o.Shuffle: _ZONES,
    o.Settle: _ZONES,
    o.Face: Operation(changes="*faces"),
    o.RollDie: Operation(changes="*faces"),
    o.RollNumber: Operation(asks=True, binds=("bind",), inlines=True, breaks=True),
    o.Put: _ZONES,
    o.TurnTo: Operation(leaves=False, changes="*faces"),
    o.CallVerb: Operation(changes="verb", inlines=True),
    o.Activate: Operation(changes="*"),
    o.TakeResult: Operation(leaves=False, frameless=True, binds=("slot",), silent=True, inlines=True),
    o.Pay: Operation(jumps=("failed",), changes="cost"),
    o.Ask: Operation(asks=True, question=True, resumes=True, ends=True, goes_on=False, jumps=("empty",), clobbers=True),
    o.Choose: Operation(asks=True, question=True, resumes=True, jumps=("empty",), binds=("slot", "picked")),
    o.AskYes: Operation(asks=True, question=True, resumes=True, ends=True, jumps=("no",)),
    o.AskTimes: Operation(asks=True, question=True, binds=("slot",), changes="cost"),
    o.NextItem: Operation(asks=True, jumps=("done",), binds=("items", "slot")),
    o.CountDown: Operation(leaves=False, frameless=True, jumps=("done",), binds=("slot",)),
    o.CycleNext: Operation(leaves=False, jumps=("done",), binds=("last", "slot")),
    o.ScopeBegin: Operation(jumps=("end",), opens=True),
    o.ScopeEnd: Operation(asks=True, clobbers=True, silent=True),
    o.UnderBegin: Operation(leaves=False, jumps=("end",), opens=True, changes="*"),
    o.EndScope: Operation(ends=True, goes_on=False, changes="*", inlines=True, breaks=True),
    o.EndGame: Operation(ends=True, changes="*", inlines=True, breaks=True),
    o.Proceed: Operation(changes="*"),
    o.SealedSave: Operation(leaves=False, binds=("into",)),
    o.SealedLoad: Operation(leaves=False, clobbers=True),
    o.Lasting: Operation(leaves=False, changes="*"),
    o.Todo: Operation(ends=True, goes_on=False),
}


def facts_of(op: o.Operation) -> Operation:
    return OPERATIONS[type(op)]


def targets(op: Any) -> list[int]:
    """The places of the routine that an operation may jump to."""
    found = [getattr(op, name) for name in facts_of(op).jumps]
    return [*found, *(head.to for head in op.options)] if isinstance(op, o.Ask) else found


@dataclass(frozen=True)
class Function:
    """A built-in function or name: how it is written, what it hangs on, and what it gives."""

    written: str = ""  # its signature; none if it is no word of the language and only the checker asks for it
    pure: bool = False  # it hangs on its values alone
    fixed: bool = False  # it hangs on the table alone, whatever its values are
    number: bool = False  # a number that is never none
    things: bool = False  # a list of things, none of them missing and none twice
    distinct: bool = False  # a list that holds nothing twice, whatever its values are
    none: bool = False  # it may be none though its type has something to stand for nothing
    is_made: bool = False  # the checker makes it out of others: it has no implementation
    calls: str = ""  # the function that it is another word for
    free: bool = False  # games may use the word for something of their own

    @cached_property
    def signature(self) -> Signature:
        return signature(self.written)

    @property
    def once(self) -> bool:
        """Does it give a list that holds nothing twice?"""
        return self.things or self.distinct

    @property
    def is_name(self) -> bool:
        return bool(self.written) and self.signature.is_name

    @property
    def is_called(self) -> bool:
        return bool(self.written) and not self.signature.is_name

    @property
    def gives_item(self) -> bool:
        return bool(self.written) and self.signature.gives_item

    @property
    def keeps_items(self) -> bool:
        return bool(self.written) and self.signature.keeps_items


FUNCTIONS: dict[str, Function] = {
    # lists
    "size": Function("(list of x) -> number", pure=True, number=True),
    "first": Function("(ordered list of x) -> x", pure=True),
    "last": Function("(ordered list of x) -> x", pure=True),
    "item": Function("(settled list of x, number) -> x", pure=True),
    "split": Function("(ordered list of x, number) -> list of x", pure=True, free=True),
    "flatten": Function("(list of x) -> list of x", is_made=True, free=True),
    "distinct": Function("(list of x) -> list of x", pure=True, distinct=True),
    "reversed": Function("(ordered list of x) -> list of x", pure=True),
    "starting": Function("(x, settled list of x) -> list of x", pure=True),
    "place_of": Function("(x, ordered list of x) -> number", is_made=True),
    "top": Function("(ordered zone of x) -> x"),
    "bottom": Function("(ordered zone of x) -> x"),
    "all": Function("(word) -> list of thing", is_made=True),
    "all_of_kind": Function(pure=True, fixed=True, things=True),
    "all_of_design": Function(pure=True, fixed=True, things=True),
    # numbers and amounts
    "min": Function("(number, number) -> number", pure=True, number=True),
    "max": Function("(number, number) -> number", pure=True, number=True),
    "min_roll": Function(pure=True, number=True),
    "max_roll": Function(pure=True, number=True),
    "remainder": Function("(number, number) -> number", is_made=True),
    "amount": Function("(bundle, resource) -> number", number=True),
    "bundle_size": Function(),
    "can_pay": Function("(bundle) -> yesno"),
    "paying_for": Function("(word) -> yesno"),
    # players and time
    "players": Function("list of player", pure=True, fixed=True, things=True),
    "seating": Function("list of player", pure=True, fixed=True, things=True, free=True),
    "everyone": Function("list of player", pure=True, fixed=True, things=True, free=True),
    "opponents": Function("list of player", pure=True, things=True),
    "others": Function("(player) -> list of player", calls="opponents"),
    "left_of": Function("(player) -> player", is_made=True),
    "turn_order": Function("list of player", distinct=True),
    "active": Function("player"),
    "actor": Function(),
    "round_number": Function("number", number=True),
    "winners": Function("list of player", free=True, distinct=True),
    "game_over": Function("yesno"),
    "in_phase": Function("(word) -> yesno"),
    "in_step": Function("(word) -> yesno"),
    # zones and boards
    "box": Function("zone of thing", pure=True, fixed=True),
    "zone_owner": Function(),
    "cells": Function(pure=True, fixed=True, things=True),
    "neighbours": Function("(cell c) -> list of c", pure=True, things=True),
    "row": Function("(cell) -> number", pure=True, number=True, free=True),
    "column": Function("(cell) -> number", pure=True, number=True, free=True),
    "cell_at": Function("(word, number, number) -> cell", pure=True, free=True),
    "orthogonals": Function("list of direction", pure=True, fixed=True, free=True, distinct=True),
    "diagonals": Function("list of direction", pure=True, fixed=True, free=True, distinct=True),
    "directions": Function("(cell) -> list of direction", pure=True, distinct=True),
    "board_directions": Function(pure=True, fixed=True, distinct=True),
    "opposite": Function("(direction) -> direction", pure=True, free=True),
    "heading": Function("(cell, cell) -> direction", pure=True),
    "ahead": Function("(cell c, direction) -> c", pure=True),
    "ray": Function("(cell c, direction) -> list of c", pure=True, things=True, free=True),
    "blank_sides": Function("(cell) -> number", pure=True, number=True),
    "sides": Function("(cell, word) -> number", pure=True, number=True),
    "distance": Function("(any, any, step) -> number", none=True),
    "reachable": Function("(any, number, step) -> list of any", distinct=True),
    "path": Function("(any, any, step) -> list of any", distinct=True),
    "connected": Function("(any, any, step) -> yesno", is_made=True, free=True),
    "components": Function("(list of x, step) -> list of x", free=True),
    "place": Function("(word) -> list of cell", pure=True, fixed=True, distinct=True),
    "map_value": Function("(word) -> any", pure=True, fixed=True, none=True),
}


def called() -> frozenset[str]:
    """The functions of the language."""
    return frozenset(name for name, facts in FUNCTIONS.items() if facts.is_called)


def standing_names() -> frozenset[str]:
    """The values that are there in every game."""
    return frozenset(name for name, facts in FUNCTIONS.items() if facts.is_name)


def reserved() -> frozenset[str]:
    """The names that a game had better not declare: they are there already, or everything has a part of that name."""
    return frozenset(name for name in standing_names() if not FUNCTIONS[name].free) | {*ATTRIBUTES}


@dataclass(frozen=True, slots=True)
class Attribute:
    """What every thing of a built-in kind has."""

    type: Type
    of: str = "thing"


ATTRIBUTES: dict[str, Attribute] = {
    "owner": Attribute(t.PLAYER),
    "zone": Attribute(t.ANY_ZONE),
    "name": Attribute(t.DESIGN),
    "cell": Attribute(t.CELL),
    "position": Attribute(t.NUMBER),
    "face_up": Attribute(t.YESNO),
    "die": Attribute(t.DIE),
    "seat": Attribute(t.NUMBER, "player"),
    "left": Attribute(t.PLAYER, "player"),
    "faces": Attribute(Type("zone", "", t.THING), "die"),
    "shown": Attribute(t.THING, "die"),
}
