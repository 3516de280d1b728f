"""Rules files of earlier versions in the form of today.

Contract: `migrated` gives the new text of a file and the catalogues that belong beside it. Labels in a second language go into
catalogues, labels that only repeat a name go, sources of what has a body of its own stand on the line above it, and long heads
are wrapped or joined. No comment is lost. It is proved before anything is written: with its catalogues the new text has the
same declarations, with the same labels in every language; otherwise a `FormatError` says so and the file stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.labels import Labels
from rulekit.sources.po import Entry, parse_po, write_po
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.catalogues import catalogue_name, updated
from rulekit.syntax.format import FormatError, format_text
from rulekit.syntax.labelled import Spot, labelled, spots
from rulekit.syntax.reflow import WIDTH, aligned, reflowed
from rulekit.syntax.spacing import split_comment
from rulekit.syntax.walk import parts, walk

_STRING = r'"[^"\n]*"'
_SECOND = re.compile(rf"({_STRING}) */ *{_STRING}")
_TAG = re.compile(r" *(\[[A-Za-z][^\]\n]*\])")
_WITH_BODY = (n.Thing, n.Kind, n.Verb, n.Rule, n.Module, n.Zone, n.Resource, n.Board, n.Record, n.Define, n.Actor, n.Game)


@dataclass(frozen=True)
class Migrated:
    """A rules file in the new form, and its catalogues by language."""

    text: str
    catalogues: dict[str, str] = field(default_factory=dict)
    moved: int = 0  # labels that went into catalogues
    dropped: int = 0  # labels that only repeated a name


def migrated(source: Source, vocabularies: Iterable[set[str]], language: str) -> Migrated:
    """The file in the form of today; `vocabularies` as for `format_source`."""
    verbs, decls = _read(source, vocabularies)
    found = list(spots(decls, language))
    second = [spot for spot in found if len(spot.labels) > 1]
    _refuse_clashes(source, second)
    repeated = [spot for spot in found if spot.written and spot.labels[0] == spot.plain]
    lines = _labels_gone(source.text.split("\n"), repeated)
    lines = _own_lines(lines, replace(source, text="\n".join(lines)), verbs)
    text = format_text("\n".join(_laid_out(source.text.split("\n"), lines)))
    codes = dict.fromkeys([code for spot in second for code in spot.labels.languages[1:]])
    catalogues = {code: _catalogue(source, found, code) for code in codes}
    _prove(source, replace(source, text=text, catalogues=_beside(source, catalogues)), verbs, language)
    return Migrated(text, catalogues, len(second), len(repeated))


def old_labels(source: Source) -> bool:
    """Does a file have labels in two languages?"""
    return any(_SECOND.search(split_comment(line)[0]) for line in source.text.split("\n"))


def _read(source: Source, vocabularies: Iterable[set[str]]) -> tuple[set[str], list[n.Decl]]:
    from rulekit.syntax.parse import parse

    found: list[Diagnostic] = []
    for verbs in vocabularies:
        sink = Sink()
        decls = parse(source, verbs, sink)
        if not sink.errors:
            return verbs, decls
        found = found or sink.errors
    raise FormatError(f"{source.name}: it has mistakes, and is left as it is", found)


def _refuse_clashes(source: Source, second: list[Spot]) -> None:
    """One text in one place has one translation."""
    known: dict[tuple[str, str], Labels] = {}
    for spot in second:
        before = known.setdefault(spot.key, spot.labels)
        if before != spot.labels:
            told = f'`{spot.path}` says "{spot.labels[0]}" twice, as "{before[1]}" and as "{spot.labels[1]}"'
            raise FormatError(f"{source.name}: {told}; write them alike, or tell them apart in both languages", [])


# ---------- labels ----------
def _labels_gone(lines: list[str], repeated: list[Spot]) -> list[str]:
    """The lines without second labels and without those that repeat a name; as many as before."""
    out = []
    for line in lines:
        code, comment = split_comment(line)
        new = _SECOND.sub(r"\1", code)
        out.append(line if new == code else _with_comment(line, new, comment))
    for spot in repeated:
        at = spot.span.line - 1
        quoted = re.escape(f'"{spot.labels[0]}"')
        pattern = rf'((?<![a-z0-9_"]){re.escape(spot.name)}(?: (?:of|is) [a-z0-9_, ]+?)?) {quoted}(?=[ :,;\[]|$)'
        code, comment = split_comment(out[at])
        new = re.sub(pattern, r"\1", code, count=1)
        out[at] = out[at] if new == code else _with_comment(out[at], new, comment)
    return out


def _with_comment(line: str, new: str, comment: str) -> str:
    """A changed line with its comment in the column where it stood, if there is room."""
    return new + " " * max(line.rindex(comment) - len(new), 2) + comment if comment else new


# ---------- layout ----------
def _laid_out(old: list[str], new: list[str | _Above]) -> list[str]:
    """The new lines, with statements that have become shorter joined and comments in rows."""
    lines = [str(line) for line in new]
    originals = iter(old)
    before = [None if isinstance(line, _Above) else next(originals) for line in new]
    changed = {at for at, line in enumerate(lines) if before[at] is not None and before[at] != line}
    columns = {at: len(line) - len(split_comment(line)[1]) for at, line in enumerate(before) if line and _trailing(line)}
    touched = {number for at in changed if at in columns for number in _row(at, columns)}
    lines = aligned(lines, {at: columns[at] for at in touched})
    return reflowed(lines, changed, _raw(lines))


def _trailing(line: str) -> bool:
    code, comment = split_comment(line)
    return bool(code.strip() and comment)


def _row(at: int, columns: dict[int, int]) -> set[int]:
    """The lines beside one whose comments stand in the same column."""
    found = {at}
    for step in (-1, 1):
        near = at + step
        while columns.get(near) == columns[at]:
            found.add(near)
            near += step
    return found


def _raw(lines: list[str]) -> set[int]:
    """Lines of examples: answers and claims are kept letter by letter."""
    found, inside = set(), -1
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= inside:
            inside = -1
        if line.lstrip().startswith("example "):
            inside = indent
        elif inside >= 0:
            found.add(at)
    return found


def _catalogue(source: Source, found: list[Spot], code: str) -> str:
    old: list[Entry] = []
    for known, catalogue in source.catalogues:
        if known == code:
            sink = Sink()
            old = parse_po(catalogue, sink)
            if sink.errors:
                raise FormatError(f"{catalogue.name}: it cannot be read, and is left as it is", sink.errors)
    name = source.name.replace("\\", "/").rpartition("/")[2]
    return write_po(updated(old, found, code, name))


def _beside(source: Source, catalogues: Mapping[str, str]) -> tuple[tuple[str, Source], ...]:
    new = {code: Source(catalogue_name(source.name, code), text) for code, text in catalogues.items()}
    return tuple(sorted({**dict(source.catalogues), **new}.items()))


# ---------- sources ----------
class _Above(str):
    """A line that was not there before."""


def _own_lines(lines: list[str], source: Source, verbs: set[str]) -> list[str | _Above]:
    """Sources on the line above: of declarations with a body, and wherever a line would be too long."""
    from rulekit.syntax.parse import parse

    decls = parse(source, verbs, Sink())
    tagged = [node for decl in decls for node in walk(decl) if getattr(node, "tags", ())]
    above: dict[int, _Above] = {}
    for node in tagged:
        first = node.span.line - 1
        below = lines[first + 1 : node.span.end_line]
        body = isinstance(node, _WITH_BODY) and any(split_comment(line)[0].strip() for line in below)
        if (body or len(split_comment(lines[first])[0]) > WIDTH) and first not in above:
            tags = _taken(lines, first, node.span.end_line - 1, getattr(node, "tags", ()))
            indent = len(lines[first]) - len(lines[first].lstrip())
            above |= {first: _Above(" " * indent + tags)} if tags else {}
    return [part for at, line in enumerate(lines) for part in ([above[at], line] if at in above else [line])]


def _taken(lines: list[str], first: int, last: int, tags: tuple[str, ...]) -> str:
    """Takes the sources of a head out of its lines."""
    wanted, found = list(tags), []
    for at in range(first, min(last, first + 8) + 1):
        code, comment = split_comment(lines[at])
        here = [tag for tag in _TAG.findall(code) if _words(tag) and set(_words(tag)) <= set(wanted)]
        if here:
            new = code
            for tag in here:
                new = re.sub(rf" *{re.escape(tag)}", "", new, count=1)
            lines[at] = _with_comment(lines[at], new, comment)
            found += [word for tag in here for word in _words(tag)]
        if found == wanted:
            return f"[{', '.join(found)}]"
    return ""


def _words(tag: str) -> list[str]:
    return [word for word in re.split(r"[,\s]+", tag.strip()[1:-1]) if word]


# ---------- proof ----------
def _prove(old: Source, new: Source, verbs: set[str], language: str) -> None:
    from rulekit.syntax.parse import parse

    before, after = Sink(), Sink()
    first = labelled(parse(old, verbs, before), old, language, before)
    second = labelled(parse(new, verbs, after), new, language, after)
    if after.errors or len(first) != len(second):
        raise FormatError(f"{old.name}: it cannot be rewritten, and is left as it is", after.errors)
    for one, other in zip(first, second, strict=True):
        if one != other or _languages(one) != _languages(other):
            raise FormatError(f"{one.span}: `{one.name}` would not mean the same any more; the file is left as it is", [])
    if format_text(new.text) != new.text or _comments(old.text) != _comments(new.text):
        raise FormatError(f"{old.name}: a comment would be lost; the file is left as it is", [])


def _languages(decl: n.Decl) -> list[tuple[str, ...]]:
    """The languages of all labels: equal labels may still be in other languages."""
    found = []
    for node in walk(decl):
        for _, value in parts(node):
            found += [tuple(sorted(each.languages)) for each in _labels_in(value)]
    return found


def _labels_in(value: object) -> list[Labels]:
    if isinstance(value, Labels):
        return [value]
    return [found for item in value for found in _labels_in(item)] if type(value) is tuple else []


def _comments(text: str) -> list[str]:
    return [comment for line in text.split("\n") if (comment := split_comment(line)[1])]
