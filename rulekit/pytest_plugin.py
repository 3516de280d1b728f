"""The pytest plugin: every `example` of a rules file is a test.

A file `x.rules` that pytest meets is a collector, each of its own examples (not those of files it imports) a test
named by its title. Source tags are markers, as they stand and with `_` for all but letters and digits: `pytest -m GB-041`,
`pytest -m GB_041`. Two lines of configuration: `rulekit_examples = false` switches it off, `rulekit_ignore` lists file
patterns to leave alone.

pytest loads this module in every run of every project that has rulekit installed, so it imports nothing heavy at
the top, and a rules file without examples is never loaded.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulekit.sources import files
from rulekit.sources.printable import visible

if TYPE_CHECKING:
    from rulekit.sources.source import Span
    from rulekit.syntax.nodes import Example
    from rulekit.testing.examples import Failure, Runner, Variants

_HAS_EXAMPLES = re.compile(r"^[ ]*example\b", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the configuration."""
    parser.addini("rulekit_examples", "collect the examples of .rules files as tests", type="bool", default=True)
    parser.addini("rulekit_ignore", "patterns of .rules files to leave alone", type="args", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A collector for a rules file that has examples."""
    if file_path.suffix != ".rules" or not parent.config.getini("rulekit_examples") or _ignored(file_path, parent.config):
        return None
    return RulesFile.from_parent(parent, path=file_path) if _has_examples(file_path) else None


def _has_examples(path: Path) -> bool:
    """Is there something to collect? A file that cannot be read is left to the loader, which says why."""
    try:
        text = files.read_bytes(path, limit=files.MOST_RULES).decode("utf-8", "replace")
    except OSError:
        return True
    return _HAS_EXAMPLES.search(text) is not None


def _ignored(path: Path, config: pytest.Config) -> bool:
    shown = path.as_posix()
    return any(
        fnmatch.fnmatch(shown, pattern) or fnmatch.fnmatch(shown, f"*/{pattern}") for pattern in config.getini("rulekit_ignore")
    )


class RulesFile(pytest.File):
    """The examples that stand in one rules file."""

    def collect(self) -> Iterator[RulesExample]:
        """The tests, in the order of the text."""
        from rulekit.errors import RulesError
        from rulekit.testing.examples import examples_of, reference

        try:
            variants = reference(self.path)
        except RulesError as error:
            from rulekit.sources.render import render_text

            raise self.CollectError(render_text(error.diagnostics)) from error
        own = [e for e in examples_of(variants.game) if Path(e.span.source.name).resolve() == self.path.resolve()]
        _declare_markers(self.config, [tag for example in own for tag in example.tags])
        for name, example in zip(_unique([visible(e.name) for e in own]), own, strict=True):
            yield RulesExample.from_parent(self, name=name, example=example, variants=variants)


def _unique(names: list[str]) -> list[str]:
    """Names that occur again get a number."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def marker_name(tag: str) -> str:
    """A source tag as a marker: GB-041 is GB_041."""
    return re.sub(r"\W", "_", tag)


class RulesExample(pytest.Item):
    """One example as a test."""

    def __init__(self, *, example: Example, variants: Variants, **rest: Any) -> None:
        super().__init__(**rest)
        self.example, self.variants = example, variants
        self.runner: Runner | None = None  # what was run, until the test is over
        self.funcargs: dict[str, object] = {}  # no fixtures; other plugins look here, and some fail where there is nothing
        for tag in example.tags:
            for name in dict.fromkeys((tag, marker_name(tag))):
                self.add_marker(getattr(pytest.mark, name))
        self.extra_keyword_matches.update(example.tags)

    def runtest(self) -> None:
        """Run the example."""
        from rulekit.testing.examples import run_and_keep

        failure, self.runner = run_and_keep(self.example, self.variants)
        if failure is not None:
            raise ExampleFailed(failure)

    def teardown(self) -> None:
        """Thousands of examples do not all keep their tables."""
        self.runner = None

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Say what was expected and found, with the place in the rules."""
        if isinstance(excinfo.value, ExampleFailed):
            return report(self.example, excinfo.value.failure)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the example stands."""
        return self.path, self.example.span.line - 1, self.name


_MARKERS = pytest.StashKey[set[str]]()


def _declare_markers(config: pytest.Config, tags: list[str]) -> None:
    """Those of a whole file first: pytest reads the list of all that are declared again at each name that is new to it."""
    known = config.stash.setdefault(_MARKERS, set())
    for tag in tags:
        for name in dict.fromkeys((tag, marker_name(tag))):
            if name not in known:
                known.add(name)
                config.addinivalue_line("markers", f"{name}: the rule {tag}")


class ExampleFailed(Exception):
    """An example does not hold."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(visible(failure.message))
        self.failure = failure


def report(example: Example, failure: Failure) -> str:
    """A failure for people: in one line for the summary, then the line, what was expected and found, what changed, the log."""
    tags = f" [{', '.join(example.tags)}]" if example.tags else ""
    lines = [failure.message, f'example "{example.name}"{tags}', *_excerpt(failure)]
    lines += _part("what changed since `given`", list(failure.changes))
    lines += _part("log", [f"{text}{_place(span)}" for text, span in failure.entries])
    return visible("\n".join([*lines, "", f"seed {failure.seed} (every choice and every roll of an example is scripted)"]))


def _excerpt(failure: Failure) -> list[str]:
    span = failure.span
    return ["", f"{span}", f">   {span.source.line(span.line).strip()}", f"E   {failure.message}"]


def _part(title: str, lines: list[str]) -> list[str]:
    return ["", f"{title}:", *(f"    {line}" for line in lines)] if lines else []


def _place(span: Span | None) -> str:
    return f"    ({span.source.name}:{span.line})" if span is not None else ""
