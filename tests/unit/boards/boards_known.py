"""Boards with known figures, from the digests of the rulebooks."""

from __future__ import annotations

from pathlib import Path

from rulekit.boards import Board, graph_board, hex_board
from rulekit.boards.map_rules import Limit, MapRules, PlaceRule, Size
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source

DATA = Path(__file__).parent / "data"

TERRITORY_ROWS = [
    "~   ~   ~   ~   ~   ~",
    "  n1  n2  n3  n4  n5",
    "    c1  c2  c3  c4",
    "      s1  s2  s3",
]

# Cell: sides NE, E, SE, SW, W, NW as in the digest; `.` open land, `~` water.
TERRITORY_TABLE = {
    "s1": "c2 s2 . . . c1",
    "s2": "c3 s3 . . s1 c2",
    "s3": "c4 . . . s2 c3",
    "c1": "n2 c2 s1 . . n1",
    "c2": "n3 c3 s2 s1 c1 n2",
    "c3": "n4 c4 s3 s2 c2 n3",
    "c4": "n5 . . s3 c3 n4",
    "n1": "~ n2 c1 . . ~",
    "n2": "~ n3 c2 c1 n1 ~",
    "n3": "~ n4 c3 c2 n2 ~",
    "n4": "~ n5 c4 c3 n3 ~",
    "n5": "~ . . c4 n4 ~",
}

JUNCTIONS = {
    1: (2, 9, 14),
    2: (3, 9),
    4: (5, 10),
    6: (7, 12),
    8: (13,),
    13: (24,),
    16: (17, 10),
    19: (20, 12),
    23: (13,),
    36: (),
}

# Towards rebellion and towards loyalty, from cell 1 on; 0 is the end of the track.
TRACK = [(0, 2), (1, 3), (1, 4), (3, 5), (4, 6), (4, 7)]
TRACK += [(cell - 1, cell + 1) for cell in range(7, 29)]
TRACK += [(27, 30), (29, 31), (29, 0)]

MAP_RULES = MapRules(
    legend={"#": {"cell": False, "wall": True}, ".": {"floor": True}, "+": {"door": True, "joins": 2}},
    area_fields={"kind": "entrance|merchant|boss|room|corridor", "finds": "number"},
    places={
        "start": PlaceRule(least=3),
        "exit": PlaceRule(least=1),
        "tutorial": PlaceRule(1, 1),
        "shop": PlaceRule(1, 4),
        "lair": PlaceRule(1, 1),
        "landing": PlaceRule(),
    },
    values={"guardian": "text"},
    link_kinds=("stairs",),
    limits=(Limit("+", 22, "The box holds 22 doors."), Limit("#", 157, "The box holds walls for 157 cells.")),
    sizes=(Size("square", 15, 15), Size("square", 20, 15), Size("hex", 10, 10)),
)


def territory() -> Board:
    sink = Sink()
    board = hex_board("territory", TERRITORY_ROWS, {"~": "water"}, sink)
    assert board is not None, sink.found
    return board


def labyrinth() -> Board:
    pairs = [(f"c{a}", f"c{b}") for a in range(1, 37) for b in JUNCTIONS.get(a, (a + 1,))]
    return graph_board("labyrinth", [f"c{a}" for a in range(1, 37)], {"next": pairs})


def track() -> Board:
    loyal = [(f"t{a}", f"t{b}") for a, (_, b) in enumerate(TRACK, 1) if b]
    rebel = [(f"t{a}", f"t{b}") for a, (b, _) in enumerate(TRACK, 1) if b]
    return graph_board("track", [f"t{a}" for a in range(1, 32)], {"loyal": loyal, "rebel": rebel})


def map_source(name: str) -> Source:
    return Source(f"{name}.yaml", (DATA / f"{name}.yaml").read_text("utf-8"))
