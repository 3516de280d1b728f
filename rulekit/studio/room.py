"""A table: who sits at it, what has been played, what each may do.

Contract: plain Python, no web. Whatever is refused raises `RoomError` with a reason for people, and changes nothing.
`version` goes up with every change; who answers says which version he saw, and an answer to an older one is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from rulekit.api import Game, State
from rulekit.api.carry import carry
from rulekit.errors import AnswerError, RulekitError
from rulekit.studio import limits
from rulekit.studio.deal import dealt
from rulekit.studio.line import Line
from rulekit.studio.messages import Told, has_secrets, table_message
from rulekit.studio.seats import Seat, new_token

_LINES = 500  # of the log, the newest


class RoomError(Exception):
    """Something that a table refuses, with the reason. `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Setting:
    """What a table was laid for, so that it can be laid again."""

    game: str  # a bundled name, or a path within the folder of the studio
    players: int
    seed: int
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    setup: str | None = None


@dataclass(frozen=True)
class Changed:
    """How a table has gone on with other rules."""

    carried: bool  # does it stand where it stood? Else it was played again
    reasons: tuple[str, ...]  # why it could not
    fresh: tuple[str, ...]  # things that only the new rules have, by name
    fitted: int  # answers that fitted
    of: int


@dataclass
class Room:
    """A table."""

    game: Game
    setting: Setting
    seats: list[Seat]
    line: Line
    id: str = field(default_factory=lambda: new_token()[:10].replace("-", "x").replace("_", "y"))
    watch_token: str = field(default_factory=new_token)
    version: int = 0
    texts: dict[str, str] = field(default_factory=dict)  # of files, where the rules are not those that were written to them
    by_hand: bool = False  # was something laid, or carried over? Then the answers alone do not lead here
    note: str = ""  # what the host should know, such as a bot that failed
    lock: RLock = field(default_factory=RLock, repr=False)
    told: dict[tuple[int | None, str], Told] = field(default_factory=dict, repr=False)

    @staticmethod
    def open(game: Game, setting: Setting, seats: list[Seat]) -> Room:
        """A new table, laid for a game that begins."""
        state = game.new(setting.players, setting.seed)
        if len(seats) != len(state.players):
            raise RoomError("seats", f"{len(seats)} seats are given for {len(state.players)} players")
        return Room(game, setting, seats, Line([state]))

    @property
    def edited(self) -> bool:
        """Are the rules other than those in the files?"""
        return bool(self.texts)

    @property
    def state(self) -> State:
        return self.line.now

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None when the game is over."""
        return None if self.state.over else self.state.asked().player

    @property
    def alone(self) -> bool:
        """Do all people sit at one screen? Then they may take back what they like."""
        return all(seat.kind != "link" for seat in self.seats)

    # ---------- what seats do ----------
    def answer(self, seat: int, version: Any, text: Any) -> None:
        """A seat answers what it saw at a version."""
        with self.lock:
            self._may_answer(seat, version, [text])
            if text not in [str(option) for option in self.state.decision.options]:
                raise RoomError("answer", self.state.decision.why_not(text) or f"`{text}` is no option here")
            self._play([text])

    def answer_all(self, seat: int, version: Any, texts: Any) -> None:
        """A seat answers several questions of one series at once: picks, an order. All of it fits, or nothing is answered."""
        with self.lock:
            if not isinstance(texts, list) or not 1 <= len(texts) <= limits.ANSWERS:
                raise RoomError("answer", f"a list of 1 to {limits.ANSWERS} answers is expected")
            self._may_answer(seat, version, texts)
            self._play(texts)

    def _may_answer(self, seat: int, version: Any, texts: list[Any]) -> None:
        self._current(version)
        if not all(isinstance(text, str) and len(text) <= limits.ANSWER for text in texts):
            raise RoomError("answer", "an answer is a short text")
        if self.state.over:
            raise RoomError("over", "the game is over")
        if self.asked != seat:
            raise RoomError("turn", "another seat is asked")
        if len(self.line) + len(texts) > limits.POSITIONS:
            raise RoomError("long", f"this table has seen {limits.POSITIONS:,} answers and takes no more")

    def _play(self, texts: list[str]) -> None:
        try:
            self.line.go_on(*texts)
        except AnswerError as error:
            raise RoomError("answer", str(error)) from error
        except RulekitError as error:
            raise RoomError("rules", f"the rules failed here: {error}") from error
        self.version += 1

    def _current(self, version: Any) -> None:
        if type(version) is not int or version != self.version:
            raise RoomError("stale", "the table has changed since; look again")

    def undo(self, seat: int | None, version: Any, *, anyway: bool = False) -> None:
        """Takes back the last answer of a seat, and what followed it; for None the last answer of anybody."""
        with self.lock:
            self._current(version)
            moment, free = self._back_for(seat)
            if moment < 0:
                raise RoomError("undo", "there is nothing to take back")
            if not free and not anyway:
                raise RoomError("undo", "chance has decided since, or something was seen: that cannot be taken back")
            self._rewind(moment)

    def can_undo(self, seat: int | None) -> bool:
        moment, free = self._back_for(seat)
        return moment >= 0 and (free or self.alone)

    def _back_for(self, seat: int | None) -> tuple[int, bool]:
        """To which moment a seat goes back, and whether it may. Where things are secret, whether somebody else has seen
        something since is his own affair: there only one's own last answers are taken back."""
        moment, free = self.line.back_for(seat)
        if seat is not None and free and has_secrets(self.state):
            free = all(owner == seat for owner in self.line.owners[moment:])
        return moment, free

    def _rewind(self, moment: int) -> None:
        self.line = self._cut(moment)
        self.told = {}
        self.version += 1

    def _cut(self, moment: int) -> Line:
        """The line up to a moment, which goes on by the rules of now."""
        line = self.line.fork(moment)
        if line.now.game is not self.game:  # played by an older text of the rules
            there = carry(line.now, self.game)
            if there.state is None:
                raise RoomError("undo", f"that was played by other rules, which do not fit any more: {there.reasons[0]}")
            line.states[-1] = there.state
        return line

    def fork(self, moment: Any, seats: list[Seat] | None = None) -> Room:
        """Another table that begins where this one stood after so many answers."""
        if type(moment) is not int or not 0 <= moment <= len(self.line):
            raise RoomError("moment", f"the moments of this table are 0 to {len(self.line)}")
        with self.lock:
            fresh = [Seat("here" if seat.kind == "link" else seat.kind, seat.bot) for seat in self.seats]
            line = self._cut(moment)
            return Room(self.game, self.setting, seats or fresh, line, texts=dict(self.texts), by_hand=self.by_hand)

    def play_by(self, game: Game) -> Changed:
        """Goes on with other rules: where it stands if everything that is in use means the same there, else what was answered
        is answered again as far as it can be."""
        with self.lock:
            before, there = len(self.line), carry(self.state, game)
            if there.state is not None:
                self.line.states[-1] = there.state
            else:
                self.line = self._again(game)
            self.by_hand = there.state is not None  # played again, all of it comes from the answers
            self.game, self.told = game, {}
            self.version += 1
            return Changed(there.state is not None, there.reasons, there.fresh, len(self.line), before)

    def _again(self, game: Game) -> Line:
        """The answers, given once more under other rules."""
        line = Line([game.new(self.setting.players, self.setting.seed)])
        for text in self.line.texts:
            try:
                line.go_on(text)
            except RulekitError:
                break
        return line

    def deal(self, name: str) -> None:
        """Lays a thing where whoever is asked can reach it."""
        with self.lock:
            try:
                self.line.states[-1] = dealt(self.state, name)
            except RulekitError as error:
                raise RoomError("deal", str(error)) from error
            self.by_hand, self.told = True, {}
            self.version += 1

    # ---------- what seats are told ----------
    def message(self, viewer: int | None, lang: str, moment: int | None = None) -> dict[str, Any]:
        """The table as a seat sees it, or for None as somebody who only watches; at a moment of the past, if one is named."""
        with self.lock:
            past = moment is not None and moment < len(self.line)
            state = self.line.at(moment)
            told = self.told.setdefault((viewer, lang), Told(viewer, lang))
            at = len(self.line) if not past or moment is None else max(0, moment)
            log = told.upto(self.line, at)
            found = table_message(state, viewer, lang, told.since(at))
            found["log"] = log[-_LINES:]
            found |= {"v": self.version, "at": len(self.line) if not past else moment, "of": len(self.line)}
            found["file"] = self.setting.game
            found["seats"] = [{"kind": seat.kind, "bot": seat.bot} for seat in self.seats]
            found["table"]["can_undo"] = not past and viewer is not None and self.can_undo(viewer)
            if past and found["table"]["decision"] is not None:
                found["table"]["decision"] |= {"options": [], "refusals": [], "form": {"groups": [], "series": None}}
            return found
