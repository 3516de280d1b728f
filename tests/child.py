"""Commands in processes of their own: they hear Ctrl-C, whatever the process that runs the tests does with it, and a cache of
their own need not begin with the tables of the parser."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import lark

from rulekit.sources import cache
from rulekit.syntax import grammar

_PRELUDE = (
    "import signal, sys\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})\n"
    "signal.signal(signal.SIGTERM, signal.SIG_DFL)\n"
    "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
)


def listening(code: str, *argv: str) -> list[str]:
    """The command line of a Python process that hears signals and then runs this code."""
    return [sys.executable, "-c", _PRELUDE + code, *argv]


def start(*argv: str, **more: Any) -> subprocess.Popen[str]:
    """`rulekit` with these arguments, in a session of its own, with pipes to both of its outputs."""
    code = "if __name__ == '__main__':\n    from rulekit.cli.main import main\n    sys.exit(main(sys.argv[1:]))\n"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    return subprocess.Popen(listening(code, *argv), text=True, start_new_session=True, **pipes)


def own_cache(folder: Path) -> Path:
    """A folder for a cache in which nothing is kept but the tables of the parser, which take two seconds to make."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    home, name = cache.folder(), f"grammar-{cache.key(lark.__version__)}.pickle"
    if home is not None:
        if not (home / name).exists():
            grammar.parser.cache_clear()
            grammar.parser()  # makes and keeps them
        shutil.copy2(home / name, folder)
    return folder
