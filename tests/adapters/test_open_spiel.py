"""Games by rulekit as OpenSpiel plays them: the same trees, information sets and values as its own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rulekit.errors import UsageError
from rulekit.sources.bundled import whole_games

pyspiel: Any = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.filterwarnings("ignore")
ROOT = Path(__file__).resolve().parents[2]


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


@pytest.mark.parametrize("sides", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_liars_dice_with_few_faces_is_theirs(bridge: Any, tmp_path: Path, sides: int) -> None:
    """The whole tree, all information sets, and what CFR+ makes of the larger one; the highest face is wild."""
    text = (ROOT / "examples/liars_dice.rules").read_text(encoding="utf-8").partition("\nexample ")[0]
    for was, now in (("1d6", f"1d{sides}"), ("1..6", f"1..{sides}"), ("{face, 6}", f"{{face, {sides}}}")):
        assert was in text
        text = text.replace(was, now)
    (tmp_path / "liars_dice.rules").write_text(text, encoding="utf-8")
    ours = bridge.load(tmp_path / "liars_dice.rules", players=2, returns="win")
    theirs = pyspiel.load_game("liars_dice", {"dice_sides": sides})
    assert _shape(ours) == _shape(theirs)
    if sides == 3:
        assert _solved(ours, 2) == pytest.approx(_solved(theirs, 2), abs=1e-9)


def test_the_end_of_liars_dice_is_theirs(bridge: Any) -> None:
    """Below the same dice and the same first bid; the whole tree takes longer."""
    ours, theirs = bridge.load("liars_dice").new_initial_state(), pyspiel.load_game("liars_dice").new_initial_state()
    for die in (2, 4):
        theirs.apply_action(die)
        ours.apply_action(die)
    theirs.apply_action(8)
    ours.apply_action(ours.actions.index("bid 2 3"))
    assert _same_trees(ours, theirs, _bid) > 10


@pytest.mark.slow
def test_all_of_liars_dice_is_theirs(bridge: Any) -> None:
    """36 rolls of the dice, and for each the bids that may be the last one, of either player."""
    ours, theirs = bridge.load("liars_dice"), pyspiel.load_game("liars_dice")
    assert _same_trees(ours.new_initial_state(), theirs.new_initial_state(), _bid) > 36 * 12
    _same_information(ours, theirs, _bid, games=60)


@pytest.mark.slow
def test_liars_dice_has_their_tree_information_sets_and_mean(bridge: Any) -> None:
    """All 294,883 nodes: of each sort as many, as many information sets, and the same result by chance."""
    assert _shape(bridge.load("liars_dice", players=2, returns="win")) == _shape(pyspiel.load_game("liars_dice"))


@pytest.mark.parametrize("horizon", [2, 3])
def test_pig_with_a_small_horizon_is_theirs(bridge: Any, horizon: int) -> None:
    ours = _shape(bridge.load("pig", returns="win", horizon=horizon))
    theirs = _shape(pyspiel.load_game("pig", {"horizon": horizon}))
    assert ours[0] == theirs[0] and ours[2] == theirs[2]


def _cell(theirs: Any, action: int) -> str:
    return "abc"[action % 3] + "123"[action // 3]


def _bid(theirs: Any, action: int) -> str:
    text = str(theirs.action_to_string(theirs.current_player(), action))
    return "liar" if text.lower().startswith("liar") else "bid " + text.replace("-", " ")


def test_the_end_of_tic_tac_toe_is_theirs(bridge: Any) -> None:
    """Below the same four moves; the whole tree takes longer."""
    ours, theirs = bridge.load("tic_tac_toe").new_initial_state(), pyspiel.load_game("tic_tac_toe").new_initial_state()
    for cell in (4, 0, 2, 6):
        ours.apply_action(ours.actions.index(_cell(theirs, cell)))
        theirs.apply_action(cell)
    assert _same_trees(ours, theirs, _cell) > 50


@pytest.mark.slow
def test_all_of_tic_tac_toe_is_theirs(bridge: Any) -> None:
    """There are 5,478 positions."""
    ours, theirs = bridge.load("tic_tac_toe"), pyspiel.load_game("tic_tac_toe")
    assert _same_trees(ours.new_initial_state(), theirs.new_initial_state(), _cell) == 5478
    _same_information(ours, theirs, _cell, games=60)


Named = Callable[[Any, int], str]  # what an action of theirs is called here


def _same_trees(ours: Any, theirs: Any, named: Named) -> int:
    """How many positions they have below, all of them with the same moves, mover, odds and results on both sides.

    A tree that begins with a pair of positions seen before is not gone through again: it is the same. Ours are more: they
    remember in which order things came to where they are."""
    seen = set[tuple[str, int]]()
    todo = [(ours, theirs)]
    while todo:
        one, two = todo.pop()
        if (place := (_place(two), hash(one.state))) in seen:
            continue
        seen.add(place)
        assert one.current_player() == two.current_player()
        if one.is_terminal():
            assert one.returns() == two.returns()
        elif one.is_chance_node():
            assert dict(one.chance_outcomes()) == pytest.approx(dict(two.chance_outcomes()))
            todo += [(one.child(action), two.child(action)) for action, _ in two.chance_outcomes()]
        else:
            moves = {named(two, action): action for action in two.legal_actions()}
            assert {one.actions[action] for action in one.legal_actions()} == set(moves)
            todo += [(one.child(one.actions.index(name)), two.child(action)) for name, action in moves.items()]
    return len({theirs for theirs, _ in seen})


def _place(theirs: Any) -> str:
    """What their position hangs on: of bids, the dice and the last bid."""
    words = str(theirs).split(" ")
    return str(theirs) if "\n" in str(theirs) else " ".join([*words[:2], *words[2:][-2:], str(len(words) % 2)])


def _same_information(ours: Any, theirs: Any, named: Named, games: int) -> None:
    """In random games, what a player knows is the same here exactly where it is the same there."""
    drawn, pairs = random.Random(1), set[tuple[str, str]]()
    for _ in range(games):
        one, two = ours.new_initial_state(), theirs.new_initial_state()
        while not two.is_terminal():
            if two.is_chance_node():
                action = drawn.choice([action for action, _ in two.chance_outcomes()])
                one.apply_action(action)
            else:
                pairs.add((one.information_state_string(), f"{two.current_player()} {two.information_state_string()}"))
                action = drawn.choice(two.legal_actions())
                one.apply_action(one.actions.index(named(two, action)))
            two.apply_action(action)
    assert len(pairs) == len({one for one, _ in pairs}) == len({two for _, two in pairs}) > games


@pytest.mark.parametrize("name", ["kuhn_poker", "rock_paper_scissors"])
def test_their_own_test_of_games_passes(bridge: Any, name: str) -> None:
    pyspiel.random_sim_test(bridge.load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(whole_games()))
def test_their_own_test_of_games_passes_for_every_bundled_game(bridge: Any, name: str) -> None:
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


TIES = """
game ties "Ties": players 2

var first_die of player: number = 0

to play_game:
  roll_off
  turn of first(players):
    choose one:
      option stay: end game with {you}
      option leave: end game with {last(players)}

to roll_off:
  for each player p in players:
    roll 1d2 as n
    set p's first_die to n
  if first(players)'s first_die == last(players)'s first_die: roll_off
"""


def test_a_game_that_chance_may_keep_going_has_no_limits_and_is_played(bridge: Any, tmp_path: Path) -> None:
    """Ties are broken by ties without end, and nothing stops who looks for the longest game."""
    (tmp_path / "ties.rules").write_text(TIES, encoding="utf-8")
    game = bridge.load(tmp_path / "ties.rules", returns="win")
    assert game.max_game_length() > 1000
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
