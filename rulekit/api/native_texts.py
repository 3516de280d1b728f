"""What answers are called, for search in native code.

Contract: `Texts.of(machine)` gives the number of the text of each answer of a position, the same number for the same text
always. A text is made by the reference, once for an answer whose text hangs on nothing else.
"""

from __future__ import annotations

import ctypes as c
from typing import Any

from rulekit.api.game import Game
from rulekit.api.state import State
from rulekit.native.convert import MISS
from rulekit.native.library import Machine
from rulekit.program import ops as o
from rulekit.program.types import Type
from rulekit.runtime.describe import is_plain
from rulekit.runtime.table import Table

_UNLESS_ALIKE, _PLAIN, _BY_LIST, _BY_PLACES, _NEVER = 0, 1, 2, 4, -1
_THINGS = MISS + 3  # marks a place that offers things


class Texts:
    """The texts of one table, by number."""

    def __init__(self, library: Any, game: Game, table: Table) -> None:
        self._library, self._game, self._table = library, game, table
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._met: set[tuple[str, int]] = set()  # places whose things have their names
        self._designs: dict[str, set[str]] = {}
        for entity in table.entities:
            self._designs.setdefault(entity.name, set()).add(entity.design)
        self.names = library.names()
        if not self.names:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "names", None):
            self._library.names_free(self.names)

    @staticmethod
    def shared(library: Any, game: Game, table: Table) -> Texts:
        """Those of this thread: what was learnt in one search is known in the next one."""
        known: dict[tuple[str, ...], Texts] = library.own.__dict__.setdefault("texts", {})
        key = tuple(table.text(seat) for seat in table.seats)
        if key not in known:
            known[key] = Texts(library, game, table)
        return known[key]

    def number(self, text: str) -> int:
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return found

    def of(self, machine: Machine) -> Any:
        """The numbers of the texts of all answers."""
        found = (c.c_int32 * machine.told[0])()
        if self._library.answers(machine.address, self.names, found):
            return self.learn(machine)
        return found

    def learn(self, machine: Machine) -> Any:
        """The same from the reference; what is called so whatever happens is noted."""
        data, _, _ = machine.dump(0)
        state = State(self._game, self._table, data)
        state.quiet = True
        question = state.question
        count = machine.told[0]
        if question is None or len(question.choices) != count:
            raise AssertionError("native code offers something else than the reference")
        found = (c.c_int32 * count)(*(self.number(choice.text) for choice in question.choices))
        path, place, _ = data.stack[-1]
        op = self._table.program.routines[path].ops[place] if path[0] != "@" else None
        if op is not None and (path, place) not in self._met:
            self._meet(op, path, place)
        alike = self._library.alike(machine.address)
        for at, choice in enumerate(question.choices):
            how = _PLAIN if choice.unseen else self._how(op, choice.value, choice.text)
            if alike == 1 and isinstance(op, o.Choose | o.NextItem) and op.element.tag == "thing":
                how = _BY_PLACES
            if how in (_PLAIN, _BY_LIST, _BY_PLACES) or (how == _UNLESS_ALIKE and not alike & 1):
                self._library.call(machine.address, self.names, at, found[at], how)
        return found

    def _meet(self, op: Any, path: str, place: int) -> None:
        """A place that asks for the first time: what the things are called that it may offer."""
        self._met.add((path, place))
        if isinstance(op, o.Choose | o.NextItem):
            heads: list[tuple[int, str, Type]] = [(MISS, "", op.element)]
        elif isinstance(op, o.Ask):
            heads = [(at, f"{head.name} ", head.type) for at, head in enumerate(op.options) if head.source is not None]
        else:
            return
        routine = list(self._table.program.routines).index(path)
        for head, prefix, type_ in heads:
            if type_.tag == "thing":
                self._note(routine, place, head, prefix, type_)

    def _note(self, routine: int, place: int, head: int, prefix: str, type_: Type) -> None:
        names = {thing: self._table.entities[thing].name for thing in self._table.members(type_.name)}
        kinds = {thing: self._of_type(type_, thing, name) for thing, name in names.items()}
        things = [thing for thing, how in kinds.items() if how != _NEVER]
        texts = [self.number(prefix + names[thing]) for thing in things]
        things, texts, kinds[_THINGS] = [*things, _THINGS], [*texts, 0], _PLAIN
        count = len(things)
        rows = (
            (c.c_int64 * count)(*things),
            (c.c_int32 * count)(*texts),
            (c.c_int32 * count)(*(kinds[thing] for thing in things)),
        )
        self._library.call_things(self.names, routine, place, head, count, *rows)

    def _how(self, op: Any, value: Any, text: str) -> int:
        """On what the text of an answer hangs."""
        if isinstance(op, o.Choose):
            by_list = op.element.tag == "zone"
            return _BY_LIST if by_list else _PLAIN if value == "done" else self._of_type(op.element, value, text)
        if isinstance(op, o.NextItem):
            return self._of_type(op.element, value, text)
        if isinstance(op, o.AskYes | o.AskTimes) or (op is None and type(value) is int and text == str(value)):
            return _PLAIN  # the machine itself asks for amounts
        if isinstance(op, o.Ask) and len(value) == 2 and type(value[0]) is int:
            head = op.options[value[0]]
            return _PLAIN if head.source is None else self._of_type(head.type, value[1], text.removeprefix(f"{head.name} "))
        return _NEVER

    def _of_type(self, type_: Type, value: Any, text: str) -> int:
        if type_.tag != "thing":
            return _PLAIN if is_plain(self._table, type_) else _NEVER
        table = self._table
        if type(value) is not int or text != table.entities[value].name:
            return _NEVER
        if table.sole[value]:
            return _PLAIN
        return _UNLESS_ALIKE if len(self._designs[text]) == 1 and not table.fixed[value] else _NEVER
