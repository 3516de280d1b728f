"""What an editor offers to mend.

Contract: a fix is told from a finding: its code, its place and the remedy that it names. Every fix leaves a text in which the
finding is gone (a test applies each of them), and changes nothing else. Besides, whatever has no example may get one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulekit.lsp.rename import Change
from rulekit.lsp.workspace import Analysis
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.words import forms

_QUOTED = re.compile(r"`([^`]+)`")
_MEANT = re.compile(r"did you mean `([^`]+)`\?")
_CHOICE = re.compile(r"^there is `")
_NAMED = re.compile(r"^[a-z_][a-z0-9_]*$")


@dataclass(frozen=True)
class Fix:
    """A remedy: its title, what it changes, and whether it is the one to take."""

    title: str
    changes: tuple[Change, ...]
    preferred: bool = False


def fixes(analysis: Analysis, finding: Diagnostic) -> list[Fix]:
    """All remedies for a finding."""
    found = list(_words(finding))
    for code, remedy in _BY_CODE:
        if finding.code == code:
            found += remedy(analysis, finding)
    return list({fix.title: fix for fix in found}.values())


# ---------- another word ----------
def _words(finding: Diagnostic) -> Iterator[Fix]:
    """The word that is meant, where the remedy names it."""
    old, hint = _old_word(finding), finding.hint
    if not old:
        return
    meant = _MEANT.search(hint)
    if meant is not None:
        yield _replace(finding.span, old, meant[1], True)
    elif _CHOICE.match(hint):
        yield from (_replace(finding.span, old, word, False) for word in _QUOTED.findall(hint))
    elif hint.endswith("is the word for it") or hint.startswith("numbers are digits"):
        yield from (_replace(finding.span, old, word, True) for word in _QUOTED.findall(hint)[:1])
    elif hint == "the words for it are `yes` and `no`":
        yield _replace(finding.span, old, "yes" if old == "true" else "no", True)
    elif hint.startswith("write `"):
        yield from (_replace(finding.span, old, word, False) for word in _QUOTED.findall(hint))


def _old_word(finding: Diagnostic) -> str:
    """The word that the finding is about, if it stands at its place."""
    line = finding.span.source.line(finding.span.line)
    names = [word for word in _QUOTED.findall(finding.message) if _NAMED.match(word)]
    return next((word for word in names if _find(line, word, finding.span) is not None), "")


def _find(line: str, word: str, span: Span) -> int | None:
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    for found in re.finditer(rf"(?<![a-z0-9_]){re.escape(word)}(?![a-z0-9_])", line):
        if span.column - 1 <= found.start() and found.end() <= max(end, span.column - 1 + len(word)):
            return found.start()
    return None


def _replace(span: Span, old: str, new: str, preferred: bool) -> Fix:
    at = _find(span.source.line(span.line), old, span)
    start = (at if at is not None else span.column - 1) + 1
    new = new.removesuffix(" ...")
    return Fix(
        f"replace `{old}` by `{new}`",
        (Change(Span(span.source, span.line, start, span.line, start + len(old)), new),),
        preferred,
    )


# ---------- by code ----------
def _tabs(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK002: blanks for tabs, in all lines of the file that begin with one."""
    if "tab" not in finding.message:
        return
    source, changes = finding.span.source, []
    for number, line in enumerate(source.text.split("\n"), 1):
        lead = line[: len(line) - len(line.lstrip())]
        if "\t" in lead:
            changes.append(Change(Span(source, number, 1, number, len(lead) + 1), lead.replace("\t", "  ")))
    yield Fix("indent with blanks", tuple(changes), True)


def _twice(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK011: the second one replaces the first."""
    line = finding.span.source.line(finding.span.line)
    if "`replace`" in finding.hint:
        indent = len(line) - len(line.lstrip())
        place = Span(finding.span.source, finding.span.line, indent + 1, finding.span.line, indent + 1)
        yield Fix("let it replace the first", (Change(place, "replace "),))


def _start(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK024: a verb that plays the game."""
    name = next(iter(re.findall(r"declare `to ([a-z0-9_]+):`", finding.hint)), "")
    if name:
        yield Fix(f"declare `to {name}:`", (_at_end(finding.span.source, f"\nto {name}:\n  end game\n"),), True)


def _unknown(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK010, RK001, RK015: import the file that declares it, or declare it here."""
    old = _old_word(finding)
    if not old:
        return
    source = finding.span.source
    head = re.compile(rf"^(?!example|import)[a-z_]+ {re.escape(old)}(?![a-z0-9_])", re.M)
    for path in sorted(analysis.path.parent.glob("*.rules")):
        read = analysis.source_of(path.resolve()) is not None
        if not read and head.search(path.read_text("utf-8", errors="replace")):
            yield Fix(f"import {path.stem}", (Change(Span(source, 1, 1, 1, 1), f"import {path.stem}\n"),))
    resource = re.search(r"declare it: `(resource [a-z0-9_]+ of player)`", finding.hint)
    if resource is not None:
        yield Fix(f"declare `{resource[1]}`", (_at_end(source, f"\n{resource[1]}\n"),))
    if finding.code == "RK001" and "is no verb" in finding.message:
        base = old
        yield Fix(f"declare `to {base}:`", (_at_end(source, f"\nto {base}:\n  nothing\n"),))
    if finding.code == "RK015":
        yield Fix(f"declare `kind {old}`", (_at_end(source, f"\nkind {old}\n"),))


def _required(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK037: a line for the field."""
    name = next(iter(re.findall(r"give it: `([a-z0-9_]+) \.\.\.`", finding.hint)), "")
    type_ = next(iter(re.findall(r"\(([a-z ]+)\)$", finding.message)), "")
    line = finding.span.source.line(finding.span.line)
    value = {"number": "0", "yesno": "no", "bundle": "nothing", "text": '""'}.get(type_, "none")
    source, number = finding.span.source, finding.span.line
    if line.rstrip().endswith(":"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield Fix(f"give it `{name}`", (Change(Span(source, number + 1, 1, number + 1, 1), f"{indent}{name} {value}\n"),))
    else:
        head, colon, rest = line.partition(":")
        new = f"{head}: {name} {value};{rest}" if colon else f"{line.rstrip()}: {name} {value}"
        yield Fix(f"give it `{name}`", (Change(Span(source, number, 1, number, len(line) + 1), new),))


def _unused(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK050: leave the name out where that is easy."""
    name = _old_word(finding)
    source, number = finding.span.source, finding.span.line
    line = source.line(number)
    if name and re.search(rf" as {name}\b", line):
        at = line.index(f" as {name}") + 1
        yield Fix(f"leave `{name}` out", (Change(Span(source, number, at, number, at + len(f" as {name}")), ""),), True)
    elif name and re.match(rf"\s*let {name} = ", line) and _not_alone(source, number):
        yield Fix(f"leave `{name}` out", (Change(Span(source, number, 1, number + 1, 1), ""),), True)


def _not_alone(source: Source, number: int) -> bool:
    indent = len(source.line(number)) - len(source.line(number).lstrip())
    near = (source.line(number - 1), source.line(number + 1))
    return any(line.strip() and len(line) - len(line.lstrip()) == indent for line in near)


def _never_used(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK052: without it."""
    one = analysis.piece_at(finding.span.line, finding.span.source)
    if one is None or len(one.decls) != 1 or len(one.decls[0].names) > 1 or _old_word(finding) != one.decls[0].name:
        return
    span = one.decls[0].span
    first, last = one.piece.first + 1, span.end_line
    while span.source.line(last + 1) == "" and last < len(span.source.text.split("\n")) - 1:
        last += 1
    yield Fix(f"remove `{one.decls[0].name}`", (Change(Span(span.source, first, 1, last + 1, 1), ""),))


def _at_end(source: Source, text: str) -> Change:
    lines = source.text.split("\n")
    number, column = len(lines), len(lines[-1]) + 1
    return Change(Span(source, number, column, number, column), text if not lines[-1] else f"\n{text}")


Remedy = Callable[[Analysis, Diagnostic], Iterator[Fix]]
_BY_CODE: tuple[tuple[str, Remedy], ...] = (
    ("RK001", _unknown),
    ("RK002", _tabs),
    ("RK010", _unknown),
    ("RK011", _twice),
    ("RK015", _unknown),
    ("RK024", _start),
    ("RK037", _required),
    ("RK050", _unused),
    ("RK052", _never_used),
)


# ---------- what is missing ----------
def new_example(analysis: Analysis, decl: n.Decl) -> Fix | None:
    """An example for a verb or thing that has none, put behind it."""
    if not isinstance(decl, n.Verb | n.Thing) or decl.change:
        return None
    deed = _deed(analysis, decl)
    if not deed:
        return None
    low = analysis.program.players[0]
    seats = ", ".join(("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal")[: max(low, 1)])
    indent = " " * (decl.span.column - 1)
    title = decl.name.replace("_", " ")
    lines = [f'example "{title}":', "  given:", f"    players {seats}", "  when:", f"    do {deed}", "    ..."]
    lines += ["  then:", "    not game_over"]
    text = "\n" + "".join(f"{indent}{line}\n" for line in lines)
    last = decl.span.end_line
    if last >= len(decl.span.source.text.split("\n")):
        return Fix(f"add an example of `{decl.name}`", (_at_end(decl.span.source, text),))
    return Fix(f"add an example of `{decl.name}`", (Change(Span(decl.span.source, last + 1, 1, last + 1, 1), text),))


def _deed(analysis: Analysis, decl: n.Verb | n.Thing) -> str:
    if isinstance(decl, n.Thing):
        power = next((item.name for item in decl.items if isinstance(item, n.PowerText)), "")
        return f"ann activates {decl.name}'s {power}" if power else ""
    words = ["ann", forms(decl.name)[1]]
    for param in decl.params:
        if param.default is None:
            words += [param.prep] if param.prep else []
            words.append(_value(analysis, param.type))
    return " ".join(words)


def _value(analysis: Analysis, node: n.TypeName) -> str:
    thing = next((d.name for d in analysis.decls if isinstance(d, n.Thing) and d.kind == node.name), "none")
    plain = {"number": "1", "yesno": "yes", "player": "bob", "bundle": "nothing"}.get(node.name, thing)
    return f"{{{plain}}}" if node.is_list else plain
