"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import rulekit

ROOT = Path(rulekit.__file__).parent
# Only those that show something: hundreds of modules without a docstring example would pass whatever they do.
MODULES = sorted(
    ".".join(("rulekit", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for path in ROOT.rglob("*.py")
    if ">>>" in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    if name == "rulekit.highlight":
        pytest.importorskip("pygments")
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0 and found.failed == 0
