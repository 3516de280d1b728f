"""`rulekit new game|module|map NAME`: a starting point that works."""

from __future__ import annotations

import argparse

from rulekit.errors import UsageError
from rulekit.sources.english import an


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `new`."""
    parser.add_argument("what", choices=("game", "module", "map"), help="what to begin")
    parser.add_argument("name", metavar="NAME", help="its name, in small letters: night_market")
    parser.add_argument("--of", metavar="GAME", help="the game that a module or map is for, by bundled name or by path")
    parser.add_argument("--like", metavar="GAME", help="begin a game as a copy of this one, a bundled name or a path")
    parser.add_argument("--into", metavar="FOLDER", help="where to put it (here, or beside the game)")


def run(args: argparse.Namespace) -> int:
    """Write the file and say what to do with it."""
    from rulekit.scaffold import Start, game_like, new_game, new_map, new_module

    start: Start
    if args.what == "game":
        if args.of is not None:
            raise UsageError(f"a game stands alone; `rulekit new module {args.name} --of {args.of}` adds to one")
        start = new_game(args.name, args.into) if args.like is None else game_like(args.name, args.like, args.into)
    elif args.like is not None:
        raise UsageError(f"--like begins a game; {an(args.what)} is for a game: --of GAME")
    elif args.of is None:
        raise UsageError(f"{an(args.what)} is for a game: add --of GAME, a bundled name or a path")
    else:
        start = (new_module if args.what == "module" else new_map)(args.name, args.of, args.into)
    print(f"wrote {start.path}: {start.what}")
    width = max(len(command) for command, _ in start.next)
    for command, purpose in start.next:
        print(f"  {command:<{width}}  {purpose}")
    return 0
