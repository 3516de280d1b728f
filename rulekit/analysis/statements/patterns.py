"""Patterns of events: what an ability waits for.

Contract: `bind_pattern` says how an event must look and binds the names of the pattern into the environment.
"""

from __future__ import annotations

from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import power_of
from rulekit.analysis.expressions.fitting import want
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.game import (
    Bind,
)
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n

_RESOURCE_VERBS = ("gain", "lose")

_THING_VERBS = ("move", "destroy", "reveal", "hide", "roll", "put", "draw")
_MOVED = {"from": "1", "to": "2", "into": "2", "onto": "2"}
# what may be said of an event besides its thing, and which of its values that is
_PLACES = {"move": _MOVED, "draw": _MOVED, "destroy": {"from": "1"}, "put": {"over": "1"}}

_YOURS = "say it in a verb of your own, and answer that"
_NO_EVENTS = {
    "give": "it is a loss and a gain: answer `you lose n coin` or `you gain n coin`",
    "flip": "answer what it comes to: `you reveal card c` or `you hide card c`",
    **dict.fromkeys(("shuffle", "swap", "turn_to"), _YOURS),
}


def bind_pattern(cx: Checker, node: n.Pattern, env: Env) -> tuple[Bind, ...]:
    """How an event must look; binds names into the environment."""
    binds: list[Bind] = []
    _once_each(cx, node)
    if node.subject is not None:
        binds.append(bind_term(cx, node.subject, "subject", t.PLAYER, env))
    if node.verb in _RESOURCE_VERBS:
        binds += _resource_terms(cx, node, env)
    elif node.verb == "activate":
        binds += _power_terms(cx, node, env)
    elif node.verb in _THING_VERBS:
        binds += _thing_terms(cx, node, env)
    else:
        binds += _verb_terms(cx, node, env)
    return tuple(binds)


def proceeds_with(cx: Checker, node: n.Pattern) -> t.Type:
    """What `proceed with` gives the event anew: the amount, or the first value of a verb; `none` where there is nothing."""
    if node.verb in _RESOURCE_VERBS:
        return t.NUMBER
    verb = cx.program.verbs.get(node.verb)
    return verb.params[0].type if verb is not None and verb.params else t.NONE


def _once_each(cx: Checker, node: n.Pattern) -> None:
    """Of two values behind one word the first would not be looked at."""
    said = set[str]()
    for prep, term in node.args:
        if prep in said:
            cx.sink.error("RK017", f"`{prep}` stands here twice", term.span)
        said.add(prep)


def bind_term(cx: Checker, term: n.Term, place: str, wanted: t.Type, env: Env) -> Bind:
    """One place of a pattern, where a value of a type stands in the event."""
    if term.mode in ("bind", "list", "any"):
        type_ = cx.world.type_of(n.TypeName(term.kind, term.mode == "list", span=term.span))
        if not _ever(cx, type_, wanted):
            cx.sink.error("RK012", f"this is {an(wanted)}, never {an(type_)}", term.span)
        sure = place != "source" and wanted.tag == "thing" and cx.world.is_kind(wanted.name, type_.name)
        kind = type_.name if type_.tag == "thing" and (term.mode == "any" or not sure) else ""
        return Bind(place, -1 if term.mode == "any" else env.bind(term.name, type_, term.span), kind)
    if term.value is not None:
        return _value_term(cx, term.value, place, wanted, env, term.span)
    cx.sink.error("RK017", "this cannot stand in a pattern here", term.span)
    return Bind(place)


def _ever(cx: Checker, found: t.Type, wanted: t.Type) -> bool:
    """May a value of a type stand there? In an event one thing is no list of one, and what is moved is no player."""
    return t.fits(found, wanted, cx.program.parents) and not (wanted == t.THING and found == t.PLAYER)


def _value_term(cx: Checker, node: n.Expr, place: str, wanted: t.Type, env: Env, span: Span) -> Bind:
    if isinstance(node, n.Name) and node.name in cx.program.parents and node.name not in env.names:
        return bind_term(cx, n.Term("any", node.name, span=span), place, wanted, env)
    value = cx.check(node, env)
    if value.type.tag == "design" and wanted.tag == "thing" and wanted != t.PLAYER:
        return Bind("name of " + place, -1, "", value)
    if not _ever(cx, value.type, wanted):
        cx.sink.error("RK012", f"this is {an(value.type)}, but {an(wanted)} is meant", span)
    return Bind(place, -1, "", value)


def _source_term(cx: Checker, node: n.Pattern, env: Env) -> list[Bind]:
    return [bind_term(cx, term, "source", t.THING, env) for prep, term in node.args if prep == "from"]


def _resource_terms(cx: Checker, node: n.Pattern, env: Env) -> list[Bind]:
    binds = _source_term(cx, node, env)
    for prep, other in node.args:
        if prep != "from":
            cx.sink.error("RK017", f"`{node.verb}` takes no `{prep}` in a pattern", other.span)
    term = node.object
    if term is None:
        return binds
    if term.mode == "amount" and term.kind == "resource":
        binds.append(Bind("1", env.bind(term.power, t.NUMBER, term.span)))
        binds.append(Bind("0", env.bind(term.name, t.RESOURCE, term.span)))
    elif term.mode == "fixed":
        binds.append(_resource_bind(cx, term.kind, term.span))
        binds.append(Bind("1", -1, "", c.Const(term.amount, type=t.NUMBER)))
    elif term.mode == "bind" and term.kind == "resource":
        binds.append(Bind("0", env.bind(term.name, t.RESOURCE, term.span)))
    elif term.mode == "any" and term.kind != "resource":
        binds.append(_resource_bind(cx, term.kind, term.span))
    elif term.mode == "bind":
        binds.append(_resource_bind(cx, term.name, term.span))
        binds.append(Bind("1", env.bind(term.kind, t.NUMBER, term.span)))
    elif isinstance(term.value, n.Name):
        binds.append(_resource_bind(cx, term.value.name, term.span, env))
    elif term.value is not None:
        binds.append(Bind("0", -1, "", want(cx, term.value, env, t.RESOURCE)))
    elif term.mode != "any":
        cx.sink.error("RK017", "this cannot stand in a pattern here", term.span, "an amount is `n coin` or `n of resource r`")
    return binds


def _resource_bind(cx: Checker, name: str, span: Span, env: Env | None = None) -> Bind:
    if env is not None and name in env.names:
        slot, type_ = env.names[name]
        return Bind("0", -1, "", c.Local(slot, type=type_))
    resource = cx.world.resource(name)
    if resource is None:
        cx.world.unknown("resource", name, span, cx.world.resources())
    return Bind("0", -1, "", c.Const(resource, type=t.RESOURCE))


def _power_terms(cx: Checker, node: n.Pattern, env: Env) -> list[Bind]:
    term = node.object
    binds = _source_term(cx, node, env)
    for prep, other in node.args:
        if prep != "from":
            hint = "what a text is given is known in it alone; a verb or moment of yours tells it: `after you serve n guests`"
            cx.sink.error("RK017", f"`activate` takes no `{prep}` in a pattern", other.span, hint)
    if term is not None and term.mode == "power":
        type_ = cx.world.type_of(n.TypeName(term.kind, span=term.span))
        power_of(cx, type_, term.power, term.span)
        binds.append(Bind("0", env.bind(term.name, type_, term.span), term.kind))
        binds.append(Bind("1", -1, "", c.Const(term.power, type=t.TEXT)))
    elif term is not None and isinstance(term.value, n.Of):
        binds.append(_value_term(cx, term.value.owner, "0", t.THING, env, term.span))
        if (owner := binds[-1].value) is not None and not binds[-1].place.startswith("name"):
            power_of(cx, owner.type, term.value.name, term.span)
        binds.append(Bind("1", -1, "", c.Const(term.value.name, type=t.TEXT)))
    else:
        cx.sink.error("RK017", "name the power: `activates card c's played`", node.span)
    return binds


def _thing_terms(cx: Checker, node: n.Pattern, env: Env) -> list[Bind]:
    thing = t.DIE if node.verb == "roll" else t.THING
    binds = [] if node.object is None else [bind_term(cx, node.object, "0", thing, env)]
    if node.verb == "destroy":
        binds.append(Bind("zone 2", -1, "", c.Const("box", type=t.TEXT)))
    places = _PLACES.get(node.verb, {})
    if node.verb == "draw" and "from" not in dict(node.args):
        hint = "a draw is a move: say from where, as in `you draw card c from deck`"
        cx.sink.warn("RK067", "every move is answered here, not only a draw", node.span, hint)
    for prep, term in node.args:
        at = places.get(prep)
        if at is None:
            known = ", ".join(f"`{word}`" for word in places)
            hint = f"it takes {known}" if known else f"it says who does it and what: `you {node.verb} {_said(node)}`"
            cx.sink.error("RK017", f"`{node.verb}` takes no `{prep}` in a pattern", term.span, hint)
        elif prep == "over":
            binds.append(bind_term(cx, term, at, t.THING, env))
        elif isinstance(term.value, n.Name) and term.value.name in (*cx.program.zones, "box"):
            binds.append(Bind(f"zone {at}", -1, "", c.Const(term.value.name, type=t.TEXT)))
        else:
            binds.append(bind_term(cx, term, at, t.ANY_ZONE, env))
    return binds


def _said(node: n.Pattern) -> str:
    """The thing of a pattern as one may write it."""
    return "die d" if node.verb == "roll" else "card c"


def _verb_terms(cx: Checker, node: n.Pattern, env: Env) -> list[Bind]:
    verb = cx.program.verbs.get(node.verb)
    if verb is None and node.verb in _NO_EVENTS:
        cx.sink.error("RK017", f"`{node.verb}` is no event that could be answered", node.span, _NO_EVENTS[node.verb])
        return []
    if verb is None:
        cx.world.unknown("verb", node.verb, node.span, cx.program.verbs)
        return []
    terms: dict[str, n.Term] = dict(node.args)
    if node.object is not None:
        terms[""] = node.object
    binds = []
    for index, param in enumerate(verb.params):
        if param.prep in terms:
            binds.append(bind_term(cx, terms.pop(param.prep), str(index), param.type, env))
    source = terms.pop("from", None)
    if source is not None:
        binds.append(bind_term(cx, source, "source", t.THING, env))
    for prep, term in terms.items():
        cx.sink.error("RK017", f"`{node.verb}` takes no `{prep or 'object'}`", term.span)
    return binds
