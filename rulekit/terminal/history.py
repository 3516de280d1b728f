"""What happened since, as each player may tell it: answers with the log lines that followed.

Contract: an answer is told to those who could see what it names before or after it was given; a sealed one only to
who gave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from rulekit.api import Option, State
from rulekit.interpreter.view import visible
from rulekit.runtime.questions import Choice
from rulekit.terminal.sight import NOBODY, Sight
from rulekit.terminal.turns import Turn, turn_of, watched
from rulekit.terminal.words import ARROW, Words

ALL = -2  # one who reads everything
_MOST_NAMES = 6
_UNSEEN, _TOLD = "something", "it is "  # how the machine logs what only some may know
Entry = tuple[str, int | None]  # a log line, and who alone may read it


@dataclass(frozen=True)
class Event:
    """One answer and what it led to."""

    turn: str
    player: int | None
    said: str
    seen_by: frozenset[int]
    log: tuple[Entry, ...]

    def lines(self, viewer: int, words: Words) -> list[str]:
        """The event as a viewer reads it, log lines indented under the answer."""
        told = map(words.text, named(self._heard(viewer)))
        log = [f"  {line}" for line in merged(collapse(unseen(told, words.say(_UNSEEN))), words)]
        if self.player is None:
            return log
        name = words.player(self.player)
        open_ = viewer == ALL or viewer in self.seen_by
        return [words.headed(name, self.said) if open_ else words.say("{} chooses", name), *log]

    def _heard(self, viewer: int) -> Iterator[str]:
        """The lines that a viewer may read; of one that several were told in private, whoever reads all reads one."""
        last = ""
        for text, only in self.log:
            if only is None or only == viewer or (viewer == ALL and text != last):
                yield text
            last = text


class Record:
    """A state that goes on, and the events so far."""

    def __init__(self, state: State, lang: str = "") -> None:
        self.state, self.lang = state, lang
        self.words = Words(state.table, lang)
        start = state.log_entries() if not state.answers else []
        self.events = [*self._in_turns(Event("", None, "", frozenset(), ()), (0, None), start, _first_turns(state))]

    def answer(self, option: Option) -> None:
        """Goes on with an answer. The state before stays whole, whatever interrupts; it is kept by who wants it."""
        before = self.state
        question = before.question
        assert question is not None
        choice = next(c for c in question.choices if c.text == option.text)
        turn, old = turn_of(before), before.told
        said, seen = self._said(choice, before), _who_sees(before, choice)
        sealed, player = question.kind == "sealed", question.player
        with watched() as turns:
            self.state = before.apply(option)
        self.state.forget_past()
        seen = frozenset({player if player is not None else NOBODY}) if sealed else seen | _who_sees(self.state, choice)
        event = Event(self._turn(turn), player, said, seen, ())
        self.events += self._in_turns(event, turn, _since(self.state, old), turns)

    def _in_turns(self, event: Event, turn: Turn, log: list[Entry], turns: list[Turn]) -> Iterator[Event]:
        """An event with the lines of its own turn, then one for each turn that began after it."""
        turns = [turn] * (len(log) - len(turns)) + turns  # what an answer itself does comes first
        pairs = groupby(zip(turns, log, strict=True), key=lambda pair: pair[0])
        groups = [(key, tuple(entry for _, entry in group)) for key, group in pairs]
        own = groups.pop(0)[1] if groups and groups[0][0] == turn else ()
        yield replace(event, log=own)
        yield from (Event(self._turn(key), None, "", frozenset(), lines) for key, lines in groups)

    def _turn(self, turn: Turn) -> str:
        """Round and turn, for headings; phases and steps would make too many."""
        rounds, active = turn
        parts = [f"{self.words.say('round')} {rounds}"] if rounds else []
        return ", ".join(parts + ([self.words.say("turn of {}", self.words.player(active))] if active is not None else []))

    def _said(self, choice: Choice, before: State) -> str:
        """An answer in words; a bare number with what it is for."""
        cost = self.words.cost(choice)
        reason = Sight(before, NOBODY, self.lang).purpose() if choice.text.isdigit() else ""
        told = self.words.choice(choice) + (f" ({cost})" if cost else "")
        return self.words.headed(reason, told) if reason else told


def _first_turns(state: State) -> list[Turn]:
    """The turns of the lines before the first answer: those of the same beginning, watched."""
    if state.answers or not state.log:
        return []
    with watched() as turns:
        state.game.new(len(state.players), state._data.seed, names=state.names)
    return turns


def _who_sees(state: State, choice: Choice) -> frozenset[int]:
    everybody = (NOBODY, *state.table.seats)
    thing = choice.item_type is not None and choice.item_type.tag == "thing" and choice.item is not None
    return frozenset(p for p in everybody if not thing or choice.unseen or visible(state.machine, choice.item, p))


def _since(state: State, old: object) -> list[Entry]:
    """The log lines after a place in the log, without walking the whole of it."""
    found: list[Entry] = []
    at = state.told
    while at is not None and at is not old:
        found.append((at[1], at[2]))
        at = at[0]
    return found[::-1]


def named(lines: Iterable[str]) -> Iterator[str]:
    """What went somewhere unseen, by its name for those who are told which thing it is.

    >>> list(named(["something goes to hand", "it is fig", "something goes to hand"]))
    ['fig goes to hand', 'something goes to hand']
    """
    waiting = ""
    for line in lines:
        if waiting and line.startswith(_TOLD):
            yield waiting.replace(_UNSEEN, line.removeprefix(_TOLD), 1)
            waiting = ""
            continue
        if waiting:
            yield waiting
        waiting = line if line.startswith(f"{_UNSEEN} goes to ") else ""
        if not waiting:
            yield line
    if waiting:
        yield waiting


def collapse(lines: Iterable[str]) -> Iterator[str]:
    """Equal lines after each other as one, and what goes to one place in one line.

    >>> list(collapse(["a", "a", "b", "x -> z", "x -> z", "y -> z"]))
    ['a (x2)', 'b', 'x x2, y -> z']
    """
    moves = (line.partition(ARROW) for line in lines)
    for (place, moved), group in groupby(moves, key=lambda move: (move[2] or move[0], bool(move[1]))):
        names = [name for name, _, _ in group]
        if moved:
            yield f"{_counted(names)}{ARROW}{place}"
        else:
            yield place if len(names) == 1 else f"{place} (x{len(names)})"


def unseen(lines: Iterable[str], nothing: str) -> Iterator[str]:
    """What goes unseen to one sort of place after another, without saying to which of them.

    >>> list(unseen(["it -> shelf (Ann)", "it -> shelf (Bob)", "it -> box", "fig -> box"], "it"))
    ['it -> shelf', 'it -> shelf', 'it -> box', 'fig -> box']
    """
    for start, group in groupby(
        lines, key=lambda line: line.partition(" (")[0] if line.startswith(f"{nothing}{ARROW}") else ""
    ):
        found = list(group)
        yield from [start] * len(found) if start and len(set(found)) > 1 else found


def merged(lines: Iterable[str], words: Words) -> Iterator[str]:
    """Lines that begin alike up to what was gained, lost or shown, as one."""
    glue = [f" {words.say(word)} " for word in ("gains", "loses", "rolls")]
    for (start, _), group in groupby((_split(line, glue) for line in lines), key=lambda parts: (parts[0], bool(parts[1]))):
        ends = [end for _, end in group]
        yield start + ", ".join(ends)


def _split(line: str, glue: Iterable[str]) -> tuple[str, str]:
    """The part of a line that others may share with it, and the rest.

    >>> _split("Ann gains 2 figs", [" gains "]), _split("Ann's die shows 3", []), _split("a -> b", [])
    (('Ann gains ', '2 figs'), ("Ann's ", 'die shows 3'), ('a -> b', ''))
    """
    for word in glue:
        start, found, end = line.partition(word)
        if found:
            return start + found, end
    for sign in ("'s ", " : "):
        owner, found, end = line.partition(sign)
        if found and ARROW not in line:
            return owner + found, end
    return line, ""


def _counted(names: list[str]) -> str:
    """`fig x2, plum`; the end of a long list is left out."""
    counts = {name: names.count(name) for name in names}
    shown = [name if n == 1 else f"{name} x{n}" for name, n in counts.items()][:_MOST_NAMES]
    return ", ".join(shown) + (f", +{len(counts) - _MOST_NAMES}" if len(counts) > _MOST_NAMES else "")
