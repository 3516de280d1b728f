"""Environments of PettingZoo: `env(rules, players=3)` turn by turn, `parallel_env` all at once.

Contract: agents are `player_0` and so on. An action is a number of `Game.actions`, an observation the numbers of
`State.encode` with the mask of what is possible. An action that is not possible is a `UsageError`. Rewards come at the end:
winners share what the others lose, 1 each, or with `returns="score"` what the define `score` says. The same seed gives the
same game; one that is over before anybody is asked is dealt anew.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from rulekit.adapters.moving import DEALS, by_wins, together
from rulekit.api import Game, State
from rulekit.api.actions import Actions
from rulekit.api.game import load
from rulekit.errors import UsageError

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding

    _zoo: Any = import_module("pettingzoo")  # without types
except ImportError:
    raise UsageError("PettingZoo is not installed: pip install 'rulekit-games[pettingzoo]'") from None

_MOST = 1e10
_SEEDS = 1 << 31


class _Table:
    """What both sorts of environment have: a game, its spaces, and the position."""

    def __init__(
        self, rules: str | Path | Game, players: int | None, returns: str, limit: int, choices: dict[str, Any]
    ) -> None:
        self.game = rules if isinstance(rules, Game) else load(rules, **choices)
        self.game.require_start()
        if returns not in ("win", "score"):
            raise UsageError(f"returns is `win` or `score`, not `{returns}`")
        self.count = self.game._count(players, ())
        self.returns, self.limit = returns, limit
        self.agents = [f"player_{seat}" for seat in range(self.count)]
        self.state: State | None = None
        self.moves = 0
        self._random: Any = None

    @property
    def actions(self) -> Actions:
        return self.game.actions(self.count)

    def spaces(self, more: int = 0) -> tuple[Any, Any]:
        """Of observations and of actions; `more` actions than the game has."""
        size = self.game.observation_schema(self.count).size
        seen = Box(-_MOST, _MOST, (size,), np.float32)
        total = len(self.actions) + more
        return Dict({"observation": seen, "action_mask": Box(0, 1, (total,), np.int8)}), Discrete(total)

    def begin(self, seed: int | None) -> None:
        """A new game; without a seed, one that follows from the seed before."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.moves = 0
        for _ in range(DEALS):
            self.state = self.game.new(self.count, int(self._random.integers(_SEEDS)))
            if not self.state.over:
                return
        raise UsageError(f"nobody was asked anything in {DEALS} games")

    @property
    def now(self) -> State:
        if self.state is None:
            raise UsageError("call reset() first")
        return self.state

    def answer(self, action: Any) -> None:
        self.state = self.now.apply(self.actions.option(self.now, int(action)))

    def observed(self, seat: int, possible: list[int], more: int = 0) -> dict[str, Any]:
        mask = np.zeros(len(self.actions) + more, np.int8)
        mask[possible] = 1
        return {"observation": np.array(self.now.encode(seat), np.float32), "action_mask": mask}

    @property
    def cut_off(self) -> bool:
        return not self.now.over and self.moves >= self.limit

    def rewards(self) -> list[float]:
        if not self.now.over:
            return [0.0] * self.count
        return by_wins(self.now) if self.returns == "win" else [float(score) for score in self.now.scores]

    def told(self) -> str:
        return "\n".join(self.now.story(width=80))


class _Seated:
    """What both sorts of environment have: the table, its agents and their spaces."""

    metadata: dict[str, Any]

    def _seat(self, table: _Table, render_mode: str | None, waiting: int) -> None:
        """`waiting`: actions behind those of the game, for agents who are not asked."""
        self.table, self.render_mode = table, render_mode
        self.metadata = {**self.metadata, "name": table.game.name}
        self.possible_agents = list(table.agents)
        seen, answers = table.spaces(more=waiting)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(answers.n) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        return _rendered(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class RulesEnv(_Seated, _zoo.AECEnv):  # type: ignore[misc]
    """Turn by turn."""

    metadata = {"name": "rulekit", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, table: _Table, render_mode: str | None) -> None:
        super().__init__()
        self._seat(table, render_mode, waiting=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_next()

    def _choose_next(self) -> None:
        state = self.table.now
        over, cut = state.over, self.table.cut_off
        if over or cut:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, cut)
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        self.agent_selection = self.possible_agents[0 if over else state.decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat, state = self.possible_agents.index(agent), self.table.now
        asked = not state.over and state.decision.player == seat
        return self.table.observed(seat, self.table.actions.of(state) if asked else [])

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.table.answer(action)
        self.table.moves += 1
        self._choose_next()
        self._accumulate_rewards()


class RulesParallelEnv(_Seated, _zoo.ParallelEnv):  # type: ignore[misc]
    """All at once: those who are not asked wait, with the last action of the space. Sealed choices are made together."""

    metadata = {"name": "rulekit", "render_modes": ["ansi", "human"]}  # noqa: RUF012

    def __init__(self, table: _Table, render_mode: str | None) -> None:
        self._seat(table, render_mode, waiting=1)
        self.agents: list[str] = []
        self.wait = len(table.actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def _asked(self) -> dict[int, list[int]]:
        state = self.table.now
        if state.over:
            return {}
        return together(state, self.table.actions) or {state.decision.seat: self.table.actions.of(state)}

    def _observed(self) -> dict[str, Any]:
        asked = self._asked()
        return {
            agent: self.table.observed(seat, asked.get(seat, [self.wait]), 1) for seat, agent in enumerate(self.table.agents)
        }

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        for seat in self._asked():
            self.table.answer(actions[self.possible_agents[seat]])
        self.table.moves += 1
        over, cut = self.table.now.over, self.table.cut_off
        found: tuple[Any, Any, Any, Any, Any] = (
            self._observed(),
            dict(zip(self.table.agents, self.table.rewards(), strict=True)),
            dict.fromkeys(self.table.agents, over),
            dict.fromkeys(self.table.agents, cut),
            {agent: {} for agent in self.table.agents},
        )
        if over or cut:
            self.agents = []
        return found


def _rendered(table: _Table, mode: str | None) -> str | None:
    if mode == "human":
        from rulekit.sources.printable import visible

        print(visible(table.told()))
        return None
    return table.told() if mode == "ansi" else None


def env(
    rules: str | Path | Game, players: int | None = None, *, returns: str = "win", limit: int = 10_000,
    render_mode: str | None = None, **choices: Any,
) -> RulesEnv:  # fmt: skip
    """A game turn by turn; after `limit` decisions it is cut off. `choices` are for `rulekit.load`."""
    return RulesEnv(_Table(rules, players, returns, limit, choices), render_mode)


def parallel_env(
    rules: str | Path | Game, players: int | None = None, *, returns: str = "win", limit: int = 10_000,
    render_mode: str | None = None, **choices: Any,
) -> RulesParallelEnv:  # fmt: skip
    """A game in which all move at once, most of them by waiting; after `limit` moves it is cut off."""
    return RulesParallelEnv(_Table(rules, players, returns, limit, choices), render_mode)


__all__ = ["env", "parallel_env"]
