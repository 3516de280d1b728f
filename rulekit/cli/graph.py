"""`rulekit graph GAME BOARD`: a board as a picture or as text; `--effects`: who triggers whom."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.cli.common import add_game, add_lang, load_game
from rulekit.errors import UsageError
from rulekit.sources import files
from rulekit.sources.suggest import did_you_mean

if TYPE_CHECKING:
    from rulekit.runtime.table import Table

_OTHER_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".pdf", ".webp", ".bmp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `graph`."""
    add_game(parser)
    parser.add_argument(
        "board", nargs="?", metavar="BOARD", help="the name of a board, or of a level of its map; may be left out"
    )
    parser.add_argument("--effects", action="store_true", help="draw which verbs and things trigger which")
    parser.add_argument("--text", action="store_true", help="draw the board in characters")
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    add_lang(parser, "the language of labels")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the picture here (default: print it)")


def run(args: argparse.Namespace) -> int:
    """Draw, and write or print."""
    if args.output and not args.text and Path(args.output).suffix.lower() in _OTHER_PICTURES:
        raise UsageError(f"`{args.output}`: pictures are written as SVG; give a name that ends in `.svg`")
    _put(_drawing(args), args.output)
    return 0


def _drawing(args: argparse.Namespace) -> str:
    game = load_game(args)
    if args.effects:
        from rulekit.explain.effects_drawing import effects_svg, shown

        if not shown(game.program):
            raise UsageError(f"in {game.name} no verb or thing triggers another: there is nothing to draw")
        return effects_svg(game.program, args.lang)
    from rulekit.drawing.game_board import game_board_svg, game_board_text
    from rulekit.drawing.looks import looks_of

    table = game.table(game._count(args.players, ()))
    levels = {level: name for name, data in table.maps.items() for level in data.board.levels}
    level = args.board if args.board in levels and args.board not in table.program.boards else ""
    name = _board(table, levels.get(level, args.board), game.name, [*levels])
    if args.text:
        return game_board_text(table, name, args.lang, level)
    return game_board_svg(table, name, args.lang, level, looks_of(game.path))


def _board(table: Table, wanted: str | None, game: str, levels: list[str]) -> str:
    """The board that is meant; the only one if none is named."""
    boards = list(table.program.boards)
    if wanted is None and len(boards) == 1:
        wanted = boards[0]
    if wanted not in boards:
        if not boards:
            raise UsageError(f"{game} has no boards to draw; `--effects` draws who triggers whom")
        known = f"{game} has: {', '.join([*boards, *levels])}"
        said = f"there is no board `{wanted}`" if wanted else "name a board"
        raise UsageError(f"{said}; {did_you_mean(wanted or '', [*boards, *levels]) or known}")
    if wanted not in table.boards:
        raise UsageError(f"the board `{wanted}` comes from a map; choose one with `--setup`")
    return wanted


def _put(drawing: str, output: str | None) -> None:
    if not output:
        print(drawing, end="" if drawing.endswith("\n") else "\n")
        return
    try:
        files.write_text(output, drawing)
    except OSError as error:
        raise UsageError(f"`{output}` cannot be written: {files.reason(error)}") from error
    print(f"{output} is written")
