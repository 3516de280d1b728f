"""The table of one game: which things exist, for these players, modules and maps, and where everything is kept.

Contract: built once for a program and a number of players, then only read. Players come first among the things,
then actors, then everything declared, in the order of the text. All of a state is numbers and tuples that mean
something only together with its table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from rulekit.errors import UsageError
from rulekit.program.core import Const
from rulekit.program.game import DesignDef, Head, Program, Watch, ZoneDef, borne_by_things
from rulekit.program.limits import BUDGET, THINGS_MAX, too_long
from rulekit.program.types import is_kind

if TYPE_CHECKING:
    from rulekit.boards.compass import Compass
    from rulekit.boards.layout import Board
    from rulekit.boards.maps import MapData


# Slots of a variable: the first, behind the last, and what they start with if that is known.
Block = tuple[int, int, list[Any] | None]


@dataclass(slots=True)
class Entity:
    """One thing on the table."""

    number: int
    kind: str
    design: str
    copy: int
    owner: int | None
    name: str


class Table:
    """Things, slots of variables, zones and boards of one game."""

    def __init__(
        self,
        program: Program,
        players: int,
        options: Mapping[str, Any],
        maps: Mapping[str, MapData],
        names: tuple[str, ...] = (),
    ) -> None:
        self.program = program
        self.players = tuple(range(players))
        self.options = dict(options)
        self.budget = BUDGET  # units of work between two decisions
        self.maps = dict(maps)
        self.entities: list[Entity] = []
        self.by_design: dict[str, list[int]] = {}
        self.map_fields: dict[int, dict[str, Any]] = {}
        self.map_heads: dict[int, Head] = {}  # what the areas of maps are called
        self.boards: dict[str, Board] = {}
        self.compasses: dict[str, Compass] = {}
        self.board_at: dict[int, tuple[str, int]] = {}
        self.board_cells: dict[str, tuple[int, ...]] = {}
        self.die_faces: list[tuple[int, list[int]]] = []
        self.power_cache: dict[tuple[int, str], str | None] = {}
        self._lasting: dict[tuple[str, str], tuple[Block, ...]] = {}
        self.bounds: dict[str, tuple[int | None, Any]] = {}  # of resources, for the interpreter
        self.dice: dict[tuple[int, ...], Any] = {}  # by faces: what chance brings
        self.field_cache: dict[tuple[int, str], Any] = {}
        self.field_depth: dict[tuple[int, str], int] = {}  # how many values were worked out for each other below each
        self.free_units: dict[str, int] = {}  # what each of their values may take for nothing
        self.kept_defines: dict[str, dict[Any, Any]] = {}  # values of defines that no state can change
        self.other_defines: set[str] = set()  # those that are known to be worked out each time
        self.place_names: dict[int, str] = {}
        self.lent_cache: dict[tuple[int, str], Any] = {}
        self.twin: Table | None = None  # one that differs from this in the names of its players alone
        self.machine_type: Any = None  # of the machines that run states of this table
        self.code: Any = None  # what the compiled tier has compiled for this table
        self.verifier: Any = None  # of saves of this table
        self.fingerprint: str | None = None  # of what makes saves fit it, once somebody asks
        self.fresh: Any = None  # the data of a game before its first rule, made once
        self.native: Any = None  # the build of its native code, once somebody asks
        self.actions: Any = None  # all answers with their numbers, once somebody asks
        self.schema: Any = None  # how observations of it are written as numbers
        self.naming: Any = None  # what of this table has things in its name, worked out when needed
        self.asked: dict[str, Any] = {}  # expressions that were asked of its states, checked once
        self.ways: dict[str, Any] = {}  # the ways through routines, by path
        self.planners: dict[frozenset[str], Any] = {}  # what running rules work out from things of hidden kinds, by those
        self.begun: Any = None  # the data and log of a game where chance first comes in; False if it cannot be kept
        self._seat(players, names)
        self._make_things()
        self._make_boards()
        self._make_zones()
        self._make_slots()
        self._make_indexes()

    # ---------- things ----------
    def _add(self, kind: str, design: str, copy: int, owner: int | None, name: str) -> int:
        number = len(self.entities)
        if number >= THINGS_MAX:
            raise UsageError(too_long("a table of more things than that", THINGS_MAX))
        self.entities.append(Entity(number, kind, design, copy, owner, name))
        self.by_design.setdefault(design, []).append(number)
        return number

    def head(self, number: int) -> Head | None:
        """What a thing is called by the rules or by a map; None where neither says it."""
        design = self.program.designs.get(self.entities[number].design)
        return design.head if design is not None else self.map_heads.get(number)

    def _seat(self, players: int, names: tuple[str, ...]) -> None:
        for seat in range(players):
            name = names[seat] if seat < len(names) else f"player{seat + 1}"
            self._add("player", "player", seat + 1, seat, name)
        self.actors = {}
        for actor in self.program.actors:
            number = self._add("player", actor, 1, None, actor)
            self.entities[number].owner = number
            self.actors[actor] = number
        self.seats = (*self.players, *self.actors.values())

    def _make_things(self) -> None:
        for design in self.program.designs.values():
            for owner in self.players if design.per_player else (None,):
                for _ in range(design.copies):
                    self._make(design, owner)

    def _make(self, design: DesignDef, owner: int | None) -> int:
        name = design.head.name
        number = self._add(design.kind, name, len(self.by_design.get(name, ())) + 1, owner, name)
        if design.faces:
            faces = []
            for count, face in design.faces:
                faces += [self._make(self.program.designs[face], owner) for _ in range(count)]
            self.die_faces.append((number, faces))
        return number

    # ---------- boards ----------
    def _make_boards(self) -> None:
        from rulekit.runtime.board_table import place_board

        for name in self.program.boards:
            place_board(self, name)

    # ---------- zones and slots ----------
    def members(self, owner: str) -> tuple[Any, ...]:
        """All owners that a zone or variable `of owner` has: things of the kind, members of the values."""
        if owner in self.program.values:
            return self.program.values[owner]
        if owner == "player":
            return self.seats
        if owner in self.program.designs:
            return tuple(self.by_design.get(owner, ()))
        parents = self.program.parents
        return tuple(e.number for e in self.entities if is_kind(e.kind, owner, parents))

    def _make_zones(self) -> None:
        self.zone_number: dict[tuple[Any, ...], int] = {}
        self.zone_of: list[tuple[ZoneDef, tuple[Any, ...]]] = []
        self.zones_named: dict[str, list[int]] = {}
        for name, zone in self.program.zones.items():
            for owners in product(*(self.members(owner) for owner in zone.owners)):
                self.zone_number[(name, *owners)] = len(self.zone_of)
                self.zones_named.setdefault(name, []).append(len(self.zone_of))
                self.zone_of.append((zone, owners))
            self.zones_named.setdefault(name, [])
        self.box = self.zone_number[("box",)]
        self.keeps_mixed = [zone.seen not in ("everyone", "top", "face_up") for zone, _ in self.zone_of]
        self.hides = [zone.seen != "everyone" for zone, _ in self.zone_of]
        self.shows = [zone.seen not in ("nobody", "face_up") for zone, _ in self.zone_of]  # does somebody see what lies there?
        self.open = not any(self.hides) and not any(var.secret for var in self.program.vars.values())  # is nothing ever hidden?
        self.zone_owner = [self._owner_of_zone(zone) for zone in range(len(self.zone_of))]

    def _make_slots(self) -> None:
        self.slot: dict[str, dict[tuple[Any, ...], int]] = {}
        self.initial = {n: v.default.value for n, v in self.program.vars.items() if isinstance(v.default, Const)}
        self.slot_of: list[tuple[str, tuple[Any, ...]]] = []
        for name, var in self.program.vars.items():
            slots: dict[tuple[Any, ...], int] = {}
            for owners in product(*(self.members(owner) for owner in var.owners)):
                slots[owners] = len(self.slot_of)
                self.slot_of.append((name, owners))
            self.slot[name] = slots
        self.holders = {name: self._holders(slots) for name, slots in self.slot.items()}
        self.pairs = {
            name
            for name, var in self.program.vars.items()
            if var.resource and len(var.owners) > 1 and var.owners[0] == "player"
        }

    def owner_in(self, resource: str, subject: Any, holder: Any) -> Any:
        """Whose an amount is: of the one who gains or pays, of who holds it, or of both together."""
        if holder is None:
            return subject
        return (subject, holder) if resource in self.pairs else holder

    def whose(self, owners: tuple[Any, ...]) -> tuple[int | None, int | None]:
        """Who `you` and `this` are in a formula of what is of these: the player among them, and what else it is of."""
        things = [one for one in owners if isinstance(one, int)]
        you = next((one for one in things if self.is_player[one]), None)
        if you is not None and len(things) > 1:
            things.remove(you)
        return you, things[-1] if things else None

    def starter(self, owners: tuple[Any, ...]) -> tuple[int | None, int | None]:
        """The same in a start value: of what is no player's, `you` is the player it was made for."""
        you, this = self.whose(owners)
        return (self.maker[this] if you is None and this is not None else you), this

    def lasting(self, word: str, name: str) -> tuple[Block, ...]:
        """The blocks of slots of the variables that last for a scope."""
        found = self._lasting.get((word, name))
        if found is None:
            lasting = self.program.lasting
            names = lasting.get((word, name), []) + (lasting.get((word, ""), []) if name else [])
            found = self._lasting[word, name] = tuple(self._block(var) for var in names if self.slot[var])
        return found

    def _block(self, var: str) -> Block:
        slots, default = tuple(self.slot[var].values()), self.program.vars[var].default
        known = var in self.initial or default is None
        return slots[0], slots[-1] + 1, [self.initial.get(var)] * len(slots) if known else None

    def _holders(self, slots: dict[tuple[Any, ...], int]) -> dict[Any, int]:
        """The slot of a resource by the one who holds it, or the two; None holds what belongs to nobody."""
        return {owners if len(owners) > 1 else owners[0] if owners else None: slot for owners, slot in slots.items()}

    def _make_indexes(self) -> None:
        self.watches: dict[tuple[str, str], list[Watch]] = {}
        for watch in self.program.watches:
            self.watches.setdefault((watch.verb, watch.timing), []).append(watch)
        self.watched = {verb for verb, _ in self.watches}
        self.clocks: dict[tuple[str, str], list[Any]] = {}
        for clock in self.program.clocks:
            self.clocks.setdefault((clock.edge, clock.word), []).append(clock)
        self.modifiers: dict[str, list[Any]] = {}
        for modifier in self.program.modifiers:
            self.modifiers.setdefault(modifier.stat, []).append(modifier)
        self.stores: dict[str, list[Any]] = {}
        for store in self.program.stores:
            self.stores.setdefault(store.resource, []).append(store)
        self.listens: list[frozenset[Any]] = [frozenset()] * len(self.entities)
        self.works: dict[str, frozenset[str] | None] = {}
        for kind in self.program.kinds:
            self.works[kind] = self._works(kind)
        self.works_in = {kind: self._works_in(works) for kind, works in self.works.items()}
        self.bearer_cache: dict[str, tuple[int, ...]] = {}
        self._answerers: dict[tuple[str, str], tuple[list[int], dict[int, list[int]]]] = {}
        self._by_zones: dict[str, list[tuple[int, frozenset[int]]]] = {}
        self._held_cache: dict[tuple[int, str], int | None] = {}
        self.starts = self.program.kind_starts
        for watch in self.program.watches:
            for key in self._event_keys(watch):
                self._listen(watch.bearer, key)
        for modifier in self.program.modifiers:
            if not modifier.own:  # whether that holds is asked each time
                self._listen(modifier.bearer, ("stat", modifier.stat))
        for store in self.program.stores:
            self._listen(store.bearer, ("store", store.resource))
        for payment in self.program.payments:
            self._listen(payment.bearer, ("pay", ""))
        for standing in self.program.anytimes:
            self._listen(standing.bearer, ("anytime", ""))
        self.maker = [e.owner for e in self.entities]
        self.made_for_players = frozenset(e.number for e in self.entities if e.owner is not None)
        named = Counter(e.name for e in self.entities)
        self.sole = [named[e.name] == 1 for e in self.entities]  # is there no other of its name?
        self.design_of = [e.design for e in self.entities]
        self.of_kind: dict[str, frozenset[int]] = {}  # things by kind, found when first asked for
        # things whose copies are not numbered one after the other
        apart = [numbers for numbers in self.by_design.values() if numbers and len(numbers) <= numbers[-1] - numbers[0]]
        self.scattered = frozenset(number for numbers in apart for number in numbers)
        self.is_player = [e.kind == "player" for e in self.entities]
        self.fixed = [e.kind == "player" or e.number in self.board_at for e in self.entities]  # never told apart by place
        self._parts: dict[int, tuple[list[int], list[int]]] = {}
        for slot, (_, owners) in enumerate(self.slot_of):
            if owners and isinstance(owners[0], int):
                self._parts.setdefault(owners[0], ([], []))[0].append(slot)
        for zone, (_, owners) in enumerate(self.zone_of):
            if owners and isinstance(owners[0], int):
                self._parts.setdefault(owners[0], ([], []))[1].append(zone)

        self.bearing = frozenset(self._parts)  # things with variables or zones of their own
        self.parts = [self._parts.get(e.number, ([], [])) for e in self.entities]  # the slots and zones of each thing

    def _works(self, kind: str) -> frozenset[str] | None:
        at: str | None = kind
        while at is not None:
            works = self.program.kinds[at].works if at in self.program.kinds else ()
            if works:
                return frozenset(works)
            at = self.program.parents.get(at)
        return None

    def _works_in(self, works: frozenset[str] | None) -> frozenset[int]:
        """The zones in which things of a kind have their abilities; -1 is nowhere."""
        if works is None:
            return frozenset(range(-1, len(self.zone_of))) - {self.box}
        return frozenset(z for z, (zone, _) in enumerate(self.zone_of) if zone.head.name in works)

    def bearers(self, bearer: str) -> tuple[int, ...]:
        """The things that may carry an ability."""
        found = self.bearer_cache.get(bearer)
        if found is None:
            what, _, name = bearer.partition(":")
            found = tuple(self.by_design.get(name, ())) if what == "design" else self.members(name)
            self.bearer_cache[bearer] = found
        return found

    def event_key(self, event: list[Any]) -> str:
        """What the abilities that may answer an event are found by: its verb, and for amounts the resource."""
        verb: str = event[0]
        return f"{verb} {event[3][0]}" if verb in ("gain", "lose") and verb not in self.program.verbs else verb

    def _event_keys(self, watch: Watch) -> list[str]:
        if watch.verb not in ("gain", "lose") or watch.verb in self.program.verbs:
            return [watch.verb]
        return [f"{watch.verb} {name}" for name in self.program.vars if watch.about(name)]

    def _listen(self, bearer: str, key: Any) -> None:
        if borne_by_things(bearer):
            for thing in self.bearers(bearer):
                self.listens[thing] |= {key}

    def answerers(self, key: tuple[str, str]) -> tuple[list[int], dict[int, list[int]]]:
        """The places, among the abilities that answer an event, of those that things in zones bear, and of the others."""
        found = self._answerers.get(key)
        if found is None:
            always: list[int] = []
            by_thing: dict[int, list[int]] = {}
            for at, watch in enumerate(self.watches.get(key, [])):
                things = self.bearers(watch.bearer) if borne_by_things(watch.bearer) else ()
                if not things or any(self.fixed[thing] for thing in things):
                    always.append(at)
                for thing in things:
                    by_thing.setdefault(thing, []).append(at)
            found = self._answerers[key] = (always, by_thing)
        return found

    def bearers_by_zones(self, bearer: str) -> list[tuple[int, frozenset[int]]]:
        """The things that may carry an ability, each with the zones in which its abilities hold."""
        found = self._by_zones.get(bearer)
        if found is None:
            found = [(e, self.works_in[self.entities[e].kind]) for e in self.bearers(bearer)]
            self._by_zones[bearer] = found
        return found

    def holder(self, zone: int, kind: str) -> int | None:
        """The thing of a kind, a cell or a die, that a zone is part of."""
        if (zone, kind) not in self._held_cache:
            owners = self.zone_of[zone][1] if zone >= 0 else ()
            kinds = (o for o in owners if isinstance(o, int) and is_kind(self.entities[o].kind, kind, self.program.parents))
            self._held_cache[zone, kind] = next(kinds, None)
        return self._held_cache[zone, kind]

    def alike(self, other: Table) -> bool:
        """Do states of both mean the same? Same rules, players, names and options."""
        if self is other:
            return True
        names = [e.name for e in self.entities]
        same = self.program.digest == other.program.digest and self.options == other.options
        return same and names == [e.name for e in other.entities]

    def text(self, number: int | None) -> str:
        """The name of a thing as answers write it."""
        return "none" if number is None else self.entities[number].name

    def doer(self, player: int | None) -> str:
        """Who gains or loses, as the log says it; what nobody in particular gains, the table does."""
        return "the table" if player is None else self.entities[player].name

    def owner_zone(self, zone: int) -> int | None:
        """The player a zone belongs to, directly or through the thing it is part of."""
        return self.zone_owner[zone]

    def _owner_of_zone(self, zone: int) -> int | None:
        definition, owners = self.zone_of[zone]
        things = [
            o
            for o, kind in zip(owners, definition.owners, strict=True)
            if isinstance(o, int) and kind not in self.program.values
        ]
        players = [owner for owner in things if self.entities[owner].kind == "player"]
        if players:
            return players[0]  # wherever the player stands among those it belongs to
        return self.entities[things[0]].owner if things else None
