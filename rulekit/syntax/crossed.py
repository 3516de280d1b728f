"""Things that are declared for each of several values: `card pip for each suit s, number r in 1..13`.

Contract: `expanded(decls, sink)` puts one thing for each combination in the place of such a declaration, before anything is
replaced, extended or removed, so that each can be named there: `pip_hearts_2`. What the names stand for is put into the lines
and labels of each.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.sources.diagnostics import Sink
from rulekit.sources.labels import Labels, in_language
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n
from rulekit.syntax.remade import Remade

_MOST = 2_000  # things of one declaration
Value = tuple[str, n.Expr, tuple[str, ...]]  # its part of the name, what is put for it, its labels


def expanded(decls: Sequence[n.Decl], sink: Sink, remade: Remade) -> list[n.Decl]:
    """The declarations, with one thing for each combination of values."""
    if not any(isinstance(decl, n.Thing) and decl.cross for decl in decls):
        return list(decls)
    values = _values(decls)
    found: list[n.Decl] = []
    for decl in decls:
        found += _things(decl, values, sink, remade) if isinstance(decl, n.Thing) and decl.cross else [decl]
    return found


def _values(decls: Sequence[n.Decl]) -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The members of all values, with what modules add."""
    found: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for decl in decls:
        if isinstance(decl, n.Values):
            found[decl.name] = (found.get(decl.name, ()) if decl.change == "extend" else ()) + decl.members
    return found


def _things(decl: n.Thing, values: Mapping[str, Any], sink: Sink, remade: Remade) -> list[n.Decl]:
    choices: list[list[Value]] = []
    for cross in decl.cross:
        if cross.low is None and cross.kind not in values:
            hint = did_you_mean(cross.kind, values) or "name a `values`, or numbers: `number n in 1..13`"
            sink.error("RK015", f"there are no values `{cross.kind}`", cross.span, hint)
            return []
        choices.append(_choices(cross, values))
    count = 1
    for choice in choices:
        count *= len(choice)
    if count > _MOST:
        sink.error("RK003", f"one declaration makes {count:,} things", decl.span, f"at most {_MOST:,}")
        return []
    crossed = tuple(values.get(cross.kind) for cross in decl.cross)  # members of values are told by what they are
    return remade.made(f"cross {crossed!r}", (decl,), lambda: _combined(decl, choices))


def _combined(decl: n.Thing, choices: list[list[Value]]) -> list[n.Decl]:
    return [_one(decl, name, chosen) for name in decl.names or (decl.name,) for chosen in itertools.product(*choices)]


def _choices(cross: n.Cross, values: Mapping[str, Any]) -> list[Value]:
    if cross.low is not None and cross.high is not None:
        last = min(cross.high, cross.low + _MOST)
        return [(str(at), n.Number(at, span=cross.span), (str(at),)) for at in range(cross.low, last + 1)]
    return [(name.strip("_"), n.Name(name, span=cross.span), labels) for name, labels in values[cross.kind]]


def _one(decl: n.Thing, name: str, chosen: Sequence[Value]) -> n.Thing:
    own = "_".join([name, *(part for part, _, _ in chosen)])
    put = {cross.name: value for cross, (_, value, _) in zip(decl.cross, chosen, strict=True)}
    labels = decl.labels
    for cross, (part, _, said) in zip(decl.cross, chosen, strict=True):
        labels = _with_word(labels, cross.name, said, part)
    items = tuple(_filled(item, put) for item in decl.items)
    return dataclasses.replace(decl, name=own, names=(own,), labels=labels, items=items, cross=())


def _with_word(labels: tuple[str, ...], slot: str, said: tuple[str, ...], part: str) -> tuple[str, ...]:
    """Labels with a value in a slot, in each language by its own word, without notes on its grammar."""
    languages = getattr(labels, "languages", None)
    words = [in_language(said, code) for code in languages] if languages is not None else [in_language(said, "")] * len(labels)
    filled = [
        label.replace(f"{{{slot}}}", (word or part.replace("_", " ")).split("|")[0])
        for label, word in zip(labels, words, strict=True)
    ]
    return Labels(filled, languages)


def _filled(value: Any, put: Mapping[str, n.Expr]) -> Any:
    """A node in which values stand for names."""
    if isinstance(value, n.Name):
        found = put.get(value.name)
        return value if found is None else dataclasses.replace(found, span=value.span)
    if isinstance(value, tuple):
        return tuple(_filled(item, put) for item in value)
    if not isinstance(value, n.Node):
        return value
    parts = {part.name: getattr(value, part.name) for part in dataclasses.fields(value) if part.name != "span"}
    new = {name: filled for name, old in parts.items() if (filled := _filled(old, put)) != old}
    return dataclasses.replace(value, **new) if new else value
