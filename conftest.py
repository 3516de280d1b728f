"""What holds for every test: a cache of rules that belongs to this checkout, and examples that are run on both tiers."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from rulekit.pytest_plugin import RulesExample

pytest_plugins = ["pytester"]


def pytest_configure(config: pytest.Config) -> None:
    """Thousands of small texts would drive the user's own games out of the user's cache. Child processes inherit it."""
    os.environ.setdefault("RULEKIT_CACHE", str(Path(config.rootpath, ".pytest_cache", "rulekit").absolute()))
    os.environ.setdefault("RULEKIT_NATIVE_FLAGS", "-O0")  # what C does is tested, not how fast: so it is compiled at once


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """An example that holds must leave the same table and the same log on both tiers.

    It is compared here, where it has been run on the compiled tier already."""
    yield
    if isinstance(item, RulesExample) and item.runner is not None:
        from tests.ir.both_tiers import after, differing, interpreted, left_by

        assert differing(("", *left_by(item.runner)), after(item.example, interpreted(item.path))) == []
