"""Words that the language itself knows: keywords by where they may stand, built-in verbs, and how a verb is inflected.

Contract: a test holds the keywords against the grammar. Built-in functions and names stand in `program/facts.py`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulekit.sources.source import Source

_VERB_LINE = re.compile(r"^[ ]*(?:replace |extend )?(?:to|moment) ([a-z][a-z0-9_]*)", re.M)
# Every preposition of the language, and each built-in verb with those that it takes.
PREPOSITIONS = frozenset("to from into onto with at along on over under by for against as_if through beside".split())
VERBS: dict[str, tuple[str, ...]] = {
    "gain": (),
    "lose": (),
    "give": ("to",),
    "move": ("to", "onto", "into"),
    "draw": ("from", "to"),
    "destroy": (),
    "shuffle": ("into",),
    "reveal": ("to",),
    "hide": (),
    "flip": (),
    "roll": (),
    "swap": ("with",),
    "put": ("over",),
    "turn_to": (),
}
BUILTIN_VERBS = frozenset(VERBS)

# The words of the grammar; a test compares them with it.
KEYWORDS = frozenset(
    """
    activate activates actor after against along and announce any anytime as as_if at because before beside board by can
    cannot chance choose chooses costs count cycle define do does down each else empty end every example excludes
    extend field for forbid from game given has highest if import in instead into invariant is its kind lasts later least
    let link list lowered lowest map mark match may menu module moment most multiplied needs next no none not nothing of on once
    one onto option or order ordered over pay payment pays per phase pick power proceed raised random record remove
    repeat replace require required result round rule rules running sealed secret sees set some sorted start stat step
    stores sum then this through time times to todo turn turns under until up values var when where while with
    yes you your
    """.split()
)
# Those that may stand inside a sentence or a formula, where a name of that form would be taken for them.
HARD_WORDS = frozenset(
    """
    and or not in is has highest if then else of per for where by with to from into onto at along on over under against
    through beside as as_if after each nothing none yes no you this your its may does costs
    """.split()
)
# Those that begin a statement or stand behind the one who acts: no verb of that form is ever read as the declared one.
OPENING_WORDS = frozenset(
    """
    activate activates announce choose chooses costs cycle do does else end for game if lasts later let mark match may
    menu next nothing pay pays phase pick proceed repeat require result round sealed set step then todo turn turns under until
    """.split()
)
# Those that stand behind a name or an amount in some statements, and before the name in others.
NEARBY_WORDS = frozenset("any list order random time times".split())
# Those that may stand behind an amount, where a resource of that form would be named.
AMOUNT_WORDS = frozenset("because down lasts once ordered secret up".split())
# Those that a bracket follows: what is called with values cannot be called so.
BRACKET_WORDS = frozenset("after count every highest least lowest most some sorted sum".split())
# Those that begin a line of a kind or thing, where a field of that form would be given its value.
LINE_WORDS = frozenset(
    """
    after anytime at before field forbid instead lasts link map mark payment power rules stat stores todo var when
    """.split()
)
# What a declared type may not be called.
TYPES = frozenset(
    """
    number yesno player bundle dice resource zone cell die direction text thing area design
    """.split()
)
# Words that begin a line; a word that is nearly one of them was meant as it.
FIRST_WORDS = frozenset(
    """
    actor after anytime before board choose cycle define else end example field forbid game given if import instead
    invariant kind later let link match menu module moment option payment phase pick power record repeat replace require
    resource round rule sealed set stat step stores then turn under until values var when zone holds seen copies starts
    """.split()
)
# Those that begin a declaration, and those that begin a line of one with a name behind them.
DECLARING_WORDS = frozenset(
    """
    actor board define example game import invariant kind module moment option record resource rule stat to values var zone
    """.split()
)
NAMING_WORDS = frozenset("cell field link power".split())
# What stands between values, for a value, or for somebody.
OPERATOR_WORDS = frozenset("and or not in is has per".split())
VALUE_WORDS = frozenset("yes no none nothing".split())
PRONOUNS = frozenset("this you your its".split())


def forms(verb: str) -> tuple[str, str]:
    """A verb as an order and with a third person's ending, which falls on its first word: take_turn, takes_turn."""
    first, _, rest = verb.partition("_")
    if first.endswith(("s", "sh", "ch", "x", "z", "o")):
        third = first + "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        third = first[:-1] + "ies"
    else:
        third = first + "s"
    return verb, f"{third}_{rest}" if rest else third


def vocabulary(source: Source) -> set[str]:
    """The verbs that a text declares with `to` or `moment`."""
    return set(_verbs_of(source.text))


@lru_cache(maxsize=64)  # an editor asks again after each key
def _verbs_of(text: str) -> frozenset[str]:
    return frozenset(_VERB_LINE.findall(text))
