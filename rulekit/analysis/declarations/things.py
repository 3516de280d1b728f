"""Things: their kinds, copies, faces and where they start.

Contract: a thing whose kind is not there is reported once and left out.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker
from rulekit.analysis.declarations.heads import head_of, pick, words
from rulekit.program.game import DesignDef
from rulekit.program.limits import COPIES_MAX
from rulekit.syntax import nodes as n
from rulekit.syntax.words import DECLARING_WORDS


# ---------- things and boards ----------
def declare_thing(cx: Checker, decl: n.Decl) -> None:
    if not isinstance(decl, n.Thing):
        return
    if decl.kind not in cx.program.parents:
        cx.world.unknown("kind", decl.kind, decl.span, [*cx.program.parents, *DECLARING_WORDS], "RK015")
        return
    design = DesignDef(head_of(decl), decl.kind, per_player=decl.of == "player", index=len(cx.program.designs))
    if decl.of not in (None, "player"):
        cx.sink.error("RK015", "things can be made `of player` only", decl.span)
    design.copies = min(_kind_default(cx, decl.kind, "copies", 1), COPIES_MAX)
    cx.program.designs[decl.name] = design
    for prop in pick(decl.items, n.Prop):
        _thing_prop(cx, design, prop)


def _thing_prop(cx: Checker, design: DesignDef, prop: n.Prop) -> None:
    if prop.name == "copies":
        value = prop.values[0] if prop.values else None
        if isinstance(value, n.Number):
            design.copies = value.value
            if value.value > COPIES_MAX:
                cx.sink.error("RK003", "these are too many copies", value.span, f"{COPIES_MAX:,} is the most")
        else:
            cx.sink.error("RK012", "`copies` takes a number", prop.span, "in digits: `copies 4`")
    elif prop.name == "starts":
        place = prop.values[0] if prop.values else None
        if isinstance(place, n.Of) and isinstance(place.owner, n.Name):
            design.starts, design.starts_with = place.name, place.owner.name
        else:
            design.starts = words(prop)[0] if words(prop) else None
    elif prop.name == "faces" and cx.world.is_kind(design.kind, "die"):
        design.faces = tuple(_face(cx, v) for v in prop.values)


def _face(cx: Checker, value: n.Expr) -> tuple[int, str]:
    if isinstance(value, n.Amount) and isinstance(value.count, n.Number):
        return value.count.value, value.name
    if isinstance(value, n.Name):
        return 1, value.name
    cx.sink.error("RK012", "a die has faces such as `5 blank, crown`", value.span)
    return 0, ""


def _kind_default(cx: Checker, kind: str, word: str, default: int) -> int:
    for name in cx.world.lineage(kind):
        decl = cx.world.decls.get(name)
        for item in decl.items if isinstance(decl, n.Kind) else ():
            if isinstance(item, n.Field) and word in item.names and isinstance(item.default, n.Number):
                return item.default.value
            if isinstance(item, n.Prop) and item.name == word and item.values and isinstance(item.values[0], n.Number):
                return item.values[0].value
    return default
