"""How the YAML files of the corpus are read: maps against the rules that their first line names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulekit.boards.map_rules import Limit, MapRules, PlaceRule, Size
from rulekit.boards.maps import load_map
from rulekit.boards.setups import load_index, load_setup
from rulekit.diagnostics import Diagnostic, Sink
from rulekit.source import Source

PLAIN = MapRules(
    legend={"#": {"cell": False, "wall": True}, ".": {"floor": True}, "+": {"door": True, "joins": 2}},
    area_fields={"size": "number?"},
    places={"start": PlaceRule(1, 2)},
    link_kinds=("stairs",),
)
RULES = {
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
