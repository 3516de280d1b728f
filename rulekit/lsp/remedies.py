"""Remedies by the code of a finding.

Contract: each function gives what may mend a finding of its code, told from its message, its remedy and its place. What only
the author can decide has none: docs/how-to/use_an_editor.md says which and why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulekit.lsp.fixing import QUOTED, Fix, at_end, indent_of, old_word, without_lines
from rulekit.lsp.rename import Change
from rulekit.lsp.workspace import Analysis
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import walk


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
        yield Fix(f"declare `to {name}:`", (at_end(finding.span.source, f"\nto {name}:\n  end game\n"),), True)


def _unknown(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK010, RK001, RK015: import the file that declares it, or declare it here."""
    old = old_word(finding)
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
        yield Fix(f"declare `{resource[1]}`", (at_end(source, f"\n{resource[1]}\n"),))
    if finding.code == "RK001" and "is no verb" in finding.message:
        base = old
        yield Fix(f"declare `to {base}:`", (at_end(source, f"\nto {base}:\n  nothing\n"),))
    if finding.code == "RK015":
        yield Fix(f"declare `kind {old}`", (at_end(source, f"\nkind {old}\n"),))


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
    name = old_word(finding)
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
    if one is None or len(one.decls) != 1 or len(one.decls[0].names) > 1 or old_word(finding) != one.decls[0].name:
        return
    span = one.decls[0].span
    first, last = one.piece.first + 1, span.end_line
    while span.source.line(last + 1) == "" and last < len(span.source.text.split("\n")) - 1:
        last += 1
    yield Fix(f"remove `{one.decls[0].name}`", (Change(Span(span.source, first, 1, last + 1, 1), ""),))


def _indent(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK002: in line with a block above."""
    if "indented like no block" not in finding.message:
        return
    source, number = finding.span.source, finding.span.line
    own = indent_of(source.line(number))
    open_: list[int] = []
    for above in (line for at in range(number - 1, 0, -1) if (line := source.line(at)).strip()):
        if not open_ or indent_of(above) < open_[-1]:
            open_.append(indent_of(above))
    for place, wanted in enumerate(sorted((one for one in open_ if one), key=lambda one: abs(one - own))):
        lead = Span(source, number, 1, number, own + 1)
        yield Fix(f"indent it by {wanted}", (Change(lead, " " * wanted),), not place)


def _largest(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK003: the largest number there is."""
    most = re.match(r"([0-9,]+) is the (?:largest|most)", finding.hint)
    span = finding.span
    text = span.source.line(span.line)[span.column - 1 : span.end_column - 1]
    if most is not None and span.line == span.end_line and text.isdigit():
        new = most[1].replace(",", "")
        yield Fix(f"write {new}", (Change(span, new),))


def _import(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK020: another file, or none."""
    source, number = finding.span.source, finding.span.line
    if not source.line(number).startswith("import "):
        return
    meant = re.search(r"did you mean `([^`]+)`", finding.hint)
    if meant is not None:
        yield Fix(f"import {meant[1]}", (Change(finding.span, meant[1]),), True)
    yield Fix("remove this import", (without_lines(source, number, number),))


def _not_to_change(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK023: a declaration of its own, where there is nothing to change. RK021: the first of two alone."""
    source, number = finding.span.source, finding.span.line
    head = re.match(r"( *)(replace|extend) ", source.line(number))
    if finding.code == "RK023" and head is not None and "to remove" not in finding.message:
        word = Span(source, number, len(head[1]) + 1, number, len(head[0]) + 1)
        yield Fix(f"declare it: no `{head[2]}`", (Change(word, ""),))
    one = analysis.piece_at(number, source)
    if one is not None and len(one.decls) == 1 and one.decls[0].span.line <= number <= one.decls[0].span.end_line:
        span = one.decls[0].span
        if finding.code == "RK021" or "to remove" in finding.message:
            yield Fix("take this one out", (without_lines(source, span.line, span.end_line),))


def _no_name(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK038: a condition that gives no name."""
    span = finding.span
    name = next(iter(QUOTED.findall(finding.message)), "")
    text = span.source.line(span.line)
    if name and text[span.column - 1 : span.end_column - 1] == name and text[: span.column - 1].endswith(" "):
        here = Span(span.source, span.line, span.column - 1, span.line, span.end_column)
        yield Fix(f"leave `{name}` out", (Change(here, ""),))


def _arms(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK039: an arm for the rest; it gives what the last one gives, or does nothing."""
    one = analysis.piece_at(finding.span.line, finding.span.source)
    nodes = [node for decl in (one.decls if one is not None else ()) for node in walk(decl) if node.span == finding.span]
    left = ", ".join(QUOTED.findall(finding.message)) if finding.message.startswith("nothing is said") else ""
    for node in nodes:
        if isinstance(node, n.MatchValue):
            last = node.cases[-1].value.span
            text = last.source.line(last.end_line)
            value = text[last.column - 1 : last.end_column - 1] if last.line == last.end_line else "none"
            here = Span(last.source, last.end_line, last.end_column, last.end_line, last.end_column)
            arm = f"{left} then {value}" if left else f"else {value}"
            yield Fix(f"add `{arm}`", (Change(here, f", {arm}"),))
        elif isinstance(node, n.Match) and node.arms:
            source = finding.span.source
            indent = indent_of(source.line(node.arms[0].span.line))
            line = f"{' ' * indent}{left or 'else'}: nothing\n"
            here = Span(source, node.span.end_line + 1, 1, node.span.end_line + 1, 1)
            yield Fix(f"add `{left or 'else'}: nothing`", (Change(here, line),))


def _unreached(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK053: without what is never reached, if it has its lines to itself and its block has others."""
    span = finding.span
    first, last = span.line, span.end_line
    alone = not span.source.line(first)[: span.column - 1].strip()
    if alone and _not_alone(span.source, first):
        yield Fix("take it out", (without_lines(span.source, first, last),))


def _circle_of_itself(analysis: Analysis, finding: Diagnostic) -> Iterator[Fix]:
    """RK016: a kind with no parent."""
    text = finding.span.source.line(finding.span.line)
    parent = re.search(r" is [a-z_][a-z0-9_]*", text)
    if parent is not None:
        number = finding.span.line
        here = Span(finding.span.source, number, parent.start() + 1, number, parent.end() + 1)
        yield Fix(f"leave out `{parent[0].strip()}`", (Change(here, ""),))


Remedy = Callable[[Analysis, Diagnostic], Iterator[Fix]]
BY_CODE: tuple[tuple[str, Remedy], ...] = (
    ("RK001", _unknown),
    ("RK002", _tabs),
    ("RK002", _indent),
    ("RK003", _largest),
    ("RK010", _unknown),
    ("RK011", _twice),
    ("RK015", _unknown),
    ("RK016", _circle_of_itself),
    ("RK020", _import),
    ("RK021", _not_to_change),
    ("RK023", _not_to_change),
    ("RK024", _start),
    ("RK037", _required),
    ("RK038", _no_name),
    ("RK039", _arms),
    ("RK050", _unused),
    ("RK052", _never_used),
    ("RK053", _unreached),
)
