"""Text to syntax nodes.

Contract: `parse(source, verbs, sink)` returns the declarations that could be read and adds a diagnostic for each place that
could not; it never raises for bad text. The text is cut at the lines that begin a declaration and each piece is
parsed alone, so that one broken card never hides another; inside a declaration a bad line costs that line (`recover.py`).
`parse_chunk` does it for one declaration. The verbs of all files must be known before any is parsed
(`words.vocabulary`), because the lexer tells a verb from a name.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.beginners import advice, first_word, misspelt
from rulekit.syntax.brackets import lonely_bracket
from rulekit.syntax.chunks import Chunk, cut
from rulekit.syntax.from_tree import build
from rulekit.syntax.grammar import PARSING, VOCABULARY, parser
from rulekit.syntax.limits import MAX_MISTAKES, refuse, refuse_nodes, too_long
from rulekit.syntax.messages import NoVerb, explain_token, no_verb
from rulekit.syntax.misspelt_to import with_to
from rulekit.syntax.recover import Mended
from rulekit.syntax.roles import Word, words_of
from rulekit.syntax.spacing import split_comment
from rulekit.syntax.words import BUILTIN_VERBS, forms


def parse(source: Source, verbs: set[str], sink: Sink) -> list[n.Decl]:
    """All declarations of a file, in order; what cannot be read is reported and left out."""
    if too_long(source, sink):
        return []
    use_verbs(verbs)
    found: list[n.Decl] = []
    before = len(sink.found)
    for chunk in cut(source):
        if too_many(chunk, len(sink.found) - before, sink):
            break
        found += parse_chunk(chunk, sink)
    return found


def use_verbs(verbs: set[str]) -> None:
    """What is parsed from now on knows these verbs, and those of the language."""
    VOCABULARY.verbs = {form: verb for verb in verbs | BUILTIN_VERBS for form in forms(verb)}


def too_many(chunk: Chunk, mistakes: int, sink: Sink) -> bool:
    """Are there so many mistakes before this declaration that nobody wants to read of more?"""
    if mistakes >= MAX_MISTAKES:
        hint = "mend those above first"
        sink.error("RK003", f"more than {MAX_MISTAKES} mistakes; the rest is not read", _first(chunk), hint)
    return mistakes >= MAX_MISTAKES


def parse_chunk(chunk: Chunk, sink: Sink, words: list[Word] | None = None) -> Sequence[n.Decl]:
    """The declaration that stands in some lines, without the lines that cannot be read. `use_verbs` comes first.

    Each of its words, with what it is there for, goes to the list `words`.
    """
    read = _parse_chunk(chunk, sink, words)
    sink.unread |= chunk.declared if not read else set()
    return read


def _parse_chunk(chunk: Chunk, sink: Sink, words: list[Word] | None) -> Sequence[n.Decl]:
    if refuse(chunk.source, chunk.lines, chunk.line, sink):
        return []
    mended: Mended | None = Mended(with_to(chunk, VOCABULARY.verbs, sink))
    while mended is not None:
        try:
            with PARSING:
                tree = parser().parse(mended.chunk.text)
            decls = build(tree, mended.chunk)
        except (UnexpectedInput, DedentError) as error:
            mended = _mend(error, mended, sink)
        except (RecursionError, LarkError):
            sink.error("RK003", "this is nested too deeply", _first(chunk), "give an inner part a name with `define` or `to`")
            return []
        else:
            if words is not None:
                words += words_of(tree, mended.chunk, mended.lines)
            return _read(decls, mended, sink)
    return []


def _mend(error: Exception, mended: Mended, sink: Sink) -> Mended | None:
    """Says what is wrong, once for each line, and takes that line out."""
    said = Sink()
    line = _report(error, mended.chunk, said)
    if line not in mended.lines:
        for one in said.found:
            sink.add(one)
    return mended.without(line)


def _read(decls: Sequence[n.Decl], mended: Mended, sink: Sink) -> Sequence[n.Decl]:
    fine = [decl for decl in decls if not refuse_nodes(decl, sink)]
    if mended.count:
        sink.unread |= mended.lost
        name = mended.chunk.source.name
        sink.damaged.update((name, line) for line in (*mended.lines, *(decl.span.line for decl in fine)))
    module = mended.chunk.module
    return [dataclasses.replace(decl, module=module) if module else decl for decl in fine]


# ---------- what went wrong ----------
def _first(chunk: Chunk) -> Span:
    return Span(chunk.source, chunk.line + 1, chunk.column + 1, chunk.line + 1, chunk.column + 2)


def _report(error: Exception, chunk: Chunk, sink: Sink) -> int:
    """Says what is wrong, and gives the line."""
    if isinstance(error, DedentError):
        stray, opened = _stray(chunk)
        hint = "line it up with one of the blocks above"
        if opened:
            hint += f": the block of line {opened} begins {_spaces(chunk, opened)} spaces in, this line {stray.column - 1}"
        sink.error("RK002", "this line is indented like no block above it", stray, hint)
        return stray.line
    line, column, width = _place(error, chunk)
    bracket = lonely_bracket(chunk.lines)
    if bracket is not None and (chunk.line + bracket.line, bracket.column) <= (line, column):
        place = Span(chunk.source, chunk.line + bracket.line, bracket.column, chunk.line + bracket.line, bracket.column + 1)
        sink.error("RK001", bracket.message, place, bracket.hint)
        return place.line
    span = Span(chunk.source, line, column, line, column + width)
    text = split_comment(chunk.source.line(line))[0]
    before, rest = text[: column - 1], text[column - 1 :]
    meant = None if advice(before, rest) else misspelt(text, chunk.source.text, VOCABULARY.verbs)
    if meant is not None:
        column = len(text) - len(text.lstrip()) + 1
        place = Span(chunk.source, line, column, line, column + len(meant[0]))
        sink.error("RK001", f"`{meant[0]}` has no meaning here", place, f"did you mean `{meant[1]}`?")
        return line
    verb = no_verb(error, before, rest, VOCABULARY.verbs)
    if verb is not None:
        sink.error(
            "RK001", f"`{verb.word}` is no verb", span.word(verb.word) if verb.here else _behind(span, before, verb), verb.hint
        )
        return line
    message, hint = explain_token(error, before, rest)
    if clash := _verb_as_arm(before, rest):
        message, hint = clash
    elif _in_values(chunk, line):
        message, hint = (
            "a list of values goes on in lines of their own",
            "begin with `values NAME:` alone, and indent all its lines below",
        )
    sink.error("RK001", message, span, hint)
    return line


def _verb_as_arm(before: str, rest: str) -> tuple[str, str] | None:
    """A value of a `match` that is called like a verb: the parser takes it for a sentence."""
    word = before.strip()
    if not rest.startswith(":") or word not in VOCABULARY.verbs:
        return None
    return (
        f"`{word}` is a verb, so nothing else can be meant by it here",
        "a value that `match` asks for needs a name of its own",
    )


def _in_values(chunk: Chunk, line: int) -> bool:
    """Does a line belong to values that began on the line of their name?"""
    return line > chunk.line + 1 and re.match(r"values [a-z_0-9]+.*:\s*\S", chunk.source.line(chunk.line + 1)) is not None


def _behind(span: Span, before: str, verb: NoVerb) -> Span:
    """The place of the word that stands just before the one at which the parser stopped."""
    column = before.rindex(verb.word) + 1
    return Span(span.source, span.line, column, span.line, column + len(verb.word))


def _spaces(chunk: Chunk, line: int) -> int:
    text = chunk.source.line(line)
    return len(text) - len(text.lstrip())


def _stray(chunk: Chunk) -> tuple[Span, int]:
    """The first line that goes back to a column where no block stands, and the line that begins the block it leaves."""
    columns, deepest, begun, opened = [0], 0, {0: 0}, 0
    for number, line in enumerate(chunk.lines, chunk.line + 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        indent = max(len(line) - len(line.lstrip()) - chunk.column, 0)
        while columns[-1] > indent:
            opened = begun[columns.pop()]
        if columns[-1] < indent < deepest:
            column = indent + chunk.column + 1
            return Span(chunk.source, number, column, number, column + len(text)), opened
        if columns[-1] < indent:
            columns.append(indent)
            begun[indent] = number
        deepest = indent
    return _first(chunk), 0


def _place(error: Any, chunk: Chunk) -> tuple[int, int, int]:
    if isinstance(error, UnexpectedToken) and error.token.type in ("_DEDENT", "_NL", "$END", "_INDENT"):
        line = chunk.line + max(error.line if error.line > 0 else len(chunk.lines), 1)
        return _end_of(line, error.token.type, chunk)
    column = max(error.column if isinstance(error, UnexpectedToken | UnexpectedCharacters) else 1, 1) + chunk.column
    line = chunk.line + max(error.line, 1)
    return line, column, len(first_word(chunk.source.line(line)[column - 1 :])) or 1


def _end_of(line: int, kind: str, chunk: Chunk) -> tuple[int, int, int]:
    """Behind the text of a line; where the declaration just ends, behind the last line that says something."""
    if kind == "_INDENT":
        line += next((i for i, text in enumerate(chunk.lines[line - chunk.line :], 1) if split_comment(text)[0].strip()), 0)
        text = chunk.source.line(line)
        indent = len(text) - len(text.lstrip())
        return line, indent + 1, max(len(split_comment(text)[0]) - indent, 1)
    while line > chunk.line + 1 and not split_comment(chunk.source.line(line))[0].strip():
        line -= 1
    text = split_comment(chunk.source.line(line))[0]
    return line, max(len(text), 1) + 1, 1
