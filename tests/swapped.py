"""Another function in the place of one of the library's, wherever it is known by its name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest


def swap(patch: pytest.MonkeyPatch, function: Callable[..., Any], other: Callable[..., Any]) -> None:
    """Functions are imported by name, so the other one takes its place in every module that has it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("rulekit"):
            for known, value in list(vars(module).items()):
                if value is function:
                    patch.setattr(module, known, other)
