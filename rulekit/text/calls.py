"""Calls: defines, records, and the functions of the language.

Contract: a define is told by its label, a function by its wording `f_NAME` or, where words alone do not do, by a function with
`@functions`; what a function counts or ranks is told as a query. A test holds the functions of the language against both.
"""

from __future__ import annotations

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.clauses import clause
from rulekit.text.labels import called, filled
from rulekit.text.names import called_like, named
from rulekit.text.queries import placed, queried, query_noun
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import FUNCTIONS, functions, phrases


@phrases(n.Call)
def _call_phrase(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    if isinstance(node.function, n.Of):
        return _indexed(speaker, node.function, node, scope)
    assert isinstance(node.function, n.Name)
    name = node.function.name
    decl = speaker.lexicon.decls.get(name)
    if isinstance(decl, n.Define):
        return called(speaker, decl, node.args, scope)
    if isinstance(decl, n.Record):
        return _record(speaker, decl, node, scope)
    if isinstance(decl, n.Zone | n.Var | n.Resource):
        return speaker.say("aside", a=named(speaker, name, scope), b=speaker.join([speaker.spelt(a, scope) for a in node.args]))
    return _function(speaker, name, node, scope)


def _indexed(speaker: Speaker, part: n.Of, node: n.Call, scope: Scope) -> str:
    """`p's slot(smith)`: one of several zones or variables."""
    if part.name == "can_pay":
        return clause(speaker, node, scope)
    inside = speaker.join([speaker.spelt(a, scope) for a in node.args])
    return speaker.say("aside", a=speaker.phrase(part, scope), b=inside)


def _record(speaker: Speaker, decl: n.Record, node: n.Call, scope: Scope) -> str:
    parts = [
        speaker.say("part", a=(speaker.lexicon.part_noun(decl.name, name) or speaker.grammar.noun(name.replace("_", " "))).one,
                 b=_part_value(speaker, value, scope))
        for name, value in node.named
    ]  # fmt: skip
    word = speaker.lexicon.kind_noun(decl.name)
    return speaker.say("aside", a=speaker.grammar.a(word), b=speaker.join(parts)) if parts else speaker.grammar.a(word)


def _part_value(speaker: Speaker, value: n.Expr, scope: Scope) -> str:
    """A part of a record; whether something holds is told as yes or no with its condition."""
    if speaker.type_of(value, scope) != t.YESNO or isinstance(value, n.YesNo):
        return speaker.phrase(value, scope)
    return speaker.say("yes_if", c=clause(speaker, value, scope))


# ---------- functions ----------
def _function(speaker: Speaker, name: str, node: n.Call, scope: Scope) -> str:
    """By its own function, or by its wording with the values in order: `{x}` or `{a}` is the first, `{b}` the second."""
    if name in FUNCTIONS:
        found: str = FUNCTIONS[name](speaker, node, scope)
        return found
    first, second = [*(speaker.spelt(value, scope) for value in node.args[:2]), ""][:2]
    return speaker.say(f"f_{name}", x=first, a=first, b=second)


def is_open(expr: n.Expr) -> bool:
    """Does a function of numbers end with its last value, so that `plus 1` after it would seem to belong to that?"""
    if not isinstance(expr, n.Call) or not isinstance(expr.function, n.Name) or len(expr.args) < 2:
        return False
    name, *bounds = expr.function.name, *expr.args[:2]
    bounded = bounds[0] if name == "max" else bounds[1]  # `(at least 0)`, which ends by itself
    return name == "remainder" or (name in ("min", "max") and not (len(expr.args) == 2 and isinstance(bounded, n.Number)))


@functions("connected", "can_pay", "paying_for", "in_phase", "in_step")
def _condition(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    return clause(speaker, node, scope)


@functions("first", "last")
def _end(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    """One end of a list: `the first card in your hand`."""
    assert isinstance(node.function, n.Name)
    key, source, told = f"f_{node.function.name}", node.args[0], speaker.phrase(node.args[0], scope)
    type_ = speaker.type_of(source, scope)
    word = speaker.lexicon.type_noun(type_)
    if len(node.args) == 2:
        count = node.args[1]
        short = isinstance(count, n.Number) or (isinstance(count, n.Name) and count.name in scope.refs)
        several = "several" if short else "as_many"
        return speaker.grammar.choice(f"{key}_{several}", word, n=speaker.phrase(node.args[1], scope), w=word.many, x=told)
    if isinstance(source, n.Filter):
        word, _ = query_noun(speaker, source.query, scope)
        return speaker.grammar.choice(f"{key}_one", word, x=queried(speaker, source.query, scope, closed=True))
    if type_.tag == "zone":
        return speaker.grammar.choice(f"{key}_one", word, x=placed(speaker, word.one, source, type_, scope))
    return speaker.grammar.choice(key, word, x=told)


@functions("item")
def _item(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    """`number 3 of those cards`; where the place is worked out, `the card in the market at the place that ... gives`."""
    source, place = node.args
    told, at = speaker.phrase(source, scope), speaker.spelt(place, scope)
    if isinstance(place, n.Number) or len(at) == 1:
        return speaker.say("f_item", a=told, b=at)
    type_ = speaker.type_of(source, scope)
    the = speaker.grammar.the(speaker.lexicon.type_noun(type_))
    return speaker.say("f_item_at", a=placed(speaker, the, source, type_, scope), b=at)


@functions("reachable", "distance", "path")
def _search(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    """A search over cells; by which steps it goes is told unless it is from neighbour to neighbour."""
    assert isinstance(node.function, n.Name)
    key = f"f_{node.function.name}"
    if key == "f_reachable" and not isinstance(node.args[1], n.Number):
        key = "f_within"
    told = speaker.say(key, a=speaker.spelt(node.args[0], scope), b=speaker.spelt(node.args[1], scope))
    if len(node.args) < 3 or _to_neighbours(speaker, node.args[2]):
        return told
    return speaker.say("by_steps", a=told, b=_step_named(speaker, node.args[2], scope, speaker.say("cell_before")))


def _to_neighbours(speaker: Speaker, step: n.Expr) -> bool:
    """Does a step function give the neighbours of a cell, by itself or through another one?"""
    decl = speaker.lexicon.decls.get(step.name) if isinstance(step, n.Name) else None
    if not isinstance(decl, n.Define) or not isinstance(decl.value, n.Call) or len(decl.params) != 1:
        return step == n.Name("neighbours")
    return decl.value.args == (n.Name(decl.params[0].name),) and _to_neighbours(speaker, decl.value.function)


@functions("directions")
def _directions(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    board = isinstance(node.args[0], n.Name) and node.args[0].name in speaker.program.boards
    return speaker.say("f_board_directions" if board else "f_directions", x=speaker.spelt(node.args[0], scope))


@functions("cell_at")
def _cell_at(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    board, column, row = (speaker.phrase(value, scope) for value in node.args)
    return speaker.say("f_cell_at", x=board, a=column, b=row)


@functions("ahead", "ray")
def _straight(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    """Cells in a direction, so many steps away, or up to the first that a define does not hold for."""
    assert isinstance(node.function, n.Name)
    start, way = (speaker.spelt(value, scope) for value in node.args[:2])
    if len(node.args) == 2:
        return speaker.say(f"f_{node.function.name}", a=start, b=way)
    if node.function.name == "ahead":
        return speaker.say("f_ahead_steps", a=start, b=way, n=speaker.phrase(node.args[2], scope))
    return speaker.say("f_ray_open", a=start, b=way, c=_step_named(speaker, node.args[2], scope))


def _step_named(speaker: Speaker, step: n.Expr, scope: Scope, asked: str = "") -> str:
    """The define that a search or line asks of each cell, by its label; `asked` is what the cell is called."""
    name, extra = (step.function, step.args) if isinstance(step, n.Call) else (step, ())
    decl = speaker.lexicon.decls.get(name.name) if isinstance(name, n.Name) else None
    if not isinstance(decl, n.Define):
        return speaker.phrase(step, scope)
    cell = {decl.params[0].name: asked or speaker.grammar.that(speaker.grammar.word("cell"))}
    values = {param.name: value for param, value in zip(decl.params[1:], extra, strict=False)}
    if decl.labels:
        return filled(speaker, speaker.lexicon.raw(decl.name, decl.labels), values, scope, known=cell)
    return speaker.grammar.of(speaker.grammar.noun(decl.name.replace("_", " ")), *cell.values())


@functions("place", "map_value")
def _marked(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    assert isinstance(node.function, n.Name)
    word = node.args[0]
    if node.function.name == "map_value" and isinstance(word, n.Name) and word.name in speaker.program.kinds:
        # a value that is called like what it names
        return speaker.say("f_map_named", x=speaker.grammar.the(speaker.lexicon.kind_noun(word.name)))
    return speaker.say(f"f_{node.function.name}", x=_bare_word(speaker, node.args[0], scope))


@functions("sides")
def _sides(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    return speaker.say("f_sides", a=speaker.phrase(node.args[0], scope), b=_bare_word(speaker, node.args[1], scope))


def _bare_word(speaker: Speaker, value: n.Expr, scope: Scope) -> str:
    """A word of a map, which is no name of the rules."""
    return value.name.replace("_", " ") if isinstance(value, n.Name) else speaker.phrase(value, scope)


@functions("size")
def _size(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    source = node.args[0]
    if isinstance(source, n.Filter):
        return speaker.say("number_of", x=queried(speaker, source.query, scope, many=True))
    by_name = _different_names(source)
    if by_name is not None:
        return speaker.say("number_different", x=queried(speaker, by_name, scope, many=True))
    type_ = speaker.type_of(source, scope)
    if type_.tag == "bundle":
        return speaker.say("f_size_bundle", x=speaker.phrase(source, scope))
    if isinstance(source, n.Name) and source.name in ("players", "seating", "everyone", "opponents"):
        word = speaker.grammar.word("opponent" if source.name == "opponents" else "player")
        return speaker.say("number_of", x=word.many)
    word = speaker.lexicon.type_noun(type_)
    ref = scope.refs.get(source.name) if isinstance(source, n.Name) else None
    named_cards = ref is not None and ref.many and not ref.text and not ref.letter
    if named_cards or called_like(speaker, source, word, scope):  # `the number of those cards`, `of your used tokens`
        return speaker.say("number_of", x=speaker.phrase(source, scope))
    return speaker.say("number_of", x=placed(speaker, word.many, source, type_, scope))


def _different_names(source: n.Expr) -> n.Query | None:
    """The query of `distinct({c's name for card c in L})`."""
    if isinstance(source, n.Call) and source.function == n.Name("distinct") and isinstance(source.args[0], n.Comprehension):
        found = source.args[0]
        return found.query if found.value == n.Of(n.Name(found.query.name), "name") else None
    return None


@functions("all")
def _all(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    what = node.args[0]
    if isinstance(what, n.Name) and what.name in speaker.program.designs:
        return speaker.say("f_copies", x=named(speaker, what.name, scope))
    word = speaker.lexicon.kind_noun(what.name) if isinstance(what, n.Name) else speaker.grammar.word("thing")
    return speaker.grammar.choice("f_all", word, x=word.many)


@functions("remainder")
def _remainder(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    """What a division leaves; a sum that is divided, or that divides, stands in brackets."""
    a, b = (_bracketed(value, speaker.spelt(value, scope)) for value in node.args)
    return speaker.say("f_remainder", a=a, b=b)


def _bracketed(value: n.Expr, told: str) -> str:
    is_sum = isinstance(value, n.Binary) and value.op in ("+", "-") and not told.isdigit()
    return f"({told})" if is_sum else told


@functions("min", "max")
def _extreme(speaker: Speaker, node: n.Call, scope: Scope) -> str:
    """`max(0, x)` is x, but at least 0."""
    assert isinstance(node.function, n.Name)
    key, first = f"f_{node.function.name}", node.args[0]
    told, *others = [speaker.phrase(value, scope) for value in node.args]
    if not others:
        return speaker.say(f"{key}_roll", x=told)
    if key == "f_max" and isinstance(first, n.Number) and len(others) == 1:
        return speaker.say("f_at_least_zero", x=others[0], n=told)
    if key == "f_min" and len(others) == 1 and isinstance(node.args[1], n.Number):
        return speaker.say("f_at_most", x=told, n=others[0])
    if len(others) > 1:
        return speaker.say(f"{key}_many", x=speaker.join([told, *others]))
    return speaker.say(key, a=told, b=others[0])
