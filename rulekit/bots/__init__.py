"""Players that the machine provides.

Contract: a bot is a function from a state to one of its options. It never looks at what its player cannot see and never
uses up the game's chance: it looks ahead in states drawn anew from its player's view (`State.resample`), with numbers from a
stream of its own. A bot that is given iterations, not time, answers the same to the same state, seed and history.

| file | what it holds |
|---|---|
| `spec.py` | bots by name: `random`, `advice`, `greedy:3`, `mcts:500ms` |
| `standing.py` | how well a player stands, by the game's own define or by default |
| `advised.py` | what the game itself advises |
| `greedy.py` | the best line of the next own decisions |
| `mcts.py`, `tree.py`, `rewards.py` | a tree search over what each player may know |
| `stream.py` | a bot's own numbers |
"""

from __future__ import annotations

from rulekit.bots.spec import HELP, NAMES, Spec, StockBot, make, names_of, parse, random_bot, seat_seed
from rulekit.bots.standing import standing

__all__ = ["HELP", "NAMES", "Spec", "StockBot", "make", "names_of", "parse", "random_bot", "seat_seed", "standing"]
