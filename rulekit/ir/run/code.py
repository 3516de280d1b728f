"""All compiled functions of one table.

Contract: functions are compiled when they are first needed, or taken from the store. Tracebacks and profiles point at the
rules: each function carries the name of the rules file and the lines of the rules it was made from.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from threading import RLock
from types import CodeType
from typing import Any

from rulekit.interpreter.machine import Interpreter
from rulekit.ir.compiler import Compiler
from rulekit.ir.fold import FRAME
from rulekit.ir.nodes import Recipe
from rulekit.ir.run import helpers
from rulekit.ir.run.store import Store
from rulekit.program import core as c
from rulekit.runtime.machine import Bounds
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table

Function = Callable[..., Any]
_MAKING = RLock()  # the code of a table is made once


class Made(dict[Any, Any]):
    """Things that are made when they are first asked for. There is one compiler, and what it makes becomes visible to all:
    one thread does it, the others wait."""

    def __init__(self, lock: RLock, make: Callable[[Any], Any]) -> None:
        self._lock, self._make = lock, make

    def __missing__(self, key: Any) -> Any:
        with self._lock:
            found = self[key] = self._make(key)
        return found


class Code:
    """Functions by what they do."""

    def __init__(self, table: Table) -> None:
        self.table, self.program = table, table.program
        self.lock = RLock()
        self.compiler = Compiler(Interpreter(table, Data()))
        self.constants = self.compiler.constants
        self.constants.code = self
        self.store = Store(table)
        self.space: dict[str, Any] = dict(helpers.SPACE)
        self._values: dict[int, tuple[c.Core, Function]] = {}
        self.routines = self._made(lambda path: self.ready(("routine", path)))
        self.playing = self._made(lambda path: self.ready(("playing", path)))  # for playouts: they answer every question
        self.resumes = self._made(self.ready)  # what goes on after an answer
        self.defines = self._made(lambda name: self.ready(self.compiler.define(name)))
        self.stats = self._made(lambda name: self.ready(self.compiler.stat(name)))
        self.changers = self._made(lambda of: self.ready(("modifier", *of)))  # modifiers by computed value and number
        self.watchers = self._made(self._find_watchers)
        self.replies = self._made(self._reply)
        self.bounds: Bounds = self._made(self._bounds_of)
        self.bearing = self._made(lambda bearer: frozenset(table.bearers(bearer)))
        self._complete: dict[str, bool] = {}  # by keys: does all that kept code uses lie there too?
        self._placeholders: set[str] = set()  # names of functions that something else stands for until they are run

    # ---------- making ----------
    def ready(self, key: Recipe) -> Function:
        """The function of a key: known, kept on disk, or compiled now."""
        name = self.compiler.name(key)
        found = self.space.get(name)
        if found is None or name in self._placeholders:
            unit = self._kept(name, key)
            if unit is None:
                tree, file = self.compiler.tree(key)
                code = compiled(tree, file)
                unit = code, self._uses(code)
                self.store.add(repr(key), *unit)
            self._run(*unit)
            self._placeholders.discard(name)
            found = self.space[name]
        function: Function = found
        return function

    def _kept(self, name: str, key: Recipe) -> tuple[CodeType, dict[str, Any]] | None:
        """The code of a key as it lies on disk, if all that it uses can be had, however far away."""
        return self.store.get(repr(key)) if self._whole(name, key) else None

    def _whole(self, name: str, key: Recipe) -> bool:
        """Lies a function on disk with all that it uses? What was never needed there can be compiled here only if it is known
        without the function that wanted it."""
        text = repr(key)
        if text not in self._complete:
            self._complete[text] = True  # functions that use each other stand or fall together
            found = self.store.get(text)
            self._complete[text] = (
                found is not None
                and name in [const.co_name for const in found[0].co_consts if isinstance(const, CodeType)]
                and all(self._at_hand(used, recipe[1]) for used, recipe in found[1].items() if recipe[0] == "function")
            )
        return self._complete[text]

    def _at_hand(self, used: str, key: Recipe) -> bool:
        return self.compiler.name(key) == used and (self.compiler.known(key) or self._whole(used, key))

    def _uses(self, code: CodeType) -> dict[str, Any]:
        """What code looks up by name: constants by their recipes, functions by their keys."""
        found: dict[str, Any] = {}
        for used in _globals(code):
            key = self.compiler.key(used)
            if used in self.constants.recipes:
                found[used] = self.constants.recipes[used]
            elif key is not None:
                found[used] = ("function", key)
        return found

    def _run(self, code: CodeType, uses: dict[str, Any]) -> None:
        """Makes what code defines known, after all that it needs: another thread may call it at once."""
        for used, recipe in uses.items():
            if used not in self.space:
                if recipe[0] == "function":
                    self._placeholders.add(used)
                    self.space[used] = self._later(recipe[1])
                else:
                    self.space[used] = self.constants.value(recipe)
        exec(code, self.space)

    def _later(self, key: Recipe) -> Function:
        """Stands for a function that others call, until it is first run."""

        def first(*args: Any) -> Any:
            with self.lock:
                function = self.ready(key)
            return function(*args)

        return first

    def _made(self, make: Callable[[Any], Any]) -> Made:
        return Made(self.lock, make)

    # ---------- what there is ----------
    def value(self, node: c.Core) -> Function:
        """The function of an expression; the node is kept, so that its identity stays its own."""
        kept = self._values.get(id(node))
        if kept is not None:
            return kept[1]
        with self.lock:
            code = compiled(self.compiler.value(node), "<rulekit>")
            self._run(code, self._uses(code))
            found: Function = self.space.pop("e")
            self._values[id(node)] = (node, found)
        return found

    def _bounds_of(self, resource: str) -> tuple[int | None, Any]:
        """The floor of a resource, and its cap: a number, a function, or None."""
        var = self.program.vars[resource]
        cap = None if var.cap is None else self.compiler.fold.value(var.cap, FRAME)
        known = cap is None or type(cap) is int
        return var.floor, cap if known else self.value(var.cap)  # type: ignore[arg-type]

    def _reply(self, path: str) -> Function | None:
        """An ability that never stops, as a plain function of its locals; None if it may stop."""
        stays = self.compiler.routines.verbs.replies(self.program.routines[path])
        return self.ready(("reply", path)) if stays else None

    def _find_watchers(self, event: tuple[str, str]) -> tuple[Function, ...]:
        """For each ability that answers such an event (a verb and a timing): a function that finds those in force."""
        return tuple([self.ready(("watch", watch.number)) for watch in self.table.watches.get(event, ())])


def compiled(tree: ast.Module, file: str) -> CodeType:
    return compile(tree, file, "exec")


def _globals(code: CodeType) -> Iterator[str]:
    """The names that code looks up outside of itself, functions inside it included."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _globals(inner)


def code_of(table: Table) -> Code:
    found = table.code
    if not isinstance(found, Code):
        with _MAKING:
            if not isinstance(table.code, Code):
                table.code = code_of(table.twin) if table.twin is not None else Code(table)
            found = table.code
    assert isinstance(found, Code)
    return found
