"""Who does what, and who answers it: the verbs that texts use and the abilities that watch them.

Contract: read off the checked program alone. A part is named `verb:x`, `thing:x`, `kind:x` or `rule:x`; what is
written inside a part (an `under`, a `later`, an option) belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulekit.program import ops as o
from rulekit.program.game import Program

_NATIVE = {
    o.Gain: "gain", o.Move: "move", o.Draw: "draw", o.Shuffle: "shuffle", o.RollDie: "roll", o.RollNumber: "roll",
    o.Put: "put", o.Activate: "activate", o.Pay: "pay", o.TurnTo: "turn_to",
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Effect:
    """One arrow: a part does a verb, or a verb wakes a part (`before`, `after`, `instead`, `forbid`)."""

    source: str
    how: str
    target: str


def effects(program: Program) -> list[Effect]:
    """All arrows between verbs and the parts of a program, each once, in order."""
    found: dict[Effect, None] = {}
    for path in program.routines:
        part = part_of(path)
        for verb in verbs_of(program, path) if part else ():
            found[Effect(part, "does", f"verb:{verb}")] = None
    for watch in program.watches:
        found[Effect(f"verb:{watch.verb}", watch.timing, part_of(watch.routine) or bearer_part(watch.bearer))] = None
    return list(found)


def part_of(path: str) -> str:
    """The part that a routine is written in: `fruit/pear/after42` in `thing:pear`.

    >>> part_of("fruit/pear/after42"), part_of("verb/ripen"), part_of("rule/rain/after3")
    ('thing:pear', 'verb:ripen', 'rule:rain')
    """
    first, _, rest = path.partition("/")
    name = rest.split("/")[0].split(".")[0]
    if not name or first == "define":
        return ""
    return f"{first}:{name}" if first in ("verb", "rule", "kind") else f"thing:{name}"


def bearer_part(bearer: str) -> str:
    what, _, name = bearer.partition(":")
    return {"design": f"thing:{name}", "kind": f"kind:{name}"}.get(what, part_of(name) or bearer)


def verbs_of(program: Program, path: str) -> list[str]:
    """The verbs that a routine uses, in the order of the text; built-in ones too."""
    found: dict[str, None] = {}
    for op in program.routines[path].ops:
        if isinstance(op, o.CallVerb):
            found[op.verb] = None
        elif type(op) in _NATIVE:
            found[op.mode if isinstance(op, o.Gain) else _NATIVE[type(op)]] = None
    return list(found)


def built_in(program: Program, arrows: Iterable[Effect]) -> set[str]:
    """The verbs among the arrows that the program does not declare itself."""
    names = {end for arrow in arrows for end in (arrow.source, arrow.target) if end.startswith("verb:")}
    return {name for name in names if name.partition(":")[2] not in program.verbs}
