"""Writes the files of the editor extension that come from the code: its TextMate grammar and its snippets.

The words are those of `rulekit/highlight.py`, the snippets those that the server offers. The files are committed; a test
says when they are out of date. `python -m scripts.gen_editors` writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulekit.lsp import snippets
from rulekit.program.facts import called, reserved
from rulekit.syntax.words import (
    BUILTIN_VERBS,
    DECLARING_WORDS,
    KEYWORDS,
    NAMING_WORDS,
    OPERATOR_WORDS,
    PRONOUNS,
    TYPES,
    VALUE_WORDS,
    forms,
)

FOLDER = Path(__file__).resolve().parent.parent / "editors" / "vscode"
_NAME = "[a-z_][a-z0-9_]*"
_END = "(?![a-z0-9_])"
_CHANGE = "(?:(replace|extend|remove) +)?"
_DECLARE = sorted((DECLARING_WORDS | NAMING_WORDS) - {"to", "moment"})
_VERBS = sorted({form for verb in (*BUILTIN_VERBS, "pay", "choose", "activate") for form in forms(verb)})
_WORDS = sorted(KEYWORDS - PRONOUNS - OPERATOR_WORDS - VALUE_WORDS)
_AFTER = rf'(?:, *{_NAME})*(?: of [a-z_]+)?(?: "| \[[A-Za-z]|:)'


def _any(words: object) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))  # type: ignore[call-overload]


def _word(words: object, scope: str, behind: str = _END) -> dict[str, Any]:
    return {"name": f"{scope}.rulekit", "match": rf"(?<![a-z0-9_])(?:{_any(words)}){behind}"}


def _captures(*scopes: str) -> dict[str, Any]:
    return {str(number): {"name": f"{scope}.rulekit"} for number, scope in enumerate(scopes, 1) if scope}


def grammar() -> dict[str, Any]:
    """The TextMate grammar: shapes and words, no meaning; that is for semantic tokens."""
    change, declares = "storage.modifier", "keyword.declaration"
    patterns: list[dict[str, Any]] = [
        {"name": "comment.line.number-sign.rulekit", "match": "#.*$"},
        {
            "match": rf"^\s*{_CHANGE}(to|moment) +({_NAME})",
            "captures": _captures(change, declares, "entity.name.function"),
        },
        {
            "match": rf"^\s*{_CHANGE}({_any(_DECLARE)}) +({_NAME})",
            "captures": _captures(change, declares, "entity.name.type"),
        },
        {"match": rf"^\s*{_CHANGE}({_any(_DECLARE)}){_END}", "captures": _captures(change, declares)},
        {"match": r"^\s*(given|when|then)(?=:)", "captures": _captures("keyword.control")},
        {
            "match": rf"^\s*{_CHANGE}(?!(?:{_any(KEYWORDS)}){_END})({_NAME}) +({_NAME})(?={_AFTER})",
            "captures": _captures(change, "storage.type", "entity.name.class"),
        },
        {
            "match": rf"(?<![a-z0-9_])(when) +({_NAME}){_END}",
            "captures": _captures("keyword.control", "entity.other.attribute-name"),
        },
        {
            "name": "string.quoted.double.rulekit",
            "begin": '"',
            "end": '"|$',
            "patterns": [{"name": "variable.parameter.rulekit", "match": r"\{[^}\"\n]*\}"}],
        },
        {"name": "entity.name.tag.rulekit", "match": r"\[[A-Za-z][A-Za-z0-9 ,_.-]*\]"},
        {"name": "string.unquoted.map.rulekit", "match": r"^\s*\|.*$"},
        {"name": "constant.numeric.rulekit", "match": r"\b\d+d\d+\b|\b\d+"},
        _word(_VERBS, "support.function.verb"),
        _word(OPERATOR_WORDS, "keyword.operator.word"),
        _word(PRONOUNS, "variable.language"),
        _word(VALUE_WORDS, "constant.language"),
        _word(_WORDS, "keyword.control"),
        _word(TYPES, "support.type"),
        _word(called(), "support.function", r"(?=\()"),
        _word(reserved(), "support.constant"),
        {"name": "keyword.operator.rulekit", "match": r"'s(?![a-z0-9_])|'|->|\.\.\.?|[-+*/=<>!|@]+"},
        {"name": "punctuation.rulekit", "match": r"[:,.;(){}\[\]]"},
        {"name": "variable.other.rulekit", "match": _NAME},
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "information_for_contributors": "Written by scripts/gen_editors.py. Do not edit.",
        "name": "rulekit rules",
        "scopeName": "source.rulekit",
        "fileTypes": ["rules"],
        "patterns": patterns,
    }


def snippet_file() -> dict[str, Any]:
    """Whole declarations, for editors without the language server too."""
    return {
        f"{word} ...": {"prefix": word, "body": text.split("\n"), "description": f"a whole `{word}`"}
        for word, text in snippets.DECLARATIONS.items()
    }


def written() -> dict[Path, str]:
    """Each generated file with its text."""
    found = {"syntaxes/rulekit.tmLanguage.json": grammar(), "snippets/rulekit.json": snippet_file()}
    return {FOLDER / name: json.dumps(data, indent=2, ensure_ascii=False) + "\n" for name, data in found.items()}


def main() -> int:
    """Writes what is out of date."""
    for path, text in written().items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(path.relative_to(FOLDER.parent.parent))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
