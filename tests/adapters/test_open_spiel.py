"""Games by rulekit as OpenSpiel plays them: the same trees, information sets and values as its own."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from rulekit.errors import UsageError

pyspiel: Any = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def bridge() -> Any:
    return import_module("rulekit.adapters.open_spiel")


def _shape(game: Any, most: int = 10**9) -> tuple[Counter[str], dict[int, int], float]:
    """How many nodes of each sort, how many information sets each player has, and what chance alone would bring."""
    nodes: Counter[str] = Counter()
    sets: dict[int, set[str]] = {}

    def value(state: Any) -> float:
        if state.is_terminal():
            nodes["terminal"] += 1
            return float(state.returns()[0])
        if state.is_chance_node():
            nodes["chance"] += 1
            return float(sum(chance * value(state.child(action)) for action, chance in state.chance_outcomes()))
        nodes["decision"] += 1
        player = state.current_player()
        if game.get_type().provides_information_state_string:
            sets.setdefault(player, set()).add(state.information_state_string(player))
        actions = state.legal_actions()
        return sum(value(state.child(action)) for action in actions) / len(actions)

    mean = value(game.new_initial_state())
    return nodes, {player: len(found) for player, found in sorted(sets.items())}, mean


def _solved(game: Any, rounds: int) -> tuple[float, float]:
    """How exploitable CFR+ is after some rounds, and what the game is worth to the first by then."""
    cfr = import_module("open_spiel.python.algorithms.cfr")
    exploitability = import_module("open_spiel.python.algorithms.exploitability")
    expected = import_module("open_spiel.python.algorithms.expected_game_score")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    worth = expected.policy_value(game.new_initial_state(), [policy] * 2)[0]
    return exploitability.exploitability(game, policy), worth


def test_kuhn_poker_is_theirs(bridge: Any) -> None:
    ours, theirs = bridge.load("kuhn_poker"), pyspiel.load_game("kuhn_poker")
    assert _shape(ours) == _shape(theirs)
    assert _solved(ours, 3) == pytest.approx(_solved(theirs, 3), abs=1e-9)
    assert (ours.min_utility(), ours.max_utility(), ours.max_game_length()) == (-2, 2, 3)


@pytest.mark.slow
def test_leduc_poker_is_theirs(bridge: Any) -> None:
    """Their cards have suits, ours are pairs of the same card: so theirs with the suits taken away."""
    ours = bridge.load("leduc_poker", returns="score", min_utility=-13, max_utility=13, max_game_length=8)
    theirs = pyspiel.load_game("leduc_poker", {"suit_isomorphism": True})
    assert _shape(ours) == _shape(theirs)
    assert _solved(ours, 2) == pytest.approx(_solved(theirs, 2), abs=1e-6)


def test_the_end_of_liars_dice_is_theirs(bridge: Any) -> None:
    """The same dice and the same first bid have the same tree below; the whole tree takes long."""
    ours, theirs = bridge.load("liars_dice").new_initial_state(), pyspiel.load_game("liars_dice").new_initial_state()
    for die in (2, 4):
        theirs.apply_action(die)
        ours.apply_action(die)
    theirs.apply_action(8)
    ours.apply_action(ours.actions.index("bid 2 3"))
    assert _count(ours) == _count(theirs)


@pytest.mark.parametrize("horizon", [2, 3])
def test_pig_with_a_small_horizon_is_theirs(bridge: Any, horizon: int) -> None:
    ours = _shape(bridge.load("pig", returns="win", horizon=horizon))
    theirs = _shape(pyspiel.load_game("pig", {"horizon": horizon}))
    assert ours[0] == theirs[0] and ours[2] == theirs[2]


def test_the_end_of_tic_tac_toe_is_theirs(bridge: Any) -> None:
    """The same positions after five moves have the same trees below; the whole tree takes long."""
    ours, theirs = bridge.load("tic_tac_toe").new_initial_state(), pyspiel.load_game("tic_tac_toe").new_initial_state()
    for cell in (4, 0, 2, 6, 3):
        theirs.apply_action(cell)
        ours.apply_action(ours.actions.index("abc"[cell % 3] + "123"[cell // 3]))
    below = [_count(state) for state in (ours, theirs)]
    assert below[0] == below[1]


def _count(state: Any) -> tuple[int, float]:
    if state.is_terminal():
        return 1, float(state.returns()[0])
    found = [_count(state.child(action)) for action in state.legal_actions()]
    return sum(count for count, _ in found), sum(worth for _, worth in found)


@pytest.mark.parametrize("name", ["kuhn_poker", "rock_paper_scissors"])
def test_their_own_test_of_games_passes(bridge: Any, name: str) -> None:
    pyspiel.random_sim_test(bridge.load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["liars_dice", "miniature", "pig", "goldblivion"])
def test_their_own_test_of_games_passes_for_larger_ones(bridge: Any, name: str) -> None:
    pyspiel.random_sim_test(bridge.load(name, returns="win"), num_sims=1, serialize=True, verbose=False)


def test_sealed_choices_are_one_move(bridge: Any) -> None:
    game = bridge.load("rock_paper_scissors")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    state = game.new_initial_state()
    assert state.is_simultaneous_node() and [len(state.legal_actions(player)) for player in (0, 1)] == [3, 3]
    paper, rock = (state.actions.index(name) for name in ("paper", "rock"))
    state.apply_actions([paper, rock])
    assert state.is_simultaneous_node() and len(state.state.answers) == 2


def test_states_are_serialised_and_names_registered(bridge: Any) -> None:
    game = bridge.load("kuhn_poker")
    state = game.new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(state)
    assert pyspiel.load_game("rulekit_kuhn_poker").num_distinct_actions() == game.num_distinct_actions()


def test_observers_recall_everything_or_the_present(bridge: Any) -> None:
    observation = import_module("open_spiel.python.observation")
    game = bridge.load("kuhn_poker")
    state = game.new_initial_state()
    for action in (0, 0):
        state.apply_action(action)
    recalling = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    dealt = "Jack goes to Player 1's Hand"
    assert dealt in recalling.string_from(state, 0) and dealt not in recalling.string_from(state, 1)
    present = observation.make_observation(game)
    present.set_from(state, 0)
    assert list(present.tensor) == state.state.encode(0)


def test_bounds_that_cannot_be_found_are_asked_for(bridge: Any) -> None:
    with pytest.raises(UsageError, match="min_utility"):
        bridge.load("miniature", returns="score")
    with pytest.raises(UsageError, match="returns is"):
        bridge.load("kuhn_poker", returns="chips")
