"""Games, states and decisions as bytes, for process pools and clusters.

Contract: a pickled `Game` carries its texts and maps, so a process without the files can run it. A pickled `State` is small:
it names its game by a fingerprint of the rules and by where they lie, and finds it again among the games this process knows,
or reads it anew; rules that have changed since are refused, never played. All states of one game share one `Game` in a
process. Of what came before, log and answers are kept; `undo` ends at the pickled state, as at a saved one.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from rulekit.errors import RulekitError, SaveError, UsageError

if TYPE_CHECKING:
    from rulekit.api.game import Game
    from rulekit.api.state import State
    from rulekit.runtime.state import Data
    from rulekit.sources.source import Source

_GAMES: WeakValueDictionary[str, Game] = WeakValueDictionary()
_LATEST: deque[Game] = deque(maxlen=8)  # held, so that states that come one by one do not read their game each time


@dataclass(frozen=True)
class Address:
    """Where the game of a pickled state is to be found, and how to know that it is that game."""

    key: str
    path: str
    modules: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    maps: tuple[tuple[str, str], ...]
    engine: str
    budget: int

    def game(self) -> Game:
        found = _GAMES.get(self.key)
        if found is None:
            found = self._read()
            if key_of(found) != self.key:
                raise SaveError(f"the pickled state belongs to other rules: `{self.path}` or its maps have changed since")
            _keep(self.key, found)
        return found

    def _read(self) -> Game:
        from rulekit.api.game import Game
        from rulekit.api.setup import Setting

        path = Path(self.path)
        if not path.is_file():
            raise SaveError(f"there is no `{self.path}` here, the rules of the pickled state; unpickle its `Game` first")
        maps = {board: Path(name) for board, name in self.maps}
        try:
            return Game(path, setting=Setting(self.modules, dict(self.options), maps), engine=self.engine, budget=self.budget)
        except RulekitError as error:
            raise SaveError(f"the rules of the pickled state cannot be read any more: {error}") from error


def _keep(key: str, game: Game) -> None:
    _GAMES[key] = game
    if game not in _LATEST:
        _LATEST.append(game)


def key_of(game: Game) -> str:
    """A fingerprint of all that a game plays by: texts, modules, options, maps, engine, budget."""
    if game.key is None:
        texts = [source.text for source in sorted(game.sources, key=lambda s: Path(s.name).name)]
        found = game.setting.contents(game, [game.program])
        maps = sorted((board, Path(source.name).name, source.text) for board, source in found.items())
        parts = (texts, game.setting.modules, sorted(game.setting.options.items()), maps, game.engine, game.budget)
        game.key = hashlib.sha256(repr(parts).encode()).hexdigest()
    return game.key


def _address(game: Game) -> Address:
    if not game.as_written:
        raise UsageError("a game whose declarations were changed by a tool has no text of its own and cannot be pickled")
    key = key_of(game)
    _keep(key, game)  # of several that play by the same, states come back to the one that sent some last
    setting = game.setting
    maps = tuple((board, str(path.resolve())) for board, path in setting.maps.items())
    options = tuple(setting.options.items())
    return Address(key, str(game.path.resolve()), setting.modules, options, maps, game.engine, game.budget)


# ---------- games ----------
def reduced_game(game: Game) -> Any:
    address = _address(game)
    maps = game.setting.contents(game, game.known_programs())
    return _game, (address, tuple(game.sources), maps)


def _game(address: Address, sources: tuple[Source, ...], maps: dict[str, Source]) -> Game:
    from rulekit.api.game import Game
    from rulekit.api.setup import Setting

    found = _GAMES.get(address.key)
    if found is None:
        setting = Setting(address.modules, dict(address.options), {b: Path(p) for b, p in address.maps}, carried=maps)
        like = next((game for game in _LATEST if _same_text(game, address, sources)), None)
        if like is not None:
            found = like.with_setting(setting, address.engine)
        else:
            path, texts = Path(address.path), list(sources)
            found = Game(path, setting=setting, engine=address.engine, budget=address.budget, sources=texts)
        if key_of(found) != address.key:
            raise SaveError("the pickled game is damaged, or of another version of rulekit")
        _keep(address.key, found)
    return found


def _same_text(game: Game, address: Address, sources: tuple[Source, ...]) -> bool:
    """Is it another choice of modules and maps of the same rules, so that nothing has to be parsed again?"""
    same = str(game.path) == address.path and game.budget == address.budget and game.as_written
    return same and [(s.name, s.text) for s in game.sources] == [(s.name, s.text) for s in sources]


# ---------- states ----------
def reduced_state(state: State) -> Any:
    names = tuple(state.table.entities[p].name for p in state.players)
    tale = state._story()
    told = (tale.events, tale.within, tale.ids.as_plain())
    return _state, (_address(state.game), names, state._data, told, state.answers, state.quiet)


def _state(address: Address, names: tuple[str, ...], data: Data, told: Any, answers: list[str], quiet: bool) -> State:
    from rulekit.api.save import default_names
    from rulekit.api.state import State
    from rulekit.story.sight import Identities
    from rulekit.story.tale import Tale

    game = address.game()
    table = game.table(len(names), names if names != default_names(len(names)) else ())
    if len(data.vals) != len(table.slot_of) or len(data.zones) != len(table.zone_of) or len(data.up) != len(table.entities):
        raise SaveError("the pickled state does not fit its rules; it is of another version of rulekit")
    given: Any = None
    for answer in answers:
        given = (given, answer)
    events, within, ids = told
    state = State(game, table, data, Tale(data.following(), given, events, within, Identities.from_plain(ids)))
    state.quiet, state._answers = quiet, given
    return state
