"""What the host may ask for: games, tables, seats, saves.

Contract: every function takes the house and what was sent, and gives plain data; what is wrong raises `RoomError`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rulekit.api import Game
from rulekit.api.setup import known_setups
from rulekit.bots.spec import HELP
from rulekit.errors import RulekitError
from rulekit.sources import files
from rulekit.sources.bundled import SUFFIX, bundled_games
from rulekit.sources.labels import default_label
from rulekit.sources.tongues import FIRST, codes
from rulekit.story.words import Words
from rulekit.studio import limits, saves
from rulekit.studio.house import House
from rulekit.studio.room import Room, RoomError, Setting
from rulekit.studio.seats import Seat
from rulekit.text import teller

_GAME = re.compile(r'^game (\w+)(?: "([^"]*)")?', re.MULTILINE)
_FOR = re.compile(r"^game:[ ]*([\w-]+)", re.MULTILINE)
_FILES = 200  # of a folder


def games(house: House) -> list[dict[str, Any]]:
    """The games that can be played: bundled ones, and those of the folder."""
    found = [_entry(name, _text(path), path.parent.name, name) for name, path in bundled_games().items()]
    for path in sorted(house.folder.glob(f"*{SUFFIX}"))[:_FILES]:
        if path.resolve() not in [known.resolve() for known in bundled_games().values()] and path.is_file():
            found.append(_entry(path.name, _text(path), "folder", path.stem))
    return [entry for entry in found if entry is not None]


def _text(path: Path) -> str:
    try:
        return files.read_text(path, limit=limits.TEXT)
    except (OSError, UnicodeDecodeError):
        return ""  # what cannot be read is no game


def _entry(name: str, text: str, folder: str, stem: str) -> dict[str, Any] | None:
    head = _GAME.search(text)
    if head is None or (folder != "folder" and head[1] != stem):
        return None
    return {"name": name, "title": head[2] or default_label(head[1], title=True), "folder": folder}


def about(house: House, name: str, lang: str = FIRST) -> dict[str, Any]:
    """What a table of a game can be laid for."""
    game = _loaded(house, name)
    table = game.table(game.player_counts[0])
    return {
        "name": name,
        "title": Words(table, lang).game(),
        "goal": [teller(game.program, lang).lexicon.raw("", labels) for word, labels in game.program.about if word == "goal"],
        "players": list(game.player_counts),
        "modules": [module for module, decl in game.offered.items() if not decl.players],
        "setups": sorted({path.stem for path in known_setups(game) if _meant_for(game, path)}),
        "languages": list(codes()),
        "bots": HELP,
    }


def _meant_for(game: Game, path: Path) -> bool:
    """Is a set-up or map beside a game one of its own? A set-up names its game; a map is for whoever plays on maps."""
    said = _FOR.search(_text(path))
    if said is not None:
        return said[1] in {Path(source.name).stem for source in game.sources}
    return any(board.from_map for board in game.program.boards.values())


def _loaded(house: House, name: str, *more: Any) -> Any:
    try:
        return house.game(name, *more)
    except RulekitError as error:
        raise RoomError("game", str(error)) from error


def open_room(house: House, asked: dict[str, Any]) -> Room:
    """Lays a table; with a `text`, by those rules instead of what is in the file."""
    setting, seats, text = _setting(asked), _seats(asked.get("seats")), asked.get("text")
    try:
        if not isinstance(text, str):
            return house.open(setting, seats)
        game = house.game_of(setting, {setting.game: text})
        room = Room.open(game, setting, seats)
        room.texts = {setting.game: text}
        return house.add(room)
    except RulekitError as error:
        raise RoomError("game", str(error)) from error


def _setting(asked: dict[str, Any]) -> Setting:
    sound = (
        isinstance(asked.get("game"), str)
        and type(asked.get("players")) is int
        and type(asked.get("seed")) is int
        and isinstance(asked.get("modules", []), list)
        and isinstance(asked.get("options", {}), dict)
        and isinstance(asked.get("setup"), str | None)
    )
    if not sound:
        raise RoomError("table", "a table needs a game, a number of players, a seed, and seats")
    modules = tuple(str(module) for module in asked.get("modules", []))
    options = tuple((str(name), str(value)) for name, value in asked.get("options", {}).items())
    return Setting(asked["game"], asked["players"], asked["seed"], modules, options, asked.get("setup") or None)


def _seats(asked: Any) -> list[Seat]:
    if not isinstance(asked, list) or not all(isinstance(seat, dict) for seat in asked) or len(asked) > 32:
        raise RoomError("seats", "seats are a list, each with its kind")
    try:
        return [Seat.of(str(seat.get("kind")), str(seat.get("bot") or "")) for seat in asked]
    except RulekitError as error:
        raise RoomError("seats", str(error)) from error


def rooms(house: House) -> list[dict[str, Any]]:
    """All tables."""
    return [
        {
            "room": room.id, "game": room.setting.game, "answers": len(room.line), "over": room.state.over,
            "seats": [{"kind": seat.kind, "bot": seat.bot} for seat in room.seats], "people": len(house.listeners[room.id]),
        }
        for room in house.rooms.values()
    ]  # fmt: skip


def links(room: Room) -> dict[str, Any]:
    """Where others sit down; only the host is told."""
    seats = [f"/join/{room.id}?token={seat.token}" if seat.kind == "link" else None for seat in room.seats]
    return {"room": room.id, "seats": seats, "watch": f"/join/{room.id}?token={room.watch_token}"}


def change_seat(room: Room, asked: dict[str, Any]) -> None:
    """Somebody else sits down: a bot for a person, a person for a bot."""
    number = asked.get("seat")
    if type(number) is not int or not 0 <= number < len(room.seats):
        raise RoomError("seats", "there is no such seat")
    (seat,) = _seats([{"kind": asked.get("kind"), "bot": asked.get("bot")}])
    with room.lock:
        room.seats[number] = seat
        room.note = ""
        room.version += 1


def load_room(house: House, text: str) -> Room:
    """The table of a save."""
    data = saves.parse(text)
    setting = saves.setting_of(data)
    try:
        game = house.game_of(setting, data["texts"])
    except RulekitError as error:
        raise RoomError("game", f"the rules of the saved table cannot be read: {error}") from error
    return house.add(saves.read(game, data))
