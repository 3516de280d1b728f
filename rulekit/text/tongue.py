"""A language as the sentences need it: articles, possessives, counting, forms of verbs, and the last touch to a text.

Contract: `tongue("fr")` and `tongue("en")` answer the same calls; what is said comes from `wording.py`, from the labels of
the rules and from the small grammar here.
"""

from __future__ import annotations

import re
from functools import cache

from rulekit.text.nouns import Noun, many_fr, noun
from rulekit.text.verbs import third_en, third_fr, you_fr
from rulekit.text.wording import TABLES

_ARTICLES_FR = ("un ", "une ", "le ", "la ", "les ", "l'", "du ", "de ", "des ", "à ", "au ", "en ", "dans ", "sur ", "d'")
_OWN_VERB_EN = {"has": "have", "can": "can", "may": "may", "must": "must", "was": "were", "does": "do", "is": "are"}
_OWN_VERB_FR = {
    "a": ("ont", "avez"),
    "est": ("sont", "êtes"),
    "peut": ("peuvent", "pouvez"),
    "doit": ("doivent", "devez"),
    "fait": ("font", "faites"),
}
_TIMES = {1: "repeat_once", 2: "repeat_twice"}
_NEGATED_EN = re.compile(r" (is|are|can|may|must|has|have|was|were)(?= )")
_NEGATED_FR = re.compile(r" (est|sont|peut|peuvent|doit|a|ont) ")


class Tongue:
    """English; French differs where it says so."""

    lang = "en"

    def say(self, key: str, **parts: str) -> str:
        """The wording of a construct with its parts filled in."""
        return TABLES[self.lang][key].format(**parts)

    def forms(self, key: str, **parts: str) -> list[str]:
        """The six forms of a predicate."""
        return [form.format(**parts) for form in TABLES[self.lang][key].split("|")]

    def choice(self, key: str, word: Noun, **parts: str) -> str:
        """A wording that may depend on the gender of a noun."""
        found = TABLES[self.lang][key].split("|")
        return found[-1 if word.gender == "f" else 0].format(**parts)

    def noun(self, label: str) -> Noun:
        return noun(label, self.lang)

    def word(self, key: str) -> Noun:
        """A noun of the language itself."""
        return self.noun(TABLES[self.lang][key])

    # ---------- articles ----------
    def a(self, word: Noun) -> str:
        if word.plural:
            return word.one
        return f"{'an' if word.one[:1].casefold() in 'aeiou' else 'a'} {word.one}"

    def some(self, word: Noun) -> str:
        """An amount that is left open: `coins`."""
        return word.many

    def the(self, word: Noun) -> str:
        return f"the {word.one}"

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

    def every(self, word: Noun) -> str:
        return f"every {word.one}"

    def your(self, word: Noun) -> str:
        return f"your {word.one}"

    def its(self, word: Noun, person: bool = False) -> str:
        return f"{'their' if person else 'its'} {word.one}"

    def lettered(self, word: Noun, letter: str, many: bool) -> str:
        """Something that a letter tells apart: `card A`."""
        return f"{word.many if many else word.one} {letter}"

    def whose(self, word: Noun) -> str:
        """A noun after `whose`."""
        return word.one

    def of(self, word: Noun, owner: str) -> str:
        """`that player's hand`, but `the strength of the top tile of that hill`."""
        if len(owner.split(" ")) > 2 or "'" in owner:
            return f"the {word.one} of {owner}"
        return f"{owner}'{'' if owner.endswith('s') else 's'} {word.one}"

    def of_whose(self, word: Noun, whose: str) -> str:
        """A part of a part after `whose`: `whose owner's hand`."""
        return f"{whose}'{'' if whose.endswith('s') else 's'} {word.one}"

    def bare(self, phrase: str) -> str:
        """A phrase without the word that says whose it is: `highest score`, not `highest their score`."""
        return re.sub(r"^(?:its|their|the) ", "", phrase)

    def own_slot(self, label: str, slot: str, whose: str) -> str:
        """`the hand of {p}` is your, its or their hand where p is that one."""
        return re.sub(rf"\bthe ((?:(?!\bthe\b)[^{{}}])*?) of \{{{slot}\}}", rf"{whose} \1", label)

    def number(self, phrase: str) -> str:
        """Whether a phrase speaks of one thing or of many, as far as its article tells."""
        return "one"

    def repeated(self, before: str) -> str:
        """A preposition that is said of each thing in a list: `de la main et de la pioche`."""
        return ""

    def count(self, amount: int, word: Noun) -> str:
        if word.one == self.word("time").one and amount in _TIMES:
            return self.say(_TIMES[amount])
        return f"{amount} {word.one if abs(amount) == 1 else word.many}"

    def ranked(self, key: str, what: str, by: str) -> str:
        """The ones that rank first: `the players with the lowest gold`."""
        return self.say(key, q=what, x=by)

    # ---------- verbs ----------
    def order(self, infinitive: str) -> str:
        """A verb as it is said to `you`."""
        return infinitive

    def third(self, infinitive: str) -> str:
        return third_en(infinitive)

    def event(self, timing: str, who: str, you: bool, infinitive: str) -> str:
        """A clause about what happens: `you gain coins`, `that player would gain coins`."""
        if timing == "instead":
            return f"{who} would {infinitive}"
        return f"{who} {infinitive if you else self.third(infinitive)}"

    def aux(self, you: bool) -> dict[str, str]:
        """Forms of helping verbs that wordings may ask for."""
        return {}

    def doer(self, slot: str, you: bool) -> str:
        """`{your}` in a label."""
        return "your" if you else "their"

    # ---------- clauses ----------
    def predicate(self, label: str) -> list[str]:
        """The six forms of a yesno label: `tired`, `has passed`."""
        first, _, rest = label.partition(" ")
        if first in _OWN_VERB_EN and rest:
            many = _OWN_VERB_EN[first]
            return [f"{verb}{no} {rest}" for verb in (first, many, many) for no in ("", " not")]
        return self.forms("p_be", x=label)

    def verb_forms(self, phrase: str) -> list[str]:
        """The six forms of a predicate with its own verb in the third person: `shows glory`."""
        first, _, rest = phrase.partition(" ")
        base = f"{first.removesuffix('s')} {rest}".strip()
        return [phrase, f"does not {base}", base, f"do not {base}", base, f"do not {base}"]

    def deny(self, clause: str) -> str | None:
        """A whole clause with its verb denied, if its verb can be found."""
        found, count = _NEGATED_EN.subn(r" \1 not", clause, count=1)
        return found.replace("can not", "cannot") if count else None

    def no_longer(self, clause: str) -> str:
        """A denied clause as a change: `is not` is `is no longer`."""
        return re.sub(r"\b(is|are) not\b", r"\1 no longer", clause, count=1)

    # ---------- the last touch ----------
    def finish(self, text: str) -> str:
        """Labels that speak to `you` after all: `what you has` is `what you have`, `a die of you` is `a die of yours`."""
        text = re.sub(r"\b((?:an?|any|one) \w+ of) you\b", r"\1 yours", text)
        text = re.sub(r"\byou (has|is|was|does)\b", lambda m: f"you {_OWN_VERB_EN[m[1]]}", text)
        return re.sub(r"  +", " ", text)


class French(Tongue):
    """Gender, contraction, and verbs with endings of their own."""

    lang = "fr"

    def a(self, word: Noun) -> str:
        if word.plural:
            return f"des {word.one}"
        return f"{'une' if word.gender == 'f' else 'un'} {word.one}"

    def some(self, word: Noun) -> str:
        return f"des {word.many}"

    def the(self, word: Noun) -> str:
        if word.plural:
            return f"les {word.one}"
        return f"{'la' if word.gender == 'f' else 'le'} {word.one}"

    def the_many(self, word: Noun) -> str:
        return f"les {word.many}"

    def this(self, word: Noun) -> str:
        if word.plural:
            return f"ces {word.one}"
        return f"{'cette' if word.gender == 'f' else 'cet' if word.vowel else 'ce'} {word.one}"

    def this_one(self, word: Noun) -> str:
        return f"{self.this(word)}-ci"

    def that(self, word: Noun) -> str:
        return self.this(word)

    def those(self, word: Noun) -> str:
        return f"ces {word.many}"

    def every(self, word: Noun) -> str:
        return f"chaque {word.one}"

    def your(self, word: Noun) -> str:
        return f"{'vos' if word.plural else 'votre'} {word.one}"

    def its(self, word: Noun, person: bool = False) -> str:
        own = "ses" if word.plural else "sa" if word.gender == "f" and not word.vowel else "son"
        return f"{own} {word.one}"

    def lettered(self, word: Noun, letter: str, many: bool) -> str:
        return f"{self.the_many(word) if many else self.the(word)} {letter}"

    def whose(self, word: Noun) -> str:
        return self.the(word)

    def of_whose(self, word: Noun, whose: str) -> str:
        return f"{self.the(word)} de {whose}"

    def bare(self, phrase: str) -> str:
        return re.sub(r"^(son|sa|ses) ", lambda m: {"son": "le ", "sa": "la ", "ses": "les "}[m[1]], phrase)

    def number(self, phrase: str) -> str:
        return "many" if phrase.startswith(("les ", "vos ", "ses ", "ces ", "des ")) else "one"

    def repeated(self, before: str) -> str:
        found = re.search(r"\b(?:de|à) $", before)
        return found[0] if found else ""

    def ranked(self, key: str, what: str, by: str) -> str:
        found = TABLES[self.lang][key].split("|")
        return found[-1 if by.startswith("les ") else 0].format(q=what, x=by)

    def own_slot(self, label: str, slot: str, whose: str) -> str:
        def owned(found: re.Match[str]) -> str:
            article, rest = found[1], found[2]
            if whose == "your":
                return f"{'vos' if article == 'les ' else 'votre'} {rest}"
            return f"{ {'les ': 'ses', 'la ': 'sa'}.get(article, 'son') } {rest}"

        no_article = r"((?:(?!\b(?:le|la|les|du|des)\b|\bl')[^{}])*?)"
        label = re.sub(rf"\bdes {no_article} de \{{{slot}\}}", rf"de les \1 de {{{slot}}}", label)
        label = re.sub(rf"\bdu {no_article} de \{{{slot}\}}", rf"de le \1 de {{{slot}}}", label)
        return re.sub(rf"(?:(?<=\s)|^)(les |le |la |l'){no_article} de \{{{slot}\}}", owned, label)

    def of(self, word: Noun, owner: str) -> str:
        return f"{self.the(word)} de {owner}"

    def order(self, infinitive: str) -> str:
        return you_fr(infinitive)

    def third(self, infinitive: str) -> str:
        return third_fr(infinitive)

    def event(self, timing: str, who: str, you: bool, infinitive: str) -> str:
        if timing == "next":
            return f"{who} {you_fr(infinitive) if you else third_fr(infinitive)}"
        helping = {
            "before": ("allez", "va"),
            "after": ("venez de", "vient de"),
            "instead": ("devriez", "devrait"),
            "forbid": ("pouvez", "peut"),
        }[timing][0 if you else 1]
        return f"{who} {helping} {infinitive}"

    def aux(self, you: bool) -> dict[str, str]:
        return {"peut": "pouvez", "doit": "devez", "devrait": "devriez"} if you else {
            "peut": "peut", "doit": "doit", "devrait": "devrait"}  # fmt: skip

    def doer(self, slot: str, you: bool) -> str:
        return {"son": "votre", "sa": "votre", "ses": "vos"}.get(slot, slot) if you else slot

    def predicate(self, label: str) -> list[str]:
        first, _, rest = label.partition(" ")
        if first in _OWN_VERB_FR and rest:
            verbs = (first, *_OWN_VERB_FR[first])
            return [text for verb in verbs for text in (f"{verb} {rest}", f"ne {verb} pas {rest}")]
        many = label if label.startswith(_ARTICLES_FR) else " ".join([many_fr(first), *rest.split(" ")]).strip()
        one = self.forms("p_be", x=label)
        return [*one[:2], *self.forms("p_be", x=many)[2:4], *one[4:]]

    def verb_forms(self, phrase: str) -> list[str]:
        first, _, rest = phrase.partition(" ")
        many = f"{first}nt" if first.endswith("e") else first
        return [text for verb in (first, many, first) for text in (f"{verb} {rest}".strip(), f"ne {verb} pas {rest}".strip())]

    def deny(self, clause: str) -> str | None:
        found, count = _NEGATED_FR.subn(r" ne \1 pas ", clause, count=1)
        return found if count else None

    def no_longer(self, clause: str) -> str:
        return re.sub(r"\bpas\b", "plus", clause, count=1)

    def finish(self, text: str) -> str:
        """Contractions and elisions: `de le` is `du`, `de un` is `d'un`.

        >>> French().finish("le île de le joueur, si il va à les bois de Osier")
        "l'île du joueur, s'il va aux bois d'Osier"
        >>> French().finish("ce joueur donne 1 pièce à vous")
        'ce joueur vous donne 1 pièce'
        >>> French().finish("une face de Le Casque sur un dé de vous")
        'une face du Casque sur un dé à vous'
        """
        for old, new in (
            ("de [lL]e", "du"),
            ("de [lL]es", "des"),
            ("à [lL]e", "au"),
            ("à [lL]es", "aux"),
            ("de des", "de"),
            ("de du", "du"),
        ):
            text = re.sub(rf"\b{old} (?![aeiouéèêîôû])" if old.endswith("]e") else rf"\b{old} ", f"{new} ", text)
        text = re.sub(r"\b(de|le|la|ne|que|se|jusque) (?=[aeiouyéèêîôûâœAEIOUÉÈÊÎÔ])", _elided, text)
        text = re.sub(r"\b([Ss])i (?=ils?\b)", r"\1'", text)
        text = re.sub(r"\b(donner?) ([^,.;:]+?) à vous\b", r"vous \1 \2", text)
        text = re.sub(r"\b(une? \w+) de vous\b", r"\1 à vous", text)
        text = re.sub(r"\bvous (peut|a|est|doit)\b", lambda m: f"vous {_OWN_VERB_FR[m[1]][1]}", text)
        return re.sub(r"  +", " ", text)


def _elided(found: re.Match[str]) -> str:
    return f"{found[1][:-1]}'"


@cache
def tongue(lang: str) -> Tongue:
    """The language of that name."""
    return French() if lang == "fr" else Tongue()
