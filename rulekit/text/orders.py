"""The verbs of the language in the infinitive: `draw 2 cards from the deck into your hand`.

Contract: a verb is told by the wording of its name, or by a function with `@orders` where it has more than an object.
"""

from __future__ import annotations

from dataclasses import replace

from rulekit.program import types as t
from rulekit.syntax import nodes as n
from rulekit.syntax.words import BUILTIN_VERBS, forms
from rulekit.text.labels import verb_phrase
from rulekit.text.names import attribute
from rulekit.text.scope import Scope
from rulekit.text.speaker import Speaker
from rulekit.text.tables import ORDERS, orders

_BUILT_IN = {form: verb for verb in BUILTIN_VERBS for form in forms(verb)}


def verb_base(verb: str) -> str:
    return _BUILT_IN.get(verb, verb)


def ordered(speaker: Speaker, node: n.Sentence, who: str, scope: Scope) -> str:
    """A sentence in the infinitive: a declared verb by its label, a verb of the language by its wording."""
    name = speaker.lexicon.verbs.get(node.verb)
    if name is not None:
        return _declared(speaker, name, node, who, scope)
    found: str = ORDERS.get(verb_base(node.verb), _plain)(speaker, node, scope)
    return found


def _declared(speaker: Speaker, name: str, node: n.Sentence, who: str, scope: Scope) -> str:
    params = speaker.program.verbs[name].params
    given = dict(node.args) | ({"": node.object} if node.object is not None else {})
    values = {p.name: given[p.prep] for p in params if p.prep in given}
    return verb_phrase(speaker, name, values, scope, you=not (who or scope.doer))


def _object(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return speaker.phrase(node.object, scope) if node.object is not None else ""


def _plain(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return speaker.say(verb_base(node.verb), x=_object(speaker, node, scope))


@orders("lose")
def _lose(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return speaker.say("lose", x=_all_own(speaker, node, scope) or _object(speaker, node, scope))


def _all_own(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    """`lose (your coin) coin`: all your coins; `lose (food) food`: all the food."""
    amount = node.object
    if not isinstance(amount, n.Amount) or amount.per is not None or amount.holder is not None:
        return ""
    if amount.count == n.Name(amount.name):
        word = speaker.lexicon.head_noun(speaker.program.vars[amount.name].head)
        several = word if word.mass else replace(word, one=word.many, plural=True)
        return speaker.grammar.choice("all_own_mass" if word.mass else "all_own", word, x=speaker.grammar.the(several))
    if amount.count != n.Of(node.subject or n.You(), amount.name):
        return ""
    word = attribute(speaker, t.PLAYER, amount.name)
    owned = speaker.grammar.its(word, True) if node.subject is not None else speaker.phrase(amount.count, scope)
    return speaker.grammar.choice("all_own_mass" if word.mass else "all_own", word, x=owned)


@orders("give")
def _give(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return speaker.say("give", x=_object(speaker, node, scope), p=_arg(speaker, node, "to", scope))


@orders("move")
def _move(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return _moved(speaker, "move", _object(speaker, node, scope), dict(node.args).get("to"), scope)


def _moved(speaker: Speaker, key: str, what: str, place: n.Expr | None, scope: Scope) -> str:
    if isinstance(place, n.Call) and place.function in (n.Name("top"), n.Name("bottom")):
        end = "move_top" if place.function == n.Name("top") else "move_under"
        return speaker.say(end, x=what, z=speaker.phrase(place.args[0], scope))
    return speaker.say(key, x=what, z=speaker.phrase(place, scope) if place is not None else "")


@orders("draw")
def _draw(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    args = dict(node.args)
    source, place = args.get("from"), args.get("to")
    type_ = _drawn(speaker, source, place, scope)
    what = speaker.counted(node.object or n.Number(1), speaker.lexicon.type_noun(type_), scope)
    whence = speaker.phrase(source, scope) if source is not None else ""
    filled = _filled_up(node.object, place)
    if filled is not None:
        zone, goal = (speaker.phrase(part, scope) for part in filled)
        return speaker.say("draw_up_to", x=speaker.lexicon.type_noun(type_).many, y=whence, z=zone, n=goal)
    if isinstance(place, n.Call) and place.function == n.Name("top"):
        return speaker.say("draw_top", x=what, y=whence, z=speaker.phrase(place.args[0], scope))
    return speaker.say("draw", x=what, y=whence, z=speaker.phrase(place, scope) if place is not None else "")


def _filled_up(count: n.Expr | None, place: n.Expr | None) -> tuple[n.Expr, n.Expr] | None:
    """A zone and up to how many it is filled, if so many are drawn as it lacks: `draw 4 - size(row) from deck to row`."""
    if place is None or not isinstance(count, n.Binary) or count.op != "-" or not isinstance(count.right, n.Call):
        return None
    zone = place.args[0] if isinstance(place, n.Call) and place.function == n.Name("top") else place
    return (zone, count.left) if count.right == n.Call(n.Name("size"), (zone,)) else None


def _drawn(speaker: Speaker, source: n.Expr | None, place: n.Expr | None, scope: Scope) -> t.Type:
    """What is drawn, told from where it comes from; from any zone, where it goes tells it."""
    for where in (source, place):
        type_ = speaker.type_of(where, scope) if where is not None else t.THING
        if t.ANY_ZONE not in (type_, type_.element):  # which zone, is known when it is done
            return type_
    return t.THING


@orders("shuffle")
def _shuffle(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    if node.args:
        return speaker.say("shuffle_into", x=_object(speaker, node, scope), z=_arg(speaker, node, "into", scope))
    return speaker.say("shuffle", x=_object(speaker, node, scope))


@orders("reveal")
def _reveal(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    if node.args and dict(node.args).get("to") == n.You() and not scope.doer:
        return speaker.say("look_at", x=_object(speaker, node, scope))
    if node.args:
        return speaker.say("reveal_to", x=_object(speaker, node, scope), p=_arg(speaker, node, "to", scope))
    return speaker.say("reveal", x=_object(speaker, node, scope))


@orders("roll")
def _roll(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    rolled = speaker.say("roll_each" if node.each else "roll", x=_object(speaker, node, scope))
    return rolled if node.into is None else speaker.say("roll_into", x=rolled, v=speaker.phrase(node.into, scope))


@orders("put")
def _put(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return speaker.say("put", x=_object(speaker, node, scope), y=_arg(speaker, node, "over", scope))


@orders("swap")
def _swap(speaker: Speaker, node: n.Sentence, scope: Scope) -> str:
    return speaker.say("swap", x=_object(speaker, node, scope), y=_arg(speaker, node, "with", scope))


def _arg(speaker: Speaker, node: n.Sentence, prep: str, scope: Scope) -> str:
    value = dict(node.args).get(prep)
    return speaker.phrase(value, scope) if value is not None else ""
