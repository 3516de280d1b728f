"""What is known about one diagnostic code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One code: a few words, why it is a mistake, rules text that gives it, and how to mend that text."""

    code: str
    title: str
    explanation: str
    example: str
    fix: str
