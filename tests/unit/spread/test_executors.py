"""Work given to executors of others: order, lost tasks, broken pools, and the same figures whoever does it."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.api import pickled
from rulekit.errors import RunError, UsageError
from rulekit.simulate import simulate
from rulekit.spread import parcels
from rulekit.spread.executors import AHEAD, hired
from rulekit.testing import interactions
from rulekit.testing import mutate as mutating
from rulekit.testing.interactions import Search
from rulekit.testing.law_report import Amount, LawRun
from rulekit.testing.suite import files_of

COINS = """
game coins "Coins": players 2

resource coin of player
kind card:
  field gift: number = 1
card penny: gift 1; copies 3
card pound: gift 3
zone row: holds card
zone hand of player: holds card

invariant "nobody owes": every(p's coin >= 0 for player p in players)

to play_game:
  move all(card) to row
  cycle player p in players:
    turn of p:
      if size(row) == 0: end game with highest(player q in players by q's coin)
      choose one:
        option take "Take" with card c in row: take c
        option wait "Throw": roll_it

to take card c:
  gain c's gift coin
  move c to your hand

to roll_it:
  roll 1d2 as pips
  gain pips coin
  move first(row) to box

example "a card gives its coins":
  given:
    players ann, bob
    active = ann
    row = pound
  when:
    do ann takes pound
  then:
    ann's coin == 3
"""


class Losing(Executor):
    """Loses some tasks: the first `lost` attempts at each task whose number `forgets` says yes to."""

    def __init__(self, forgets: Callable[[int], bool], error: type[Exception] = OSError) -> None:
        self.forgets, self.error, self.count = forgets, error, itertools.count()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.forgets(next(self.count)):
            future.set_exception(self.error("the worker is gone"))
        else:
            future.set_result(fn(*args, **more))
        return future


class Breaking(Losing):
    """A pool that breaks down at some task and then takes no more."""

    _broken = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        if self._broken:
            raise BrokenExecutor("broken")
        future = super().submit(fn, *args, **more)
        self._broken = future.exception() is not None
        return future


def double(number: int) -> int:
    return 2 * number


def fails_at_three(number: int) -> int:
    if number == 3:
        raise RunError("three")
    return number


def dies_once(place: str) -> str:
    try:
        Path(place).touch(exist_ok=False)
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def test_results_come_in_order_and_lost_tasks_are_done_again() -> None:
    with hired(Losing(lambda at: at < 50 and at % 3 == 1)) as crew:
        assert list(crew.results(double, range(50))) == [2 * number for number in range(50)]


def test_a_task_that_is_always_lost_is_an_error_that_says_why() -> None:
    with hired(Losing(lambda at: True)) as crew, pytest.raises(RunError, match="lost 3 times: OSError: the worker is gone"):
        list(crew.results(double, [1]))


def test_what_the_work_raises_is_raised_and_nothing_is_done_again() -> None:
    executor = Losing(lambda at: False)
    with hired(executor) as crew, pytest.raises(RunError, match="three"):
        list(crew.results(fails_at_three, [3]))
    assert next(executor.count) == 1


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken = itertools.count()
    with hired(Losing(lambda at: False)) as crew:
        results = crew.results(double, taken)
        assert next(results) == 0
    assert next(taken) <= AHEAD + 1


def test_a_broken_pool_is_replaced_if_somebody_knows_how_to_make_one() -> None:
    made = itertools.count()

    def make() -> Executor:
        first = next(made) == 0
        return Breaking(lambda at: first and at == 5, BrokenExecutor)

    with hired(make) as crew:
        assert list(crew.results(double, range(9))) == [2 * number for number in range(9)]
    assert next(made) == 2


def test_a_broken_pool_that_was_given_is_told_with_the_remedy() -> None:
    pool = Breaking(lambda at: at == 1, BrokenExecutor)
    with hired(pool) as crew, pytest.raises(RunError, match="give a function that makes one"):
        list(crew.results(double, range(4)))


def test_pools_that_always_break_are_given_up() -> None:
    with hired(lambda: Breaking(lambda at: True, BrokenExecutor)) as crew, pytest.raises(RunError, match="broke down 3 times"):
        list(crew.results(double, range(4)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_killed_process_of_a_real_pool(tmp_path: Path) -> None:
    def make() -> Executor:
        return ProcessPoolExecutor(2, mp_context=get_context("fork"))

    with hired(make) as crew:
        assert list(crew.results(dies_once, [str(tmp_path / "a"), str(tmp_path / "b")])) == ["done", "done"]


@pytest.mark.parametrize("wrong", [3, ThreadPoolExecutor])
def test_what_is_no_executor_is_refused(wrong: Any) -> None:
    with pytest.raises(UsageError, match="executor is a"), hired(wrong):
        pass


# ---------- the same figures ----------
@pytest.fixture
def coins(tmp_path: Path) -> Path:
    path = tmp_path / "coins.rules"
    path.write_text(COINS)
    return path


def _elsewhere(work: Callable[..., Any], *args: Any) -> Any:
    """As in a process that knows nothing yet."""
    known = dict(parcels._opened), dict(pickled._GAMES), list(pickled._LATEST)
    for memory in (parcels._opened, pickled._GAMES, pickled._LATEST):
        memory.clear()
    try:
        return work(*args)
    finally:
        parcels._opened.clear()
        parcels._opened.update(known[0])
        pickled._GAMES.update(known[1])
        pickled._LATEST.extend(known[2])


class Elsewhere(Executor):
    """Does everything as another process would, which has neither the files nor any memory."""

    def __init__(self, hide: Path) -> None:
        self.hide = hide

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        import pickle

        future: Future[Any] = Future()
        away = self.hide.with_suffix(".away")
        self.hide.rename(away)
        try:
            future.set_result(_elsewhere(lambda: pickle.loads(pickle.dumps(fn(*pickle.loads(pickle.dumps(args)))))))
        finally:
            away.rename(self.hide)
        return future


def test_a_simulation_needs_no_files(coins: Path) -> None:
    game = rulekit.load(coins)
    assert simulate(game, games=9, executor=Elsewhere(coins)).as_data() == simulate(game, games=9).as_data()


def test_laws_need_no_files(coins: Path) -> None:
    game, only = rulekit.load(coins), ("invariants_hold", "options_are_clear", "plays_run_without_errors")
    here = LawRun(game, Amount(3, 6), only).run().as_data()
    assert LawRun(game, Amount(3, 6), only, executor=Elsewhere(coins)).run().as_data() == here


def test_interactions_need_no_files(coins: Path) -> None:
    class Fresh(Elsewhere):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
            interactions._SUITES.clear()
            return super().submit(fn, *args, **more)

    met = Search(coins).run(seconds=None, plays=4).as_data()
    assert Search(coins).run(seconds=None, plays=4, executor=Fresh(coins)).as_data() == met


def test_a_mutant_needs_no_files_and_is_told_by_its_real_name(coins: Path) -> None:
    bench = mutating.Bench(coins)
    task = files_of(bench.suite), 3
    here = bench.judge(bench.mutations[3])
    assert here.file == str(coins)
    executor = Elsewhere(coins)
    mutating._BENCHES.clear()
    assert executor.submit(mutating._judge, task).result() == here


def test_threads_give_the_same_figures(coins: Path) -> None:
    game = rulekit.load(coins)
    with ThreadPoolExecutor(3) as pool:
        assert simulate(game, games=40, executor=pool).as_data() == simulate(game, games=40).as_data()


def test_odds_by_sampling_are_the_same_whoever_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.api import outcomes

    monkeypatch.setattr(outcomes, "_ALL_WORLDS", 1)
    state = rulekit.load("kuhn_poker").new(seed=3)
    here = outcomes.odds(state, 0)
    with ThreadPoolExecutor(2) as pool:
        there = outcomes.odds(state, 0, executor=pool)
    assert not here.exact and here.worlds == there.worlds == 200
    assert here.outcomes == there.outcomes


def test_a_game_changed_by_a_tool_cannot_be_sent(coins: Path) -> None:
    game = rulekit.load(coins)
    with pytest.raises(UsageError, match="changed by a tool"), ThreadPoolExecutor(1) as pool:
        simulate(game.with_decls(list(game._decls)), games=3, executor=pool)


# ---------- a cluster ----------
@pytest.mark.slow
def test_a_cluster_of_which_workers_are_killed(coins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three processes; one is killed in the middle, twice. All figures are those of one process."""
    distributed = pytest.importorskip("distributed")
    game = rulekit.load(coins)
    here = simulate(game, games=3000)
    with (
        distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None, protocol="tcp") as local,
        distributed.Client(local) as client,
    ):
        killed: list[int] = []

        def kill(done: int, _: int) -> None:
            if done in (200, 1500):
                worker = next(iter(client.scheduler_info()["workers"]))
                pid = client.run(os.getpid, workers=[worker])[worker]
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        there = simulate(game, games=3000, executor=client.get_executor(pure=False), progress=kill)
        assert len(set(killed)) == 2
        assert there.as_data() == here.as_data()
        from rulekit.cli.main import main

        address = local.scheduler_address
        assert main(["simulate", str(coins), "--games", "30", "--cluster", address, "--top", "0"]) == 0
        told = capsys.readouterr().out
        assert main(["simulate", str(coins), "--games", "30", "--jobs", "1", "--top", "0"]) == 0
        assert told.splitlines()[:-1] == capsys.readouterr().out.splitlines()[:-1]


def test_a_cluster_that_is_not_there_is_told(coins: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    from rulekit.cli.main import main

    assert main(["simulate", str(coins), "--cluster", "nonsense://x"]) == 2
    assert "no Dask scheduler at `nonsense://x`" in capsys.readouterr().err
