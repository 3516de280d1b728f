"""Names as players read them: the declared labels in one language, and short figures printed on a thing.

Contract: bound to a table, never to a position; nothing here looks at what is hidden, so ask `sight` first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from rulekit.boards.grid_names import place_name
from rulekit.program.game import FieldDef, Head
from rulekit.program.types import Type
from rulekit.runtime.machine import Machine
from rulekit.runtime.questions import Choice
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.sources.labels import filled_label, slots_of
from rulekit.sources.printable import printable
from rulekit.sources.tongues import FIRST, tongue
from rulekit.story.speech import say
from rulekit.text.languages import language

_NAMED = re.compile(r"(?P<before>(?P<count>-?\d+) )?(?P<name>\w+)")
_MOVE = re.compile(r"(?P<things>.+) goes to (?:(?P<owner>.+)'s )?(?P<zone>\w+)")
_COPY = re.compile(r"#(\d+)\b")  # which of several copies
_OWNED = re.compile(r"^(\w+)'s (?=\w+ )")
_GLUE = ("the table", "gains", "loses", "rolls", "shows", "something", " of ")
_PLAIN = ("yes", "no", "done", "none")
ARROW = " -> "
_MOST_FIGURES = 4
_PRINTED = ("bundle", "dice", "number", "values")


def dice_text(dice: tuple[Any, ...]) -> str:
    """Dice as they are written.

    >>> dice_text((2, 6, 0)), dice_text((1, 8, -1)), dice_text((3, (1, 6), (2, 8)))
    ('2d6', '1d8-1', '1d6+2d8+3')
    """
    if len(dice) == 3 and not isinstance(dice[1], tuple):
        dice = (dice[2], (dice[0], dice[1]))
    groups = "+".join(f"{count}d{sides}" for count, sides in dice[1:] if count)
    return groups + (f"{dice[0]:+d}" if dice[0] else "")


def repeats(figure: str, label: str) -> bool:
    """Whether a label already says what a figure says: `2 pears` and `2 pear trees`.

    >>> repeats("2 pear trees", "2 pears"), repeats("2 coin", "two pears for 2"), repeats("pear", "Pear tree")
    (True, False, True)
    >>> repeats("8", "8 pears"), repeats("8", "88 pears")
    (True, False)
    """
    amounts = [found[0] for found in re.finditer(r"\d+ \w{1,3}", figure)]
    if figure.isalnum():
        return figure.casefold() in label.casefold().split()
    return bool(amounts) and all(amount.casefold() in label.casefold() for amount in amounts)


class Words:
    """The words of one table in one language."""

    def __init__(self, table: Table, lang: str = "") -> None:
        self.table, self.program = table, table.program
        self.lang = lang or table.program.language

    def say(self, text: str, *parts: str) -> str:
        return say(text, self.lang, *parts)

    def headed(self, name: str, text: str = "") -> str:
        """`Player 1: pass`, with the blanks that the language writes."""
        return language(self.lang).headed(name, text)

    def game(self) -> str:
        return self.label(self.program.head) or self.program.name

    # ---------- names ----------
    def label(self, head: Head) -> str:
        """What players read; a stranger's text, so control characters are written out."""
        return printable(head.label(self.lang))

    def your(self, head: Head) -> str:
        """Something as it is said to whom it belongs: `your hand`."""
        told = language(self.lang)
        return printable(told.finish(told.your(told.noun(self._raw(head)))))

    def predicate(self, head: Head, *, you: bool, holds: bool) -> str:
        """A yesno of somebody as what follows his name: `is knocked down`, `have not passed`."""
        told = language(self.lang)
        forms = told.predicate(told.noun(self._raw(head)).one)
        return printable(told.finish(forms[(4 if you else 0) + (not holds)]))

    def _raw(self, head: Head) -> str:
        """The label with its notes of gender and plural."""
        return head.raw(self.lang)

    def player(self, number: int) -> str:
        """`player1` is spelt out; a name that somebody chose stays as it is."""
        entity = self.table.entities[number]
        if entity.design in self.program.actors:
            return self.label(self.program.actors[entity.design][0])
        seat = re.fullmatch(r"player(\d+)", entity.name)
        return f"{self.say('player').capitalize()} {seat[1]}" if seat else printable(entity.name)

    def seat(self, number: int) -> str:
        """A player in a letter and a number, where there is little room."""
        return f"{self.say('player')[0].upper()}{number + 1}"

    def short(self, number: int) -> str:
        """A player by the seat, anything else by its label."""
        return self.seat(number) if number in self.table.seats else self.thing(number)

    def thing(self, number: int) -> str:
        entity = self.table.entities[number]
        if entity.kind == "player":
            return self.player(number)
        head = self.table.head(number)
        return self.label(head) if head is not None else printable(place_name(entity.name))

    def zone(self, zone: int) -> str:
        definition, owners = self.table.zone_of[zone]
        parts = [self.owner(o) for o, kind in zip(owners, definition.owners, strict=True) if kind != "player"]
        label = self.label(definition.head)
        return f"{label} ({', '.join(parts)})" if parts else label

    def numbered(self, zone: str, at: int) -> str:
        """A hidden thing by its place: `hand, no. 2`."""
        return f"{zone}, {tongue(self.lang).number_sign} {at}"

    def owner(self, value: Any) -> str:
        return self.thing(value) if isinstance(value, int) else self.member(value)

    def member(self, name: str) -> str:
        head = self.program.members.get(name)
        return self.label(head) if head is not None else name.replace("_", " ")

    def resource(self, name: str) -> str:
        return self.label(self.program.vars[name].head)

    def tagged(self, things: Iterable[str]) -> list[str]:
        """Names with how often each occurs.

        >>> Words.tagged(None, ["fig", "plum", "fig"])
        ['fig x2', 'plum']
        """
        return [name if n == 1 else f"{name} x{n}" for name, n in Counter(things).items()]

    # ---------- values ----------
    def value(self, value: Any, type_: Type) -> str:
        if value is None:
            return self.say("none")
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        if type_.tag == "thing":
            return self.thing(value)
        if type_.tag == "zone":
            return self.zone(value)
        if type_.tag == "bundle":
            return self.bundle(value)
        if type_.tag == "dice":
            return dice_text(value)
        if type_.tag == "list":
            return ", ".join(self.value(item, type_.element) for item in value) or self.say("nothing")
        return self._plain(value, type_)

    def _plain(self, value: Any, type_: Type) -> str:
        if type_.tag == "record":
            parts = self.program.records[type_.name]
            said = {name: self.value(v, t) for v, (name, t) in zip(value, parts, strict=True)}
            absent = [name for v, (name, _) in zip(value, parts, strict=True) if v is None]
            return printable(self.program.record_label(type_.name, said, self.lang, absent))
        if type_.tag == "direction":
            return self.say(str(value).replace("_", "-"))
        if isinstance(value, str):
            head = self.program.word(value, type_)
            return self.label(head) if head is not None else self.member(value)
        return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def bundle(self, bundle: Any) -> str:
        """Amounts: `3 coin + 1 pear or 2 fig`."""
        return f" {self.say('or')} ".join(self._amounts(entries) for entries in bundle)

    def _amounts(self, entries: Any) -> str:
        return " + ".join(self._held(n, r, holder) for r, n, holder in entries if n) or self.say("nothing")

    def _held(self, count: int, resource: str, holder: Any) -> str:
        """An amount with what it belongs to beside its player: `2 camps (third column)`."""
        told = self.amount(count, resource)
        return told if holder is None else language(self.lang).say("aside", a=told, b=self.owner(holder))

    def amount(self, count: int, resource: str) -> str:
        """So much of a resource, in the plural where there is more than one."""
        head = self.program.vars[resource].head
        if not head.labels:
            return f"{count} {self.resource(resource)}"
        word = language(self.lang).noun(self._raw(head))
        return f"{count} {printable(word.many if tongue(self.lang).several(count) else word.one)}"

    # ---------- what is printed on a thing ----------
    def figures(self, machine: Machine, thing: int) -> str:
        """The amounts and numbers printed on a thing: `3 coin, weight 4`."""
        fields = self._fields(self.table.entities[thing].kind)
        bundles = sum(field.type.tag == "bundle" for field in fields.values())
        found = []
        for name, field in fields.items():
            value = machine.field(thing, name)
            if name != "copies" and value and value != ((),):
                said = self.value(value, field.type)
                # one amount needs no name, of several each does; a word speaks for itself
                bare = field.type.tag == "values" or (field.type.tag == "bundle" and bundles == 1)
                found.append(said if bare else f"{self.part(thing, name)} {said}")
        return ", ".join([figure for figure in found if not repeats(figure, self.thing(thing))][:_MOST_FIGURES])

    def part(self, thing: int, name: str) -> str:
        """What players call a field of a thing."""
        return self.label(self.program.part(self.table.entities[thing].kind, name))

    def cell_fields(self, kind: str) -> list[str]:
        """The fields of a kind that name one cell of a board."""
        boards = [board.cell_kind for board in self.program.boards.values()]
        return [name for name, f in self._all_fields(kind).items() if f.type.tag == "thing" and f.type.name in boards]

    def _fields(self, kind: str) -> dict[str, FieldDef]:
        """The fields of a kind that hold amounts, dice, numbers and words, in this order."""
        fields = self._all_fields(kind)
        return {name: f for tag in _PRINTED for name, f in fields.items() if f.type.tag == tag}

    def _all_fields(self, kind: str) -> dict[str, FieldDef]:
        """The fields of a kind, its parents' first."""
        chain, at = [], self.program.kinds.get(kind)
        while at is not None:
            chain.append(at)
            at = self.program.kinds.get(at.parent or "")
        return {name: field for kind_def in reversed(chain) for name, field in kind_def.fields.items()}

    # ---------- answers and the log ----------
    def choice(self, choice: Choice, data: Data) -> str:
        """An option as players read it; one without labels by its text."""
        head = choice.head
        item = self.value(choice.item, choice.item_type) if choice.item_type is not None and choice.item is not None else ""
        if choice.unseen:
            item = self._by_place(choice.item, data)
        if head is None:
            return item or (self.say(choice.text) if choice.text in _PLAIN else self.text(choice.text))
        raw = self._raw(Head(head.name, head.labels))
        if head.labels and head.bound in slots_of(raw):
            return printable(filled_label(raw, {head.bound: item}, self.lang))
        return f"{self.label(Head(head.name, head.labels))} {item}".strip()

    def _by_place(self, thing: int, data: Data) -> str:
        zone = data.where[thing]
        holder = self.table.owner_zone(zone)
        said = self.zone(zone) if holder is None else language(self.lang).say("aside", a=self.zone(zone), b=self.owner(holder))
        return self.numbered(said, data.zones[zone].index(thing) + 1)

    def cost(self, choice: Choice) -> str:
        """What an option costs, or nothing to say."""
        return "" if choice.cost is None or not any(choice.cost) else self.bundle(choice.cost)

    def plain(self, text: str) -> str:
        """An answer in the machine's own words: an amount, yes, no; what it names by labels."""
        return self.say(text) if text in _PLAIN else self.text(text)

    def text(self, text: str) -> str:
        """A line that the machine wrote with declared names, as players read it."""
        move = _MOVE.fullmatch(text)
        if move:
            owner = f" ({self.text(move['owner'])})" if move["owner"] else ""
            return f"{self.text(move['things'])}{ARROW}{self.text(move['zone'])}{owner}"
        if self.lang != FIRST:
            text = self.headed(owned[1], text[owned.end() :]) if (owned := _OWNED.match(text)) else text
            for glue in _GLUE:
                text = text.replace(glue, self.say(glue))
        return _COPY.sub(r" (\1)", _NAMED.sub(self._named, printable(text)))

    def _named(self, found: re.Match[str]) -> str:
        """A declared name by its label, after a number in its plural."""
        if found["count"] is not None and found["name"] in self.program.resources():
            return self.amount(int(found["count"]), found["name"])
        return (found["before"] or "") + self._known.get(found["name"], found["name"])

    @cached_property
    def _known(self) -> dict[str, str]:
        """Every declared name that may stand in a line of the machine, with its label."""
        named: list[dict[str, Head]] = [
            {name: zone.head for name, zone in self.program.zones.items()},
            {name: var.head for name, var in self.program.vars.items()},
            dict(self.program.members),
            {name: design.head for name, design in self.program.designs.items()},
        ]
        found = {name: self.label(head) for heads in named for name, head in heads.items()}
        found |= {self.table.entities[seat].name: self.player(seat) for seat in self.table.seats}
        return found
