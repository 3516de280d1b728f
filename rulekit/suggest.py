"""Near-miss names."""
from __future__ import annotations
import difflib
from collections.abc import Iterable


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """'did you mean `x`?' for the nearest candidate, or nothing."""
    near = difflib.get_close_matches(word, sorted(set(candidates)), 1, 0.7)
    return f"did you mean `{near[0]}`?" if near else ""
