"""Draws the pictures of the documentation: the boards and effects of the games, what commands print and what a player sees.

They are written to `docs/pictures/` and committed. Run `make gen-docs` after a change to a board or to the terminal;
`--check` writes nothing and fails when the picture of a board is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rulekit.api import load
from rulekit.bots import random_bot
from rulekit.drawing.game_board import game_board_svg
from rulekit.explain.effects_drawing import effects_svg
from rulekit.scaffold.writing import filled
from rulekit.terminal.seats import seated
from rulekit.terminal.session import Session
from rulekit.terminal.style import Style
from scripts.shell_picture import shell_picture
from scripts.terminal_picture import picture

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"

# name of the picture: game, modules, set-up, players, board
BOARDS: dict[str, tuple[str, tuple[str, ...], str | None, int, str]] = {
    "goldblivion_territories": ("goldblivion", (), None, 2, "territories"),
    "dice_forge_islands": ("dice_forge", (), None, 2, "islands"),
    "dice_forge_labyrinth": ("dice_forge_rebellion", ("goddess",), None, 2, "labyrinth"),
    "dice_forge_titans": ("dice_forge_rebellion", ("titans",), None, 2, "track"),
    "better_than_gold_first_shift": ("better_than_gold", (), "first_shift", 2, "dungeon"),
    "better_than_gold_deep_rent": ("better_than_gold", (), "deep_rent", 3, "dungeon"),
}
EFFECTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "goldblivion_effects": ("goldblivion", ()),
    "dice_forge_effects": ("dice_forge", ()),
    "better_than_gold_effects": ("better_than_gold", ()),
}
# name of the picture: game, modules, seed, how many answers a random player has given before
SCREENS: dict[str, tuple[str, tuple[str, ...], int, int]] = {
    "play_goldblivion": ("goldblivion", (), 4, 40),
    "play_dice_forge": ("dice_forge_rebellion", ("goddess",), 3, 60),
    "play_better_than_gold": ("better_than_gold", (), 8, 109),
}
# game of the gallery: seed, how many answers before; the pictures are called `gallery_NAME`
GALLERY: dict[str, tuple[int, int]] = {
    "auction_house": (1, 4),
    "backgammon": (2, 20),
    "blackjack": (5, 0),
    "breakthrough": (1, 24),
    "caravan": (2, 12),
    "chess": (4, 20),
    "dots_and_boxes": (1, 22),
    "english_draughts": (1, 16),
    "fireworks": (1, 4),
    "garden_plots": (1, 12),
    "gin_rummy": (2, 12),
    "harbour": (1, 8),
    "hearts": (1, 22),
    "hex_game": (1, 30),
    "hill_country": (2, 16),
    "iron_roads": (2, 20),
    "kalah": (1, 8),
    "kuhn_poker": (1, 0),
    "leduc_poker": (1, 0),
    "liars_dice": (2, 2),
    "little_chess": (1, 12),
    "long_winter": (1, 12),
    "market_town": (3, 40),
    "night_village": (1, 0),
    "nine_mens_morris": (1, 16),
    "orchards": (1, 14),
    "othello": (1, 20),
    "steep_climb": (1, 12),
}
# name of the picture: title, commands, files that lie in the folder
SHELLS: dict[str, tuple[str, tuple[str, ...], dict[str, str]]] = {
    "first_look": (
        "a mistake found, and a card tried",
        (
            "rulekit check stalls.rules",
            'rulekit try goldblivion karen --given "ann\'s army = karen" --answer sacrifice',
        ),
        {"stalls.rules": filled("game.rules", name="stalls", title="Stalls").replace("gain 3 coin", "gian 3 coin")},
    ),
}


def drawings() -> dict[str, Callable[[], str]]:
    """Every picture of a board, of effects or of commands, by name, drawn when it is asked for."""
    boards = {name: _board(*args) for name, args in BOARDS.items()}
    return (
        boards
        | {name: _effects(*args) for name, args in EFFECTS.items()}
        | {name: _shell(*args) for name, args in SHELLS.items()}
    )


def _board(game: str, modules: tuple[str, ...], setup: str | None, players: int, board: str) -> Callable[[], str]:
    return lambda: game_board_svg(load(game, modules=modules, setup=setup).table(players), board)


def _shell(title: str, commands: tuple[str, ...], files: dict[str, str]) -> Callable[[], str]:
    return lambda: shell_picture(title, commands, files)


def _effects(game: str, modules: tuple[str, ...]) -> Callable[[], str]:
    return lambda: effects_svg(load(game, modules=modules).program)


class Page:
    """A screen on which one question is asked, and nobody answers."""

    def __init__(self, style: Style) -> None:
        self.style, self.shown = style, list[str]()

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        raise EOFError

    def clear(self) -> None:
        self.shown.clear()


def screen(game: str, modules: tuple[str, ...], seed: int, answers: int, fewest: int = 3) -> str:
    """What the first player sees after so many answers of random players, at a choice with so many options."""
    state, bot = load(game, modules=modules).new(seed=seed), random_bot(seed)
    while not state.over and (
        len(state.answers) < answers or len(state.decision.options) < fewest or state.decision.player != 0
    ):
        state = state.apply(bot(state))
    page = Page(Style(96, colour=True, height=200, fancy=True))
    session = Session(state, seated(state.table.seats, (0,), [], seed), page)
    session.seen[0] = len(session.record.events(0))
    session.run()
    return "\n".join(page.shown[: page.shown.index("> ") + 1])


def gallery_picture(game: str) -> str:
    """A game of the gallery under way."""
    return picture(screen(game, (), *GALLERY[game], fewest=2), f"rulekit play {game}")


def stale(folder: Path = FOLDER) -> list[str]:
    """The pictures of boards and effects that differ from what the rules say."""
    return [name for name, draw in drawings().items() if _read(folder / f"{name}.svg") != draw()]


def write(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    made = {name: draw() for name, draw in drawings().items()}
    made |= {name: picture(screen(*args), f"rulekit play {args[0]}") for name, args in SCREENS.items()}
    made |= {f"gallery_{name}": gallery_picture(name) for name in GALLERY}
    for name, svg in made.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a picture is out of date")
    if parser.parse_args(argv).check:
        found = stale()
        print("\n".join(f"{name} is out of date; run `make gen-docs`" for name in found))
        return 1 if found else 0
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
