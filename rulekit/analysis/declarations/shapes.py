"""Declarations to the shapes of a program: kinds, values, variables, zones, boards, things.

Contract: `declare_all` fills the program with everything that has a name, so that texts can be checked in any order
afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.context import Checker
from rulekit.analysis.declarations.boards import declare_board
from rulekit.analysis.declarations.heads import head_of, pick, words
from rulekit.analysis.declarations.kinds import check_parent, declare_kind, declare_kind_name
from rulekit.analysis.declarations.things import declare_thing
from rulekit.analysis.declarations.variables import declare_var, declare_zone
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.fitting import label_slots
from rulekit.analysis.world import BUILTIN_KINDS
from rulekit.program import types as t
from rulekit.program.game import (
    Head,
    KindDef,
    ParamDef,
    VarDef,
    VerbDef,
    ZoneDef,
)
from rulekit.program.limits import PLAYERS_MAX
from rulekit.program.ops import Routine
from rulekit.sources.labels import Labels
from rulekit.sources.tongues import CODE, codes, tongue
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import statements


def declare_all(cx: Checker, decls: Sequence[n.Decl]) -> None:
    """All declarations, one aspect after the other: each may rest on those before it."""
    _declare_builtins(cx)
    if any(_waits_for_payment(cx, decl) for decl in decls):
        _declare_payments(cx)
    for aspect in _ASPECTS:
        for decl in decls:
            aspect(cx, decl)


def _waits_for_payment(cx: Checker, decl: n.Decl) -> bool:
    if isinstance(decl, n.Example):  # nothing waits in an example
        return False
    kept = cx.world.kept
    return _names_payment(decl) if kept is None else kept.remade.made("pays", (decl,), lambda: _names_payment(decl))


def _names_payment(decl: n.Decl) -> bool:
    return any(isinstance(node, n.Pattern) and node.verb == "pay" for node in statements(decl))


def _said(word: str) -> Labels:
    """What something that every game has is called, in every language."""
    return Labels((tongue(code).say(word) for code in codes()), codes())


def _declare_builtins(cx: Checker) -> None:
    cx.program.parents.update(BUILTIN_KINDS)
    for name in BUILTIN_KINDS:
        cx.program.kinds[name] = KindDef(Head(name), BUILTIN_KINDS[name])
    cx.program.zones["box"] = ZoneDef(Head("box", _said("box")), (), ("thing",))
    cx.program.zones["_faces"] = ZoneDef(Head("faces", _said("faces")), ("die",), ("thing",))
    cx.program.vars["_shown"] = VarDef(Head("shown"), t.THING, ("die",), None)


def _declare_payments(cx: Checker) -> None:
    """Something waits for payments: each of them is a moment."""
    amount = ParamDef("amount", t.BUNDLE, "", None, 2)
    cx.program.verbs["pay"] = VerbDef(Head("pay", _said("pay {amount}")), (amount,), "")


# ---------- the game ----------
def _declare_game(cx: Checker, decl: n.Decl) -> None:
    if not isinstance(decl, n.Game):
        return
    cx.program.name, cx.program.head = decl.name, head_of(decl)
    cx.program.about = tuple((about.word, about.labels) for about in pick(decl.items, n.About))
    for prop in pick(decl.items, n.Prop):
        if prop.name in ("goal", "theme", "hint"):
            cx.sink.error("RK012", f"`{prop.name}` is a text for those who learn the game", prop.span, f'`{prop.name} "..."`')
        elif prop.name == "players":
            _player_range(cx, prop)
        elif prop.name == "start" and words(prop):
            cx.program.start = words(prop)[0]
        elif prop.name == "language" and words(prop):
            _language(cx, prop, words(prop)[0])
        else:
            cx.world.unknown("property of a game", prop.name, prop.span, _OF_GAMES, "RK014")


def _language(cx: Checker, prop: n.Prop, code: str) -> None:
    cx.program.language = code
    if CODE.fullmatch(code) is None:
        cx.sink.error("RK012", f"`{code}` is no code of a language", prop.span, "two or three small letters: `language fr`")


def _player_range(cx: Checker, prop: n.Prop) -> None:
    value = prop.values[0] if prop.values else None
    if isinstance(value, n.Number):
        cx.program.players = (value.value, value.value)
    elif isinstance(value, n.Binary) and isinstance(value.left, n.Number) and isinstance(value.right, n.Number):
        cx.program.players = (value.left.value, value.right.value)
    else:
        cx.sink.error("RK012", "say how many may play", prop.span, "`players 2..4`")
        return
    low, high = cx.program.players
    if not 1 <= low <= high <= PLAYERS_MAX:
        cx.program.players = (1, min(max(1, low, high), PLAYERS_MAX))
        cx.sink.error("RK012", f"a game for {low} to {high} players cannot be played", prop.span, "`players 2..4`")


def _declare_values(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.Values):
        cx.program.values[decl.name] = tuple(name for name, _ in decl.members)
        for name, labels in decl.members:
            cx.program.members[name] = Head(name, labels, decl.tags, decl.span)


def _name_record(cx: Checker, decl: n.Decl) -> None:
    """That there is such a record, so that others may be made of it, wherever they stand."""
    if isinstance(decl, n.Record):
        cx.program.records[decl.name] = ()
        for name, labels in decl.field_labels:
            cx.program.parts[decl.name, name] = Head(name, labels, decl.tags, decl.span)
        cx.program.record_heads[decl.name] = head_of(decl)
        label_slots(cx, decl.name, decl.labels, {name: _type_text(type_) for name, type_ in decl.fields}, decl.span)
    elif isinstance(decl, n.OptionDecl):
        cx.program.options[decl.name] = (head_of(decl), t.ANY, None)


def _declare_record(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.Record):
        cx.program.records[decl.name] = tuple((name, cx.world.type_of(type_)) for name, type_ in decl.fields)


def _end_record(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.Record) and decl.name in _records_within(cx, decl.name):
        hint = "make it a kind of thing: a variable of a thing may name another one"
        cx.sink.error("RK030", f"the record `{decl.name}` would hold itself, without end", decl.span, hint)
        cx.program.records[decl.name] = ()


def _records_within(cx: Checker, name: str) -> set[str]:
    """The records that a record is made of, at any depth. One of itself could grow as deep and as wide as rules like, and would
    have to be shown and saved whole."""
    found: set[str] = set()
    todo = [type_ for _, type_ in cx.program.records[name]]
    while todo:
        type_ = todo.pop()
        if type_.of is not None:
            todo.append(type_.of)
        if type_.tag == "record" and type_.name not in found:
            found.add(type_.name)
            todo += [inner for _, inner in cx.program.records.get(type_.name, ())]
    return found


def _type_text(type_: n.TypeName) -> str:
    return f"list of {type_.name}" if type_.is_list else type_.name


# ---------- verbs and defines ----------
def _declare_signature(cx: Checker, decl: n.Decl) -> None:
    if isinstance(decl, n.Define | n.Verb):
        label_slots(cx, decl.name, decl.labels, {p.name: _type_text(p.type) for p in decl.params}, decl.span)
    if isinstance(decl, n.Define):
        cx.world.define_nodes[decl.name] = decl
    elif isinstance(decl, n.Verb):
        routine = Routine(f"verb/{decl.name}")
        env = Env(routine)
        params = tuple(_verb_param(cx, p, env) for p in decl.params)
        path = routine.path if decl.block is not None else ""
        cx.program.verbs[decl.name] = VerbDef(head_of(decl), params, path)
        if path:
            cx.program.routines[path] = routine
            routine.params = tuple(p.slot for p in params)


def _verb_param(cx: Checker, node: n.Param, env: Env) -> ParamDef:
    type_ = cx.world.type_of(node.type)
    return ParamDef(node.name, type_, node.prep, None, env.bind(node.name, type_, node.span))


_OF_GAMES = ("players", "start", "language", "goal", "theme", "hint")
_ASPECTS = (
    _declare_game,
    _declare_values,
    declare_kind_name,
    _name_record,
    _declare_record,
    _end_record,
    check_parent,
    declare_kind,
    declare_var,
    declare_zone,
    declare_thing,
    declare_board,
    _declare_signature,
)
