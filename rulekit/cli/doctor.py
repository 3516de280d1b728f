"""`rulekit doctor [GAME]`: what makes things fast here, and what would make them faster."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rulekit.cli.common import add_game, load_game

if TYPE_CHECKING:
    from rulekit.api import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `doctor`."""
    add_game(parser, needed=False)
    parser.add_argument("--players", type=int, metavar="N", help="how many play")


def run(args: argparse.Namespace) -> int:
    """Print what was found, a line each."""
    from rulekit.native.build import compiler
    from rulekit.native.extension import headers_here
    from rulekit.sources.cache import folder

    game = load_game(args) if args.game else None  # what is wrong with it is said before anything else
    command = compiler()
    none = "none; with gcc, clang or `pip install rulekit[native]` playouts run natively"
    print("compiler:", " ".join(command) or none)
    print(
        "headers of Python:", headers_here() or "none; with them (`python3-dev`) `State.play` and `apply` run natively as well"
    )
    home = folder()
    print("cache:", home or "none that is safe to use: everything is compiled anew in every process")
    try:
        import numpy

        print("numpy:", numpy.__version__)
    except ImportError:
        print("numpy: none; `playouts` gives lists")
    if game is not None:
        print(f"{game.name}:", _tier(game, args.players))
    return 0


def _tier(game: Game, players: int | None) -> str:
    from rulekit.api.native import reason
    from rulekit.api.native_states import fits
    from rulekit.native.extension import headers_here

    table = game.table(game._count(players, ()))
    found = reason(game, table)
    states = "" if not fits(table) or headers_here() is None else ", states too"
    return f"printed Python, because {found}" if found else f"native code{states}"
