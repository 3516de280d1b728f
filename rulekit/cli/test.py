"""`rulekit test FILES`: runs the examples of rules files."""

from __future__ import annotations

import argparse

from rulekit.errors import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `test`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="rules files, or names of bundled games")
    parser.add_argument("-k", dest="only", metavar="TEXT", help="only examples whose title or tags contain this")
    parser.add_argument("--log", action="store_true", help="print the log of failing examples")


def run(args: argparse.Namespace) -> int:
    """Run every example and close with `N passed, M failed`."""
    passed = failed = 0
    for name in args.files:
        good, bad = _run_file(name, args.only, args.log)
        passed, failed = passed + good, failed + bad
    if args.only and not passed + failed:
        raise UsageError(f"no example has `{args.only}` in its title or tags")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _run_file(name: str, only: str | None, log: bool) -> tuple[int, int]:
    from rulekit.api import Game
    from rulekit.bundled import find_game
    from rulekit.testing_examples import Variants, examples_of, run_example

    game = Game(find_game(name))
    variants = Variants(game)
    passed = failed = 0
    if not examples_of(game):
        print(f"{name}: no examples")
    for example in examples_of(game):
        if only and only not in example.name and only not in " ".join(example.tags):
            continue
        failure = run_example(example, variants)
        if failure is None:
            passed += 1
            continue
        failed += 1
        print(f"FAILED {example.span}: {example.name}\n  {failure.span}: {failure.message}")
        print(f"    {failure.span.source.line(failure.span.line).strip()}")
        for line in failure.log if log else ():
            print(f"    | {line}")
    return passed, failed
