"""All names of a game, for those who write cards and examples.

Contract: each name once under what it is, with what players read; answers are what an example may answer, by the words that
the option bears in the rules.
"""

from __future__ import annotations

from rulekit.explain.describe import named
from rulekit.program import ops as o
from rulekit.program.game import Program
from rulekit.sources.labels import plain_label

Names = dict[str, dict[str, str]]  # by what they are; each with what players read
_PLURAL = {
    "verb": "verbs", "resource": "resources", "var": "variables", "zone": "zones", "kind": "kinds", "define": "defines",
    "board": "boards", "option": "options of the game",
}  # fmt: skip


def all_names(program: Program) -> Names:
    """Every name that is declared, by what it is, and the answers that options ask for."""
    found: Names = {"answers": answers(program)}
    found |= {heading: {} for heading in _PLURAL.values()}
    for name, (what, head) in named(program).items():
        heading = _PLURAL.get(what, f"things of the kind {what}")
        found.setdefault(heading, {})[name] = _label(head.labels, name)
    for values, members in program.values.items():
        found[f"values of {values}"] = {name: _label(program.members[name].labels, name) for name in members}
    for (owner, name), head in program.parts.items():
        found.setdefault(f"parts of {owner}", {})[name] = _label(head.labels, name)
    said = {heading: {n: label for n, label in names.items() if n[0] != "_"} for heading, names in found.items()}
    return {heading: names for heading, names in said.items() if names}


def answers(program: Program) -> dict[str, str]:
    """What may be answered to menus, and at any time."""
    asked = (op for routine in program.routines.values() for op in routine.ops if isinstance(op, o.Ask))
    heads = [*(head for op in asked for head in op.options), *(one.option for one in program.anytimes)]
    return {head.name: _label(head.labels, head.name) for head in sorted(heads, key=lambda head: head.name)}


def _label(labels: tuple[str, ...], name: str) -> str:
    """What players read, where it says more than the name."""
    label = plain_label(labels[0]) if labels else ""
    return "" if label.casefold() == name.replace("_", " ") else label


def names_text(title: str, names: Names) -> str:
    lines = [title]
    for heading, found in names.items():
        lines += ["", heading]
        lines += [f"  {name}  {label}".rstrip() for name, label in found.items()]
    return "\n".join(lines)
