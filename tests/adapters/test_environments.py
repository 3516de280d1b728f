"""Environments of PettingZoo and Gymnasium: their own tests pass, and wrong actions are refused."""

from __future__ import annotations

import copy
import pickle
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rulekit.errors import UsageError
from rulekit.sources.bundled import whole_games
from tests.native.compared import needs_compiler

pytest.importorskip("pettingzoo")
np: Any = pytest.importorskip("numpy")
pytestmark = pytest.mark.filterwarnings("ignore")
GAMES = sorted(whole_games())


@pytest.fixture(scope="module")
def zoo() -> Any:
    return import_module("rulekit.adapters.pettingzoo")


@pytest.fixture(scope="module")
def gym() -> Any:
    return import_module("rulekit.adapters.gymnasium")


def _their_tests(zoo: Any, gym: Any, name: str, cycles: int) -> None:
    tests: Any = import_module("pettingzoo.test")
    checker: Any = import_module("gymnasium.utils.env_checker")
    tests.api_test(zoo.env(name), num_cycles=cycles)
    tests.parallel_api_test(zoo.parallel_env(name), num_cycles=cycles)
    checker.check_env(gym.env(name), skip_render_check=True)


@pytest.mark.parametrize("name", ["blackjack", "kuhn_poker", "rock_paper_scissors"])
def test_their_own_tests_pass(zoo: Any, gym: Any, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _their_tests(zoo, gym, name, 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_their_own_tests_pass_for_every_bundled_game(zoo: Any, gym: Any, name: str) -> None:
    _their_tests(zoo, gym, name, 100)


def test_a_game_begins_where_somebody_is_asked(zoo: Any, gym: Any, tmp_path: Path) -> None:
    """Who has twenty-one at once is not asked in that deal: an environment that was reset is never at its end."""
    turns, table, seat = zoo.env("blackjack"), zoo.parallel_env("blackjack"), gym.env("blackjack")
    for seed in range(40):
        turns.reset(seed=seed)
        assert not any(turns.terminations.values())
        assert any(seen["action_mask"].any() for seen in table.reset(seed=seed)[0].values())
        assert seat.reset(seed=seed)[1]["action_mask"].any()
    path = tmp_path / "silent.rules"
    path.write_text("game silent: players 2\n\nto play_game: end game\n", "utf-8")
    with pytest.raises(UsageError, match="asked"):
        zoo.env(path).reset(seed=1)
    with pytest.raises(UsageError, match="asked"):
        gym.env(path).reset(seed=1)


def test_the_same_seed_is_the_same_game(zoo: Any) -> None:
    seeds: Any = import_module("pettingzoo.test")
    seeds.seed_test(lambda: zoo.env("pig"), num_cycles=20)


def test_an_action_that_is_not_possible_is_refused(zoo: Any, gym: Any) -> None:
    env = zoo.env("tic_tac_toe")
    with pytest.raises(UsageError, match="reset"):
        env.observe("player_0")
    env.reset(seed=1)
    centre = env.table.actions.index("b2")
    env.step(centre)
    with pytest.raises(UsageError, match="`b2` is not possible"):
        env.step(centre)
    strict = gym.env("tic_tac_toe", illegal="raise")
    strict.reset(seed=1)
    strict.step(centre)
    with pytest.raises(UsageError, match="not possible"):
        strict.step(centre)
    with pytest.raises(UsageError, match="no action"):
        strict.step(10_000)


def test_a_lost_move_ends_the_game(gym: Any) -> None:
    env = gym.env("tic_tac_toe")
    env.reset(seed=1)
    centre = env.actions.index("b2")
    env.step(centre)
    _, reward, over, _, info = env.step(centre)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_those_who_choose_in_secret_move_together(zoo: Any) -> None:
    env = zoo.parallel_env("rock_paper_scissors")
    seen, _ = env.reset(seed=1)
    assert [int(seen[agent]["action_mask"].sum()) for agent in env.agents] == [3, 3]
    actions = env.table.actions
    seen, rewards, *_ = env.step({"player_0": actions.index("paper"), "player_1": actions.index("rock")})
    assert len(env.table.now.answers) == 2 and set(rewards.values()) == {0.0}


def test_who_is_not_asked_waits(zoo: Any) -> None:
    env = zoo.parallel_env("tic_tac_toe")
    seen, _ = env.reset(seed=1)
    assert list(seen["player_1"]["action_mask"].nonzero()[0]) == [env.wait]
    assert seen["player_0"]["action_mask"].sum() == 9


def test_several_games_side_by_side(gym: Any) -> None:
    envs = gym.vector_env("tic_tac_toe", 3)
    seen, info = envs.reset(seed=1)
    assert seen.shape[0] == 3 and info["action_mask"].sum(axis=1).tolist() == [9, 9, 9]


def test_environments_are_copied_and_pickled(gym: Any) -> None:
    env = gym.env("tic_tac_toe", bots=["greedy"])
    env.reset(seed=4)
    env.step(env.actions.index("b2"))
    for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert again.state == env.state


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"seat": 5}, "no seat 5"),
        ({"bots": "random"}, "bots are a list"),
        ({"returns": "x"}, "returns is"),
        ({"illegal": "x"}, "illegal is"),
    ],
)
def test_wrong_settings_are_told(gym: Any, settings: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        gym.env("tic_tac_toe", **settings)


def _played(gym: Any, name: str, native: Any, steps: int, **settings: Any) -> list[Any]:
    """All that two games side by side show, for actions drawn from the masks."""
    envs = gym.vector_env(name, 2, native=native, engine="native" if native else "auto", **settings)
    seen, info = envs.reset(seed=7)
    drawn = np.random.default_rng(1)
    found = [seen.copy()]
    for _ in range(steps):
        actions = [int(drawn.choice(row.nonzero()[0])) if row.any() else 0 for row in info["action_mask"]]
        seen, rewards, ended, cut, info = envs.step(np.array(actions))
        found += [seen.copy(), rewards.copy(), ended.copy(), cut.copy(), info["action_mask"].copy()]
    kinds = {type(env.position).__name__ for env in envs.envs}
    return [*found, kinds]


@needs_compiler
def test_native_games_side_by_side_are_the_same(gym: Any) -> None:
    native, python = _played(gym, "pig", True, 60), _played(gym, "pig", False, 60)
    assert (native[-1], python[-1]) == ({"InNative"}, {"InPython"})
    assert all(np.array_equal(one, two) for one, two in zip(native[:-1], python[:-1], strict=True))


@needs_compiler
def test_the_faster_way_is_taken_and_nobody_sees_it(gym: Any) -> None:
    positions: Any = import_module("rulekit.adapters.positions")
    faster = positions.Faster()
    found = _played(gym, "pig", faster, 2 * positions.TRIED)
    assert min(faster._steps.values()) >= positions.TRIED  # both were tried
    assert all(np.array_equal(*both) for both in zip(found[:-1], _played(gym, "pig", False, 2 * positions.TRIED), strict=False))
    for way, seconds in ((positions.InNative, 1e9), (positions.InPython, 2e9)):
        faster.note(way, seconds)
        assert faster.native == (way is positions.InPython)


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("name", ["goldblivion", "dice_forge"])
def test_native_games_of_large_titles_are_the_same(gym: Any, name: str) -> None:
    native, python = (_played(gym, name, native, 80, players=3) for native in (True, False))
    assert (native[-1], python[-1]) == ({"InNative"}, {"InPython"})
    assert all(np.array_equal(one, two) for one, two in zip(native[:-1], python[:-1], strict=True))


@needs_compiler
def test_a_native_game_is_copied_and_goes_on_alike(gym: Any) -> None:
    env = gym.env("pig", native=True, engine="native")
    env.reset(seed=4)
    again = copy.deepcopy(env)
    assert type(env.position).__name__ == "InNative" and type(again.position).__name__ == "InPython"
    roll = env.actions.index("roll")
    for _ in range(12):
        one, two = env.step(roll), again.step(roll)
        assert np.array_equal(one[0], two[0]) and one[1:4] == two[1:4]


@needs_compiler
def test_their_own_test_passes_natively(gym: Any) -> None:
    checker: Any = import_module("gymnasium.utils.env_checker")
    checker.check_env(gym.env("pig", native=True, engine="native"), skip_render_check=True)


def test_bots_that_think_are_played_in_python(gym: Any) -> None:
    env = gym.vector_env("tic_tac_toe", 1, bots=["greedy"])
    env.reset(seed=1)
    assert type(env.envs[0].position).__name__ == "InPython"
