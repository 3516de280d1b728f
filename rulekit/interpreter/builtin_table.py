"""Which function works out which built-in function of the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.program import core as c
from rulekit.runtime.machine import Locals, Machine

Function = Callable[[Machine, c.Builtin, list[Any], Locals], Any]
BUILTINS: dict[str, Function] = {}


def builtin(*names: str) -> Callable[[Function], Function]:
    """Registers a function by its names in the language."""

    def mark(function: Function) -> Function:
        BUILTINS.update(dict.fromkeys(names, function))
        return function

    return mark
