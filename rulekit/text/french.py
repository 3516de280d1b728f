"""French: its grammar; its wordings are in `french_words.py`, its verbs in `french_verbs.py`.

Contract: as of `Language`. Nothing here knows a word of any game.
"""

from __future__ import annotations

import re

from rulekit.text.french_determiners import DETERMINERS
from rulekit.text.french_story import STORY
from rulekit.text.french_verbs import imperative, third
from rulekit.text.french_words import WORDS
from rulekit.text.language import Language, cut, noted
from rulekit.text.nouns import Noun

# Words after which a predicate is no adjective.
_ARTICLES = tuple(
    "un |une |le |la |les |l'|du |de |des |d'|à |au |en |dans |sur |sous |hors |avec |sans |contre |chez |par |parmi "
    "|droit |devant |derrière |entre |face |près |loin ".split("|")
)
_ADVERBS = "déjà pas plus encore toujours bien tout juste trop".split()
_MASS = "or argent bois fer nourriture énergie mana gloire renommée influence".split()
_OWN_VERB = {
    "a": ("ont", "avez"),
    "est": ("sont", "êtes"),
    "peut": ("peuvent", "pouvez"),
    "pourrait": ("pourraient", "pourriez"),
    "doit": ("doivent", "devez"),
    "va": ("vont", "allez"),
    "fait": ("font", "faites"),
}
_VERB = re.compile(
    r"[^\W\d]+[et] (?:l'|le |la |les |un |une |des |ce |qui |son |sa |ses )|agit |sert |vaut |[^\W\d]+rait "
    r"|(?!extra|infra|ultra)[^\W\d]+ra(?: |$)",
    re.IGNORECASE,
)
_ENDINGS = (
    ("e", "e"),
    ("eux", "euse"),
    ("er", "ère"),
    ("f", "ve"),
    ("el", "elle"),
    ("eil", "eille"),
    ("en", "enne"),
    ("c", "que"),
)
_OBJECT_YOU = re.compile(r"^(\w+(?:er|ir|re))(?: à)? vous\b")  # whom it is done to stands before the verb
_NEGATED = re.compile(r" (est|sont|peut|peuvent|doit|va|a|ont|sera|aura|fera|ira|pourra|devra) ")
_VOWELS = "aeiouyàâäéèêëîïôöùûüœæ"
# How words begin whose h is mute: `l'homme`, `d'humains`; before any other h nothing is left out (`le héros`).
_MUTE = (
    r"h(?:abi|aleine|amec|armoni|ebdo|ect|élic|erb|éréd|érit|ermi|ésit|eur|irond|ist|iver|omm|onn|oraire|orizon|orlog|orr|ôp"
    r"|ôt|uil|uîtr|um|ydr|ymn|yp)"
)
_FEMININE = (
    "tion",
    "sion",
    "xion",
    "gion",
    "nion",
    "ellion",
    "té",
    "tié",
    "ée",
    "ance",
    "ence",
    "ure",
    "ette",
    "ie",
    "esse",
    "ace",
    "ade",
    "ise",
    "ude",
    "ôte",
)
_MASCULINE_E = (
    "age",
    "isme",
    "ège",
    "ème",
    "aire",
    "oire",
    "acle",
    "ogue",
    "être",
    "tre",
    "ple",
    "cle",
    "able",
    "ible",
    "score",
)
# Words after which a French noun does not go on: `points de gloire`, `cartes en plus`.
_STOP = "de du des d'un d'une à au aux en sans pour dans sur sous dont que qui où par".split()


class French(Language):
    """Gender, contraction, and verbs with endings of their own."""

    code = "fr"
    name = "French"
    words = WORDS | STORY
    leading = ("un", "une", "le", "la", "les")
    asking = ("qui", "ce", "celui", "celle", "ceux", "l", "combien", "votre", "vos")
    prepositions = ("de", "du", "des", "au", "aux", "dans", "sur", "sous", "en", "derrière", "devant", "autour")
    relatives = ("qui", "que", "dont", "où", "pour")
    own_slots = ("son", "sa", "ses", "your")
    determiners = DETERMINERS
    one_possessive = True

    def noun(self, label: str) -> Noun:
        """A label as a noun.

        >>> French().noun("arbre|m")
        Noun(one='arbre', many='arbres', gender='m', plural=False)
        """
        one, gender, many = noted(label)
        plural = (many == one or (not many and not gender)) and _several(one)
        return Noun(one, many or (one if plural or one.casefold() in _MASS else _plural(one)), gender or _gender(one), plural)

    def a(self, word: Noun) -> str:
        if word.plural:
            return f"des {word.one}"
        return f"{'une' if word.gender == 'f' else 'un'} {word.one}"

    def some(self, word: Noun) -> str:
        return f"de {self.the(word)}" if word.mass else f"des {word.many}"

    def the(self, word: Noun) -> str:
        """
        >>> French().the(French().noun("pont")), French().the(French().noun("Le Pont"))
        ('le pont', 'Le Pont')
        """
        if word.one.lower().startswith(("le ", "la ", "les ", "l'")):
            return word.one
        if word.plural:
            return f"les {word.one}"
        return f"{'la' if word.gender == 'f' else 'le'} {word.one}"

    def the_many(self, word: Noun) -> str:
        return self.the(word) if word.mass else f"les {word.many}"

    def inside(self, name: str) -> str:
        """
        >>> French().inside("L'Hydre"), French().inside("Rubis, c'est sûr")
        ("l'Hydre", "« Rubis, c'est sûr »")
        """
        article, rest = _article(name)
        return super().inside(article + rest if article else name)

    def this(self, word: Noun) -> str:
        if word.plural:
            return f"ces {word.one}"
        return f"{'cette' if word.gender == 'f' else 'cet' if _vowel(word) else 'ce'} {word.one}"

    def this_one(self, word: Noun) -> str:
        return f"{self.this(word)}-ci"

    def that(self, word: Noun) -> str:
        return self.this(word)

    def those(self, word: Noun) -> str:
        return self.this(word) if word.mass else f"ces {word.many}"

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

    def part(self, phrase: str) -> str:
        return self.bare(phrase) if phrase.startswith(("son ", "sa ", "ses ")) else ""

    def number(self, phrase: str) -> str:
        return "many" if phrase.casefold().startswith(("les ", "vos ", "ses ", "ces ", "des ", "tous ", "toutes ")) else "one"

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

        du = r"du(?! (?:dessus|dessous|haut|bas|milieu|début)\b)"  # where it is, and not of what
        no_article = rf"((?:(?!\b(?:le|la|les|{du}|des)\b|\bl')[^{{}}])*?)"
        label = re.sub(rf"\bdes {no_article} de \{{{slot}\}}", rf"de les \1 de {{{slot}}}", label)
        label = re.sub(rf"\b{du} {no_article} de \{{{slot}\}}", rf"de le \1 de {{{slot}}}", label)
        return re.sub(rf"(?:(?<=\s)|^)(les |le |la |l'){no_article} de \{{{slot}\}}", owned, label)

    def belonging(self, word: Noun, owner: str) -> str:
        return f"{self.the(word)} de {owner}"

    def order(self, infinitive: str) -> str:
        return re.sub(r"^(\S+ez) vous\b", r"\1-vous", imperative(infinitive))

    def third(self, infinitive: str) -> str:
        """
        >>> French().third("pousser vous de 2 cases"), French().third("prendre vous")
        ('vous pousse de 2 cases', 'vous prend')
        """
        found = _OBJECT_YOU.match(infinitive)
        return f"vous {third(found[1])}{infinitive[found.end() :]}" if found else third(infinitive)

    def event(self, timing: str, who: str, you: bool, infinitive: str) -> str:
        if timing == "next":
            return f"{who} {imperative(infinitive) if you else third(infinitive)}"
        helping = {
            "before": ("allez", "va"),
            "after": ("venez de", "vient de"),
            "instead": ("devriez", "devrait"),
            "forbid": ("pouvez", "peut"),
        }[timing][0 if you else 1]
        done = _OBJECT_YOU.sub(r"vous \1", infinitive)
        return f"{who} {helping} {done}"

    def aux(self, you: bool) -> dict[str, str]:
        return {"peut": "pouvez", "doit": "devez", "devrait": "devriez"} if you else {
            "peut": "peut", "doit": "doit", "devrait": "devrait"}  # fmt: skip

    def doer(self, slot: str, you: bool) -> str:
        return {"son": "votre", "sa": "votre", "ses": "vos"}.get(slot, slot) if you else slot

    def conjunction(self, before: str) -> str:
        found = re.search(r"\b(si|que) $", before)
        return found[0] if found else ""

    def predicate(self, label: str, gender: str = "m") -> list[str]:
        """Adjectives agree; labels are written in the masculine.

        >>> French().predicate("fatigué", "f")[:4]
        ['est fatiguée', "n'est pas fatiguée", 'sont fatiguées', 'ne sont pas fatiguées']
        """
        first, _, rest = label.partition(" ")
        if first in _OWN_VERB and first != "est" and rest:
            verbs = (first, *_OWN_VERB[first])
            return [text for verb in verbs for text in (f"{verb} {rest}", f"ne {verb} pas {rest}")]
        if first != "est" and _VERB.match(label):
            return self.verb_forms(label[:1].lower() + label[1:])
        told = rest if first == "est" and rest else label
        one = self.forms("p_be", x=_agreed(told, gender))
        return [*one[:2], *self.forms("p_be", x=_agreed(told, gender, many=True))[2:4], *one[4:]]

    def verb_forms(self, phrase: str) -> list[str]:
        first, _, rest = phrase.partition(" ")
        many, you = (f"{first}nt", f"{first}z") if first.endswith("e") else (first, first)
        if first.endswith("rait"):  # `profiterait`
            many, you = f"{first[:-2]}ient", f"{first[:-3]}iez"
        elif first.endswith("ra"):  # `construira`
            many, you = f"{first[:-1]}ont", f"{first[:-1]}ez"
        return [text for verb in (first, many, you) for text in (f"{verb} {rest}".strip(), f"ne {verb} pas {rest}".strip())]

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
        >>> French().finish("quand vous venez de se relever"), French().finish("le premier de A")
        ('quand vous venez de vous relever', 'le premier de A')
        >>> French().finish("le humain de les hommes de le héros"), French().finish("la herbe de le hibou de Hydre")
        ("l'humain des hommes du héros", "l'herbe du hibou d'Hydre")
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
            text = re.sub(
                rf"\b{old} (?![aeiouéèêîôûAEIOUÉÈÊÎÔ]|(?i:{_MUTE}))" if old.endswith("]e") else rf"\b{old} ", f"{new} ", text
            )
        before = rf"(?=[aeiouyéèêîôûâœAEIOUÉÈÊÎÔ]|(?i:{_MUTE}))(?![A-Z]\b)"
        text = re.sub(rf"\b(de|le|la|ne|que|se|jusque) {before}", _elided, text)
        text = re.sub(r"\b([Ss])i (?=ils?\b)", r"\1'", text)
        text = re.sub(r"\b(donner?) ([^,.;:]+?) à vous\b", r"vous \1 \2", text)
        text = re.sub(r"\b(peu(?:t|vent)(?: pas)?) (\w+(?:er|ir|re))(?: à)? vous\b", r"\1 vous \2", text)
        text = re.sub(r"\b(une? \w+) de vous\b", r"\1 à vous", text)
        text = re.sub(r"\bvous ((?:ne )?(?:pouvez|devez|allez|devriez|venez de)(?: pas)?) (?:se |s')", r"vous \1 vous ", text)
        text = re.sub(r"\bvous (peut|a|est|doit|pourrait)\b", lambda m: f"vous {_OWN_VERB[m[1]][1]}", text)
        return re.sub(r"  +", " ", text)


def _agreed(label: str, gender: str, *, many: bool = False) -> str:
    """An adjective or participle with what follows it; what begins with an article or preposition stays."""
    first, _, rest = label.partition(" ")
    if label.startswith(_ARTICLES):
        return label
    if first in _ADVERBS and rest:
        return f"{first} {_agreed(rest, gender, many=many)}"
    first = _feminine(first) if gender == "f" else first
    return f"{_many(first) if many else first} {rest}".strip()


def _feminine(word: str) -> str:
    """An adjective in the feminine.

    >>> _feminine("promis"), _feminine("fatigué"), _feminine("heureux"), _feminine("libre"), _feminine("actif")
    ('promise', 'fatiguée', 'heureuse', 'libre', 'active')
    """
    for ending, other in _ENDINGS:
        if word.endswith(ending):
            return word.removesuffix(ending) + other
    return f"{word}e" if word[-1:].isalpha() else word


def _elided(found: re.Match[str]) -> str:
    return f"{found[1][:-1]}'"


def _vowel(word: Noun) -> bool:
    return word.one[:1].casefold() in _VOWELS or re.match(_MUTE, word.one.casefold()) is not None


def _several(text: str) -> bool:
    """A label that begins with a plural (`tuiles gagnées`, `Les Brumes`, `2 lunes`) or is short for one (`PV`).

    A singular in -s notes its gender.
    """
    if re.match(r"les |[2-9]\d* \w+s\b", text, re.IGNORECASE):
        return True
    return (re.split(r"[ ,(]", text)[0].endswith("s") and len(text) > 3) or (len(text) < 4 and text[:1].isupper())


def _article(text: str) -> tuple[str, str]:
    """The article that a name begins with, and the rest."""
    found = re.match(r"(?:(?:le|la|les|un|une) |l')", text, re.IGNORECASE)
    return ("", text) if found is None else (found[0].casefold(), text[found.end() :])


def _plural(text: str) -> str:
    """Several of it: noun and adjectives change, what follows a preposition and names with a capital do not.

    >>> _plural("fragment solaire"), _plural("point de gloire"), _plural("jeton Lune"), _plural("matériau")
    ('fragments solaires', 'points de gloire', 'jetons Lune', 'matériaux')
    >>> _plural("Le Sceptre du Forgeron"), _plural("L'Ancien")
    ('Les Sceptres du Forgeron', 'Les Anciens')
    """
    article, noun = _article(text)
    if article:
        return ("Les " if text[:1].isupper() else "les ") + _plural(noun)
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
    >>> _gender("Le Sceptre"), _gender("La Voile"), _gender("L'Énigme"), _gender("Les Brumes")
    ('m', 'f', 'f', 'f')
    """
    article, noun = _article(text)
    if article in ("le ", "un ", "la ", "une "):
        return "m" if article in ("le ", "un ") else "f"
    word = re.split(r"[ ,(]", noun.casefold())[0]
    singular = word[:-1] if word.endswith("s") and len(word) > 3 else word
    if singular.endswith(_FEMININE):
        return "f"
    return "f" if singular.endswith("e") and not singular.endswith(_MASCULINE_E) else "m"
