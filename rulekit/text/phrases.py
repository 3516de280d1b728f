"""Expressions as noun phrases: `your hand`, `the owner of that card`, `2 coins for each tree in the wood`.

Contract: one function a node, with `@phrases`; every expression of the language has one, a test counts them. A condition in
the place of a value is told as a clause.
"""

from __future__ import annotations

import dataclasses
import operator

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.text.calls import is_open
from rulekit.text.clauses import clause, known
from rulekit.text.labels import chain
from rulekit.text.matching import as_conditional, let_scope
from rulekit.text.names import attribute, called_like, named, possessed
from rulekit.text.nouns import Noun
from rulekit.text.queries import bound, holding, placed_query, queried, query_noun, with_where
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import phrases


# ---------- literals ----------
@phrases(n.Number)
def _number_phrase(speaker: Speaker, node: n.Number, scope: Scope) -> str:
    return str(node.value)


@phrases(n.Dice)
def _dice_phrase(speaker: Speaker, node: n.Dice, scope: Scope) -> str:
    return f"{node.count}d{node.sides}"


@phrases(n.String)
def _string_phrase(speaker: Speaker, node: n.String, scope: Scope) -> str:
    return speaker.say("quoted", x=node.value)


@phrases(n.YesNo)
def _yes_no_phrase(speaker: Speaker, node: n.YesNo, scope: Scope) -> str:
    return speaker.say("yes" if node.value else "no")


@phrases(n.NoneValue)
def _none_value_phrase(speaker: Speaker, node: n.NoneValue, scope: Scope) -> str:
    return speaker.say("none")


@phrases(n.NothingValue)
def _nothing_value_phrase(speaker: Speaker, node: n.NothingValue, scope: Scope) -> str:
    return speaker.say("nothing")


# ---------- amounts ----------
@phrases(n.Amount)
def _amount_phrase(speaker: Speaker, node: n.Amount, scope: Scope) -> str:
    if not node.name and node.per is not None:
        return _per(speaker, speaker.phrase(node.count, scope), node.per, scope)
    var = speaker.program.vars.get(node.name)
    word = speaker.lexicon.head_noun(var.head) if var is not None else speaker.grammar.noun(named(speaker, node.name, scope))
    if isinstance(node.holder, n.This) and var is not None:
        return _of_its_own(speaker, node, scope)
    if node.holder is not None and node.count == n.Of(node.holder, node.name):  # as much as there is
        return speaker.say("all_held", x=word.many, b=speaker.phrase(node.holder, scope))
    text = speaker.counted(node.count, word, scope)
    if node.holder is not None:
        text = speaker.say("held_on", a=text, b=speaker.phrase(node.holder, scope))
    return _per(speaker, text, node.per, scope) if node.per is not None else text


def _of_its_own(speaker: Speaker, node: n.Amount, scope: Scope) -> str:
    """An amount that lies on the thing whose text it is: `all its coins`, `3 of its coins`."""
    assert node.holder is not None
    word = attribute(speaker, speaker.type_of(node.holder, scope), node.name)
    owned = possessed(speaker, word, node.holder, scope)
    if node.count == n.Of(node.holder, node.name):
        return speaker.grammar.choice("all_own_mass" if word.mass else "all_own", word, x=owned)
    return speaker.say("that_much_of", n=speaker.phrase(node.count, scope), x=owned)


def _per(speaker: Speaker, text: str, per: n.Per, scope: Scope) -> str:
    named = speaker.program.members.get(per.name)
    if named is None and per.name in speaker.program.designs:
        named = speaker.program.designs[per.name].head
    word = speaker.lexicon.head_noun(named) if named is not None else speaker.lexicon.kind_noun(per.name)
    source = speaker.phrase(per.source, scope)
    if per.size == 1:
        return speaker.say("for_each", a=text, b=word.one, x=source)
    return speaker.say("for_every", a=text, n=str(per.size), b=word.many, x=source)


@phrases(n.AmountOf)
def _amount_of_phrase(speaker: Speaker, node: n.AmountOf, scope: Scope) -> str:
    resource = speaker.phrase(node.resource, scope)
    if isinstance(node.count, n.Number) or (isinstance(node.count, n.Name) and node.count.name in scope.refs):
        return speaker.say("that_much_of", n=speaker.phrase(node.count, scope), x=resource)
    return speaker.say("as_much_of", r=resource, x=speaker.phrase(node.count, scope))


# ---------- sums ----------
_SUMS = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@phrases(n.Binary)
def _binary_phrase(speaker: Speaker, node: n.Binary, scope: Scope) -> str:
    if node.op in ("==", "!=", "<", ">", "<=", ">=", "and") or _is_condition(speaker, node, scope):
        return clause(speaker, node, scope)
    if node.op == "*" and isinstance(node.right, n.Amount) and not isinstance(node.right.count, n.Number):
        return speaker.phrase(dataclasses.replace(node.right, count=n.Binary("*", node.left, node.right.count)), scope)
    if (value := _reckoned(node)) is not None:
        return str(value)
    left, right = _operand(speaker, node.left, node.op, scope), _operand(speaker, node.right, node.op, scope, last=True)
    if node.op == "..":
        return speaker.say("from_to", a=left, b=right)
    if node.op == "or":
        return speaker.join([speaker.phrase(part, scope) for part in chain(node)], "or")
    if node.op in ("*", "/"):
        return _product(speaker, node, left, right, scope)
    if isinstance(node.left, n.Dice) and node.op in "+-":
        return f"{left}{node.op}{right}"
    plain = speaker.type_of(node, scope).tag in ("number", "dice", "any")
    if node.op == "+" and not plain:
        return speaker.join([_operand(speaker, part, "+", scope) for part in chain(node)])
    return speaker.say("plus" if node.op == "+" else "minus" if plain else "except", a=left, b=right)


def _reckoned(expr: n.Expr) -> int | None:
    """The value of a sum or product of plain numbers: whoever reads a card need not reckon."""
    if isinstance(expr, n.Number):
        return expr.value
    if not isinstance(expr, n.Binary) or expr.op not in _SUMS:
        return None
    left, right = _reckoned(expr.left), _reckoned(expr.right)
    return None if left is None or right is None else _SUMS[expr.op](left, right)


def _negated(expr: n.Expr) -> n.Expr | None:
    """What a rank counts the other way round: `0 - x`, `-x`."""
    if isinstance(expr, n.Binary) and expr.op == "-" and expr.left == n.Number(0):
        return expr.right
    return expr.value if isinstance(expr, n.Negative) else None


def _operand(speaker: Speaker, expr: n.Expr, op: str, scope: Scope, *, last: bool = False) -> str:
    """One side of a formula, in brackets where it would run into the other."""
    told, plain = speaker.phrase(expr, scope), speaker.type_of(expr, scope).tag == "number"
    inside = op in "*/" or (op == "-" and last and plain)
    inner = ("+", "-", "or", "*", "/") if op == "/" and last else ("+", "-", "or")
    runs_on = inside and isinstance(expr, n.Binary) and expr.op in inner and not told.isdigit()
    bounded = (op in "*/" or (last and op in "+-" and plain)) and _bounds_a_sum(expr)
    return f"({told})" if runs_on or bounded or (op in "+-*/" and is_open(expr)) else told


def _bounds_a_sum(expr: n.Expr) -> bool:
    """Is it `max(0, a - b)`, told as `a minus b (at least 0)`?"""
    if not isinstance(expr, n.Call) or not isinstance(expr.function, n.Name) or expr.function.name not in ("min", "max"):
        return False
    return any(isinstance(arg, n.Binary) and arg.op in ("+", "-") for arg in expr.args)


def _is_condition(speaker: Speaker, node: n.Binary, scope: Scope) -> bool:
    return node.op == "or" and speaker.type_of(node, scope).tag == "yesno"


def _product(speaker: Speaker, node: n.Binary, left: str, right: str, scope: Scope) -> str:
    bundle = speaker.type_of(node, scope).tag == "bundle"
    if bundle and node.op == "*" and not isinstance(node.left, n.Number):
        if _usually_one(speaker, node.left, scope):
            return right
        return speaker.say("bundle_times", x=right, n=left)
    if node.op == "/" and (whole := _rounded_up(node)) is not None:
        up = _operand(speaker, whole, "/", scope)
        return speaker.say("half_up", x=up) if node.right == n.Number(2) else speaker.say("divided_up", a=up, b=right)
    if node.op == "/":
        return speaker.say("half", x=left) if node.right == n.Number(2) else speaker.say("divided", a=left, b=right)
    if node.left == n.Number(2):
        return speaker.say("twice", x=right)
    return speaker.say("n_times", n=left, x=right)


def _rounded_up(node: n.Binary) -> n.Expr | None:
    """What is divided so that the result is rounded up: x in `(x + 9) / 10`."""
    added, by = node.left, node.right
    if not isinstance(by, n.Number) or not isinstance(added, n.Binary) or added.op != "+":
        return None
    return added.left if by.value > 1 and added.right == n.Number(by.value - 1) else None


def _usually_one(speaker: Speaker, factor: n.Expr, scope: Scope) -> bool:
    """A factor of the thing itself that is 1 until something changes it: what changes it tells so, the thing need not."""
    if not isinstance(factor, n.Of) or not isinstance(factor.owner, n.This):
        return False
    decls = [speaker.lexicon.decls.get(at) for at in speaker.lexicon.lineage(scope.this or "")]
    items = [item for decl in decls if isinstance(decl, n.Kind) for item in decl.items]
    return any(isinstance(item, n.Stat) and item.name == factor.name and item.value == n.Number(1) for item in items)


@phrases(n.Negative)
def _negative_phrase(speaker: Speaker, node: n.Negative, scope: Scope) -> str:
    return speaker.say("minus_sign", x=_operand(speaker, node.value, "*", scope))


@phrases(n.Conditional)
def _conditional_phrase(speaker: Speaker, node: n.Conditional, scope: Scope) -> str:
    """One of two values, in brackets: nothing of what stands around it belongs to the last of them."""
    of_numbers = t.NUMBER in (speaker.type_of(node.yes, scope), speaker.type_of(node.no, scope))
    return "({})".format(
        speaker.say(
            "either",
            a=_branch(speaker, node.yes, known(speaker, node.condition, scope), of_numbers),
            c=clause(speaker, node.condition, scope),
            b=_branch(speaker, node.no, scope, of_numbers),
        )
    )


def _branch(speaker: Speaker, expr: n.Expr, scope: Scope, of_numbers: bool) -> str:
    """One of two values; where the other is a number, `none` is no number."""
    return speaker.say("no_number") if of_numbers and isinstance(expr, n.NoneValue) else speaker.phrase(expr, scope)


@phrases(n.MatchValue)
def _match_phrase(speaker: Speaker, node: n.MatchValue, scope: Scope) -> str:
    return speaker.phrase(as_conditional(speaker, node, scope), scope)


@phrases(n.LetIn)
def _let_phrase(speaker: Speaker, node: n.LetIn, scope: Scope) -> str:
    return speaker.phrase(node.body, let_scope(speaker, node, scope))


@phrases(n.NoFormula)
def _no_formula_phrase(speaker: Speaker, node: n.NoFormula, scope: Scope) -> str:
    return speaker.say("nothing")


# ---------- conditions in the place of values ----------
@phrases(n.Not)
def _not_phrase(speaker: Speaker, node: n.Not, scope: Scope) -> str:
    return clause(speaker, node, scope)


@phrases(n.In)
def _in_phrase(speaker: Speaker, node: n.In, scope: Scope) -> str:
    return clause(speaker, node, scope)


@phrases(n.Is)
def _is_phrase(speaker: Speaker, node: n.Is, scope: Scope) -> str:
    return clause(speaker, node, scope)


@phrases(n.Has)
def _has_phrase(speaker: Speaker, node: n.Has, scope: Scope) -> str:
    return clause(speaker, node, scope)


@phrases(n.VerbRunning)
def _verb_running_phrase(speaker: Speaker, node: n.VerbRunning, scope: Scope) -> str:
    return clause(speaker, node, scope)


# ---------- lists ----------
@phrases(n.ListOf)
def _list_of_phrase(speaker: Speaker, node: n.ListOf, scope: Scope) -> str:
    return speaker.listed(node.items, scope)


@phrases(n.Filter)
def _filter_phrase(speaker: Speaker, node: n.Filter, scope: Scope) -> str:
    word, _ = query_noun(speaker, node.query, scope)
    return speaker.grammar.choice("f_all", word, x=queried(speaker, node.query, scope, many=True))


@phrases(n.Comprehension)
def _comprehension_phrase(speaker: Speaker, node: n.Comprehension, scope: Scope) -> str:
    inner = holding(speaker, node.query, bound(speaker, node.query, scope))
    return speaker.say("of_each", a=speaker.phrase(node.value, inner), b=queried(speaker, node.query, scope))


@phrases(n.Aggregate)
def _aggregate_phrase(speaker: Speaker, node: n.Aggregate, scope: Scope) -> str:
    if node.function in ("some", "every"):
        return clause(speaker, node, scope)
    if node.function == "count":
        alike = _counted_value(speaker, node.query, scope)
        return speaker.say("number_of", x=alike or queried(speaker, node.query, scope, many=True))
    inner = holding(speaker, node.query, bound(speaker, node.query, scope))
    bare = isinstance(node.value, n.Name) and node.value.name == node.query.name and node.query.where is None
    if bare and speaker.type_of(node.query.source, scope).element == t.NUMBER:
        return speaker.say(f"{node.function}_in", x=speaker.phrase(node.query.source, scope))
    if node.value is not None:
        return _worked_out(speaker, node, scope, inner)
    return _ranked(speaker, node, scope, inner.about(node.query.name))


def _counted_value(speaker: Speaker, query: n.Query, scope: Scope) -> str:
    """How often one value is there: `elves among the symbols of your cards`."""
    where = query.where
    if not isinstance(where, n.Binary) or where.op != "==" or where.left != n.Name(query.name):
        return ""
    head = speaker.program.members.get(where.right.name) if isinstance(where.right, n.Name) else None
    if head is None or (isinstance(where.right, n.Name) and where.right.name in scope.refs):
        return ""
    return placed_query(speaker, speaker.lexicon.head_noun(head).many, query, scope)


def _worked_out(speaker: Speaker, node: n.Aggregate, scope: Scope, inner: Scope) -> str:
    """The total, highest or lowest of what is worked out for each of some things."""
    assert node.value is not None
    if node.value == n.Name(node.query.name):
        word, _ = query_noun(speaker, node.query, scope)
        return speaker.grammar.choice(f"{node.function}_that", word, q=queried(speaker, node.query, scope))
    told = speaker.phrase(node.value, inner.about(node.query.name))
    part = _plain_part(speaker, node.value, inner) if isinstance(node.value, n.Of) else None
    if isinstance(node.value, n.Call):  # `its level`, from a define
        part = speaker.grammar.part(told)
    if part:
        word, _ = query_noun(speaker, node.query, scope)
        if node.function == "sum" and node.query.where is None and called_like(speaker, node.query.source, word, scope):
            return speaker.say("sum_owned", x=part, q=speaker.phrase(node.query.source, scope))
        what = queried(speaker, node.query, scope, many=True)
        return speaker.grammar.choice(f"{node.function}_over", word, x=part, q=what)
    return speaker.say(f"{node.function}_of", x=told, q=speaker.say("each_of", x=queried(speaker, node.query, scope)))


def _plain_part(speaker: Speaker, node: n.Of, scope: Scope) -> str | None:
    """The bare word for a part that all of some things have: `guard`; nothing for what a define works out."""
    owner = speaker.type_of(node.owner, scope)
    if not isinstance(speaker.lexicon.decls.get(node.name), n.Define):
        word = attribute(speaker, owner, node.name)
        resource = node.name in speaker.program.vars and speaker.program.vars[node.name].resource
        return word.one if resource else speaker.grammar.whose(word)
    part = speaker.lexicon.part_noun(owner.name, node.name)
    return part.one if part is not None else None


def _resource_ranked(speaker: Speaker, node: n.Aggregate) -> Noun | None:
    """The resource of which some players have most or least, where that alone decides."""
    if node.function == "sorted" or len(node.by) > 1 or not isinstance(node.by[0], n.Of):
        return None
    var = speaker.program.vars.get(node.by[0].name)
    whose = node.by[0].owner == n.Name(node.query.name)
    return speaker.lexicon.head_noun(var.head) if var is not None and var.resource and whose else None


def _ranked(speaker: Speaker, node: n.Aggregate, scope: Scope, inner: Scope) -> str:
    """Who ranks first, by the first key up or down; a later one that counts the other way says so."""
    down = (node.function == "highest" or node.down) != (_negated(node.by[0]) is not None)
    keys = ""
    for by in node.by:
        turned = _negated(by)
        told = speaker.grammar.bare(speaker.phrase(turned or by, inner))
        by_down = (node.function == "highest" or node.down) != (turned is not None)
        if by_down != down:
            told = speaker.say("by_highest" if by_down else "by_lowest", x=told)
        keys = speaker.say("tie", a=keys, b=told) if keys else told
    word, _ = query_noun(speaker, node.query, scope)
    source = with_where(
        speaker, placed_query(speaker, speaker.grammar.the_many(word), node.query, scope), node.query, scope, many=True
    )
    held = _resource_ranked(speaker, node)
    if held is not None:
        return speaker.say("with_most" if down else "with_least", q=source, x=held.many)
    if node.function == "sorted":
        return speaker.grammar.ranked("sorted_down" if down else "sorted_up", source, keys)
    return speaker.grammar.ranked(f"{'highest' if down else 'lowest'}_{'tied' if len(node.by) > 1 else 'of'}", source, keys)
