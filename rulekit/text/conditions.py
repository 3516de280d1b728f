"""Conditions as clauses: `that card is tired`, `you have at least 2 coins`.

Contract: one function a node, with `@clauses`; a value in the place of a condition (a yesno variable) is told by its label.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.syntax import nodes as n
from rulekit.text.alternatives import merged
from rulekit.text.clauses import Clause, clause, clause_of, flipped, gender_of, known, said_of, told_clause, value_clause, whole
from rulekit.text.labels import filled, purpose_name, verb_label
from rulekit.text.matching import as_conditional, let_scope
from rulekit.text.names import attribute, called_by_several, named, one_of_design, power_name, yesno_part
from rulekit.text.queries import bound, queried, query_noun
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import CONDITIONS, clauses, condition

# ---------- comparisons ----------
_NO_MORE_THAN_NONE = {("==", 0): True, ("<=", 0): True, ("<", 1): True, ("!=", 0): False, (">", 0): False, (">=", 1): False}
_NONE_LEFT = ((0, "=="), (0, "!="), (1, "<"), (1, ">="))  # of what never goes below 0
_MIRROR = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@clauses(n.Binary)
def _binary_clause(speaker: Speaker, node: n.Binary, scope: Scope) -> Clause:
    alike = merged(speaker, node, scope)
    if alike is not node:
        return clause_of(speaker, alike, scope)
    if node.op not in _MIRROR:
        return whole(
            speaker.say("some_of", x=told_clause(speaker, node, scope, no=False)), told_clause(speaker, node, scope, no=True)
        )
    amount = _any_at_all(speaker, node, scope) or _amount_held(speaker, node, scope)
    if amount is not None:
        return amount
    left, right = speaker.type_of(node.left, scope), speaker.type_of(node.right, scope)
    if left.tag == "yesno" and isinstance(node.right, n.YesNo):
        same = (node.op == "==") == node.right.value
        return flipped(clause_of(speaker, node.left, scope), not same)
    told = _this_one(speaker, scope) if isinstance(node.right, n.This) else _what_it_is(speaker, node.right, scope)
    if node.op in ("==", "!=") and _owned_by_you(speaker, node, scope):
        assert isinstance(node.left, n.Of)
        return flipped(said_of(speaker, node.left.owner, scope, speaker.grammar.forms("p_yours")), node.op == "!=")
    if node.op in ("==", "!=") and isinstance(node.right, n.ListOf) and len(node.right.items) == 1:
        return flipped(said_of(speaker, node.left, scope, speaker.grammar.forms("p_only", x=told)), node.op == "!=")
    if _better_turned(node, scope):
        forms = speaker.grammar.forms("p_be", x=speaker.phrase(node.left, scope))
        return flipped(said_of(speaker, node.right, scope, forms), node.op == "!=")
    plain = left.tag in ("number", "dice") or right.tag in ("number", "dice")
    return flipped(said_of(speaker, node.left, scope, _compared(speaker, node.op, plain, told)), node.op in ("!=", ">=", "<="))


def _better_turned(node: n.Binary, scope: Scope) -> bool:
    """`active == you`: you are the active player; but `that player is not you` stays, and so does what hangs on a noun."""
    if not isinstance(node.right, n.You) or scope.doer or node.left == n.Name(scope.it):
        return False
    bound_name = isinstance(node.left, n.Name) and node.left.name in scope.refs
    return node.op == "==" or (node.op == "!=" and not bound_name)


def _owned_by_you(speaker: Speaker, node: n.Binary, scope: Scope) -> bool:
    """`c's owner == you`: it is yours."""
    of_owner = isinstance(node.left, n.Of) and node.left.name == "owner"
    return of_owner and isinstance(node.right, n.You) and not scope.doer


def _this_one(speaker: Speaker, scope: Scope) -> str:
    """The very thing whose text it is, where others may have its name."""
    return speaker.grammar.this_one(speaker.lexicon.kind_noun(scope.this or "thing"))


def _what_it_is(speaker: Speaker, value: n.Expr, scope: Scope) -> str:
    """What something is said to be; a resource by an open amount of it."""
    decl = speaker.lexicon.decls.get(value.name) if isinstance(value, n.Name) and value.name not in scope.refs else None
    if isinstance(decl, n.Resource):
        return speaker.grammar.some(speaker.grammar.noun(speaker.lexicon.raw(decl.name, decl.labels)))
    return speaker.spelt(value, scope)


def _compared(speaker: Speaker, op: str, plain: bool, told: str) -> list[str]:
    key = {"==": "p_equal", "!=": "p_equal", ">": "p_more", "<=": "p_more", "<": "p_less", ">=": "p_less"}[op]
    return speaker.grammar.forms(key if plain else "p_be", x=told)


def _any_at_all(speaker: Speaker, node: n.Binary, scope: Scope) -> Clause | None:
    """A number of things compared with nothing: there is one, or there is none."""
    if not isinstance(node.right, n.Number) or (node.op, node.right.value) not in _NO_MORE_THAN_NONE:
        return None
    none, counted = _NO_MORE_THAN_NONE[node.op, node.right.value], node.left
    if isinstance(counted, n.Aggregate) and counted.function == "count":
        return flipped(clause_of(speaker, replace(counted, function="some"), scope), none)
    if not isinstance(counted, n.Call) or counted.function != n.Name("size"):
        return None
    things = counted.args[0]
    if isinstance(things, n.Filter):
        return flipped(clause_of(speaker, n.Aggregate("some", things.query), scope), none)
    many = speaker.type_of(things, scope).many
    return flipped(_empty(speaker, things, scope), not none) if many else None


def _amount_held(speaker: Speaker, node: n.Binary, scope: Scope) -> Clause | None:
    """`your coin >= 2`: you have at least 2 coins."""
    if not isinstance(node.left, n.Of) or not isinstance(node.right, n.Number):
        return None
    var = speaker.program.vars.get(node.left.name)
    if var is None or not var.resource:
        return None
    word, value, op = speaker.lexicon.head_noun(var.head), node.right.value, node.op
    if value == 0 and op in (">", "<=") and var.floor == 0:  # nothing goes below 0 here
        value, op = 1, {">": ">=", "<=": "<"}[op]
    if (value, op) in _NONE_LEFT and var.floor == 0:
        lack = speaker.grammar.forms("p_lack", x=word.many, a=speaker.say("at_least", x=speaker.grammar.count(1, word)))
        return flipped(said_of(speaker, node.left.owner, scope, lack), op in ("!=", ">="))
    key = "exactly" if op in ("==", "!=") else "at_least" if op in (">=", "<") else "more_than"
    contrary = {"exactly": "exactly", "at_least": "fewer_than", "more_than": "at_most"}[key]
    have = speaker.grammar.forms("p_have", x=speaker.say(key, x=speaker.grammar.count(value, word)))
    lack = speaker.grammar.forms("p_have", x=speaker.say(contrary, x=speaker.grammar.count(value, word)))
    forms = have if key == contrary else [have[0], lack[0], have[2], lack[2], have[4], lack[4]]
    return flipped(said_of(speaker, node.left.owner, scope, forms), node.op in ("!=", "<", "<="))


# ---------- one word ----------
@clauses(n.In)
def _in_clause(speaker: Speaker, node: n.In, scope: Scope) -> Clause:
    source = speaker.type_of(node.source, scope)
    if isinstance(node.source, n.ListOf):
        forms = speaker.grammar.forms("p_be", x=speaker.join([_what_it_is(speaker, i, scope) for i in node.source.items], "or"))
    else:
        if (
            isinstance(node.source, n.Of)
            and source.tag == "list"
            and (scope.doer or not isinstance(node.item, n.You))  # you are among them; they do not include you
            and not isinstance(speaker.lexicon.decls.get(node.source.name), n.Define)
        ):
            forms = speaker.grammar.forms("p_include", x=speaker.phrase(node.item, scope))
            return flipped(said_of(speaker, node.source, scope, forms), node.negated)
        key = "p_in" if source.tag == "zone" and not called_by_several(speaker, node.source, scope) else "p_one_of"
        forms = speaker.grammar.forms(key, x=speaker.phrase(node.source, scope))
    return flipped(said_of(speaker, node.item, scope, forms), node.negated)


@clauses(n.Is)
def _is_clause(speaker: Speaker, node: n.Is, scope: Scope) -> Clause:
    return flipped(_is(speaker, node, scope), node.negated)


def _is(speaker: Speaker, node: n.Is, scope: Scope) -> Clause:
    word = node.word
    if word == "none" and isinstance(node.value, n.Of) and not isinstance(speaker.lexicon.decls.get(node.value.name), n.Define):
        part = attribute(speaker, speaker.type_of(node.value.owner, scope), node.value.name)
        return said_of(speaker, node.value.owner, scope, speaker.grammar.forms("p_lack", x=part.one, a=speaker.grammar.a(part)))
    if word == "none":
        f = speaker.grammar.forms("p_exist")
        return said_of(speaker, node.value, scope, [f[1], f[0], f[3], f[2], f[5], f[4]])
    if word == "empty":
        return _empty(speaker, node.value, scope)
    if word == "running":
        return said_of(speaker, node.value, scope, speaker.grammar.forms("p_running"))
    if word == "face_up":
        return said_of(speaker, node.value, scope, speaker.grammar.forms("p_be", x=speaker.say("face_up")))
    owner = speaker.type_of(node.value, scope)
    if word in scope.refs:
        return said_of(speaker, node.value, scope, speaker.grammar.forms("p_be", x=speaker.phrase(n.Name(word), scope)))
    if word in speaker.program.kinds:
        told = speaker.grammar.a(speaker.lexicon.kind_noun(word))
        letter = known(speaker, node, scope).refs[node.bind].letter if node.bind is not None else ""
        return said_of(speaker, node.value, scope, speaker.grammar.forms("p_be", x=f"{told} {letter}".strip()))
    if yesno_part(speaker, owner, word) or isinstance(speaker.lexicon.decls.get(word), n.Define):
        return clause_of(speaker, n.Of(node.value, word), scope)
    return said_of(speaker, node.value, scope, speaker.grammar.forms("p_be", x=one_of_design(speaker, word, scope)))


def _empty(speaker: Speaker, value: n.Expr, scope: Scope) -> Clause:
    lettered = isinstance(value, n.Name) and value.name in scope.refs and bool(scope.refs[value.name].letter)
    if lettered or speaker.type_of(value, scope).tag == "zone" or isinstance(value, n.Of):
        return said_of(speaker, value, scope, speaker.grammar.forms("p_empty"))
    told = speaker.phrase(value, scope)
    return whole(speaker.say("nothing_among", x=told), speaker.say("something_among", x=told))


@clauses(n.Has)
def _has_clause(speaker: Speaker, node: n.Has, scope: Scope) -> Clause:
    forms = speaker.grammar.forms("p_has_power", x=power_name(speaker, speaker.type_of(node.value, scope), node.power))
    return said_of(speaker, node.value, scope, forms)


@clauses(n.VerbRunning)
def _verb_running_clause(speaker: Speaker, node: n.VerbRunning, scope: Scope) -> Clause:
    told = verb_label(speaker, node.verb)
    return whole(speaker.say("verb_runs", v=told), speaker.say("verb_rests", v=told))


# ---------- queries ----------
@clauses(n.Aggregate)
def _aggregate_clause(speaker: Speaker, node: n.Aggregate, scope: Scope) -> Clause:
    if node.function == "some":
        one = _one_of_those(speaker, node.query, scope)
        if one is not None:
            return one
        word, _ = query_noun(speaker, node.query, scope)
        text = queried(speaker, node.query, scope, closed=True)
        article = speaker.grammar.a(word)[: -len(word.one)] if speaker.grammar.a(word).endswith(word.one) else ""
        return whole(speaker.say("there_is", x=article + text), speaker.grammar.choice("there_is_no", word, x=text))
    if node.function == "every" and node.value is not None:
        inner, what = bound(speaker, node.query, scope), queried(speaker, node.query, scope)
        found = clause_of(speaker, node.value, inner)
        if found.about == node.query.name and not found.whose:
            what, said = queried(speaker, node.query, scope, closed=True), found.predicate()
            return whole(speaker.say("all_are", x=what, p=said), speaker.say("not_all_are", x=what, p=said))
        each, told = speaker.say("each_of", x=what), clause(speaker, node.value, inner)
        return whole(speaker.say("for_all", q=each, c=told), speaker.say("not_for_all", q=each, c=told))
    return value_clause(speaker, node, scope)


def _one_of_those(speaker: Speaker, query: n.Query, scope: Scope) -> Clause | None:
    """`one of those players is not you`: of things that have just been named, what is asked is said of one of them."""
    if not isinstance(query.source, n.Name) or query.source.name not in scope.refs or query.where is None:
        return None
    type_ = speaker.type_of(query.source, scope).element
    asked, no = (query.where.value, True) if isinstance(query.where, n.Not) else (query.where, False)
    joined = isinstance(asked, n.Binary) and asked.op in ("and", "or")
    if query.kind is not None and speaker.lexicon.declared_type(n.TypeName(query.kind)) != type_:
        return None  # what is sought is more than one of them
    found = clause_of(speaker, asked, bound(speaker, query, scope).about(query.name))
    if joined or isinstance(asked, n.Is) or found.about != query.name or found.whose:
        return None
    word, _ = query_noun(speaker, query, scope)
    subject = speaker.grammar.choice("one_of", word, x=speaker.phrase(query.source, scope))
    none = speaker.grammar.choice("there_is_no", word, x=queried(speaker, query, scope, closed=True))
    return whole(f"{subject} {found.predicate(no=no)}", none)


# ---------- calls and values ----------
@clauses(n.Call)
def _call_clause(speaker: Speaker, node: n.Call, scope: Scope) -> Clause:
    if isinstance(node.function, n.Name):
        decl = speaker.lexicon.decls.get(node.function.name)
        if isinstance(decl, n.Define):
            return define_clause(speaker, decl, node.args, node, scope)
        special = CONDITIONS.get(node.function.name)
        if special is not None:
            found: Clause = special(speaker, node, scope)
            return found
    if isinstance(node.function, n.Of) and node.function.name == "can_pay":
        return _can_pay(speaker, node, scope)
    return value_clause(speaker, node, scope)


@condition("can_pay")
def _can_pay(speaker: Speaker, node: n.Call, scope: Scope) -> Clause:
    payer = node.function.owner if isinstance(node.function, n.Of) else n.You()
    return said_of(speaker, payer, scope, speaker.grammar.forms("p_can_pay", x=speaker.phrase(node.args[0], scope)))


@condition("connected")
def _connected(speaker: Speaker, node: n.Call, scope: Scope) -> Clause:
    a, b = (speaker.spelt(value, scope) for value in node.args[:2])
    return whole(speaker.say("f_connected", a=a, b=b), speaker.say("f_connected_not", a=a, b=b))


@condition("paying_for")
def _paying_for(speaker: Speaker, node: n.Call, scope: Scope) -> Clause:
    told = speaker.join([purpose_name(speaker, purpose) for purpose in node.args], "or")
    return whole(speaker.say("paying_for", x=told), speaker.say("not_paying_for", x=told))


@condition("in_phase")
def _in_phase(speaker: Speaker, node: n.Call, scope: Scope) -> Clause:
    return _in_scope(speaker, "phase", node)


@condition("in_step")
def _in_step(speaker: Speaker, node: n.Call, scope: Scope) -> Clause:
    return _in_scope(speaker, "step", node)


def _in_scope(speaker: Speaker, word: str, node: n.Call) -> Clause:
    told = speaker.say(f"s_{word}", x=speaker.program.part(word, getattr(node.args[0], "name", "")).label(speaker.lang))
    return whole(speaker.say("in_scope", x=told), speaker.say("not_in_scope", x=told))


def define_clause(speaker: Speaker, decl: n.Define, args: tuple[n.Expr, ...], node: n.Expr, scope: Scope) -> Clause:
    """A define that holds or not: its label is a clause, and what it begins with is its subject."""
    if not decl.labels:
        return value_clause(speaker, node, scope)
    label = speaker.lexicon.raw(decl.name, decl.labels)
    values = {p.name: a for p, a in zip(decl.params, args, strict=False)}
    for param in decl.params:
        start = f"{{{param.name}}} "
        if label.startswith(start) and param.name in values and not speaker.grammar.begins_list(label[len(start) :]):
            rest = label[len(start) :]
            return _subject_define(speaker, values[param.name], rest, values, scope)
    no = speaker.grammar.deny(label)
    yes = filled(speaker, label, values, scope)
    return whole(yes, filled(speaker, no, values, scope) if no else speaker.say("not_true", c=yes))


def _subject_define(speaker: Speaker, subject: n.Expr, rest: str, values: dict[str, n.Expr], scope: Scope) -> Clause:
    own_verb = speaker.grammar.predicate(rest)[0] == rest
    forms = (
        speaker.grammar.predicate(rest, gender_of(speaker, subject, scope)) if own_verb else speaker.grammar.verb_forms(rest)
    )
    return said_of(speaker, subject, scope, [filled(speaker, form, values, scope) for form in forms])


@clauses(n.Of)
def _of_clause(speaker: Speaker, node: n.Of, scope: Scope) -> Clause:
    decl = speaker.lexicon.decls.get(node.name)
    owner = speaker.type_of(node.owner, scope)
    kind = owner.element.name if owner.many else owner.name
    word = speaker.lexicon.part_noun(kind, node.name)
    if word is None and isinstance(decl, n.Define):
        return define_clause(speaker, decl, (node.owner,), node, scope)
    if word is None and node.name in speaker.program.vars:
        word = speaker.lexicon.head_noun(speaker.program.vars[node.name].head)
    if word is None:
        word = attribute(speaker, owner, node.name)
    return said_of(speaker, node.owner, scope, speaker.grammar.predicate(word.one, gender_of(speaker, node.owner, scope)))


@clauses(n.Name)
def _name_clause(speaker: Speaker, node: n.Name, scope: Scope) -> Clause:
    decl = speaker.lexicon.decls.get(node.name)
    if node.name in scope.refs or decl is None:
        if decl is None and node.name == "game_over":
            told = speaker.say("n_game_over")
            return whole(told, speaker.grammar.deny(told) or speaker.say("not_true", c=told))
        return value_clause(speaker, node, scope)
    if isinstance(decl, n.Define):
        return define_clause(speaker, decl, (), node, scope)
    if isinstance(decl, n.OptionDecl):
        told = named(speaker, node.name, scope)
        return whole(speaker.say("option_on", x=told), speaker.say("option_off", x=told))
    told = speaker.lexicon.label(node.name, decl.labels)
    return whole(told, speaker.grammar.deny(told) or speaker.say("not_true", c=told))


@clauses(n.YesNo)
def _yes_no_clause(speaker: Speaker, node: n.YesNo, scope: Scope) -> Clause:
    return flipped(whole(speaker.say("always"), speaker.say("never")), not node.value)


@clauses(n.Conditional)
def _conditional_clause(speaker: Speaker, node: n.Conditional, scope: Scope) -> Clause:
    def told(no: bool) -> str:
        inner = known(speaker, node.condition, scope)
        yes, other = told_clause(speaker, node.yes, inner, no=no), told_clause(speaker, node.no, scope, no=no)
        return speaker.say("either", a=yes, c=clause(speaker, node.condition, scope), b=other)

    return whole(told(False), told(True))


@clauses(n.MatchValue)
def _match_clause(speaker: Speaker, node: n.MatchValue, scope: Scope) -> Clause:
    return clause_of(speaker, as_conditional(speaker, node, scope), scope)


@clauses(n.LetIn)
def _let_clause(speaker: Speaker, node: n.LetIn, scope: Scope) -> Clause:
    return clause_of(speaker, node.body, let_scope(speaker, node, scope))
