"""What every piece of syntax has: a place in a text.

Contract: equality and hashing ignore the place, so that formatting never changes what a text means.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulekit.sources.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every piece of syntax has: a place."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
