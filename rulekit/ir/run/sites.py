"""Places of the rules that ask, and what is offered there.

Contract: a `Site` is one operation of one routine. Where every answer has a name of its own (`steady`), its `Offers` are
made once for a table, and printed code offers them again and again. `go` is the function that goes on after an answer
there (`play` the one of playouts); it is printed when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulekit.interpreter.machine import Interpreter
from rulekit.program import ops as o
from rulekit.program.types import Type, is_kind
from rulekit.runtime.describe import describe
from rulekit.runtime.labels import choice_label
from rulekit.runtime.option import Option, offered
from rulekit.runtime.questions import Choice
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table

MOST_SAID = 100_000  # values that a place may offer of which options are kept
Resume = Callable[..., int]  # of machine, data, frame, its locals, and the value that was answered


class Site:
    """A place that asks."""

    __slots__ = ("_code", "_offers", "go", "index", "op", "path", "play")

    def __init__(self, code: Any, path: str, index: int) -> None:
        self._code, self.path, self.index = code, path, index
        self.op: Any = code.program.routines[path].ops[index]
        self._offers: dict[int, tuple[Table, Offers]] = {}
        self.go: Resume = self._first
        self.play: Resume = self._first_play

    def _first(self, *given: Any) -> int:
        self.go = self._code.resumes["ask", self.path, self.index]
        return self.go(*given)

    def _first_play(self, *given: Any) -> int:
        self.play = self._code.resumes["played", self.path, self.index]
        return self.play(*given)

    def offers(self, table: Table) -> Offers:
        """What is offered at a table; the names of players are its own."""
        found = self._offers.get(id(table))
        if found is None:
            found = self._offers.setdefault(id(table), (table, Offers(self, table)))
        return found[1]

    def of_code(self) -> Offers:
        """What is offered where no player is: the same at all tables that share their code."""
        return self.offers(self._code.table)


class Said(dict[Any, Option]):
    """Options by what is answered, each made when it is first offered."""

    def __init__(self, make: Callable[[Any], Option]) -> None:
        self._make = make

    def __missing__(self, value: Any) -> Option:
        if len(self) >= MOST_SAID:
            raise KeyError(value)
        found = self[value] = self._make(value)
        return found


class Offers:
    """The options of a steady site: `heads` by option of a menu, each one option, a list by the number of the thing, or, where
    values are answered that are always called the same, `Said`."""

    __slots__ = ("_site", "_table", "done", "heads")

    def __init__(self, site: Site, table: Table) -> None:
        self._site, self._table = site, table
        op = site.op
        self.done = self._option("no", "done")
        if isinstance(op, o.AskYes):
            self.heads: tuple[Any, ...] = (self._option("yes", True), self._option("no", False))
        elif isinstance(op, o.Choose):
            self.heads = (self._items(op.element, "", lambda item: item),)
            if isinstance(self.heads[0], Said):
                self.heads[0]["done"] = self.done
        else:
            self.heads = tuple(self._head(index, head) for index, head in enumerate(op.options))

    def _head(self, index: int, head: o.OptionHead) -> Any:
        if head.source is None:
            return self._option(head.name, (index, None))
        return self._items(head.type, f"{head.name} ", lambda item: (index, item))

    def _items(self, type_: Type, prefix: str, value: Callable[[Any], Any]) -> Said | list[Option | None]:
        if type_.tag != "thing":
            reader = Interpreter(self._table, Data())
            return Said(lambda item: self._option(prefix + describe(reader, item, type_), value(item)))
        found: list[Option | None] = [None] * len(self._table.entities)
        for entity in self._table.entities:
            if is_kind(entity.kind, type_.name, self._table.program.parents):
                found[entity.number] = self._option(prefix + entity.name, value(entity.number))
        return found

    def _option(self, text: str, value: Any) -> Option:
        return offered(text, self, value)

    # ---------- what players read ----------
    def label(self, option: Option, lang: str = "") -> str:
        return choice_label(Interpreter(self._table, Data()), self.choice(option), lang) or str(option)

    def choice(self, option: Option) -> Choice:
        op, value = self._site.op, option.value
        if isinstance(op, o.Choose) and value != "done":
            return Choice(value, str(option), 1, value, op.element)
        if not isinstance(op, o.Ask):
            return Choice(value, str(option))
        head = op.options[value[0]]
        found = Choice(value, str(option), 1, value[1], head.type if head.source is not None else None)
        found.head = head
        return found

    def cost(self, option: Option) -> str:
        return ""

    def probability(self, option: Option) -> Fraction | None:
        return None
