"""What a viewer sees of a table."""

from __future__ import annotations

import pickle
from typing import Any, TypedDict, cast
from weakref import WeakKeyDictionary

from rulekit.api import State
from rulekit.interpreter.naming import Naming
from rulekit.interpreter.plain import plain
from rulekit.program.game import VarDef, ZoneDef
from rulekit.runtime.describe import owner_key
from rulekit.runtime.machine import Machine
from rulekit.runtime.table import Table
from rulekit.sources.tongues import FIRST
from rulekit.story.event import NOBODY
from rulekit.story.sight import visible
from rulekit.story.words import Words
from rulekit.table_view.asked import DecisionView, decision_view
from rulekit.table_view.boards import BoardView, board_view
from rulekit.table_view.homes import Homes, homes
from rulekit.table_view.known import KnownWords
from rulekit.table_view.marks import DieView, FogView, MarkView, die_views, fog_views, mark_views
from rulekit.table_view.scores import known_scores


class ThingView(TypedDict):
    """A thing in sight."""

    id: int  # under which the viewer follows it: another one once it has been out of his sight
    name: str
    kind: str
    label: str
    face_up: bool
    owner: int | None  # for whom it was made
    values: dict[str, Any]  # what is kept on it
    notes: list[str]  # the same in words, as far as it has a label and says something


class ZoneView(TypedDict):
    """A zone: where it belongs, how to lay it out, what lies in it."""

    id: str
    name: str
    label: str
    owner: int | None
    home: str  # player, table, cell, die, shelf
    cell: str | None  # the cell that it belongs to
    layout: str  # stack, fan, row, faces: how its things lie
    count: int
    things: list[ThingView | None]  # in order; None for one that is hidden. In a zone without an order all that is seen


class ValueView(TypedDict):
    """A variable or resource."""

    name: str
    label: str
    owner: int | None
    of: list[str]  # whose, as keys of `zones` name owners
    value: Any
    text: str
    resource: bool
    named: bool  # has it a name for players, who keep it in mind?


class PlayerView(TypedDict):
    """A player."""

    seat: int
    name: str
    label: str
    active: bool
    asked: bool
    score: int | None  # None where the viewer cannot know it


class TableView(TypedDict):
    """All that a viewer sees."""

    viewer: int | None
    lang: str
    title: str
    round: int
    phase: str
    active: int | None
    over: bool
    winners: list[int]
    players: list[PlayerView]
    zones: list[ZoneView]
    values: list[ValueView]
    boards: list[BoardView]
    marks: list[MarkView]  # what is kept of cells, and who stands there
    fog: list[FogView]  # cells that are not discovered yet
    dice: list[DieView]
    decision: DecisionView | None  # what is asked, of whom; the options only if it is for the viewer to decide
    events: int  # how many he knows of: `State.events_for(viewer, since)` gives the newest
    can_undo: bool


def look(state: State, viewer: int | None = None, lang: str = FIRST, *, brief: bool = False) -> TableView:
    """The table as a player sees it, or for None as somebody who only watches. A brief one has neither the boards, which stay
    as they are for a whole game, nor zones of dice and empty ones of cells, of which there may be a thousand."""
    if viewer is not None:
        state._require_player(viewer)
    eyes = NOBODY if viewer is None else viewer
    m = state.machine
    fixed = _fixed(m, lang)
    words = KnownWords(m, eyes, lang, fixed.names)
    ids = state._identities().of[eyes]
    scores = known_scores(state, eyes)
    asked = state.asked().player
    phase = next((scope.name for scope in reversed(m.s.scopes) if scope.word == "phase"), "")
    return {
        "viewer": viewer,
        "lang": lang,
        "title": words.game(),
        "round": m.s.rounds,
        "phase": words.label(m.program.part("phase", phase)) if phase else "",
        "active": state.active,
        "over": state.over,
        "winners": list(state.winners),
        "players": [
            {
                "seat": seat,
                "name": state.table.text(seat),
                "label": words.player(seat),
                "active": seat == state.active,
                "asked": seat == asked and not state.over,
                "score": scores[seat],
            }
            for seat in state.players
        ],
        "zones": _zones(m, eyes, words, ids, fixed, brief),
        "values": _values(m, eyes, words, fixed),
        "boards": [] if brief else pickle.loads(fixed.boards),
        "marks": mark_views(m, eyes, words),
        "fog": fog_views(m, eyes, words),
        "dice": die_views(m, eyes, words, ids),
        "decision": None if state.over else decision_view(state, viewer, lang, ids),
        "events": len(state.events_for(viewer)),
        "can_undo": state.can_undo,
    }


# ---------- what stays the same for a whole game ----------
class _Fixed:
    """What hangs on the table and the language alone: a screen asks for it after every move."""

    def __init__(self, m: Machine, lang: str) -> None:
        table, keys = m.t, Naming.of(m.t).zone_keys
        placed, words = homes(table, m), Words(table, lang)
        self.names: dict[int, str] = {}  # of things that were told of
        self.zones = [_fixed_zone(table, zone, keys[zone], placed, words) for zone in range(len(table.zone_of))]
        # as bytes, since whoever asks may change what he gets, and nothing makes copies as fast
        self.boards = pickle.dumps([board_view(table, name, words) for name in table.boards])
        self.values = [(slot, _fixed_value(table, slot, words)) for slot in range(len(table.slot_of)) if _told(table, slot)]


_EMPTY = (None, 0, "", (), ((),))
_FIXED: WeakKeyDictionary[Table, dict[str, _Fixed]] = WeakKeyDictionary()


def _fixed(m: Machine, lang: str) -> _Fixed:
    known = _FIXED.setdefault(m.t, {})
    found = known.get(lang)
    if found is None:
        found = known[lang] = _Fixed(m, lang)
    return found


def _told(table: Table, slot: int) -> bool:
    """Is it a variable of the table, of players, or of several together? What is kept on a thing alone is told with it."""
    name, owners = table.slot_of[slot]
    return not name.startswith("_") and not (len(owners) == 1 and _things(table, owners))


def _things(table: Table, owners: tuple[Any, ...]) -> list[int]:
    return [o for o in owners if isinstance(o, int) and o not in table.seats]


def _whose_first(table: Table, owners: tuple[Any, ...]) -> tuple[Any, ...]:
    """The owners, the player first."""
    at = next((at for at, owner in enumerate(owners) if owner in table.seats), 0)
    return (*owners[at : at + 1], *owners[:at], *owners[at + 1 :])


def _fixed_value(table: Table, slot: int, words: Words) -> dict[str, Any]:
    name, owners = table.slot_of[slot]
    var = table.program.vars[name]
    return {
        "name": name,
        "label": words.label(var.head),
        "owner": next((owner for owner in owners if owner in table.seats), None),
        "resource": var.resource,
        "named": bool(var.head.labels) or var.resource,
    }


def _fixed_zone(table: Table, zone: int, key: str, placed: Homes, words: Words) -> dict[str, Any]:
    definition, owners = table.zone_of[zone]
    home = placed.of[zone]
    cell = next((o for o in owners if isinstance(o, int) and o in table.board_at), None)
    if home == "shelf":
        cell = next((placed.shelves[o] for o in owners if o in placed.shelves), None)
    return {
        "id": key,
        "name": definition.head.name,
        "label": words.zone(zone),
        "owner": table.owner_zone(zone),
        "home": home,
        "cell": None if cell is None else table.entities[cell].name,
        "layout": _layout(definition, home),
    }


# ---------- zones ----------
def _zones(m: Machine, viewer: int, words: Words, ids: dict[int, int], fixed: _Fixed, brief: bool) -> list[ZoneView]:
    """The zones of all that is seen; nobody who sees what a zone belongs to could call it otherwise."""
    naming, found = Naming.of(m.t), list[ZoneView]()
    unseen = naming.unseen(lambda thing: visible(m, thing, viewer))
    for zone, items in enumerate(m.s.zones):
        if zone == m.t.box or (unseen and not unseen.isdisjoint(naming.zone_things[zone])):
            continue
        home, on_cell = fixed.zones[zone]["home"], fixed.zones[zone]["cell"] is not None
        if brief and (home == "die" or (on_cell and home != "shelf" and not items)):
            continue
        seen = [_thing(m, item, viewer, words, ids) if visible(m, item, viewer) else None for item in items]
        if m.s.mixed[zone]:  # where there is no order, the order in which things are kept says nothing
            seen = [*filter(None, seen), *(None for thing in seen if thing is None)]
        found.append(cast(ZoneView, {**fixed.zones[zone], "count": len(items), "things": seen}))
    return found


def _layout(definition: ZoneDef, home: str) -> str:
    """How things lie in a zone, told from who sees it."""
    if home == "die":
        return "faces"
    if definition.seen in ("nobody", "top"):
        return "stack"
    return "fan" if definition.seen in ("owner", "others") else "row"


def _thing(m: Machine, thing: int, viewer: int, words: Words, ids: dict[int, int]) -> ThingView:
    entity = m.t.entities[thing]
    slots, _ = m.t.parts[thing]
    values: dict[str, Any] = {}
    notes: list[str] = []
    for slot in slots:
        name, owners = m.t.slot_of[slot]
        var = m.program.vars[name]
        if len(owners) == 1 and not name.startswith("_") and not var.secret:
            values[name] = plain(m, m.s.vals[slot], var.type, viewer)
            notes += _note(m.s.vals[slot], var, words)
    return {
        "id": ids[thing],
        "name": entity.name,
        "kind": entity.kind,
        "label": words.thing(thing),
        "face_up": m.s.up[thing],
        "owner": entity.owner if entity.owner in m.t.seats else None,
        "values": values,
        "notes": notes,
    }


def _note(value: Any, var: VarDef, words: Words) -> list[str]:
    """What is kept on a thing, in words: what has a label and says something."""
    named = bool(var.head.labels) or var.resource
    if not named or value is None or (var.type.tag != "thing" and value in (0, False, "", (), ((),))):
        return []
    label = words.label(var.head)
    return [label if value is True else f"{label} {words.value(value, var.type)}"]


# ---------- values ----------
def _values(m: Machine, viewer: int, words: Words, fixed: _Fixed) -> list[ValueView]:
    found: list[ValueView] = []
    for slot, told in fixed.values:
        name, owners = m.t.slot_of[slot]
        var, value = m.program.vars[name], m.s.vals[slot]
        things = _things(m.t, owners)
        if var.secret and owners[:1] != (viewer,):
            continue
        if things and (value in _EMPTY or not all(visible(m, thing, viewer) for thing in things)):
            continue
        of, text = [owner_key(m, o, viewer) for o in _whose_first(m.t, owners)], words.value(value, var.type)
        found.append(cast(ValueView, {**told, "of": of, "value": plain(m, value, var.type, viewer), "text": text}))
    return found
