"""`rulekit simulate GAME --games N`: bots play many games; what came out, as a table, JSON, CSV or pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.cli.common import INTERRUPTED, add_game, add_hands, add_lang, add_table, executor_of, load_game
from rulekit.errors import UsageError
from rulekit.sources.printable import own

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.simulate import Report
    from rulekit.simulate.balance import Balance

_REST = "\x1b[K"  # clears what is left of the line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `simulate`."""
    add_game(parser)
    add_table(parser)
    add_lang(parser, "the language of labels")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--limit", type=int, default=5000, metavar="N", help="stop a game after so many decisions")
    parser.add_argument("--bots", default="random", metavar="NAMES", help="who plays, such as mcts:500ms,random (random)")
    add_hands(parser, "processes (as many as there are cores, if it is worth it)")
    parser.add_argument("--resume", metavar="FILE", help="keep what was played in a file, and go on from it")
    parser.add_argument("--invariants", action="store_true", help="check the declared invariants at every decision")
    parser.add_argument("--balance", action="store_true", help="say what a designer may act on: options, leads, rounds")
    parser.add_argument("--top", type=int, default=8, metavar="N", help="rows in the tables of things and resources (8)")
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")
    parser.add_argument("--csv", metavar="PLACE", help="write FILE.csv with a line a game, or a folder of tables")
    parser.add_argument(
        "--plot", metavar="PLACE", action="append", default=[],
        help="draw FILE.svg or FILE.png, or a folder of pictures (rulekit[plot]); may be given several times",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Play the games and say what came out; what was played before Ctrl-C is not lost."""
    _check(args)
    places = _places(args)
    started = time.perf_counter()
    game = load_game(args, playable=True)
    report, stopped = _collect(args, game)
    report.label_all(game, args.lang)
    if args.json:
        print(json.dumps(report.as_data(), indent=2))
    else:
        print(report.text(args.top))
        if report.balance is not None:
            print(_balance(report, report.balance, game, args.top, args.lang))
        print(f"{report.decisions} decisions in {time.perf_counter() - started:.1f} s")
    _write(report, *places, quiet=args.json)
    if stopped:
        print(f"rulekit: interrupted; {report.games} of {args.games} games were played", file=sys.stderr)
        return INTERRUPTED
    return 1 if report.errors else 0


def _balance(report: Report, balance: Balance, game: Game, top: int, lang: str) -> str:
    """What a designer may act on, with the texts of the cards it is about."""
    from rulekit.simulate.balance import balance_text
    from rulekit.text import Teller

    program = game.for_players(report.players)
    teller = Teller(program, lang)
    names = {str(row["name"]).split(" ")[-1] for row in balance.rows() if row["what"] == "option"}
    pages = {name: teller.page(name) for name in sorted(names & set(program.designs))}
    return balance_text(balance, {name: page.lines() for name, page in pages.items() if page is not None}, report.called, top)


def _check(args: argparse.Namespace) -> None:
    for name, least in (("games", 1), ("limit", 1), ("jobs", 1), ("top", 0)):
        value = getattr(args, name)
        if value is not None and value < least:
            raise UsageError(f"--{name} must be at least {least}, not {value}")


def _places(args: argparse.Namespace) -> tuple[Path | None, list[Path]]:
    """Where files go; what cannot be written is said before anything is played."""
    from rulekit.simulate.files import check_place
    from rulekit.simulate.plots import ENDINGS, check_installed

    if args.plot:
        check_installed()
    tables = check_place(args.csv, (".csv",)) if args.csv else None
    return tables, [check_place(place, ENDINGS) for place in args.plot]


def _collect(args: argparse.Namespace, game: Game) -> tuple[Report, bool]:
    """The report, and whether Ctrl-C cut it short."""
    from rulekit.bots import names_of
    from rulekit.simulate import Report, Task, check_games, played

    check_games(args.games)
    task = Task.of(
        game, players=args.players, limit=args.limit, invariants=args.invariants, bots=names_of(args.bots), balance=args.balance
    )
    report = Report(task)
    bar = _Bar(args.games, shown=not args.json and sys.stderr.isatty())
    try:
        with (
            executor_of(args) as executor,
            played(game, task, args.seed, args.games, jobs=args.jobs, executor=executor, resume=args.resume) as found,
        ):
            for outcome in found:
                report.add(outcome)
                bar.show(report.games)
    except KeyboardInterrupt:
        return report, True
    finally:
        bar.clear()
    return report, False


def _write(report: Report, tables: Path | None, pictures: list[Path], quiet: bool) -> None:
    from rulekit.simulate.files import write_csv
    from rulekit.simulate.plots import write_plots

    written = write_csv(report, tables) if tables else []
    written += [path for place in pictures for path in write_plots(report, place)]
    for path in [] if quiet else written:
        print(f"{path} is written")


class _Bar:
    """How far it is, on a terminal only; gone when it is done."""

    def __init__(self, total: int, shown: bool) -> None:
        self._total, self._shown = total, shown
        self._begin = self._last = time.perf_counter()

    def show(self, done: int) -> None:
        now = time.perf_counter()
        if not self._shown or now - self._last < 0.1:
            return
        self._last = now
        left = (now - self._begin) / done * (self._total - done)
        width = 30 * done // self._total
        text = f"[{'#' * width}{'.' * (30 - width)}] {done}/{self._total} games, {_time(left)} left"
        print(own("\r") + text + own(_REST), end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print(own("\r") + own(_REST), end="", file=sys.stderr, flush=True)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
