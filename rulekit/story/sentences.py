"""One event as a sentence.

Contract: `Sentences(table, lang).tell(event)` words an event that has been made fit for its reader; nothing for what is not
told in words. All words are those of the rules' labels and of the language's wordings (`told_...`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rulekit.program.core import Const
from rulekit.program.game import Head
from rulekit.program.types import Type
from rulekit.runtime.table import Table
from rulekit.sources.labels import SLOT, slots_of
from rulekit.sources.printable import printable
from rulekit.story.event import Event, Part
from rulekit.story.words import Words, dice_text
from rulekit.text import teller
from rulekit.text.languages import language
from rulekit.text.nouns import Noun

Sentence = Callable[["Sentences", Event], str]
SENTENCES: dict[str, Sentence] = {}
SILENT = ("activate", "ability")  # what they bring about is told with its source
HEADINGS = ("round", "phase", "turn", "step")
_MOST = 6  # names in a row


def sentence(*kinds: str) -> Callable[[Sentence], Sentence]:
    """Registers how events of these kinds are told."""

    def mark(function: Sentence) -> Sentence:
        SENTENCES.update(dict.fromkeys(kinds, function))
        return function

    return mark


class Sentences:
    """Tells events of one table in one language."""

    def __init__(self, table: Table, lang: str) -> None:
        self.table, self.lang = table, lang
        self.program = table.program
        self.words = Words(table, lang)
        self.grammar = language(lang)

    def tell(self, event: Event) -> str:
        found = SENTENCES.get(event.kind)
        return "" if found is None else printable(self.grammar.finish(found(self, event)))

    # ---------- parts ----------
    def say(self, key: str, **parts: str) -> str:
        return self.grammar.say(key, **parts)

    def choice(self, key: str, noun: Noun, *, many: bool, **parts: str) -> str:
        return self.grammar.choice(key, noun, many=many, **parts)

    def who(self, event: Event) -> str:
        return "" if event.player is None else self.words.thing(event.player)

    def part(self, part: Part | None) -> str:
        """What an event is about; what its reader may not know by what all things there are."""
        if part is None:
            return ""
        if part.hidden:
            return self._unseen(part.type)
        if part.type.tag == "zone":
            return self.zone(part.value)
        if part.type.tag == "thing" and part.value is not None:
            return self.thing(part)
        if part.type.tag == "dice":
            return dice_text(part.value)
        return self.words.value(part.value, part.type)

    def thing(self, part: Part) -> str:
        """A thing by its name; one that each player has, with whose it is."""
        entity = self.table.entities[part.value]
        design = self.program.designs.get(entity.design)
        name = self.grammar.inside(self.words.thing(part.value))
        if entity.owner is None or design is None or not design.per_player or design.copies > 1 or not name[:1].islower():
            return name  # a name of its own says enough
        return self.grammar.belonging(self.noun(part), self.words.thing(entity.owner))

    def _unseen(self, type_: Type) -> str:
        if type_.tag == "thing" and type_.name in self.program.kinds:
            told = teller(self.program, self.lang)
            return told.grammar.a(told.lexicon.type_noun(type_))
        return self.say("told_unseen")

    def several(self, parts: list[Part]) -> tuple[str, Noun, bool]:
        """Things in a row, with the noun that a verb agrees with, and whether there are several."""
        names: dict[str, list[Part]] = {}
        for part in parts:
            names.setdefault(self.part(part), []).append(part)
        shown = [name if len(same) == 1 else self._counted(name, same) for name, same in names.items()]
        if len(shown) > _MOST:
            shown = [*shown[:_MOST], f"+{len(shown) - _MOST}"]
        noun = self.noun(parts[0] if parts else None)
        return ", ".join(shown), noun, len(parts) > 1 or (noun.plural and len(noun.one) > 3)  # `Tom` is no short plural

    def _counted(self, name: str, same: list[Part]) -> str:
        if same[0].hidden and same[0].type.name in self.program.kinds:
            return self.grammar.count(len(same), teller(self.program, self.lang).lexicon.type_noun(same[0].type))
        return f"{name} ×{len(same)}"

    def noun(self, part: Part | None) -> Noun:
        """What a thing is called, with its gender: of its own name, else of its kind."""
        if part is None or part.type.tag != "thing":
            return self.grammar.word("thing")
        told = teller(self.program, self.lang)
        if part.value is not None:
            head = self.table.head(part.value)
            if head is not None and head.labels:
                return told.lexicon.head_noun(head)
        return told.lexicon.type_noun(part.type)

    def zone(self, zone: int) -> str:
        """A zone and whose it is: `Ann's hand`, `the Market`; of a cell or thing, that."""
        definition, owners = self.table.zone_of[zone]
        noun = teller(self.program, self.lang).lexicon.head_noun(definition.head)
        found = noun.one if "player" in definition.owners else self.grammar.inside(self.grammar.the(noun))
        for owner in owners:
            if isinstance(owner, int) and owner in self.table.seats:
                found = self.grammar.belonging(replace(noun, one=found, many=found), self.words.thing(owner))
            else:
                found = self.say("aside", a=found, b=self.words.owner(owner))
        return found

    def label(self, labels: tuple[str, ...], name: str = "") -> str:
        """The label of a language, with its notes and slots."""
        return teller(self.program, self.lang).lexicon.raw(name, labels)

    def filled(self, label: str, event: Event) -> str:
        """A label with the parts of an event in its slots; an optional part is left out where there is nothing to say."""
        known = {part.role for part in event.parts if not _says_none(part)}
        own = self.grammar.own_slots

        def optional(found: re.Match[str]) -> str:
            slots = [slot[1] for slot in SLOT.finditer(found[1])]
            return found[1] if all(slot in known or slot in own for slot in slots) else ""

        def slot(found: re.Match[str]) -> str:
            name, counted = found[1], found[2]
            if name in own and name not in known:
                return self.grammar.doer(name, False)
            parts = list(event.all(name))
            if counted and len(parts) == 1 and isinstance(parts[0].value, int):
                return self.grammar.count(parts[0].value, self.grammar.noun(counted))
            return self.several(parts)[0] if parts else "…"

        return SLOT.sub(slot, re.sub(r"\[([^\]]*)\]", optional, re.split(r"\|(?![^{]*\})", label)[0]))

    def rolled(self, event: Event) -> str:
        """What dice show, with which dice they are: `4 (1d6)`."""
        dice, results = event.first("dice"), list(event.all("result"))
        if dice is not None and any(part.hidden for part in results):
            return self.part(dice)
        told = ", ".join(self.part(part) for part in results)
        return told if dice is None else self.say("aside", a=told, b=_several_dice(self.part(dice), len(results)))

    def amount(self, event: Event) -> str:
        told, because = self.words.amount(event.value("amount") or 0, event.name), event.value("because")
        told = told if because is None else self.say("aside", a=told, b=because)
        beside = event.first("with")
        told = told if beside is None else self.say("aside", a=told, b=self.part(beside))
        if missing := event.value("missing"):
            return self.say("told_missing", x=told, n=str((event.value("amount") or 0) + missing))
        surplus = event.value("surplus")
        if not surplus or self.program.vars[event.name].cap == Const(0):  # of what is never kept nothing is lost
            return told
        return self.say("told_no_room" if surplus == event.value("amount") else "told_surplus", x=told, n=str(surplus))


def _says_none(part: Part) -> bool:
    """Is it none, a list with nothing in it or no amount?"""
    empty = part.value is None or part.value == () or (part.type.tag == "bundle" and not any(part.value))
    return empty and not part.hidden


@lru_cache(maxsize=32)
def _sentences(held: Any, lang: str) -> Sentences:
    return Sentences(held.table, lang)


class _Held:
    """A table as a key: tables are told apart by what they are, not by what lies on them."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.table is self.table

    def __hash__(self) -> int:
        return id(self.table)


def sentences(table: Table, lang: str) -> Sentences:
    """Who tells the events of a table; made once for each."""
    return _sentences(_Held(table), lang)


# ---------- answers ----------
@sentence("answer", "forced")
def _answer(s: Sentences, event: Event) -> str:
    item, cost, text = event.first("item"), event.first("cost"), event.first("text")
    if text is not None and text.value == "no":
        return s.say("told_no", who=s.who(event))
    if (item is not None and item.hidden and not event.name) or (text is not None and text.hidden):
        return s.say("told_chooses", who=s.who(event))  # of an option it is told which one, and what it costs
    if item is not None and not event.name:
        told = s.say("told_picks", who=s.who(event), x=option_text(s, event))
        told = told if cost is None else s.say("told_for", a=told, b=s.part(cost))
        return s.say("told_forced", x=told) if event.kind == "forced" else told
    said = option_text(s, event)
    if cost is not None:
        said = s.say("told_for", a=said, b=s.part(cost))
    if event.kind == "forced":
        said = s.say("told_forced", x=said)
    return s.grammar.headed(s.who(event), said)


def option_text(s: Sentences, event: Event) -> str:
    """What was chosen, as it was offered."""
    items = list(event.all("item"))
    told, bound = s.several(items)[0] if items else "", event.value("bound")
    if (at := event.value("at")) is not None:  # a hidden thing, by its place
        told = s.words.numbered(told, at)
    if event.name:
        raw = s.label(event.texts, event.name)
        slots = {found[1] for found in SLOT.finditer(raw)}
        if bound in slots:
            return SLOT.sub(lambda found: told if found[1] == bound else found[0], raw)
        label = s.words.label(Head(event.name, event.texts))
        if items and items[0].hidden and told.casefold().split()[-1:] == label.casefold().split()[-1:]:
            return label  # `use the token`, and not `use the token a Magic token`
        return f"{label} {told}".strip()
    text = event.value("text")
    return told or (s.words.plain(text) if isinstance(text, str) else "")


# ---------- verbs ----------
@sentence("verb", "moment")
def _verb(s: Sentences, event: Event) -> str:
    head = s.program.verbs[event.name].head
    label = s.label(head.labels, head.name)
    said = s.filled(label, event)
    if event.player is None or label.startswith("{"):  # a label that names its own subject is a sentence
        return said
    return f"{s.who(event)} {s.grammar.third(said)}"


@sentence("announce")
def _announce(s: Sentences, event: Event) -> str:
    return s.filled(s.label(event.texts), event)


@sentence("refuse")
def _refuse(s: Sentences, event: Event) -> str:
    return s.say("told_refuse", x=s.label(event.texts))


# ---------- amounts ----------
@sentence("gain", "lose")
def _amount(s: Sentences, event: Event) -> str:
    on = event.first("of")
    if on is not None:
        return s.say(f"told_{event.kind}_on", x=s.amount(event), on=s.part(on))
    if event.player is None:
        return s.say(f"told_{event.kind}_table", x=s.amount(event))
    return s.say(f"told_{event.kind}", who=s.who(event), x=s.amount(event))


@sentence("pay")
def _pay(s: Sentences, event: Event) -> str:
    told = s.part(event.first("amounts"))
    others, _, _ = s.several(list(event.all("of")))
    told = s.say("aside", a=told, b=others) if others else told
    return s.say("told_pay", who=s.who(event), x=told) if event.player is not None else s.say("told_pay_table", x=told)


@sentence("set")
def _set(s: Sentences, event: Event) -> str:
    var = s.program.vars[event.name]
    owner, old, new = event.first("of"), event.first("from"), event.first("to")
    one = owner is not None and owner.type.tag == "thing" and not owner.hidden and len(list(event.all("of"))) == 1
    if one and owner is not None and new is not None and var.type.tag == "yesno":
        forms = s.grammar.predicate(s.grammar.noun(s.label(var.head.labels, var.head.name)).one, s.noun(owner).gender)
        said = forms[0] if new.value else s.grammar.no_longer(forms[1])
        return f"{s.part(owner)} {said}"
    what = _what_is_set(s, event)
    if var.type.tag == "yesno" and owner is None and new is not None and not new.hidden:  # it says itself what holds
        return what if new.value else s.grammar.headed(what, s.part(new))
    if var.type.tag == "list" and old is not None and new is not None and not (old.hidden or new.hidden):
        return _list_set(s, what, old, new)
    changes = [
        (s.part(of), s.say("told_change", old=s.part(was), new=s.part(now)))
        for of, was, now in zip(event.all("of"), event.all("from"), event.all("to"), strict=False)
    ]
    if len(changes) < 2 and old is not None and old.value is None and not old.hidden:  # there was nothing before
        return s.grammar.headed(what, s.part(new))
    if len(changes) < 2:
        return s.grammar.headed(what, s.say("told_change", old=s.part(old), new=s.part(new)))
    noun = teller(s.program, s.lang).lexicon.head_noun(var.head).one
    if len({change for _, change in changes}) == 1:  # the same of all of them
        return s.grammar.headed(s.say("aside", a=noun, b=", ".join(of for of, _ in changes)), changes[0][1])
    return s.grammar.headed(noun, ", ".join(f"{of} {change}" for of, change in changes))


def _what_is_set(s: Sentences, event: Event) -> str:
    """A variable and whose it is."""
    noun, owner = teller(s.program, s.lang).lexicon.head_noun(s.program.vars[event.name].head), event.first("of")
    what = noun.one
    if owner is not None:
        known = owner.type.tag == "thing" and owner.type.name == "player"
        what = s.grammar.belonging(noun, s.part(owner)) if known else s.say("aside", a=what, b=s.part(owner))
    others = [s.part(part) for part in event.all("with")]
    return s.say("aside", a=what, b=", ".join(others)) if others else what


def _list_set(s: Sentences, what: str, old: Part, new: Part) -> str:
    """A list by what was added to it and what was taken away."""
    more, less = _beyond(new.value or (), old.value or ()), _beyond(old.value or (), new.value or ())
    changes, element = (("told_more", more), ("told_less", less)), new.type.element
    told = [s.say(key, x=_items(s, items, element)) for key, items in changes if items]
    return s.grammar.headed(what, s.grammar.apart(told) or s.say("told_reordered"))


def _beyond(items: tuple[Any, ...], others: tuple[Any, ...]) -> list[Any]:
    """What of some items is not among others, each as often as it is there."""
    left, found = list(others), []
    for item in items:
        if item in left:
            left.remove(item)
        else:
            found.append(item)
    return found


def _items(s: Sentences, items: list[Any], type_: Type) -> str:
    """Items in a row; records that have no label of their own by how many they are."""
    if type_.tag == "record" and not slots_of(s.label(s.program.record_heads[type_.name].labels)):
        return s.grammar.count(len(items), teller(s.program, s.lang).lexicon.type_noun(type_))
    return s.several([Part("item", item, type_) for item in items])[0]


# ---------- places ----------
@sentence("move")
def _move(s: Sentences, event: Event) -> str:
    ways = [cell for part in event.all("to") if (cell := _cell_of(s, part.value)) is not None]
    if len(ways) > 1:  # step by step
        told, noun, many = s.several(list(event.all("thing")))
        return s.choice("told_place", noun, many=many, x=told, zone=", ".join(s.words.owner(cell) for cell in ways))
    said, out_of = moved(s, list(event.all("thing")), event.value("to")), event.first("out_of")
    return said if out_of is None else s.say("told_from", x=said, zone=s.part(out_of))


def _cell_of(s: Sentences, zone: int | None) -> int | None:
    """The cell of a board to which a zone belongs."""
    owners = () if zone is None else s.table.zone_of[zone][1]
    return next((owner for owner in owners if isinstance(owner, int) and owner in s.table.board_at), None)


def moved(s: Sentences, things: list[Part], zone: int | None) -> str:
    told, noun, many = s.several(things)
    if zone is None:  # a place that this viewer may not know
        return s.choice("told_elsewhere", noun, many=many, x=told)
    if zone == s.table.box:
        return s.choice("told_out", noun, many=many, x=told)
    cell = _cell_of(s, zone)
    if cell is not None:
        return s.choice("told_place", noun, many=many, x=told, zone=s.words.owner(cell))
    return s.choice("told_move", noun, many=many, x=told, zone=s.zone(zone))


@sentence("reveal", "hide")
def _face(s: Sentences, event: Event) -> str:
    told, noun, many = s.several(list(event.all("thing")))
    return s.choice(f"told_{event.kind}", noun, many=many, x=told)


@sentence("show")
def _show(s: Sentences, event: Event) -> str:
    return s.say("told_show", who=s.part(event.first("to")), x=s.several(list(event.all("thing")))[0])


@sentence("swap", "put")
def _exchange(s: Sentences, event: Event) -> str:
    return s.say(f"told_{event.kind}", a=s.part(event.first("thing")), b=s.part(event.first("other")))


@sentence("shuffle")
def _shuffle(s: Sentences, event: Event) -> str:
    zone = event.value("zone")
    if zone is None:
        return ""
    noun = teller(s.program, s.lang).lexicon.head_noun(s.table.zone_of[zone][0].head)
    return s.choice("told_shuffle", noun, many=noun.plural, zone=s.zone(zone))


@sentence("short")
def _short(s: Sentences, event: Event) -> str:
    """Fewer were drawn than should have been."""
    zone = event.value("zone")
    told = s.say("told_short", n=str(event.value("drawn") or 0), m=str(event.value("wanted") or 0))
    return told if zone is None else s.say("aside", a=told, b=s.zone(zone))


# ---------- chance ----------
@sentence("roll", "turn_to")
def _roll(s: Sentences, event: Event) -> str:
    die = s.part(event.first("die"))
    return s.say(f"told_{event.kind}", die=die, face=s.part(event.first("face")))


@sentence("dice")
def _dice(s: Sentences, event: Event) -> str:
    if event.first("dice") is not None and any(part.hidden for part in event.all("result")):
        return s.say("told_dice_secret", who=s.who(event), x=s.rolled(event))
    told = s.rolled(event)
    return s.say("told_dice", who=s.who(event), x=told) if event.player is not None else s.say("told_dice_table", x=told)


def _several_dice(dice: str, count: int) -> str:
    """Dice that were rolled one by one and are told together: four times `1d6` is `4d6`."""
    return f"{count}{dice[1:]}" if count > 1 and re.fullmatch(r"1d\d+", dice) else dice


@sentence("pick")
def _pick(s: Sentences, event: Event) -> str:
    return s.say("told_pick", x=s.several(list(event.all("item")))[0])


# ---------- stretches ----------
@sentence("end")
def _end(s: Sentences, event: Event) -> str:
    winners = list(event.all("winner"))
    told, noun, many = s.several(winners)
    won = s.choice("told_win", noun, many=many, x=told) if winners else s.say("told_nobody_wins")
    return s.say("turn", a=s.say("told_over"), b=won)


@sentence("gap")
def _gap(s: Sentences, event: Event) -> str:
    return s.say("told_gap")


@sentence(*HEADINGS)
def _heading(s: Sentences, event: Event) -> str:
    return heading(s, event)


def heading(s: Sentences, event: Event) -> str:
    """The stretch that begins."""
    if event.kind == "round":
        return s.say("told_round", n=str(event.round))
    if event.kind == "turn":
        return s.say("told_turn", who=s.who(event))
    return s.words.label(s.program.parts[event.kind, event.name])
