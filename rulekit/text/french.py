"""French: its grammar; its wordings are in `french_words.py`, its verbs in `french_verbs.py`.

Contract: as of `Language`. Nothing here knows a word of any game.
"""

from __future__ import annotations

import re

from rulekit.text.french_verbs import imperative, third
from rulekit.text.french_words import WORDS
from rulekit.text.language import Language, cut, noted
from rulekit.text.nouns import Noun

_ARTICLES = ("un ", "une ", "le ", "la ", "les ", "l'", "du ", "de ", "des ", "à ", "au ", "en ", "dans ", "sur ", "d'")
_OWN_VERB = {
    "a": ("ont", "avez"),
    "est": ("sont", "êtes"),
    "peut": ("peuvent", "pouvez"),
    "doit": ("doivent", "devez"),
    "fait": ("font", "faites"),
}
_NEGATED = re.compile(r" (est|sont|peut|peuvent|doit|a|ont) ")
_VOWELS = "aeiouyàâäéèêëîïôöùûüœæh"
_FEMININE = ("ion", "té", "tié", "ée", "ance", "ence", "ure", "ette", "ie", "esse", "ace", "ade", "ise", "ude", "ôte")
_MASCULINE_E = ("age", "isme", "ège", "ème", "aire", "oire", "acle", "ogue", "être", "tre", "ple", "cle", "able", "ible")
# Words after which a French noun does not go on: `points de gloire`, `cartes en plus`.
_STOP = "de du des d'un d'une à au aux en sans pour dans sur sous dont que qui où par".split()


class French(Language):
    """Gender, contraction, and verbs with endings of their own."""

    code = "fr"
    name = "French"
    words = WORDS
    leading = ("un", "une", "le", "la", "les")
    own_slots = ("son", "sa", "ses", "your")

    def noun(self, label: str) -> Noun:
        """A label as a noun.

        >>> French().noun("arbre|m")
        Noun(one='arbre', many='arbres', gender='m', plural=False)
        """
        one, gender, many = noted(label)
        plural = many == one or (not many and not gender and _several(one))
        return Noun(one, many or (one if plural else _plural(one)), gender or _gender(one), plural)

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
        return f"{'cette' if word.gender == 'f' else 'cet' if _vowel(word) else 'ce'} {word.one}"

    def this_one(self, word: Noun) -> str:
        return f"{self.this(word)}-ci"

    def that(self, word: Noun) -> str:
        return self.this(word)

    def those(self, word: Noun) -> str:
        return f"ces {word.many}"

    def your(self, word: Noun) -> str:
        return f"{'vos' if word.plural else 'votre'} {word.one}"

    def its(self, word: Noun, person: bool = False) -> str:
        own = "ses" if word.plural else "sa" if word.gender == "f" and not _vowel(word) else "son"
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

    def person_number(self) -> str:
        return "one"

    def repeated(self, before: str) -> str:
        found = re.search(r"\b(?:de|à) $", before)
        return found[0] if found else ""

    def ranked(self, key: str, what: str, by: str) -> str:
        found = self.words[key].split("|")
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
        return imperative(infinitive)

    def third(self, infinitive: str) -> str:
        return third(infinitive)

    def event(self, timing: str, who: str, you: bool, infinitive: str) -> str:
        if timing == "next":
            return f"{who} {imperative(infinitive) if you else third(infinitive)}"
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
        if first in _OWN_VERB and rest:
            verbs = (first, *_OWN_VERB[first])
            return [text for verb in verbs for text in (f"{verb} {rest}", f"ne {verb} pas {rest}")]
        many = label if label.startswith(_ARTICLES) else " ".join([_many(first), *rest.split(" ")]).strip()
        one = self.forms("p_be", x=label)
        return [*one[:2], *self.forms("p_be", x=many)[2:4], *one[4:]]

    def verb_forms(self, phrase: str) -> list[str]:
        first, _, rest = phrase.partition(" ")
        many = f"{first}nt" if first.endswith("e") else first
        return [text for verb in (first, many, first) for text in (f"{verb} {rest}".strip(), f"ne {verb} pas {rest}".strip())]

    def begins_list(self, label: str) -> bool:
        return label.startswith("et ")

    def deny(self, clause: str) -> str | None:
        found, count = _NEGATED.subn(r" ne \1 pas ", clause, count=1)
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
        text = re.sub(r"\bvous (peut|a|est|doit)\b", lambda m: f"vous {_OWN_VERB[m[1]][1]}", text)
        return re.sub(r"  +", " ", text)


def _elided(found: re.Match[str]) -> str:
    return f"{found[1][:-1]}'"


def _vowel(word: Noun) -> bool:
    return word.one[:1].casefold() in _VOWELS[:-1]  # before an h we do not know


def _several(text: str) -> bool:
    """A label that begins with a plural: `tuiles non placées`. A singular in -s notes its gender: `bras|m`."""
    return re.split(r"[ ,(]", text)[0].endswith("s") and len(text) > 3


def _plural(text: str) -> str:
    """Several of it: noun and adjectives change, what follows a preposition and names with a capital do not.

    >>> _plural("fragment solaire"), _plural("point de gloire"), _plural("jeton Lune"), _plural("matériau")
    ('fragments solaires', 'points de gloire', 'jetons Lune', 'matériaux')
    """
    head, rest = cut(text, r" (?:d'|l'|\()|, ")
    words = head.split(" ")
    for at, word in enumerate(words):
        if at and (word in _STOP or word[:1].isupper()):
            break
        words[at] = _many(word)
    return " ".join(words) + rest


def _many(word: str) -> str:
    """One word in the plural."""
    low = word.casefold()
    if not word[-1:].isalpha() or low.endswith(("s", "x", "z")):
        return word
    if low.endswith(("au", "eu")):
        return word + "x"
    if low.endswith("al"):
        return word[:-1] + "ux"
    return word + "s"


def _gender(text: str) -> str:
    """The gender that the ending of the first word makes likely.

    >>> _gender("carte Vent"), _gender("potion"), _gender("personnage"), _gender("jeton")
    ('f', 'f', 'm', 'm')
    """
    word = re.split(r"[ ,(]", text.casefold())[0]
    singular = word[:-1] if word.endswith("s") and len(word) > 3 else word
    if singular.endswith(_FEMININE):
        return "f"
    return "f" if singular.endswith("e") and not singular.endswith(_MASCULINE_E) else "m"
