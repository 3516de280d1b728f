"""What examples came to, shown where they stand.

Contract: outcomes hold for the texts with which the examples were run: as soon as one of those changes they are forgotten. One
that failed is a finding at the line that does not hold, with what changed until then; each is told above its example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from rulekit.lsp.positions import Positions

Result = dict[str, Any]  # what `run_examples.py` writes
Texts = Mapping[Path, str]


@dataclass
class Outcomes:
    """The last results of each file, by the line of the example, from 0."""

    texts: Texts = field(default_factory=dict)
    found: dict[Path, dict[int, Result]] = field(default_factory=dict)

    def keep(self, texts: Texts, path: Path, results: Iterable[Result]) -> None:
        """Takes the results of a run with these texts."""
        if texts != self.texts:
            self.texts, self.found = dict(texts), {}
        self.found.setdefault(path, {}).update({one["line"]: one for one in results if "error" not in one})

    def of(self, texts: Texts, path: Path) -> dict[int, Result]:
        return self.found.get(path, {}) if texts == self.texts else {}

    def failures(self, texts: Texts, path: Path, at: Positions) -> list[lsp.Diagnostic]:
        """What does not hold in a file, whichever example says so."""
        if texts != self.texts:
            return []
        failed = [one for results in self.found.values() for one in results.values() if not one["passed"]]
        return [_finding(one, texts.get(path, "").split("\n"), at) for one in failed if _file(one["at"]["uri"]) == path]


def _finding(result: Result, lines: list[str], at: Positions) -> lsp.Diagnostic:
    number = result["at"]["line"]
    text = lines[number] if number < len(lines) else ""
    indent = len(text) - len(text.lstrip())
    place = lsp.Range(lsp.Position(number, indent), lsp.Position(number, max(at.units(text.rstrip()), indent)))
    changes = ["what has changed until then:", *(f"  {change}" for change in result["changes"])] if result["changes"] else []
    message = "\n".join([f'the example "{result["title"]}" fails: {result["message"]}', *changes])
    return lsp.Diagnostic(place, message, severity=lsp.DiagnosticSeverity.Error, code="example", source="rulekit")


def _file(uri: str) -> Path | None:
    found = to_fs_path(uri)
    return Path(found).resolve() if found else None
