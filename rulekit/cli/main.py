"""The entry of the command line: a table of commands and what their failures mean to a shell.

A command's module is imported when the command is used, so `rulekit --help` costs nothing. Exit codes: 0 fine, 1
findings, 2 wrong usage; as shells count, 130 after Ctrl-C and 141 when the reader of our output left.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword
from typing import Protocol, cast

from rulekit.cli.common import INTERRUPTED
from rulekit.cli.parser import Parser
from rulekit.errors import RulekitError, RulesError, RunError, SaveError, UsageError
from rulekit.sources.printable import STREAM, guarded
from rulekit.sources.suggest import did_you_mean

OK, FINDINGS, USAGE, NO_READER = 0, 1, 2, 141

# In the order in which somebody meets them. A command appears once `rulekit/cli/<name>.py` exists.
COMMANDS: tuple[tuple[str, str], ...] = (
    ("new", "begin a game, a module or a map"),
    ("check", "find mistakes in rules files"),
    ("fmt", "lay out rules files in the standard way"),
    ("migrate", "rewrite rules files of earlier versions"),
    ("translate", "keep the translations of a game"),
    ("test", "run the examples and invariants of rules files"),
    ("try", "play one card and see what it changes"),
    ("games", "list the games that come with rulekit"),
    ("rules", "tell how a game is played, for those who learn it"),
    ("play", "play a game in the terminal"),
    ("studio", "play, write and study games in the browser"),
    ("print", "lay out cards and tiles to print and cut out"),
    ("simulate", "let bots play many games and tell what came out"),
    ("tournament", "let bots play against each other in all seats, and rate them"),
    ("compare", "say what differs between two versions of rules, and what comes of it"),
    ("text", "say in words what a card, a verb or a kind does"),
    ("explain", "say what a diagnostic code, a word of the language or a name of a game means"),
    ("graph", "draw a board of a game, or who triggers whom"),
    ("show", "print what rules become on their way to the machine"),
    ("odds", "give the exact odds of what an option leads to"),
    ("laws", "hold a game against the laws that every game must keep"),
    ("coverage", "say which rules and lines the examples reach"),
    ("mutate", "change rules a little and see whether the examples notice"),
    ("interactions", "search for cards that do harm together"),
    ("perft", "count the plays of a game to a depth"),
    ("lsp", "serve editors: findings, completion and more while one types"),
    ("completion", "print the completion of this command for a shell"),
    ("doctor", "say what makes games fast here, and what would make them faster"),
)


class Command(Protocol):
    """What a module in this folder offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    _open_streams()
    _never_fail_to_print()
    with guarded():
        return _ended(sys.argv[1:] if argv is None else list(argv))


def _ended(argv: list[str]) -> int:
    """What the command came to, whatever ended it."""
    try:
        code = _exit_code(argv)
        sys.stdout.flush()  # here, where it can still be told
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        print("rulekit: interrupted", file=sys.stderr)
        return INTERRUPTED
    except RulekitError as error:
        return _report(error)
    except OSError as error:  # a file or folder that the system refuses, wherever it was met
        if error.filename == STREAM:
            _silence()
        return _report(UsageError(_refused(error)))
    return code


def available() -> dict[str, str]:
    """The commands that exist, with their one-line help."""
    return {name: text for name, text in COMMANDS if find_spec(_module(name)) is not None}


def _exit_code(argv: list[str]) -> int:
    try:
        return _dispatch(argv)
    except SystemExit as stop:  # argparse ends the process on --help and on wrong arguments
        return stop.code if isinstance(stop.code, int) else USAGE


def _module(name: str) -> str:
    """The module of a command; `try` is a word of Python, so its file has an underscore."""
    return f"rulekit.cli.{name}{'_' if iskeyword(name) else ''}"


def _dispatch(argv: list[str]) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    if args.version:
        return _print_version()
    if args.command is None:
        parser.print_help(sys.stderr)
        return USAGE
    if args.command == "help":
        return _dispatch([*args.arguments[:1], "--help"])
    if args.command not in available():
        raise UsageError(_unknown_command(args.command))
    return _run(args.command, args.arguments)


def _parser() -> argparse.ArgumentParser:
    width = max(map(len, available()), default=0)
    commands = "\n".join(f"  {name:<{width}}  {text}" for name, text in available().items())
    parser = Parser(
        prog="rulekit",
        usage="rulekit [--help] [--version] COMMAND ...",
        description="The rules of board games as data: check, play and test them.",
        epilog=f"commands:\n{commands}\n\n`rulekit COMMAND --help` tells more about one of them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _run(name: str, arguments: list[str]) -> int:
    command = cast(Command, import_module(_module(name)))
    parser = Parser(prog=f"rulekit {name}", description=f"{available()[name].capitalize()}.")
    command.add_arguments(parser)
    return command.run(parser.parse_intermixed_args(arguments))  # options may stand between names


def _print_version() -> int:
    print(f"rulekit {import_module('rulekit').__version__}")
    return OK


def _unknown_command(name: str) -> str:
    hint = did_you_mean(name, available()) or "`rulekit --help` lists the commands"
    return f"there is no command `{name}`; {hint}"


def _report(error: RulekitError) -> int:
    """Say what went wrong on stderr and give the exit code that goes with it."""
    if isinstance(error, RulesError):
        from rulekit.sources.render import render_text, summary, wants_colour

        print(render_text(error.diagnostics, colour=wants_colour(sys.stderr)), file=sys.stderr)
        print(summary(error.diagnostics), file=sys.stderr)
        return FINDINGS
    told = error.told if isinstance(error, RunError) else ""
    print(f"rulekit: {told or error}", file=sys.stderr)
    return USAGE if isinstance(error, UsageError | SaveError) else FINDINGS


def _refused(error: OSError) -> str:
    what = f"`{error.filename}`" if error.filename else "a file"
    return f"{what} cannot be used: {(error.strerror or str(error)).lower()}"


def _reader_left() -> int:
    _silence()
    return NO_READER


def _silence() -> None:
    """Point stdout at nothing, or Python would complain once more when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """A stream that was closed is one that gives and keeps nothing. Its number is taken, so that no file of ours gets it."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDONLY if mode == "r" else os.O_WRONLY)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, io.TextIOWrapper(io.FileIO(number, mode, closefd=False), encoding="utf-8"))


def _never_fail_to_print() -> None:
    """A letter that the terminal cannot show is written as an escape instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
