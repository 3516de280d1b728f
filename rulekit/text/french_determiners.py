"""Articles, possessives and the like of French.

Contract: as of `Determiners`.
"""

from __future__ import annotations

from rulekit.text.determiners import Determiners

DETERMINERS = Determiners(
    definite={"le ": "", "la ": "", "les ": "", "l'": "", "du ": "de ", "des ": "de ", "au ": "à ", "aux ": "à "},
    indefinite=("une ", "un "),
    possessive=("votre ", "vos ", "son ", "sa ", "ses "),
    defined={"une ": "la ", "un ": "le ", "des ": "les "},
    pointing=("cette ", "cet ", "ces ", "ce ", "chaque ", "tous ", "toutes "),
    pronouns=("vous", "il", "elle"),
)
