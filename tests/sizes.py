"""How far a search of the tests goes: a sample in `make test`, the whole in `make test-all`, which sets `RULEKIT_TESTS=all`."""

from __future__ import annotations

import os


def some(few: int, all_of_them: int) -> int:
    """A number of cases."""
    return all_of_them if os.environ.get("RULEKIT_TESTS") == "all" else few
