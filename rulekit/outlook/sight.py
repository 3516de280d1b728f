"""What one pair of eyes sees of a position: zones with what is known in them, vars that are told, dice.

Contract: everything shown goes through `visible`; `NOBODY` sees what lies open to all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulekit.api import State
from rulekit.interpreter.view import visible
from rulekit.outlook.verb_text import verb_text
from rulekit.program.game import VarDef
from rulekit.runtime.events import acting_thing
from rulekit.sources.printable import printable
from rulekit.table_view.homes import homes, is_die
from rulekit.table_view.known import KnownWords

NOBODY = -1
FACES, SHOWN = "_faces", "_shown"  # what every die has, by the names the machine keeps


@dataclass(frozen=True)
class Place:
    """One zone and what is known in it."""

    zone: int
    known: tuple[int, ...]
    hidden: int

    def __bool__(self) -> bool:
        return bool(self.known or self.hidden)


class Sight:
    """A state seen by one player, or by a stranger."""

    def __init__(self, state: State, viewer: int = NOBODY, lang: str = "") -> None:
        self.state, self.viewer = state, viewer
        self.machine, self.table, self.data = state.machine, state.table, state.data
        self.program = state.table.program
        self.words = KnownWords(self.machine, viewer, lang)
        self.homes = homes(self.table, self.machine)

    # ---------- zones ----------
    def place(self, zone: int) -> Place:
        items = self.data.zones[zone]
        known = tuple(i for i in items if visible(self.machine, i, self.viewer))
        return Place(zone, known, len(items) - len(known))

    def holder(self, zone: int) -> str:
        """Where a zone belongs on the screen: `cell`, `die`, `shelf` (beside a cell), `player` or `table`."""
        return self.homes.of[zone]

    @property
    def shelves(self) -> dict[int, int]:
        """Things with zones of their own that stand beside a cell, with that cell."""
        return self.homes.shelves

    @cached_property
    def asked(self) -> set[int]:
        """The things that the viewer can choose now."""
        question = self.state.question
        if question is None or question.player != self.viewer:
            return set()
        return {
            c.item for c in question.choices if c.item_type is not None and c.item_type.tag == "thing" and c.item is not None
        }

    def concerns(self, place: Place) -> bool:
        """Whether something in a zone, or what it belongs to, can be chosen now."""
        owners = self.table.zone_of[place.zone][1]
        return any(thing in self.asked for thing in (*self.data.zones[place.zone], *owners))

    def common(self) -> list[Place]:
        """What lies on the table for all."""
        return [self.place(zone) for zone in self.homes.common]

    def of_player(self, player: int) -> list[Place]:
        return [self.place(zone) for zone in self.homes.players[player]]

    def on_cell(self, cell: int) -> list[Place]:
        return [self.place(zone) for zone in self.homes.cells.get(cell, ())]

    def contents(self, place: Place, *, figures: bool = False) -> list[str]:
        """What is in a zone, in words: each sort of thing with how many there are, then how many are hidden."""
        names = [self.thing(i, figures=figures) for i in place.known]
        hidden = [f"{place.hidden} {self.words.say('hidden')}"] if place.hidden else []
        return [*self.words.tagged(names), *hidden] or [self.words.say("empty")]

    def content(self, place: Place, *, figures: bool = False) -> str:
        return ", ".join(self.contents(place, figures=figures))

    def thing(self, thing: int, *, figures: bool = False) -> str:
        notes = [self.words.figures(self.machine, thing)] if figures else []
        notes += [*self.told(thing), *self._away(thing)]
        said = ", ".join(filter(None, notes))
        return f"{self.words.thing(thing)} ({said})" if said else self.words.thing(thing)

    def _away(self, thing: int) -> Iterator[str]:
        """Whose a thing is, where its place does not say so."""
        owner = self.table.entities[thing].owner
        zone = self.data.where[thing]
        if owner in self.table.seats and zone >= 0 and self.table.owner_zone(zone) != owner:
            yield self.words.player(owner)

    # ---------- variables ----------
    def told(self, owner: int | None, *, marks: bool = False) -> Iterator[str]:
        """The variables that players keep in mind: labelled ones, and what is turned on; with `marks` things too."""
        for name, slots in self.table.slot.items():
            slot = slots.get(() if owner is None else (owner,))
            var = self.program.vars[name]
            if slot is None or name == SHOWN or (var.resource and owner in self.table.seats) or self._secret(var, owner):
                continue
            said = self._say_var(var, self.data.vals[slot], marks=marks)
            if said:
                yield said

    def _secret(self, var: VarDef, owner: int | None) -> bool:
        return var.secret and owner != self.viewer

    def _say_var(self, var: VarDef, value: Any, *, marks: bool) -> str:
        label = self.words.label(var.head)
        named = bool(var.head.labels) or var.resource
        if value is True:
            return label if named or (var.owners and var.owners[0] != "player") else ""
        if value is None or (var.type.tag != "thing" and value in (0, "", (), ((),))):
            return ""
        if marks and var.type.tag == "thing":
            return self.words.thing(value) if value not in self.table.seats else ""  # that is a piece
        if marks and var.type.tag == "list" and var.type.element.tag == "thing":
            return " ".join(self.words.short(item) for item in value)
        if not named:
            return ""
        return f"{label} {self.words.value(value, var.type)}"

    def resources(self, player: int) -> list[tuple[str, str]]:
        """(label, amount with its cap) of a player; what lasts only for a while is left out at 0."""
        found = []
        for name, var in self.program.resources().items():
            slot = self.table.slot[name].get((player,))
            if slot is None or (var.lasts and not self.data.vals[slot]) or self._secret(var, player):
                continue
            found.append((self.words.resource(name), f"{self.data.vals[slot]}{self._cap(var, player)}"))
        return found

    def _cap(self, var: VarDef, player: int) -> str:
        if var.cap is None:
            return ""
        limit = self.machine.worked_out(var.cap, [player, player] + [None] * 20)
        return "" if limit is None else f"/{limit}"

    # ---------- dice ----------
    def dice(self, owner: int | None) -> list[int]:
        entities = [e.number for e in self.table.entities if e.owner == owner and is_die(self.table, e.number)]
        return [die for die in entities if self.faces(die)]

    def faces(self, die: int) -> tuple[int, ...]:
        zone = self.table.zone_number.get((FACES, die))
        return self.data.zones[zone] if zone is not None else ()

    def shown(self, die: int) -> int:
        """The face that a die shows."""
        found: int = self.data.vals[self.table.slot[SHOWN][(die,)]]
        return found

    # ---------- what is going on ----------
    def purpose(self) -> str:
        """What is being carried out: the thing whose text runs, and the verb."""
        source = acting_thing(self.machine)
        parts = [self.words.thing(source)] if source is not None else []
        frames = ((path.split("/")[1], local) for path, _, local in reversed(self.data.stack) if path.startswith("verb/"))
        verb, local = next(frames, ("", []))
        named = self.program.verbs.get(verb.split(".")[0])
        told = [verb_text(self, named, local)] if named is not None and verb != self.program.start else []
        return printable(" > ".join([part for part in parts if not told or part not in told[0]] + told))

    def moment(self) -> str:
        """Round, turn, phase and step, as far as they are open."""
        parts = []
        for scope in self.data.scopes:
            if scope.word == "round":
                parts.append(f"{self.words.say('round')} {self.data.rounds}")
            elif scope.word == "turn" and scope.player is not None:
                parts.append(self.words.say("turn of {}", self.words.player(scope.player)))
            elif scope.word in ("phase", "step"):
                parts.append(self.words.label(self.program.part(scope.word, scope.name)))
        return ", ".join(parts)
