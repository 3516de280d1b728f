"""RK100 to RK199: maps, set-ups and indexes in YAML, and drawings of boards; told by the package that reads them."""

from __future__ import annotations

from rulekit.boards.codes import CODES as _TOLD
from rulekit.sources.codes.code import Code


def _lower(title: str) -> str:
    return title[0].lower() + title[1:]


ENTRIES = tuple(
    Code(code=code, title=_lower(title), explanation=explanation, example=example, fix=fix)
    for code, title, explanation, example, fix in _TOLD
)
