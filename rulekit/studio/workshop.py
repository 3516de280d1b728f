"""What the host may ask for beside tables: files, checks, examples, studies.

Contract: files are read from the bundled ones and the folder, written to the folder alone. What looks into a text runs in a
process that is killed when it takes too long.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rulekit.api import load
from rulekit.errors import RulekitError
from rulekit.sources import files
from rulekit.sources.bundled import SUFFIX, bundled_games
from rulekit.sources.tongues import FIRST, codes
from rulekit.studio import editing, limits, lobby, trying
from rulekit.studio.line import Line
from rulekit.studio.report_page import report_page
from rulekit.studio.room import Room, RoomError, Setting
from rulekit.studio.seats import Seat
from rulekit.studio.tasks import packed
from rulekit.studio.workers import Failed, Lost

if TYPE_CHECKING:
    from rulekit.studio.house import House
    from rulekit.studio.server import Web

_NAME_LIMIT = 100


async def file(web: Web, request: Request) -> Response:
    """A rules file: its text, and whether it may be written."""
    name = request.query_params.get("name", "")
    name = name if name in bundled_games() else _named(web.house, name)
    path = web.house.path_of(name)
    text = files.read_text(path, limit=limits.TEXT)
    own = path.is_relative_to(web.house.folder)
    return JSONResponse({"name": name, "text": text, "own": own, "uri": path.resolve().as_uri()})


def _named(house: House, name: str) -> str:
    """A bundled file as the log calls it (`x.rules`) is the bundled `x`, unless the folder has one of that name."""
    stem = name.removesuffix(SUFFIX)
    own = Path(name).name == name and (house.folder / name).is_file()
    return stem if stem in bundled_games() and not own else name


async def edit(web: Web, request: Request) -> Response:
    """What an editor asks beside the language server: `check`, `card`, `examples`, `staged`, `tried`, `save`."""
    from rulekit.studio.server import body_of

    what, asked = request.path_params["what"], await body_of(request)
    name, text = asked.get("name"), asked.get("text")
    if not isinstance(name, str) or not isinstance(text, str) or len(text.encode()) > limits.TEXT:
        raise RoomError("text", "a text and the name of its file are needed")
    if what == "save":
        return await _save(web.house, name, text)
    doing = _ASKED.get(what)
    if doing is None:
        raise RoomError("do", "nobody knows what that means")
    path = str(web.house.path_of(_named(web.house, name)))
    return JSONResponse({"found": await doing(web.house, path, text, asked)})


async def _run(house: House, task: Any, *given: Any) -> Any:
    try:
        return await house.editors.run(task, *given, seconds=limits.CHECKING)
    except (Lost, Failed) as error:
        raise RoomError("check", f"that could not be answered: {error}") from error


async def _proved(house: House, task: Any, *given: Any) -> Any:
    """The same in a process that nothing else waits for: examples may take long."""
    try:
        return await house.provers.run(task, *given, seconds=limits.EXAMPLES)
    except (Lost, Failed) as error:
        raise RoomError("check", f"that could not be answered: {error}") from error


def _line(asked: dict[str, Any]) -> int:
    line = asked.get("line", 1)
    if type(line) is not int:
        raise RoomError("place", "a line is a number")
    return line


def _lang(asked: dict[str, Any]) -> str:
    lang = asked.get("lang", FIRST)
    if lang not in codes():
        raise RoomError("lang", f"the languages are {', '.join(codes())}")
    return str(lang)


_Asked = Callable[["House", str, str, dict[str, Any]], Awaitable[Any]]
_ASKED: dict[str, _Asked] = {
    "check": lambda house, path, text, _: _run(house, editing.check, path, text),
    "card": lambda house, path, text, asked: _run(house, editing.card_at, path, text, _line(asked)),
    "examples": lambda house, path, text, _: _proved(house, editing.run_examples, path, text),
    "staged": lambda house, path, text, asked: _run(house, trying.staged, path, text, str(asked.get("title")), _lang(asked)),
    "tried": lambda house, path, text, asked: _run(house, trying.tried, path, text, asked, _lang(asked)),
}


async def _save(house: House, name: str, text: str) -> Response:
    """Writes a file of the folder; a bundled game becomes a copy there."""
    stem = Path(name).name.removesuffix(SUFFIX)
    if not stem.isidentifier() or len(stem) > _NAME_LIMIT or Path(name).name != name.removeprefix("./"):
        raise RoomError("file", "a file is called by letters, digits and `_`, and lies in this folder")
    path = house.folder / f"{stem}{SUFFIX}"
    if path.is_symlink():
        raise RoomError("file", "a link is not written to")
    try:
        files.write_text(path, text)
    except OSError as error:
        raise RoomError("file", f"`{path.name}` cannot be written: {error.strerror}") from error
    return JSONResponse({"name": path.name})


async def reload(web: Web, request: Request) -> Response:
    """A table goes on with the rules of a text, as far as the answers fit."""
    from rulekit.studio.server import body_of

    room, asked = web.house.room(request.path_params["room"]), await body_of(request)
    name, text = asked.get("name"), asked.get("text")
    if not isinstance(name, str) or not isinstance(text, str):
        raise RoomError("text", "a text and the name of its file are needed")
    path = web.house.path_of(_named(web.house, name))
    wrong = [one for one in await _run(web.house, editing.check, str(path), text) if one["severity"] == "error"]
    if wrong:
        raise RoomError("rules", f"line {wrong[0]['line']}: {wrong[0]['message']}")

    def go_on() -> dict[str, Any]:
        try:
            texts = {**room.texts, _named(web.house, name): text}
            found = room.play_by(editing.reloaded({web.house.path_of(one): said for one, said in texts.items()}, room.game))
        except RulekitError as error:
            raise RoomError("rules", str(error)) from error
        room.texts = texts
        fresh = [room.game.label(name) for name in found.fresh]
        return {"fitted": found.fitted, "of": found.of, "carried": found.carried, "reasons": found.reasons, "fresh": fresh}

    found = await web.house.quietly(go_on)
    await web.house.changed(room)
    return JSONResponse(found)


async def deal(web: Web, request: Request) -> Response:
    """Lays a thing on a table, where whoever is asked can reach it."""
    from rulekit.studio.server import body_of

    room, asked = web.house.room(request.path_params["room"]), await body_of(request)
    name = str(asked.get("name"))
    await web.house.quietly(room.deal, name)
    await web.house.changed(room)
    return JSONResponse({"label": room.game.label(name)})


async def example(web: Web, request: Request) -> Response:
    """A position of a table as an `example` block."""
    from rulekit.studio.server import body_of

    room, asked = web.house.room(request.path_params["room"]), await body_of(request)
    at, title = asked.get("at"), str(asked.get("title") or "as at the table")[:80]
    state = room.line.at(at if type(at) is int else None)
    data = await web.house.quietly(lambda: packed(state, with_game=room.edited))
    return JSONResponse(await _run(web.house, editing.example, data, title))


async def stage(web: Web, request: Request) -> Response:
    """A table at which an example goes on from where it has led: one of a text, or a finding of a study."""
    from rulekit.studio.server import body_of

    asked = await body_of(request)
    name, title = str(asked.get("name")), str(asked.get("title"))
    path = web.house.path_of(_named(web.house, name))
    text = asked["text"] if isinstance(asked.get("text"), str) else files.read_text(path, limit=limits.TEXT)
    if isinstance(asked.get("example"), str):
        text = f"{text.rstrip()}\n\n{asked['example']}"
    found = await _run(web.house, trying.laid, str(path), text, title)
    room = await web.house.quietly(_laid, web.house, name, path, text, found)
    return JSONResponse(lobby.links(room))


def _laid(house: House, name: str, path: Path, text: str, found: dict[str, Any]) -> Room:
    try:
        with files.overlaid({path.resolve(): text}):
            setup = found["maps"][0] if found["maps"] else None
            game = load(path, modules=found["modules"], options=dict(found["options"]), setup=setup)
            state = game.from_json(found["state"])
    except RulekitError as error:
        raise RoomError("rules", str(error)) from error
    own, options = _named(house, name), tuple((str(one), value) for one, value in found["options"])
    setting = Setting(own, found["players"], 0, tuple(found["modules"]), options, Path(setup).stem if setup else None)
    seats = [Seat.of("here") for _ in state.players]
    return house.add(Room(game, setting, seats, Line([state]), texts={own: text}, by_hand=True))


# ---------- studies ----------
async def jobs(web: Web, request: Request) -> Response:
    from rulekit.studio.server import body_of

    if request.method == "GET":
        return JSONResponse({"jobs": [job.told() for job in web.house.jobs.all.values()]})
    asked = await body_of(request)
    name = str(asked.get("game"))
    job = web.house.jobs.begin(str(asked.get("kind")), name, str(web.house.path_of(name)), asked)
    return JSONResponse(job.told())


async def job(web: Web, request: Request) -> Response:
    """One study: `look`, `cancel`, `report`."""
    found, what = web.house.jobs.job(request.path_params["job"]), request.path_params["what"]
    if what == "cancel" and request.method == "POST":
        await web.house.jobs.cancel(found)
    if what == "report" and found.result is not None:
        name = f'attachment; filename="{found.kind}-{Path(found.game).stem}.html"'
        page = report_page(found.kind, found.game, found.result)
        return Response(page, media_type="text/html", headers={"content-disposition": name})
    return JSONResponse(found.told(whole=True))
