"""Verbs of French: a phrase in the infinitive, said to `vous` or of somebody else.

Contract: only the first word (and `se` before it) is inflected; the rest of the phrase stays as it is.
"""

from __future__ import annotations

import re

from rulekit.text.language import first_word

# infinitive: (vous, il). Verbs of the language itself and the usual irregular ones; any other goes by its ending.
_IRREGULAR = {
    "être": ("êtes", "est"),
    "avoir": ("avez", "a"),
    "faire": ("faites", "fait"),
    "aller": ("allez", "va"),
    "pouvoir": ("pouvez", "peut"),
    "devoir": ("devez", "doit"),
    "vouloir": ("voulez", "veut"),
    "savoir": ("savez", "sait"),
    "voir": ("voyez", "voit"),
    "recevoir": ("recevez", "reçoit"),
    "venir": ("venez", "vient"),
    "tenir": ("tenez", "tient"),
    "prendre": ("prenez", "prend"),
    "mettre": ("mettez", "met"),
    "dire": ("dites", "dit"),
    "lire": ("lisez", "lit"),
    "battre": ("battez", "bat"),
    "combattre": ("combattez", "combat"),
    "vaincre": ("vainquez", "vainc"),
    "acquérir": ("acquérez", "acquiert"),
    "conquérir": ("conquérez", "conquiert"),
    "ouvrir": ("ouvrez", "ouvre"),
    "offrir": ("offrez", "offre"),
    "découvrir": ("découvrez", "découvre"),
    "sortir": ("sortez", "sort"),
    "partir": ("partez", "part"),
    "servir": ("servez", "sert"),
    "courir": ("courez", "court"),
    "accourir": ("accourez", "accourt"),
    "clore": ("closez", "clôt"),
    "suivre": ("suivez", "suit"),
    "poursuivre": ("poursuivez", "poursuit"),
    "croire": ("croyez", "croit"),
    "boire": ("buvez", "boit"),
    "résoudre": ("résolvez", "résout"),
    "rompre": ("rompez", "rompt"),
    "jeter": ("jetez", "jette"),
    "appeler": ("appelez", "appelle"),
    "acheter": ("achetez", "achète"),
    "relever": ("relevez", "relève"),
    "lever": ("levez", "lève"),
    "enlever": ("enlevez", "enlève"),
    "mener": ("menez", "mène"),
    "semer": ("semez", "sème"),
    "peser": ("pesez", "pèse"),
    "geler": ("gelez", "gèle"),
    "écrire": ("écrivez", "écrit"),
    "inscrire": ("inscrivez", "inscrit"),
    "céder": ("cédez", "cède"),
    "révéler": ("révélez", "révèle"),
    "compléter": ("complétez", "complète"),
    "libérer": ("libérez", "libère"),
    "répéter": ("répétez", "répète"),
    "payer": ("payez", "paie"),
    "envoyer": ("envoyez", "envoie"),
    "employer": ("employez", "emploie"),
    "essayer": ("essayez", "essaie"),
}
# ending of the infinitive: what takes its place for (vous, il)
_ENDINGS = (
    ("ettre", ("ettez", "et")),
    ("enir", ("enez", "ient")),
    ("uire", ("uisez", "uit")),
    ("ire", ("isez", "it")),
    ("aindre", ("aignez", "aint")),
    ("eindre", ("eignez", "eint")),
    ("dre", ("dez", "d")),
    ("re", ("ez", "")),
    ("ir", ("issez", "it")),
    ("er", ("ez", "e")),
)


def imperative(phrase: str) -> str:
    """`prendre un tour` said to the players.

    >>> imperative("prendre une carte"), imperative("se relever"), imperative("détruire ceci"), imperative("choisir")
    ('prenez une carte', 'relevez-vous', 'détruisez ceci', 'choisissez')
    """
    itself, phrase = _reflexive(phrase)
    first, rest = first_word(phrase)
    return f"{_form(first, 0)}-vous{rest}" if itself else _form(first, 0) + rest


def third(phrase: str) -> str:
    """`prendre un tour` as it is said of somebody.

    >>> third("gagner une carte"), third("se relever"), third("perdre"), third("déplacer")
    ('gagne une carte', 'se relève', 'perd', 'déplace')
    """
    itself, phrase = _reflexive(phrase)
    first, rest = first_word(phrase)
    return itself + _form(first, 1) + rest


def _reflexive(phrase: str) -> tuple[str, str]:
    for sign in ("se ", "s'"):
        if phrase.startswith(sign):
            return sign, phrase[len(sign) :]
    return "", phrase


def _form(infinitive: str, person: int) -> str:
    if infinitive in _IRREGULAR:
        return _IRREGULAR[infinitive][person]
    if person and (found := re.fullmatch(r"(.*)é([^aeiouyéèêà]|qu|gn|[bcdfgpt][lr])er", infinitive)):  # `régler`: il règle
        return f"{found[1]}è{found[2]}e"
    for ending, forms_ in _ENDINGS:
        if infinitive.endswith(ending):
            return infinitive[: -len(ending)] + forms_[person]
    return infinitive
