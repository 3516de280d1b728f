"""Sentences: a subject, a verb, an object and what follows prepositions.

Contract: a built-in verb is a function marked `@verb(name)`; any other must be declared, and its values are matched with the
parameters by preposition. A power is activated like a verb.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.analysis.context import Checker, lowers
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import face_type, power_of
from rulekit.analysis.expressions.defines import reads_order
from rulekit.analysis.expressions.fitting import WRONG, first_copy, fit, items_of, no_resource, only_things, want
from rulekit.analysis.statements.blocks import emit, here, subject_of
from rulekit.analysis.statements.whose import players_give, players_have
from rulekit.analysis.two_sided import BACK, own_values, sides_of
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import ParamDef
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.words import VERBS as PREPOSITIONS_OF

Verb = Callable[[Checker, n.Sentence, Env, c.Core], None]
VERBS: dict[str, Verb] = {}


def verb(*names: str) -> Callable[[Verb], Verb]:
    """Marks the function that lowers sentences with a built-in verb."""

    def mark(lower: Verb) -> Verb:
        VERBS.update(dict.fromkeys(names, lower))
        return lower

    return mark


@lowers(n.Sentence)
def _sentence(cx: Checker, stmt: n.Sentence, env: Env) -> None:
    if stmt.each and stmt.verb != "roll":
        cx.sink.error("RK017", f"`{stmt.verb}` takes no `each of`", stmt.span, "`for each x in L:` does it with each")
    if stmt.into is not None and (stmt.verb != "roll" or stmt.each):
        hint = "give it a name, `as x`, and `set` the variable to what it says"
        cx.sink.error("RK017", "only the sum of a roll goes into a variable", stmt.into.span, hint)
    builtin = VERBS.get(stmt.verb)
    if builtin is not None:
        builtin(cx, stmt, env, subject_of(cx, stmt.subject, env, stmt.span))
    else:
        _declared_verb(cx, stmt, env)


def _declared_verb(cx: Checker, stmt: n.Sentence, env: Env) -> None:
    verb = cx.program.verbs.get(stmt.verb)
    if verb is None:
        cx.world.unknown("verb", stmt.verb, stmt.span, cx.program.verbs)
        return
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    args = arguments(cx, stmt, verb.params, env)
    for arg in args:
        if arg.type.tag == "list":
            reads_order(cx, arg, env)  # a list has an order, whatever is asked of it there
    emit(cx, env, o.CallVerb(stmt.verb, subject, args, span=stmt.span))
    if stmt.bind is not None:
        slot = env.bind(stmt.bind, verb.result or t.ANY, stmt.span)
        emit(cx, env, o.TakeResult(slot, span=stmt.span))


def arguments(cx: Checker, stmt: n.Sentence | n.Activate, params: tuple[ParamDef, ...], env: Env) -> tuple[c.Core, ...]:
    given: dict[str, n.Expr] = dict(stmt.args)
    if isinstance(stmt, n.Sentence) and stmt.object is not None:
        given[""] = stmt.object
    values: list[c.Core] = []
    for param in params:
        node = given.pop(param.prep, None)
        if node is not None:
            values.append(want(cx, node, env, param.type, f"`{param.name}`"))
        elif param.default is not None:
            values.append(param.default)
        else:
            where = f"after `{param.prep}`" if param.prep else "directly after the verb"
            cx.sink.error("RK013", f"`{param.name}` ({param.type}) is missing", stmt.span, f"give it {where}")
            values.append(WRONG)
    for prep, node in given.items():
        word = f"`{prep}`" if prep else "an object"
        cx.sink.error("RK017", f"this verb takes no {word}", node.span)
    return tuple(values)


def _preps(cx: Checker, stmt: n.Sentence) -> dict[str, n.Expr]:
    allowed = PREPOSITIONS_OF[stmt.verb]
    given = dict(stmt.args)
    for prep, node in given.items():
        if prep not in allowed:
            hint = f"it takes {', '.join(f'`{a}`' for a in allowed)}" if allowed else ""
            if prep == "for" and stmt.verb in ("gain", "lose"):
                hint = "count with `per`: `gain 1 coin per card in your hand`"
            if prep in ("to", "from") and stmt.verb in ("gain", "lose"):
                hint = f"who does it stands before the verb: `p {stmt.verb}s 1 coin`"
            cx.sink.error("RK017", f"`{stmt.verb}` takes no `{prep}`", node.span, hint)
    return given


def _object(cx: Checker, stmt: n.Sentence, env: Env, wanted: Type | None) -> c.Core:
    if stmt.object is None:
        cx.sink.error("RK013", f"`{stmt.verb}` what?", stmt.span)
        return WRONG
    return cx.check(stmt.object, env) if wanted is None else want(cx, stmt.object, env, wanted, f"`{stmt.verb}`")


def _binding(stmt: n.Sentence, env: Env, type_: Type) -> int:
    return -1 if stmt.bind is None else env.bind(stmt.bind, type_, stmt.span)


@verb("gain", "lose")
def _gain(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    _preps(cx, stmt)
    bundle = _object(cx, stmt, env, t.BUNDLE)
    players_have(cx, bundle, stmt)
    emit(cx, env, o.Gain(stmt.verb, subject, bundle, None, _binding(stmt, env, t.BUNDLE), span=stmt.span))


@verb("give")
def _give(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    bundle = _object(cx, stmt, env, t.BUNDLE)
    if "to" not in given:
        cx.sink.error("RK013", "`give` to whom?", stmt.span, "add `to p`")
        return
    players_give(cx, bundle, stmt)
    other = want(cx, given["to"], env, t.PLAYER)
    emit(cx, env, o.Gain("give", subject, bundle, other, _binding(stmt, env, t.BUNDLE), span=stmt.span))


def _things(cx: Checker, stmt: n.Sentence, env: Env) -> c.Core:
    value = items_of(_object(cx, stmt, env, None))
    element = value.type.element if value.type.many else value.type
    if element.tag not in ("thing", "any", "none"):
        cx.sink.error("RK012", f"`{stmt.verb}` needs things, this is {an(value.type)}", stmt.span)
    return value


def _target_zone(cx: Checker, node: n.Expr, env: Env) -> tuple[c.Core, str]:
    place = "bottom"
    if isinstance(node, n.Call) and isinstance(node.function, n.Name) and node.function.name in ("top", "bottom"):
        if len(node.args) != 1:
            cx.sink.error("RK013", f"`{node.function.name}` takes 1 value, not {len(node.args)}", node.span)
            return WRONG, place
        place, node = node.function.name, node.args[0]
    zone = cx.check(node, env)
    if zone.type.tag not in ("zone", "any"):
        whose = f"say whose: `your {node.name}`" if isinstance(node, n.Name) and zone.type.many else ""
        cx.sink.error("RK012", f"this is {an(zone.type)}, but one zone is needed", node.span, whose)
        return WRONG, place
    return zone, place


@verb("move")
def _move(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    things = _things(cx, stmt, env)
    target = given.get("to") or given.get("onto") or given.get("into")
    if target is None:
        cx.sink.error("RK013", "`move` where?", stmt.span, "add `to ZONE`")
        return
    zone, place = _target_zone(cx, target, env)
    _holds(cx, things, zone, stmt.span)
    if not (isinstance(zone, c.ZoneOf) and zone.zone == "box"):  # the box has no order
        reads_order(cx, things, env)  # they come to lie there in the order in which they lay
    emit(cx, env, o.Move(subject, things, zone, place, span=stmt.span))


def _holds(cx: Checker, things: c.Core, zone: c.Core, span: Span) -> None:
    kind = things.type.element if things.type.many else things.type
    if not t.fits(kind, zone.type.element, cx.program.parents):
        cx.sink.error("RK034", f"that zone holds {zone.type.element}, never {an(kind)}", span)


@verb("destroy")
def _destroy(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    _preps(cx, stmt)
    emit(cx, env, o.Move(subject, _things(cx, stmt, env), None, span=stmt.span))


def _is_bottom(node: n.Expr) -> bool:
    return isinstance(node, n.Call) and isinstance(node.function, n.Name) and node.function.name == "bottom"


@verb("draw")
def _draw(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    count = _object(cx, stmt, env, t.NUMBER)
    if "from" not in given:
        cx.sink.error("RK013", "`draw` from where?", stmt.span, "add `from ZONE`")
        return
    if "to" not in given:
        cx.sink.error("RK013", "`draw` to where?", stmt.span, "add `to ZONE`")
        return
    if _is_bottom(given["from"]):
        hint = "`move bottom(ZONE) to ...` takes the lowest of a zone that no rule shuffles"
        cx.sink.error("RK013", "`draw` takes what lies on top", given["from"].span, hint)
        return
    source, _ = _target_zone(cx, given["from"], env)
    zone, place = _target_zone(cx, given["to"], env)
    _holds(cx, source, zone, stmt.span)
    bind = _binding(stmt, env, t.list_of(source.type.element))
    emit(cx, env, o.Draw(subject, count, source, zone, bind, place, span=stmt.span))


@verb("shuffle")
def _shuffle(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    if "into" in given:
        things = _things(cx, stmt, env)
        zone, _ = _target_zone(cx, given["into"], env)
        _holds(cx, things, zone, stmt.span)
        _mixes(cx, zone)
        emit(cx, env, o.Move(subject, things, zone, "bottom", True, span=stmt.span))
        return
    if stmt.object is not None:
        zone, _ = _target_zone(cx, stmt.object, env)
        _mixes(cx, zone)
        emit(cx, env, o.Shuffle(zone, span=stmt.span))


def _mixes(cx: Checker, zone: c.Core) -> None:
    if isinstance(zone, c.ZoneOf):
        cx.world.shuffled.add(zone.zone)
    else:
        cx.world.shuffles_any = True


@verb("reveal")
def _reveal(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    to = want(cx, given["to"], env, t.PLAYER) if "to" in given else None
    emit(cx, env, o.Face("reveal", _things(cx, stmt, env), to, span=stmt.span))


@verb("hide")
def _hide(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    _preps(cx, stmt)
    emit(cx, env, o.Face("hide", _things(cx, stmt, env), span=stmt.span))


@verb("flip")
def _flip(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    _preps(cx, stmt)
    things = _things(cx, stmt, env)
    kind = things.type.element if things.type.many else things.type
    if sides_of(cx.program, kind):
        _turn_over(cx, stmt, env, subject, things, kind)
    else:
        emit(cx, env, o.Face("flip", things, span=stmt.span))


def _turn_over(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core, things: c.Core, kind: Type) -> None:
    """Each thing changes places with its other side, which takes over what lies on it: its variables and resources."""
    many = things if things.type.many else c.MakeList((things,), type=t.list_of(kind))
    items, one, other = env.temp(many.type), env.temp(kind), env.temp(kind)
    old, new = c.Local(one, type=kind), c.Local(other, type=kind)
    emit(cx, env, o.Let(items, many, span=stmt.span))
    top = here(env)
    step = emit(cx, env, o.NextItem(items, one, span=stmt.span))
    emit(cx, env, o.Let(other, c.GetField(BACK, old, type=kind), span=stmt.span))
    there = c.Op("!=", new, c.Const(None, type=t.NONE), type=t.YESNO)
    test = emit(cx, env, o.JumpUnless(there, top, span=stmt.span))
    emit(cx, env, o.Put(subject, new, old, True, span=stmt.span))
    for name in own_values(cx.program, kind.name):
        type_ = cx.program.vars[name].type
        kept = env.temp(type_)
        emit(cx, env, o.Let(kept, c.GetVar(name, (old,), type=type_), span=stmt.span))
        emit(cx, env, o.SetVar(name, (old,), c.GetVar(name, (new,), type=type_), span=stmt.span))
        emit(cx, env, o.SetVar(name, (new,), c.Local(kept, type=type_), span=stmt.span))
    emit(cx, env, o.Jump(top))
    step.done = here(env)
    test.to = top


@verb("roll")
def _roll(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    _preps(cx, stmt)
    named = subject if stmt.subject is not None else None
    if stmt.each:
        _roll_each(cx, stmt, env, named)
        return
    what = _object(cx, stmt, env, None)
    if what.type.tag in ("dice", "number"):
        if stmt.into is not None:
            _roll_into(cx, stmt, env, fit(cx, what, t.DICE), stmt.into, named)
            return
        bind = _binding(stmt, env, t.NUMBER)
        emit(cx, env, o.RollNumber(fit(cx, what, t.DICE), bind, roller=named, span=stmt.span))
        return
    dice = items_of(what)
    element = dice.type.element if dice.type.many else dice.type
    if element.tag != "any" and not t.fits(element, t.DIE, cx.program.parents):
        cx.sink.error("RK012", f"{an(element)} cannot be rolled", stmt.span, "roll a die or dice such as `2d6`")
    emit(cx, env, o.RollDie(subject, dice, span=stmt.span))
    if stmt.bind is not None:
        slot = env.bind(stmt.bind, face_type(cx), stmt.span)
        emit(cx, env, o.Let(slot, c.GetVar("_shown", (dice,), type=face_type(cx)), span=stmt.span))


def _roll_into(cx: Checker, stmt: n.Sentence, env: Env, dice: c.Core, into: n.Expr, named: c.Core | None) -> None:
    """`roll 1d6 as your luck`: who sees the variable sees the roll, so that a secret one is rolled in secret."""
    target = cx.check(into, env)
    if not isinstance(target, c.GetVar):
        cx.sink.error("RK012", "this cannot take the result of a roll", into.span, "name a variable, or a new word: `as n`")
        return
    no_resource(cx, target, into)
    if not t.fits(t.NUMBER, target.type, cx.program.parents):
        cx.sink.error("RK012", f"a roll gives a number, but this is {an(target.type)}", into.span)
    result = env.temp(t.NUMBER)
    owner = target.owners[0] if target.owners else c.Const(None, type=t.NONE)
    secret = cx.program.vars[target.var].secret
    emit(cx, env, o.RollNumber(dice, result, owner if secret else None, named, span=stmt.span))
    value = fit(cx, c.Local(result, type=t.NUMBER), target.type)
    emit(cx, env, o.SetVar(target.var, target.owners, value, span=stmt.span))


def _roll_each(cx: Checker, stmt: n.Sentence, env: Env, named: c.Core | None) -> None:
    """`roll each of 4d6 as ds`: each die by itself; the results make a list."""
    if not isinstance(stmt.object, n.Dice):
        cx.sink.error("RK012", "these are not dice of which each can be rolled", stmt.span, "`roll each of 4d6 as ds`")
        _binding(stmt, env, t.ANY)
        return
    results = t.list_of(t.NUMBER)
    left, one = env.temp(t.NUMBER), env.temp(t.NUMBER)
    found = env.temp(results) if stmt.bind is None else env.bind(stmt.bind, results, stmt.span)
    emit(cx, env, o.Let(found, c.Const((), type=results), span=stmt.span))
    emit(cx, env, o.Let(left, c.Const(stmt.object.count, type=t.NUMBER), span=stmt.span))
    top = here(env)
    count = emit(cx, env, o.CountDown(left, span=stmt.span))
    emit(cx, env, o.RollNumber(c.Const((1, stmt.object.sides, 0), type=t.DICE), one, roller=named, span=stmt.span))
    more = c.MakeList((c.Local(one, type=t.NUMBER),), type=results)
    emit(cx, env, o.Let(found, c.Op("list+", c.Local(found, type=results), more, type=results), span=stmt.span))
    emit(cx, env, o.Jump(top))
    count.done = here(env)


@verb("put")
def _put(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    if "over" not in given:
        cx.sink.error("RK013", "`put` over what?", stmt.span, "add `over X`")
        return
    new, old = _object(cx, stmt, env, t.THING), want(cx, given["over"], env, t.THING)
    emit(cx, env, o.Put(subject, new, old, span=stmt.span))


@verb("swap")
def _swap(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    given = _preps(cx, stmt)
    if "with" not in given:
        cx.sink.error("RK013", "`swap` with what?", stmt.span, "add `with X`")
        return
    new, old = _object(cx, stmt, env, t.THING), want(cx, given["with"], env, t.THING)
    emit(cx, env, o.Put(subject, new, old, True, span=stmt.span))


@verb("turn_to")
def _turn_to(cx: Checker, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
    _preps(cx, stmt)
    emit(cx, env, o.TurnTo(_object(cx, stmt, env, t.THING), span=stmt.span))


@lowers(n.Activate)
def _activate(cx: Checker, stmt: n.Activate, env: Env) -> None:
    subject = subject_of(cx, stmt.subject, env, stmt.span)
    if not isinstance(stmt.power, n.Of):
        cx.sink.error("RK031", "name the power: `activate c's played`", stmt.span)
        return
    thing = first_copy(cx, cx.check(stmt.power.owner, env))
    only_things(cx, thing, stmt.power.owner.span, "have powers")
    power = power_of(cx, thing.type, stmt.power.name, stmt.span)
    if power is None:
        return
    args = arguments(cx, stmt, power.params, env)
    emit(cx, env, o.Activate(subject, items_of(thing), stmt.power.name, args, span=stmt.span))
    if stmt.bind is not None:
        emit(cx, env, o.TakeResult(env.bind(stmt.bind, t.ANY, stmt.span), span=stmt.span))
