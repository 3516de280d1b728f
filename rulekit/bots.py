"""Players that the machine provides.

Contract: a bot is a function from a state to one of its options. It never looks at what its player cannot see and never
uses up the game's chance: it looks ahead in states drawn anew from its player's view.

`greedy` takes the option after which its player stands best at the next decision: by the game's define `worth(player)` if
there is one, else by `score` with what the player holds as a tie-break.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit.api import Option, State
from rulekit.errors import UsageError
from rulekit.interpreter.chance import draw
from rulekit.suggest import did_you_mean

Bot = Callable[[State], Option]
NAMES = ("random", "greedy")
_LOOKS = 2  # states drawn for each decision
_MOST_OPTIONS = 24  # more than these are thinned out before looking ahead


def make(name: str, seed: int = 0) -> Bot:
    """A bot by its name; its own stream of chance begins at the seed."""
    if name == "random":
        return random_bot(seed)
    if name == "greedy":
        return greedy_bot(seed)
    raise UsageError(f"there is no bot `{name}`; {did_you_mean(name, NAMES) or 'there are ' + ', '.join(NAMES)}")


def random_bot(seed: int = 0) -> Bot:
    """Every option with the same chance."""
    stream = _Stream(seed)
    return lambda state: state.decision.options[stream.below(len(state.decision.options))]


def greedy_bot(seed: int = 0) -> Bot:
    """The option that looks best one decision ahead."""
    stream = _Stream(seed)

    def choose(state: State) -> Option:
        options = _thinned(state.decision.options, stream)
        player = state.decision.player
        if player is None or len(options) == 1:
            return options[stream.below(len(options))]
        looks = [state.resample(player, stream.below(1 << 30)) for _ in range(_LOOKS)]
        return max(options, key=lambda option: sum(_after(look, option, player) for look in looks))

    return choose


class _Stream:
    """Numbers of a bot's own."""

    def __init__(self, seed: int) -> None:
        self._seed, self._count = ~seed, 0

    def below(self, total: int) -> int:
        self._count += 1
        return draw(self._seed, self._count, total)


def _thinned(options: Sequence[Option], stream: _Stream) -> list[Option]:
    found = list(options)
    while len(found) > _MOST_OPTIONS:
        found.pop(stream.below(len(found)))
    return found


def _after(state: State, option: Option, player: int) -> float:
    if all(option.text != other.text for other in state.decision.options):
        return float("-inf")
    return standing(state.apply(option.text), player)


def standing(state: State, player: int) -> float:
    """How well a player stands: much for a win, else what the game says it is worth."""
    if state.over:
        return 1e9 if player in state.winners else -1e9
    define = state.table.program.defines.get("worth")
    if define is not None and len(define.params) == 1:
        return float(state.machine.call("worth", [player], player))
    score = state.scores[player]
    return 1000.0 * (score if isinstance(score, int) else 0) + _held(state, player)


def _held(state: State, player: int) -> int:
    """All that a player holds of lasting resources."""
    found = 0
    for name, var in state.table.program.resources().items():
        if var.owners == ("player",) and var.lasts is None:
            found += state.machine.held(name, player)
    return found
