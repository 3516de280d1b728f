"""What holds for every test: a cache of rules that belongs to this checkout, examples that are run on both tiers, and a
garbage collector that does not walk over every collected test and every loaded game again and again."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from zlib import crc32

import pytest

from rulekit.pytest_plugin import RulesExample

pytest_plugins = ["pytester"]


def pytest_configure(config: pytest.Config) -> None:
    """Thousands of small texts would drive the user's own games out of the user's cache. Child processes inherit it."""
    os.environ.setdefault("RULEKIT_CACHE", str(Path(config.rootpath, ".pytest_cache", "rulekit").absolute()))
    os.environ.setdefault("RULEKIT_NATIVE_FLAGS", "-O0")  # what C does is tested, not how fast: so it is compiled at once
    _leave_the_library_as_it_is(config)
    gc.disable()  # until all is collected: many objects, and all of them stay


def _leave_the_library_as_it_is(config: pytest.Config) -> None:
    """pytest rewrites the asserts of a package that brings a plugin. Those of the library are for types, and in a
    fresh checkout every process would take ten seconds to rewrite them, beside the compiled files that its children use."""
    hook = config.pluginmanager.rewrite_hook
    getattr(hook, "_must_rewrite", set()).discard("rulekit")
    getattr(hook, "_marked_for_rewrite_cache", {}).clear()


def pytest_collection_finish() -> None:
    """What was collected stays until the end, so it is never looked at again; and what tests leave behind is looked at seldom:
    the collector took a fifth of the time of the examples of a big game."""
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)  # not more seldom: big games that nobody holds any more must go
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what was left out, and why: without a C compiler, a browser or an extra a run is green and has seen less."""
    skipped = terminalreporter.getreports("skipped")
    why = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped if isinstance(report.longrepr, tuple))
    if why:
        terminalreporter.section("left out")
    for reason, count in why.most_common():
        terminalreporter.write_line(f"{count:>5} {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """An example that holds must leave the same table and the same log on both tiers.

    Examples run on the interpreter. To compile what each of them needs takes several times as long as to run it, so every
    thirty-sixth is compared, and all of them in `make test-all`."""
    yield
    if isinstance(item, RulesExample) and item.runner is not None and _compared(item):
        from tests.ir.both_tiers import after, compiled, differing, left_by

        assert differing(after(item.example, compiled(item.path)), ("", *left_by(item.runner))) == []


def _compared(item: RulesExample) -> bool:
    return os.environ.get("RULEKIT_TESTS") == "all" or crc32(item.nodeid.encode()) % 36 == 0
