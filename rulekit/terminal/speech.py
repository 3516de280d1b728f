"""What the program itself says while a game is played, in the languages that it speaks."""

from __future__ import annotations

LANGUAGES = ("en", "fr")

_FRENCH = {
    "player": "joueur",
    "round": "manche",
    "turn of {}": "tour : {}",
    "you": "vous",
    "yes": "oui",
    "no": "non",
    "done": "terminé",
    "none": "aucun",
    "nothing": "rien",
    "or": "ou",
    "hidden": "cachée(s)",
    "empty": "vide",
    "on the table": "sur la table",
    "boards": "plateaux",
    "dice": "dés",
    "choose": "choisissez",
    "choose another": "choisissez-en un autre",
    "chosen": "choisi(s)",
    "which comes next": "lequel vient ensuite",
    "how many times": "combien de fois",
    "something": "quelque chose",
    "costs {}": "coûte {}",
    "{} chooses": "{} choisit",
    "Type a number or the beginning of a name; ? for help.": "Tapez un numéro ou le début d'un nom ; ? pour l'aide.",
    "Pass the screen to {}, then press Enter.": "Passez l'écran à {}, puis appuyez sur Entrée.",
    "The game is over.": "La partie est finie.",
    "{} wins.": "Victoire : {}.",
    "{} win together.": "Victoire partagée : {}.",
    "Nobody wins.": "Personne ne gagne.",
    "scores": "scores",
    "winners": "vainqueurs",
    "final table": "table finale",
    "set-up": "mise en place",
    "gains": "gagne",
    "loses": "perd",
    "rolls": "lance",
    "shows": "montre",
}


def say(text: str, lang: str, *parts: str) -> str:
    """A sentence of the program in a language; `{}` stands for the parts.

    >>> say("{} wins.", "fr", "Anne")
    'Victoire : Anne.'
    """
    found = _FRENCH.get(text, text) if lang == "fr" else text
    return found.format(*parts) if parts else found
