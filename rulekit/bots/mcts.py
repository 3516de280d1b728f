"""Monte Carlo tree search that respects hidden information.

Contract: every iteration plays on a state drawn anew from the player's view, with new chance, so it can use neither hidden
things nor the game's own randomness. Each player in the tree takes what brings most to himself (max^n), which covers any
number of players, shared wins and sealed choices. Given iterations the answer depends on the state and the seed alone.

It is information set search with one tree for all (Cowling, Powley and Whitehouse, 2012): nodes are what a player knows to have
been answered, chance is sampled and never a node, and an answer that is not always possible is judged by how often it was.

A rollout is random play, to the end or until a score can be judged: random players would waste what an answer was good for. So
in a game that says what a position is `worth`, there is no tree: the answers run a race (`race.py`), by players who look one
answer ahead.

At the root the answers are tried in the order in which they look good at once, few at first, and this first look counts a
little: with a hundred thoughts and thirty answers each would else be tried three times, and the choice would be noise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from rulekit.api import Option, State
from rulekit.api.playouts import playout
from rulekit.bots.budget import Budget
from rulekit.bots.greedy import at_once
from rulekit.bots.positions import InPython
from rulekit.bots.race import Race
from rulekit.bots.rewards import Rewards
from rulekit.bots.standing import judged_by
from rulekit.bots.stream import PAYS, Stream, require_open
from rulekit.bots.tree import Edge, Histories, Known, Node
from rulekit.errors import ResampleError

BIAS = 0.3  # how much the first look counts at the root; it fades with every visit
_DEEPEST = 60  # answers inside the tree


@dataclass(frozen=True)
class Manner:
    """How thoughts go."""

    rollout: int  # answers after the tree, or after the answer that is tried, before a position is judged
    race: bool = False  # do players look one answer ahead?
    curiosity: float = 0.7  # the usual constant for rewards between 0 and 1 and availability counts


BY_WORTH = Manner(200, race=True)  # to the end of most games
BY_SCORE = Manner(20)  # what was bought must have time to pay
TO_THE_END = Manner(400)  # the game does not say how anybody stands


class Mcts:
    """A bot that thinks for so many iterations, or for so long."""

    def __init__(
        self, seed: int, *, iterations: int | None = None, seconds: float | None = None, rollout: int | None = None
    ) -> None:
        self._stream, self._rollout = Stream(seed), rollout
        self._iterations, self._seconds = iterations, seconds
        self._spent = 0.0  # seconds of thinking so far

    def __call__(self, state: State) -> Option:
        require_open(state)
        options = state.decision.options
        player = state.decision.player
        if player is None or len(options) == 1:
            return options[self._stream.below(len(options))]
        begin = time.perf_counter()
        try:
            place = self._place(state, player, begin)
        except ResampleError:  # nothing is known to think about
            return options[self._stream.below(len(options))]
        self._spent += time.perf_counter() - begin
        return options[place]

    def _place(self, state: State, player: int, begin: float) -> int:
        """Of the best option: in native code, from what was compiled before or, once it pays, is compiled now. Thoughts in
        Python end where that is ready; they begin again there, and the answer is the same."""
        from rulekit.api.native_search import searchable

        manner = manner_of(state, self._rollout)
        build, before = manner.race or self._spent > PAYS, self._stream.count
        found = searchable(state, build=build)
        if found is None:
            place = self._in_python(state, player, manner, begin, lambda: searchable(state, build=build) is not None)
            if place is not None:
                return place
            self._stream.count, found = before, searchable(state, build=build)
        place = self._natively(found, state, player, manner, begin)
        if place is None:
            place = self._in_python(state, player, manner, begin, lambda: False)
        return place or 0

    def _natively(self, found: Any, state: State, player: int, manner: Manner, begin: float) -> int | None:
        from rulekit.bots.native_mcts import raced, thoughts

        budget = self._budget(manner, begin)
        if manner.race:
            return raced(found, state, player, self._stream, manner.rollout, budget)
        known = thoughts(found, state, player, self._stream, manner, BIAS, budget)
        return None if known is None else tried_most(state, known)

    def _in_python(self, state: State, player: int, manner: Manner, begin: float, leave: Callable[[], bool]) -> int | None:
        """None where it is left before its end."""
        budget = self._budget(manner, begin)
        budget.leave = leave
        if manner.race:
            place = Race(state, player, self._stream, manner.rollout, budget).run()
        else:
            place = tried_most(state, Search(state, player, self._stream, manner).run(budget))
        return None if budget.left else place

    def _budget(self, manner: Manner, begin: float) -> Budget:
        """Where nothing was thought, a race leaves the answer that looks best at once, and a tree knows none."""
        return Budget(self._iterations or 1, self._seconds, begin, least=0 if manner.race else 1)


def manner_of(state: State, rollout: int | None = None) -> Manner:
    """How thoughts go, as the game says how players stand."""
    found = {"worth": BY_WORTH, "score": BY_SCORE}.get(judged_by(state), TO_THE_END)
    return found if rollout is None else replace(found, rollout=rollout)


def tried_most(state: State, known: dict[str, Known]) -> int:
    """The place of the option that was tried most."""
    found = [known.get(option.text, Known()) for option in state.decision.options]
    return max(range(len(found)), key=lambda place: (found[place].visits, found[place].mean))


class Search:
    """One decision being thought about."""

    def __init__(self, state: State, player: int, stream: Stream, manner: Manner) -> None:
        self._state, self._player, self._stream, self._manner = state, player, stream, manner
        self._nodes: dict[tuple[object, ...], Node] = {}
        drawn = self._draw()
        self._rewards = Rewards(drawn)
        self._ranked = self._promising(drawn)
        self._bias = {answer: BIAS * (1 - at / len(self._ranked)) for at, answer in enumerate(self._ranked)}
        self._count = 0

    def _draw(self) -> State:
        """A state that fits what the player knows."""
        state = self._state.resample(self._player, self._stream.seed())
        state.quiet = True  # nobody reads what happens in a thought
        return state

    def _promising(self, state: State) -> list[str]:
        """The answers at the root, those first after which the player stands best at once."""
        looks = at_once(InPython(state), self._player)
        values = {answer: (value, self._stream.seed()) for answer, value in looks.items()}
        return sorted(values, key=lambda answer: values[answer], reverse=True)

    def _worth_trying(self, answers: list[str]) -> list[str]:
        """At the root, few answers at first and more with every thought; what is offered but unknown counts as well."""
        self._count += 1
        first = set(self._ranked[: 2 + int(2 * sqrt(self._count))])
        return [answer for answer in answers if answer in first or answer not in self._ranked]

    def run(self, budget: Iterable[int]) -> dict[str, Known]:
        """What is known of the answers at the root, the one first that looked best at once."""
        root = self._node(Histories(len(self._state.players)).key(self._player))
        for left in budget:
            if _decided(root, left):
                break
            self._iterate()
        found = sorted(root.edges, key=lambda answer: self._bias.get(answer, 0.0), reverse=True)
        return {answer: root.edges[answer].known for answer in found}

    def _node(self, key: tuple[object, ...]) -> Node:
        return self._nodes.setdefault(key, Node())

    def _iterate(self) -> None:
        state = self._draw()
        path = self._descend(state)
        rewards = self._rewards.of(playout(state, self._stream.seed(), limit=self._manner.rollout))
        for player, edge in path:
            edge.count(rewards[player])

    def _descend(self, state: State) -> list[tuple[int, Edge]]:
        """Plays through the tree, up to the first answer that has not been tried there."""
        histories = Histories(len(state.players))
        path: list[tuple[int, Edge]] = []
        while len(path) < _DEEPEST and (question := state.question) is not None:
            if question.kind != "sealed":
                histories.reveal()
            player = question.player if question.player is not None else 0
            answers = [choice.text for choice in question.choices]
            node = self._node(histories.key(player))
            tried = answers if path else self._worth_trying(answers)
            node.offer(tried)
            new = node.untried(tried)
            if new:
                answer = new[self._stream.below(len(new))]
            else:
                answer = node.best(tried, {} if path else self._bias, self._manner.curiosity)
            path.append((player, node.edges[answer]))
            histories.add(player, answer, question.kind == "sealed")
            state.play(answers.index(answer))
            if new:
                break
        return path


def _decided(root: Node, left: int) -> bool:
    """Can nothing overtake the leader any more?"""
    visits = sorted(edge.visits for edge in root.edges.values())
    return len(visits) > 1 and visits[-1] - visits[-2] > left
