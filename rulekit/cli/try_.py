"""`rulekit try FILE CARD`: plays one card and says what changed, and why."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rulekit.cli.common import add_game, add_lang, load_game
from rulekit.errors import UsageError

if TYPE_CHECKING:
    from rulekit.api import Game
    from rulekit.sources.source import Span
    from rulekit.tryout import Asked, Subject, Trial
    from rulekit.tryout.tell import Tell

_MOST_OPTIONS = 40
_MOST_GIVEN = 8  # lines of the table that are shown
_MOST_CAUSES = 60  # rules in a row; what runs on for ever would fill screens
_MOST_TEXT = 8  # lines of the text of a card
_WIDTH = 92


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `try`."""
    add_game(parser)
    parser.add_argument(
        "card", metavar="CARD", help='a card, face or cell, by name or label; NAME.POWER; a verb; or a sentence: "ann fights"'
    )
    parser.add_argument(
        "--given", action="append", default=[], metavar="LINES", help="lines of `given`, as in examples; `;` divides them"
    )
    parser.add_argument("--answer", action="append", default=[], metavar="TEXT", help="the next answers, as in examples")
    parser.add_argument("--with", dest="values", default="", metavar="VALUE", help="what the text takes after `with`")
    parser.add_argument("--do", default="", metavar="SENTENCE", help="what happens, for a card that acts by itself")
    parser.add_argument("--start", action="store_true", help="on the table as the game sets it up, not on an empty one")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="what chance is drawn from")
    add_lang(parser, "tell it as players read it, by labels", "the names of the rules file")
    parser.set_defaults(lang=None)
    parser.add_argument("--example", action="store_true", help="print it as an example to paste into the file")


def run(args: argparse.Namespace) -> int:
    """Lay the table, run the card, ask what must be asked, and print what changed."""
    from rulekit.terminal.style import style_of_screen
    from rulekit.text.faults import told_faults
    from rulekit.tryout.subject import Wanted, subject_of
    from rulekit.tryout.table import actor_of, given_lines, table_of
    from rulekit.tryout.tell import Tell
    from rulekit.tryout.trial import Trial, scripted

    game = load_game(args)
    given = given_lines(game, args.given, args.start, args.seed)
    wanted = Wanted(actor_of(given), "\n".join(given), args.values, args.do)
    subject = subject_of(game, table_of(game, given), args.card, wanted)
    trial = Trial(game, (*given, *subject.given), subject.sentence, args.seed)
    tell = Tell(trial.state.table, args.lang, style_of_screen())
    with told_faults(tell.table.program, args.lang or ""):
        _play(trial, subject, tell, scripted(args.answer))
    _show_tail(trial, game, subject, tell, args.example)
    return 0


def _play(trial: Trial, subject: Subject, tell: Tell, answers: list[str]) -> None:
    """Runs it all. A sentence that makes no sense is told before anything is printed; a rule that fails, after what it did."""
    from rulekit.errors import RunError

    failed: RunError | None = None
    try:
        trial.begin()
    except RunError as error:
        failed = error
    _show_head(trial, subject, tell)
    try:
        if failed is not None:
            raise failed
        _answer_all(trial, tell, answers)
    finally:
        _show_news(trial, tell)
        if not trial.state.log and trial.asked() is None:
            print(f"  {tell.say('nothing that the log tells')}")
        _show_changes(trial, tell)


# ---------- answers ----------
def _answer_all(trial: Trial, tell: Tell, answers: list[str]) -> None:
    asked = trial.asked()
    while asked is not None:
        _show_news(trial, tell)
        if asked.who == "chance" and not (answers and answers[0].partition(":")[0].strip() == "chance"):
            print(f"  {tell.say('chance')}: {tell.line(trial.roll())}")
        elif answers:
            if trial.answer(answers.pop(0)):
                who, said = trial.answers[-1]
                print(f"  {tell.say(who)}: {tell.line(said)}")
        else:
            _ask(trial, asked, tell)
        asked = trial.asked()
    for text in answers:
        trial.answer(text)


def _ask(trial: Trial, asked: Asked, tell: Tell) -> None:
    """Somebody at a terminal answers; without one, the sentence says how to."""
    from rulekit.tryout.trial import listing

    if not sys.stdin.isatty():
        raise UsageError(f"{asked.who} must answer: {listing(asked.texts)}; add --answer with one of them")
    print("  " + tell.say("{} chooses:", asked.who))
    for number, text in enumerate(asked.texts[:_MOST_OPTIONS], 1):
        print(f"    {number} {tell.line(text)}")
    try:
        typed = input("  > ").strip()
    except EOFError:
        raise UsageError("nothing more was typed; the trial ends here") from None
    try:
        trial.answer(asked.texts[int(typed) - 1] if typed.isdigit() and 0 < int(typed) <= len(asked.texts) else typed)
    except UsageError as error:
        print(f"  {error}")


# ---------- what is shown ----------
def _show_head(trial: Trial, subject: Subject, tell: Tell) -> None:
    title = tell.style.paint("title", tell.title(subject.name, subject.title))
    print(title + (f"  {_place(subject.place)}" if subject.place is not None else ""))
    for at, line in enumerate(_says(subject, tell)):
        print(f"{tell.beside('says' if at == 0 else '')} {line}")
    for at, line in enumerate(trial.given[:_MOST_GIVEN]):
        print(f"{tell.beside('given' if at == 0 else '')} {line}")
    if len(trial.given) > _MOST_GIVEN:
        print("       " + tell.say("... and {} lines more", len(trial.given) - _MOST_GIVEN))
    print(f"{tell.beside('do')} {trial.sentence}\n\n{tell.heading('what happened')}")


def _says(subject: Subject, tell: Tell) -> list[str]:
    """What the card says in words, as far as it is short."""
    from rulekit.text import card_text
    from rulekit.text.folding import fold

    text = card_text(tell.table.program, subject.name, tell.lang or "") if subject.name else ""
    lines = [part for line in text.split("\n") if line for part in fold(line, _WIDTH, "  ")]
    return lines if len(lines) <= _MOST_TEXT else [*lines[:_MOST_TEXT], "..."]


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def _show_news(trial: Trial, tell: Tell) -> None:
    """What happened, below the line of the rules that made it happen."""
    from rulekit.tryout.report import grouped, often

    groups = list(grouped(trial.news()))
    for cause, texts in groups[:_MOST_CAUSES]:
        indent = "  "
        if cause:
            print(f"  {cause}")
            indent = "      "
        for text in often(map(tell.line, texts), tell.say("{} times")):
            print(f"{indent}{text}")
    if len(groups) > _MOST_CAUSES:
        print("  " + tell.say("... and {} lines more", sum(len(texts) for _, texts in groups[_MOST_CAUSES:])))


def _show_changes(trial: Trial, tell: Tell) -> None:
    from rulekit.tryout.changes import changes

    found = changes(trial.state.table, trial.before, trial.runner.machine.s)
    if found or trial.asked() is None:
        print(f"\n{tell.heading('what changed')}")
    for line in found:
        print(f"  {tell.change(line)}")
    if not found and trial.asked() is None:
        print(f"  {tell.say('nothing')}")


def _show_tail(trial: Trial, game: Game, subject: Subject, tell: Tell, example: bool) -> None:
    if example:
        from rulekit.tryout.as_example import as_example

        text, fault = as_example(trial, game, subject.title.partition(" (")[0])
        none = tell.say("Nothing changed that an example could claim.")
        print("\n" + (text.rstrip() or (tell.say("An example of this would fail: {}", fault) if fault else none)))
    elif subject.note:
        print("\n" + tell.say("That was the text of the card alone; in the game, `{}` runs it.", subject.note))
