"""What an editor offers to mend.

Contract: a fix is told from a finding: its code, its place and the remedy that it names. Every fix leaves a text in which the
finding is gone (a test applies each of them), and changes nothing else. What no finding tells is in `additions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from rulekit.lsp.fixing import QUOTED, Fix, find, old_word
from rulekit.lsp.remedies import BY_CODE
from rulekit.lsp.rename import Change
from rulekit.lsp.workspace import Analysis
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.source import Span

_MEANT = re.compile(r"did you mean `([^`]+)`\?")
_CHOICE = re.compile(r"^there is `")


def fixes(analysis: Analysis, finding: Diagnostic) -> list[Fix]:
    """All remedies for a finding."""
    found = list(_words(finding))
    for code, remedy in BY_CODE:
        if finding.code == code:
            found += remedy(analysis, finding)
    return list({fix.title: fix for fix in found}.values())


# ---------- another word ----------
def _words(finding: Diagnostic) -> Iterator[Fix]:
    """The word that is meant, where the remedy names it."""
    old, hint = old_word(finding), finding.hint
    if not old:
        return
    meant = _MEANT.search(hint)
    if meant is not None:
        yield _replace(finding.span, old, meant[1], True)
    elif _CHOICE.match(hint):
        words = sorted(QUOTED.findall(hint), key=lambda word: -SequenceMatcher(None, old, word).ratio())
        yield from (_replace(finding.span, old, word, False) for word in words)
    elif hint.endswith("is the word for it") or hint.startswith("numbers are digits"):
        yield from (_replace(finding.span, old, word, True) for word in QUOTED.findall(hint)[:1])
    elif hint == "the words for it are `yes` and `no`":
        yield _replace(finding.span, old, "yes" if old == "true" else "no", True)
    elif hint.startswith("write `"):
        yield from (_replace(finding.span, old, word, False) for word in QUOTED.findall(hint))


def _replace(span: Span, old: str, new: str, preferred: bool) -> Fix:
    at = find(span.source.line(span.line), old, span)
    start = (at if at is not None else span.column - 1) + 1
    new = new.removesuffix(" ...")
    return Fix(
        f"replace `{old}` by `{new}`",
        (Change(Span(span.source, span.line, start, span.line, start + len(old)), new),),
        preferred,
    )
