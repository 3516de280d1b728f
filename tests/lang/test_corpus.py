"""Every file of the corpus gives exactly what it says; every code has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulekit
from rulekit.api import Game
from rulekit.sources.codes import CODES
from rulekit.testing.examples import Variants, examples_of, run_and_keep
from tests.ir.both_tiers import after, differing, interpreted, left_by
from tests.lang.corpus import expected, files, findings, places

PACKAGE = Path(rulekit.__file__).parent


def _id(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", files("bad"), ids=_id)
def test_bad(path: Path) -> None:
    wanted, found = expected(path), places(path)
    assert wanted, "a bad file names what must be found: `#! RK012 @7`"
    assert [(line, code) for line, _, code in found] == sorted((line, code) for line, _, code in wanted)
    for line, column, code in wanted:
        if column is not None:
            assert (line, column, code) in found


@pytest.mark.parametrize("path", [path for path in files("good") if path.suffix == ".rules"], ids=_id)
def test_good(path: Path) -> None:
    assert findings(path) == []
    game = Game(path)
    variants = Variants(game)
    for example in examples_of(game):
        failure, runner = run_and_keep(example, variants)
        assert failure is None or f"{failure.span}: {failure.message}" == ""
        assert runner is not None
        assert differing(("", *left_by(runner)), after(example, interpreted(path))) == []


def _used() -> set[str]:
    texts = (
        path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if path.parent.name != "codes" and path.name != "codes.py"
    )
    return {code for text in texts for code in re.findall(r'"(RK\d{3})"', text)}


def test_every_code_in_use_is_explained_and_every_explained_code_is_used() -> None:
    assert sorted(_used()) == sorted(CODES)


def test_every_code_has_a_bad_file() -> None:
    shown = {code for path in files("bad") for _, _, code in expected(path)}
    assert sorted(set(CODES) - shown) == []


@pytest.mark.parametrize("code", [code for code in CODES if code < "RK100"])
def test_the_example_of_a_code_gives_it_and_nothing_else(code: str, tmp_path: Path) -> None:
    path = tmp_path / "example.rules"
    path.write_text(CODES[code].example, "utf-8")
    assert {finding.code for finding in findings(path)} == {code}


@pytest.mark.parametrize("path", [path for path in files("bad") if path.suffix == ".rules"], ids=_id)
def test_every_finding_reads_well(path: Path) -> None:
    for finding in findings(path):
        if finding.code >= "RK100":
            continue
        assert finding.message and not finding.message.endswith((".", " ")), finding.message
        assert finding.message[0] in '`"' or finding.message[0].islower(), finding.message
        assert len(finding.message) < 160 and "\n" not in finding.message
