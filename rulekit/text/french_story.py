"""The wordings of French for what has happened: one entry a kind of event.

Contract: as of `french_words.py`. The story is told in the present; who does it is named.
"""

from __future__ import annotations

STORY: dict[str, str] = {
    "s_chooses": "{who} choisit",
    "s_forced": "{x} (seul choix possible)",
    "s_gain": "{who} gagne {x}",
    "s_gain_table": "{x} de plus",
    "s_gain_on": "{x} de plus sur {on}",
    "s_surplus": "{x} ({n} au-dessus de la limite)",
    "s_lose": "{who} perd {x}",
    "s_lose_table": "{x} de moins",
    "s_lose_on": "{x} de moins sur {on}",
    "s_pay": "{who} paie {x}",
    "s_pay_table": "paiement de {x}",
    "s_move": "{x} va dans : {zone}|{x} va dans : {zone}|{x} vont dans : {zone}|{x} vont dans : {zone}",
    "s_place": "{x} va sur {zone}|{x} va sur {zone}|{x} vont sur {zone}|{x} vont sur {zone}",
    "s_out": "{x} quitte la partie|{x} quitte la partie|{x} quittent la partie|{x} quittent la partie",
    "s_reveal": "{x} est révélé|{x} est révélée|{x} sont révélés|{x} sont révélées",
    "s_hide": "{x} est caché|{x} est cachée|{x} sont cachés|{x} sont cachées",
    "s_show": "{who} voit {x}",
    "s_swap": "{a} et {b} échangent leurs places",
    "s_put": "{a} prend la place de {b}",
    "s_roll": "{die} montre {face}",
    "s_dice": "{who} lance {x}",
    "s_dice_table": "lancer : {x}",
    "s_pick": "au hasard : {x}",
    "s_turn_to": "{die} est tourné sur {face}",
    "s_set": "{what} : {old} → {new}",
    "s_shuffle": "{zone} est mélangé|{zone} est mélangée|{zone} sont mélangés|{zone} sont mélangées",
    "s_refuse": "impossible : {x}",
    "s_win": "{x} gagne|{x} gagne|{x} gagnent ensemble|{x} gagnent ensemble",
    "s_over": "la partie est finie",
    "s_nobody_wins": "personne ne gagne",
    "s_gap": "(ce qui s'est passé ici n'a pas été gardé)",
    "s_round": "manche {n}",
    "s_turn": "tour de {who}",
    "s_set_up": "mise en place",
    "s_source": "{x} ({source})",
    "s_unseen": "quelque chose",
}
