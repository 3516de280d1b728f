"""Bots by name: `random`, `advice`, `greedy`, `greedy:3`, `mcts`, `mcts:1000`, `mcts:500ms`, `mcts:2s`.

Contract: a text that names no bot raises `UsageError` with what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulekit.api import Game, Option, State
from rulekit.errors import UsageError
from rulekit.sources.suggest import did_you_mean

StockBot = Callable[[State], Option]  # one of ours; any `rulekit.Bot` may give a text or an index as well
NAMES = ("random", "advice", "greedy", "mcts")
HELP = (
    "random, advice (what the game says is good), greedy, greedy:3 (own decisions ahead), mcts, mcts:1000 (iterations), "
    "mcts:500ms or mcts:2s (time to think)"
)
ITERATIONS = 400  # of a plain `mcts`


@dataclass(frozen=True)
class Spec:
    """A bot that has been named: which, and how hard it thinks."""

    name: str
    depth: int = 1
    iterations: int | None = None
    seconds: float | None = None

    def make(self, seed: int) -> StockBot:
        """The bot; its own stream of chance begins at the seed."""
        if self.name == "greedy":
            from rulekit.bots.greedy import Greedy

            return Greedy(seed, self.depth)
        if self.name == "mcts":
            from rulekit.bots.mcts import Mcts

            return Mcts(seed, iterations=self.iterations, seconds=self.seconds)
        if self.name == "advice":
            from rulekit.bots.advised import Advised

            return Advised(seed)
        return random_bot(seed)

    def check(self, game: Game, players: int) -> None:
        """Raises `UsageError` where the bot cannot play this game."""
        if self.name == "advice":
            from rulekit.bots.advised import require_advice

            require_advice(game, players)

    @property
    def repeatable(self) -> bool:
        """Does it play the same game again? Not if it thinks by the clock."""
        return self.seconds is None


def make(text: str, seed: int = 0) -> StockBot:
    """A bot by its text, such as `mcts:500ms`."""
    return parse(text).make(seed)


def seat_seed(seed: int, seat: int) -> int:
    """Where the stream of the bot in a seat begins, in the game of a seed."""
    return seed * 1000 + seat


def names_of(text: str) -> list[str]:
    """Bots from `mcts:500ms,random`, one for each seat in order; the last one takes the seats left.

    >>> names_of("greedy, random")
    ['greedy', 'random']
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def parse(text: str) -> Spec:
    """One bot.

    >>> parse("mcts:500ms").seconds, parse("mcts:1000").iterations
    (0.5, 1000)
    """
    name, colon, amount = text.strip().lower().partition(":")
    if name not in NAMES:
        raise UsageError(f"there is no bot `{name}`; {did_you_mean(name, NAMES) or 'there are ' + ', '.join(NAMES)}")
    if not colon:
        return Spec(name, iterations=ITERATIONS if name == "mcts" else None)
    if name in ("random", "advice"):
        what = "a random player does not think" if name == "random" else "one who follows advice does not think"
        raise UsageError(f"`{text}`: {what}; write `{name}`")
    return _thinking(text, name, amount)


def _thinking(text: str, name: str, amount: str) -> Spec:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)?", amount)
    number, unit = (found[1], found[2]) if found else ("", None)
    if name == "greedy":
        if not number.isdigit() or unit or not 1 <= int(number) <= 9:
            raise UsageError(f"`{text}`: greedy looks 1 to 9 of its own decisions ahead, such as `greedy:3`")
        return Spec(name, depth=int(number))
    if not number or (unit is None and not number.isdigit()) or float(number) <= 0:
        raise UsageError(f"`{text}`: give mcts iterations or a time to think, such as `mcts:1000`, `mcts:500ms` or `mcts:2s`")
    if unit is None:
        return Spec(name, iterations=int(number))
    return Spec(name, seconds=float(number) / (1000 if unit == "ms" else 1))


def random_bot(seed: int = 0) -> StockBot:
    """Every option with the same chance."""
    from rulekit.bots.stream import Stream, require_open

    stream = Stream(seed)

    def pick(state: State) -> Option:
        require_open(state)
        options = state.decision.options
        return options[stream.below(len(options))]

    return pick
