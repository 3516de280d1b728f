"""The titles of rule ids, from the index files beside the rules.

Contract: an index that cannot be read gives no titles; `rulekit coverage` says what is wrong with it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rulekit.boards.setups import load_index
from rulekit.lsp.workspace import Analysis, path_of
from rulekit.sources import files
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source


def titles_of(analysis: Analysis) -> dict[str, str]:
    """Each id with its title."""
    found: dict[str, str] = {}
    for source in analysis.sources:
        found |= _titles(_text(path_of(source).with_suffix(".index.yaml")))
    return found


def _text(path: Path) -> str:
    try:
        return files.read_text(path, limit=files.MOST_YAML)
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(maxsize=32)
def _titles(text: str) -> dict[str, str]:
    data = load_index(Source("index.yaml", text), Sink()) if text else None
    return {rule.id: rule.title for rule in data.rules} if data is not None else {}
