"""The extension for VS Code: its generated files, and its grammar by a small reader of TextMate grammars.

Where node and the packages of the extension are there, `npm test` in `editors/vscode` runs the same file by the real reader.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulekit.lsp import snippets
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax.parse import parse
from rulekit.syntax.words import KEYWORDS
from scripts.gen_editors import FOLDER, grammar, written

CASES = FOLDER / "test" / "bakery.test.rules"


@pytest.mark.parametrize("path", written(), ids=lambda path: path.name)
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == written()[path], "run `python -m scripts.gen_editors`"


# ---------- the grammar ----------
def scopes(line: str, patterns: list[dict[str, Any]]) -> list[set[str]]:
    """The scopes of each letter of a line."""
    found: list[set[str]] = [set() for _ in line]
    at = 0
    while at < len(line):
        hits = [
            (m.start(), n, m)
            for n, p in enumerate(patterns)
            if (m := re.compile(p.get("match") or p["begin"]).search(line, at))
        ]
        hits = [hit for hit in hits if hit[2].end() > hit[2].start()]
        if not hits:
            break
        _, number, match = min(hits, key=lambda hit: hit[:2])
        pattern, end = patterns[number], match.end()
        if "begin" in pattern:
            close = re.compile(pattern["end"]).search(line, end)
            end = close.end() if close else len(line)
            inner = scopes(line[match.end() : end], pattern["patterns"])
            for place, names in enumerate(inner, match.end()):
                found[place] |= names
        for place in range(match.start(), end):
            found[place] |= {pattern["name"]} if "name" in pattern else set()
        for group, capture in pattern.get("captures", {}).items():
            for place in range(*match.span(int(group))) if match[int(group)] else ():
                found[place].add(capture["name"])
        at = end
    return found


def test_grammar_colours_what_it_should() -> None:
    patterns = grammar()["patterns"]
    shown: list[set[str]] = []
    checked = 0
    for line in CASES.read_text("utf-8").split("\n")[1:]:
        wanted = re.match(r"#( *)(\^+|<-) ([a-z.-]+)$", line)
        if wanted is None:
            shown = scopes(line, patterns)
            continue
        places = [0] if wanted[2] == "<-" else range(1 + len(wanted[1]), 1 + len(wanted[1]) + len(wanted[2]))
        assert all(wanted[3] in shown[place] for place in places), line
        checked += 1
    assert checked >= 20


def test_every_word_of_the_language_is_coloured() -> None:
    patterns = grammar()["patterns"]
    plain = [word for word in KEYWORDS if scopes(f"x {word} y", patterns)[2] == {"variable.other.rulekit"}]
    assert plain == []


# ---------- snippets ----------
def filled(text: str) -> str:
    """A snippet with what it proposes, its choices by the first of them."""
    text = re.sub(r"\$\{\d+\|([^,|}]*)[^}]*\}", r"\1", text)
    while (new := re.sub(r"\$\{\d+:([^${}]*)\}", r"\1", text)) != text:
        text = new
    return re.sub(r"\$\{?\d+\}?", "", text)


@pytest.mark.parametrize("word", snippets.DECLARATIONS)
def test_snippets_are_well_formed(word: str) -> None:
    sink = Sink()
    parse(Source("x.rules", filled(snippets.DECLARATIONS[word]) + "\n"), {"take_turn", "cheer", "play_game"}, sink)
    assert [finding.message for finding in sink.found] == []


@pytest.mark.parametrize("word", snippets.STATEMENTS)
def test_statements_are_well_formed(word: str) -> None:
    body = filled(snippets.STATEMENTS[word]).replace("\n", "\n  ")
    sink = Sink()
    parse(Source("x.rules", f"to act:\n  {body}\n"), {"act"}, sink)
    assert [finding.message for finding in sink.found] == []


@pytest.mark.parametrize(
    ("head", "lines"),
    [
        ("kind card:", snippets.KIND_LINES | snippets.ABILITIES),
        ("card oven:", snippets.THING_LINES | snippets.ABILITIES),
        ("zone hand of player:", snippets.ZONE_LINES),
        ("game x:", snippets.GAME_LINES),
        ("resource coin of player:", snippets.RESOURCE_LINES),
        ("actor bank:", snippets.ACTOR_LINES),
    ],
)
def test_lines_are_well_formed(head: str, lines: dict[str, str]) -> None:
    sink = Sink()
    for text in lines.values():
        body = filled(text).replace("\n", "\n  ")
        parse(Source("x.rules", f"{head}\n  {body}\n"), {"act"}, sink)
    assert [finding.message for finding in sink.found] == []


def test_manifest_names_files_that_are_there() -> None:
    data = json.loads((FOLDER / "package.json").read_text("utf-8"))["contributes"]
    named = [data["languages"][0]["configuration"], data["grammars"][0]["path"], data["snippets"][0]["path"]]
    assert all((FOLDER / name).is_file() for name in named)
    source = (FOLDER / "src" / "extension.ts").read_text("utf-8")
    assert all(f'"{command["command"]}"' in source for command in data["commands"])
