"""`rulekit test FILES`: runs the examples of rules files."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.cli.common import INTERRUPTED
from rulekit.errors import RulekitError, RulesError, UsageError
from rulekit.sources.english import many

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.syntax.nodes import Example
    from rulekit.testing.examples import Failure
    from rulekit.testing.suite import Case


@dataclass
class Tally:
    """What came out so far."""

    passed: int = 0
    failed: int = 0
    unread: int = 0  # files with errors

    def text(self) -> str:
        unread = f", {many(self.unread, 'file')} with errors" if self.unread else ""
        return f"{self.passed} passed, {self.failed} failed{unread}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `test`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="rules files, or names of bundled games")
    parser.add_argument("-k", dest="only", metavar="TEXT", help="only examples whose title or tags contain this")
    parser.add_argument(
        "--module", action="append", default=[], metavar="NAME", help="run all examples with this module too; may be repeated"
    )
    parser.add_argument("--log", action="store_true", help="print the log of failing examples")


def run(args: argparse.Namespace) -> int:
    """Run every example once and close with `N passed, M failed`; a file with errors does not hide the others."""
    from rulekit.sources.bundled import find_game

    tally = Tally()
    paths = [(name, find_game(name)) for name in args.files]  # a name that does not exist is told before anything runs
    try:
        found = _run_all(paths, args, tally)
    except KeyboardInterrupt:
        print(tally.text())
        print(f"rulekit: interrupted; {many(tally.passed + tally.failed, 'example')} came to an end", file=sys.stderr)
        return INTERRUPTED
    if args.only and not found and not tally.unread:
        raise UsageError(f"no example has `{args.only}` in its title or tags")
    print(tally.text())
    return 1 if tally.failed or tally.unread else 0


def _run_all(paths: list[tuple[str, Path]], args: argparse.Namespace, tally: Tally) -> bool:
    """Runs each example that is wanted once; was there any?"""
    seen = set[str]()
    for name, path in paths:
        try:
            cases = _cases(path, tuple(args.module))
        except RulesError as error:
            _print_errors(error)
            tally.unread += 1
            continue
        if not cases:
            print(f"{name}: no examples")
        wanted = [case for case in cases if case.key not in seen and (not args.only or _matches(case, args.only))]
        seen |= {case.key for case in wanted}
        for case in wanted:
            _run(case, tally, args.log)
    return bool(seen)


def _cases(path: Path, modules: tuple[str, ...] = ()) -> list[Case]:
    """The examples of a file, of the files of examples beside it, and of what they import from the same folder. A bundled
    game that a file of somebody else's imports has been tested. With modules each runs with these too."""
    from rulekit.testing.example_files import example_files
    from rulekit.testing.examples import examples_of, reference
    from rulekit.testing.suite import Case

    here = path.resolve().parent
    found: dict[str, Case] = {}
    for file in [path, *example_files([path])]:
        variants = reference(file, modules)
        for example in examples_of(variants.game):
            case = Case(example, variants)
            if Path(example.span.source.name).resolve().parent == here and _go_together(variants.game, example, modules):
                found.setdefault(case.key, case)
    return list(found.values())


def _go_together(game: Game, example: Example, modules: tuple[str, ...]) -> bool:
    """Can an example be played with these modules? One that asks for another that excludes them is left out."""
    from rulekit.testing.examples import modules_of

    asked = [name for name in modules_of(example) if name in game.offered]
    return not any(
        one in game.offered[other].excludes or other in game.offered[one].excludes for one in modules for other in asked
    )


def _print_errors(error: RulesError) -> None:
    from rulekit.sources.render import render_text, summary, wants_colour

    print(render_text(error.diagnostics, colour=wants_colour(sys.stderr)), file=sys.stderr)
    print(summary(error.diagnostics), file=sys.stderr)


def _matches(case: Case, text: str) -> bool:
    return text in case.example.name or text in " ".join(case.example.tags)


def _run(case: Case, tally: Tally, log: bool) -> None:
    failure = case.run()
    if failure is None:
        tally.passed += 1
        return
    tally.failed += 1
    message = (_fault(case) or failure.message).replace("\n", "\n    ")
    print(f"FAILED {case.example.span}: {case.example.name}\n  {failure.span}: {message}")
    print(f"    {failure.span.source.line(failure.span.line).strip()}")
    for line in _story(failure, case) if log else ():
        print(f"    | {line}")


def _fault(case: Case) -> str:
    """Of a rule that failed while it ran: the message with the texts of the cards at work; the example runs again for it."""
    from rulekit.errors import RunError
    from rulekit.testing.example_table import ExampleStopped
    from rulekit.testing.examples import Runner
    from rulekit.text.faults import fault_text

    try:
        runner = Runner(case.example, case.variants)
        runner.run()
    except ExampleStopped as stop:
        cause = stop.__cause__
        return fault_text(cause, runner.state.table.program) if isinstance(cause, RunError) else ""
    except RulekitError:
        pass  # the failure tells it
    return ""


def _story(failure: Failure, case: Case) -> list[str]:
    """What changed since `given`, the log with the place of the rule behind each entry, and what the cards at work say."""
    from rulekit.text.faults import cards_at

    places = [(text, f"    ({span})" if span is not None else "") for text, span in failure.entries]
    spots = [(span.source.name, span.line) for _, span in failure.entries if span is not None]
    said = cards_at(case.variants.game.program, spots)
    return [*failure.changes, *(f"{text}{place}" for text, place in places), *said]
