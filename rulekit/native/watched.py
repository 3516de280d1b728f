"""Runs one command that must not outlive whoever wanted it: `python watched.py FOLDER COMMAND...`, as a program of its own.

Contract: gives the exit code of the command. Standard input is a pipe that nobody writes to: when its other end is gone,
because the process that held it has ended, whatever ended it, the command is ended with all that it has started, and the folder
in which it worked is cleared away. It leads a group of processes that holds nobody else. Nothing of rulekit is imported here:
it begins at once.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

_PATIENCE = 2.0  # seconds for a command to end by itself
_AGAIN = 40  # times that the folder is cleared: what has been ended may be writing still


def main(folder: str, *order: str) -> None:
    signal.signal(signal.SIGTERM, lambda *_: None)  # it is for the others of the group; they do not inherit this
    try:
        command = subprocess.Popen(order, stdin=subprocess.DEVNULL)
    except OSError as error:
        sys.exit(f"{order[0]}: {error.strerror}")
    alone = threading.Event()
    watch = threading.Thread(target=_watch, args=(folder, command, alone), daemon=True)
    watch.start()
    code = command.wait()
    if alone.is_set():
        watch.join()
    os._exit(code if code >= 0 else 128 - code)


def _watch(folder: str, command: subprocess.Popen[bytes], alone: threading.Event) -> None:
    while os.read(0, 1):
        pass
    alone.set()
    os.killpg(0, signal.SIGTERM)  # compilers clear up behind themselves when they are asked to end
    with contextlib.suppress(subprocess.TimeoutExpired):
        command.wait(_PATIENCE)
    for _ in range(_AGAIN):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            break
        time.sleep(0.05)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
