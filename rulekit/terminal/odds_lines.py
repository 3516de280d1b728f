"""Odds as a prompt tells them: a line for an option that hangs on chance, a table for one that is asked about."""

from __future__ import annotations

from fractions import Fraction

from rulekit.errors import RunError
from rulekit.outlook.chances import CHEAP, Budget, Outlook, TooMany, cheap_outlooks, outlook
from rulekit.outlook.changes import NOTHING, joined
from rulekit.outlook.sight import Sight
from rulekit.terminal.prompt import Offer
from rulekit.terminal.style import Style

_MOST_LINES, _MOST_ROWS, _MOST_TABLE = 4, 4, 20


def prompt_lines(sight: Sight, found: list[Offer], style: Style) -> list[str]:
    """The odds of the options that hang on chance, as far as they are cheap; options with equal odds in one line."""
    seen = cheap_outlooks(sight.state, [offer.option for offer in found], sight.viewer, sight.words.lang)
    groups: dict[str, list[str]] = {}
    for offer in found:
        if offer.option.text in seen:
            groups.setdefault(_short(sight, seen[offer.option.text]), []).append(str(offer.number))
    lines: list[str] = []
    for said, numbers in list(groups.items())[:_MOST_LINES]:
        lines += style.flow([("label", sight.words.say("odds of {}:", ", ".join(numbers))), ("", said)])
    return lines


def _short(sight: Sight, seen: Outlook) -> str:
    rows = seen.coarse()
    parts = [f"{percent(chance)} {text or sight.words.say(NOTHING)}" for chance, text in rows[:_MOST_ROWS]]
    rest = sum((chance for chance, _ in rows[_MOST_ROWS:]), Fraction(0))
    return " | ".join(parts + ([f"{percent(rest)} {sight.words.say('something else')}"] if rest else []))


def preview(sight: Sight, offer: Offer, style: Style) -> list[str]:
    """What comes of an option at once, in a line; nothing where that is too much work or hangs on what is hidden."""
    say = sight.words.say
    try:
        seen = outlook(sight.state, offer.option, sight.viewer, sight.words.lang, Budget(CHEAP, 2 * CHEAP))
    except (TooMany, RunError):
        return []
    if not seen.exact:
        return []
    sure = joined([seen.sure]) if seen.sure else ""
    odds = f"{say('odds of {}:', str(offer.number))} {_short(sight, seen)}" if len(seen.rows) > 1 else ""
    said = "; ".join(filter(None, [sure, odds]))
    return style.flow([("label", say("then:")), ("", said)]) if said else []


def table_lines(sight: Sight, offer: Offer, style: Style) -> list[str]:
    """All that an option may lead to, with exact fractions."""
    seen = outlook(sight.state, offer.option, sight.viewer, sight.words.lang)
    say = sight.words.say
    sure = joined([seen.sure]) if seen.sure else ""
    if len(seen.rows) == 1:
        return style.flow(
            [("label", sight.words.headed(f"{offer.number}) {offer.label}")), ("", say("sure: {}", sure or say(NOTHING)))]
        )
    lines = [style.paint("label", f"{offer.number}) {offer.label}")]
    lines += style.flow([("", say("in any case: {}", sure))]) if sure else []
    rows = seen.fine() if len(seen.rows) <= _MOST_TABLE else seen.coarse()
    width = max(len(str(chance)) for chance, _ in rows) if seen.exact else 0
    for chance, text in rows[:_MOST_TABLE]:
        figure = f"{percent(chance):>5}  {chance!s:>{width}}" if seen.exact else f"~{percent(chance):>4}"
        lines += style.flow([("bold", figure), ("", text or say(NOTHING))], 2, 4)
    if len(rows) > _MOST_TABLE:
        lines.append(f"  {say('... and {} more', str(len(rows) - _MOST_TABLE))}")
    if seen.tries:
        lines += style.flow([("dim", say("An estimate from {} tries: chance has too many ways to go on.", str(seen.tries)))])
    elif not seen.exact:
        lines += style.flow([("dim", say("An estimate: it depends on what you cannot see."))])
    return lines


def percent(chance: Fraction) -> str:
    """A chance in percent, never rounded to never or always.

    >>> percent(Fraction(1, 6)), percent(Fraction(1, 1296)), percent(Fraction(1295, 1296))
    ('17%', '<1%', '>99%')
    """
    rounded = round(chance * 100)
    if 0 < chance < 1 and rounded in (0, 100):
        return "<1%" if rounded == 0 else ">99%"
    return f"{rounded}%"
