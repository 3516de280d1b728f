"""The connection of one browser to one table.

Contract: a connection is for a seat, for all seats of people at one screen (`here`), or for one who watches (`watch`); what
it is sent is made for that viewer. At one screen a curtain falls whenever another person's secrets would be shown. Each
message is answered by what it asks for or by `{"is": "error", "code", "text"}`; a flood or what is no message ends the
connection.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rulekit.api import State
from rulekit.sources.tongues import FIRST, codes, tongue
from rulekit.studio import limits
from rulekit.studio.guard import Bucket
from rulekit.studio.house import House, Session
from rulekit.studio.messages import has_secrets
from rulekit.studio.pages import game_message, rules_message
from rulekit.studio.room import Room, RoomError
from rulekit.studio.tasks import odds, packed
from rulekit.studio.workers import Failed, Lost

HERE, WATCH = "here", "watch"
_TOO_MUCH, _NO_MESSAGE = 4429, 4400
_COUNTING = 8  # odds at once


class Connection:
    """A browser at a table."""

    def __init__(self, house: House, room: Room, socket: WebSocket, place: str, session: Session) -> None:
        self.house, self.room, self.socket, self.place = house, room, socket, place
        self.host = session.host
        self.lang = FIRST
        self.moment: int | None = None  # what of the past is looked at
        self.shown: int | None = None  # whose secrets lie open at a screen that several share
        self.bucket = Bucket(limits.RATE, limits.BURST)
        self.counting: set[asyncio.Task[None]] = set()  # odds that were asked for

    # ---------- who looks ----------
    @property
    def own(self) -> list[int]:
        """The seats that may answer here."""
        if self.place == HERE:
            return [number for number, seat in enumerate(self.room.seats) if seat.kind == "here"]
        return [int(self.place)] if self.place != WATCH else []

    def viewer(self) -> tuple[int | None, int | None]:
        """Who looks now, and behind whose curtain the table lies."""
        own, asked = self.own, self.room.asked
        if self.place != HERE or not own:
            return (own[0] if own else None), None
        wanted = asked if asked in own else self.shown if self.shown in own else own[0]
        if len(own) == 1 or not has_secrets(self.room.state) or self.room.state.over:
            return wanted, None
        if asked not in own:  # somebody else thinks: what lay open stays, unless nobody has looked yet
            return self.shown, None
        return (wanted, None) if self.shown == wanted else (None, wanted)

    # ---------- telling ----------
    async def send(self, message: dict[str, Any]) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            try:
                await self.socket.send_text(json.dumps(message, ensure_ascii=False))
            except (WebSocketDisconnect, RuntimeError):  # it has gone meanwhile; whoever reads from it notices
                return

    async def changed(self) -> None:
        """Sends the table as it stands."""
        await self.send(await self.house.quietly(self._table))

    def _table(self) -> dict[str, Any]:
        viewer, curtain = self.viewer()
        found = self.room.message(viewer, self.lang, self.moment)
        if found["at"] == found["of"]:  # at one screen anybody who sits there may take back
            found["table"]["can_undo"] = any(self.room.can_undo(seat) for seat in self.own)
        note = self.room.note if self.host else ""
        found |= {"own": self.own, "curtain": curtain, "host": self.host, "room": self.room.id, "note": note}
        return found

    # ---------- listening ----------
    async def run(self) -> None:
        """Until the browser leaves."""
        await self.send(await self.house.quietly(game_message, self.room.state, self.lang))
        await self.changed()
        self.house.wake(self.room)
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            if not self.bucket.take():
                await self.socket.close(_TOO_MUCH, "too many messages")
                return
            message = _read(text)
            if message is None:
                await self.socket.close(_NO_MESSAGE, "that is no message")
                return
            await self._take(message)

    async def _take(self, message: dict[str, Any]) -> None:
        doing = _DOING.get(str(message.get("do")))
        try:
            if doing is None:
                raise RoomError("do", "nobody knows what that means")
            if self.room.id not in self.house.rooms:
                raise RoomError("room", "this table was closed")
            await doing(self, message)
        except RoomError as error:
            if error.code == "rules" and not self.host:  # what has failed may be told with what only the rules know
                self.room.note = str(error)
                error = RoomError("rules", "the rules failed here; the host of the table is told how")
                await self.house.changed(self.room)
            await self.send({"is": "error", "code": error.code, "text": tongue(self.lang).say(str(error))})

    def _seat(self) -> int:
        """The seat that answers."""
        asked = self.room.asked
        if asked not in self.own:
            raise RoomError("turn", "another seat is asked" if asked is not None else "the game is over")
        assert asked is not None
        if self.viewer()[1] is not None:
            raise RoomError("curtain", "lift the curtain first")
        return asked

    async def _answer(self, message: dict[str, Any]) -> None:
        seat = self._seat()
        await self.house.quietly(self.room.answer, seat, message.get("v"), message.get("text"))
        self.moment = None
        await self.house.changed(self.room)

    async def _answers(self, message: dict[str, Any]) -> None:
        seat = self._seat()
        await self.house.quietly(self.room.answer_all, seat, message.get("v"), message.get("texts"))
        self.moment = None
        await self.house.changed(self.room)

    async def _undo(self, message: dict[str, Any]) -> None:
        own = self.own
        if not own:
            raise RoomError("undo", "whoever watches takes nothing back")
        alone = self.room.alone and self.place == HERE
        people = [number for number in own if number in self.room.line.owners]
        last = max(people, key=lambda number: self.room.line.back_for(number)[0], default=own[0])

        def back() -> None:
            self.room.undo(last, message.get("v"), anyway=alone)

        await self.house.quietly(back)
        self.moment = None
        await self.house.changed(self.room)

    async def _moment(self, message: dict[str, Any]) -> None:
        wanted = message.get("at")
        if wanted is not None and type(wanted) is not int:
            raise RoomError("moment", "a moment is a number")
        self.moment = wanted if wanted is not None and wanted < len(self.room.line) else None
        await self.changed()

    async def _lang(self, message: dict[str, Any]) -> None:
        if message.get("lang") not in codes():
            raise RoomError("lang", f"the languages are {', '.join(codes())}")
        self.lang = message["lang"]
        await self.send(await self.house.quietly(game_message, self.room.state, self.lang))
        await self.changed()

    async def _reveal(self, message: dict[str, Any]) -> None:
        curtain = self.viewer()[1]
        if curtain is None or message.get("seat") != curtain:
            raise RoomError("curtain", "there is no such curtain")
        self.shown = curtain
        await self.changed()

    async def _rules(self, _: dict[str, Any]) -> None:
        await self.send(await self.house.quietly(rules_message, self.room.state, self.lang))

    async def _odds(self, message: dict[str, Any]) -> None:
        """Counts beside all else: whoever asks may go on playing meanwhile, and is told nothing of what has passed."""
        seat, text, state, version = self._seat(), message.get("text"), self.room.state, self.room.version
        if text not in [str(option) for option in state.decision.options]:
            raise RoomError("answer", "that is no option here")
        if len(self.counting) >= _COUNTING:
            raise RoomError("odds", "wait until what you have asked is counted")
        task = asyncio.create_task(self._count(seat, str(text), state, version))
        self.counting.add(task)
        task.add_done_callback(self.counting.discard)

    async def _count(self, seat: int, text: str, state: State, version: int) -> None:
        data = await self.house.quietly(lambda: packed(state, with_game=self.room.edited))
        try:
            found = await self.house.advisers.run(odds, data, seat, self.lang, text, seconds=limits.THINKING)
        except (Lost, Failed) as error:
            await self.send({"is": "error", "code": "odds", "text": f"the odds cannot be told: {error}"})
            return
        if self.room.version == version:
            await self.send({"is": "odds", "text": text, "v": version, **found})

    async def _look(self, _: dict[str, Any]) -> None:
        await self.changed()


_DOING: dict[str, Callable[[Connection, dict[str, Any]], Awaitable[None]]] = {
    "answer": Connection._answer,
    "answers": Connection._answers,
    "undo": Connection._undo,
    "at": Connection._moment,
    "lang": Connection._lang,
    "reveal": Connection._reveal,
    "rules": Connection._rules,
    "odds": Connection._odds,
    "look": Connection._look,
}


def _read(text: str) -> dict[str, Any] | None:
    """A message; None for what is none."""
    if len(text) > limits.MESSAGE:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
