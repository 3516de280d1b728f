"""What the program itself says while a game is played, in the languages that it speaks."""

from __future__ import annotations

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
    "of": "parmi",
    "also": "aussi",
    "empty": "vide",
    "on the table": "sur la table",
    "boards": "plateaux",
    "dice": "dés",
    "choose": "choisissez",
    "choose another": "choisissez-en un autre",
    "chosen": "choisi(s)",
    "which comes next": "lequel vient ensuite",
    "how many times": "combien de fois",
    "How many times?": "Combien de fois ?",
    "how much of {} goes to {}": "combien de {} va sur {}",
    "how to pay": "comment payer",
    "what to gain": "que gagner",
    "what to lose": "que perdre",
    "what to pay": "que payer",
    "which comes first": "lequel d'abord",
    "something": "quelque chose",
    "costs {}": "coûte {}",
    "costs {}, you have {}": "coûte {}, vous avez {}",
    "{} chooses": "{} choisit",
    "{} thinks ...": "{} réfléchit ...",
    "Type a number or the beginning of a name; ? for help.": "Tapez un numéro ou le début d'un nom ; ? pour l'aide.",
    "Pass the screen to {}, then press Enter.": "Passez l'écran à {}, puis appuyez sur Entrée.",
    "The game is over.": "La partie est finie.",
    "{} wins.": "Victoire : {}.",
    "{} win together.": "Victoire partagée : {}.",
    "Nobody wins.": "Personne ne gagne.",
    "There is nothing to undo.": "Il n'y a rien à annuler.",
    "Since then chance has decided, or you have seen something new; `undo anyway` takes it back all the same.": (
        "Depuis, le hasard a décidé ou vous avez vu quelque chose de nouveau ; `undo anyway` annule quand même."
    ),
    "Your last answer is taken back.": "Votre dernière réponse est annulée.",
    "Name a file: `save FILE`.": "Nommez un fichier : `save FICHIER`.",
    "Name a file: `load FILE`.": "Nommez un fichier : `load FICHIER`.",
    "Seed {}: `--seed` with this number begins the same game.": "Graine {} : `--seed` avec ce nombre commence la même partie.",
    "The game is saved in {}.": "La partie est gardée dans {}.",
    "Going on with {}; `undo` comes back to the game you left.": "On reprend {} ; `undo` revient à la partie quittée.",
    "The input has ended before the game.": "L'entrée s'est terminée avant la partie.",
    "Stopped after {} decisions; the game was not over.": "Arrêt après {} décisions ; la partie n'était pas finie.",
    "The game stays as it was before this answer.": "La partie reste comme avant cette réponse.",
    "Nothing has happened yet.": "Il ne s'est encore rien passé.",
    "Save the game? A file name, or nothing:": "Garder la partie ? Un nom de fichier, ou rien :",
    "... {} lines before this; `log` shows them": "... {} lignes avant celles-ci ; `log` les montre",
    "Nothing is refused here; what is not listed is not part of this question.": (
        "Rien n'est refusé ici ; ce qui n'est pas listé ne fait pas partie de la question."
    ),
    "{} is no part of this question; it lies in: {}.": "{} ne fait pas partie de la question ; sa place : {}.",
    "`{}` is an option: choose it.": "`{}` est une option : choisissez-la.",
    "Type the number of an option, or its name or the beginning of it.": (
        "Tapez le numéro d'une option, ou son nom ou le début de son nom."
    ),
    "Besides:": "En plus :",
    "this help; `? 3` or `? NAME` explains an option": "cette aide ; `? 3` ou `? NOM` explique une option",
    "`why NAME` tells why an option is missing; `why` alone lists what is refused": (
        "`why NOM` dit pourquoi une option manque ; `why` seul liste ce qui est refusé"
    ),
    "shows the whole table again; `table all` with empty zones and every cell": (
        "montre toute la table ; `table all` avec zones vides et toutes les cases"
    ),
    "what happened so far": "ce qui s'est passé",
    "takes your last answer back; `undo anyway` also what chance or a look has told you since": (
        "annule votre dernière réponse ; `undo anyway` même si le hasard ou un coup d'œil vous a appris quelque chose depuis"
    ),
    "`save FILE` keeps the game for later": "`save FICHIER` garde la partie pour plus tard",
    "`load FILE` goes on with a kept game": "`load FICHIER` reprend une partie gardée",
    "leaves the game": "quitte la partie",
    "`odds 3` gives the exact odds of an option, as far as you can know them": (
        "`odds 3` donne les chances exactes d'une option, d'après ce que vous savez"
    ),
    "`{}` is no option here; `why` alone lists what is refused": (
        "`{}` n'est pas une option ici ; `why` seul liste ce qui est refusé"
    ),
    "answer: {}": "réponse : {}",
    "it is not possible now": "ce n'est pas possible maintenant",
    "`{}` may be several: {}.": "`{}` peut désigner plusieurs options : {}.",
    "There is no option {}; they go from {} to {}.": "Il n'y a pas d'option {} ; elles vont de {} à {}.",
    "`{}` is no option here; did you mean `{}`?": "`{}` n'est pas une option ici ; vouliez-vous dire `{}` ?",
    "`{}` is no option here; `?` lists what can be typed": ("`{}` n'est pas une option ici ; `?` liste ce qu'on peut taper"),
    "That game is for {} players; load it with `rulekit play --load {}`.": (
        "Cette partie est pour {} joueurs ; reprenez-la avec `rulekit play --load {}`."
    ),
    "Name an option: `odds 3`.": "Nommez une option : `odds 3`.",
    "odds of {}:": "chances de {} :",
    "something else": "autre chose",
    "nothing changes": "rien ne change",
    "then:": "ensuite :",
    "sure: {}": "certain : {}",
    "in any case: {}": "dans tous les cas : {}",
    "... and {} more": "... et {} de plus",
    "An estimate from {} tries: chance has too many ways to go on.": (
        "Une estimation d'après {} essais : le hasard a trop de suites possibles."
    ),
    "An estimate: it depends on what you cannot see.": "Une estimation : cela dépend de ce que vous ne voyez pas.",
    "the turn ends": "le tour se termine",
    "`table` shows all of it": "`table` montre tout",
    "not {}": "pas {}",
    "out of the game": "hors du jeu",
    "face down": "face cachée",
    "piles": "piles",
    "a number on the board": "un numéro du plateau",
    "source": "source",
    "scores": "scores",
    "winners": "vainqueurs",
    "final table": "table finale",
    "set-up": "mise en place",
    "the table": "la table",
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
