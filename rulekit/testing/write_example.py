"""A position and what follows, written as an `example` block.

Contract: `Script.text` is an example that parses in the game's file. What the language cannot say of a state (rules
laid over it, what was already used this turn) is left out, so whoever writes one runs it before showing it: see
`minimal.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulekit.api import Game
from rulekit.interpreter.machine import Interpreter
from rulekit.interpreter.start import set_up
from rulekit.program.types import Type
from rulekit.runtime.state import Data
from rulekit.runtime.table import Table
from rulekit.testing.wording import Unwritable, Wording

Answer = tuple[str, str]  # who (or chance), what


@dataclass(frozen=True)
class Script:
    """The parts of an example."""

    title: str
    players: tuple[str, ...]
    setting: tuple[str, ...] = ()  # modules, options, set-up
    given: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    then: tuple[str, ...] = ()
    goes_on: bool = False
    tags: tuple[str, ...] = field(default=())

    @property
    def text(self) -> str:
        """The example as it stands in a file."""
        tags = f" [{', '.join(self.tags)}]" if self.tags else ""
        title = self.title.replace('"', "'")
        lines = [f'example "{title}"{tags}:', "  given:", f"    players {', '.join(self.players)}"]
        lines += [f"    {line}" for line in (*self.setting, *self.given)]
        steps = [*(f"do {run}" for run in self.runs), *(f"{who}: {what}" for who, what in self.answers)]
        if steps:
            lines += ["  when:", *(f"    {step}" for step in steps), *(["    ..."] if self.goes_on else [])]
        then = ["  then:", *(f"    {line}" for line in self.then)] if self.then else []
        return "\n".join([*lines, *then]) + "\n"

    @property
    def size(self) -> int:
        """How much there is to read."""
        return len(self.given) + len(self.answers)

    @property
    def names(self) -> str:
        """All but the line of the players: whoever is not named here has no part in it."""
        return " ".join((*self.given, *self.runs, *(f"{who} {what}" for who, what in self.answers), *self.then))

    def renamed(self, old: str, new: str) -> Script:
        """The script with somebody else in the place of a player."""
        given, runs, then = (tuple(line.replace(old, new) for line in part) for part in (self.given, self.runs, self.then))
        answers = tuple((who.replace(old, new), what.replace(old, new)) for who, what in self.answers)
        return replace(self, title=self.title.replace(old, new), given=given, runs=runs, then=then, answers=answers)

    def given_at(self, line: int) -> int | None:
        """Which line of `given` stands at a line of the text."""
        index = line - 4 - len(self.setting)
        return index if 0 <= index < len(self.given) else None

    def before(self, then: tuple[str, ...]) -> Script:
        """The table alone, before anything runs, with something to check."""
        return replace(self, runs=(), answers=(), then=then or ("1 == 1",))

    def without(self, index: int) -> Script:
        return replace(self, given=(*self.given[:index], *self.given[index + 1 :]))


def setting_lines(game: Game) -> tuple[str, ...]:
    """The modules, options and set-up that a game was made with."""
    chosen = [m for m in game.setting.modules if not game.offered[m].players]
    lines = [f"modules {', '.join(chosen)}"] if chosen else []
    lines += [f"{name} = {_option(value)}" for name, value in game.setting.options.items()]
    lines += [f"setup {path.stem}" for path in game.setting.maps.values()]
    return tuple(lines)


def _option(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(str(v) for v in value) if isinstance(value, list | tuple) else str(value)


# ---------- given ----------
def given_lines(table: Table, data: Data) -> tuple[str, ...]:
    """How a state differs from an empty table, as lines of `given`."""
    empty = Data()
    set_up(Interpreter(table, empty))
    wording = Wording(table, data)
    return (*_flow(table, data), *_zones(wording, empty), *_values(wording, empty), *_faces(wording, empty))


def _flow(table: Table, data: Data) -> Iterator[str]:
    turn = next((s for s in reversed(data.scopes) if s.word == "turn" and s.player is not None), None)
    phase = next((s for s in reversed(data.scopes) if s.word == "phase"), None)
    if turn is not None:
        yield f"active = {table.entities[turn.player].name}"
    if phase is not None:
        yield f"phase = {phase.name}"
    if data.rounds:
        yield f"round_number = {data.rounds}"


def _zones(wording: Wording, empty: Data) -> Iterator[str]:
    table = wording.table
    for zone, items in enumerate(wording.data.zones):
        if zone != table.box and items != empty.zones[zone]:
            try:
                names = ", ".join(_lying(wording, thing, zone) for thing in items)
                yield f"{wording.zone(zone)} = {names}".rstrip()
            except Unwritable:
                continue


def _lying(wording: Wording, thing: int, zone: int) -> str:
    """A thing in a zone as `given` reads it: its name means that of the zone's owner, so anybody else's is called his."""
    entity = wording.table.entities[thing]
    mine = entity.owner is None or entity.owner == wording.table.owner_zone(zone)
    return entity.design if mine else wording.plain(thing) or entity.design


def _values(wording: Wording, empty: Data) -> Iterator[str]:
    table = wording.table
    for slot, (name, owners) in enumerate(table.slot_of):
        value, type_ = wording.data.vals[slot], table.program.vars[name].type
        if value == empty.vals[slot]:
            continue
        try:
            text = _value(wording, value, type_)
            yield f"{wording.owned(name, owners)} = {text[1:-1] if type_.tag == 'list' else text}".rstrip()
        except Unwritable:
            continue


def _value(wording: Wording, value: Any, type_: Type) -> str:
    """A value as `given` reads it: the name of a thing means the copy nearest to the owner."""
    if type_.tag == "thing" and value is not None:
        return wording.plain(value) or wording.table.entities[value].design
    return wording.text(value, type_)


def _faces(wording: Wording, empty: Data) -> Iterator[str]:
    for thing, up in enumerate(wording.data.up):
        name = wording.plain(thing) if up != empty.up[thing] else None
        if name is not None:
            yield f"{name}'s face_up = {'yes' if up else 'no'}"


def shuffles(table: Table, data: Data) -> tuple[str, ...]:
    """What must be shuffled first, because nobody knows its order."""
    wording = Wording(table, data)
    found = []
    for zone, count in enumerate(data.mixed):
        if count > 1:
            try:
                found.append(f"shuffle {wording.zone(zone)}")
            except Unwritable:
                continue
    return tuple(found)
