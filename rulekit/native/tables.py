"""What the C runtime must know of a table, as constant rows.

Contract: `rows(p)` gives C definitions of everything that `c/*.c` reads by name. Nothing here depends on a state.
"""

from __future__ import annotations

from typing import Any

from rulekit.native.pool import word
from rulekit.native.printer import Printer
from rulekit.program.order import order_matters

WORDS = ("gain lose give move reveal hide roll put activate top bottom turn verb event under end start done set_to multiplied "
         "raised lowered at_least at_most anytime").split()  # fmt: skip
FRAMES = {
    "@event": (1, 3), "@replace": (2, 2), "@gain": (3, 9), "@store": (4, 4), "@moves": (5, 5), "@draw": (6, 8),
    "@settle": (7, 1), "@laid": (8, 3), "@rolls": (9, 3), "@rolling": (10, 1), "@pay": (11, 2), "@queue": (12, 1),
}  # fmt: skip
TIMINGS = ("forbid", "instead", "before", "after")
TYPES = """
typedef V Run(M *m, Frame *frame, V *L, V place);
typedef V Finds(M *m, V event, V used, Buf *found);
typedef struct { int32_t size, n_params, params, ops; } Routine;
typedef struct { V path; int32_t routine; V once_word, once_name, bundle; V (*reply)(M *m, V *L); } Ability;
typedef struct { int32_t number; Finds *finds; } Watch;
typedef struct { int32_t routine, scoped; } Verb;
"""


def array(kind: str, name: str, values: list[Any]) -> str:
    return f"static const {kind} {name}[] = {{{', '.join(map(str, values)) or '0'}}};"


def value(v: Any) -> str:
    return "NONE" if v is None else str(v)


def sizes(p: Printer) -> list[str]:
    t, program = p.t, p.program
    found = {
        "N_VALS": len(t.slot_of), "N_ZONES": len(t.zone_of), "N_THINGS": len(t.entities), "N_PLAYERS": len(t.players),
        "N_ROUTINES": len(program.routines), "N_ABILITIES": max(1, len(program.watches)), "BOX": t.box, "BUDGET": t.budget,
        "N_STORES": len(program.stores), "N_PAYMENTS": len(program.payments), "N_STANDING": len(program.anytimes),
        "HAS_SCORE": int(has_figure(p, "score")), "HAS_WORTH": int(has_figure(p, "worth")),
        "HAS_SUPPOSED": int(bool(program.supposed)),
        "N_DISTANCES": max(1, len(p.distances)),
        "CELL_LOW": min(t.board_at, default=0), "N_CELLS": max(t.board_at, default=0) - min(t.board_at, default=0) + 1,
    }  # fmt: skip
    return [*(f"#define {name} {number}" for name, number in found.items()), *p.sets.defines()]


def has_figure(p: Printer, name: str) -> bool:
    """Does the game say what a player is worth, by such a define?"""
    define = p.program.defines.get(name)
    return define is not None and len(define.params) == 1


def rows(p: Printer, words: list[str]) -> list[str]:
    """All rows; `words` are the words in their order."""
    return [
        f"#define N_WORDS {len(words)}",
        *(f"#define W_{name} {word(name)}" for name in WORDS),
        *_things(p),
        *_zones(p),
        *_resources(p, words),
        *_routines(p, words),
        *_abilities(p, words),
        array("char *const", "WORD_TEXT", [f'"{_letters(text)}"' for text in words]),
    ]  # fmt: skip


def _letters(text: str) -> str:
    """A word as sorting reads it: names of the language have letters, digits and `_` alone."""
    return "".join(ch if ch == "_" or (ch.isascii() and ch.isalnum()) else " " for ch in text)


def _things(p: Printer) -> list[str]:
    t = p.t
    slots, zones, slots_at, zones_at = [], [], [0], [0]
    for own_slots, own_zones in t.parts:
        slots += own_slots
        zones += own_zones
        slots_at.append(len(slots))
        zones_at.append(len(zones))
    faces = [t.zone_number.get(("_faces", e.number)) for e in t.entities]
    shown = [t.slot.get("_shown", {}).get((e.number,)) for e in t.entities]
    kinds = sorted({e.kind for e in t.entities})
    awake = [[int(z in t.works_in.get(kind, ())) for z in range(-1, len(t.zone_of))] for kind in kinds]
    return [
        array("V", "MAKER", [value(owner) for owner in t.maker]),
        array("uint8_t", "IS_PLAYER", [int(is_) for is_ in t.is_player]),
        array("V", "DESIGN", [word(design) for design in t.design_of]),
        array("uint8_t", "STANDS", [int(fixed) for fixed in t.fixed]),
        array("uint8_t", "SCATTERED", [int(e.number in t.scattered) for e in t.entities]),
        array("uint8_t", "LISTENS", [int(bool(listens)) for listens in t.listens]),
        array("int32_t", "OWN_SLOTS", slots),
        array("int32_t", "OWN_ZONES", zones),
        array("int32_t", "SLOTS_AT", slots_at),
        array("int32_t", "ZONES_AT", zones_at),
        array("V", "FACES", [value(z) for z in faces]),
        array("V", "SHOWN", [value(s) for s in shown]),
        array("int32_t", "KIND", [kinds.index(e.kind) for e in t.entities]),
        f"static const uint8_t AWAKE[][N_ZONES + 1] = {{{', '.join('{' + ', '.join(map(str, row)) + '}' for row in awake)}}};",
    ]


def _zones(p: Printer) -> list[str]:
    t = p.t
    seen = {"owner": 1, "others": 2, "top": 3}
    discards = []
    for zone, owners in t.zone_of:
        back = zone.reshuffles
        discards.append(None if not back else t.zone_number.get((back, *owners), t.zone_number.get((back,))))
    return [
        array("V", "ZONE_OWNER", [value(owner) for owner in t.zone_owner]),
        array("uint8_t", "HIDES", [int(hides) for hides in t.hides]),
        array("uint8_t", "SHOWS", [int(shows) for shows in t.shows]),
        array("uint8_t", "KEEPS_MIXED", [int(keeps) for keeps in t.keeps_mixed]),
        array("uint8_t", "SEEN", [seen.get(zone.seen, 0) for zone, _ in t.zone_of]),
        array("V", "DISCARDS", [value(z) for z in discards]),
    ]


def _resources(p: Printer, words: list[str]) -> list[str]:
    t, variables = p.t, list(p.program.vars.items())
    holders = []
    for name, _ in variables:
        slots = t.holders[name]
        row = [slots.get(None), *(slots.get(e.number) for e in t.entities)]
        holders.append("{" + ", ".join("MISS" if at is None else str(at) for at in row) + "}")
    places = {name: at for at, (name, _) in enumerate(variables)}
    keyed = [_keyed(p, name) for name, _ in variables]
    return [
        *(f"static const V KEYED_{at}[] = {{{row}}};" for at, row in enumerate(keyed) if row),
        array("V *const", "KEYED", [f"KEYED_{at}" if row else "NULL" for at, row in enumerate(keyed)] or ["NULL"]),
        array("uint8_t", "IS_PAIR", [int(name in t.pairs) for name, _ in variables] or [0]),
        f"static const V HOLDERS[][N_THINGS + 1] = {{{', '.join(holders) or '{0}'}}};",
        array("V", "FLOOR", [value(var.floor) for _, var in variables]),
        array("uint8_t", "HAS_CAP", [int(var.cap is not None) for _, var in variables]),
        array("uint8_t", "SIGNED", [int(var.signed) for _, var in variables]),
        array("uint8_t", "UNSPENDABLE", [int(bool(getattr(var, "unspendable", False))) for _, var in variables]),
        array("uint8_t", "HAS_OWNERS", [int(bool(var.owners)) for _, var in variables]),
        array("uint8_t", "HAS_STORES", [int(bool(t.stores.get(name))) for name, _ in variables]),
        array("int32_t", "RESOURCE", [places.get(w, -1) for w in words]),
    ]


def _keyed(p: Printer, name: str) -> str:
    """Slots of a variable that belongs to two owners, or to a value: both owners (MISS for one alone) and the slot of each."""
    rows = []
    for owners, slot in p.t.slot[name].items():
        if len(owners) == 2:
            rows.append(f"{p.pool.const(owners[0])}, {p.pool.const(owners[1])}, {slot}")
        elif len(owners) == 1 and isinstance(owners[0], str):
            rows.append(f"{p.pool.const(owners[0])}, MISS, {slot}")
        elif len(owners) > 2:
            return ""
    return ", ".join([*rows, "MISS"]) if rows else ""


def _routines(p: Printer, words: list[str]) -> list[str]:
    program, t = p.program, p.t
    params: list[int] = []
    made = []
    for routine in program.routines.values():
        made.append(f"{{{routine.size}, {len(routine.params)}, {len(params)}, {len(routine.ops) + 1}}}")
        params += routine.params
    verbs = list(program.verbs)
    entered = [
        f"{{{p.routine(v.routine) if v.routine else -1}, {int(name in program.scoped_verbs)}}}"
        for name, v in program.verbs.items()
    ]
    powers = sorted(
        {power for d in program.designs.values() for power in d.texts} | {x for k in program.kinds.values() for x in k.texts}
    )
    from rulekit.runtime.bearers import find_power

    rows_ = []
    for power in powers:
        found = [find_power(p.cx.m, e.number, power) for e in t.entities]
        rows_.append("{" + ", ".join("-1" if path is None else str(p.routine(path)) for path in found) + "}")
    return [
        array("Routine", "ROUTINE", made),
        array("int32_t", "PARAMS", params),
        array("int32_t", "ROUTINE_OF", [p.routine_names.get(w, -1) for w in words]),
        array("Verb", "VERBS", entered or ["{-1, 0}"]),
        array("int32_t", "VERB", [verbs.index(w) if w in program.verbs else -1 for w in words]),
        array("int32_t", "POWER", [powers.index(w) if w in powers else -1 for w in words]),
        f"static const int32_t POWER_OF[][N_THINGS] = {{{', '.join(rows_) or '{0}'}}};",
        array("uint8_t", "FRAME_SIZE", [0, *(size for _, size in FRAMES.values())]),
    ]


def _abilities(p: Printer, words: list[str]) -> list[str]:
    program, t = p.program, p.t
    abilities = []
    for watch in program.watches:
        once = [word(part) for part in watch.once] if watch.once is not None else ["NONE", "NONE"]
        bundle = word(watch.bearer[6:]) if watch.bearer.startswith("scope:") else "NONE"
        stays = p.compiler.routines.verbs.replies(program.routines[watch.routine])
        reply = p.want(("reply", watch.routine)) if stays else "NULL"
        abilities.append(f"{{{word(watch.routine)}, {p.routine(watch.routine)}, {once[0]}, {once[1]}, {bundle}, {reply}}}")
    groups, at, starts = [], 0, dict[tuple[str, str], int]()
    for key, watches in t.watches.items():
        starts[key] = at
        groups += [f"{{{watch.number}, {p.want(('watch', watch.number))}}}" for watch in watches]
        groups.append("{-1, NULL}")
        at += len(watches) + 1
    matters = [int(order_matters(one, other)) for one in program.watches for other in program.watches]
    return [
        array("Ability", "ABILITIES", abilities or ["{NONE, -1, NONE, NONE, NONE, NULL}"]),
        array("Watch", "WATCHES", groups or ["{-1, NULL}"]),
        array("int32_t", "WATCHERS", [starts.get((w, timing), -1) for w in words for timing in TIMINGS]),
        array("uint8_t", "WATCHED", [int(w in t.watched) for w in words]),
        array("uint8_t", "ORDER_MATTERS", matters or [0]),
    ]
