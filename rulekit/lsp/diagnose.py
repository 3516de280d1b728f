"""Findings as the protocol wants them.

Contract: `published(analyses)` gives, for each file, the findings of all analyses in it, each once, with related places, the
remedy and a link to the page of the code.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types as lsp

from rulekit.lsp.pages import page_of
from rulekit.lsp.positions import Positions
from rulekit.lsp.shapes import uri_of
from rulekit.lsp.workspace import Analysis, path_of
from rulekit.sources.diagnostics import Diagnostic

_SEVERITY = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
_UNUSED = ("RK050", "RK052", "RK053")


def published(analyses: Iterable[Analysis], at: Positions, docs: str = "") -> dict[Path, list[lsp.Diagnostic]]:
    """The findings of each file that is read, none for those in which nothing was found."""
    found: dict[Path, dict[Diagnostic, None]] = {}
    for analysis in analyses:
        for source in analysis.sources:
            found.setdefault(path_of(source), {})
        for finding in analysis.found:
            if not finding.span.source.name.startswith("<"):
                found.setdefault(path_of(finding.span.source), {})[finding] = None
    return {path: [diagnostic(finding, at, docs) for finding in several] for path, several in found.items()}


def diagnostic(finding: Diagnostic, at: Positions, docs: str = "") -> lsp.Diagnostic:
    message = f"{finding.message}\n{finding.hint}" if finding.hint else finding.message
    related = [
        lsp.DiagnosticRelatedInformation(lsp.Location(uri_of(label.span.source), at.range(label.span)), label.text)
        for label in finding.labels
    ]
    page = page_of(finding.code, docs)
    return lsp.Diagnostic(
        at.range(finding.span),
        message,
        severity=_SEVERITY[finding.severity],
        code=finding.code,
        code_description=lsp.CodeDescription(page) if page else None,
        source="rulekit",
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.code in _UNUSED else None,
        related_information=related or None,
    )
