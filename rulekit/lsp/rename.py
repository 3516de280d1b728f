"""Another name for something, wherever it is named.

Contract: `renamed` gives the changes of all texts: rules files, examples, catalogues, maps and set-ups. It refuses
(`Refused`) a name that is none, that is a word of the language, or that would clash; what would give a finding that was not
there before is refused too, with that finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulekit.lsp.targets import BUILT_IN, DECLARED, LOCAL, PART, Index, Target, lineage
from rulekit.lsp.workspace import Analysis, Workspace, path_of
from rulekit.program.limits import NAME_MAX
from rulekit.sources import files
from rulekit.sources.labels import default_label
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.roles import BINDS, Word
from rulekit.syntax.words import BUILTIN_VERBS, KEYWORDS, TYPES, forms

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_STRING = re.compile(r'"[^"\n]*"')
_YAML_WORD = re.compile(r"""#[^\n]*|"[^"\n]*"|'[^'\n]*'|[A-Za-z_][A-Za-z0-9_-]*""")
_CONTEXT = re.compile(r'^msgctxt "([^"\n]*)"', re.M)
_FIXED = (BUILT_IN, "file")


class Refused(Exception):
    """Why a name cannot be changed."""


@dataclass(frozen=True)
class Change:
    """A piece of one text and what stands there then."""

    span: Span
    new: str


def renameable(index: Index, target: Target | None) -> str:
    """Why a word cannot be renamed; empty if it can."""
    if target is None or target.sort in _FIXED:
        return "only names that the game declares can be changed"
    if target.sort == DECLARED and not index.definitions(target):
        return f"`{target.name}` is not declared in these files"
    return ""


def renamed(workspace: Workspace, path: Path, target: Target, new: str) -> list[Change]:
    """All changes that a new name needs."""
    family = workspace.family(path)
    indexes = [Index(analysis) for analysis in family]
    refusal = renameable(indexes[0], target)
    if refusal:
        raise Refused(refusal)
    _fits(indexes[0], target, new)
    changes: dict[tuple[str, int, int], Change] = {}
    for index in indexes:
        for change in _in_rules(index, target, new):
            changes.setdefault((change.span.source.name, change.span.line, change.span.column), change)
    sources = {source.name: source for analysis in family for source in analysis.sources}
    for change in (*_in_catalogues(sources.values(), indexes[0], target, new), *_in_yaml(workspace, path, target, new)):
        changes.setdefault((change.span.source.name, change.span.line, change.span.column), change)
    found = list(changes.values())
    _same_findings(workspace, family, found)
    return found


# ---------- is it a name? ----------
def _fits(index: Index, target: Target, new: str) -> None:
    if target.sort == "tag":
        if not _TAG.fullmatch(new):
            raise Refused(f"`{new}` is no source: it begins with a letter")
        return
    if not _NAME.fullmatch(new) or len(new) > NAME_MAX:
        raise Refused(f"`{new}` is no name: small letters, digits and `_`, beginning with a letter")
    if new in KEYWORDS or new in TYPES or new in BUILTIN_VERBS:
        raise Refused(f"`{new}` is a word of the language")
    clash = _clash(index, target, new)
    if clash:
        raise Refused(clash)


def _clash(index: Index, target: Target, new: str) -> str:
    known = index.analysis.by_name
    if target.sort == DECLARED:
        written = forms(new) if isinstance(known.get(target.name), n.Verb) else (new,)
        taken = {form: verb for verb, decl in known.items() if isinstance(decl, n.Verb) for form in forms(verb)}
        for form in written:
            if form in known or form in index.members or taken.get(form, target.name) != target.name:
                return f"`{form}` is declared already"
    if target.sort == PART:
        kinds = {kind for kind in index.analysis.program.parents if target.owner in lineage(index.analysis.program, kind)}
        kinds |= {target.owner, *lineage(index.analysis.program, target.owner)}
        if kinds & set(index.parts.get(new, ())):
            return f"`{target.owner}` has a `{new}` already"
    if target.sort == LOCAL:
        for source in index.analysis.sources:
            for one, word in index.words(source):
                if word.role == BINDS and index.target(one, word) == target and any(other.text == new for other in one.words):
                    return f"`{new}` means something in this text already"
    if target.sort in ("rule", "module", "offer", "scope") and any(index.references(Target(target.sort, new))):
        return f"there is a {target.sort} `{new}` already"
    return ""


# ---------- rules ----------
def _in_rules(index: Index, target: Target, new: str) -> Iterator[Change]:
    for source in index.analysis.sources:
        for one, word in index.words(source):
            if index.may_mean(word, target) and index.target(one, word) == target:
                yield Change(word.span, _written(word, target, new))
                if target.sort == LOCAL and word.role == BINDS:
                    yield from _slots(one.decls, target.name, new)


def _written(word: Word, target: Target, new: str) -> str:
    """The new name in the form in which the old one stands."""
    line = word.span.source.line(word.span.line)
    old = line[word.span.column - 1 : word.span.end_column - 1]
    if old == target.name:
        return new
    return forms(new)[1] if old in forms(target.name) else f"{new}s" if old == f"{target.name}s" else new


def _slots(decls: Iterable[n.Decl], old: str, new: str) -> Iterator[Change]:
    """`{p}` in the labels and announcements of a text stands for the name as well."""
    for decl in decls:
        for number in range(decl.span.line, decl.span.end_line + 1):
            for text in _STRING.finditer(decl.span.source.line(number)):
                for slot in re.finditer(r"\{" + re.escape(old) + r"(?=[}:])", text[0]):
                    start = text.start() + slot.start() + 2
                    yield Change(Span(decl.span.source, number, start, number, start + len(old)), new)


# ---------- catalogues ----------
def _in_catalogues(sources: Iterable[Source], index: Index, target: Target, new: str) -> Iterator[Change]:
    pattern = _path_pattern(index, target)
    if pattern is None:
        return
    decl = index.declaration(target)
    for source in sources:
        for _, catalogue in source.catalogues:
            lines = catalogue.text.split("\n")
            for number, line in enumerate(lines, 1):
                context = _CONTEXT.match(line)
                found = pattern.match(context[1]) if context is not None else None
                if found is not None and context is not None:
                    start = context.start(1) + found.start(1) + 1
                    yield Change(Span(catalogue, number, start, number, start + len(target.name)), new)
                    if found.end() == len(context[1]):
                        yield from _made_label(catalogue, lines, number, target, new, decl)


def _path_pattern(index: Index, target: Target) -> re.Pattern[str] | None:
    """Where a name stands in the path of a label: see `syntax/labelled.py`."""
    name, end = re.escape(target.name), r"(?=\.|$)"
    decl = index.declaration(target)
    if target.sort == DECLARED and target.name in index.members and decl is not None and decl.name != target.name:
        return re.compile(rf"(?:\w+:)?{re.escape(decl.name)}\.({name}){end}")
    if target.sort == DECLARED:
        return re.compile(rf"(?:\w+:)?({name}){end}")
    if target.sort == PART:
        return re.compile(
            rf"(?:\w+:)?\w+\.({name}){end}" if not target.owner else rf"(?:\w+:)?{re.escape(target.owner)}\.({name}){end}"
        )
    if target.sort in ("rule", "module"):
        return re.compile(rf"(?:\w+:)?{target.sort} ({name}){end}")
    if target.sort in ("offer", "scope"):
        return re.compile(rf"(?:\w+:)?[\w ]+\.({name}){end}")
    return None


def _made_label(
    catalogue: Source, lines: list[str], number: int, target: Target, new: str, decl: n.Decl | None
) -> Iterator[Change]:
    """What is called by its name is told by the new one, and its translation goes on."""
    for title in (True, False):
        line = f'msgid "{default_label(target.name, title=title)}"'
        if number < len(lines) and lines[number] == line and not _has_label(decl):
            start = len('msgid "') + 1
            yield Change(Span(catalogue, number + 1, start, number + 1, len(line)), default_label(new, title=title))
            return


def _has_label(decl: n.Decl | None) -> bool:
    """Does a label stand behind the name, or is it made from the name?"""
    if decl is None:
        return True
    text = decl.span.source.line(decl.span.line)
    return '"' in text.split(":")[0]


# ---------- maps and set-ups ----------
def _in_yaml(workspace: Workspace, path: Path, target: Target, new: str) -> Iterator[Change]:
    if target.sort not in (DECLARED, PART, "module", "tag"):
        return
    pattern = "*.index.yaml" if target.sort == "tag" else "*/*.yaml"
    for file in sorted(path.parent.glob(pattern)):
        try:
            text = files.read_text(file, limit=files.MOST_YAML)
        except (OSError, UnicodeDecodeError):
            continue
        source = Source(str(file), workspace.texts.get(file.resolve(), text))
        for number, line in enumerate(source.text.split("\n"), 1):
            for word in _YAML_WORD.finditer(line):
                if word[0] == target.name:
                    yield Change(Span(source, number, word.start() + 1, number, word.end() + 1), new)


# ---------- the proof ----------
def _same_findings(workspace: Workspace, family: list[Analysis], changes: list[Change]) -> None:
    """Nothing may be found afterwards that was not found before."""
    texts = applied(changes)
    for analysis in family:
        before = len([finding for finding in analysis.found if finding.severity == "error"])
        with workspace.supposing(analysis.path, texts) as after:
            errors = [finding for finding in after.found if finding.severity == "error"]
        if len(errors) > before:
            raise Refused(f"it would be an error afterwards: {errors[-1].message} ({errors[-1].span})")


def applied(changes: Iterable[Change]) -> dict[Path, str]:
    """The texts of all files after some changes."""
    by_source: dict[str, list[Change]] = {}
    for change in changes:
        by_source.setdefault(change.span.source.name, []).append(change)
    found: dict[Path, str] = {}
    for several in by_source.values():
        source = several[0].span.source
        lines = source.text.split("\n")
        for change in sorted(several, key=lambda one: (one.span.line, one.span.column), reverse=True):
            line = lines[change.span.line - 1]
            lines[change.span.line - 1] = line[: change.span.column - 1] + change.new + line[change.span.end_column - 1 :]
        found[path_of(source)] = "\n".join(lines)
    return found
