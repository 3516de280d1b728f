"""Environments of Gymnasium: one seat of a game against bots.

Contract: an action is a number of `Game.actions`, an observation the numbers of `State.encode` of that seat; what is
possible stands in `info["action_mask"]`. An action that is not possible ends the game as lost (`info["illegal"]`) or, with
`illegal="raise"`, is a `UsageError`; a number outside of the space always is. The same seed gives the same game and
bots; a game in which the seat is never asked is dealt anew. Several games side by side (`vector_env`) are played natively
against random bots where there is native code and it is faster, with the same results.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rulekit.adapters.moving import DEALS, by_wins
from rulekit.adapters.positions import Faster, Position, position
from rulekit.api import Game, State
from rulekit.api.actions import Actions
from rulekit.api.game import load
from rulekit.bots import parse, seat_seed
from rulekit.bots.stream import Stream
from rulekit.errors import UsageError

try:
    import numpy as np
    from gymnasium import Env
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import SyncVectorEnv
except ImportError:
    raise UsageError("Gymnasium is not installed: pip install 'rulekit-games[gymnasium]'") from None

_MOST = 1e10
_SEEDS = 1 << 31


class SeatEnv(Env[Any, Any]):
    """One seat."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, game: Game, players: int, seat: int, bots: Sequence[str], returns: str, limit: int, illegal: str,
        render_mode: str | None, native: bool | Faster = False,
    ) -> None:  # fmt: skip
        self.game, self.players, self.seat, self.bots = game, players, seat, tuple(bots)
        self.returns, self.limit, self.illegal, self.render_mode = returns, limit, illegal, render_mode
        size = game.observation_schema(players).size
        self.observation_space = Box(-_MOST, _MOST, (size,), np.float32)
        self.action_space = Discrete(len(self.actions))
        self._position: Position | None = None
        # a bot that thinks needs states, and so does who wants to see what has happened
        self._native = native if render_mode is None and all(parse(name).name == "random" for name in bots) else False
        self._drawn = self._moves = 0

    @property
    def actions(self) -> Actions:
        return self.game.actions(self.players)

    @property
    def position(self) -> Position:
        if self._position is None:
            raise UsageError("call reset() first")
        return self._position

    @property
    def state(self) -> State:
        return self.position.state

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(DEALS):
            self._drawn = int(self.np_random.integers(_SEEDS))
            self._position, self._moves = position(self.game.new(self.players, self._drawn), native=self._plays_natively), 0
            self._bots_play()
            if not self._position.over:
                return self._observed(), self._info()
        raise UsageError(f"seat {self.seat} was never asked anything in {DEALS} games")

    @property
    def _plays_natively(self) -> bool:
        return self._native.native if isinstance(self._native, Faster) else self._native

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        begin = time.perf_counter()
        found = self._step(action)
        if isinstance(self._native, Faster):
            self._native.note(type(self.position), time.perf_counter() - begin)
        return found

    def _step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number = int(action)
        if not self.action_space.contains(number):
            raise UsageError(f"{action!r} is no action; they are numbered from 0 to {len(self.actions) - 1}")
        if self.position.over:
            raise UsageError("the game is over; call reset()")
        possible = self.actions.of(self.state)
        if number not in possible:
            if self.illegal != "end":
                self.actions.option(self.state, number)  # says what is wrong
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": True}
        self.position.take(possible.index(number))
        self._moves += 1
        self._bots_play()
        over = self.state.over
        return self._observed(), self._reward(), over, not over and self._moves >= self.limit, self._info()

    def _bots_play(self) -> None:
        at = self.position
        while not at.over and (asked := at.player) != self.seat and self._moves < self.limit:
            at.take(self._answer(at, 0 if asked is None else asked))
            self._moves += 1

    def _answer(self, at: Position, seat: int) -> int:
        """What a bot takes. It is made anew for each answer, so that an environment can be copied and pickled at any time and
        goes on alike."""
        name = self.bots[min(seat - (seat > self.seat), len(self.bots) - 1)]
        spec, seed = parse(name), seat_seed(self._drawn + self._moves, seat)
        if spec.name == "random":
            return Stream(seed).below(at.count)
        option = spec.make(seed)(at.state.copy())
        return option.at if option.at >= 0 else at.state.decision.options.index(option)

    def _reward(self) -> float:
        if not self.position.over:
            return 0.0
        return by_wins(self.state)[self.seat] if self.returns == "win" else float(self.state.scores[self.seat])

    def _observed(self) -> Any:
        return np.array(self.state.encode(self.seat), np.float32)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(len(self.actions), np.int8)
        asked = not self.state.over and self.state.decision.player == self.seat
        mask[self.actions.of(self.state) if asked else []] = 1
        return {"action_mask": mask}

    def render(self) -> Any:
        return "\n".join(self.state.story(self.seat, width=80)) if self.render_mode == "ansi" else None


def env(
    rules: str | Path | Game,
    players: int | None = None,
    *,
    seat: int = 0,
    bots: Sequence[str] = ("random",),
    returns: str = "win",
    limit: int = 10_000,
    illegal: str = "end",
    render_mode: str | None = None,
    native: bool | Faster = False,
    **choices: Any,
) -> SeatEnv:
    """One seat against bots, named as for `simulate`; the last one takes the seats left. `choices` are for `rulekit.load`. With
    `native` random bots play in native code where there is some: the same game, but its states do not know their past."""
    game = rules if isinstance(rules, Game) else load(rules, **choices)
    game.require_start()
    count = game._count(players, ())
    _check(game, count, seat, bots, returns, illegal)
    return SeatEnv(game, count, seat, bots, returns, limit, illegal, render_mode, native)


def _check(game: Game, count: int, seat: int, bots: Sequence[str], returns: str, illegal: str) -> None:
    if seat not in range(count):
        raise UsageError(f"there is no seat {seat}; they are numbered from 0 to {count - 1}")
    if isinstance(bots, str) or not bots:
        raise UsageError(f"bots are a list of names, such as ['random'], not {bots!r}")
    for name in bots:
        parse(name).check(game, count)
    for word, known, what in ((returns, ("win", "score"), "returns"), (illegal, ("end", "raise"), "illegal")):
        if word not in known:
            raise UsageError(f"{what} is {' or '.join(f'`{one}`' for one in known)}, not `{word}`")


def vector_env(rules: str | Path | Game, num_envs: int, players: int | None = None, **settings: Any) -> SyncVectorEnv:
    """Several games of one seat side by side, in this process; they share the rules and are played natively where that is
    possible and faster: that is tried in the first steps. `settings` are those of `env`."""
    choices = {name: settings.pop(name) for name in ("modules", "options", "setup", "engine", "budget") if name in settings}
    game = rules if isinstance(rules, Game) else load(rules, **choices)

    faster = Faster()

    def make() -> SeatEnv:
        return env(game, players, **{"native": faster, **settings})

    makers: list[Callable[[], SeatEnv]] = [make] * num_envs
    return SyncVectorEnv(makers)


__all__ = ["env", "vector_env"]
