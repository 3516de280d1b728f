"""The end of a game: the last table, the scores and who has won."""

from __future__ import annotations

from rulekit.api import State
from rulekit.outlook.sight import NOBODY
from rulekit.story.words import Words
from rulekit.terminal.reckoning import reckoning
from rulekit.terminal.style import Style
from rulekit.terminal.table import table_text


def closing_lines(state: State, lang: str, style: Style) -> list[str]:
    words = Words(state.table, lang)
    lines = ["", table_text(state, NOBODY, lang=lang, style=style), ""]
    if not state.over:
        return lines
    return [*lines, *_scores(state, words), style.paint("good", winners_line(state, words))]


def _scores(state: State, words: Words) -> list[str]:
    """A line of scores, where the rules define what a score is."""
    if "score" not in state.table.program.defines:
        return []
    scores = ", ".join(f"{words.player(p)} {score}" for p, score in zip(state.players, state.scores, strict=True))
    return [words.headed(words.say("scores"), scores), *reckoning(state, words)]


def winners_line(state: State, words: Words) -> str:
    """Who has won, in a sentence."""
    names = [words.player(p) for p in state.winners]
    if not names:
        return words.say("Nobody wins.")
    return words.say("{} wins." if len(names) == 1 else "{} win together.", ", ".join(names))
