"""From the program of a table to Python, function by function.

Contract: `Compiler.tree(key)` gives the syntax tree of the function that a key stands for, and its file of rules;
`function(key)` the representation behind it after all passes. A key is plain data, and the same in every process. Names are
readable, unique for a table, and made here.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from typing import Any

from rulekit.ir.fold import FRAME
from rulekit.ir.lower import functions, menus, queries
from rulekit.ir.lower.expressions import Lowering
from rulekit.ir.lower.routines import Routines
from rulekit.ir.nodes import Block, Function, Name, Recipe, Return
from rulekit.ir.passes.budget import counted
from rulekit.ir.passes.dead import dead
from rulekit.ir.passes.forward import forward
from rulekit.ir.passes.scopes import merge_scopes
from rulekit.ir.passes.searches import searches
from rulekit.ir.passes.share import WHOLE, shared
from rulekit.ir.python.printer import Printer
from rulekit.ir.ranges import unit
from rulekit.program import core as c
from rulekit.runtime.machine import Machine

_PREFIX = {"routine": "run", "playing": "play", "played": "answer"}
_LOWERED = (functions, menus, queries)  # each of them lowers a part of the language


class Compiler:
    """The functions of one table."""

    def __init__(self, machine: Machine) -> None:
        self.cx = Lowering(machine)
        self.routines = Routines(self.cx)
        self.constants, self.fold = self.cx.constants, self.cx.fold
        self.printer = Printer(self.constants, self.name)
        self._names: dict[Recipe, str] = {}
        self._keys: dict[str, Recipe] = {}
        self._lower: dict[str, Any] = {
            "routine": lambda path: self.routines.routine(path, False),
            "playing": lambda path: self.routines.routine(path, True),
            "ask": lambda path, index: self.routines.after_answer(path, index, False),
            "played": lambda path, index: self.routines.after_answer(path, index, True),
            "verb": self.routines.verb,
            "reply": self.routines.reply,
            "watch": lambda number: self.routines.watcher(self.cx.program.watches[number]),
            "modifier": self._modifier,
        }

    # ---------- names ----------
    def name(self, key: Recipe) -> str:
        """The name of a function."""
        found = self._names.get(key)
        if found is None:
            found = _readable(key)
            if self._keys.get(found, key) != key:
                found = f"{found}_{_hash(key)}"
            self._names[key], self._keys[found] = found, key
        return found

    def key(self, name: str) -> Recipe | None:
        """What a name stands for that was given before."""
        return self._keys.get(name)

    # ---------- functions ----------
    def known(self, key: Recipe) -> bool:
        """Can the function of a key be made?"""
        return key[0] in self._lower or key in self.cx.wanted

    def lowered(self, key: Recipe) -> Function:
        """The representation of a function, before any pass."""
        lower = self._lower.get(key[0])
        return lower(*key[1:]) if lower is not None else self.cx.wanted[key]()

    def function(self, key: Recipe, first: Callable[[Block], Block] | None = None) -> Function:
        """The representation after all passes, and after one of the caller's before them."""
        found = self.lowered(key)
        if first is not None:
            found.body = first(found.body)
        found.body = self.optimised(found.body, found)
        if key[0] in ("define", "stat"):  # each takes a unit of the budget
            nobody = 1 if key[0] == "stat" else 0
            found.body[nobody:nobody] = unit()
        return found

    def tree(self, key: Recipe) -> tuple[ast.Module, str]:
        found = self.function(key)
        return self.printer.function(found, self.name(key)), found.file

    def optimised(self, body: Block, function: Function) -> Block:
        if function.key[0] not in WHOLE:
            body = merge_scopes(forward(body, self.cx.b))
        return dead(searches(counted(shared(body, function, self._shared_name), self.cx.b)))

    def _shared_name(self) -> Name:
        return self.cx.b.fresh(prefix="c")

    def value(self, node: c.Core) -> ast.Module:
        """A function `e(m, s, L)` of an expression."""
        body: Block = [Return(self.cx.value(node, FRAME))]
        found = Function(("value",), ("m", "s", "L"), body, "<rulekit>")
        found.body = self.optimised(body, found)
        return self.printer.function(found, "e")

    def _modifier(self, stat: str, at: int) -> Function:
        return functions.modifier_function(self.cx, self.cx.t.modifiers[stat][at], ("modifier", stat, at))

    def define(self, name: str) -> Recipe:
        """The key of a define with all its arguments given."""
        return self.cx.ref(*functions.define_key(self.cx, name)).function

    def stat(self, name: str) -> Recipe:
        return functions.stat_key(self.cx, name)


def _readable(key: Recipe) -> str:
    """`ask_choose_actions_3`: what it is, whose it is. Only where a name of the rules could be mistaken, a hash is added."""
    kind, *rest = key
    prefix: str = _PREFIX.get(kind) or kind
    words, odd = [], False
    for word in rest[:2]:
        text = str(word).removeprefix("verb/").replace("/", "__")
        plain = "".join(ch if ch.isascii() and (ch.isalnum() or ch == "_") else "_" for ch in text)
        odd = odd or plain != text or "__" in str(word)
        words.append(plain)
    if kind == "define":
        words, odd = words[:1], odd or bool(key[2])
    if kind == "menu" and key[3]:
        prefix = "offer"
    name = "_".join([prefix, *words])
    return f"{name}_{_hash(key)}" if odd else name


def _hash(key: Recipe) -> str:
    return hashlib.blake2b(repr(key).encode(), digest_size=6).hexdigest()
