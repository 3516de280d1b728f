"""What players read that has no words in every language yet.

Contract: looks at the declarations in force, in the order of the text. A name with one label lacks the others; a thing, zone,
resource, kind, option or cell without any is shown by its name. Reasons of `because` count too. Examples and bare rules of the
author, such as verbs without a label, are left out: what lacks a label altogether is nobody's translation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulekit.program.game import Program
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk
from rulekit.text.languages import LANGUAGES

_SHOWN = (n.Thing, n.Zone, n.Resource, n.Kind, n.Board, n.Module, n.Game, n.Option)


@dataclass(frozen=True)
class Gap:
    """A name or a reason, where it stands, and what is missing."""

    span: Span
    what: str
    missing: str

    def __str__(self) -> str:
        return f"{self.span.source.name}:{self.span.line}: {self.what} has no {self.missing}"


def untranslated(program: Program) -> list[Gap]:
    """All gaps, each once."""
    decls: tuple[n.Decl, ...] = program.decls
    nodes = [node for decl in decls if not isinstance(decl, n.Example | n.Invariant) for node in walk(decl)]
    return list(dict.fromkeys(gap for node in nodes for gap in _gaps(node)))


def _gaps(node: n.Node) -> Iterator[Gap]:
    if isinstance(node, n.Require) and node.because:
        yield from (Gap(node.span, f'the reason "{node.because[0]}"', f"{name} text") for name in _lacking(node.because))
    if isinstance(node, n.Announce):
        yield from (Gap(node.span, f'the text "{node.texts[0]}"', f"{name} text") for name in _lacking(node.texts))
    if isinstance(node, n.Choose | n.ChooseOne | n.Menu) and node.labels:
        yield from (Gap(node.span, f'the question "{node.labels[0]}"', f"{name} text") for name in _lacking(node.labels))
    if isinstance(node, n.About):
        yield from (Gap(node.span, f"the {node.word}", f"{name} text") for name in _lacking(node.labels))
    if isinstance(node, n.Values):
        for member, words in node.members:
            yield from _named(node.span.word(member), member, words, shown=True)
    labels: tuple[str, ...] | None = getattr(node, "labels", None)
    name = _name(node)
    if name and labels is not None:
        yield from _named(node.span, name, labels, shown=isinstance(node, _SHOWN) and not getattr(node, "change", ""))


def _named(span: Span, name: str, labels: tuple[str, ...], *, shown: bool) -> Iterator[Gap]:
    if labels:
        yield from (Gap(span, f"`{name}`", f"{lacking} label") for lacking in _lacking(labels))
    elif shown:
        yield Gap(span, f"`{name}`", "labels")


def _lacking(labels: tuple[str, ...]) -> list[str]:
    """The languages that some labels, which stand in the order of the languages, do not reach."""
    return [spoken.name for spoken in list(LANGUAGES.values())[len(labels) :]]


def _name(node: n.Node) -> str:
    names: tuple[str, ...] = getattr(node, "names", ())
    return names[0] if names else str(getattr(node, "name", ""))
