"""One trial on its way: the table, the question that is open, the answers given.

Contract: `Trial.begin` runs until somebody must answer; `Trial.answer` goes on. Answers are written as in examples. What the
log says and what changed is there at any moment; a rule that fails while it runs raises a `RunError` and leaves
what happened before it to be read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulekit.api import Game, State
from rulekit.errors import RulekitError, RulesError, UsageError
from rulekit.runtime.questions import Question
from rulekit.runtime.state import Data
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import NOWHERE, Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.parse import parse
from rulekit.testing.answers import answers_of, fitting, written
from rulekit.testing.examples import Runner, Stopped, Variants
from rulekit.tryout.report import OWN

PEOPLE = ("ann", "bob", "cid", "dora", "eve", "finn", "gus", "hal")


@dataclass(frozen=True)
class Asked:
    """An open question: who must answer, and what can be answered."""

    who: str  # a player's name, or chance
    texts: tuple[str, ...]
    prompt: str = ""
    odds: tuple[str, ...] = ()


def default_people(game: Game) -> tuple[str, ...]:
    """Who sits at the table if nobody says: two, or as few as the game allows."""
    counts = game.player_counts
    count = 2 if 2 in counts else counts[0]
    return (*PEOPLE, *(f"player{at}" for at in range(9, count + 1)))[:count]


class Trial:
    """A sentence run on a table that `given` lines lay out."""

    def __init__(self, game: Game, given: Sequence[str], sentence: str, seed: int = 0) -> None:
        self.given, self.sentence = tuple(given), sentence
        example = _parsed(game, self.given, sentence)
        self._run = next(step for step in example.steps if isinstance(step, n.Run))
        self._chance = random.Random(seed)
        self.answers: list[tuple[str, str]] = []
        self.scripted: list[tuple[str, str]] = []  # the same, as an example must write them
        self._seen = 0
        self._failed = False
        try:
            self.runner = Runner(example, Variants(game))
            self.runner.any_copy = True  # a trial is of a card: any copy shows what it does
            self.runner.lay_out()
        except Stopped as stop:
            raise _as_usage(stop) from None
        self.before: Data = self.runner.machine.s.copy()

    @property
    def state(self) -> State:
        return self.runner.state

    def begin(self) -> None:
        """Runs the sentence up to the first question."""
        try:
            self.runner.begin(self._run)
        except Stopped as stop:
            self._failed = True
            raise _as_usage(stop) from None

    # ---------- questions ----------
    def _question(self) -> Question | None:
        return self.state.question if self.runner.machine.s.stack and not self._failed else None

    def asked(self) -> Asked | None:
        """What must be answered now; None when all is done."""
        question = self._question()
        if question is None or self.state.over:
            return None
        texts = tuple(choice.text for choice in question.choices)
        if question.player is None:
            odds = tuple(str(question.probability(choice)) for choice in question.choices)
            return Asked("chance", texts, question.prompt, odds)
        return Asked(self.state.table.entities[question.player].name, texts, question.prompt)

    def _meant(self, text: str) -> str | None:
        """The answer to the open question that a text names, if it names one."""
        question = self._question()
        found = [] if question is None else fitting(self.state, question, text)
        return found[0].text if len(found) == 1 else None

    def answer(self, text: str) -> bool:
        """Answers the open question; `ann: stay` is the same as `stay`, and says who is meant to answer. As in examples, an
        answer that the machine has given, because it was the only one, may be written all the same: then nothing is played."""
        asked, bare = self.asked(), self._bare(text)
        who = None if bare == text else text.partition(":")[0]
        if (asked is None or self._meant(bare) is None) and self.runner.was_forced(bare, who):
            return False
        if asked is None:
            raise UsageError(f"nothing is asked any more, so `{text}` answers nothing; leave it out")
        if bare != text and text.partition(":")[0] != asked.who:
            raise UsageError(f"`{text}`: it is for {asked.who} to answer now: {listing(asked.texts)}")
        text = bare
        found = self._meant(text)
        if found is None:
            reason = self.state.decision.why_not(text) or f"`{text}` is no option here"
            said = reason if reason.startswith(f"`{text}`") else f"`{text}` cannot be answered: {reason}"
            raise UsageError(said if "did you mean" in said else f"{said}; {asked.who} may answer: {listing(asked.texts)}")
        player = self.state.decision.player
        self.answers.append((asked.who, found))
        self.scripted.append((asked.who, found if player is None else written(found, player, self.runner.machine.forced or ())))
        self.runner.machine.forced = []
        try:
            self.state.play(found)
        except RulekitError:
            self._failed = True
            raise
        return True

    def _bare(self, text: str) -> str:
        """An answer without the name of who gives it."""
        who, colon, rest = text.partition(":")
        return rest.strip() if colon and (who == "chance" or who in self.people) else text

    def roll(self) -> str:
        """Lets chance answer, by its weights."""
        question = self._question()
        assert question is not None
        choice = self._chance.choices(question.choices, [choice.weight for choice in question.choices])[0]
        text = choice.text
        self.answer(text)
        return text

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(self.state.table.entities[number].name for number in self.state.players)

    def news(self) -> list[tuple[str, Span | None]]:
        """What the log says since this was asked last."""
        entries = self.state.entries()
        new = entries[self._seen :]
        self._seen = len(entries)
        return new


def scripted(lines: Sequence[str]) -> list[str]:
    """Answers as examples write them, one by one: commas divide them, a name stands for all of its line.

    >>> scripted(["ann: stay, go", "chance: 5"])
    ['ann: stay', 'ann: go', 'chance: 5']
    """
    found = []
    for line in lines:
        who, colon, said = line.partition(":") if re.match(r"\w+:", line) else ("", "", line)
        found += [f"{who}{colon} {text}".strip() for text in answers_of(said)]
    return found


def listing(texts: Sequence[str], most: int = 12) -> str:
    """Some answers, and how many more there are."""
    rest = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + rest


def _as_usage(stop: Stopped) -> RulekitError:
    """What stopped a trial, as the command line reports it: a rule that failed while it ran, or a line that is wrong."""
    if isinstance(stop.__cause__, RulekitError):
        return stop.__cause__
    line = stop.span.source.line(stop.span.line).strip() if stop.span is not NOWHERE else ""
    return UsageError(f"`{line}`: {stop.message}" if line and not line.startswith("example") else stop.message)


def readable(line: str, verbs: set[str]) -> bool:
    """Can this stand in `given`? Not everything that a state holds can be written there."""
    sink = Sink()
    parse(Source(OWN, f'example "a line":\n  given:\n    {line}\n  then:\n    yes\n'), verbs, sink)
    return not sink.errors


def _parsed(game: Game, given: Sequence[str], sentence: str) -> n.Example:
    lines = ['example "a trial":', "  given:", *(f"    {line}" for line in given), "  when:", f"    do {sentence}"]
    sink = Sink()
    verbs = set(game.program.verbs).union(*(set(game.for_players(count).verbs) for count in game.player_counts))
    decls = parse(Source(OWN, "\n".join(lines) + "\n"), verbs, sink)
    if sink.errors:
        raise RulesError(sink.found)
    found = next((decl for decl in decls if isinstance(decl, n.Example)), None)
    if found is None or not any(isinstance(step, n.Run) for step in found.steps):
        raise UsageError(f"`{sentence}` is no sentence such as `ann gains 1 coin`")
    return found
