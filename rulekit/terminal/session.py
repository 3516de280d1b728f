"""A game at one screen: people are asked, bots answer, until the game is over or somebody leaves.

Contract: a wrong line never changes the game and never ends it; every way out keeps what `--save` promised. The
screen is given from outside, so a script can sit where a person does.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from rulekit.api import State
from rulekit.api.undoing import told_something
from rulekit.errors import RulekitError, RunError
from rulekit.outlook.sight import Sight
from rulekit.terminal import about, keep, odds_lines
from rulekit.terminal.cells import board_lines, is_small_grid
from rulekit.terminal.closing import closing_lines
from rulekit.terminal.history import Record
from rulekit.terminal.prompt import Offer, Reply, offer_lines, offers, question_line, read
from rulekit.terminal.seats import Seats
from rulekit.terminal.style import Style
from rulekit.terminal.table import brief_text, own_lines, table_text
from rulekit.text.faults import fault_text, told_faults

LIMIT = 5000
_SHOWN_SINCE = "Since then chance has decided, or you have seen something new; `undo anyway` takes it back all the same."
_NEWS = 30
_OPTIONS = 8  # lines that a question is taken to need
_LONG = ("table", "log")  # after these the options have scrolled away


class Screen(Protocol):
    """Where a session speaks and listens."""

    @property
    def style(self) -> Style:
        """How it is written now."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Shows a text."""

    def ask(self, prompt: str) -> str:
        """Waits for a line; raises `EOFError` when nobody will type any more."""

    def clear(self) -> None:
        """Takes everything off the screen."""


class Left(Exception):
    """Somebody left the game."""


@dataclass
class Session:
    """One game at one screen."""

    state: State
    seats: Seats
    screen: Screen
    lang: str = ""
    save_path: str | Path | None = None
    limit: int = LIMIT
    record: Record = field(init=False)
    past: list[tuple[State, bool]] = field(default_factory=list)  # the state, and whether another game was loaded there
    seen: dict[int, int] = field(default_factory=dict)  # how many events each person has read
    shown: tuple[int, str] = (-1, "")
    hinted: bool = False  # the first question says how to answer

    def __post_init__(self) -> None:
        self.record = Record(self.state, self.lang)

    # ---------- the loop ----------
    def run(self) -> int:
        """Plays to the end; the exit code of the command."""
        try:
            self._play()
        except Left:
            self._keep_promise()
            return 0
        except EOFError:
            self._out("")
            self._tell("The input has ended before the game.")
            self._keep_promise()
            return 0
        except KeyboardInterrupt:
            self._out("")
            self._interrupted()
            raise
        except RunError:  # a rule failed while a bot played; what was played until then is not lost
            self._interrupted()
            raise
        return self._close()

    def tell_seed(self) -> None:
        """Says which game this is, so that it can be played again."""
        self._tell("Seed {}: `--seed` with this number begins the same game.", str(self.state.data.seed))

    def _interrupted(self) -> None:
        """Whoever leaves in haste is asked where to save, too; a second interruption leaves at once."""
        if self.save_path:
            self._keep_promise()
        elif self.past and not self.record.state.over:
            with contextlib.suppress(EOFError, KeyboardInterrupt):
                self._ask_where()

    def _play(self) -> None:
        answered = 0
        while not self.record.state.over and answered < self.limit:
            player = self.record.state.decision.player
            bot = self.seats.get(player) if player is not None else None
            if bot is not None:
                with told_faults(self.record.state.table.program, self.lang), self._thinking(player):
                    self.record.answer(bot(self.record.state))
            else:
                self._human(player if player is not None else self.people[0])
            answered += 1

    def _thinking(self, player: int | None) -> contextlib.AbstractContextManager[None]:
        """A sign that a bot is at work, where there is somebody to wait for it."""
        shows = getattr(self.screen, "thinking", None)
        if shows is None or player is None:
            return contextlib.nullcontext()
        said = self.record.words.say("{} thinks ...", self.record.words.player(player))
        sign: contextlib.AbstractContextManager[None] = shows(said)
        return sign

    def _close(self) -> int:
        state = self.record.state
        for viewer in self.people[:1]:
            self._news(viewer)
        self._say(closing_lines(state, self.lang, self.screen.style))
        if not state.over:
            self._tell("Stopped after {} decisions; the game was not over.", str(self.limit))
            self._keep_promise()
        return 0 if state.over else 1

    @property
    def people(self) -> list[int]:
        return [player for player, bot in self.seats.items() if bot is None]

    # ---------- one question to a person ----------
    def _human(self, player: int) -> None:
        self._hand_over(player)
        self._show(player)
        sight = Sight(self.record.state, player, self.lang)
        found = offers(sight)
        reply = Reply(command="table")
        while True:
            if reply.command in _LONG:
                self._say(self._question(sight, found))
            reply = read(self.screen.ask("> "), found)
            if self._reply(reply, sight, found):
                return

    def _question(self, sight: Sight, found: list[Offer]) -> list[str]:
        style = self.screen.style
        if not self.past and not self.hinted:
            self.hinted = True
            self._say([style.paint("dim", self.record.words.say("Type a number or the beginning of a name; ? for help."))])
        asked = [question_line(sight, style), *offer_lines(found, style, self.lang)]
        return asked + odds_lines.prompt_lines(sight, found, style)

    def _reply(self, reply: Reply, sight: Sight, found: list[Offer]) -> bool:
        """Does what a line asks for; true when the game has moved."""
        if reply.offer is not None:
            return self._answer(reply.offer)
        if reply.wrong:
            self._out(sight.words.say(reply.wrong, *reply.parts))
            return False
        try:
            return bool(getattr(self, f"_do_{reply.command if reply.command != '?' else 'help'}")(reply.words, sight, found))
        except RulekitError as error:
            self.screen.say(self.screen.style.paint("bad", str(error)))
            return False

    def _answer(self, offer: Offer) -> bool:
        """Goes on with an option. One whose rule fails is told, and the game stays where it was."""
        before = self.record.state
        try:
            self.record.answer(offer.option)
        except RunError as error:
            self.screen.say(self.screen.style.paint("bad", fault_text(error, before.table.program, self.lang)))
            self._tell("The game stays as it was before this answer.")
            return False
        self.past.append((before, False))
        return True

    def _hand_over(self, player: int) -> None:
        """Between two people who hide something from each other, and before the first, the screen is cleared."""
        if len(self.people) > 1 and self.shown[0] != player and hides_something(self.record.state):
            self.screen.clear()
            name = self.record.words.player(player)
            said = self.screen.ask(self.record.words.say("Pass the screen to {}, then press Enter.", name) + " ")
            if said.strip().casefold() == "quit":
                self._leave()
            self.screen.clear()

    def _show(self, player: int) -> None:
        """The whole table when a turn begins, later only what is new and what one has."""
        state, style = self.record.state, self.screen.style
        self._news(player)
        turn = (player, f"{state.data.rounds}.{state.active}")
        sight = Sight(state, player, self.lang)
        if turn != self.shown:
            self._out(self._table(sight))
        else:
            self._say([*_asked_boards(sight, style), *own_lines(sight, style)])
        self.shown = turn

    def _table(self, sight: Sight) -> str:
        """The table, in brief where it would be longer than the screen with its options."""
        whole = table_text(sight.state, sight.viewer, lang=self.lang, style=self.screen.style)
        room = self.screen.style.height - min(_OPTIONS, len(sight.state.decision.options)) - 3
        return whole if whole.count("\n") < room else brief_text(sight, self.screen.style)

    def _news(self, player: int) -> None:
        start = self.seen.get(player, 0)
        style = self.screen.style
        lines = [
            style.paint("title" if row.heading else "dim", row.text) for row in self.record.rows(player, start, style.width)
        ]
        self.seen[player] = len(self.record.events(player))
        left = len(lines) - _NEWS
        if left > 1:  # one line more does no harm
            lines = [self.record.words.say("... {} lines before this; `log` shows them", str(left)), *lines[-_NEWS:]]
        self._say(lines)

    def _tell(self, text: str, *parts: str) -> None:
        """A sentence of the program; one that names a file stays in one piece, so that it can be copied."""
        (self.screen.say if parts else self._out)(self.record.words.say(text, *parts))

    def _say(self, lines: list[str]) -> None:
        if lines:
            self._out("\n".join(lines))

    def _out(self, text: str) -> None:
        """Whatever is said fits the screen."""
        self.screen.say("\n".join(part for line in text.split("\n") for part in self.screen.style.fit(line)))

    # ---------- commands ----------
    def _do_help(self, words: str, sight: Sight, found: list[Offer]) -> None:
        reply = read(words, found) if words else Reply()
        if reply.offer is not None:
            style = self.screen.style
            self._say(about.about_offer(sight, reply.offer, style) + odds_lines.preview(sight, reply.offer, style))
        else:
            told = about.about_name(sight, words) if words else []
            wrong = [sight.words.say(reply.wrong, *reply.parts)] if reply.wrong else []
            self._say(told or wrong or about.help_lines(sight, self.screen.style))

    def _do_why(self, words: str, sight: Sight, found: list[Offer]) -> None:
        offer = read(words, found).offer if words.isdigit() else None
        if offer is not None:
            self._out(sight.words.say("`{}` is an option: choose it.", f"{offer.number}) {offer.label}"))
        else:
            self._say(about.why(sight, words, self.screen.style))

    def _do_table(self, words: str, sight: Sight, found: list[Offer]) -> None:
        style = self.screen.style
        self._out(table_text(sight.state, sight.viewer, lang=self.lang, style=style, full=words == "all"))

    def _do_log(self, words: str, sight: Sight, found: list[Offer]) -> None:
        lines = self.record.lines(sight.viewer, width=self.screen.style.width)
        self._say(lines or [sight.words.say("Nothing has happened yet.")])

    def _do_odds(self, words: str, sight: Sight, found: list[Offer]) -> None:
        reply = read(words, found) if words else Reply(wrong="Name an option: `odds 3`.")
        if reply.offer is not None:
            self._say(odds_lines.table_lines(sight, reply.offer, self.screen.style))
        else:
            self._out(sight.words.say(reply.wrong or "Name an option: `odds 3`.", *reply.parts))

    def _do_undo(self, words: str, sight: Sight, found: list[Offer]) -> bool:
        if not self.past:
            self._tell("There is nothing to undo.")
            return False
        state, loaded = self.past[-1]
        if words != "anyway" and not loaded and told_something(state, self.record.state, self.people):
            self._tell(_SHOWN_SINCE)
            return False
        self.past.pop()
        self._go_to(state)
        self._tell("Your last answer is taken back.")
        return True

    def _do_save(self, words: str, sight: Sight, found: list[Offer]) -> None:
        target = words or self.save_path
        if not target:
            self._tell("Name a file: `save FILE`.")
            return
        keep.save(self.record.state, target)
        self._tell("The game is saved in {}.", str(target))

    def _do_load(self, words: str, sight: Sight, found: list[Offer]) -> bool:
        if not words:
            self._tell("Name a file: `load FILE`.")
            return False
        state = keep.load(self.record.state.game, words)
        if state.players != self.record.state.players:
            said = "That game is for {} players; load it with `rulekit play --load {}`."
            self._tell(said, str(len(state.players)), words)
            return False
        self.past.append((self.record.state, True))
        self._go_to(state)
        self._tell("Going on with {}; `undo` comes back to the game you left.", words)
        return True

    def _do_quit(self, words: str, sight: Sight, found: list[Offer]) -> None:
        self._leave()

    def _leave(self) -> None:
        if not self.save_path:
            self._ask_where()
        raise Left

    def _ask_where(self) -> None:
        """Asks for a file to save in until one can be written, or none is wanted."""
        while target := self.screen.ask(self.record.words.say("Save the game? A file name, or nothing:") + " ").strip():
            try:
                keep.save(self.record.state, target)
            except RulekitError as error:
                self.screen.say(str(error))
            else:
                self._tell("The game is saved in {}.", target)
                return

    def _go_to(self, state: State) -> None:
        self.record.state = state
        self.seen = {player: min(at, len(self.record.events(player))) for player, at in self.seen.items()}
        self.shown = (self.shown[0], "")

    def _keep_promise(self) -> None:
        """Saves where it was promised; if that has become impossible, somewhere else before giving up."""
        if not self.save_path or self.record.state.over:
            return
        try:
            keep.save(self.record.state, self.save_path)
        except RulekitError as error:
            self.screen.say(str(error))
            try:
                self._ask_where()
            except (EOFError, KeyboardInterrupt):
                raise error from None
        else:
            self._tell("The game is saved in {}.", str(self.save_path))


def _asked_boards(sight: Sight, style: Style) -> list[str]:
    """The boards whose cells can be chosen now, and small grids."""
    question = sight.state.question
    items = [c.item for c in question.choices if c.item_type is not None and c.item_type.tag == "thing"] if question else []
    asked = {sight.table.board_at[i][0] for i in items if i in sight.table.board_at}
    names = [name for name in sight.table.boards if name in asked or is_small_grid(sight, name)]
    return [line for name in names for line in board_lines(sight, style, only=name)]


def hides_something(state: State) -> bool:
    """Whether players may know different things in this game."""
    program = state.table.program
    return any(zone.seen in ("owner", "others") for zone in program.zones.values()) or any(
        v.secret for v in program.vars.values()
    )
