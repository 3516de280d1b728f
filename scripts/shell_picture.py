"""What somebody sees who types commands of rulekit, as a picture.

Contract: the commands are run, in an empty folder, and what they print is what the picture shows, painted a little.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import tempfile
from pathlib import Path

from rulekit.cli.main import main
from scripts.terminal_picture import picture

# How a line is painted: a pattern, and the colour of what it finds.
_PAINT: tuple[tuple[str, str], ...] = (
    (r"^\$ .*", "1;32"),
    (r"\berror RK\d+", "1;31"),
    (r"^what (?:happened|changed)$", "1;36"),
    (r"^(?:says|given|do)\b", "36"),
    (r"= help: .*", "33"),
    (r"\([+-]\d+\)", "33"),
    (r"^ *\| *\^+", "31"),
    (r"^\w[\w ]* \(\w+ \w+\)", "1;35"),
)


def shell_picture(title: str, commands: tuple[str, ...], files: dict[str, str]) -> str:
    """The commands and what they print, one below the other; `files` lie in the folder."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in files.items():
            Path(name).write_text(text, encoding="utf-8")
        for command in commands:
            lines += [f"$ {command}", *_printed(command), ""]
    return picture("\n".join(painted(line) for line in lines[:-1]), title)


def _printed(command: str) -> list[str]:
    out = io.StringIO()
    before = os.environ.get("NO_COLOR")
    os.environ["NO_COLOR"] = "1"
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            main(shlex.split(command)[1:])
    finally:
        os.environ.pop("NO_COLOR") if before is None else os.environ.__setitem__("NO_COLOR", before)
    return [_short(line) for line in out.getvalue().rstrip("\n").split("\n")]


def _short(line: str) -> str:
    """Without the folders of this machine."""
    return re.sub(r"(?:/[^\s:]*)?/((?:games|examples)/\w+\.rules)", r"\1", line)


def painted(line: str) -> str:
    for pattern, colour in _PAINT:
        line = re.sub(pattern, f"\x1b[{colour}m\\g<0>\x1b[0m", line, count=1)
    return line
