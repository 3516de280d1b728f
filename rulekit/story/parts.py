"""The parts of an option: each of the things that it stands for, be it a move from one place to another, several cards at once,
or so much of this and so much of that.

Contract: a record gives its fields, a bundle and a payment an amount for each resource; whatever else is chosen is its only
part. A part that is a list has members. What is hidden from the one who is asked is named by its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulekit.program.types import THING, Type
from rulekit.runtime.describe import looks, sees
from rulekit.runtime.machine import Machine
from rulekit.runtime.payment import paid
from rulekit.runtime.questions import Choice, Question


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an option, or a part of it, means: which things, zone, cell or amount."""

    name: str  # of the option in a menu; nothing where things or values are chosen
    things: tuple[int, ...] = ()  # the thing that is chosen first, then those that are the same to the one who is asked
    place: tuple[int, int] | None = None  # of a thing that is hidden from him: the zone, and where in it, from 0
    cell: int | None = None
    player: int | None = None
    zone: int | None = None
    amount: int | None = None
    value: Any = None  # what else is chosen: a word, a record, a list, amounts
    type: Type | None = None
    cost: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that an option stands for."""

    role: str  # the field of a record, the resource of an amount; nothing for what stands alone
    meaning: Meaning
    holder: Any = None  # of an amount: what it is taken from or goes to, if that is not the player himself
    members: tuple[Meaning, ...] = ()  # of a list


def meaning_of(m: Machine, question: Question, choice: Choice) -> Meaning:
    """What a choice means."""
    head, item, type_ = choice.head, choice.item, choice.item_type
    name = "" if head is None else head.name
    cost = tuple((r, n) for r, n, *_ in choice.cost[0] if n) if choice.cost else ()
    if type_ is not None:
        return value_meaning(m, question.player, item, type_, name, cost, unseen=choice.unseen)
    if head is not None:
        return Meaning(name, cost=cost)
    asks: Any = m.s.stack[-1] if m.s.stack else ("", 0, ())
    if asks[0] == "@queue":  # the number of an ability means what bears it
        bearer = asks[2][0][choice.value][4]
        return Meaning(name) if bearer is None else value_meaning(m, question.player, bearer, THING)
    if asks[0] == "@pay":  # which way, by its number
        return Meaning(name, value=choice.text)
    amount = choice.value if type(choice.value) is int else None
    return Meaning(name, amount=amount, value=choice.value if amount is None else None, cost=cost)


def value_meaning(
    m: Machine,
    player: int | None,
    value: Any,
    type_: Type,
    name: str = "",
    cost: tuple[tuple[str, int], ...] = (),
    *,
    unseen: bool | None = None,
) -> Meaning:
    """What a value means to the one who is asked; `unseen`: whether it is a thing that is hidden from him, if that is known."""
    if type_.tag == "thing" and isinstance(value, int):
        return _of_thing(m, player, value, type_, name, cost, unseen)
    if type_.tag == "zone":
        return Meaning(name, zone=value, type=type_, cost=cost)
    amount = value if type(value) is int else None
    return Meaning(name, amount=amount, value=value if amount is None else None, type=type_, cost=cost)


def _of_thing(
    m: Machine, player: int | None, thing: int, type_: Type, name: str, cost: tuple[tuple[str, int], ...], unseen: bool | None
) -> Meaning:
    if m.t.entities[thing].kind == "player":
        return Meaning(name, player=thing, type=type_, cost=cost)
    if thing in m.t.board_at:
        return Meaning(name, (thing,), cell=thing, type=type_, cost=cost)
    zone = m.s.where[thing]
    hidden = unseen if unseen is not None else player is not None and zone >= 0 and not sees(m, thing, player)
    if hidden:
        return Meaning(name, place=(zone, m.s.zones[zone].index(thing)), type=type_, cost=cost)
    beside = [other for other in (m.s.zones[zone] if zone >= 0 else ()) if player is None or sees(m, other, player)]
    same = (other for other in beside if other != thing and looks(m, other) == looks(m, thing))
    return Meaning(name, (thing, *same), type=type_, cost=cost)


def parts_of(m: Machine, question: Question, choice: Choice) -> tuple[Part, ...]:
    """All that a choice stands for, in order; an option of a menu that names nothing has no parts."""
    value, type_ = choice.item, choice.item_type
    if type_ is None and choice.head is None and m.s.stack and m.s.stack[-1][0] == "@pay":
        player, ways = m.s.stack[-1][2]
        return _amounts(paid(m, player, ways[choice.value]))
    if type_ is None or value is None:
        return () if choice.head is not None else (Part("", meaning_of(m, question, choice)),)
    if type_.tag == "bundle":
        return _amounts(value) if len(value) == 1 else ()
    if type_.tag == "record":
        fields = m.program.records[type_.name]
        return tuple(_part(m, question.player, name, each, of) for each, (name, of) in zip(value, fields, strict=True))
    if choice.unseen:
        return (Part("", meaning_of(m, question, choice)),)
    return (_part(m, question.player, "", value, type_),)


def _part(m: Machine, player: int | None, role: str, value: Any, type_: Type) -> Part:
    members = value if type_.tag == "list" and value is not None else ()
    return Part(
        role,
        value_meaning(m, player, value, type_),
        members=tuple(value_meaning(m, player, each, type_.element) for each in members),
    )


def _amounts(bundle: Any) -> tuple[Part, ...]:
    return tuple(Part(resource, Meaning("", amount=amount), holder) for resource, amount, holder in bundle[0])
