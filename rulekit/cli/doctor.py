"""`rulekit doctor [GAME]`: what makes things fast here, and what would make them faster."""

from __future__ import annotations

import argparse

from rulekit.cli.common import add_game, load_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `doctor`."""
    add_game(parser, needed=False)
    parser.add_argument("--players", type=int, metavar="N", help="how many play")


def run(args: argparse.Namespace) -> int:
    """Print what was found, a line each."""
    from rulekit.native.build import compiler
    from rulekit.sources.cache import folder

    command = compiler()
    none = "none; with gcc, clang or `pip install rulekit[native]` playouts run natively"
    print("compiler:", " ".join(command) or none)
    home = folder()
    print("cache:", home or "none that is safe to use: everything is compiled anew in every process")
    try:
        import numpy

        print("numpy:", numpy.__version__)
    except ImportError:
        print("numpy: none; `playouts` gives lists")
    return _game(args) if args.game else 0


def _game(args: argparse.Namespace) -> int:
    from rulekit.api.native import reason

    game = load_game(args)
    table = game.table(game._count(args.players, ()))
    found = reason(game, table)
    print(f"{game.name}:", f"printed Python, because {found}" if found else "native code")
    return 0
