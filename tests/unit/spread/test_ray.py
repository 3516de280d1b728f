"""The executor over Ray of `examples/cluster`: with a Ray of threads, and with the real one where it is installed."""

from __future__ import annotations

import importlib.util
import os
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rulekit
from rulekit.simulate import simulate

ROOT = Path(__file__).resolve().parents[3]
SHIM = ROOT / "examples/cluster/ray_executor.py"


def _shim(monkeypatch: pytest.MonkeyPatch | None = None) -> Any:
    spec = importlib.util.spec_from_file_location("ray_executor", SHIM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if monkeypatch is not None:  # as if it were imported from a folder that workers do not have
        monkeypatch.setitem(sys.modules, "ray_executor", module)
    spec.loader.exec_module(module)
    return module


class _Reference:
    """What Ray gives for a task."""

    def __init__(self, begun: Future[Any]) -> None:
        self.begun = begun

    def future(self) -> Future[Any]:
        return self.begun


class _Threads(ModuleType):
    """As much of Ray as the shim asks for."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.pool, self.addresses, self.cancelled = ThreadPoolExecutor(2), list[Any](), list[Any]()

    def init(self, *, address: str | None, ignore_reinit_error: bool, log_to_driver: bool) -> None:
        self.addresses.append(address)

    def remote(self, function: Any) -> Any:
        task = ModuleType("task")
        task.remote = lambda *args: _Reference(self.pool.submit(function, *args))  # type: ignore[attr-defined]
        return task

    def wait(self, references: list[_Reference], *, num_returns: int) -> None:
        assert [one.begun.result() for one in references][: num_returns - 1] is not None

    def cancel(self, reference: _Reference) -> None:
        self.cancelled.append(reference)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> _Threads:
    ray = _Threads()
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_the_figures_are_the_same(threads: _Threads) -> None:
    game = rulekit.load("pig")
    with _shim().RayExecutor("ray://there:10001") as executor:
        found = simulate(game, games=4, executor=executor)
    assert found.as_data() == simulate(game, games=4).as_data()
    assert threads.addresses == ["ray://there:10001"]


def test_one_that_was_closed_takes_no_more(threads: _Threads) -> None:
    executor = _shim().RayExecutor()
    assert executor.submit(pow, 2, exp=5).result() == 32
    gate: Future[None] = Future()
    executor.submit(gate.result)
    executor.shutdown(wait=False, cancel_futures=True)
    gate.set_result(None)
    assert len(threads.cancelled) == 1
    with pytest.raises(RuntimeError, match="after shutdown"):
        executor.submit(pow, 2, 5)


@pytest.mark.slow
def test_the_real_one_of_which_a_worker_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    ray: Any = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # nobody else is on this machine
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": str(ROOT)}})
    try:
        game = rulekit.load("pig")
        with _shim(monkeypatch).RayExecutor() as executor:
            os.kill(executor.submit(os.getpid).result(), 9)
            found = simulate(game, games=120, executor=executor)
        assert found.as_data() == simulate(game, games=120).as_data()
    finally:
        ray.shutdown()
