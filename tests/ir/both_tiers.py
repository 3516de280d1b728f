"""An example on both tiers: same outcome, same table, same log."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from rulekit.api import Game
from rulekit.runtime.state import Data, freeze
from rulekit.syntax import nodes as n
from rulekit.testing.example_table import ExampleStopped
from rulekit.testing.examples import Runner, Variants

_PARTS = ("outcome", "table", "log")
_NUMBERED = re.compile(r"(?<=/[0-9a-f]{16})\.\d+$")


@cache
def interpreted(path: Path) -> Variants:
    """The games of a file as the reference plays them."""
    return Variants(Game(path, engine="interpreted"))


@cache
def compiled(path: Path) -> Variants:
    """The same on the compiled tier."""
    return Variants(Game(path, engine="compiled"))


def after(example: n.Example, variants: Variants) -> tuple[Any, ...]:
    """How an example ends: what stopped it, the table, the log."""
    runner = Runner(example, variants)
    message = ""
    try:
        runner.run()
    except ExampleStopped as stop:
        message = stop.message
    return message, *left_by(runner)


def left_by(runner: Runner) -> tuple[Any, list[str]]:
    """The table and the log that an example has left."""
    return _table(runner.machine.s), runner.state.log


def _table(data: Data) -> Any:
    """All of a table. The sentence of an example is a routine with a number, another one each time it is run."""
    plain = data.as_plain()
    return freeze({**plain, "stack": [[_NUMBERED.sub("", path), *rest] for path, *rest in plain["stack"]]})


def differences(example: n.Example, path: Path, compiled: Variants) -> list[str]:
    """What the compiled tier leaves otherwise than the reference."""
    return differing(after(example, compiled), after(example, interpreted(path)))


def differing(compiled: tuple[Any, ...], reference: tuple[Any, ...]) -> list[str]:
    pairs = zip(_PARTS, compiled, reference, strict=True)
    return [f"{part}: {fast!r} compiled, {slow!r} interpreted" for part, fast, slow in pairs if fast != slow]
