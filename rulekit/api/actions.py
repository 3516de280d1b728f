"""All answers that a game may ever offer, as one fixed list: for those who learn by numbers.

Contract: `Actions` hangs on the rules and the number of players alone, so a number means the same in every position, game and
process. Every option of every decision of a player has a number of its own there (`of`); an option that has none is a
`UsageError`, never a guess. Copies of a thing that can be told apart are numbered in the order in which they are offered, from
the second on (`take penny#2`), and so are things that the player does not see (`take unseen#3`). What has no name known
beforehand (amounts, ways to pay, long lists) goes by its place among its like (`choice#2`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, overload

from rulekit.api.decision import Option
from rulekit.api.state import State
from rulekit.errors import UsageError
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.types import NUMBER, Type
from rulekit.runtime.describe import describe, zone_key
from rulekit.runtime.questions import Choice
from rulekit.runtime.table import Table

RANKS = 64  # of answers of one question that have no name known beforehand
NUMBERS = 100  # numbers from 0 that have names
_PARTS = 21  # the same, of a part of a record
_MANY = 2000  # records of one type that are named
_UNSEEN, _OTHER = "unseen", "choice"
_ALWAYS = ("yes", "no", "done", "next", "none")


class Actions(Sequence[str]):
    """The names of all answers, in a fixed order."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._names = tuple(_Listing(table).names)
        self._number = {name: number for number, name in enumerate(self._names)}

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return self._names[at]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._number

    def index(self, name: str, *_: Any) -> int:
        """The number of a name."""
        found = self._number.get(name)
        if found is None:
            raise UsageError(f"`{name}` is no action of this game")
        return found

    def of(self, state: State) -> list[int]:
        """The number of each option of the decision at hand, in their order."""
        question = state.question
        if question is None or question.kind == "chance":
            return []
        told: Counter[str] = Counter()
        found = []
        for choice in question.choices:
            base = self._base(state, choice)
            told[base] += 1
            found.append(self._numbered(base if told[base] == 1 else f"{base}#{told[base]}", choice, state))
        return found

    def _numbered(self, name: str, choice: Choice, state: State) -> int:
        found = self._number.get(name)
        if found is None:
            raise UsageError(
                f"the option `{choice.text}` has no number among the {len(self)} actions of {state.game.name}: "
                f"a question has more than {RANKS} answers without a name known beforehand"
            )
        return found

    def _base(self, state: State, choice: Choice) -> str:
        """The name of an option without its copy; what is not known beforehand goes by its rank."""
        prefix = "" if choice.head is None else str(choice.head.name)
        type_ = choice.item_type
        if type_ is not None and type_.tag == "thing" and choice.item is not None:
            return _joined(prefix, _UNSEEN if choice.unseen else state.table.entities[choice.item].name)
        if choice.item is None or type_ is None:
            name = prefix or choice.text
        elif type_.tag == "zone":
            name = _joined(prefix, zone_key(state.machine, choice.item))
        else:
            name = _joined(prefix, describe(state.machine, choice.item, type_))
        return name if name in self._number else _joined(prefix, _OTHER)

    def option(self, state: State, number: int) -> Option:
        """The option that a number stands for in a position; a `UsageError` where it is not offered."""
        numbers = self.of(state)
        try:
            return state.decision.options[numbers.index(number)]
        except ValueError:
            name = f"`{self._names[number]}`" if 0 <= number < len(self) else f"number {number}"
            raise UsageError(f"the action {name} is not possible here") from None

    def mask(self, state: State) -> list[int]:
        """A 1 for every action that is possible in a position, a 0 for the others."""
        found = [0] * len(self)
        for number in self.of(state):
            found[number] = 1
        return found

    def __deepcopy__(self, memo: dict[int, Any]) -> Actions:
        return self  # nothing changes it

    def __repr__(self) -> str:
        return f"<{len(self)} actions of {self._table.program.name}>"


def _joined(prefix: str, name: str) -> str:
    return f"{prefix} {name}" if prefix else name


class _Listing:
    """Collects the names, in the order of the rules."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names: dict[str, None] = dict.fromkeys(_ALWAYS)
        for op in _operations(table):
            self._operation(op)
        for standing in table.program.anytimes:
            self._head(standing.option)
        program = table.program
        if program.stores:
            self._typed("", NUMBER)  # how much goes where
        if program.watches or program.payments or program.stores or any(map(_unnamed, _operations(table))):
            self._ranked(_OTHER)

    def _operation(self, op: o.Operation) -> None:
        if isinstance(op, o.Ask):
            for head in op.options:
                self._head(head)
        elif (isinstance(op, o.Choose) and not op.random) or (isinstance(op, o.NextItem) and op.free):
            self._typed("", op.element)
        elif isinstance(op, o.AskTimes):
            self._typed("", NUMBER)

    def _head(self, head: o.OptionHead) -> None:
        if head.source is None:
            self.names[head.name] = None
        else:
            self._typed(head.name, head.type)

    def _typed(self, prefix: str, type_: Type) -> None:
        if type_.tag == "thing":
            self._things(prefix, type_)
            return
        names = self._texts(type_, NUMBERS)
        self.names.update(dict.fromkeys(_joined(prefix, name) for name in names))
        if type_.tag not in ("yesno", "values"):
            self._ranked(_joined(prefix, _OTHER))

    def _things(self, prefix: str, type_: Type) -> None:
        members = [self.table.entities[number] for number in self.table.members(type_.name)]
        for name, count in Counter(entity.name for entity in members).items():
            self._ranked(_joined(prefix, name), count)
        if any(self._hidden(entity.number) for entity in members):
            self._ranked(_joined(prefix, _UNSEEN), min(len(members), RANKS))

    def _hidden(self, thing: int) -> bool:
        """Is there a zone that may hide it?"""
        return any(thing in self.table.members(name) for name in self._hiding())

    def _hiding(self) -> list[str]:
        return [name for zone in self.table.program.zones.values() if zone.seen != "everyone" for name in zone.holds]

    def _ranked(self, name: str, count: int = RANKS) -> None:
        self.names[name] = None
        self.names.update(dict.fromkeys(f"{name}#{rank}" for rank in range(2, count + 1)))

    def _texts(self, type_: Type, numbers: int) -> list[str]:
        """The values of a type as options write them, if they are known beforehand and not too many."""
        program = self.table.program
        match type_.tag:
            case "yesno":
                return ["yes", "no"]
            case "values":
                return list(program.values[type_.name])
            case "number":
                return [str(number) for number in range(numbers)]
            case "design":
                return list(program.designs)
            case "resource":
                return list(program.resources())
            case "zone":
                return [_zone_name(self.table, zone) for zone in range(len(self.table.zone_of))]
            case "record":
                parts = [self._texts(part, _PARTS) for _, part in program.records[type_.name]]
                return [" ".join(names) for names in product(*parts)] if _size(parts) <= _MANY else []
        return []


def _operations(table: Table) -> Iterator[o.Operation]:
    return (op for routine in table.program.routines.values() for op in routine.ops)


def _unnamed(op: o.Operation) -> bool:
    """May it ask for something that has no name beforehand: which way to pay, which of several bundles?"""
    if isinstance(op, o.Pay) or (isinstance(op, o.Ask) and any(head.cost is not None for head in op.options)):
        return True
    if not isinstance(op, o.Gain):
        return isinstance(op, o.Choose) and op.cost is not None
    if isinstance(op.bundle, c.Const):
        return len(op.bundle.value) > 1
    return not isinstance(op.bundle, c.MakeBundle)


def _size(parts: list[list[str]]) -> int:
    size = 1
    for part in parts:
        size *= len(part)
    return size


def _zone_name(table: Table, zone: int) -> str:
    """As `zone_key` writes it."""
    definition, owners = table.zone_of[zone]
    return ".".join([*(_owner_name(table, owner) for owner in owners), definition.head.name])


def _owner_name(table: Table, owner: Any) -> str:
    if not isinstance(owner, int):
        return str(owner)
    entity = table.entities[owner]
    return entity.name if table.sole[owner] or entity.copy == 1 else f"{entity.name}#{entity.copy}"


__all__ = ["Actions"]
