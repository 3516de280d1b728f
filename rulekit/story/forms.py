"""With which controls a question can be answered: told from its options and from how it is asked, whatever the game.

Contract: `form_of` changes nothing and hides nothing: each option belongs to exactly one group. A group says how its options
hang together; a series says that this question is one of several that are asked in a row, so that they can be answered at once
(`api/series.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulekit.program import ops as o
from rulekit.runtime.describe import looks, sees
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice, Question
from rulekit.story.parts import Part, parts_of

Kind = Literal["list", "amount", "amounts", "steps"]
_FEW = 3  # options that are as quickly read as a control is moved
_DONE = ("done", "no")


@dataclass(frozen=True, slots=True)
class Role:
    """What the parts at one place of a group have in common: the field of a record, or a resource with who holds it."""

    name: str
    holder: Any = None
    low: int | None = None  # the least and the most of it, where it is an amount
    high: int | None = None
    placed: bool = False  # can every value of it be pointed at on the table?
    many: bool = False  # is every value of it a list, whose members are picked in any order?


@dataclass(frozen=True, slots=True)
class Group:
    """Options that one control answers.

    `list`: each by itself. `amount`: numbers. `amounts`: so much of each role. `steps`: one value for each role, one after
    the other, each of which leaves fewer options."""

    kind: Kind
    name: str  # of the option in a menu; nothing where there is none
    options: tuple[int, ...]  # by their places in the question
    roles: tuple[Role, ...] = ()
    total: int | None = None  # what the amounts of every option add up to, if it is always the same


@dataclass(frozen=True, slots=True)
class Series:
    """This question is one of several.

    `several`: as many picks as `least` to `most` are still to come, in any order. `order`: everything that is offered comes,
    one after the other."""

    kind: Literal["several", "order"]
    least: int
    most: int
    picked: tuple[Any, ...] = ()  # what was taken before
    end: int | None = None  # the option that ends it
    copies: tuple[int, ...] = ()  # how often each option may be taken: of things that are the same one stands for all


@dataclass(frozen=True, slots=True)
class Form:
    """How a question can be answered."""

    groups: tuple[Group, ...]
    series: Series | None = None


def form_of(m: Machine, question: Question) -> Form:
    """The controls of a question."""
    choices = question.choices
    parts = [parts_of(m, question, choice) for choice in choices]
    named: dict[str, list[int]] = {}
    for at, choice in enumerate(choices):
        named.setdefault(_group(choice), []).append(at)
    groups = tuple(_grouped(m, name, at, choices, parts) for name, at in named.items())
    return Form(groups, series_of(m, question))


def _group(choice: Choice) -> str:
    """Options of one name belong together; what ends a choice stands by itself."""
    if choice.head is not None:
        return str(choice.head.name)
    return " " + choice.text if choice.item_type is None and choice.value in _DONE else ""


# ---------- groups ----------
def _grouped(m: Machine, name: str, at: list[int], choices: Sequence[Choice], parts: Sequence[tuple[Part, ...]]) -> Group:
    some, own = [parts[i] for i in at], name.strip() if choices[at[0]].head is not None else ""
    kind = _kind(m, [choices[i] for i in at], some)
    roles: tuple[Role, ...] = ()
    if kind == "steps":
        roles = _steps(m, some)
    elif kind in ("amount", "amounts"):
        roles = _axes(some)
    sums = {sum(part.meaning.amount or 0 for part in each) for each in some}
    total = sums.pop() if kind == "amounts" and len(sums) == 1 else None
    return Group(kind if roles else "list", own, tuple(at), roles, total)


def _kind(m: Machine, choices: Sequence[Choice], parts: Sequence[tuple[Part, ...]]) -> Kind:
    type_ = choices[0].item_type
    if len(choices) == 1 or any(choice.item_type != type_ for choice in choices):
        return "list"
    if type_ is not None and type_.tag in ("record", "list"):
        return "steps" if all(parts) else "list"
    if len(choices) <= _FEW or not all(parts):
        return "list"
    if all(part.meaning.amount is not None for each in parts for part in each):
        several = any(part.role for each in parts for part in each)
        return "amounts" if several and _distinct(parts) else "list" if several else "amount"
    return "list"


def _key(part: Part) -> tuple[Any, ...]:
    mean = part.meaning
    return (part.role, part.holder, mean.things[:1], mean.place, mean.player, mean.zone, mean.amount, mean.value)


def _distinct(parts: Sequence[tuple[Part, ...]]) -> bool:
    """Is no option made of the same parts as another?"""
    return len({frozenset(map(_key, each)) for each in parts}) == len(parts)


def _axes(parts: Sequence[tuple[Part, ...]]) -> tuple[Role, ...]:
    """The amounts that options are made of, with the least and the most of each; an option that has none of it has 0."""
    names = dict.fromkeys((part.role, part.holder) for each in parts for part in each)
    found = []
    for role, holder in names:
        amounts = [sum(p.meaning.amount or 0 for p in each if (p.role, p.holder) == (role, holder)) for each in parts]
        found.append(Role(role, holder, min(amounts), max(amounts)))
    return tuple(found)


def _steps(m: Machine, parts: Sequence[tuple[Part, ...]]) -> tuple[Role, ...]:
    """The fields that are to be asked for: those that differ, without those that another one tells. Where one chooses from
    which cell to which, that is the piece that lies there, and what cannot be pointed at."""
    columns = [[each[i] for each in parts] for i in range(len(parts[0]))]
    placed = [all(map(_can_be_pointed_at, column)) for column in columns]
    keys = [[_key(part)[2:] for part in column] for column in columns]
    kept = [i for i, column in enumerate(keys) if len(set(column)) > 1]
    for i in list(kept):
        others = [j for j in kept if j != i and _tells(keys[j], keys[i])]
        if placed[i]:
            spare = any(_lie_there(m, columns[i], columns[j]) for j in others)
        else:
            spare = any(placed[j] or j < i or not _tells(keys[i], keys[j]) for j in others)
        if spare:
            kept.remove(i)
    return tuple(_field(parts, i, placed[i]) for i in kept)


def _lie_there(m: Machine, things: Sequence[Part], cells: Sequence[Part]) -> bool:
    """Does each thing lie on the cell beside it?"""
    for part, cell in zip(things, cells, strict=True):
        zone = m.s.where[part.meaning.things[0]] if part.meaning.things and part.meaning.cell is None else -1
        if zone < 0 or cell.meaning.cell is None or cell.meaning.cell not in m.t.zone_of[zone][1]:
            return False
    return True


def _field(parts: Sequence[tuple[Part, ...]], at: int, placed: bool) -> Role:
    amounts = [each[at].meaning.amount for each in parts]
    numbers = [amount for amount in amounts if amount is not None]
    whole = len(numbers) == len(amounts)
    low, high = (min(numbers), max(numbers)) if whole else (None, None)
    return Role(parts[0][at].role, None, low, high, placed, all(each[at].members for each in parts))


def _can_be_pointed_at(part: Part) -> bool:
    if part.members:
        return all(_can_be_pointed_at(Part("", member)) for member in part.members)
    mean = part.meaning
    return bool(mean.things) or not (mean.place is None and mean.player is None and mean.zone is None)


def _tells(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Does the value of one field tell that of the other?"""
    return len(set(zip(one, other, strict=True))) == len(set(one))


# ---------- questions in a row ----------
def series_of(m: Machine, question: Question) -> Series | None:
    """Of which series of questions this one is a part."""
    if question.kind != "choice" or not m.s.stack:
        return None
    frame: Any = m.s.stack[-1]
    if frame[0] == "@queue":
        return Series("order", len(question.choices), len(question.choices), copies=(1,) * len(question.choices))
    routine = m.program.routines.get(frame[0])
    op = routine.ops[frame[1]] if routine is not None else None
    if isinstance(op, o.NextItem) and op.free:
        copies = tuple(_copies(m, question.player, choice, frame[2][op.items] or ()) for choice in question.choices)
        return Series("order", sum(copies), sum(copies), copies=copies)
    if not isinstance(op, o.Choose) or op.mode == "one" or op.sealed or op.random:
        return None
    return _picks(m, question, frame, op)


def _picks(m: Machine, question: Question, frame: Any, op: o.Choose) -> Series:
    picked = tuple(frame[2][op.picked] or ()) if op.picked >= 0 else ()
    items = [item for item in m.value(op.source, list(frame[2])) if item not in picked]
    who = question.player
    copies = tuple(_copies(m, who, choice, items) if choice.item_type is not None else 0 for choice in question.choices)
    end = next((at for at, choice in enumerate(question.choices) if choice.item_type is None and choice.text == "done"), None)
    count = m.value(op.count, list(frame[2])) if op.count is not None else None
    most = sum(copies) if count is None else min(sum(copies), count - len(picked))
    return Series("several", most if op.mode == "exactly" else 0, most, picked, end, copies)


def _copies(m: Machine, player: int | None, choice: Choice, items: Sequence[Any]) -> int:
    """How many of some things an option stands for; those that are hidden from who is asked have options of their own."""
    if choice.item_type is None or choice.item_type.tag != "thing" or choice.unseen:
        return 1
    seen = [item for item in items if player is None or sees(m, item, player)]
    return sum(looks(m, item) == looks(m, choice.item) for item in seen)
