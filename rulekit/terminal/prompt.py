"""The prompt: the options as they are offered, and what a typed line means.

Contract: a line is an answer if it names exactly one option, by number, by text, by label or by the beginning of one;
else a command; else a sentence says what is wrong. Nothing here changes a state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from rulekit.api import Option
from rulekit.outlook.sight import Sight
from rulekit.program.game import Head
from rulekit.runtime.questions import Choice, same_amounts
from rulekit.sources.printable import printable
from rulekit.sources.suggest import nearest
from rulekit.story.speech import say
from rulekit.story.words import repeats
from rulekit.terminal.card_text import short_text
from rulekit.terminal.cells import has_numbers
from rulekit.terminal.style import Style, columns, seen
from rulekit.text.languages import language

COMMANDS = {
    "?": "this help; `? 3` or `? NAME` explains an option",
    "why": "`why NAME` tells why an option is missing; `why` alone lists what is refused",
    "table": "shows the whole table again; `table all` with empty zones and every cell",
    "odds": "`odds 3` gives the exact odds of an option, as far as you can know them",
    "log": "what happened so far",
    "undo": "takes your last answer back; `undo anyway` also what chance or a look has told you since",
    "save": "`save FILE` keeps the game for later",
    "load": "`load FILE` goes on with a kept game",
    "quit": "leaves the game",
}

_ALIKE = {"help": "?", "h": "?", "exit": "quit", "q": "quit"}  # what people type before they know better
_LEAST_GIFT = 16  # less of a card's text than this says nothing


@dataclass(frozen=True)
class Offer:
    """One option as the prompt shows it."""

    number: int
    option: Option
    label: str
    cost: str
    on_board: str = ""  # what the option does to a cell on whose drawing its number stands
    gives: str = ""  # what the thing does that is chosen, in short

    def line(self, style: Style) -> str:
        cost = f" ({self.cost})" if self.cost else ""
        return f"{style.paint('option', f'{self.number:>2})')} {self.label}{style.paint('dim', cost)}"


@dataclass(frozen=True)
class Reply:
    """What a line means: an offer taken, a command with its words, or a sentence about what is wrong."""

    offer: Offer | None = None
    command: str = ""
    words: str = ""
    wrong: str = ""
    parts: tuple[str, ...] = ()  # what stands in the gaps of the sentence


def offers(sight: Sight) -> list[Offer]:
    """The options of the pending decision. Amounts are numbered by themselves, everything else from 1."""
    question = sight.state.question
    if question is None:
        return []
    labels = _told_apart(sight, question.choices)
    numbers = _numbers(question.choices, labels)
    found = []
    for at, (choice, option) in enumerate(zip(question.choices, sight.state.decision.options, strict=True)):
        label = labels[at] if labels.count(labels[at]) == 1 else f"{labels[at]} [{option.text}]"
        number = numbers[at]
        place = _on_board(sight, choice) if number == at + 1 else ""
        found.append(Offer(number, option, label, sight.words.cost(choice), place, gives(sight, choice)))
    return found


def _numbers(choices: list[Choice], labels: list[str]) -> list[int]:
    """The numbers of the options: an amount is its own, and so is a label that is a number; others take those left over."""
    if all(choice.text.isdigit() for choice in choices):
        return [int(choice.text) for choice in choices]
    own = {label for label in labels if label.isdigit() and labels.count(label) == 1}
    rest = (number for number in count(1) if str(number) not in own)
    return [int(label) if label in own else next(rest) for label in labels]


def _on_board(sight: Sight, choice: Choice) -> str:
    """What an option does to a cell, if that cell is drawn with the number of the option."""
    if not _is_thing(choice) or choice.item not in sight.table.board_at:
        return ""
    board, _ = sight.table.board_at[choice.item]
    if not has_numbers(sight, board):
        return ""
    return (
        sight.words.label(Head(choice.head.name, choice.head.labels)) if choice.head is not None else sight.words.say("choose")
    )


def gives(sight: Sight, choice: Choice) -> str:
    """What the thing does that an option names, in a line."""
    if not _is_thing(choice) or choice.unseen or choice.item in sight.table.board_at:
        return ""
    said = printable(short_text(sight.program, sight.table.entities[choice.item].design, sight.words.lang))
    return said if not repeats(said, sight.words.thing(choice.item)) else ""


def _is_thing(choice: Choice) -> bool:
    return choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None


def _told_apart(sight: Sight, choices: list[Choice]) -> list[str]:
    """Labels of choices; those of equal name say where the thing lies."""
    plain = [sight.words.choice(choice, sight.data) + _whose(sight, choice) for choice in choices]
    return [
        f"{label} ({place})" if plain.count(label) > 1 and (place := _place(sight, choice)) else label
        for label, choice in zip(plain, choices, strict=True)
    ]


def _whose(sight: Sight, choice: Choice) -> str:
    """Whose a thing is, if it was made for another player and its place does not say so."""
    owner = sight.table.entities[choice.item].owner if _is_thing(choice) and not choice.unseen else None
    if owner is None or owner == sight.viewer or choice.item in sight.table.seats or owner not in sight.table.seats:
        return ""
    zone = sight.data.where[choice.item]
    return f" ({sight.words.player(owner)})" if zone >= 0 and sight.table.owner_zone(zone) != owner else ""


def _place(sight: Sight, choice: Choice) -> str:
    if not _is_thing(choice):
        return ""
    zone = sight.data.where[choice.item]
    owners = sight.table.zone_of[zone][1] if zone >= 0 else ()
    return ", ".join(sight.words.owner(owner) for owner in owners) or (sight.words.zone(zone) if zone >= 0 else "")


def offer_lines(found: list[Offer], style: Style, lang: str = "") -> list[str]:
    """The options as they are listed: amounts as a range, cells of a drawing in one line, the others each."""
    if found and all(offer.label == str(offer.number) for offer in found):
        gaps = found[-1].number - found[0].number != len(found) - 1
        return [f"  {_ranges([o.number for o in found])}" if gaps else f"  {found[0].number} .. {found[-1].number}"]
    shown: dict[object, list[Offer]] = {}
    for offer in found:
        shown.setdefault((offer.on_board, offer.cost) if offer.on_board else offer.number, []).append(offer)
    if any(offer.gives for offer in found):
        return [line for group in shown.values() for line in _group(group, style, lang, told=True)]
    return columns([line for group in shown.values() for line in _group(group, style, lang, told=False)], style)


def _group(group: list[Offer], style: Style, lang: str, *, told: bool) -> list[str]:
    first = group[0]
    if first.on_board and len(group) > 1:
        numbers = style.paint("option", _ranges([offer.number for offer in group]))
        cost = style.paint("dim", f" ({first.cost})" if first.cost else "")
        what = f" {first.on_board}" if first.on_board != say("choose", lang) else ""  # the question says it already
        line = language(lang).headed(f"{numbers}{what}{cost}", say("a number on the board", lang))
        return [f"  {line}" if told else line]
    return [_with_gift(first, style)] if told else [first.line(style)]


def _with_gift(offer: Offer, style: Style) -> str:
    """An option and what its thing does, as far as the line reaches; `?` tells the rest."""
    line = f"  {offer.line(style)}"
    room = style.width - seen(line) - 3
    if not offer.gives or room < _LEAST_GIFT:
        return line
    short = offer.gives if len(offer.gives) <= room else f"{offer.gives[: room - 3].rstrip()}..."
    return f"{line}   {style.paint('dim', short)}"


def _ranges(numbers: list[int]) -> str:
    """Numbers in short.

    >>> _ranges([2, 3, 4, 7, 9, 10])
    '2-4, 7, 9-10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def question_line(sight: Sight, style: Style) -> str:
    """Who is asked what, and what for."""
    decision = sight.state.decision
    player = sight.words.player(decision.player) if decision.player is not None else ""
    reason = f" [{sight.purpose()}]" if sight.purpose() else ""
    return style.paint("you", sight.words.headed(f"{player}{reason}", decision.prompt_in(sight.words.lang)))


# ---------- reading ----------
def read(line: str, found: list[Offer]) -> Reply:
    """What somebody typed."""
    text = " ".join(line.split())
    word, _, rest = text.partition(" ")
    if not text:
        return Reply(wrong="Type a number or the beginning of a name; ? for help.")
    exact = matching(text, found)
    if exact and (len(exact) == 1 or word.casefold() not in COMMANDS) and not _is_command(word, rest, text, found):
        return Reply(offer=exact[0]) if len(exact) == 1 else _several(text, exact)
    if text.startswith("?"):
        return Reply(command="?", words=text[1:].strip())
    word = _ALIKE.get(word.casefold(), word)
    if word.casefold() in COMMANDS:
        return Reply(command=word.casefold(), words=rest)
    return _unknown(text, found)


def _is_command(word: str, rest: str, text: str, found: list[Offer]) -> bool:
    """A command word is one unless an option is called exactly so."""
    called = {name for offer in found for name in (offer.option.text.casefold(), offer.label.casefold())}
    return (word.casefold() in COMMANDS or word.startswith("?")) and text.casefold() not in called


def matching(text: str, found: list[Offer]) -> list[Offer]:
    """The offers that a text may mean: by number, whole name, beginning, beginning of a word; the surest there are."""
    if text.isdigit():
        return [offer for offer in found if offer.number == int(text)]
    wanted = text.casefold().replace("_", " ")
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: same_amounts(wanted, name),
        lambda name: name.startswith(wanted),
        lambda name: any(part.startswith(wanted) for part in _tails(name)),
    )
    for test in tests:
        hits = [offer for offer in found if any(test(name) for name in _names(offer))]
        if hits:
            return hits
    return []


def _names(offer: Offer) -> tuple[str, str]:
    return offer.option.text.casefold().replace("_", " "), offer.label.casefold()


def _tails(name: str) -> list[str]:
    words = name.split()
    return [" ".join(words[at:]) for at in range(1, len(words))]


def _several(text: str, hits: list[Offer]) -> Reply:
    shown = ", ".join(f"{offer.number}) {offer.label}" for offer in hits[:6]) + (", ..." if len(hits) > 6 else "")
    return Reply(wrong="`{}` may be several: {}.", parts=(text, shown))


def _unknown(text: str, found: list[Offer]) -> Reply:
    if text.isdigit():
        parts = (text, str(found[0].number), str(found[-1].number))
        return Reply(wrong="There is no option {}; they go from {} to {}.", parts=parts)
    near = nearest(text.casefold(), [name for offer in found for name in _names(offer)] + list(COMMANDS))
    if near is not None:
        return Reply(wrong="`{}` is no option here; did you mean `{}`?", parts=(text, near))
    return Reply(wrong="`{}` is no option here; `?` lists what can be typed", parts=(text,))
