"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import rulekit

MODULES = sorted(m.name for m in pkgutil.walk_packages(rulekit.__path__, "rulekit.") if not m.name.endswith("__main__"))


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    if name == "rulekit.highlight":
        pytest.importorskip("pygments")
    assert doctest.testmod(importlib.import_module(name)).failed == 0
