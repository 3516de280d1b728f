"""The Python of the pages passes `mypy --strict`, so that whoever copies it begins with clean code."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, Block, blocks, pages


def script(page: Path) -> str:
    """The Python of a page as one module, each line where it stands on the page."""
    lines: dict[int, str] = {}
    for block in blocks(page):
        if block.lang == "python" and block.mark not in ("not run", "excerpt"):
            lines.update(_code(block))
    return "".join(f"{lines.get(at, '')}\n" for at in range(1, max(lines, default=0) + 1))


def _code(block: Block) -> dict[int, str]:
    if ">>>" not in block.text:
        return {block.line + 1 + at: line for at, line in enumerate(block.text.split("\n")) if line}
    found: dict[int, str] = {}
    for example in doctest.DocTestParser().get_examples(block.text):
        for at, line in enumerate(example.source.rstrip("\n").split("\n")):
            found[block.line + 1 + example.lineno + at] = line
    return found


def module_name(page: Path) -> str:
    return re.sub(r"\W", "_", page.relative_to(ROOT).with_suffix("").as_posix())


def errors(folder: Path) -> list[tuple[str, str]]:
    """What mypy finds: the module, then line and message. What is known of rulekit is taken from where `make lint` keeps it,
    and left as it is: the settings are the same, those of `pages` stand in them."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    command += ["--cache-dir", str(ROOT / ".mypy_cache"), str(folder / "pages")]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(folder)})
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = (re.fullmatch(r".*?pages/(\w+)\.py:(\d+: error: .*)", line) for line in run.stdout.splitlines())
    return [(line[1], line[2]) for line in found if line is not None]


def test_the_python_of_the_pages_is_typed(tmp_path: Path) -> None:
    written = {module_name(page): page for page in pages() if script(page).strip()}
    assert len(written) > 10
    modules = tmp_path / "pages"
    modules.mkdir()
    for name, page in written.items():
        (modules / f"{name}.py").write_text(script(page), "utf-8")
    (modules / "wrong.py").write_text("import rulekit\n\ndef f(state: rulekit.State):\n    return 1\n", "utf-8")
    found = errors(tmp_path)
    assert [said for name, said in found if name == "wrong"]  # it can fail
    told = [f"{written[name].relative_to(ROOT)}:{said}" for name, said in found if name in written]
    assert not told, "\n".join(told)
