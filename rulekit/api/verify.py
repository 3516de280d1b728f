"""Is a save one that the rules could have written?

Contract: `Verifier(table).check(plain)` looks at the state of a save as JSON holds it, before anything is made of it, and
raises `SaveError` with the place and the reason. What passes can be viewed, resampled and played on: sizes fit the table,
values have their types, each thing lies in exactly one zone, frames are at places that exist with the locals and scopes that
belong there, and something is asked that can be answered. It need not be a position that play can reach.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulekit.analysis.may_be_none import MayBeNone
from rulekit.api.verify_frames import Frames
from rulekit.api.verify_scopes import Scopes
from rulekit.api.verify_story import Story
from rulekit.api.verify_values import Values, bad, shown, whole
from rulekit.errors import RulekitError, SaveError
from rulekit.interpreter.loop import frame_question
from rulekit.interpreter.machine import Interpreter
from rulekit.program import ops as o
from rulekit.program.facts import facts_of
from rulekit.program.limits import NUMBER_MAX
from rulekit.program.types import ANY
from rulekit.runtime.questions import Question
from rulekit.runtime.state import KEPT, Data
from rulekit.runtime.table import Table

SEED_MAX = 1 << 256
_COUNTER_MAX = 1 << 62
_POOLS_MAX = NUMBER_MAX >> 1  # numbers of pools grow while a game is played
_LISTS = ("vals", "zones", "where", "up", "mixed", "pools", "known", "stack", "scopes", "lasting", "once", "winners")
_YES_OR_NO = ("asking", "ask_chance", "ask_forced", "ended")
_NUMBERS = {"rounds": NUMBER_MAX, "answered": NUMBER_MAX, "counter": _COUNTER_MAX}


class Verifier:
    """Checks states of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.values = Values(table)
        self.frames = Frames(table, self.values, MayBeNone(table.program))
        self.scopes = Scopes(self.frames)
        self.story = Story(self.values)

    def check(self, plain: Any) -> None:
        """Raises `SaveError` unless all of the state fits the table."""
        self._shape(plain)
        self._table(plain)
        for slot, value in enumerate(plain["vals"]):
            self.frames.variable("vals", slot, value)
        self.frames.stack(plain["stack"])
        self.scopes.scopes(plain["scopes"], plain["stack"])
        self.scopes.lasting(plain["lasting"])
        if found := self.frames.events.used(plain["once"]):
            raise bad("once", found)
        if found := self.values.fault(plain["result"], ANY):
            raise bad("result", found)
        self._going_on(plain)

    # ---------- sizes and plain parts ----------
    def _shape(self, plain: Any) -> None:
        if not isinstance(plain, dict) or set(plain) != set(KEPT):
            odd = sorted(set(KEPT) ^ set(plain)) if isinstance(plain, dict) else [shown(plain)]
            raise bad("state", f"it has other parts than a state has: {', '.join(odd)[:80]}")
        for name in _LISTS:
            if not isinstance(plain[name], list):
                raise bad(name, f"{shown(plain[name])} is no list")
        for name in _YES_OR_NO:
            if not isinstance(plain[name], bool):
                raise bad(name, f"{shown(plain[name])} is neither yes nor no")
        for name, most in _NUMBERS.items():
            if not whole(plain[name], 0, most):
                raise bad(name, f"{shown(plain[name])} is no count")
        if not whole(plain["seed"], -SEED_MAX, SEED_MAX):
            raise bad("seed", f"{shown(plain['seed'])} is no seed")
        if plain["paying"] != "":
            raise bad("paying", "nobody pays while a question waits")
        self._sizes(plain)

    def _sizes(self, plain: Any) -> None:
        table = self.table
        zones, things = len(table.zone_of), len(table.entities)
        wanted = {"vals": len(table.slot_of), "zones": zones, "mixed": zones, "pools": zones, "where": things, "up": things}
        for name, count in wanted.items():
            if len(plain[name]) != count:
                raise bad(name, f"{name} has {len(plain[name])} entries, not {count}")

    # ---------- where things lie ----------
    def _table(self, plain: Any) -> None:
        place_of: list[int] = [-1] * len(self.table.entities)
        for zone, items in enumerate(plain["zones"]):
            self._zone(zone, items, place_of)
        for thing, zone in enumerate(plain["where"]):
            name = self.table.text(thing)
            if type(zone) is not int or zone != place_of[thing]:
                raise bad("where", f"{name} lies elsewhere than its zone says")
            if (zone < 0) != (self.table.entities[thing].design not in self.table.program.designs or self.table.fixed[thing]):
                raise bad("where", f"{name} lies nowhere" if zone < 0 else f"{name} never lies in a zone")
        if not all(isinstance(up, bool) for up in plain["up"]):
            raise bad("up", "a thing is neither face up nor face down")
        self._hidden(plain)

    def _zone(self, zone: int, items: Any, place_of: list[int]) -> None:
        definition = self.table.zone_of[zone][0]
        name = definition.head.name
        if not isinstance(items, list):
            raise bad("zones", f"{name} holds {shown(items)}")
        for thing in items:
            if not self.values.is_thing(thing):
                raise bad("zones", f"{name} holds {shown(thing)}, which is no thing")
            if place_of[thing] >= 0:
                raise bad("zones", f"{self.table.text(thing)} lies in two places")
            held = definition.holds if definition is not self.table.program.zones.get("_faces") else self._face_kinds
            if held and not any(self.values.is_thing(thing, kind) for kind in held):
                raise bad("zones", f"{name} cannot hold {self.table.text(thing)}")
            place_of[thing] = zone

    @cached_property
    def _face_kinds(self) -> tuple[str, ...]:
        """What may lie on dice: things of the outermost kinds of the declared faces."""
        program = self.table.program
        found = dict.fromkeys(program.designs[face].kind for design in program.designs.values() for _, face in design.faces)
        return tuple(dict.fromkeys(map(self._outermost, found)))

    def _outermost(self, kind: str) -> str:
        parents = self.table.program.parents
        while parents.get(kind) not in (None, "thing"):
            kind = str(parents[kind])
        return kind

    def _hidden(self, plain: Any) -> None:
        for zone, count in enumerate(plain["mixed"]):
            if not whole(count, 0, len(plain["zones"][zone])):
                raise bad("mixed", f"{shown(count)} things are in no order")
        if not all(whole(pool, 0, _POOLS_MAX) for pool in plain["pools"]):
            raise bad("pools", "a zone has no pool")
        for pair in plain["known"]:
            fits = isinstance(pair, list) and len(pair) == 2 and self.values.is_thing(pair[0])
            if not fits or not self.values.is_thing(pair[1], "player"):
                raise bad("known", f"{shown(pair)} is nobody who was shown something")
        for winner in plain["winners"]:
            if not self.values.is_thing(winner, "player"):
                raise bad("winners", f"{shown(winner)} is no player")

    # ---------- what is asked ----------
    def _going_on(self, plain: Any) -> None:
        if plain["ended"]:
            if plain["asking"]:
                raise bad("asking", "the game is over, yet something is asked")
            return
        if not plain["asking"] or not plain["stack"]:
            raise bad("asking", "nothing is asked, yet the game is not over")
        top = plain["stack"][-1]
        if not top[0].startswith("@"):
            self._asks(self.table.program.routines[top[0]].ops[top[1]], plain["ask_chance"])

    def _asks(self, op: o.Operation, chance: bool) -> None:
        free = isinstance(op, o.NextItem) and op.free
        rolls = chance and isinstance(op, o.RollNumber)
        if not facts_of(op).question and not free and not rolls:
            raise bad("stack", "what is carried out asks nothing there")
        if isinstance(op, o.Choose) and op.random and not chance:
            raise bad("stack", "chance is asked, but this game does not ask for chance")

    def question(self, data: Data) -> None:
        """Something is asked of somebody, and asking leaves the state as it is."""
        if data.ended:
            return
        tried = data.copy()
        machine = Interpreter(self.table, tried)
        try:
            frame = tried.stack[-1]
            asked: Question | None = frame_question(machine, frame)
        except RulekitError as error:
            raise bad("stack", str(error)) from error
        if asked is None or not asked.choices or tried.as_plain() != data.as_plain():
            raise bad("stack", "nothing is asked, yet the game is not over")
        if (asked.kind == "chance") != (asked.player is None) or (asked.kind == "chance" and not data.ask_chance):
            raise bad("stack", "the question is put to nobody")
        if asked.player is not None and asked.player not in self.table.seats:
            raise bad("stack", "the question is put to somebody who does not play")


def verifier(table: Table) -> Verifier:
    """The verifier of a table, made once."""
    found = table.verifier
    if not isinstance(found, Verifier):
        found = table.verifier = Verifier(table)
    return found


def require_plain(document: Any, most_deep: int = 24) -> None:
    """No nesting beyond what any save has: what follows may go down into it."""
    level = [document]
    for _ in range(most_deep):
        below: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                below += item.values()
            elif isinstance(item, list):
                below += item
        if not below:
            return
        level = [item for item in below if isinstance(item, dict | list)]
    raise SaveError("this is no saved game, or it is damaged: it is nested too deeply")
