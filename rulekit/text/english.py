"""English: its grammar; its wordings are in `english_words.py`.

Contract: as of `Language`. Nothing here knows a word of any game.
"""

from __future__ import annotations

import re

from rulekit.syntax.words import forms as verb_forms
from rulekit.text.determiners import Determiners
from rulekit.text.english_story import STORY
from rulekit.text.english_words import WORDS
from rulekit.text.language import Language, cut, first_word, noted
from rulekit.text.nouns import Noun

_MODAL = ("can", "may", "must", "will", "would", "could", "should", "might", "shall")  # alike for one and for several
_OWN_VERB = {"has": "have", "was": "were", "does": "do", "is": "are"} | {verb: verb for verb in _MODAL}
_NEGATED = re.compile(rf" (is|are|has|have|was|were|{'|'.join(_MODAL)})(?= )")
_STOP = (
    r" (?:of|with|for|in|on|that|who|to|at|won|it|where|as|because|toward|above|since"
    r"|made|owed|left|used|drawn|taken|gained|lost)\b| \(|, "
)
_NO_SUBJECT = "".join(
    rf"(?<!\b{word} )"
    for word in ("and", "of", "to", "by", "with", "from", "for", "against", "at", "on", "beside", "near", "than")
)  # behind it stands no subject
_IRREGULAR = {
    "thief": "thieves", "die": "dice", "man": "men", "woman": "women", "child": "children", "foot": "feet", "tooth": "teeth",
    "mouse": "mice", "goose": "geese", "sheep": "sheep", "fish": "fish",
}  # fmt: skip
_PLURALS = {many for one, many in _IRREGULAR.items() if one != many}
_VOICED = re.compile(r"(?:(?<!go)(?<!gu)lf|arf|eaf|oaf|(?<!f)ife)$")  # `shelf`, `scarf`, `leaf`, `knife`; not `gulf`, `fife`
_MASS = "gold silver money cash fame glory honour honor wood food wool coal energy mana fuel oil influence".split()
_MANY = re.compile(r"(?:all|those|these) |(?:the|your|their|its) \w+(?<![sui])s\b", re.IGNORECASE)


class English(Language):
    """English: nouns without gender, verbs with one ending."""

    code = "en"
    name = "English"
    words = WORDS | STORY
    leading = ("a", "an", "the")
    asking = ("who", "what", "how", "whether", "your")
    prepositions = ("of", "on", "in", "next", "at", "from", "under", "behind", "beside", "near", "around")
    relatives = ("that", "who", "whose", "which", "where", "for")
    own_slots = ("your",)
    determiners = Determiners(
        definite={"the ": ""},
        indefinite=("an ", "a "),
        possessive=("your ", "their ", "its "),
        defined={"an ": "the ", "a ": "the "},
        pointing=("that ", "those ", "this ", "each ", "any ", "all ", "another "),
        pronouns=("you", "they", "it"),
    )
    one_possessive = False

    def noun(self, label: str) -> Noun:
        """A label as a noun.

        >>> English().noun("leaf|leaves")
        Noun(one='leaf', many='leaves', gender='m', plural=False)
        """
        one, _, many = noted(label)
        many = many or (one if one.casefold() in _MASS else _plural(one))
        return Noun(one, many, plural=many == one and _several(one))

    # ---------- articles ----------
    def a(self, word: Noun) -> str:
        if word.plural:
            return word.one
        return f"{'an' if word.one[:1].casefold() in 'aeiou' else 'a'} {word.one}"

    def some(self, word: Noun) -> str:
        return word.many

    def the(self, word: Noun) -> str:
        """
        >>> English().the(English().noun("bog")), English().the(English().noun("The Bog"))
        ('the bog', 'The Bog')
        """
        return word.one if word.one.lower().startswith("the ") else f"the {word.one}"

    def the_many(self, word: Noun) -> str:
        return f"the {word.many}"

    def this(self, word: Noun) -> str:
        return f"this {word.one}"

    def this_one(self, word: Noun) -> str:
        return self.this(word)

    def that(self, word: Noun) -> str:
        return f"that {word.one}"

    def those(self, word: Noun) -> str:
        return f"those {word.many}"

    def your(self, word: Noun) -> str:
        return f"your {word.one}"

    def its(self, word: Noun, person: bool = False) -> str:
        return f"{'their' if person else 'its'} {word.one}"

    def lettered(self, word: Noun, letter: str, many: bool) -> str:
        return f"{word.many if many else word.one} {letter}"

    def whose(self, word: Noun) -> str:
        return word.one

    def belonging(self, word: Noun, owner: str) -> str:
        """`that player's hand`, but `the strength of the top tile of that hill`."""
        if len(owner.split(" ")) > 2 or "'" in owner:
            return f"the {word.one} of {owner}"
        return f"{_possessive(owner)} {word.one}"

    def of_whose(self, word: Noun, whose: str) -> str:
        return f"{_possessive(whose)} {word.one}"

    def bare(self, phrase: str) -> str:
        return re.sub(r"^(?:its|their|the) ", "", phrase)

    def part(self, phrase: str) -> str:
        found = re.match(r"(?:its|their) (.*)", phrase)
        return found[1] if found else ""

    def own_slot(self, label: str, slot: str, whose: str) -> str:
        if whose == "your":  # `what {p} owes` is what you owe
            verb = rf"{_NO_SUBJECT}(\{{{slot}\}}) ([a-z]+[^suia]s)\b"
            label = re.sub(verb, lambda found: f"{found[1]} {_base(found[2])}", label)
        label = label.replace(f"{{{slot}}}'s ", f"{whose} ")
        return re.sub(rf"\bthe ((?:(?!\bthe\b)[^{{}}])*?) of \{{{slot}\}}", rf"{whose} \1", label)

    def number(self, phrase: str) -> str:
        return "many" if _MANY.match(phrase) else "one"

    def person_number(self) -> str:
        return "many"

    def repeated(self, before: str) -> str:
        return ""

    def ranked(self, key: str, what: str, by: str) -> str:
        return self.say(key, q=what, x=by)

    # ---------- verbs ----------
    def order(self, infinitive: str) -> str:
        return infinitive

    def third(self, infinitive: str) -> str:
        return _third(infinitive)

    def event(self, timing: str, who: str, you: bool, infinitive: str) -> str:
        if timing == "instead":
            return f"{who} would {infinitive}"
        return f"{who} {infinitive if you else self.third(infinitive)}"

    def aux(self, you: bool) -> dict[str, str]:
        return {}

    def doer(self, slot: str, you: bool) -> str:
        return "your" if you else "their"

    # ---------- clauses ----------
    def conjunction(self, before: str) -> str:
        return ""

    def predicate(self, label: str, gender: str = "m") -> list[str]:
        first, _, rest = label.partition(" ")
        if first == "has" and re.match(r"(an?|the|some|more|\d+) ", rest):  # it owns something, and is no auxiliary
            return self.verb_forms(label)
        if first == "cannot" and rest:
            return [f"cannot {rest}", f"can {rest}"] * 3
        if first in _OWN_VERB and rest:
            many = _OWN_VERB[first]
            return [f"{verb}{no} {rest}" for verb in (first, many, many) for no in ("", " not")]
        if rest and re.fullmatch(r"[a-z]{2,}[^sui]s", first.casefold()):  # a verb: `moves who uses it`
            return self.verb_forms(first.lower() + " " + rest)
        return self.forms("p_be", x=label)

    def verb_forms(self, phrase: str) -> list[str]:
        first, _, rest = phrase.partition(" ")
        base = f"{_base(first)} {rest}".strip()
        return [phrase, f"does not {base}", base, f"do not {base}", base, f"do not {base}"]

    def begins_list(self, label: str) -> bool:
        return label.startswith("and ")

    def deny(self, clause: str) -> str | None:
        found, count = _NEGATED.subn(r" \1 not", clause, count=1)
        return found.replace("can not", "cannot") if count else None

    def no_longer(self, clause: str) -> str:
        return re.sub(r"\b(is|are) not\b", r"\1 no longer", clause, count=1)

    # ---------- the last touch ----------
    def finish(self, text: str) -> str:
        """Labels that speak to `you` after all: `what you has` is `what you have`, `a die of you` is `a die of yours`; those of
        one that are said of several: `the opponents's hands`."""
        text = re.sub(r"\b((?:an?|any|one) \w+ of) you\b", r"\1 yours", text)
        text = re.sub(r"\b([a-z]*[a-rt-z]s)'s\b", r"\1'", text)  # no names: Sylas's
        text = re.sub(rf"{_NO_SUBJECT}\byou (has|is|was|does)\b", lambda m: f"you {_OWN_VERB[m[1]]}", text)
        return re.sub(r"  +", " ", text.replace("can not ", "cannot "))


def _possessive(owner: str) -> str:
    """Whose something is.

    >>> _possessive("that class"), _possessive("those horses"), _possessive("that king")
    ("that class's", "those horses'", "that king's")
    """
    return f"{owner}'" if owner.endswith("s") and not owner.endswith("ss") else f"{owner}'s"


def _several(text: str) -> bool:
    """A label whose noun is a plural.

    >>> _several("dice of the bank"), _several("used tokens"), _several("glass"), _several("sheep")
    (True, True, False, False)
    """
    head = cut(text, _STOP)[0]
    return head.split(" ")[-1].casefold() in _PLURALS or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def _plural(text: str) -> str:
    """Several of it: the ending falls on the word before `of`, `with`, a bracket.

    >>> _plural("die face"), _plural("box of tea"), _plural("berry"), _plural("tiles")
    ('die faces', 'boxes of tea', 'berries', 'tiles')
    >>> _plural("shelf"), _plural("knife"), _plural("gulf"), _plural("roof"), _plural("thief"), _plural("fife")
    ('shelves', 'knives', 'gulfs', 'roofs', 'thieves', 'fifes')
    """
    head, rest = cut(text, _STOP)
    words = head.split(" ")
    words[-1] = _many(words[-1])
    return " ".join(words) + rest


def _many(word: str) -> str:
    low = word.casefold()
    if low in _IRREGULAR:
        return word[:1] + _IRREGULAR[low][1:]
    if low in _PLURALS or not word[-1:].isalpha() or (low.endswith("s") and not low.endswith(("ss", "us"))):
        return word
    if low.endswith(("ss", "us", "sh", "ch", "x", "z")):
        return word + "es"
    if _VOICED.search(low):
        return word.removesuffix("e")[:-1] + "ves"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _base(third: str) -> str:
    """A verb of the third person in the infinitive.

    >>> _base("shows"), _base("carries"), _base("lies"), _base("passes"), _base("goes"), _base("has")
    ('show', 'carry', 'lie', 'pass', 'go', 'have')
    """
    if third == "has":
        return "have"
    if third.endswith("ies") and len(third) > 4:
        return f"{third[:-3]}y"
    return third[:-2] if third.endswith(("sses", "shes", "ches", "xes", "oes")) else third.removesuffix("s")


def _third(phrase: str) -> str:
    """`take a turn` as it is said of somebody.

    >>> _third("take a turn"), _third("pass"), _third("carry on"), _third("fight, then rest"), _third("be seen")
    ('takes a turn', 'passes', 'carries on', 'fights, then rest', 'is seen')
    """
    first, rest = first_word(phrase)
    return ("is" if first == "be" else "has" if first == "have" else verb_forms(first)[1]) + rest
