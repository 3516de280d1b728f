"""Games are read in several threads at once: each text has verbs of its own, and one parser serves all of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax.parse import parse


def _text(verb: str) -> str:
    lines = "".join(f"to {verb}_{number} number n:\n  {verb} n\n" for number in range(40))
    return f"game g: players 2\nto {verb} number n:\n  gain n coin\n{lines}"


def _mistakes(verb: str) -> list[str]:
    sink = Sink()
    parse(Source(f"{verb}.rules", _text(verb)), {verb, *(f"{verb}_{number}" for number in range(40))}, sink)
    return [str(found) for found in sink.found]


def test_each_text_has_its_own_verbs() -> None:
    verbs = [f"act{number}" for number in range(12)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(_mistakes, verbs)) == [[] for _ in verbs]
