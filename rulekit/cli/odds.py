"""`rulekit odds GAME [OPTION]`: what an option leads to, with exact chances, as far as the player who is asked can know."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from rulekit.cli.common import INTERRUPTED, add_game, add_hands, add_lang, add_table, executor_of, load_game
from rulekit.errors import UsageError
from rulekit.sources.english import many
from rulekit.sources.suggest import did_you_mean

if TYPE_CHECKING:
    from rulekit.api import Game, Option, State

_MOST = 40
_BAR = 24  # characters of the longest bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `odds`."""
    add_game(parser)
    parser.add_argument("answer", nargs="?", metavar="OPTION", help="the option to look at; without it, list the options")
    add_table(parser)
    parser.add_argument("--answers", default="", metavar="TEXT", help='answers given before, such as "roll; stop"')
    parser.add_argument("--load", metavar="FILE", help="start from a kept game")
    parser.add_argument("--player", type=int, metavar="N", help="only what changes for this player, counted from 1")
    parser.add_argument("--open", action="store_true", help="with everything open: the odds of the real state, for designers")
    parser.add_argument("--log", action="store_true", help="tell each outcome as the log does, roll by roll")
    add_lang(parser, "the language of labels")
    parser.add_argument(
        "--until", default="", metavar="MOMENT", help='stop there even if chance goes on, such as "end of turn"'
    )
    parser.add_argument("--given", default="", metavar="LINES", help="a table laid out as in examples; `;` divides the lines")
    parser.add_argument("--do", default="", metavar="SENTENCE", help="what begins on that table (the whole game)")
    parser.add_argument("--bars", action="store_true", help="draw the chances as bars")
    parser.add_argument("--limit", type=int, default=20_000, metavar="N", help="ways of chance that are followed (20000)")
    add_hands(parser, "processes, where worlds have to be drawn (1)", 1)
    parser.add_argument("--resume", metavar="FILE", help="keep what was found in the worlds drawn in a file, and go on from it")
    parser.add_argument("--of", metavar="EXPRESSION", help='the odds of a figure, such as "player1\'s coin"')
    parser.add_argument("--json", action="store_true", help="print JSON, for a program to read")


def run(args: argparse.Namespace) -> int:
    """Print a line an outcome, the likeliest first."""
    from rulekit.api.outcomes import odds
    from rulekit.text.faults import told_faults

    for name in ("limit", "jobs"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1, not {getattr(args, name)}")
    state = _state(args)
    by_chance = state.decision.kind == "chance"  # then it goes on without an answer
    if args.answer is None and not by_chance:
        return _list(state, args)
    asked = _player(state, args.player or 1) if by_chance else state.decision.player
    with told_faults(state.table.program, args.lang), executor_of(args) as executor:
        option = None if args.answer is None else _option(state, args.answer)
        found = odds(
            state, option, args.limit, player=asked, everything_open=args.open, until=args.until, executor=executor,
            resume=args.resume, jobs=args.jobs, stoppable=True,
        )  # fmt: skip
    viewer = None if args.open else asked
    if args.of:
        rows = _merged((chance, str(value)) for value, chance in found.of(args.of).items())
    elif args.log:
        rows = _merged((chance, _news(state, after, viewer, args.lang)) for chance, after in found.outcomes)
    else:
        rows = _changes(state, found.outcomes, args)
    print(_as_json(rows) if args.json else "\n".join(_lines(rows, bars=args.bars)))
    if not found.exact:
        who = state.table.text(asked)
        print(f"an estimate: {found.worlds} states were drawn that fit what {who} knows", file=sys.stderr)
    elif args.resume:
        print(f"no world had to be drawn, so there is nothing to keep in {args.resume}", file=sys.stderr)
    if found.missing:
        print(f"rulekit: interrupted; {float(found.missing):.1%} of chance were not followed", file=sys.stderr)
        return INTERRUPTED
    return 0


def _state(args: argparse.Namespace) -> State:
    from rulekit.terminal.keep import load
    from rulekit.testing.answers import answers_of

    game = load_game(args)
    if args.given or args.do:
        state = _laid_out(game, args)
    else:
        state = load(game, args.load) if args.load else game.new(args.players, args.seed)
    for part in filter(None, map(str.strip, args.answers.split(";"))):
        whole = not state.over and part in map(str, state.decision.options)  # there may be commas in it
        for answer in [part] if whole else answers_of(part):
            state = state.apply(_option(state, answer))
    return state


def _laid_out(game: Game, args: argparse.Namespace) -> State:
    """A table that the lines of `given` lay out, at its first question."""
    from rulekit.tryout.trial import Trial, default_people

    if args.load:
        raise UsageError("`--load` is a table already: leave `--given` and `--do` out")
    lines = [line.strip() for line in args.given.split(";") if line.strip()]
    if not any(line.startswith("players ") for line in lines):
        lines.insert(0, f"players {', '.join(default_people(game))}")
    trial = Trial(game, lines, args.do or game.program.start, args.seed)
    trial.begin()
    return trial.state


def _option(state: State, text: str) -> Option:
    """An option by its text; a number counts from 1 unless an option is called so."""
    options = state.decision.options
    named = {option.text: option for option in options}
    if text in named:
        return named[text]
    if text.isdigit() and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    hint = did_you_mean(text, named) or f"there are: {', '.join(list(named)[:12])}" if named else "the game is over"
    raise UsageError(f"`{text}` is no option after {many(len(state.answers), 'answer')}; {hint}")


def _list(state: State, args: argparse.Namespace) -> int:
    """What may be chosen; where nothing is asked any more, a figure is certain."""
    lang = args.lang
    if state.over and args.of:
        rows = [(Fraction(1), str(state.get(args.of)))]
        print(_as_json(rows) if args.json else "\n".join(_lines(rows, bars=args.bars)))
        return 0
    if state.over:
        what = "The sentence has been carried out" if args.do and not state.data.winners else "The game is over"
        print(f"{what}; nothing is asked.")
        return 0
    print(f"{state.table.text(state.decision.player)} is asked: {state.decision.prompt}")
    shown = [(option.text, option.label_in(lang) or option.text, option.cost) for option in state.decision.options]
    wide = max(len(text) for text, _, _ in shown)
    for number, (text, label, cost) in enumerate(shown, 1):
        said = "" if label.casefold() == text.casefold() else f"  {label}"
        print(f"  {number:>2} {text:<{wide if said else 0}}{said}" + (f" ({cost})" if cost else ""))
    return 0


Rows = list[tuple[Fraction, str]]


def _merged(rows: Iterable[tuple[Fraction, str]]) -> Rows:
    """Outcomes that are told alike as one, the likeliest first."""
    told: dict[str, Fraction] = {}
    for chance, text in rows:
        told[text] = told.get(text, Fraction(0)) + chance
    return sorted(((chance, text) for text, chance in told.items()), key=_likeliest)


def _changes(state: State, outcomes: Iterable[tuple[Fraction, State]], args: argparse.Namespace) -> Rows:
    """What is different in each outcome, for all to see, or what is different for one player."""
    from rulekit.outlook.changes import NOTHING, changes, joined
    from rulekit.outlook.sight import NOBODY, Sight

    before = Sight(state, NOBODY, args.lang)
    who = before.words.player(_player(state, args.player)) if args.player is not None else ""

    def told(after: State) -> str:
        if args.do and after.over and not after.data.winners:
            after = after.copy()
            after.data.ended = False  # the sentence has come to its end, the game has not
        phrases = tuple(p for p in changes(before, Sight(after, NOBODY, args.lang), everything=True) if not who or p[0] == who)
        return joined([phrases]) if phrases else before.words.say(NOTHING)

    return _merged((chance, told(after)) for chance, after in outcomes)


def _player(state: State, number: int) -> int:
    if not 1 <= number <= len(state.players):
        raise UsageError(f"there is no player {number}; they are 1 to {len(state.players)}")
    return number - 1


def _news(before: State, after: State, viewer: int | None, lang: str) -> str:
    from rulekit.story.lines import outcome_line

    told = [state.events if viewer is None else state.events_for(viewer) for state in (before, after)]
    return outcome_line(after.table, told[1], lang, since=len(told[0])) or "nothing to tell"


def _likeliest(row: tuple[Fraction, str]) -> tuple[Fraction, str]:
    return -row[0], row[1]


def _lines(rows: Rows, bars: bool = False) -> list[str]:
    """A table, with a bar for each chance: the likeliest has the longest. Rows of numbers stand in their order."""
    if bars and all(_is_number(text) for _, text in rows):
        rows = sorted(rows, key=lambda row: int(row[1]))
    width, most = max(len(str(chance)) for chance, _ in rows), max(chance for chance, _ in rows)
    told = [*rows[:_MOST]]
    rest = sum((chance for chance, _ in rows[_MOST:]), Fraction(0))
    if rest:
        told.append((rest, f"{len(rows) - _MOST} others"))

    def bar(chance: Fraction) -> str:
        return f"{'#' * max(1, round(_BAR * min(chance, most) / most)):<{_BAR}}  " if bars else ""

    return [f"{float(chance):7.2%}  {chance!s:>{width}}  {bar(chance)}{text}" for chance, text in told]


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()


def _as_json(rows: Rows) -> str:
    return json.dumps([{"probability": str(c), "value": float(c), "outcome": t} for c, t in rows], ensure_ascii=False)
