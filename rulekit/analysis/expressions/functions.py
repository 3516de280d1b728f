"""Built-in functions: what they take, what they give.

Contract: a call is checked by the signature of the function in `program/facts.py`. The few that mean more than their signature
says have a rule of their own, marked `@function(name)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.attributes import find_attribute
from rulekit.analysis.expressions.binding import let_in, place_in
from rulekit.analysis.expressions.defines import define_of, ordered, reads_order
from rulekit.analysis.expressions.fitting import WRONG, items_of, listed, want, want_list
from rulekit.boards.compass import DIRECTIONS
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.facts import FUNCTIONS, called
from rulekit.program.signature import Param
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.syntax import nodes as n

Rule = Callable[[Checker, n.Call, Env], c.Core]
RULES: dict[str, Rule] = {}


def function(*names: str) -> Callable[[Rule], Rule]:
    """Marks the rule that checks the calls of some functions."""

    def mark(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return mark


def call_function(cx: Checker, name: str, node: n.Call, env: Env) -> c.Core:
    facts = FUNCTIONS.get(name)
    if facts is None or not facts.is_called:
        return _no_function(cx, name, node, env)
    return RULES.get(name, _by_signature)(cx, node, env)


def _no_function(cx: Checker, name: str, node: n.Call, env: Env) -> c.Core:
    candidates = [*called(), *cx.world.define_nodes, *cx.program.zones]
    hint = "`size(L)` counts" if name in ("len", "length", "number") else f"declare it: `define {name}(...) = ...`"
    if _is_part(cx, name, node, env):
        hint = f"a part is read `{_shown(node.args[0])}'s {name}`"
        cx.sink.error("RK010", f"`{name}` is no function", node.span.word(name), hint)
    else:
        cx.world.unknown("function", name, node.span, candidates, hint=hint)
    return WRONG


def _is_part(cx: Checker, name: str, node: n.Call, env: Env) -> bool:
    """Is it something that the only value has: a field, a stat, its owner?"""
    if len(node.args) != 1:
        return False
    owner = cx.check(node.args[0], env)
    element = owner.type.element if owner.type.many else owner.type
    return find_attribute(cx, c.Local(c.YOU, type=element), name, env, node.span) is not None


def _arity(cx: Checker, node: n.Call, low: int, high: int | None = None) -> bool:
    fine = low <= len(node.args) <= (high or low)
    if not fine:
        wanted = str(low) if high in (None, low) else f"{low} to {high}"
        word = "value" if wanted == "1" else "values"
        cx.sink.error("RK013", f"this function takes {wanted} {word}, not {len(node.args)}", node.span)
    return fine


def _a_word(cx: Checker, node: n.Call, index: int, what: str = "") -> str | None:
    """A value that must be a bare word; `what` it is the name of."""
    given = node.args[index]
    if isinstance(given, n.Name):
        return given.name
    cx.sink.error("RK012", f"a single word is needed here{': ' if what else ''}{what}", given.span, _not_a_word(node, given))
    return None


def _not_a_word(node: n.Call, given: n.Expr) -> str:
    """What to do about a formula in the place of a word: `all(c's name)` looks for things of that name."""
    if isinstance(given, n.Of) and given.name == "name" and node.function == n.Name("all"):
        return f"things of one name: `{{x in all(thing) where x's name == {_shown(given.owner)}'s name}}`"
    return ""


# ---------- by the signature ----------
def _by_signature(cx: Checker, node: n.Call, env: Env) -> c.Core:
    facts = FUNCTIONS[_name(node)]
    params = facts.signature.params
    words = _words(cx, node, params) if _arity(cx, node, len(params)) else None
    if words is None:
        return WRONG
    types: dict[str, Type] = {}  # what the letters of the signature stand for
    values: dict[int, c.Core] = {}
    for at in sorted(range(len(params)), key=lambda at: not params[at].finds):
        value = _value(cx, node, at, params[at], types, env) if params[at].role not in ("word", "step") else None
        if value is not None:
            values[at] = value
        elif params[at].role == "zone":
            return WRONG
    step = _step(cx, node.args[-1], env) if params[-1].role == "step" else ("", ())
    if step is None:
        return WRONG
    args = (*(values[at] for at in sorted(values)), *step[1])
    return c.Builtin(facts.calls or _name(node), args, step[0], "".join(words), type=facts.signature.gives(types))


def _words(cx: Checker, node: n.Call, params: tuple[Param, ...]) -> list[str] | None:
    """The bare words of a call; None if something else stands in the place of one."""
    found = [_a_word(cx, node, at) for at, param in enumerate(params) if param.role == "word"]
    known = [word for word in found if word is not None]
    return known if len(known) == len(found) else None


def _value(cx: Checker, node: n.Call, at: int, param: Param, types: dict[str, Type], env: Env) -> c.Core | None:
    """One value of a call; what a letter of the signature stands for is noted."""
    given = node.args[at]
    if param.role == "zone":
        value = cx.check(given, env)
        if value.type.tag != "zone":
            cx.sink.error("RK012", f"{an(value.type)} has no {_name(node)}", node.span, "name one zone")
            return None
        ordered(cx, value, node.span, env)
    elif param.role == "list":
        value = want_list(cx, given, env)
        if param.order == "ordered":
            ordered(cx, value, given.span, env)
        elif param.order == "settled":
            reads_order(cx, value, env)
    elif param.type == t.ANY:
        value = cx.check(given, env)
    else:
        value = want(cx, given, env, param.type or types[param.var])
    if param.finds:
        types[param.var] = value.type if param.role == "value" else value.type.element
    return value


def _step(cx: Checker, step: n.Expr, env: Env, gives: Type | None = None) -> tuple[str, tuple[c.Core, ...]] | None:
    """A define from a cell to the cells that one can step to, or to yes or no: its name, and the values that it is given
    besides."""
    to = "those one can step to" if gives is None else "yes or no: is it open?"
    extra = tuple(cx.check(a, env) for a in step.args) if isinstance(step, n.Call) else ()
    word = step.function if isinstance(step, n.Call) else step
    if not isinstance(word, n.Name) or word.name not in cx.world.define_nodes:
        cx.sink.error("RK013", f"the last value names a define from a cell to {to}", step.span)
        return None
    define = define_of(cx, word.name, step.span)
    if define is not None and gives is not None and not t.fits(define.type, gives, cx.program.parents):
        cx.sink.error("RK012", f"`{word.name}` gives {an(define.type)}, but {an(gives)} is needed", step.span)
        return None
    if define is not None and len(define.params) != 1 + len(extra):
        cx.sink.error("RK013", f"`{word.name}` takes a cell and {len(define.params) - 1} more", step.span)
    return word.name, extra


def _name(node: n.Call) -> str:
    assert isinstance(node.function, n.Name)
    return node.function.name


# ---------- rules of their own ----------
@function("first", "last")
def _end_of_list(cx: Checker, node: n.Call, env: Env) -> c.Core:
    return _some_of(cx, node, env) if len(node.args) == 2 else _by_signature(cx, node, env)


def _some_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """`first(L, 3)`: so many from one end, fewer if there are not so many."""
    source = want_list(cx, node.args[0], env)
    ordered(cx, source, node.args[0].span, env)
    wanted = want(cx, node.args[1], env, t.NUMBER)
    items, at = env.temp(source.type), env.temp(t.NUMBER)
    size = c.Builtin("size", (c.Local(items, type=source.type),), type=t.NUMBER)
    low: c.Core = c.Const(1, type=t.NUMBER)
    high = c.Builtin("min", (wanted, size), type=t.NUMBER)
    if _name(node) == "last":
        after = c.Op("-", size, wanted, type=t.NUMBER)
        low, high = c.Builtin("max", (low, c.Op("+", after, low, type=t.NUMBER)), type=t.NUMBER), size
    places = c.Op("..", low, high, type=t.list_of(t.NUMBER))
    there = c.Builtin("item", (c.Local(items, type=source.type), c.Local(at, type=t.NUMBER)), type=source.type.element)
    return let_in(items, source, c.Each(places, at, there, False, type=t.list_of(source.type.element)))


@function("place_of")
def _place_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return WRONG
    source = want_list(cx, node.args[1], env)
    ordered(cx, source, node.args[1].span, env)
    return place_in(want(cx, node.args[0], env, source.type.element), source, env)


@function("remainder")
def _remainder(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return WRONG
    whole, part = want(cx, node.args[0], env, t.NUMBER), want(cx, node.args[1], env, t.NUMBER)
    full = c.Op("*", c.Op("/", whole, part, type=t.NUMBER), part, type=t.NUMBER)
    return c.Op("-", whole, full, type=t.NUMBER)


@function("size")
def _size(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1):
        return WRONG
    source = cx.check(node.args[0], env)
    if source.type.tag == "bundle":
        return c.Builtin("bundle_size", (source,), type=t.NUMBER)
    return c.Builtin("size", (listed(cx, node.args[0], source),), type=t.NUMBER)


_ALL_OF = "the name of a kind, of a thing, or of `values`, as in `all(player)`"


@function("all")
def _all_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    word = _a_word(cx, node, 0, _ALL_OF) if _arity(cx, node, 1) else None
    if word is None:
        return WRONG
    if word in cx.program.values:
        members = tuple(c.Const(m, type=Type("values", word)) for m in cx.program.values[word])
        return c.MakeList(members, type=t.list_of(Type("values", word)))
    if word in cx.program.parents:
        return c.Builtin("all_of_kind", (), word=word, type=t.list_of(t.thing(word)))
    if word in cx.program.designs:
        kind = cx.program.designs[word].kind
        return c.Builtin("all_of_design", (), word=word, type=t.list_of(t.thing(kind)))
    if word == "direction":
        return c.Const(DIRECTIONS, type=t.list_of(t.DIRECTION))
    if word == "resource":
        return c.Const(tuple(cx.program.resources()), type=t.list_of(t.RESOURCE))
    cx.world.unknown("kind, thing or values", word, node.span, cx.world.type_names())
    return WRONG


@function("min", "max")
def _extreme(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """The smallest or largest of several numbers, or of what dice can show."""
    if len(node.args) == 1:
        dice = cx.check(node.args[0], env)
        if dice.type.tag in ("dice", "any"):
            return c.Builtin(f"{_name(node)}_roll", (dice,), type=t.NUMBER)
    if not _arity(cx, node, 2, 9):
        return WRONG
    return c.Builtin(_name(node), tuple(want(cx, a, env, t.NUMBER) for a in node.args), type=t.NUMBER)


@function("can_pay")
def _can_pay(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not env.you:
        cx.sink.error("RK018", "nobody is there to pay", node.span, "say who: `p's can_pay(...)`")
        return WRONG
    return could_pay(cx, node, c.Local(c.YOU, type=t.PLAYER), env)


def could_pay(cx: Checker, node: n.Call, payer: c.Core, env: Env) -> c.Core:
    """Could a player pay it now: `can_pay(B)`, `p's can_pay(B, purpose)`."""
    if not _arity(cx, node, 1, 2):
        return WRONG
    word = node.args[1].name if len(node.args) > 1 and isinstance(node.args[1], n.Name) else ""
    cost = want(cx, node.args[0], env, t.BUNDLE)
    return c.Builtin("can_pay", (payer, cost), word=word, type=t.YESNO)


@function("place")
def _place(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """Cells of the kind that the boards from maps have, if there is only one."""
    found = _by_signature(cx, node, env)
    kinds = {board.cell_kind for board in cx.program.boards.values() if board.from_map}
    return replace(found, type=t.list_of(t.thing(kinds.pop()))) if len(kinds) == 1 and found is not WRONG else found


@function("split")
def _split(cx: Checker, node: n.Call, env: Env) -> c.Core:
    found = _by_signature(cx, node, env)
    return found if found is WRONG else replace(found, type=t.list_of(found.type))


@function("flatten")
def _flatten(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """Lists joined into one."""
    if not _arity(cx, node, 1):
        return WRONG
    source = want_list(cx, node.args[0], env)
    inner = source.type.element
    if source is not WRONG and not inner.many:
        hint = "`flatten` joins lists that a list holds: `flatten(split(L, 2))`"
        cx.sink.error("RK012", f"this list holds {an(inner)}, no lists", node.args[0].span, hint)
        return WRONG
    slot = env.temp(inner)
    return c.Each(source, slot, items_of(c.Local(slot, type=inner)), True, type=t.list_of(inner.element))


# ---------- searches ----------
@function("distance", "path", "reachable", "connected")
def _search(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """Over cells, things or records: whatever the define takes and gives."""
    if not _arity(cx, node, 3):
        return WRONG
    name, start = _name(node), cx.check(node.args[0], env)
    place = start.type
    second = want(cx, node.args[1], env, t.NUMBER if name == "reachable" else place)
    step = _step_over(cx, node.args[2], place, node.args[0], env)
    if step is None:
        return WRONG
    args = (start, second, *step[1])
    if name in ("distance", "connected"):
        far = c.Builtin("distance", args, step[0], type=t.NUMBER)
        nowhere = c.Op("==", far, c.Const(None, type=t.NONE), type=t.YESNO)
        return far if name == "distance" else c.Not(nowhere, type=t.YESNO)
    return c.Builtin(name, args, step[0], type=t.list_of(place))


@function("components")
def _components(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 2):
        return WRONG
    source = want_list(cx, node.args[0], env)
    step = _step_over(cx, node.args[1], source.type.element, node.args[0], env)
    if step is None:
        return WRONG
    return c.Builtin("components", (source, *step[1]), step[0], type=t.list_of(t.list_of(source.type.element)))


def _step_over(cx: Checker, given: n.Expr, place: Type, start: n.Expr, env: Env) -> tuple[str, tuple[c.Core, ...]] | None:
    """A define from one place to others of its sort."""
    step = _step(cx, given, env)
    define = cx.program.defines.get(step[0]) if step is not None else None
    if step is None or define is None or not define.params:
        return None if step is None or place.tag == "any" else step
    wanted = define.params[0].type
    if not t.fits(place, wanted, cx.program.parents):
        cx.sink.error("RK012", f"this is {an(place)}, but `{step[0]}` steps from {an(wanted)}", start.span)
        return None
    if not define.type.many or not t.fits(define.type.element, wanted, cx.program.parents):
        hint = f"it gives {an(define.type)}; a step is a list of {wanted}"
        cx.sink.error("RK012", f"`{step[0]}` does not say where one can step to", given.span, hint)
        return None
    return step


# ---------- boards ----------
def _board_named(cx: Checker, node: n.Expr) -> str | None:
    return node.name if isinstance(node, n.Name) and node.name in cx.program.boards else None


@function("directions")
def _directions(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """Of a cell those in which it has neighbours, of a board all."""
    board = _board_named(cx, node.args[0]) if len(node.args) == 1 else None
    if board is None:
        return _by_signature(cx, node, env)
    return c.Builtin("board_directions", (), word=board, type=t.list_of(t.DIRECTION))


@function("cell_at")
def _cell_at(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 3):
        return WRONG
    board = _board_named(cx, node.args[0])
    if board is None:
        cx.sink.error("RK012", "the first value of `cell_at` is the name of a board", node.args[0].span, _boards(cx))
        return WRONG
    place = tuple(want(cx, value, env, t.NUMBER) for value in node.args[1:])
    return c.Builtin("cell_at", place, word=board, type=t.thing(cx.program.boards[board].cell_kind))


def _boards(cx: Checker) -> str:
    names = ", ".join(f"`{name}`" for name in cx.program.boards)
    return f"it is written `cell_at(board, column, row)`; the boards are {names}" if names else "this game has no board"


@function("ahead", "ray")
def _straight(cx: Checker, node: n.Call, env: Env) -> c.Core:
    """`ahead(c, d, 2)`: so many steps; `ray(c, d, free)`: up to and with the first cell for which the define does not hold."""
    if not _arity(cx, node, 2, 3):
        return WRONG
    start, way = want(cx, node.args[0], env, t.CELL), want(cx, node.args[1], env, t.DIRECTION)
    if _name(node) == "ahead":
        steps = tuple(want(cx, value, env, t.NUMBER) for value in node.args[2:])
        return c.Builtin("ahead", (start, way, *steps), type=start.type)
    step = _step(cx, node.args[2], env, t.YESNO) if len(node.args) == 3 else ("", ())
    if step is None:
        return WRONG
    return c.Builtin("ray", (start, way, *step[1]), step[0], type=t.list_of(start.type))


@function("left_of")
def _left_of(cx: Checker, node: n.Call, env: Env) -> c.Core:
    if not _arity(cx, node, 1):
        return WRONG
    return c.Attr("left", want(cx, node.args[0], env, t.PLAYER), type=t.PLAYER)


def _shown(node: n.Expr) -> str:
    return node.name if isinstance(node, n.Name) else "x"
