"""The web application: routes over a house.

Contract: what a request may do hangs on its cookie alone, which comes from a token of a link and never holds one. Files come
from a table made at the start, so no path leads anywhere else. Nothing is told to a seat but by `sockets.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from rulekit.drawing.looks import PICTURES, picture
from rulekit.sources.tongues import FIRST, codes, tongue
from rulekit.studio import limits, lobby, saves, workshop
from rulekit.studio.guard import Guard
from rulekit.studio.house import House, Session
from rulekit.studio.room import Room, RoomError
from rulekit.studio.seats import same_token
from rulekit.studio.sockets import HERE, WATCH, Connection

COOKIE = "rulekit-studio"
_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html", "woff2": "font/woff2"}
_NOT_FOR_YOU = "Open the link that `rulekit studio` has printed, or the one that your host has sent you.\n"
Handler = Callable[["Web", Request], Awaitable[Response]]


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """All that a browser may load, by name."""
    found: dict[str, tuple[bytes, str]] = {}
    home = files("rulekit.studio").joinpath("static")
    for folder, prefix in ((home, ""), (home.joinpath("vendor"), "vendor/")):
        for entry in folder.iterdir():
            ending = entry.name.rpartition(".")[2]
            if entry.is_file() and ending in _TYPES:
                found[prefix + entry.name] = (entry.read_bytes(), _TYPES[ending])
    return found


class Web:
    """The application of one house."""

    def __init__(self, house: House, port: int) -> None:
        self.house, self.cookie = house, f"{COOKIE}-{port}"  # cookies do not know ports
        self.connections = self.writers = 0

    def session(self, request: Request | WebSocket) -> Session:
        return self.house.sessions.get(request.cookies.get(self.cookie, ""), Session())

    # ---------- pages ----------
    async def page(self, request: Request) -> Response:
        session = self.session(request)
        if not session.host and not session.seats:
            return PlainTextResponse(_NOT_FOR_YOU, 403)
        body, _ = static_files()["index.html"]
        return Response(body, media_type="text/html")

    async def static(self, request: Request) -> Response:
        found = static_files().get(request.path_params["name"])
        if found is None:
            return PlainTextResponse("there is no such file\n", 404)
        return Response(found[0], media_type=found[1])

    async def words(self, request: Request) -> Response:
        """What pages say in a language, and which languages there are, each by its own name."""
        lang = request.path_params["lang"]
        lang = lang if lang in codes() else FIRST
        named = [[code, tongue(code).say(tongue(code).name)] for code in codes()]
        return JSONResponse({"lang": lang, "words": tongue(lang).sentences, "languages": named})

    async def picture(self, request: Request) -> Response:
        """A picture that the looks of a game declare, for those who sit at its table or watch."""
        session, room = self.session(request), self.house.rooms.get(request.path_params["room"])
        if room is None or not (session.host or any(of == room.id for of, _ in session.seats)):
            return PlainTextResponse("there is no such picture\n", 404)
        name = request.path_params["name"]
        data = await self.house.quietly(picture, room.game.path, name)
        if data is None:
            return PlainTextResponse("there is no such picture\n", 404)
        return Response(data, media_type=PICTURES[name.rpartition(".")[2]])

    async def enter(self, request: Request) -> Response:
        if not same_token(request.query_params.get("token", ""), self.house.host_token):
            return PlainTextResponse(_NOT_FOR_YOU, 403)
        game = request.query_params.get("game")
        return self._welcome(request, f"/?game={quote(game)}" if game else "/", host=True)

    async def join(self, request: Request) -> Response:
        room = self.house.rooms.get(request.path_params["room"])
        seat = False if room is None else self.house.seat_of_token(room, request.query_params.get("token", ""))
        if room is None or seat is False:
            return PlainTextResponse(_NOT_FOR_YOU, 403)
        number = None if seat is None else int(seat)
        return self._welcome(request, f"/table/{room.id}/{WATCH if number is None else number}", seat=(room.id, number))

    def _welcome(self, request: Request, to: str, **allowed: Any) -> Response:
        """From the token of a link to a cookie that no script can read; the address loses the token."""
        cookie = self.house.enter(request.cookies.get(self.cookie), **allowed)
        response = RedirectResponse(to, 303)
        response.set_cookie(self.cookie, cookie, httponly=True, samesite="lax", path="/")
        return response

    # ---------- tables ----------
    async def table(self, socket: WebSocket) -> None:
        room = self.house.rooms.get(socket.path_params["room"])
        place, session = socket.path_params["place"], self.session(socket)
        if room is None or not self._may(session, room, place):
            await socket.close(4403, "this seat is not yours")
            return
        listeners = self.house.listeners[room.id]
        if self.connections >= limits.CONNECTIONS or len(listeners) >= limits.IN_A_ROOM:
            await socket.close(4429, "too many are here already")
            return
        await socket.accept()
        connection = Connection(self.house, room, socket, place, session)
        self.connections += 1
        listeners.add(connection)
        try:
            await connection.run()
        finally:
            self.connections -= 1
            for task in list(connection.counting):
                task.cancel()
            listeners.discard(connection)

    async def language(self, socket: WebSocket) -> None:
        """The language server, for a page that writes."""
        from rulekit.studio.language import Language

        if not self.session(socket).host:
            await socket.close(4403, "only the host may do that")
            return
        if self.writers >= limits.WRITERS:
            await socket.close(4429, "too many write already")
            return
        self.writers += 1
        try:
            await socket.accept()
            await Language(self.house, socket).run()
        finally:
            self.writers -= 1

    def _may(self, session: Session, room: Room, place: str) -> bool:
        if place == HERE:
            return session.host
        if place == WATCH:
            return session.host or any(of == room.id for of, _ in session.seats)
        return place in map(str, range(len(room.seats))) and (room.id, int(place)) in session.seats

    # ---------- what the host asks for ----------
    def hosted(self, work: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            if not self.session(request).host:
                return JSONResponse({"code": "host", "text": "only the host may do that"}, 403)
            try:
                return await work(self, request)
            except RoomError as error:
                return JSONResponse({"code": error.code, "text": str(error)}, 400)

        return guarded


async def body_of(request: Request) -> dict[str, Any]:
    """What was sent as JSON."""
    data = await request.body()
    if len(data) > limits.TEXT:
        raise RoomError("large", "that is too large")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RoomError("json", "that is no JSON") from error
    if not isinstance(found, dict):
        raise RoomError("json", "an object is expected")
    return found


async def _games(web: Web, request: Request) -> Response:
    return JSONResponse({"games": await web.house.quietly(lobby.games, web.house), "folder": web.house.folder.name})


async def _about(web: Web, request: Request) -> Response:
    name, lang = request.query_params.get("name", ""), request.query_params.get("lang", FIRST)
    return JSONResponse(await web.house.quietly(lobby.about, web.house, name, lang))


async def _rooms(web: Web, request: Request) -> Response:
    if request.method == "GET":
        return JSONResponse({"rooms": await web.house.quietly(lobby.rooms, web.house)})
    asked = await body_of(request)
    room = await web.house.quietly(lobby.open_room, web.house, asked)
    web.house.wake(room)
    return JSONResponse(lobby.links(room))


async def _room(web: Web, request: Request) -> Response:
    """One table: `links`, `save`, `fork`, `seat`, `close`."""
    room, what = web.house.room(request.path_params["room"]), request.path_params["what"]
    if what == "save" and request.method == "GET":
        text = await web.house.quietly(saves.write, room)
        name = f'attachment; filename="{room.setting.game.rpartition("/")[2]}.table.json"'
        return Response(text, media_type="application/json", headers={"content-disposition": name})
    if request.method != "POST":
        return JSONResponse(lobby.links(room))
    if what == "fork":
        asked = await body_of(request)
        other = await web.house.quietly(room.fork, asked.get("at"))
        web.house.add(other)
        web.house.wake(other)
        return JSONResponse(lobby.links(other))
    if what == "seat":
        await web.house.quietly(lobby.change_seat, room, await body_of(request))
        await web.house.changed(room)
        return JSONResponse(lobby.links(room))
    if what == "close":
        web.house.close(room)
        return JSONResponse({})
    raise RoomError("do", "nobody knows what that means")


async def _load(web: Web, request: Request) -> Response:
    text = (await request.body()).decode("utf-8", "replace")
    room = await web.house.quietly(lobby.load_room, web.house, text)
    web.house.wake(room)
    return JSONResponse(lobby.links(room))


def application(house: House, *, port: int, hosts: frozenset[str] | None = None, rate: float = limits.REQUESTS) -> Guard:
    """The application, with its guard; `hosts`: the names under which it may be asked."""
    web = Web(house, port)
    routes = [
        Route("/", web.page),
        Route("/write", web.page),
        Route("/study", web.page),
        Route("/table/{room}/{place}", web.page),
        Route("/enter", web.enter),
        Route("/join/{room}", web.join),
        Route("/static/{name:path}", web.static),
        Route("/words/{lang}", web.words),
        Route("/picture/{room}/{name:path}", web.picture),
        Route("/api/games", web.hosted(_games)),
        Route("/api/game", web.hosted(_about)),
        Route("/api/rooms", web.hosted(_rooms), methods=["GET", "POST"]),
        Route("/api/rooms/{room}/reload", web.hosted(workshop.reload), methods=["POST"]),
        Route("/api/rooms/{room}/deal", web.hosted(workshop.deal), methods=["POST"]),
        Route("/api/rooms/{room}/example", web.hosted(workshop.example), methods=["POST"]),
        Route("/api/stage", web.hosted(workshop.stage), methods=["POST"]),
        Route("/api/file", web.hosted(workshop.file)),
        Route("/api/edit/{what}", web.hosted(workshop.edit), methods=["POST"]),
        Route("/api/jobs", web.hosted(workshop.jobs), methods=["GET", "POST"]),
        Route("/api/jobs/{job}/{what}", web.hosted(workshop.job), methods=["GET", "POST"]),
        Route("/api/rooms/{room}/{what}", web.hosted(_room), methods=["GET", "POST"]),
        Route("/api/load", web.hosted(_load), methods=["POST"]),
        WebSocketRoute("/ws/language", web.language),
        WebSocketRoute("/ws/{room}/{place}", web.table),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        house.loop = asyncio.get_running_loop()
        try:
            yield
        finally:
            house.stop()

    app = Starlette(routes=routes, lifespan=lifespan)
    known = hosts or frozenset({f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"})
    return Guard(app, known, rate=rate)
