"""What the machine asks: a question with its possible answers, and how an answer is written.

Contract: a question is derived from the state and never stored in it. The text of a choice is stable, unique within
its question and means the same in every process, so answers can be logged, scripted and replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from rulekit.interpreter.builtins import Builtins
from rulekit.program.types import Type
from rulekit.sources.source import NOWHERE, Span

Reasons = tuple[str, ...] | Callable[[], tuple[str, ...]]
Refusal = tuple[str | Callable[[], str], Reasons]


class Choice:
    """One possible answer: the value the machine takes, the text that names it, its weight if chance decides.

    The text is made when it is first asked for: random players and search never ask."""

    __slots__ = ("_text", "cost", "head", "item", "item_type", "unseen", "value", "weight")

    def __init__(
        self, value: Any, text: str | Callable[[], str], weight: int = 1, item: Any = None, item_type: Type | None = None
    ) -> None:
        self.value, self._text, self.weight = value, text, weight
        self.item, self.item_type = item, item_type
        self.head: Any = None
        self.cost: Any = None
        self.unseen = False  # is it a thing that is hidden from the one who is asked?

    @property
    def text(self) -> str:
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def __repr__(self) -> str:
        return f"Choice({self.text})"


class Names:
    """The texts of several values, told apart from each other, made when first asked for."""

    __slots__ = ("_make", "_texts")

    def __init__(self, make: Callable[[], list[str]]) -> None:
        self._make = make
        self._texts: list[str] | None = None

    def at(self, index: int, prefix: str = "") -> Callable[[], str]:
        return lambda: prefix + self._all()[index]

    def _all(self) -> list[str]:
        if self._texts is None:
            self._texts = self._make()
        return self._texts


class Asker(Protocol):
    """One who can tell more about a question that is known by its values."""

    def reference(self) -> Question: ...


class Question:
    """Who is asked what, and every possible answer.

    `values` are what the machine takes; `choices` adds the texts and all that players want to know. A question that
    the fast tier asks has values only, and its choices are made by the reference tier when somebody looks at them."""

    __slots__ = ("_asker", "_choices", "_op", "_prompt", "_refused", "_span", "_values", "forced", "kind", "player")

    def __init__(
        self,
        kind: str,  # choice, sealed, chance
        player: int | None,
        prompt: str,
        choices: list[Choice],
        span: Span = NOWHERE,
        forced: bool = True,  # one choice may be taken without asking
        refused: list[Refusal] | None = None,
    ) -> None:
        self.kind, self.player, self._prompt, self._span, self.forced = kind, player, prompt, span, forced
        self._choices: list[Choice] | None = choices
        self._refused: list[Refusal] = refused if refused is not None else []
        self._values: Any = None
        self._asker: Any = None
        self._op: Any = None

    @staticmethod
    def of_values(kind: str, player: int | None, values: Any, asker: Asker, op: Any) -> Question:
        """A question known by its values; the asker tells the rest, as long as the state stands."""
        new = Question.__new__(Question)
        new.kind, new.player, new._values, new._asker, new._op = kind, player, values, asker, op
        new._choices, new.forced = None, False
        return new

    @property
    def values(self) -> Any:
        if self._values is None:
            return [choice.value for choice in self.choices]
        return self._values

    @property
    def count(self) -> int:
        return len(self._choices) if self._choices is not None else len(self._values or ())

    @property
    def choices(self) -> list[Choice]:
        if self._choices is None:
            self._fill()
        return self._choices  # type: ignore[return-value]

    @property
    def refused(self) -> list[Refusal]:
        """What is not offered, with the reasons."""
        if self._choices is None:
            self._fill()
        return self._refused

    @property
    def prompt(self) -> str:
        return self._prompt if self._choices is not None else getattr(self._op, "text", "choose")

    @property
    def span(self) -> Span:
        return self._span if self._choices is not None else self._op.span

    def _fill(self) -> None:
        full = self._asker.reference()
        self._choices, self._refused, self._prompt, self._span = full.choices, full.refused, full.prompt, full.span

    def reasons(self) -> list[tuple[str, tuple[str, ...]]]:
        """What is not offered, and why, in words."""
        return [(w if isinstance(w, str) else w(), r if isinstance(r, tuple) else r()) for w, r in self.refused]

    def total(self) -> int:
        return sum(choice.weight for choice in self.choices)

    def probability(self, choice: Choice) -> Fraction:
        return Fraction(choice.weight, self.total())


class Describer(Builtins):
    """Writes values as answers name them."""

    def sees(self, thing: int, player: int) -> bool:
        """Does a player know which thing this is?"""
        s, t = self.s, self.t
        zone = s.where[thing]
        if zone < 0 or not t.hides[zone] or s.up[thing]:
            return True
        seen = t.zone_of[zone][0].seen
        if seen == "owner" or seen == "others":
            shown = (self._seer(t.zone_owner[zone]) == player) is (seen == "owner")
        else:
            shown = seen == "top" and s.zones[zone][0] == thing and not s.mixed[zone]  # the top of a heap is nowhere
        return shown or (thing, player) in s.known

    def _seer(self, owner: int | None) -> int | None:
        """The one who sees what an owner does: himself, or for an actor the player who decides for it."""
        if owner is None or not self.t.actors or owner in self.t.players:
            return owner
        rule = self.program.actors[self.t.entities[owner].design][1]
        found: int | None = self.value(rule, [None, None]) if rule is not None else None
        return found

    def place_of(self, thing: int) -> str:
        """The text of a thing that is hidden from the one who reads it: the place where it lies, counted from 1; no place where
        there is no order."""
        zone = self.s.where[thing]
        at = self.s.zones[zone].index(thing)
        return f"{self.zone_key(zone)}.{at + 1 if at >= self.s.mixed[zone] else '?'}"

    def zone_key(self, zone: int, viewer: int | None = None) -> str:
        """The name of a zone that no other has."""
        definition, owners = self.t.zone_of[zone]
        return ".".join([*(self.owner_key(o, viewer) for o in owners), definition.head.name])

    def owner_key(self, owner: Any, viewer: int | None = None) -> str:
        """The name of an owner that no other has: things of one name are counted from the second on. One who does not see
        which thing it is knows its place."""
        if not isinstance(owner, int):
            return str(owner)
        if viewer is not None and not self.sees(owner, viewer):
            return self.place_of(owner)
        entity = self.t.entities[owner]
        return entity.name if self.t.sole[owner] or entity.copy == 1 else f"{entity.name}#{entity.copy}"

    def describe(self, value: Any, type_: Type, viewer: int | None = None) -> str:
        if value is None:
            return "none"
        if type_.tag == "thing":
            return str(self.t.entities[value].name) if viewer is None or self.sees(value, viewer) else self.place_of(value)
        if type_.tag == "zone":
            return self.zone_text(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if type_.tag == "list" or isinstance(value, tuple):
            return self._describe_many(value, type_, viewer)
        if type_.tag == "direction":
            return f"way{value}"
        return str(value)

    def _describe_many(self, value: Any, type_: Type, viewer: int | None = None) -> str:
        if type_.tag == "list":
            return ", ".join(self.describe(item, type_.element, viewer) for item in value) or "nothing"
        if type_.tag == "bundle":
            return " or ".join(self.entries_text(entries) for entries in value)
        if type_.tag == "record":
            parts = self.program.records[type_.name]
            return " ".join(self.describe(v, t, viewer) for v, (_, t) in zip(value, parts, strict=True))
        return "-".join(str(v) for v in value)

    def entries_text(self, entries: Any) -> str:
        return " + ".join(f"{n} {r}" for r, n, *_ in entries) or "nothing"

    def zone_text(self, zone: int) -> str:
        return self.t.zone_of[zone][0].head.name

    def things(self, items: Any, type_: Type, viewer: int | None) -> list[Choice]:
        """Choices for a list of values: those that nobody could tell apart are one, texts are made unique."""
        kept, names = self.named(items, type_, viewer)
        found = [Choice(value, names.at(i), 1, value, type_) for i, value in enumerate(kept)]
        for choice in found:
            choice.unseen = self.is_unseen(choice.value, type_, viewer)
        return found

    def is_unseen(self, value: Any, type_: Type, viewer: int | None) -> bool:
        return type_.tag == "thing" and value is not None and viewer is not None and not self.sees(value, viewer)

    def named(self, items: Any, type_: Type, viewer: int | None) -> tuple[list[Any], Names]:
        """The values that the one who is asked can tell apart, and their names. What is hidden comes last, by place."""
        if type_.tag != "thing":
            values = list(dict.fromkeys(items))
            return values, Names(lambda: self._plain_texts(values, type_, viewer))
        unseen = [item for item in items if self.is_unseen(item, type_, viewer)]
        if not unseen:
            kept = self._distinguishable(items)
            return kept, Names(lambda: self._unique(kept))
        seen = self._distinguishable([item for item in items if item not in unseen])
        places = sorted(set(unseen), key=lambda item: (self.s.where[item], self.s.zones[self.s.where[item]].index(item)))
        return [*seen, *places], Names(lambda: [*self._unique(seen), *map(self.place_of, places)])

    def _plain_texts(self, items: list[Any], type_: Type, viewer: int | None = None) -> list[str]:
        texts = [self.describe(item, type_, viewer) for item in items]
        if type_.tag == "zone" and len(set(texts)) < len(texts):
            texts = [f"{text}@{self._zone_holder(zone)}" for text, zone in zip(texts, items, strict=True)]
        return texts

    def _zone_holder(self, zone: int) -> str:
        owners = self.t.zone_of[zone][1]
        return ".".join(self.t.entities[o].name if isinstance(o, int) else str(o) for o in owners)

    def _distinguishable(self, items: Any) -> list[int]:
        if len(items) < 2:
            return list(items)
        designs = [self.t.design_of[item] for item in items]
        if len(set(designs)) == len(items):
            return list(items)
        seen: set[Any] = set()
        kept, often = [], Counter(designs)
        for item, design in zip(items, designs, strict=True):
            mark = self.looks(item) if often[design] > 1 else design
            if mark not in seen:
                seen.add(mark)
                kept.append(item)
        return kept

    def looks(self, thing: int) -> Any:
        """All that tells a thing from another copy: what it is, where it lies, what is kept on it."""
        t = self.t
        if t.fixed[thing]:
            return thing
        zone = self.s.where[thing]
        # a thing made for a player is told from others of its name only where no zone says whose it is
        maker = t.maker[thing] if zone < 0 or t.zone_owner[zone] is None else None
        if thing not in t.bearing:
            return (t.design_of[thing], maker, zone, self.s.up[thing], (), ())
        slots, zones = t.parts[thing]
        vals = self.s.vals
        held = tuple([self.s.zones[z] for z in zones]) if zones else ()
        return (t.design_of[thing], maker, zone, self.s.up[thing], tuple([vals[slot] for slot in slots]), held)

    def _unique(self, items: list[int]) -> list[str]:
        names = [self.t.entities[item].name for item in items]
        texts, often = [], Counter(names)
        for item, name in zip(items, names, strict=True):
            texts.append(name if often[name] == 1 else f"{name}@{self.place_text(item)}")
        often = Counter(texts)
        return [
            text if often[text] == 1 else f"{self.t.entities[item].name}#{self.t.entities[item].copy}"
            for text, item in zip(texts, items, strict=True)
        ]

    def place_text(self, thing: int) -> str:
        """Where it lies, in a word or two: the thing or player whose zone it is in."""
        zone = self.s.where[thing]
        if zone < 0:
            return "nowhere"
        holder = self._zone_holder(zone)
        owner = self.owner(thing)
        if owner is not None and holder != self.t.entities[owner].name:
            return f"{self.t.entities[owner].name}.{holder}" if holder else self.t.entities[owner].name
        return holder or self.zone_text(zone)
