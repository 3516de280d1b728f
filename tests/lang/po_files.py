"""Catalogues of the corpus: each is held against one small game."""

from __future__ import annotations

from pathlib import Path

from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.source import Source
from rulekit.syntax.labelled import labelled
from rulekit.syntax.parse import parse

RULES = """
kind card
card oven: copies 2
to treat player p with number n = 1 "treat {p}[ to {n:loaf|loaves}]":
  nothing
"""


def po_findings(path: Path) -> list[Diagnostic]:
    """What is found in a catalogue of that game."""
    sink = Sink()
    catalogue = Source(path.name, path.read_text("utf-8"))
    rules = Source("game.rules", RULES, (("fr", catalogue),))
    labelled(parse(rules, {"treat"}, sink), rules, "en", sink)
    return sink.found
