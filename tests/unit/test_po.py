"""Catalogues of strangers: read with work in proportion to their size, and not read to the end if they are something else."""

from __future__ import annotations

import pytest

from rulekit.sources import po
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source


def test_a_text_of_many_lines_is_put_together_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: how many characters are laid down for a text of so many lines."""
    lines, laid = 2_000, list[int]()

    def counted(entry: po.Entry, name: str, value: str) -> None:
        laid.append(len(value))
        setattr(entry, name, value)

    monkeypatch.setattr(po, "setattr", counted, raising=False)
    text = 'msgctxt "a"\n"b"\nmsgid "c"\n"d"\nmsgstr ""\n' + '"xyz"\n' * lines
    sink = Sink()
    (entry,) = po.parse_po(Source("g.fr.po", text), sink)
    assert (entry.context, entry.text, entry.translation) == ("ab", "cd", "xyz" * lines) and not sink.found
    assert sum(laid) <= 3 * lines + 10


def test_what_is_no_catalogue_is_not_read_to_the_end() -> None:
    sink = Sink()
    assert po.parse_po(Source("g.fr.po", "no catalogue\n" * 50_000), sink) == []
    assert 1_000 <= len(sink.found) < 1_100
