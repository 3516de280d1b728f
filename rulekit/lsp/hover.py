"""What a word is, for whoever points at it.

Contract: `hover` gives Markdown: what the word is and its type, its label in each language, what it does in words, where its
rule comes from, which examples show it; of a word of the language what it is for.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulekit.errors import RulekitError
from rulekit.lsp.examples import Shown, shown_in
from rulekit.lsp.targets import BUILT_IN, DECLARED, LOCAL, PART, Index, Target
from rulekit.program.facts import ATTRIBUTES, FUNCTIONS
from rulekit.program.types import Type
from rulekit.sources.labels import Labels, plain_label
from rulekit.syntax import nodes as n
from rulekit.syntax.kept import Held
from rulekit.syntax.roles import Word
from rulekit.text import card_text
from rulekit.text.language_words import word_text

_SHOWN = 5  # examples worth naming
_LONGEST = 1200  # letters of a text in words


def hover(index: Index, one: Held, word: Word, texts: Iterable[tuple[Path, str]], titles: dict[str, str]) -> str:
    """The page of a word, in Markdown; empty if there is nothing to say."""
    target = index.target(one, word)
    if target is None:
        return language_word(word.text)
    if target.sort == "tag":
        return _tag(target.name, titles, texts)
    if target.sort == LOCAL:
        type_ = type_of_local(index, one, word)
        return f"```rules\n{word.text}: {type_ or 'any'}\n```\na name of this text"
    if target.sort == BUILT_IN:
        return _built_in(target.name)
    decl = index.declaration(target)
    head = _code(_head(index, target, decl))
    lines = [head, *_labels(target, decl), *_words(index, target), *_source(decl, target, titles)]
    verb = isinstance(decl, n.Verb)
    tags = decl.tags if decl is not None and target.sort == DECLARED else ()
    return "\n\n".join([*lines, *_tested(shown_in(texts, target.name, tags, verb))])


def language_word(word: str) -> str:
    """What a word of the language is for."""
    return word_text(word)


def type_of_local(index: Index, one: Held, word: Word) -> Type | None:
    """The type of a name that its text binds."""
    known = index.type_of(one, word)
    if known is not None:
        return known
    target = index.target(one, word)
    for other in one.words:
        if other.text == word.text and other is not word and index.target(one, other) == target:
            known = index.type_of(one, other)
            if known is not None:
                return known
    return None


def _head(index: Index, target: Target, decl: n.Decl | None) -> str:
    """The line that declares it."""
    if target.sort == PART:
        return _part_line(decl, target) or f"{target.name} of {target.owner}"
    if decl is None:
        return f"{target.sort} {target.name}"
    if target.name in index.members and isinstance(decl, n.Values):
        return f"{target.name}: a value of {decl.name}"
    text = decl.span.source.line(decl.span.line).strip()
    if text.startswith("["):
        text = next((line.strip() for line in _lines(decl) if not line.strip().startswith("[")), text)
    return text


def _lines(decl: n.Decl) -> list[str]:
    return [decl.span.source.line(number) for number in range(decl.span.line, decl.span.end_line + 1)]


def _part_line(decl: n.Decl | None, target: Target) -> str:
    for item in getattr(decl, "items", ()):
        names = getattr(item, "names", ()) or (getattr(item, "name", ""),)
        if target.name in names and isinstance(item, n.Field | n.Var | n.Stat | n.PowerDecl):
            return f"{target.owner}: {item.span.source.line(item.span.line).strip()}"
    if isinstance(decl, n.Record):
        return next((f"{decl.name}: {name}: {type_.name}" for name, type_ in decl.fields if name == target.name), "")
    return ""


def _code(text: str) -> str:
    return f"```rules\n{text}\n```"


def _labels(target: Target, decl: n.Decl | None) -> list[str]:
    labels = getattr(decl, "labels", ()) if target.sort != PART else ()
    if isinstance(decl, n.Values) and decl.name != target.name:
        labels = dict(decl.members).get(target.name, ())
    if not isinstance(labels, Labels):
        return []
    return ["  ·  ".join(f"*{code}*: {plain_label(text, code)}" for code, text in zip(labels.languages, labels, strict=False))]


def _words(index: Index, target: Target) -> list[str]:
    if target.sort != DECLARED or any(finding.severity == "error" for finding in index.analysis.found):
        return []
    for program in (index.analysis.program, *index.analysis.programs.values()):
        try:
            told = card_text(program, target.name)
        except (RulekitError, LookupError, ValueError):
            continue
        if told:
            return [told if len(told) <= _LONGEST else told[:_LONGEST].rsplit(" ", 1)[0] + " ..."]
    return []


def _source(decl: n.Decl | None, target: Target, titles: dict[str, str]) -> list[str]:
    tags = decl.tags if decl is not None and target.sort == DECLARED else ()
    return ["  \n".join(f"`{tag}` {titles.get(tag, '')}".rstrip() for tag in tags)] if tags else []


def _tested(found: list[tuple[Path, Shown]]) -> list[str]:
    if not found:
        return []
    named = [f"[{example.title}]({path.as_uri()}#L{example.line})" for path, example in found[:_SHOWN]]
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return [f"Shown by {', '.join(named)}{more}"]


def _tag(tag: str, titles: dict[str, str], texts: Iterable[tuple[Path, str]]) -> str:
    title = titles.get(tag, "made up for this game" if tag == "house" else "no index has this source")
    return "\n\n".join([f"`{tag}` {title}", *(_tested(shown_in(texts, tag)) if tag != "house" else [])])


def _built_in(name: str) -> str:
    told = language_word(name)
    facts = FUNCTIONS.get(name)
    if facts is not None and facts.written:
        written = f"{name}{facts.written}" if facts.is_called else f"{name}: {facts.written}"
        return "\n\n".join(part for part in (_code(written), told or "built in") if part)
    if name in ATTRIBUTES:
        attribute = ATTRIBUTES[name]
        return "\n\n".join(part for part in (_code(f"{name} of a {attribute.of}: {attribute.type}"), told) if part)
    return told
