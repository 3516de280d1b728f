"""What may stand in a label.

Contract: told from the line alone, because a text whose quotes are open cannot be read yet. A label that is just begun may be
what its name is called anyway, for a verb or define with slots for what it takes; in a slot, the names of those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from lsprotocol import types as lsp

from rulekit.lsp.offers import Offer
from rulekit.lsp.workspace import Analysis
from rulekit.program.types import PLAIN
from rulekit.sources.labels import default_label

_OPEN = re.compile(r'^([^"#]*(?:"[^"]*"[^"#]*)*)"([^"]*)$')  # what stands before the quotes that are open, and in them
_HEAD = re.compile(r"^ *(?:(?:replace|extend) +)?([a-z_]+) +([a-z_][a-z0-9_]*)([^:]*)$")
_MEMBER = re.compile(r"[:,;] *(?:[a-z_]+ +)*?([a-z_][a-z0-9_]*) *$")  # of values, or the field of a record
_SLOT = re.compile(r"\{([a-z_0-9]*)$")
_COMMON = ("kind", "resource", "zone", "values", "board", "actor", "field", "stat", "power", "var", "record")


def in_label(analysis: Analysis, before: str, after: str) -> tuple[int, list[Offer]] | None:
    """The column at which what is being written begins, and what it may become; None outside of a label."""
    found = _OPEN.match(before)
    if found is None:
        return None
    head, said = found[1], found[2]
    slot = _SLOT.search(said)
    if slot is not None:
        close = "" if after.startswith("}") else "}"
        names = _taken(analysis, head)
        return len(before) - len(slot[1]) + 1, [_offer(name, f"{name}{close}", "what it is about") for name in names]
    close = "" if after.startswith('"') else '"'
    start = len(before) - len(said) + 1
    labels = [label for label in _labels(analysis, head) if label.casefold().startswith(said.casefold())]
    return start, [_offer(label, f"{label}{close}", "label") for label in labels]


def _offer(text: str, new: str, detail: str) -> Offer:
    # braces and the like have a meaning in snippets: it is put in as it is
    return Offer(text, lsp.CompletionItemKind.Text, detail, plain=new, rank=2)


def _labels(analysis: Analysis, head: str) -> Iterator[str]:
    declared = _HEAD.match(head.rstrip())
    if declared is not None and declared[1] in ("to", "define"):
        slots = "".join(f" {{{name}}}" for name in _taken(analysis, head))
        yield default_label(declared[2], title=False) + slots
    elif declared is not None:
        yield default_label(declared[2], title=declared[1] not in _COMMON)
    else:
        member = _MEMBER.search(head)
        if member is not None:
            yield default_label(member[1], title=False)


def _taken(analysis: Analysis, head: str) -> list[str]:
    """The names of what a verb or define takes: each stands behind its type."""
    program = analysis.program
    types = {*PLAIN, *program.parents, *program.values, *program.records}
    words = re.findall(r"[a-z_][a-z0-9_]*", head)
    return [name for type_, name in pairwise(words[2:]) if type_ in types and name not in types]
