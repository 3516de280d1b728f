"""Arguments that several commands share: which game, with which modules, options and set-up."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulekit.errors import UsageError
from rulekit.sources.tongues import codes

if TYPE_CHECKING:
    from concurrent.futures import Executor

INTERRUPTED = 130  # as shells count, after Ctrl-C


def add_game(parser: argparse.ArgumentParser, *, needed: bool = True) -> None:
    parser.add_argument(
        "game", nargs=None if needed else "?", metavar="GAME", help="a bundled game's name, or the path of a .rules file"
    )
    parser.add_argument("--module", action="append", default=[], metavar="NAME", help="play with this module")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game")
    parser.add_argument("--setup", metavar="FILE", help="a set-up or map, by name or path")
    parser.add_argument("--budget", type=int, metavar="UNITS", help="how much work rules may take between two decisions")


def add_table(parser: argparse.ArgumentParser, *, anew: bool = False) -> None:
    """How many play and what chance is drawn from; `anew`: from another seed each time, unless one is given."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    default, told = (None, "another one each time") if anew else (0, "0")
    parser.add_argument("--seed", type=int, default=default, metavar="S", help=f"what chance is drawn from ({told})")


def add_lang(parser: argparse.ArgumentParser, told: str, otherwise: str = "that of the rules") -> None:
    """Which language is spoken; without one, `otherwise`."""
    known = ", ".join(codes())
    parser.add_argument("--lang", type=_language, default="", metavar="CODE", help=f"{told}: {known} ({otherwise})")


def _language(code: str) -> str:
    if code and code not in codes():  # the default is given as a text too
        from rulekit.text.languages import codes as all_codes  # those that other packages bring take longer to find

        if code not in all_codes():
            raise argparse.ArgumentTypeError(f"there is no language `{code}`; there are {', '.join(all_codes())}")
    return code


def add_hands(parser: argparse.ArgumentParser, told: str, jobs: int | None = None) -> None:
    """Who does the work: processes here, or the machines of a cluster."""
    parser.add_argument("--jobs", type=int, default=jobs, metavar="N", help=told)
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="do it on a Dask cluster, such as tcp://host:8786 (rulekit[cluster])"
    )


@contextmanager
def executor_of(args: argparse.Namespace) -> Iterator[Executor | None]:
    """The executor of the cluster that is named, if one is."""
    if args.cluster is None:
        yield None
        return
    from rulekit.spread.executors import cluster

    with cluster(args.cluster) as executor:
        yield executor


def load_game(args: argparse.Namespace, *, playable: bool = False):  # type: ignore[no-untyped-def]
    """The game that the arguments name; where it must be one that can be played, that is said before anything else."""
    from rulekit.api import load

    budget = {} if args.budget is None else {"budget": args.budget}
    options = dict(_pair(text) for text in args.option)
    game = load(args.game, modules=args.module, options=options, setup=args.setup, **budget)
    if playable:
        game.require_start()
    return game


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"an option is given as NAME=VALUE, not `{text}`")
    return name, value
