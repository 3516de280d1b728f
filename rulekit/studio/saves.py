"""Tables as files.

Contract: a save holds everything, so only the host gets one. One whose rules are not those in the files carries their texts. It
is read with suspicion: what it says is played again answer by answer from the start, and refused where an answer is none; where
the answers alone do not lead to a position, that is in the save, and is checked as any saved game is.
"""

from __future__ import annotations

import json
from typing import Any

from rulekit.api import Game, State
from rulekit.errors import RulekitError
from rulekit.studio import limits
from rulekit.studio.line import Line
from rulekit.studio.room import Room, RoomError, Setting
from rulekit.studio.seats import Seat

_FORMAT = "rulekit studio table 2"
_FIRST = "rulekit studio table 1"  # without texts, position and rules
_PARTS: dict[str, Any] = {
    "game": str,
    "players": int,
    "seed": int,
    "modules": list,
    "options": list,
    "answers": list,
    "seats": list,
    "texts": dict,
}


def write(room: Room) -> str:
    """A table as text."""
    setting = room.setting
    data = {
        "format": _FORMAT, "game": setting.game, "players": setting.players, "seed": setting.seed,
        "modules": list(setting.modules), "options": [list(pair) for pair in setting.options], "setup": setting.setup,
        "rules": room.state.table.program.digest, "texts": room.texts, "answers": [] if room.by_hand else room.line.texts,
        "position": None, "seats": [[seat.kind, seat.bot] for seat in room.seats],
    }  # fmt: skip
    if room.by_hand:
        data["position"] = json.loads(room.state.to_json())
    text = json.dumps(data, ensure_ascii=False, indent=1)
    if room.by_hand and len(text.encode()) > limits.TEXT:  # what has happened is the most of it
        data["position"] = json.loads(State(room.game, room.state.table, room.state.data.copy()).to_json())
        text = json.dumps(data, ensure_ascii=False)
    if len(text.encode()) > limits.TEXT:
        raise RoomError("save", f"this table cannot be saved: it would take more than {limits.TEXT >> 20} MB")
    return text


def parse(text: str) -> dict[str, Any]:
    """What a save says, checked for its shape."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RoomError("save", "this is no saved table: it is no JSON") from error
    if not isinstance(data, dict) or data.get("format") not in (_FIRST, _FORMAT):
        raise RoomError("save", "this is no table saved by the studio; `rulekit play --load` reads games saved in the terminal")
    if data["format"] == _FIRST:
        data |= {"texts": {}, "position": None, "rules": None}
    sound = all(type(data.get(name)) is kind for name, kind in _PARTS.items())
    if not sound or not all(type(answer) is str for answer in data["answers"]) or len(data["answers"]) > limits.POSITIONS:
        raise RoomError("save", "the saved table is damaged")
    if not all(type(said) is str for said in data["texts"].values()):
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
    """The table of a save, with all its past; of a position that was laid by hand, from there on."""
    setting = setting_of(data)
    try:
        seats = [Seat.of(str(kind), str(bot)) for kind, bot in data["seats"]]
        line, note = _played(game, setting, data) if data.get("position") is None else (_laid(game, data), "")
    except (RulekitError, TypeError, ValueError) as error:
        raise RoomError("save", f"the saved table cannot be laid: {error}") from error
    if len(seats) != len(line.now.players) or setting.players != len(seats):
        raise RoomError("save", "the saved table is damaged")
    return Room(game, setting, seats, line, texts=data["texts"], by_hand=data.get("position") is not None, note=note)


def _played(game: Game, setting: Setting, data: dict[str, Any]) -> tuple[Line, str]:
    """The play, and what the host should know. One that a study has found may end with the answer at which the rules have
    failed (`as_far`): it is laid as far as it goes."""
    line = Line([game.new(setting.players, setting.seed)])
    changed = data.get("rules") not in (None, line.now.table.program.digest)
    for at, answer in enumerate(data["answers"], 1):
        try:
            line.go_on(answer)
        except RulekitError as error:
            if data.get("as_far") is True:
                return line, f"`{answer}`: {error}"
            since = "; the rules have changed since it was saved" if changed else ""
            raise RoomError("save", f"answer {at} of the saved table does not fit these rules{since}: {error}") from error
    return line, ""


def _laid(game: Game, data: dict[str, Any]) -> Line:
    return Line([game.from_json(json.dumps(data["position"]))])
