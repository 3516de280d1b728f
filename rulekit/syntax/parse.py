"""Text to syntax nodes.

Contract: `parse(source, verbs, sink)` returns the declarations that could be read and adds a diagnostic for each
that could not; it never raises for bad text. The text is cut at the lines that begin a declaration and each piece
is parsed alone, so that one broken card never hides another. `vocabulary(source)` collects the verbs that a file
declares; the verbs of all files must be known before any is parsed, because the lexer tells a verb from a name.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from rulekit.diagnostics import Sink
from rulekit.source import Source, Span
from rulekit.syntax import nodes as n
from rulekit.syntax.from_tree import build
from rulekit.syntax.messages import explain_token
from rulekit.syntax.words import BUILTIN_VERBS, forms

MAX_TEXT = 2_000_000
MAX_LINE = 4_000
MAX_DEPTH = 60
_VERB_LINE = re.compile(r"^[ ]*(?:replace |extend )?(?:to|moment) ([a-z][a-z0-9_]*)", re.M)


class _Indent(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - the base class reads plain lists
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    always_accept = ("_NL", "NAME")  # NAME in every state: a verb reaches the lexer as a name first


@dataclass
class _Vocabulary:
    """The verbs in force while a text is lexed; Lark keeps one callback for the life of the parser."""

    verbs: dict[str, str]

    def classify(self, token: Token) -> Token:
        base = self.verbs.get(token)
        return token if base is None else Token.new_borrow_pos("VERB", base, token)


_VOCABULARY = _Vocabulary({})


@cache
def _lark() -> Lark:
    text = (Path(__file__).parent.parent / "grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=_Indent(),
        propagate_positions=True,
        maybe_placeholders=True,
        lexer_callbacks={"NAME": _VOCABULARY.classify},
    )


def vocabulary(source: Source) -> set[str]:
    """The verbs that a text declares with `to` or `moment`."""
    return set(_VERB_LINE.findall(source.text))


def parse(source: Source, verbs: set[str], sink: Sink) -> list[n.Decl]:
    """All declarations of a file, in order; what cannot be read is reported and left out."""
    if not _bounded(source, sink):
        return []
    _VOCABULARY.verbs = {form: verb for verb in verbs | BUILTIN_VERBS for form in forms(verb)}
    found: list[n.Decl] = []
    for chunk in _chunks(source, source.text.split("\n"), 0, 0):
        found += _parse_chunk(chunk, sink)
    return found


@dataclass(frozen=True)
class _Chunk:
    """Some lines of a source that hold one declaration, shifted left by `column`."""

    source: Source
    lines: list[str]
    line: int
    column: int
    module: str = ""

    @property
    def text(self) -> str:
        # a comment left of the block is no part of it
        cut = (text[self.column :] if not text[: self.column].strip() else "" for text in self.lines)
        return "\n".join(cut) + "\n"


def _bounded(source: Source, sink: Sink) -> bool:
    """Refuses what no author writes: huge files, endless lines, tabs, absurd nesting."""
    if len(source.text) > MAX_TEXT:
        sink.error("RK003", f"the file is larger than {MAX_TEXT:,} characters", Span(source, 1, 1, 1, 2), "split it")
        return False
    fine = True
    for number, line in enumerate(source.text.split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        if len(line) > MAX_LINE:
            fine = _refuse(sink, source, number, "RK003", f"the line is longer than {MAX_LINE:,} characters", "break it")
        elif "\t" in line[:indent]:
            fine = _refuse(sink, source, number, "RK002", "a tab in the indentation", "indent with spaces")
        elif indent > 2 * MAX_DEPTH:
            fine = _refuse(sink, source, number, "RK003", f"nested deeper than {MAX_DEPTH} blocks", "name a part of it")
    return fine


def _refuse(sink: Sink, source: Source, line: int, code: str, message: str, hint: str) -> bool:
    sink.error(code, message, Span(source, line, 1, line, 2), hint)
    return False


def _chunks(source: Source, lines: list[str], first: int, column: int, module: str = "") -> Iterator[_Chunk]:
    """Cuts lines at each one that begins at the given column; the body of a module is cut again."""
    start = None
    for index in [*range(len(lines)), len(lines)]:
        begins = index == len(lines) or _begins(lines[index], column)
        if begins and start is not None:
            yield from _cut(source, lines[start:index], first + start, column, module)
            start = None
        if begins and index < len(lines):
            start = index


def _begins(line: str, column: int) -> bool:
    text = line[:column].strip() == "" and line[column:]
    return bool(text) and not str(text).startswith((" ", "#", "\r"))


def _cut(source: Source, lines: list[str], line: int, column: int, module: str) -> Iterator[_Chunk]:
    body = [i for i, text in enumerate(lines[1:], 1) if text.strip() and not text.strip().startswith("#")]
    if not lines[0][column:].startswith("module ") or not body:
        yield _Chunk(source, lines, line, column, module)
        return
    name = lines[0][column:].split()[1].rstrip(":")
    inner = len(lines[body[0]]) - len(lines[body[0]].lstrip())
    words = [i for i in body if re.match(r"(excludes|needs|players) ", lines[i][inner:])]
    head = [text if i == 0 or i in words else "" for i, text in enumerate(lines)]
    if not words:
        head[body[0]] = " " * inner + "needs nothing_else"
    yield _Chunk(source, head, line, column)
    rest = ["" if i == 0 or i in words else text for i, text in enumerate(lines)]
    yield from _chunks(source, rest, line, inner, name)


def _parse_chunk(chunk: _Chunk, sink: Sink) -> list[n.Decl]:
    import dataclasses

    try:
        tree = _lark().parse(chunk.text)
    except (UnexpectedInput, DedentError) as error:
        _report(error, chunk, sink)
        return []
    except RecursionError:
        span = Span(chunk.source, chunk.line + 1, chunk.column + 1, chunk.line + 1, chunk.column + 2)
        sink.error("RK003", "nested too deeply to be read", span, "name a part of it with `define` or `to`")
        return []
    decls = build(tree, chunk.source, chunk.line, chunk.column)
    return [dataclasses.replace(d, module=chunk.module) if chunk.module else d for d in decls]


def _report(error: Exception, chunk: _Chunk, sink: Sink) -> None:
    if isinstance(error, DedentError):
        span = Span(chunk.source, chunk.line + 1, chunk.column + 1, chunk.line + 1, chunk.column + 2)
        sink.error("RK002", "a line goes back to an indentation that no block has", span, "line it up with a block above")
        return
    line, column, width = _place(error, chunk)
    span = Span(chunk.source, line, column, line, column + width)
    message, hint = explain_token(error, chunk.source.line(line), _VOCABULARY.verbs)
    sink.error("RK001", message, span, hint)


def _place(error: Any, chunk: _Chunk) -> tuple[int, int, int]:
    if isinstance(error, UnexpectedToken) and error.token.type in ("_DEDENT", "_NL", "$END", "_INDENT"):
        line = chunk.line + max(error.line if error.line > 0 else len(chunk.lines), 1)
        text = chunk.source.line(line).split("#")[0].rstrip()
        return line, max(len(text), 1) + 1, 1
    width = len(error.token) if isinstance(error, UnexpectedToken) else 1
    column = error.column if isinstance(error, UnexpectedToken | UnexpectedCharacters) else 1
    return chunk.line + max(error.line, 1), max(column, 1) + chunk.column, max(width, 1)


def cache_folder() -> Path:
    """Where generated files may go; the system's temporary folder when there is no home."""
    return Path(tempfile.gettempdir())
