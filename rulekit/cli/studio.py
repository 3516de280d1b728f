"""`rulekit studio [GAME_OR_FILE]`: games in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulekit.errors import UsageError

_PORT = 8650


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `studio`."""
    parser.add_argument("game", nargs="?", metavar="GAME_OR_FILE", help="a bundled game's name, or the path of a .rules file")
    parser.add_argument("--port", type=int, default=_PORT, metavar="N", help=f"where it listens ({_PORT}; 0: any that is free)")
    parser.add_argument("--no-open", action="store_true", help="print the link, open no browser")
    parser.add_argument("--share", action="store_true", help="let others in this network in, by the links of their seats")
    parser.add_argument("--bots", type=int, default=2, metavar="N", help="how many bots think at once (2)")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    if not 0 <= args.port <= 65535:
        raise UsageError(f"--port is a number from 0 to 65535, not {args.port}")
    if not 1 <= args.bots <= 64:
        raise UsageError(f"--bots is a number from 1 to 64, not {args.bots}")
    try:
        from rulekit.studio.serving import serve
    except ImportError as error:
        raise UsageError(f"the studio needs more packages ({error.name}): pip install 'rulekit-games[studio]'") from error
    folder, game = _place(args.game)
    return serve(folder, game, port=args.port, share=args.share, browser=not args.no_open, bots=args.bots)


def _place(text: str | None) -> tuple[Path, str | None]:
    """The one folder that files are read from, and the game within it."""
    from rulekit.sources.bundled import bundled_games, find_game

    if text is None or text in bundled_games():
        return Path.cwd(), text
    path = find_game(text).resolve()
    return path.parent, path.name
