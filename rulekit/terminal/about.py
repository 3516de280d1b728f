"""What an option is and does, and why another one is missing."""

from __future__ import annotations

import re
from textwrap import wrap

from rulekit.errors import UsageError
from rulekit.interpreter.view import visible
from rulekit.outlook.sight import Sight
from rulekit.program.ops import CallVerb
from rulekit.runtime.questions import Choice
from rulekit.sources.labels import SLOT
from rulekit.sources.printable import printable
from rulekit.sources.source import NOWHERE, Span
from rulekit.story.prompt import reason_text
from rulekit.terminal.card_text import page_lines
from rulekit.terminal.prompt import COMMANDS, Offer
from rulekit.terminal.style import Style
from rulekit.text import Page, teller
from rulekit.text.find import find
from rulekit.text.language_words import word_text
from rulekit.text.options import option_label, option_lines

_MOST_LINES = 16
_COSTS = re.compile(r"costs (.+), you have (.+)")


def rules_lines(span: Span, most: int = _MOST_LINES) -> list[str]:
    """The text that a span covers, without its common indentation."""
    if span.source == NOWHERE.source or not span.source.text:
        return []
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    last = lines[-1][: span.end_column - 1]
    lines = [*lines[:-1], *([last] if last.strip() else [])] if len(lines) > 1 else lines
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    shown = [printable(line[indent:].rstrip()) for line in lines[:most]]
    return [*shown, "..."] if len(lines) > most else shown


# ---------- one option ----------
def about_offer(sight: Sight, offer: Offer, style: Style) -> list[str]:
    """An option in full: what it is called, what it costs, where it comes from, the rules of it and of its thing."""
    question = sight.state.question
    assert question is not None
    choice = next(c for c in question.choices if c.text == offer.option.text)
    lines = [
        style.paint("label", f"{offer.number}) {offer.label}")
        + style.paint("dim", f"   {sight.words.say('answer: {}', choice.text)}")
    ]
    if offer.cost:
        lines.append(f"  {sight.words.say('costs {}', offer.cost)}")
    lines += _about_head(sight, choice, style)
    if choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None and not choice.unseen:
        lines += about_thing(sight, choice.item, style)
    return lines


def _about_head(sight: Sight, choice: Choice, style: Style) -> list[str]:
    """What an option itself does: in words, with what the verb does that it begins with; else its rules."""
    if choice.head is None:
        return []
    first, lang = choice.head.leading, sight.words.lang
    said = option_lines(sight.program, choice.head.span, lang)
    more = page_lines(sight.program, first.verb, lang) if isinstance(first, CallVerb) else []
    if more:
        said = [
            *said,
            sight.words.headed(_sentence(sight.words.label(sight.program.verbs[first.verb].head))),
            *(f"  {line}" for line in more),
        ]
    told = _told(said, style) if said else _quoted(choice.head.span, style)
    return [*told, *_tags(choice.head.tags, style)]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def about_thing(sight: Sight, thing: int, style: Style) -> list[str]:
    """A thing: its name, what is printed on it and what it does in words, else the lines that declare it."""
    design = sight.program.designs.get(sight.table.entities[thing].design)
    if design is None:
        return []
    said = page_lines(sight.program, design.head.name, sight.words.lang)
    lines = [f"  {style.paint('label', sight.words.thing(thing))}"]
    lines += _told(said, style) if said else _quoted(design.head.span, style)
    return [*lines, *_tags(design.head.tags, style)]


def _told(lines: list[str], style: Style) -> list[str]:
    """Lines of a text, broken where they must be; what follows hangs below."""
    return [f"  {part}" for line in lines for part in _folded(printable(line), style.width - 2)]


def _tags(tags: tuple[str, ...], style: Style) -> list[str]:
    return [style.paint("dim", f"  source: {', '.join(tags)}")] if tags else []


def _quoted(span: Span, style: Style) -> list[str]:
    bar = style.paint("dim", "|")
    return [f"  {bar} {part}" for line in rules_lines(span) for part in _folded(line, style.width - 4)]


def _folded(line: str, width: int) -> list[str]:
    """A line of rules broken between words; what follows hangs below it."""
    hang = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(line, width, subsequent_indent=hang, drop_whitespace=True, replace_whitespace=False) or [line]


# ---------- what is missing ----------
def why(sight: Sight, words: str, style: Style) -> list[str]:
    """Why options are not offered: those that the words name, or all of them by reason."""
    decision = sight.state.decision
    wanted = words.casefold().replace("_", " ")
    hits = [(text, _reason(sight, reasons)) for text, reasons in decision.refused if _called(sight, text, wanted)]
    if hits:
        return _by_reason(sight, hits, style)
    if not wanted:
        return [sight.words.say("Nothing is refused here; what is not listed is not part of this question.")]
    if any(wanted in (o.text.casefold(), o.label.casefold()) for o in decision.options):
        return [sight.words.say("`{}` is an option: choose it.", words)]
    return [_elsewhere(sight, wanted) or _unknown(sight, words, decision.why_not(words))]


def _unknown(sight: Sight, words: str, reason: str) -> str:
    """Nothing is called so: what to type instead. A reason of another sort stays as it is."""
    near = re.search(r"did you mean `(.+)`\?", reason)
    if near is not None:
        return sight.words.say("`{}` is no option here; did you mean `{}`?", words, near[1])
    if "is no option here" not in reason:
        return reason
    if sight.state.decision.refused:
        return sight.words.say("`{}` is no option here; `why` alone lists what is refused", words)
    return sight.words.say("`{}` is no option here; `?` lists what can be typed", words)


def _elsewhere(sight: Sight, wanted: str) -> str:
    """Where a thing of that name lies, if one is in sight."""
    for zone, items in enumerate(sight.data.zones):
        for thing in items if zone != sight.table.box else ():
            if sight.words.thing(thing).casefold().startswith(wanted) and visible(sight.machine, thing, sight.viewer):
                name, place = sight.words.thing(thing), sight.words.zone(zone)
                return sight.words.say("{} is no part of this question; it lies in: {}.", name, place)
    return ""


def _called(sight: Sight, text: str, wanted: str) -> bool:
    names = (text.replace("_", " ").casefold(), _labelled(sight, text).casefold())
    return any(part.startswith(wanted) for name in names for part in (name, *_ends(name)))


def _labelled(sight: Sight, text: str) -> str:
    """An option that is not offered, as it would be called."""
    name, _, rest = text.partition(" ")
    label = option_label(sight.program, name, sight.words.lang)
    if not label:
        return sight.words.text(text).replace("_", " ")
    told = sight.words.text(rest)
    return printable(SLOT.sub(lambda _: told, label) if SLOT.search(label) else f"{label} {told}".strip())


def _ends(name: str) -> list[str]:
    words = name.split()
    return [" ".join(words[at:]) for at in range(len(words))]


def _reason(sight: Sight, reasons: tuple[str, ...]) -> str:
    if not reasons:
        return sight.words.say("it is not possible now")
    costs = _COSTS.fullmatch(reasons[0])
    if costs is not None:
        return sight.words.say("costs {}, you have {}", sight.words.text(costs[1]), sight.words.text(costs[2]))
    return sight.words.text(reason_text(sight.program, reasons, sight.words.lang))


def _by_reason(sight: Sight, hits: list[tuple[str, str]], style: Style) -> list[str]:
    grouped: dict[str, list[str]] = {}
    for text, reason in hits:
        grouped.setdefault(reason, []).append(_labelled(sight, text))
    paragraphs = [style.flow([("label", sight.words.headed(", ".join(names))), ("", why)]) for why, names in grouped.items()]
    return [line for lines in paragraphs for line in lines]


def help_lines(sight: Sight, style: Style) -> list[str]:
    """What can be typed at a prompt."""
    say = sight.words.say
    lines = [say("Type the number of an option, or its name or the beginning of it."), say("Besides:")]
    for name, text in COMMANDS.items():
        lines += style.items(say(text).split(" "), 2, 9, style.paint("option", f"{name:<6}"), bar=False)
    return lines


def about_name(sight: Sight, name: str) -> list[str]:
    """What anything with a name is: a card, a zone, a verb, a resource of the game, or a word of its rules.

    A zone goes by what stands on the table, before a name of the rules that nobody sees.
    """
    game, lang = sight.state.game, sight.words.lang
    zones = {sight.words.label(zone.head).casefold(): key for key, zone in sight.program.zones.items()}
    seen = teller(sight.program, lang).page(zones[name.casefold()]) if name.casefold() in zones else None
    if seen is not None:
        return _of_page(seen)
    try:
        page, _ = find(game, name, lang)
    except UsageError:
        verbs = {sight.words.label(verb.head).casefold(): key for key, verb in sight.program.verbs.items()}
        known = verbs.get(name.casefold())
        found = teller(sight.program, lang).page(known) if known is not None else None
        return word_text(name).splitlines()[:1] if found is None else _of_page(found)
    return _of_page(page)


def _of_page(page: Page) -> list[str]:
    head = f"{page.title} ({page.what})" if page.what else page.title
    return [printable(line) for line in (head, *(f"  {line}" for line in page.lines()))]
