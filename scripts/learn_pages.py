"""Pages for those who learn a game: what `rulekit rules` says, in each language, with its boards as pictures.

Contract: `learn_pages()` gives every page and picture, as file name and text, for the three games and those of the gallery, and
`learn.md`, which lists them.
"""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.api import Game
from rulekit.drawing.game_board import game_board_svg
from rulekit.explain.rules import rules_page
from rulekit.explain.rules_markdown import as_markdown

ROOT = Path(__file__).resolve().parent.parent
BUNDLED = ("goldblivion", "dice_forge", "better_than_gold")
_INTRO = (
    "How each game is played, told from its rules: goal, components, set-up, a round, what can be done and what it costs, the "
    "end, the cards. `rulekit rules GAME` prints the same, `--lang` in another language; `play` begins with a short form."
)


def learn_pages(note: str) -> dict[str, str]:
    found, rows = dict[str, str](), list[str]()
    for folder, names in (("", BUNDLED), ("gallery", _names("gallery")), ("examples", _names("examples"))):
        for name in names:
            game = rulekit.load(ROOT / (folder or "games") / f"{name}.rules")
            found |= _pages(name, game, note)
            rows.append(_row(name, game))
    found["learn.md"] = (
        f"{note}# Learn a game\n\n{_INTRO}\n\n| game | players | goal |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return found


def _names(folder: str) -> list[str]:
    return sorted(path.stem for path in (ROOT / folder).glob("*.rules"))


def _row(name: str, game: Game) -> str:
    low, high = game.player_counts[0], game.player_counts[-1]
    goals = [labels[0] for word, labels in game.program.about if word == "goal"]
    many = str(low) if low == high else f"{low}–{high}"
    return f"| [{game.program.head.label()}](learn_{name}.md) | {many} | {' '.join(goals)} |"


def _pages(name: str, game: Game, note: str) -> dict[str, str]:
    """The page of a game, with its boards for the most players."""
    drawn, pictures = dict[str, str](), dict[str, str]()
    table = game.table(max(game.player_counts))
    for board in table.boards:
        file = f"learn_{name}_{board}.svg"
        drawn[file] = game_board_svg(table, board)
        pictures[game.program.boards[board].head.label()] = file
    page = as_markdown(rules_page(game, game.program.language), pictures)
    return {f"learn_{name}.md": note + page, **drawn}
