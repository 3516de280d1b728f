"""How the YAML files of the corpus are read: maps against the rules that their first line names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulekit.boards.map_rules import Home, Limit, MapRules, PlaceRule, Size
from rulekit.boards.maps import load_map
from rulekit.boards.setups import load_index, load_setup
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.source import Source

PLAIN = MapRules(
    legend={"#": {"cell": False, "wall": True}, ".": {"floor": True}, "+": {"door": True, "joins": 2}},
    area_fields={"size": "number?"},
    places={"start": PlaceRule(1, 2)},
    link_kinds=("stairs",),
)
# Walls are cells here, as in a dungeon through which ghosts drift.
DUNGEON = MapRules(
    legend={
        "#": {"wall": True},
        ".": {"floor": True},
        "+": {"door": True, "joins": 2},
        "s": {"floor": True},
        "B": {"floor": True},
    },
    area_fields={"kind": "entrance|lair"},
    limits=(Limit("s", one_a_player=True), Limit("B", least=1, most=1)),
    homes=(Home("s", "kind", "entrance"),),
    singles=(("kind", "entrance"),),
    reach="s",
    pieces={"#": {1: 1, 2: 5}},
    most_players=1,
)
RULES = {
    "dungeon": DUNGEON,
    "plain": PLAIN,
    "sizes": replace(PLAIN, sizes=(Size("square", 5, 1),)),
    "limits": replace(PLAIN, limits=(Limit("+", 1, "One door is enough."),)),
}


def yaml_findings(path: Path) -> list[Diagnostic]:
    """What is found in a map, a set-up or an index."""
    text = path.read_text("utf-8")
    source, sink = Source(str(path), text), Sink()
    if "\nsetup:" in text:
        load_setup(source, sink)
    elif "\nindex:" in text:
        load_index(source, sink)
    else:
        load_map(source, RULES[text.split("\n")[0].removeprefix("# rules: ")], sink)
    return sink.found
