"""`rulekit play GAME`: a game in the terminal, with people and bots; without a terminal, bots alone."""

from __future__ import annotations

import argparse
import secrets
from typing import TYPE_CHECKING

from rulekit.cli.common import add_game, add_lang, add_table, load_game
from rulekit.errors import UsageError

if TYPE_CHECKING:
    from rulekit.api import State
    from rulekit.terminal.style import Style

_SEEDS = 1_000_000  # short enough to be told and typed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `play`."""
    add_game(parser)
    add_table(parser, anew=True)
    parser.add_argument("--human", metavar="SEATS", help="seats of people, such as 1,2 (default: 1 at a terminal)")
    parser.add_argument(
        "--bots",
        default="",
        metavar="NAMES",
        help="bots for the other seats, such as mcts:500ms,random (greedy if the game has a `worth`, else random)",
    )
    parser.add_argument("--auto", action="store_true", help="bots play the whole game, and it is printed")
    seen = parser.add_mutually_exclusive_group()
    seen.add_argument("--as", dest="viewer", type=int, metavar="N", help="with --auto: told as seat N reads it")
    seen.add_argument("--open", action="store_true", help="with --auto: told with everything open (the default)")
    add_lang(parser, "the language of labels")
    parser.add_argument("--save", metavar="FILE", help="keep the game here when it is left unfinished")
    parser.add_argument("--load", metavar="FILE", help="go on with a kept game")
    parser.add_argument("--limit", type=int, default=5000, metavar="N", help="stop after so many decisions (5000)")
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="plain text only")


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    from rulekit.terminal.keep import check_place
    from rulekit.terminal.style import interactive, style_of_screen

    if args.limit < 1:
        raise UsageError(f"--limit must be at least 1, not {args.limit}")
    if args.save:
        check_place(args.save)
    state = _state(args)
    if len(_bots(args)) > len(state.players):
        raise UsageError(f"{len(_bots(args))} bots are named, but {len(state.players)} play")
    style = style_of_screen(False if args.no_colour else None)
    if args.auto or (args.human is None and not interactive()):
        return _auto(args, state, style)
    return _session(args, state, style)


def _state(args: argparse.Namespace) -> State:
    from rulekit.terminal.keep import load

    game = load_game(args)
    if args.load:
        state = load(game, args.load)
        args.seed = state.data.seed if args.seed is None else args.seed  # bots draw from it
        return state
    if args.seed is None:
        args.seed = secrets.randbelow(_SEEDS)
    begun: State = game.new(args.players, args.seed)
    return begun


def _bots(args: argparse.Namespace) -> list[str]:
    return [name.strip() for name in args.bots.split(",") if name.strip()]


def _auto(args: argparse.Namespace, state: State, style: Style) -> int:
    from rulekit.terminal.history import ALL, Record
    from rulekit.terminal.seats import seated, usual_bot
    from rulekit.terminal.transcript import transcript
    from rulekit.text.languages import language

    seats = seated(state.table.seats, (), _bots(args) or [usual_bot(state)], args.seed)
    viewer = ALL if args.viewer is None else _seat(args.viewer, state)
    record = Record(state, args.lang)
    told = language(record.words.lang)
    many = told.count(len(state.players), told.word("player"))
    print(style.rule(f"{record.words.game()}, {many}, {record.words.say('seed {}', str(state.data.seed))}"))
    try:
        transcript(record, seats, print, style=style, limit=args.limit, viewer=viewer)
    finally:
        _keep(record.state, args.save)
    return 0 if record.state.over else 1


def _seat(number: int, state: State) -> int:
    if not 1 <= number <= len(state.players):
        raise UsageError(f"--as needs a seat from 1 to {len(state.players)}, not {number}")
    return number - 1


def _keep(state: State, path: str | None) -> None:
    """What `--save` promises: a game that is left unfinished is not lost."""
    from rulekit.terminal.keep import save

    if path and not state.over:
        save(state, path)
        print(f"The game is saved in {path}.")


def _session(args: argparse.Namespace, state: State, style: Style) -> int:
    from rulekit.terminal.screen import Terminal
    from rulekit.terminal.seats import parse_humans, seated, usual_bot
    from rulekit.terminal.session import Session

    humans = parse_humans(args.human if args.human is not None else "1", len(state.players))
    seats = seated(state.table.seats, humans, _bots(args) or [usual_bot(state)], args.seed)
    session = Session(state, seats, Terminal(style), args.lang, args.save, args.limit)
    if not args.load:
        _introduce(state, args.lang, style)
    session.tell_seed()
    return session.run()


def _introduce(state: State, lang: str, style: Style) -> None:
    """The first screen: what the game is about, and where to learn it."""
    from rulekit.explain.rules import opening
    from rulekit.story.words import Words

    words = Words(state.table, lang)
    first = opening(state.game, words.lang, len(state.players))
    print(style.paint("title", first.title))
    for line in first.lines:
        print("\n".join(style.fit(line)))
    told = words.say("`rulekit rules {}` tells how it is played; `?` helps at any time.", state.game.path.stem)
    print(style.paint("dim", told))
    print()
