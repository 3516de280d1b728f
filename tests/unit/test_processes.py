"""Work over several processes: order, room, signals, and processes that die."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.errors import RunError
from rulekit.spread.processes import spread
from tests.child import listening, start

LINUX = Path("/proc/self/task").exists()


def double(number: int) -> int:
    return 2 * number


def slow_start(number: int) -> int:
    time.sleep(0.2 if number == 0 else 0)
    return number


def dies_once(place: str) -> str:
    """Kills its process the first time it is asked."""
    try:
        Path(place).touch(exist_ok=False)
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def dies_always(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def fails(number: int) -> int:
    if number == 3:
        raise RunError("three")
    return number


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(spread(slow_start, range(20), 3)) == list(range(20))
    assert list(spread(double, [], 2)) == []
    assert list(spread(double, [4], 2)) == [8]


def test_tasks_are_taken_as_they_are_needed() -> None:
    """Of endless ones a few are begun ahead, and no more."""
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for number in itertools.count():
            taken = number
            yield number

    results = spread(double, endless(), 2)
    assert [next(results) for _ in range(10)] == [2 * at for at in range(10)]
    results.close()
    assert taken < 10 + 2 * 16 + 2


def born_deaf(_: int) -> bool:
    return _born_deaf


def note_mask() -> None:
    global _born_deaf
    _born_deaf = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())


_born_deaf = False


@pytest.mark.parametrize("fresh", [True, False])
def test_a_process_is_born_deaf_to_ctrl_c(fresh: bool) -> None:
    """Also while it is still being born, when it could not keep silent about it."""
    assert list(spread(born_deaf, range(2), 1, begin=note_mask, fresh=fresh)) == [True, True]


def test_an_error_is_passed_on() -> None:
    with pytest.raises(RunError, match="three"):
        list(spread(fails, range(10), 2))


def test_the_task_of_a_process_that_was_killed_is_done_again(tmp_path: Path) -> None:
    assert list(spread(dies_once, [str(tmp_path / "a"), str(tmp_path / "b")], 2)) == ["done", "done"]


def test_a_task_that_kills_every_process_is_an_error() -> None:
    with pytest.raises(RunError, match="killed by SIGKILL"):
        list(spread(dies_always, range(4), 2))


# ---------- commands ----------
def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _workers(pid: int) -> list[int]:
    """The processes below this one, at whatever depth, but for Python's own helper that ends by itself."""
    found = _children(pid)
    return found + [deeper for child in found for deeper in _workers(child)]


def _until(holds: Callable[[], bool], what: str) -> None:
    """Waits for what must come; the limit is there so that a failure is told and not waited for."""
    for _ in range(1200):
        if holds():
            return
        time.sleep(0.05)
    pytest.fail(f"waited in vain: {what}")


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


LONG = {
    "simulate": ["simulate", "tic_tac_toe", "--games", "1000000000", "--jobs", "2"],
    "interactions": ["interactions", "miniature", "--budget", "600", "--jobs", "2"],
}


@pytest.mark.skipif(not LINUX, reason="looks at processes through /proc")
@pytest.mark.parametrize(
    ("name", "ended_by"),
    [
        ("simulate", signal.SIGTERM),
        ("interactions", signal.SIGKILL),
        pytest.param("simulate", signal.SIGKILL, marks=pytest.mark.slow),
        pytest.param("simulate", signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_workers_end_with_their_parent(name: str, ended_by: signal.Signals) -> None:
    process = start(*LONG[name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _until(lambda: len(_workers(process.pid)) >= 2, "workers")
    workers = _workers(process.pid)
    process.send_signal(ended_by)
    assert process.wait(60) == -ended_by
    _until(lambda: not any(map(_alive, workers)), f"the end of {workers}")


@pytest.mark.skipif(not LINUX, reason="looks at processes through /proc")
def test_ctrl_c_ends_a_billion_games_with_what_was_played() -> None:
    """To the whole group, as a terminal sends it, while the workers are still being born too."""
    process = start(*LONG["simulate"])
    _until(lambda: len(_workers(process.pid)) >= 2, "workers")
    workers = _workers(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of 1000000000 games were played" in err and "Traceback" not in err
    assert "games" in out
    _until(lambda: not any(map(_alive, workers)), f"the end of {workers}")


def test_more_games_than_anybody_plays_are_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulekit", "simulate", "pig", "--games", str(10**30)], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr == "rulekit: at most 1,000,000,000 games are played at once; play the others with another seed\n"


# ---------- closed streams ----------
@pytest.mark.parametrize(
    ("closed", "command"),
    [
        (">&-", "explain"),
        ("2>&-", "check nothing.rules"),
        ("<&-", "play tic_tac_toe --human 1"),
        ("<&- >&- 2>&-", "simulate tic_tac_toe --games 3"),
    ],
)
def test_closed_streams_are_no_traceback(closed: str, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m rulekit {command} {closed}"], capture_output=True, text=True, input=""
    )
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr + done.stdout and "Exception" not in done.stderr + done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is full")
def test_a_full_disk_at_standard_output_is_one_sentence() -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m rulekit explain > /dev/full"], stderr=subprocess.PIPE, text=True
    )
    assert (done.returncode, done.stderr) == (2, "rulekit: `standard output` cannot be used: no space left on device\n")


def test_a_reader_who_leaves_ends_several_processes_quietly() -> None:
    code = "if __name__ == '__main__':\n    from rulekit.cli.main import main\n    sys.exit(main(sys.argv[1:]))\n"
    read, write = os.pipe()
    os.close(read)
    command = listening(code, "simulate", "tic_tac_toe", "--games", "4", "--jobs", "2")
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


# ---------- compilers in the background ----------
@pytest.mark.parametrize(
    "work",
    [
        "lambda: time.sleep(600)",  # what is only worked out
        "lambda: compile_in(['sleep', '600'])",
        "lambda: compile_in(['sleep', '600'], ['sleep', '601'])",  # the two parts of a large text
        "lambda: compile_in(['sh', '-c', 'sleep 600 & wait'])",  # one that has others work for it
    ],
)
def test_the_end_of_a_program_waits_for_no_compiler(work: str, tmp_path: Path) -> None:
    """However long it would have the patience to; and nothing is left behind."""
    code = (
        "import sys, time\nfrom rulekit.native import background\n"
        "background._PATIENCE = 600.0\n"
        "def compile_in(*orders):\n"
        "    with background.workplace() as folder:\n"
        "        background.carried_out(orders, folder, 600)\n"
        f"background.background({work})\n"
        "time.sleep(1)\nprint('done')\n"
    )
    process = subprocess.Popen(
        listening(code), stdout=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    begun = set[int]()
    while LINUX and process.poll() is None:
        begun.update(_workers(process.pid))
        time.sleep(0.05)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out, list(tmp_path.iterdir())) == (0, "done\n", [])
    _until(lambda: not any(map(_alive, begun)), f"the end of {begun}")


@pytest.mark.skipif(not LINUX, reason="looks at processes in /proc")
@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=lambda sig: sig.name)
def test_a_compiler_ends_with_a_program_that_is_killed(sig: signal.Signals, tmp_path: Path) -> None:
    """With all that works for it, and its folder goes too: that of the parent was to clear it away."""
    code = (
        "from rulekit.native import background\n"
        "with background.workplace() as folder:\n"
        "    print(folder, flush=True)\n"
        "    background.carried_out([['sh', '-c', 'mktemp; sleep 600 & wait']] * 2, folder, 600)\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        listening(code), stdout=subprocess.PIPE, text=True, start_new_session=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            folder = Path(process.stdout.readline().strip())
            assert folder.parent == tmp_path
            _until(lambda: len(list(folder.iterdir())) == 2, "what both compilers lay down for a while")
            begun = _workers(process.pid)
            assert len(begun) > 2
        finally:
            process.send_signal(sig)
    _until(lambda: not any(map(_alive, begun)) and not list(tmp_path.iterdir()), f"the end of {begun} and of {folder}")


def test_processes_and_pools_are_made_where_their_end_is_seen_to() -> None:
    """A pool of the standard library waits for all that has begun, and its processes outlive a parent that is killed."""
    allowed = {
        "ProcessPoolExecutor(": {"rulekit/spread/executors.py"},  # a text that says what to give
        "ThreadPoolExecutor(": {"rulekit/api/native.py", "rulekit/studio/workers.py"},
        "multiprocessing": {"rulekit/spread/processes.py", "rulekit/studio/workers.py"},
    }
    root = Path(rulekit.__file__).parent
    for word, places in allowed.items():
        found = {f.relative_to(root.parent).as_posix() for f in root.rglob("*.py") if word in f.read_text(encoding="utf-8")}
        assert found == places, word
