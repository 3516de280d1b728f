"""What players read that has no words in some language yet.

Contract: looks at the declarations in force, in the order of the text, and asks the labels that catalogues have. Examples
and what is never told, such as verbs without a label, are left out: what lacks a label altogether is nobody's translation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulekit.program.game import Program
from rulekit.sources.labels import lacks
from rulekit.sources.source import Span
from rulekit.syntax.labelled import Spot, spots
from rulekit.text.languages import codes, language


@dataclass(frozen=True)
class Gap:
    """A name or a reason, where it stands, and what is missing."""

    span: Span
    what: str
    missing: str

    def __str__(self) -> str:
        return f"{self.span.source.name}:{self.span.line}: {self.what} has no {self.missing}"


def untranslated(program: Program, wanted: Iterable[str] = ()) -> list[Gap]:
    """All gaps, each once; without languages named, in any that rulekit speaks."""
    asked = tuple(wanted) or codes()
    found = spots(list(program.decls), program.language)
    return list(dict.fromkeys(_gap(spot, code) for spot in found for code in asked if lacks(spot.labels, code)))


def _gap(spot: Spot, code: str) -> Gap:
    told = f'the reason "{spot.labels[0]}"' if spot.what == "reason" else f"`{spot.name or spot.path}`"
    return Gap(spot.span, told, f"{language(code).name} {'text' if spot.what == 'reason' else 'label'}")
