"""The whole way of a text through the checker, for texts that nobody would write."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rulekit.analysis.check import check
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.render import render_json, render_text
from rulekit.sources.source import Source
from rulekit.syntax.format import format_text
from rulekit.syntax.loader import compose, modules_of
from rulekit.syntax.parse import parse
from rulekit.syntax.words import vocabulary

ROOT = Path(__file__).parent.parent.parent
_TOKEN = re.compile(r'"[^"\n]*"|[a-z0-9_]+|\n *|[^\sa-z0-9_]| +')


def found_in(text: str) -> list[Diagnostic]:
    """Everything that is found in a text, by itself and with each of its modules, also as it is shown."""
    source, sink = Source("fuzz.rules", text), Sink()
    decls = parse(source, vocabulary(source), sink)
    modules = modules_of(decls)
    for module in modules:
        check(compose(decls, (module, *modules[module].needs), sink), sink)
    check(compose(decls, (), sink), sink, decls)
    assert render_text(sink.found) is not None and render_json(sink.found)
    assert format_text(format_text(text)) == format_text(text)
    return sink.found


def tokens(text: str) -> list[str]:
    """A text in small pieces that joined give the text again (but for tabs and the like)."""
    return _TOKEN.findall(text)


@cache
def samples() -> tuple[str, ...]:
    """Real texts in handy pieces: the good corpus whole, and the examples and games cut at empty lines."""
    whole = [path.read_text("utf-8") for path in sorted(ROOT.glob("tests/lang/*/good/*.rules"))]
    long = [path.read_text("utf-8") for path in sorted([*ROOT.glob("examples/*.rules"), *ROOT.glob("games/*.rules")])]
    return (*whole, *(piece for text in long for piece in text.split("\n\n") if 0 < len(piece) < 3000))
