"""Saved games: a state as JSON, bound to the rules it belongs to.

Contract: `write` gives text that `read` turns into an equal state, in another process and on another machine. What
cannot be read, or belongs to other rules, raises `SaveError` with the reason; nothing is guessed.
"""

from __future__ import annotations

import json
from array import array
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.errors import RulekitError, SaveError
from rulekit.interpreter.scopes import Scope
from rulekit.interpreter.state import Data

if TYPE_CHECKING:
    from rulekit.api import Game, State

FORMAT = 3  # a scope is a row of fields
_MAX = 20_000_000


def write(state: State) -> str:
    """The state, its log and its answers as JSON."""
    table = state.table
    document = {
        "rulekit": FORMAT,
        "game": state.game.name,
        "rules": table.program.digest,
        "modules": list(table.program.modules),
        "players": [table.entities[p].name for p in table.players],
        "state": state.data.as_plain(),
        "answers": state.answers,
        "log": [[text, secret] for text, secret in state.log_entries()],
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def read(game: Game, text: str) -> State:
    """The state that a text holds, for a game with the same rules and modules."""
    document = _document(text)
    _validate(document)
    names = tuple(document["players"])
    table = _table(game, document, names)
    from rulekit.api.state import Log, State

    try:
        data = thaw(document["state"])
        log: Log | None = None
        for line, secret in document["log"]:
            log = (log, line, secret, None)
        state = State(game, table, data, log)
        _check_shape(state)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RulekitError) as error:
        raise SaveError(f"the save is damaged: {error}") from error
    for answer in document["answers"]:
        state._answers = (state._answers, answer)
    return state


def _document(text: str) -> Any:
    if len(text) > _MAX:
        raise SaveError("the save is too large to be one")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SaveError(f"this is no saved game, or it is damaged: it cannot be read at {place}") from error
    except (ValueError, RecursionError) as error:
        raise SaveError("this is no saved game, or it is damaged: it cannot be read") from error


def _validate(document: Any) -> None:
    """Against the schema that is published with the package."""
    for error in _validator().iter_errors(document):
        place = ".".join(str(part) for part in error.absolute_path) or "the top"
        raise SaveError(f"this is no saved game of this version of rulekit: at {place}, {error.message[:200]}")


@cache
def _validator() -> Any:
    """Read and compiled once: a search reads many saves."""
    import jsonschema

    schema = json.loads((Path(__file__).parent / "save.schema.json").read_text(encoding="utf-8"))
    return jsonschema.validators.validator_for(schema)(schema)


def _table(game: Game, document: Any, names: tuple[str, ...]) -> Any:
    if document["game"] != game.name:
        raise SaveError(f"the save is of {document['game']}, not of {game.name}")
    try:
        table = game.table(len(names), names if names != _default_names(len(names)) else ())
    except RulekitError as error:
        raise SaveError(f"the save does not fit the game: {error}") from error
    if list(table.program.modules) != document["modules"]:
        wanted = ", ".join(document["modules"]) or "none"
        raise SaveError(f"the save was made with other modules ({wanted})")
    if table.program.digest != document["rules"]:
        raise SaveError("the save belongs to other rules: the text of the game has changed since")
    return table


def _default_names(count: int) -> tuple[str, ...]:
    return tuple(f"player{seat + 1}" for seat in range(count))


def thaw(plain: dict[str, Any]) -> Data:
    """Plain JSON back to a state: lists inside values become tuples again."""
    data = Data()
    for name in Data().as_plain():
        if name in plain:  # `ask_forced` came later than other parts
            setattr(data, name, plain[name])
    data.vals = [_tuple(v) for v in plain["vals"]]
    data.zones = [tuple(z) for z in plain["zones"]]
    data.mixed, data.pools = array("i", plain["mixed"]), array("i", plain["pools"])
    data.known = tuple((a, b) for a, b in plain["known"])
    data.stack = [[path, pc, [_tuple(v) for v in local]] for path, pc, local in plain["stack"]]
    data.scopes = [Scope(*_tuple(scope)) for scope in plain["scopes"]]
    data.lasting = [{key: _tuple(v) for key, v in entry.items()} for entry in plain["lasting"]]
    data.once, data.winners, data.result = _tuple(plain["once"]), tuple(plain["winners"]), _tuple(plain["result"])
    return data


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value


def _check_shape(state: State) -> None:
    """Sizes and places must fit the table before anything runs on them."""
    data, table = state.data, state.table
    sizes = (
        ("vals", len(data.vals), len(table.slot_of)),
        ("zones", len(data.zones), len(table.zone_of)),
        ("mixed", len(data.mixed), len(table.zone_of)),
        ("pools", len(data.pools), len(table.zone_of)),
        ("where", len(data.where), len(table.entities)),
        ("up", len(data.up), len(table.entities)),
    )
    for name, found, wanted in sizes:
        if found != wanted:
            raise ValueError(f"{name} has {found} entries, not {wanted}")
    for zone, items in enumerate(data.zones):
        if any(data.where[item] != zone for item in items):
            raise ValueError("a thing is in two places")
    sure = _sure_numbers(state)
    for slot, (var, _) in enumerate(table.slot_of):
        if var in sure and type(data.vals[slot]) is not int:
            raise ValueError(f"`{var}` is no number")
    for path, pc, _ in data.stack:
        routine = table.program.routines.get(path)
        if not path.startswith("@") and (routine is None or not 0 <= pc < len(routine.ops)):
            raise ValueError(f"there is no place {pc} in `{path}`")
    for scope in data.scopes:
        for first, values in scope.saved:
            if not 0 <= first <= first + len(values) <= len(data.vals):
                raise ValueError("a scope sets aside what there is not")
    if not data.ended and (not data.asking or state.decision.kind == "over"):
        raise ValueError("nothing is asked, yet the game is not over")


def _sure_numbers(state: State) -> set[str]:
    """The variables that the fast tier takes for numbers without looking, since no rule makes anything else of them."""
    if state.game.engine != "compiled":
        return set()
    from rulekit.compiled.code import code_of

    return code_of(state.table).printer.sure_vars
