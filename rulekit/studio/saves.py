"""Tables as files.

Contract: a save holds everything, so only the host gets one. It is read with suspicion: what it says is played again answer
by answer from the start, and refused where an answer is none.
"""

from __future__ import annotations

import json
from typing import Any

from rulekit.api import Game
from rulekit.errors import RulekitError
from rulekit.studio import limits
from rulekit.studio.line import Line
from rulekit.studio.room import Room, RoomError, Setting
from rulekit.studio.seats import Seat

_FORMAT = "rulekit studio table 1"
_PARTS: dict[str, Any] = {
    "game": str,
    "players": int,
    "seed": int,
    "modules": list,
    "options": list,
    "answers": list,
    "seats": list,
}


def write(room: Room) -> str:
    """A table as text."""
    setting = room.setting
    if room.edited or room.by_hand:
        reason = "it was played by a text that is not in its file, or something was laid on it by hand"
        raise RoomError("save", f"this table cannot be saved: {reason}")
    data = {
        "format": _FORMAT, "game": setting.game, "players": setting.players, "seed": setting.seed,
        "modules": list(setting.modules), "options": [list(pair) for pair in setting.options], "setup": setting.setup,
        "answers": room.state.answers, "seats": [[seat.kind, seat.bot] for seat in room.seats],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1)


def parse(text: str) -> dict[str, Any]:
    """What a save says, checked for its shape."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RoomError("save", "this is no saved table: it is no JSON") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise RoomError("save", "this is no table saved by the studio; `rulekit play --load` reads games saved in the terminal")
    sound = all(type(data.get(name)) is kind for name, kind in _PARTS.items())
    if not sound or not all(type(answer) is str for answer in data["answers"]) or len(data["answers"]) > limits.POSITIONS:
        raise RoomError("save", "the saved table is damaged")
    return data


def setting_of(data: dict[str, Any]) -> Setting:
    """What the table of a save was laid for."""
    try:
        options = tuple((str(name), value) for name, value in data["options"])
        setup = None if data.get("setup") is None else str(data["setup"])
        return Setting(data["game"], data["players"], data["seed"], tuple(map(str, data["modules"])), options, setup)
    except (TypeError, ValueError) as error:
        raise RoomError("save", "the saved table is damaged") from error


def read(game: Game, data: dict[str, Any]) -> Room:
    """The table of a save, with all its past."""
    setting = setting_of(data)
    try:
        seats = [Seat.of(str(kind), str(bot)) for kind, bot in data["seats"]]
        line = Line([game.new(setting.players, setting.seed)])
        for at, answer in enumerate(data["answers"], 1):
            _next(line, answer, at)
    except (RulekitError, TypeError, ValueError) as error:
        raise RoomError("save", f"the saved table cannot be laid: {error}") from error
    if len(seats) != setting.players:
        raise RoomError("save", "the saved table is damaged")
    return Room(game, setting, seats, line)


def _next(line: Line, answer: str, at: int) -> None:
    try:
        line.go_on(answer)
    except RulekitError as error:
        raise RoomError("save", f"answer {at} of the saved table does not fit these rules: {error}") from error
