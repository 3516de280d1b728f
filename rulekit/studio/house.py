"""All tables of one server: who may sit where, whom to tell, bots that are asked.

Contract: everything that touches a position runs in one thread, one thing after the other, so tables never race and the loop
of the server is never held up; bots think in other processes. Games are read from the bundled ones and from one folder alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

from rulekit.api import Game, load
from rulekit.errors import UsageError
from rulekit.sources import files
from rulekit.sources.bundled import SUFFIX, bundled_games
from rulekit.studio import limits
from rulekit.studio.jobs import Jobs
from rulekit.studio.room import Room, RoomError, Setting
from rulekit.studio.seats import Seat, new_token, same_token
from rulekit.studio.tasks import bot_answer, packed_to_think
from rulekit.studio.turns import Turns
from rulekit.studio.workers import Failed, Lost, Workers

T = TypeVar("T")
_GAMES = 12  # games that are kept ready
_NICE = 10  # who thinks or studies leaves the machine to those who click


class Listener(Protocol):
    """Somebody who is told when a table changes."""

    async def changed(self) -> None: ...


@dataclass
class Session:
    """What a cookie allows."""

    host: bool = False
    seats: set[tuple[str, int | None]] = field(default_factory=set)  # table and seat; None: to watch


class House:
    """The tables of a server."""

    def __init__(self, folder: Path | None = None, *, bots: int = 2, pause: float = 0.45) -> None:
        self.folder = (folder or Path.cwd()).resolve()
        self.host_token = new_token()
        self.pause = pause  # seconds between the answers of bots, so that people can follow
        self.rooms: dict[str, Room] = {}
        self.listeners: dict[str, set[Listener]] = {}
        self.sessions: dict[str, Session] = {}
        self._games: dict[Any, Game] = {}
        self._thread = Turns()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self.workers = Workers(bots, nice=_NICE)
        self.advisers = Workers(1)  # counts odds
        self.editors = Workers(1)  # keeps what it knows of the texts that are written
        self.provers = Workers(1)  # runs examples
        self.jobs = Jobs(Workers(1, nice=_NICE))
        self.loop: asyncio.AbstractEventLoop | None = None  # of the server, once it runs

    async def quietly(self, work: Callable[..., T], *given: Any, later: bool = False) -> T:
        """What a function gives that touches positions, in the thread that alone does so; `later`: people go first."""
        return await asyncio.wrap_future(self._thread.submit(work, *given, later=later))

    def stop(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        for job in self.jobs.all.values():
            if job.task is not None:
                job.task.cancel()
        for workers in (self.workers, self.advisers, self.editors, self.provers, self.jobs.workers):
            workers.stop()
        self._thread.stop()

    # ---------- games ----------
    def path_of(self, name: str) -> Path:
        """The file of a game: a bundled name, or a name within the folder. Nothing else can be reached."""
        bundled = bundled_games()
        if name in bundled:
            return bundled[name]
        path = self.folder if "\0" in name else (self.folder / name).resolve()
        if not name.endswith(SUFFIX) or path == self.folder or not path.is_relative_to(self.folder):
            raise RoomError("file", f"`{name}` is no rules file of this folder")
        if not path.is_file():
            raise RoomError("file", f"there is no `{name}` in this folder")
        return path

    def game(self, name: str, modules: tuple[str, ...] = (), options: tuple[Any, ...] = (), setup: str | None = None) -> Game:
        """A game, read once as long as its file stays the same."""
        path = self.path_of(name)
        if setup is not None and ("/" in setup or "\\" in setup):
            raise RoomError("file", "a set-up is given by its name alone")
        key = (path, path.stat().st_mtime_ns, modules, options, setup)
        if key not in self._games:
            while len(self._games) >= _GAMES:
                self._games.pop(next(iter(self._games)))
            found = load(path, modules=modules, options=dict(options), setup=setup)
            found.require_start()
            self._games[key] = found
        return self._games[key]

    def game_of(self, setting: Setting, texts: Mapping[str, str]) -> Game:
        """A game for a table; `texts` stand in place of what is in their files."""
        if not texts:
            return self.game(setting.game, setting.modules, setting.options, setting.setup)
        path = self.path_of(setting.game)
        if setting.setup is not None and ("/" in setting.setup or "\\" in setting.setup):
            raise RoomError("file", "a set-up is given by its name alone")
        with files.overlaid({self.path_of(name).resolve(): text for name, text in texts.items()}):
            found = load(path, modules=setting.modules, options=dict(setting.options), setup=setting.setup)
            found.require_start()
        return found

    # ---------- tables ----------
    def open(self, setting: Setting, seats: list[Seat]) -> Room:
        game = self.game(setting.game, setting.modules, setting.options, setting.setup)
        return self.add(Room.open(game, setting, seats))

    def add(self, room: Room) -> Room:
        if len(self.rooms) >= limits.ROOMS:
            raise RoomError("rooms", f"there are {limits.ROOMS} tables already; close one of them first")
        self.rooms[room.id] = room
        self.listeners[room.id] = set()
        return room

    def close(self, room: Room) -> None:
        self.rooms.pop(room.id, None)
        self.listeners.pop(room.id, None)
        task = self._thinking.pop(room.id, None)
        if task is not None:
            task.cancel()

    def room(self, name: str) -> Room:
        found = self.rooms.get(name)
        if found is None:
            raise RoomError("room", "there is no such table")
        return found

    # ---------- who may do what ----------
    def enter(self, cookie: str | None, *, host: bool = False, seat: tuple[str, int | None] | None = None) -> str:
        """A cookie that allows more than the one before; the same one where there is one."""
        if cookie is None or cookie not in self.sessions:
            while len(self.sessions) >= limits.SESSIONS:
                self.sessions.pop(next(iter(self.sessions)))
            cookie = new_token()
            self.sessions[cookie] = Session()
        session = self.sessions[cookie]
        session.host = session.host or host
        if seat is not None:
            session.seats.add(seat)
        return cookie

    def seat_of_token(self, room: Room, token: str) -> int | bool | None:
        """The seat of a token, None for one who may watch, False for a stranger."""
        for number, seat in enumerate(room.seats):
            if seat.kind == "link" and same_token(seat.token, token):
                return number
        return None if same_token(room.watch_token, token) else False

    # ---------- telling ----------
    async def changed(self, room: Room) -> None:
        """Tells all who look at a table, and lets bots think."""
        for listener in list(self.listeners.get(room.id, ())):
            await listener.changed()
        self.wake(room)

    def wake(self, room: Room) -> None:
        """If a bot is asked, it begins to think."""
        if self._bot(room) is not None and room.id in self.rooms and room.id not in self._thinking:
            task = asyncio.get_running_loop().create_task(self._think(room))
            self._thinking[room.id] = task
            task.add_done_callback(lambda _: self._thinking.pop(room.id, None))

    def _bot(self, room: Room) -> Seat | None:
        asked = room.asked
        return room.seats[asked] if asked is not None and room.seats[asked].kind == "bot" else None

    async def _think(self, room: Room) -> None:
        while (seat := self._bot(room)) is not None and room.id in self.rooms:
            version, asked = room.version, room.asked
            await asyncio.sleep(self.pause)
            try:
                answer = await self._answer(room, seat)
                if room.version == version and asked is not None:
                    await self.quietly(room.answer, asked, version, answer, later=True)
            except (RoomError, Lost, Failed, UsageError) as error:
                if room.version != version:
                    continue
                room.note = f"the bot `{seat.bot}` gave up: {error}"
                seat.kind, seat.bot = "here", ""
                room.version += 1
            for listener in list(self.listeners.get(room.id, ())):
                await listener.changed()

    async def _answer(self, room: Room, seat: Seat) -> str:
        state, number = room.state, len(room.line)
        if seat.bot == "random":
            options = await self.quietly(lambda: [str(option) for option in state.decision.options], later=True)
            return Random(f"{room.setting.seed} {number}").choice(options)  # the same game again from the same seed
        data = await self.quietly(lambda: packed_to_think(state, with_game=room.edited), later=True)
        found = await self.workers.run(bot_answer, seat.bot, number, data, seconds=limits.THINKING)
        return str(found)
