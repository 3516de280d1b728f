"""`rulekit try FILE CARD`: plays one card and says what changed, and why."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rulekit.cli.common import add_game, load_game
from rulekit.errors import UsageError

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.source import Span
    from rulekit.trying import Asked, Subject, Trial

_MOST_OPTIONS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `try`."""
    add_game(parser)
    parser.add_argument(
        "card", metavar="CARD", help='a card, face or cell, by name or label; NAME.POWER; a verb; or a sentence: "ann fights"'
    )
    parser.add_argument(
        "--given", action="append", default=[], metavar="LINES", help="lines of `given`, as in examples; `;` divides them"
    )
    parser.add_argument("--answer", action="append", default=[], metavar="TEXT", help="the next answer: stay, or `chance: 5`")
    parser.add_argument("--with", dest="values", default="", metavar="VALUE", help="what the text takes after `with`")
    parser.add_argument("--do", default="", metavar="SENTENCE", help="what happens, for a card that acts by itself")
    parser.add_argument("--start", action="store_true", help="on the table as the game sets it up, not on an empty one")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="what chance is drawn from")
    parser.add_argument("--example", action="store_true", help="print it as an example to paste into the file")


def run(args: argparse.Namespace) -> int:
    """Lay the table, run the card, ask what must be asked, and print what changed."""
    from rulekit.trying.subject import Wanted, subject_of
    from rulekit.trying.table import actor_of, given_lines, table_of
    from rulekit.trying.trial import Trial

    game = load_game(args)
    given = given_lines(game, args.given, args.start, args.seed)
    wanted = Wanted(actor_of(given), "\n".join(given), args.values, args.do)
    subject = subject_of(game, table_of(game, given), args.card, wanted)
    trial = Trial(game, (*given, *subject.given), subject.sentence, args.seed)
    _show_head(trial, subject)
    try:
        trial.begin()
        _answer_all(trial, list(args.answer))
    finally:
        _show_news(trial)
        if not trial.state.log and trial.asked() is None:
            print("  nothing that the log tells")
        _show_changes(trial)
    _show_tail(trial, game, subject, args)
    return 0


# ---------- answers ----------
def _answer_all(trial: Trial, answers: list[str]) -> None:
    asked = trial.asked()
    while asked is not None:
        _show_news(trial)
        if asked.who == "chance" and not (answers and answers[0].partition(":")[0].strip() == "chance"):
            print(f"  chance: {trial.roll()}")
        elif answers:
            trial.answer(answers.pop(0))
            print("  {}: {}".format(*trial.answers[-1]))
        else:
            _ask(trial, asked)
        asked = trial.asked()
    if answers:
        trial.answer(answers[0])


def _ask(trial: Trial, asked: Asked) -> None:
    """Somebody at a terminal answers; without one, the sentence says how to."""
    from rulekit.trying.trial import listing

    if not sys.stdin.isatty():
        raise UsageError(f"{asked.who} must answer: {listing(asked.texts)}; add --answer with one of them")
    print(f"  {asked.who} chooses:")
    for number, text in enumerate(asked.texts[:_MOST_OPTIONS], 1):
        print(f"    {number} {text}")
    try:
        typed = input("  > ").strip()
    except EOFError:
        raise UsageError("nothing more was typed; the trial ends here") from None
    try:
        trial.answer(asked.texts[int(typed) - 1] if typed.isdigit() and 0 < int(typed) <= len(asked.texts) else typed)
    except UsageError as error:
        print(f"  {error}")


# ---------- what is shown ----------
def _show_head(trial: Trial, subject: Subject) -> None:
    print(subject.title + (f"  {_place(subject.place)}" if subject.place is not None else ""))
    most = 8
    for at, line in enumerate(trial.given[:most]):
        print(f"{'given' if at == 0 else '':<6} {line}")
    if len(trial.given) > most:
        print(f"       ... and {len(trial.given) - most} lines more")
    print(f"do     {trial.sentence}\n\nwhat happened")


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def _show_news(trial: Trial) -> None:
    """What happened, below the line of the rules that made it happen."""
    from rulekit.trying.report import grouped

    for cause, texts in grouped(trial.news()):
        indent = "  "
        if cause:
            print(f"  {cause}")
            indent = "      "
        for text in texts:
            print(f"{indent}{text}")


def _show_changes(trial: Trial) -> None:
    from rulekit.trying.changes import changes

    found = changes(trial.state.table, trial.before, trial.runner.machine.s)
    if found or trial.asked() is None:
        print("\nwhat changed")
    for line in found or (["nothing"] if trial.asked() is None else []):
        print(f"  {line}")


def _show_tail(trial: Trial, game: Game, subject: Subject, args: argparse.Namespace) -> None:
    if args.example:
        from rulekit.trying.as_example import as_example

        text = as_example(trial, game, subject.title.partition(" (")[0])
        print("\n" + (text.rstrip() or "Nothing changed that an example could claim."))
    elif subject.note:
        print(f"\nThat was the text of the card alone; in the game, `{subject.note}` runs it.")
