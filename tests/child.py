"""Commands in processes of their own that hear Ctrl-C, whatever the process that runs the tests does with it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

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
