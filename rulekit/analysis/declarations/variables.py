"""Variables, resources and zones.

Contract: their types, owners and limits are known; default values wait for `texts.py`.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker
from rulekit.analysis.declarations.heads import head_of, pick, words
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.game import (
    Head,
    VarDef,
    ZoneDef,
)
from rulekit.sources.diagnostics import Label
from rulekit.syntax import nodes as n

_SEEN = ("everyone", "owner", "others", "nobody", "face_up", "top")


# ---------- variables and zones ----------
def declare_var(cx: Checker, decl: n.Decl) -> None:
    old = cx.program.vars.get(decl.name) if isinstance(decl, n.Var | n.Resource) else None
    if old is not None and old.head.span.source.text:
        label = Label(old.head.span, "a part of a kind, first declared here")
        cx.sink.error("RK011", f"`{decl.name}` is declared twice", decl.span.word(decl.name), "rename one", (label,))
    if isinstance(decl, n.Var):
        add_var(cx, decl.name, decl, decl.of)
    elif isinstance(decl, n.Resource):
        _resource(cx, decl)


def add_var(cx: Checker, name: str, decl: n.Var, owners: tuple[str, ...]) -> None:
    _owners(cx, owners, decl)
    if decl.secret and owners[:1] != ("player",) and "player" in owners:
        others = ", ".join(owner for owner in owners if owner != "player")
        message = f"`{name}` is known to whom it belongs to first, and that is no player: `secret` would hide it from all"
        cx.sink.error("RK012", message, decl.span, f"declare it `of player, {others}`")
    head = Head(name, decl.labels, decl.tags, decl.span)
    lasts = _lasts(cx, decl.lasts, name)
    cx.program.vars[name] = VarDef(head, cx.world.type_of(decl.type), owners, None, lasts, decl.secret)


def _lasts(cx: Checker, scope: n.Scope | None, name: str) -> tuple[str, str] | None:
    if scope is None:
        return None
    key = (scope.word, scope.name or "")
    if scope.word == "verb":
        cx.program.scoped_verbs.add(scope.name or "")
    cx.program.lasting.setdefault(key, []).append(name)
    return key


def _owners(cx: Checker, owners: tuple[str, ...], decl: n.Decl) -> None:
    for owner in owners:
        known = owner in cx.program.parents or owner in cx.program.values
        if not known and owner not in {d.name for d in cx.world.decls.values() if isinstance(d, n.Thing)}:
            cx.world.unknown("kind or values", owner, decl.span, cx.world.type_names(), "RK015")
            cx.sink.unread.update(decl.names or (decl.name,))


def _resource(cx: Checker, decl: n.Resource) -> None:
    _owners(cx, decl.of, decl)
    if len(decl.of) > 2:
        message = f"`{decl.name}` is of {' and '.join(decl.of)}: an amount is of two at most"
        hint = f"a variable may be of more: `var {decl.name} of {', '.join(decl.of)}: number = 0`, changed by `set`"
        cx.sink.error("RK013", message, decl.span, hint)
    var = VarDef(head_of(decl), t.NUMBER, decl.of, c.Const(0, type=t.NUMBER), resource=True)
    cx.program.vars[decl.name] = var
    for item in decl.items:
        if isinstance(item, n.Lasting):
            var.lasts = _lasts(cx, item.scope, decl.name)
        elif isinstance(item, n.Prop):
            _resource_prop(cx, var, item)


def _resource_prop(cx: Checker, var: VarDef, prop: n.Prop) -> None:
    if prop.name == "no_floor":
        var.floor = None
    elif prop.name == "unspendable":
        var.unspendable = True
    elif prop.name == "floor" and prop.values:
        value = prop.values[0]
        sign = -1 if isinstance(value, n.Negative) else 1
        number = value.value if isinstance(value, n.Negative) else value
        var.floor = sign * number.value if isinstance(number, n.Number) else 0
    elif prop.name not in ("cap", "overflow"):
        cx.world.unknown(
            "property of a resource",
            prop.name,
            prop.span,
            ("cap", "floor", "no_floor", "unspendable", "lasts"),
            "RK014",
        )


def declare_zone(cx: Checker, decl: n.Decl) -> None:
    if not isinstance(decl, n.Zone):
        return
    if decl.name in cx.program.zones:  # one that every game has
        cx.sink.error("RK011", f"every game has a zone `{decl.name}`", decl.span.word(decl.name), "choose another name")
        return
    _owners(cx, decl.of, decl)
    zone = ZoneDef(head_of(decl), decl.of, ("thing",))
    cx.program.zones[decl.name] = zone
    for prop in pick(decl.items, n.Prop):
        if prop.name == "holds":
            zone.holds = _held(cx, prop)
        elif prop.name == "seen":
            zone.seen = _seen(cx, prop, decl)
        elif prop.name == "reshuffles":
            zone.reshuffles = words(prop)[0] if words(prop) else ""
        else:
            cx.world.unknown("property of a zone", prop.name, prop.span, ("holds", "seen", "reshuffles"), "RK014")


def _held(cx: Checker, prop: n.Prop) -> tuple[str, ...]:
    for word in words(prop):
        if word not in cx.program.parents:
            cx.world.unknown("kind", word, prop.span, cx.program.parents, "RK015")
    return tuple(w for w in words(prop) if w in cx.program.parents) or ("thing",)


def _seen(cx: Checker, prop: n.Prop, decl: n.Zone) -> str:
    word = words(prop)[0] if words(prop) else "everyone"
    if word not in _SEEN:
        cx.world.unknown("way to be seen", word, prop.span, _SEEN)
    elif word in ("owner", "others") and all(owner in cx.program.values for owner in decl.of):
        whom = "nobody" if word == "owner" else "everybody"
        hint = f"declare it `of player`, or say `seen by {'nobody' if word == 'owner' else 'everyone'}`"
        cx.sink.error("RK012", f"`{decl.name}` belongs to no player: `seen by {word}` would be {whom}", prop.span, hint)
    return word
