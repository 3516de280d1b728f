"""Acts: what somebody does, as a verb in the infinitive with all that belongs to it.

Contract: `act_of` gives the act of a statement that is one (a function with `@acts`), `scope_after` the scope for what follows
it; `told_act` says it to the one who does it, or of him.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.clauses import clause
from rulekit.text.identified import substituted
from rulekit.text.labels import purpose_name
from rulekit.text.names import attribute, power_name
from rulekit.text.nouns import Noun
from rulekit.text.orders import ordered, verb_base
from rulekit.text.queries import bound, queried, query_noun, with_where
from rulekit.text.scope import Ref, Scope
from rulekit.text.speaker import Speaker
from rulekit.text.stretches import stretch_name
from rulekit.text.tables import ACTS, acts

N = TypeVar("N", bound=n.Node)


@dataclass(frozen=True, slots=True)
class Act:
    """Something done: the verb in the infinitive with all that belongs to it, and who does it (nobody named: you)."""

    infinitive: str
    who: str = ""


def told_act(speaker: Speaker, act: Act, scope: Scope) -> str:
    """An act as it is said to the one who does it, or of him."""
    who = act.who or scope.doer
    return f"{who} {speaker.grammar.third(act.infinitive)}" if who else speaker.grammar.order(act.infinitive)


def act_of(speaker: Speaker, stmt: n.Stmt, scope: Scope) -> Act | None:
    """The statement as something done, if it is that."""
    tell = ACTS.get(type(stmt))
    found: Act | None = tell(speaker, stmt, scope) if tell is not None else None
    return found


def infinitives(speaker: Speaker, block: n.Block, scope: Scope) -> str | None:
    """A block of acts by one doer, in the infinitive: `destroy this, then gain 3 coins`."""
    text = ""
    for stmt in block:
        act = act_of(speaker, stmt, scope)
        if act is None or act.who:
            return None
        text = speaker.say("then", a=text, b=act.infinitive) if text else act.infinitive
        scope = scope_after(speaker, stmt, scope)
    return text or None


def who_does(speaker: Speaker, subject: n.Expr | None, scope: Scope) -> str:
    """The one who does it, where that is not the one who is spoken to."""
    if subject is None or isinstance(subject, n.You):
        return ""
    return speaker.phrase(subject, scope)


def doer_of(speaker: Speaker, subject: n.Expr | None, scope: Scope) -> tuple[str, bool]:
    """Who may do something, and whether that is the reader."""
    told = who_does(speaker, subject, scope) or scope.doer
    return told or speaker.say("you"), not told


def with_his_own(speaker: Speaker, node: N, subject: n.Expr | None, scope: Scope) -> tuple[N, Scope]:
    """What a player does with what is his: `that player moves a card into their hand`, not into that player's hand."""
    ref = scope.refs.get(subject.name) if isinstance(subject, n.Name) else None
    if ref is None or not ref.person or ref.many or not isinstance(subject, n.Name) or n.You() in walk(node):
        return node, scope
    return substituted(node, subject.name, n.You()), scope.as_doer(speaker.phrase(subject, scope))


# ---------- verbs ----------
@acts(n.Sentence)
def _sentence_act(speaker: Speaker, node: n.Sentence, scope: Scope) -> Act:
    who = who_does(speaker, node.subject, scope)
    node, inner = with_his_own(speaker, node, node.subject, scope)
    return Act(ordered(speaker, node, who, inner), who)


# ---------- further acts ----------
@acts(n.Activate)
def _activate_act(speaker: Speaker, node: n.Activate, scope: Scope) -> Act:
    who = who_does(speaker, node.subject, scope)
    power = node.power
    if not isinstance(power, n.Of):
        return Act(speaker.say("activate", e=speaker.say("effect", x=""), x=speaker.phrase(power, scope)), who)
    effect = speaker.say("effect", x=power_name(speaker, speaker.type_of(power.owner, scope), power.name))
    text = speaker.say("activate", e=effect, x=speaker.phrase(power.owner, scope))
    if node.args:
        text = speaker.say("with_values", a=text, b=speaker.join([speaker.phrase(value, scope) for _, value in node.args]))
    return Act(text, who)


@acts(n.Pay)
def _pay_act(speaker: Speaker, node: n.Pay, scope: Scope) -> Act:
    return Act(
        speaker.say("pay", x=cost_phrase(speaker, node.cost, node.purpose, scope)), who_does(speaker, node.subject, scope)
    )


def cost_phrase(speaker: Speaker, cost: n.Expr, purpose: str | None, scope: Scope) -> str:
    told = speaker.phrase(cost, scope)
    known = purpose is not None and (
        purpose in speaker.lexicon.verbs or any((w, purpose) in speaker.program.parts for w in ("step", "phase"))
    )
    return speaker.say("for_purpose", x=told, p=purpose_name(speaker, purpose or "")) if known else told


@acts(n.Let)
def _let_act(speaker: Speaker, node: n.Let, scope: Scope) -> Act | None:
    if node.otherwise is not None:
        return None
    if speaker.type_of(node.value, scope) == t.YESNO:
        return Act(speaker.say("let_if", x=clause(speaker, node.value, scope), n=scope.letter()))
    return Act(speaker.say("let", x=speaker.phrase(node.value, scope), n=scope.letter()))


@acts(n.Set)
def _set_act(speaker: Speaker, node: n.Set, scope: Scope) -> Act | None:
    target = speaker.phrase(node.target, scope)
    if speaker.type_of(node.target, scope) == t.YESNO or isinstance(node.value, n.Conditional | n.MatchValue):
        return None
    change = node.value
    if isinstance(change, n.Binary) and change.op in "+-" and change.left == node.target:
        number = speaker.type_of(node.target, scope).tag in ("number", "dice")
        told = speaker.phrase(change.right, scope)
        key = ("raise" if change.op == "+" else "lower") if number else "add_to" if change.op == "+" else "remove_from"
        return Act(speaker.say(key, x=target, v=told))
    if isinstance(node.value, n.NoneValue):
        return Act(speaker.say("forget", x=target))
    if _is_somebody(speaker, node, scope):
        return None
    if node.value == n.ListOf(()):
        return Act(speaker.say("set_nothing", x=target))
    several = speaker.type_of(node.target, scope).tag == "list"
    return Act(speaker.say("set_list" if several else "set", x=target, v=speaker.phrase(node.value, scope)))


def _is_somebody(speaker: Speaker, node: n.Set, scope: Scope) -> bool:
    return speaker.type_of(node.target, scope).tag in ("thing", "values", "none")


@acts(n.Choose)
def _choose_act(speaker: Speaker, node: n.Choose, scope: Scope) -> Act | None:
    if node.block is not None or node.optional:
        return None
    who = "" if node.random else who_does(speaker, node.subject, scope)
    return Act(choice_phrase(speaker, node, scope), who)


def choice_phrase(speaker: Speaker, node: n.Choose, scope: Scope) -> str:
    query, own = with_his_own(speaker, node.query, node.subject, scope)
    chosen = chosen_phrase(speaker, replace(node, query=query), own)
    text = speaker.say("pick" if node.random else "choose", x=chosen)
    if node.cost is not None:
        inner = bound(speaker, node.query, scope).about(node.query.name)
        text = speaker.say("choose_paying", a=text, b=price_phrase(speaker, node, node.cost, inner))
    return text


def price_phrase(speaker: Speaker, node: n.Choose | n.Option, cost: n.Expr, scope: Scope) -> str:
    """What is paid for what is chosen: once, however many they are."""
    told = cost_phrase(speaker, cost, node.purpose, scope)
    return told if node.how_many is None else speaker.say("in_all", x=told)


def chosen_phrase(speaker: Speaker, node: n.Choose, scope: Scope) -> str:
    """What is chosen: `a card in your hand`, `up to 2 cards`."""
    if node.how_many is None:
        word, _ = query_noun(speaker, node.query, scope)
        own = _one_of_a_zone(speaker, node.query, word, scope)
        if own:
            return own
        article = speaker.grammar.a(word).removesuffix(word.one)
        return article + queried(speaker, node.query, scope, choosing=True)
    many = queried(speaker, node.query, scope, many=True, choosing=True)
    count = node.how_many.count
    if count is None:
        return speaker.say("any_number_of", x=many)
    number = speaker.phrase(count, scope)
    if number.isdigit():
        told = queried(speaker, node.query, scope, choosing=True) if number == "1" else many
        text = f"{number} {told}"
    else:
        text = speaker.say("as_many", x=many, n=number)
    return speaker.say("up_to", x=text) if node.how_many.mode == "up to" else text


def _one_of_a_zone(speaker: Speaker, query: n.Query, word: Noun, scope: Scope) -> str:
    """`one of your used tokens`, where the zone is called by what lies in it."""
    source, told = query.source, speaker.phrase(query.source, scope)
    if speaker.type_of(source, scope).tag != "zone" or word.many.casefold() not in told.casefold():
        return ""
    owner = speaker.type_of(source.owner, scope) if isinstance(source, n.Of) else None
    zone = attribute(speaker, owner, source.name) if isinstance(source, n.Of) and owner is not None else None
    if zone is None or not zone.plural:
        return ""
    return with_where(speaker, speaker.grammar.choice("one_of", word, x=told), query, scope, many=False)


@acts(n.End)
def _end_act(speaker: Speaker, node: n.End, scope: Scope) -> Act | None:
    if node.then is not None or isinstance(node.value, n.Conditional | n.MatchValue):
        return None
    if node.scope == "game":
        if node.value is None:
            return Act(speaker.say("end_game"))
        if isinstance(node.value, n.ListOf) and not node.value.items:
            return Act(speaker.say("end_game_nobody"))
        alone = isinstance(node.value, n.ListOf) and len(node.value.items) == 1
        you = alone and isinstance(node.value, n.ListOf) and isinstance(node.value.items[0], n.You) and not scope.doer
        key = "end_game_with" if you or not alone else "end_game_with_one"
        return Act(speaker.say(key, x=speaker.phrase(node.value, scope)))
    if node.scope == "menu" or node.name == "menu":
        return Act(speaker.say("end_menu"))
    return Act(speaker.say("end", s=stretch_name(speaker, n.Scope(node.scope, node.name))))


# ---------- names that acts bind ----------
def scope_after(speaker: Speaker, stmt: n.Stmt, scope: Scope) -> Scope:
    """The scope for what follows an act."""
    if isinstance(stmt, n.Let):
        letter = scope.letter()
        type_ = speaker.type_of(stmt.value, scope)
        noun, person = speaker.lexicon.type_noun(type_), type_ == t.PLAYER
        return scope.bind(stmt.name, Ref(type_, noun, text=letter, letter=letter, many=type_.many, person=person))
    if isinstance(stmt, n.Choose):
        return bound(speaker, stmt.query, scope, many=stmt.how_many is not None)
    if isinstance(stmt, n.Pay) and stmt.bind is not None:
        return scope.bind(stmt.bind, Ref(t.BUNDLE, speaker.lexicon.type_noun(t.BUNDLE), text=speaker.say("r_pay")))
    if isinstance(stmt, n.Sentence | n.Activate) and stmt.bind is not None:
        return scope.bind(stmt.bind, _outcome(speaker, stmt, scope))
    return scope


def _outcome(speaker: Speaker, stmt: n.Sentence | n.Activate, scope: Scope) -> Ref:
    base = verb_base(stmt.verb) if isinstance(stmt, n.Sentence) else ""
    type_ = _outcome_type(speaker, base, stmt, scope)
    if isinstance(stmt, n.Sentence) and stmt.each:
        base = "roll_each"
    text = speaker.say(f"r_{base}" if base in ("lose", "give", "draw", "roll", "roll_each") else "r_other")
    return Ref(type_, speaker.lexicon.type_noun(type_), text=text, many=type_.many)


def _outcome_type(speaker: Speaker, base: str, stmt: n.Sentence | n.Activate, scope: Scope) -> Type:
    if base in ("lose", "give"):
        return t.BUNDLE
    if base == "draw" and isinstance(stmt, n.Sentence):
        source = dict(stmt.args).get("from")
        return t.list_of(speaker.type_of(source, scope).element) if source is not None else t.list_of(t.THING)
    if isinstance(stmt, n.Sentence) and stmt.each:
        return t.list_of(t.NUMBER)
    if base == "roll" and isinstance(stmt, n.Sentence) and stmt.object is not None:
        return t.NUMBER if speaker.type_of(stmt.object, scope).tag in ("dice", "number") else t.ANY
    verb = speaker.program.verbs.get(speaker.lexicon.verbs.get(getattr(stmt, "verb", ""), ""))
    return verb.result if verb is not None and verb.result is not None else t.ANY
