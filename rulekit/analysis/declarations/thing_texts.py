"""The texts of kinds, things and cells: values of fields, stats, powers, abilities.

Contract: every line of a thing is a field of its kind, a text of one of its powers or an ability; anything else is reported.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.context import Checker, checks_text
from rulekit.analysis.declarations.heads import pick
from rulekit.analysis.declarations.texts import var_default
from rulekit.analysis.drawings import check_drawing
from rulekit.analysis.env import Env, env_of
from rulekit.analysis.expressions.fitting import want
from rulekit.analysis.statements.blocks import emit, lower_block, new_routine
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import DesignDef, FieldDef, PowerDef, StatDef
from rulekit.program.limits import LIST_MAX
from rulekit.sources.diagnostics import Label
from rulekit.sources.english import an
from rulekit.syntax import nodes as n
from rulekit.syntax.words import BUILTIN_VERBS


# ---------- kinds and things ----------
@checks_text(n.Kind)
def _kind(cx: Checker, decl: n.Kind) -> None:
    kind = cx.program.kinds[decl.name]
    for item in decl.items:
        env = env_of(f"kind/{decl.name}", True, decl.name)
        if isinstance(item, n.Field):
            _field_default(cx, kind.fields, item, env)
        elif isinstance(item, n.Var):
            for name in item.names:
                var_default(cx, name, item)
        elif isinstance(item, n.Stat):
            _check_stat(cx, decl.name, item, env)
        elif isinstance(item, n.PowerDecl):
            for param, node in zip(kind.powers[item.name].params, item.params, strict=True):
                if node.default is not None:
                    param.default = want(cx, node.default, env, param.type)
        elif isinstance(item, n.PowerText):
            kind.texts[item.name] = _power_text(cx, f"kind/{decl.name}", decl.name, item)
        elif isinstance(item, n.Ability):
            cx.ability(item, env, f"kind:{decl.name}")
        elif isinstance(item, n.Prop) and item.name in kind.fields:
            kind.fields[item.name].default = _field_value(cx, kind.fields[item.name].type, item, env)
    for zone in kind.works:
        if zone not in cx.program.zones:
            cx.world.unknown("zone", zone, decl.span, cx.program.zones)


@checks_text(n.StatOf)
def _stat_of(cx: Checker, decl: n.StatOf) -> None:
    if decl.kind not in cx.program.kinds:
        cx.world.unknown("kind", decl.kind, decl.span, cx.program.parents, "RK015")
        return
    env = env_of(f"stat/{decl.name}", True, decl.kind)
    _check_stat(cx, decl.kind, n.Stat(decl.name, decl.type, decl.value, span=decl.span), env)


def _field_default(cx: Checker, fields: dict[str, FieldDef], item: n.Field, env: Env) -> None:
    for name in item.names:
        field = fields[name]
        if item.default is not None:
            field.default = want(cx, item.default, env, field.type)


def _check_stat(cx: Checker, kind: str, item: n.Stat, env: Env) -> None:
    type_ = cx.world.type_of(item.type)
    value = want(cx, item.value, env, type_)
    cx.program.kinds[kind].stats[item.name] = StatDef(item.name, kind, type_, value, env.routine.size, item.span)


def _power_text(cx: Checker, path: str, kind: str, item: n.PowerText) -> str:
    power = next(
        (cx.program.kinds[k].powers[item.name] for k in cx.world.lineage(kind) if item.name in cx.program.kinds[k].powers),
        None,
    )
    routine = new_routine(cx, f"{path}/{item.name}")
    env = Env(routine, {}, True, kind)
    if power is None:
        known = [p for k in cx.world.lineage(kind) for p in cx.program.kinds[k].powers]
        cx.world.unknown(f"power of {an(kind)}", item.name, item.span, known, "RK031")
        params: list[int] = []
    else:
        params = _power_params(cx, power, item, env)
    routine.params = tuple(params)
    lower_block(cx, item.block, env)
    emit(cx, env, o.Return())
    return routine.path


def _power_params(cx: Checker, power: PowerDef, item: n.PowerText, env: Env) -> list[int]:
    names = dict(item.params)
    slots = []
    for param in power.params:
        slots.append(env.bind(names.pop(param.prep, param.name), param.type))
    for prep in names:
        cx.sink.error("RK017", f"`{item.name}` has no value after `{prep}`", item.span)
    return slots


@checks_text(n.Thing)
def _thing(cx: Checker, decl: n.Thing) -> None:
    design = cx.program.designs.get(decl.name)
    if design is not None:
        _lines(cx, design, decl.items, f"{decl.kind}/{decl.name}")
        for count, face in design.faces:
            if face and face not in cx.program.designs:
                cx.world.unknown("thing", face, decl.span, cx.program.designs)
                design.faces = tuple(f for f in design.faces if f[1] != face)
            elif face and cx.world.is_kind(cx.program.designs[face].kind, "die"):
                cx.sink.error("RK012", f"`{face}` is a die: a die cannot be a face of a die", decl.span)
            if count < 0:
                cx.sink.error("RK012", "a die cannot have fewer than 0 faces", decl.span)
        if design.starts and design.starts not in cx.program.zones:
            cx.world.unknown("zone", design.starts, decl.span, cx.program.zones)


def _lines(cx: Checker, design: DesignDef, items: Sequence[n.Node], path: str) -> None:
    for item in items:
        if isinstance(item, n.Prop):
            _design_prop(cx, design, item, path)
        elif isinstance(item, n.PowerText):
            if item.name in design.texts:
                cx.sink.error("RK011", f"`when {item.name}` stands twice", item.span, "put both into one text")
            design.texts[item.name] = _power_text(cx, path, design.kind, item)
        elif isinstance(item, n.Ability):
            env = env_of(path, True, design.kind)
            cx.ability(item, env, f"design:{design.head.name}")
        elif isinstance(item, n.Todo):
            _todo_powers(cx, design, item, path)
    if not pick(items, n.Todo):
        _required(cx, design)


def _required(cx: Checker, design: DesignDef) -> None:
    """Each `required` field has a value, from the thing itself or from its kind."""
    seen = set(design.fields)
    for kind in cx.world.lineage(design.kind):
        for name, field in cx.program.kinds[kind].fields.items():
            if field.required and name not in seen:
                place, label = design.head.span.word(design.head.name), Label(field.span, "required here")
                hint = f"give it: `{name} ...`"
                cx.sink.error("RK037", f"`{design.head.name}` has no `{name}` ({field.type})", place, hint, (label,))
            seen.add(name)


def _todo_powers(cx: Checker, design: DesignDef, item: n.Todo, path: str) -> None:
    """A thing that is not done yet fails loudly when any of its powers is activated."""
    cx.program.todos.append((item.reason, item.span))
    cx.sink.warn("RK090", f"not done yet: {item.reason}", item.span)
    for kind in cx.world.lineage(design.kind):
        for power in cx.program.kinds[kind].powers:
            if power not in design.texts:
                routine = new_routine(cx, f"{path}/{power}")
                routine.ops.append(o.Todo(item.reason, span=item.span))
                design.texts[power] = routine.path


def _design_prop(cx: Checker, design: DesignDef, prop: n.Prop, path: str) -> None:
    if prop.name in ("copies", "starts") or (prop.name == "faces" and design.faces):
        return
    field = _find_field(cx, design.kind, prop.name)
    if field is None:
        known = [f for k in cx.world.lineage(design.kind) for f in cx.program.kinds[k].fields]
        if prop.name in cx.program.verbs or prop.name in BUILTIN_VERBS:
            _verb_for_field(cx, design, prop)
            return
        cx.world.unknown(f"field of {an(design.kind)}", prop.name, prop.span, [*known, "copies", "starts"], "RK014")
        return
    design.fields[prop.name] = _field_value(cx, field.type, prop, env_of(path, False, design.kind))


def _verb_for_field(cx: Checker, design: DesignDef, prop: n.Prop) -> None:
    """A verb where a field is expected: somebody has left out when it happens."""
    powers = [p for k in cx.world.lineage(design.kind) for p in cx.program.kinds[k].powers]
    hint = f"say when it does that: `when {powers[0]}: {prop.name} ...`" if powers else "say when it does that: `after ...:`"
    cx.sink.error("RK014", f"{an(design.kind)} has no field `{prop.name}`, which is a verb", prop.span.word(prop.name), hint)


def _find_field(cx: Checker, kind: str, name: str) -> FieldDef | None:
    for word in cx.world.lineage(kind):
        if name in cx.program.kinds[word].fields:
            return cx.program.kinds[word].fields[name]
    return None


def _field_value(cx: Checker, type_: t.Type, prop: n.Prop, env: Env) -> c.Core:
    if type_.tag == "list":
        items: list[c.Core] = []
        for value in prop.values:
            items += _repeated(cx, value, env, type_)
        if len(items) == 1 and items[0].type.many:
            return items[0]
        return c.MakeList(tuple(items), type=type_)
    if not prop.values and type_.tag == "yesno":
        return c.Const(True, type=t.YESNO)
    if len(prop.values) != 1:
        cx.sink.error("RK013", f"`{prop.name}` takes one value, not {len(prop.values)}", prop.span)
        return c.Const(t.empty_of(type_), type=type_)
    return want(cx, prop.values[0], env, type_, f"`{prop.name}`")


def _repeated(cx: Checker, value: n.Expr, env: Env, type_: t.Type) -> list[c.Core]:
    """`2 elf` in a list of values counts twice."""
    if isinstance(value, n.Amount) and isinstance(value.count, n.Number) and cx.world.resource(value.name) is None:
        if value.count.value > LIST_MAX:
            cx.sink.error("RK003", "this list is too long", value.span, f"{LIST_MAX:,} is the most")
            return []
        one = want(cx, n.Name(value.name, span=value.span), env, type_.element)
        return [one] * value.count.value
    found = cx.check(value, env)
    if found.type.many:
        return [want(cx, value, env, type_)]
    return [want(cx, value, env, type_.element)]


@checks_text(n.Board)
def _board(cx: Checker, decl: n.Board) -> None:
    board = cx.program.boards[decl.name]
    link = _list_link(cx, board.cell_kind)
    for item in pick(decl.items, n.Cell):
        for name in item.names:
            design = cx.program.designs[name]
            _lines(cx, design, item.items, f"{decl.name}/{name}")
            if item.next:
                _arrows(cx, design, item, link)
    check_drawing(decl, board, cx.sink)
    if board.areas and board.areas not in cx.program.parents:
        cx.world.unknown("kind", board.areas, decl.span, cx.program.parents, "RK015")


def _list_link(cx: Checker, kind: str) -> str | None:
    for word in cx.world.lineage(kind):
        for name, field in cx.program.kinds[word].fields.items():
            if field.link and field.type.tag == "list":
                return name
    return None


def _arrows(cx: Checker, design: DesignDef, item: n.Cell, link: str | None) -> None:
    if link is None:
        hint = f"add `link next: list of {design.kind}` to the kind"
        cx.sink.error("RK014", f"{an(design.kind)} has no link that `->` could fill", item.span, hint)
        return
    targets = []
    for word in item.next:
        if word not in cx.program.designs:
            cx.world.unknown("cell", word, item.span, cx.program.designs)
        else:
            targets.append(c.TheThing(word, type=t.thing(design.kind)))
    design.fields[link] = c.MakeList(tuple(targets), type=t.list_of(t.thing(design.kind)))
