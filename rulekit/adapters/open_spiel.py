"""Games as OpenSpiel knows them: `load("kuhn_poker")` is a `pyspiel` game, for all of its algorithms.

Contract: every answer and every outcome of chance is a move over there, chance with its exact odds; what has one answer is a
move too. Sealed choices of several players are one simultaneous move. An information state is all that a player was told and
has answered (`State.history`): with perfect recall, and nothing hidden from him in it. Actions are those of `Game.actions`. A
loaded game is registered as `rulekit_NAME`: `pyspiel.load_game` and serialised states find it where it was loaded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from rulekit.adapters.moving import together
from rulekit.adapters.spiel_tree import Bounds, Settings, bounds, chancy, hidden, returns, sealed, start
from rulekit.api import Game, State
from rulekit.api.actions import Actions
from rulekit.api.game import load as load_rules
from rulekit.errors import UsageError

try:
    import numpy as np

    pyspiel: Any = import_module("pyspiel")  # an extra, and without types
except ImportError:
    raise UsageError("OpenSpiel is not installed: pip install 'rulekit-games[openspiel]'") from None

PREFIX = "rulekit_"
_LARGEST = 2_000_000  # numbers of a tensor of information states


def load(
    rules: str | Path | Game,
    *,
    players: int | None = None,
    returns: str = "",
    horizon: int = 0,
    min_utility: float | None = None,
    max_utility: float | None = None,
    max_game_length: int | None = None,
    **choices: Any,
) -> Any:
    """The `pyspiel.Game` of some rules, by bundled name, path or as a `Game`.

    `returns` is `win` (winners share what the others lose, 1 each) or `score` (what the define `score` says); without it,
    `score` where scores add up to nothing in a game small enough to be gone through. After `horizon` decisions nobody has won.
    Bounds that are not given are exact for small games. `choices` are for `rulekit.load`: modules, options, setup."""
    game = rules if isinstance(rules, Game) else load_rules(rules, **choices)
    game.require_start()
    if returns not in ("", "win", "score"):
        raise UsageError(f"returns is `win` or `score`, not `{returns}`")
    count = game._count(players, ())
    settings = Settings(count, returns or "win", horizon, min_utility, max_utility, max_game_length)
    if not returns and _zero_sum_scores(game, settings):
        settings = Settings(count, "score", horizon, min_utility, max_utility, max_game_length)
    return _registered(game, settings)({})


def _zero_sum_scores(game: Game, settings: Settings) -> bool:
    if "score" not in game.for_players(settings.players).defines:
        return False
    try:
        found = bounds(game, Settings(settings.players, "score", settings.horizon))
    except UsageError:
        return False
    return found.zero_sum and found.low < 0 < found.high


_CLASSES: dict[tuple[str, Settings], Any] = {}
_NAMES: dict[str, int] = {}


def _registered(game: Game, settings: Settings) -> Any:
    """A class for a game with its settings, under a name of its own."""
    from rulekit.api.pickled import key_of

    key = (key_of(game), settings)
    if key not in _CLASSES:
        name = PREFIX + game.name
        _NAMES[name] = _NAMES.get(name, 0) + 1
        short = name if _NAMES[name] == 1 else f"{name}_{_NAMES[name]}"
        known = bounds(game, settings)
        kind = _kind_of(game, settings, known, short)
        body = {"rules": game, "settings": settings, "known": known, "kind": kind}
        _CLASSES[key] = type(f"Rules_{short}", (RulesGame,), body)
        pyspiel.register_game(kind, _CLASSES[key])
    return _CLASSES[key]


def _kind_of(game: Game, settings: Settings, known: Bounds, short: str) -> Any:
    of, players = pyspiel.GameType, settings.players
    size = _recalled(game, settings, known)
    return of(
        short_name=short,
        long_name=f"{game.name}, by rulekit",
        dynamics=of.Dynamics.SIMULTANEOUS if sealed(game, players) else of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC if chancy(game, players) else of.ChanceMode.DETERMINISTIC,
        information=of.Information.IMPERFECT_INFORMATION if hidden(game, players) else of.Information.PERFECT_INFORMATION,
        utility=of.Utility.ZERO_SUM if known.zero_sum else of.Utility.GENERAL_SUM,
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=size <= _LARGEST,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _recalled(game: Game, settings: Settings, known: Bounds) -> int:
    """How many numbers an information state has: what was seen at each change, and the player's own answers."""
    return (known.longest + known.chance_events + 1) * _step(game, settings)


def _step(game: Game, settings: Settings) -> int:
    return game.observation_schema(settings.players).size + len(game.actions(settings.players))


class RulesGame(pyspiel.Game):  # type: ignore[misc]
    """The rules of one game, for OpenSpiel."""

    rules: Game
    settings: Settings
    known: Bounds
    kind: Any

    def __init__(self, params: Any = None) -> None:
        known = self.known
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions(self.settings.players)),
            max_chance_outcomes=max(known.outcomes, 1) if chancy(self.rules, self.settings.players) else 0,
            num_players=self.settings.players,
            min_utility=known.low,
            max_utility=known.high,
            utility_sum=0.0 if known.zero_sum else None,
            max_game_length=known.longest,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> RulesState:
        return RulesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"there are no parameters of observations, and these were given: {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        return self.known.chance_events


class RulesState(pyspiel.State):  # type: ignore[misc]
    """A position, for OpenSpiel."""

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self.settings = game.settings
        self.state: State = start(game.rules, game.settings.players)
        self.moves = 0
        self.own: list[tuple[int, int, int]] = []  # by whom, which action, and after how many answers

    @property
    def actions(self) -> Actions:
        return self.state.game.actions(self.settings.players)

    # ---------- who moves ----------
    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.state.decision.kind == "chance":
            return int(pyspiel.PlayerId.CHANCE)
        if self._together():
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self.state.decision.seat

    def is_terminal(self) -> bool:
        return self.state.over or bool(self.settings.horizon and self.moves >= self.settings.horizon)

    def _together(self) -> dict[int, list[int]]:
        return together(self.state, self.actions)

    def _legal_actions(self, player: int) -> list[int]:
        all_of_them = self._together()
        if all_of_them:
            return sorted(all_of_them.get(player, []))
        return sorted(self.actions.of(self.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(at, float(option.probability or 0)) for at, option in enumerate(self.state.decision.options)]

    # ---------- moving ----------
    def _apply_action(self, action: int) -> None:
        if self.state.decision.kind == "chance":
            self.state = self.state.apply(action)
        else:
            self._answer(action)
            self.moves += 1

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for player in self._together():
            self._answer(actions[player])
        self.moves += 1

    def _answer(self, action: int) -> None:
        self.own.append((self.state.decision.seat, action, len(self.state.answers)))
        self.state = self.state.apply(self.actions.option(self.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.state.decision.options[action])
        return self.actions[action]

    def returns(self) -> list[float]:
        return returns(self.state, self.settings) if self.state.over else [0.0] * self.settings.players

    # ---------- what is seen ----------
    def information_text(self, player: int) -> str:
        """All that a player knows."""
        return "\n".join((f"player {player}", *self.state.history(player)))

    def seen(self, player: int) -> list[list[float]]:
        """What a player saw whenever it changed, from the first position to this one."""
        found: list[list[float]] = []
        at = start(self.state.game, self.settings.players)
        for answer in (*self.state.answers, None):
            now = at.encode(player)
            if not found or found[-1] != now:
                found.append(now)
            at = at.apply(answer) if answer is not None else at
        return found

    def __str__(self) -> str:
        return "; ".join(self.state.answers)


class Observer:
    """What one player may know, as text and as numbers."""

    def __init__(self, game: RulesGame, what: Any) -> None:
        self.what, self.recalls = what, what.perfect_recall
        schema = game.rules.observation_schema(game.settings.players)
        self.step, self.answers = schema.size, len(game.rules.actions(game.settings.players))
        size = schema.size if not self.recalls else _recalled(game.rules, game.settings, game.known)
        self.private = what.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        whole = self.private and what.public_info
        self.tensor = np.zeros(size if whole and size <= _LARGEST else 0, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulesState, player: int) -> None:
        """Fills `tensor` with what a player sees now, or has ever seen and answered."""
        self.tensor.fill(0)
        if not len(self.tensor):
            return
        if not self.recalls:
            self.tensor[:] = state.state.encode(player)
            return
        width = self.step + self.answers
        for at, seen in enumerate(state.seen(player)[: len(self.tensor) // width]):
            self.tensor[at * width : at * width + self.step] = seen
        mine = [action for who, action, _ in state.own if who == player]
        for at, action in enumerate(mine[: len(self.tensor) // width]):
            self.tensor[at * width + self.step + action] = 1

    def string_from(self, state: RulesState, player: int) -> str | None:
        if not self.private or not self.what.public_info:
            return None
        if self.recalls:
            return state.information_text(player)
        from rulekit.interpreter.view import view

        seen = view(state.state.machine, player)
        asked = None if state.state.over else state.state.asked().player
        return repr(sorted({**seen, "asked": asked}.items()))


__all__ = ["RulesGame", "RulesState", "load"]
