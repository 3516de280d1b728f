"""The worked examples of CONTRIBUTING.md are followed step by step in a copy of the tree, and its commands are run there.

A block under `<!-- new: PATH -->` is a file that is written, one under `<!-- change: PATH -->` a difference: the lines that are
not added must stand in the file exactly once. Console blocks are run; what stands under a command is its output."""

from __future__ import annotations

import doctest
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Block, blocks

PAGE = ROOT / "CONTRIBUTING.md"
# A test of its own follows this example: it needs another copy of the tree.
ELSEWHERE = "add a function to the language"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "rulekit.pytest_plugin"]
COMMANDS = {
    "rulekit": [sys.executable, "-m", "rulekit"],
    "pytest": PYTEST,
    "make gen-docs": [sys.executable, "scripts/gen_docs.py"],  # the pictures are left out: no example changes one
}
_LEFT_OUT = (".*", "site", "dist", "build", "CONTRIBUTING.md")


def steps() -> list[Block]:
    """The blocks of the worked examples, in order."""
    headings = [(at, line) for at, line in enumerate(PAGE.read_text("utf-8").split("\n"), 1) if line.startswith("## ")]
    return [b for b in blocks(PAGE) if not [line for at, line in headings if at < b.line][-1].endswith(ELSEWHERE)]


def after(text: str, difference: str) -> str:
    """The text with a difference in it."""
    for hunk in difference.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        assert text.count(old) == 1, f"this must stand in the file once:\n{old}"
        text = text.replace(old, new)
    return text


def follow(block: Block, tree: Path) -> None:
    path = tree / block.value
    if block.mark == "new":
        assert not path.exists(), f"{block}: {block.value} is there already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(after("", block.text) if block.lang == "diff" else block.text, "utf-8")
    elif block.mark == "change":
        path.write_text(after(path.read_text("utf-8"), block.text), "utf-8")
    else:
        assert block.lang == "console" and not block.mark, f"{block}: nobody knows what to do with this"
        for command in block.text.removeprefix("$ ").split("\n$ "):
            line, _, wanted = command.partition("\n")
            run(line, wanted, tree)


def run(line: str, wanted: str, tree: Path) -> None:
    name = line if line in COMMANDS else line.split()[0]
    argv = [*COMMANDS[name], *shlex.split(line.removeprefix(name))]
    # Plugins that are found by themselves may belong to another checkout.
    env = {**os.environ, "PYTHONPATH": str(tree), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "NO_COLOR": "1"}
    done = subprocess.run(argv, cwd=tree, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"`{line}` ends with {done.returncode}:\n{done.stdout}{done.stderr}"
    if wanted:
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert doctest.OutputChecker().check_output(wanted, done.stdout, flags), f"`{line}` prints\n{done.stdout}"


def test_every_worked_example_can_be_followed(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    wrong = []
    for block in steps():
        try:
            follow(block, tree)
        except AssertionError as error:
            wrong.append(f"{block}: {str(error).split(chr(10) + 'assert ')[0]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("what", ["diagnostic code", "command", "game", "check"])
def test_each_example_has_steps_and_a_command(what: str) -> None:
    part = PAGE.read_text("utf-8").split(f"## Worked example: add a {what}\n")[1].split("\n## ")[0]
    assert "<!-- new: " in part and ("```console" in part or "as the worked example of a check does" in part)


def test_a_difference_must_fit_once() -> None:
    assert after("a\nb\nc\n", " a\n+x\n@@\n-b\n c\n") == "a\nx\nc\n"
    for text in ("b\n", "a\na\n"):
        with pytest.raises(AssertionError, match="once"):
            after(text, " a\n+x\n")
