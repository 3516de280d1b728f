"""`python -m tests.native.sanitized ARGUMENTS`: a command of Python under AddressSanitizer and UndefinedBehaviorSanitizer.

Contract: native code is compiled anew, with a look at every access to memory and at every sum; the first that is wrong ends the
command with a report. What was compiled is kept in the user's cache beside what was compiled without. So, for all tables,
`python -m tests.native.sanitized -m tests.native.lockstep 200000 --full --into FILE`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from rulekit.native.build import compiler

ROOT = Path(__file__).parents[2]
# without optimisation they are compiled four times as fast
FLAGS = "-O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"


def sanitizer() -> str | None:
    """Where the compiler has AddressSanitizer, which must be there before Python is; None if it has none."""
    if not compiler():
        return None
    asked = [*compiler(), "-print-file-name=libasan.so"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return found if Path(found).is_absolute() else None


def surroundings(found: str) -> dict[str, str]:
    """The environment of a process whose native code is looked at."""
    new = {"LD_PRELOAD": found, "ASAN_OPTIONS": "detect_leaks=0", "RULEKIT_NATIVE_FLAGS": FLAGS, "PYTHONPATH": str(ROOT)}
    return {**os.environ, **new}


def main() -> int:
    found = sanitizer()
    if found is None:
        print("there is no compiler here that has AddressSanitizer", file=sys.stderr)
        return 2
    return subprocess.run([sys.executable, *sys.argv[1:]], env=surroundings(found), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
