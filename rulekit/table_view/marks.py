"""What is marked on the cells of boards: what is kept of a cell, who stands there, what is not discovered yet, and the dice.

Contract: marks are variables of a cell that say something (none, no and nothing are left out), and players whom a cell names or
who name a cell. Secret variables are no marks. A cell lies in fog where the area that a map puts it in has a labelled yes-or-no
variable that is still `no`, and no player's piece stands in that area.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

from rulekit.program.game import VarDef
from rulekit.runtime.machine import Machine
from rulekit.story.sight import visible
from rulekit.story.words import Words
from rulekit.table_view.homes import is_die

FACES, SHOWN = "_faces", "_shown"  # what every die has, by the names the machine keeps


class MarkView(TypedDict):
    """Something that is kept of a cell."""

    cell: str
    name: str
    label: str
    text: str  # the value in words
    player: int | None  # if it names a player: a piece of his
    number: int | None  # if it is an amount


class FogView(TypedDict):
    """A cell in fog."""

    cell: str
    label: str  # what its area is not yet


class DieView(TypedDict):
    """A die with its faces."""

    name: str
    label: str
    owner: int | None
    faces: list[str]  # labels, in order
    names: list[str]
    ids: list[int]  # the identities of the faces
    shown: int | None  # which of them lies up, from 0


def mark_views(m: Machine, viewer: int, words: Words) -> list[MarkView]:
    """All marks, in the order of declarations and cells."""
    return [*_kept(m, viewer, words), *_standing(m, words)]


def _kept(m: Machine, viewer: int, words: Words) -> Iterator[MarkView]:
    for slot, (name, owners) in enumerate(m.t.slot_of):
        if len(owners) != 1 or owners[0] not in m.t.board_at or name.startswith("_"):
            continue
        var, value = m.program.vars[name], m.s.vals[slot]
        if var.secret or not _says(var, value) or not _known(m, var, value, viewer):
            continue
        yield _mark(m, owners[0], var, value, words)


def _says(var: VarDef, value: Any) -> bool:
    return value is not None and (var.type.tag == "thing" or value not in (0, False, "", (), ((),)))


def _known(m: Machine, var: VarDef, value: Any, viewer: int) -> bool:
    """Does the viewer know the thing that is named? Lists and records of things are not marks at all."""
    if var.type.tag == "thing":
        return m.s.where[value] < 0 or visible(m, value, viewer)
    return var.type.tag in ("number", "yesno", "values", "text", "resource", "direction")


def _mark(m: Machine, cell: int, var: VarDef, value: Any, words: Words) -> MarkView:
    seat = value if var.type.tag == "thing" and value in m.t.seats else None
    number = value if type(value) is int and var.type.tag == "number" else None
    text = "" if value is True else words.value(value, var.type)
    return {
        "cell": m.t.entities[cell].name,
        "name": var.head.name,
        "label": words.label(var.head),
        "text": text,
        "player": seat,
        "number": number,
    }


def standing(m: Machine) -> Iterator[tuple[int, int, VarDef]]:
    """Players who say of themselves that they are on a cell: the cell, the player, the variable. It is the first variable that
    says so; who has a piece of his own on a board stands where that is, and his variables are only remembered."""
    with_pieces = {m.t.maker[thing] for thing in m.t.made_for_players if _on_a_board(m, thing)}
    found: set[int] = set()
    for slot, (name, owners) in enumerate(m.t.slot_of):
        var = m.program.vars[name]
        if var.owners != ("player",) or var.type.tag != "thing" or var.secret or m.s.vals[slot] not in m.t.board_at:
            continue
        if owners[0] not in with_pieces | found:
            found.add(owners[0])
            yield m.s.vals[slot], owners[0], var


def _on_a_board(m: Machine, thing: int) -> bool:
    zone = m.s.where[thing]
    return zone >= 0 and any(owner in m.t.board_at for owner in m.t.zone_of[zone][1])


def _standing(m: Machine, words: Words) -> Iterator[MarkView]:
    for cell, player, var in standing(m):
        yield {**_mark(m, cell, var, player, words), "text": words.player(player), "player": player}


# ---------- fog ----------
def fog_views(m: Machine, viewer: int, words: Words) -> list[FogView]:
    """The cells that are not discovered yet."""
    found: list[FogView] = []
    for name, data in m.t.maps.items():
        cells = m.t.board_cells[name]
        for area in data.areas:
            label = next((text for thing in m.t.by_design.get(area.id, ()) for text in _unmet(m, thing, words)), "")
            if label and not any(_peopled(m, cells[cell], viewer) for cell in area.cells):
                found += [{"cell": data.board.cells[cell], "label": label} for cell in area.cells]
    return found


def _unmet(m: Machine, thing: int, words: Words) -> Iterator[str]:
    for slot in m.t.parts[thing][0]:
        name, owners = m.t.slot_of[slot]
        var = m.program.vars[name]
        if owners == (thing,) and var.type.tag == "yesno" and var.head.labels and not var.secret and m.s.vals[slot] is False:
            yield words.label(var.head)


def _peopled(m: Machine, cell: int, viewer: int) -> bool:
    """Does a player's piece stand there?"""
    things = (thing for zone in m.t.parts[cell][1] for thing in m.s.zones[zone] if visible(m, thing, viewer))
    return any(m.t.entities[thing].owner in m.t.seats for thing in things)


# ---------- dice ----------
def die_views(m: Machine, viewer: int, words: Words, ids: dict[int, int]) -> list[DieView]:
    """The dice with faces of their own, each with the face that lies up."""
    found: list[DieView] = []
    for entity in m.t.entities:
        zone = m.t.zone_number.get((FACES, entity.number)) if is_die(m.t, entity.number) else None
        faces = m.s.zones[zone] if zone is not None else ()
        if not faces or not all(visible(m, face, viewer) for face in faces):
            continue
        slot = m.t.slot.get(SHOWN, {}).get((entity.number,))
        shown = m.s.vals[slot] if slot is not None else None
        found.append(
            {
                "name": entity.name,
                "label": words.thing(entity.number),
                "owner": entity.owner if entity.owner in m.t.seats else None,
                "faces": [words.thing(face) for face in faces],
                "names": [m.t.entities[face].name for face in faces],
                "ids": [ids[face] for face in faces],
                "shown": faces.index(shown) if shown in faces else None,
            }
        )
    return found
