"""Saved games: a state as JSON, bound to the rules it belongs to.

Contract: `write` gives text that `read` turns into an equal state, in another process and on another machine. What
cannot be read, belongs to other rules, or could not have been written by them (`verify.py`) raises `SaveError` with the
reason; nothing is guessed.
"""

from __future__ import annotations

import hashlib
import json
import re
from array import array
from typing import TYPE_CHECKING, Any

from rulekit.api.verify import require_plain, verifier
from rulekit.api.verify_values import shown
from rulekit.errors import RulekitError, SaveError
from rulekit.interpreter.machine import Interpreter
from rulekit.program.limits import PLAYER_NAME_MAX, PLAYERS_MAX
from rulekit.runtime.scopes import Scope
from rulekit.runtime.state import KEPT, Data, named_pools
from rulekit.runtime.table import Table
from rulekit.story.event import Event, as_plain, from_plain
from rulekit.story.recorder import Within
from rulekit.story.sight import Identities
from rulekit.story.tale import Tale

if TYPE_CHECKING:
    from rulekit.api import Game, State

FORMAT = 5  # what has happened is kept as events, not as lines of text
_MAX = 20_000_000  # characters
_DIGITS = 80
_LONG = re.compile(f"[0-9]{{{_DIGITS + 1}}}")
_PARTS = ("rulekit", "game", "rules", "modules", "table", "players", "state", "answers", "story")


def write(state: State) -> str:
    """The state, its log and its answers as JSON."""
    table = state.table
    document = {
        "rulekit": FORMAT,
        "game": state.game.name,
        "rules": table.program.digest,
        "modules": list(table.program.modules),
        "table": fingerprint(table),
        "players": [table.entities[p].name for p in table.players],
        "state": state._data.as_plain(),
        "answers": state.answers,
        "story": _written(state._story(), state._identities()),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def fingerprint(table: Table) -> str:
    """Of all that options, maps and the number of players make of the rules; the names of players apart."""
    if table.fingerprint is None:
        things = [(e.kind, e.design, e.copy, e.owner) for e in table.entities]
        zones = [(zone.head.name, owners) for zone, owners in table.zone_of]
        boards = [(name, board.cells, board.neighbours) for name, board in table.boards.items()]
        parts = (sorted(table.options.items()), things, zones, table.slot_of, boards, table.map_fields)
        table.fingerprint = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
    return table.fingerprint


def read(game: Game, text: str) -> State:
    """The state that a text holds, for a game with the same rules, modules, options and maps."""
    document = _document(text)
    _head(document)
    names = tuple(document["players"])
    table = _table(game, document, names)
    checked = verifier(table)
    checked.check(document["state"])
    data = thaw(document["state"])
    checked.question(data)
    from rulekit.api.state import State

    answers: Any = None
    for answer in document["answers"]:
        answers = (answers, answer)
    state = State(game, table, data, _story(document["story"], table, data, answers))
    state._answers = answers
    return state


# ---------- the text ----------
def _document(text: str) -> Any:
    if not isinstance(text, str):
        raise SaveError(f"a save is a text, not {shown(text)}")
    if len(text) > _MAX:
        raise SaveError("the save is too large to be one")
    whole = _whole if _LONG.search(text) else None  # to ask for each number is slow, and hardly ever needed
    try:
        found = json.loads(
            text, parse_int=whole, parse_float=_no_fraction, parse_constant=_no_fraction, object_pairs_hook=_once
        )
        require_plain(found)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SaveError(f"this is no saved game, or it is damaged: it cannot be read at {place}") from error
    except (RecursionError, MemoryError) as error:
        raise SaveError("this is no saved game, or it is damaged: it is nested too deeply") from error
    return found


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise SaveError("this is no saved game, or it is damaged: a number is too large")
    return int(digits)


def _no_fraction(text: str) -> None:
    raise SaveError(f"this is no saved game, or it is damaged: `{text[:20]}` is no whole number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise SaveError("this is no saved game, or it is damaged: a part is there twice")
    return found


# ---------- what it says it is ----------
def _head(document: Any) -> None:
    if not isinstance(document, dict) or "rulekit" not in document:
        raise SaveError("this is no saved game of this version of rulekit: it does not say which it is of")
    version = document["rulekit"]
    if type(version) is not int or version != FORMAT:
        raise SaveError(f"the save is of another version of rulekit: its format is {shown(version)}, this one reads {FORMAT}")
    if set(document) != set(_PARTS):
        odd = ", ".join(sorted(set(document) ^ set(_PARTS)))[:80]
        raise SaveError(f"this is no saved game of this version of rulekit: it has other parts than a save has: {odd}")
    for part in ("game", "rules", "table"):
        if not isinstance(document[part], str):
            raise SaveError(f"the save is damaged: {part}: {shown(document[part])} is no text")
    for part in ("modules", "players", "answers"):
        if not isinstance(document[part], list) or not all(isinstance(item, str) for item in document[part]):
            raise SaveError(f"the save is damaged: {part}: this is no list of texts")


def _table(game: Game, document: Any, names: tuple[str, ...]) -> Table:
    if document["game"] != game.name:
        raise SaveError(f"the save is of {document['game'][:80]}, not of {game.name}")
    fits = len(set(names)) == len(names) and all(name.strip() and len(name) <= PLAYER_NAME_MAX for name in names)
    if not fits or len(names) > PLAYERS_MAX or len(names) not in game.player_counts:
        raise SaveError("the save is damaged: players: these are no players of this game")
    try:
        modules = list(game.for_players(len(names)).modules)
        if modules != document["modules"]:
            wanted = ", ".join(document["modules"])[:200] or "none"
            raise SaveError(f"the save was made with other modules ({wanted})")
        table = game.table(len(names), names if names != default_names(len(names)) else ())
    except SaveError:
        raise
    except RulekitError as error:
        raise SaveError(f"the save does not fit the game: {error}") from error
    if table.program.digest != document["rules"]:
        raise SaveError("the save belongs to other rules: the text of the game has changed since")
    if fingerprint(table) != document["table"]:
        raise SaveError("the save was made with other options or another map")
    return table


def default_names(count: int) -> tuple[str, ...]:
    return tuple(f"player{seat + 1}" for seat in range(count))


# ---------- what has happened ----------
def _written(tale: Tale, ids: Identities) -> dict[str, Any]:
    return {
        "events": [as_plain(event) for event in tale.events],
        "within": [list(within) for within in tale.within],
        "identities": ids.as_plain(),
    }


def _story(plain: Any, table: Table, data: Data, answers: Any) -> Tale:
    """The story of a save, where every number in it means something at this table."""
    verifier(table).story.check(plain)
    events = tuple(_event(event, at) for at, event in enumerate(plain["events"]))
    within = tuple(Within(*row) for row in plain["within"])
    ids = Identities.from_plain(plain["identities"])
    ids.settle(Interpreter(table, data))
    if ids.as_plain() != plain["identities"]:
        raise SaveError("the save is damaged: story: what a viewer follows is not what he sees")
    return Tale(data.following(), answers, events, within, ids)


def _event(plain: dict[str, Any], at: int) -> Event:
    """An event, if it is written as `as_plain` writes it and in no other way."""
    try:
        found = from_plain(plain)
    except (ValueError, KeyError, TypeError):
        raise SaveError(f"the save is damaged: story: event {at}: {shown(plain)} is no event") from None
    if as_plain(found) != plain:
        raise SaveError(f"the save is damaged: story: event {at}: {shown(plain)} is not as events are written")
    return found


# ---------- the state ----------
def thaw(plain: dict[str, Any]) -> Data:
    """Plain JSON back to a state: lists inside values become tuples again."""
    data = Data()
    for name in KEPT:
        setattr(data, name, plain[name])
    data.vals = [_tuple(v) for v in plain["vals"]]
    data.zones = [tuple(z) for z in plain["zones"]]
    data.mixed, data.pools = array("i", plain["mixed"]), named_pools(plain["pools"])
    data.known = tuple((a, b) for a, b in plain["known"])
    data.stack = [[path, pc, [_tuple(v) for v in local]] for path, pc, local in plain["stack"]]
    data.scopes = [Scope(*_tuple(scope)) for scope in plain["scopes"]]
    data.lasting = [{key: _tuple(v) for key, v in entry.items()} for entry in plain["lasting"]]
    data.once, data.winners, data.result = _tuple(plain["once"]), tuple(plain["winners"]), _tuple(plain["result"])
    return data


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value
