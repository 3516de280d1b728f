"""Every page of the documentation does what it says. What the comments above blocks mean stands in README.md here."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import unittest.mock
from pathlib import Path
from typing import Any

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.api import Game
from rulekit.cli.main import COMMANDS, available, main
from rulekit.errors import RulekitError
from rulekit.simulate import simulate
from rulekit.testing.examples import run_file
from tests.docs.pages import ROOT, Block, blocks, pages

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_KNOWN = {
    "",
    "prelude",
    "fragment",
    "bad",
    "bad fragment",
    "file",
    "append",
    "excerpt",
    "faulty file",
    "faulty append",
    "fails",
    "not run",
}
_MACHINE = re.compile(r"(?<![\w.])/(?:work|home|tmp|Users)/")


class Page:
    """A page on its way: its folder, the prelude in force, the names its Python blocks made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.prelude = ""
        self.names: dict[str, Any] = {}

    def run(self, block: Block) -> None:
        assert block.mark in _KNOWN, f"{block}: nobody knows the mark `{block.mark}`"
        if block.mark == "not run":
            return
        if block.mark == "excerpt":
            self._excerpt(block)
        elif block.lang == "rules":
            self._rules(block)
        elif block.lang == "console":
            self._console(block)
        elif block.lang == "python":
            self._python(block)
        elif block.mark == "file":
            self._keep(block, block.text)

    # ---------- rules ----------
    def _excerpt(self, block: Block) -> None:
        whole = (ROOT / block.value).read_text(encoding="utf-8")
        assert block.text in whole, f"{block}: this does not stand in {block.value}"

    def _rules(self, block: Block) -> None:
        if block.mark.startswith("bad"):
            self._bad(block)
            return
        if block.mark == "prelude":
            self.prelude = block.text
        path = self._keep(block, self.prelude + "\n" + block.text if block.mark == "fragment" else block.text)
        findings = [d for d in check_file(str(path)) if d.code != "RK090" and (d.severity == "error" or not _part(block))]
        assert not findings, f"{block}: " + "; ".join(f"line {d.span.line} {d.code} {d.message} {d.hint}" for d in findings)
        for example, failure in run_file(path):
            message = "" if failure is None else f"line {failure.span.line}: {failure.message}"
            assert failure is None, f"{block}: example `{example.name}`: {message}"
        if block.mark != "fragment" and not block.mark.startswith("faulty"):
            self._play(block, path)

    def _play(self, block: Block, path: Path) -> None:
        game = Game(path)
        if "play_game" in game.program.verbs:
            report = simulate(game, games=3, limit=300, invariants=True)
            assert not report.errors, f"{block}: {report.errors[0].message}"

    def _bad(self, block: Block) -> None:
        text = self.prelude + "\n" + block.text if block.mark == "bad fragment" else block.text
        codes = {d.code for d in check_file(str(self._keep(block, text)))}
        assert codes == {block.value}, f"{block}: {sorted(codes)} instead of {block.value}"

    def _keep(self, block: Block, text: str) -> Path:
        named = block.mark.endswith(("file", "append"))
        path = self.folder / (block.value if named else f"block_{block.line}.rules")
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") + "\n" if block.mark.endswith("append") else ""
        path.write_text(before + text, encoding="utf-8")
        return path

    # ---------- console and Python ----------
    def _console(self, block: Block) -> None:
        commands = re.split(r"^\$ ", block.text, flags=re.M)[1:]
        for number, text in enumerate(commands):
            line, _, wanted = text.partition("\n")
            words = shlex.split(line, comments=True)
            assert words[0] == "rulekit", f"{block}: `{line}` cannot be run here; say `not run`"
            if words[1] in dict(COMMANDS) and words[1] not in available():
                continue  # a command that is on its way
            code, output = _visited(words[1:]) if _for_a_person(words) else _rulekit(words[1:])
            last = number == len(commands) - 1
            assert code == (1 if last and block.mark == "fails" else 0), f"{block}: `{line}` ends with {code}:\n{output}"
            assert _same(wanted, output), f"{block}: `{line}` prints\n{output}\ninstead of\n{wanted}"

    def _python(self, block: Block) -> None:
        if ">>>" not in block.text:
            exec(compile(block.text, str(block), "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(block.text, self.names, str(block), block.page, block.line)
        printed = io.StringIO()
        result = doctest.DocTestRunner(optionflags=_FLAGS).run(test, out=printed.write, clear_globs=False)
        self.names = test.globs
        assert result.failed == 0, printed.getvalue()


def _part(block: Block) -> bool:
    """A piece of a game: names that it does not use yet are no fault of it."""
    return block.mark in ("prelude", "fragment")


def _rulekit(arguments: list[str]) -> tuple[int, str]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = main(arguments)
    return code, printed.getvalue()


def _for_a_person(words: list[str]) -> bool:
    return words[1] == "play" and "--auto" not in words


def _visited(arguments: list[str]) -> tuple[int, str]:
    """A game is opened by somebody who looks at the first question and leaves; bots play whole games elsewhere."""
    with (
        unittest.mock.patch("rulekit.terminal.style.interactive", return_value=True),
        unittest.mock.patch("builtins.input", return_value="quit"),
    ):
        return _rulekit(arguments)


def _same(wanted: str, found: str) -> bool:
    """The same text up to blanks; `...` stands for anything, and nothing at all is not compared."""
    return not wanted.strip() or doctest.OutputChecker().check_output(wanted, found, _FLAGS)


@pytest.mark.parametrize("page", pages(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_block_does_what_the_page_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    running = Page(tmp_path)
    wrong: list[str] = []
    for block in blocks(page):
        try:
            running.run(block)
        except (AssertionError, RulekitError) as error:
            wrong.append(str(error).split("\nassert ")[0])
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", pages(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_no_page_names_a_machine(page: Path) -> None:
    assert not _MACHINE.search(page.read_text(encoding="utf-8"))


def test_the_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert local and all((ROOT / link).exists() for link in local)
