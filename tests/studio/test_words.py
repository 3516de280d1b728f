"""The interface of the studio in every language: whatever a page says goes through `say`, and every catalogue has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from rulekit.sources.tongues import FIRST, codes, tongue
from rulekit.studio import room

pytest.importorskip("starlette")

from rulekit.studio import sockets

OTHERS = [code for code in codes() if code != FIRST]
SAID = re.compile(r'\b(?:say|word)\(("(?:[^"\\]|\\.)*")')
TERNARY = re.compile(r'\bsay\([^()]*?\? ("[^"]*") : ("[^"]*")\)')
TOLD = re.compile(r'(?:title|placeholder|aria-label|alt|label)="([^"$]*[A-Za-z]{2,}[^"$]*)"')
PLAIN = {"rulekit", "‹ rulekit", "rulekit studio", "mcts:1000", "random, greedy, mcts:500ms, ..."}  # names, and what is typed


def scripts() -> dict[str, str]:
    home = files("rulekit.studio").joinpath("static")
    return {entry.name: entry.read_text("utf-8") for entry in home.iterdir() if entry.name.endswith(".js")}


def said() -> set[str]:
    found: set[str] = set()
    for text in scripts().values():
        found |= {one[1:-1] for one in SAID.findall(text)}
        found |= {one[1:-1] for pair in TERNARY.findall(text) for one in pair}
    return found


def templates(text: str) -> Iterator[str]:
    """What stands in the templates of a script, without what is put into them; those within them as well."""
    at = 0
    while (start := text.find("html`", at)) >= 0:
        at = start + 5
        bare, depth, inner = "", 0, at
        while depth or text[inner] != "`":
            if not depth and text.startswith("${", inner):
                depth, inner, bare = 1, inner + 1, bare + "{}"
            elif depth and text[inner] == "`":  # a template within: found by itself
                inner = _behind(text, inner)
            elif depth:
                depth += (text[inner] == "{") - (text[inner] == "}")
            else:
                bare += text[inner]
            inner += 1
        yield bare


def _behind(text: str, at: int) -> int:
    """The end of the template that begins at a place."""
    at, depth = at + 1, 0
    while depth or text[at] != "`":
        if not depth and text.startswith("${", at):
            depth, at = 1, at + 1
        elif depth and text[at] == "`":
            at = _behind(text, at)
        elif depth:
            depth += (text[at] == "{") - (text[at] == "}")
        at += 1
    return at


def unsaid(text: str) -> Iterator[str]:
    """Words of a page that go through no catalogue."""
    for template in templates(text):
        yield from (one for one in TOLD.findall(template) if one not in PLAIN)
        shown = re.sub(r"<(?:[^<>\"]|\"[^\"]*\")*>", "\n", template)
        yield from (one.strip() for one in shown.split("\n") if re.search(r"[A-Za-z]{2,}", one) and one.strip() not in PLAIN)


def test_nothing_is_told_without_a_catalogue() -> None:
    assert {name: found for name, text in scripts().items() if (found := list(unsaid(text)))} == {}


def test_the_search_finds_what_is_not_said() -> None:
    text = 'html`<b title="Save it">${x ? html`<i>${say("Log")} more</i>` : ""} Seats</b>`'
    assert sorted(unsaid(text)) == ["Save it", "{} Seats", "{} more"]


@pytest.mark.parametrize("code", OTHERS)
def test_every_word_of_the_interface_is_translated(code: str) -> None:
    assert len(said()) > 100  # or the search itself is broken
    assert sorted(said() - set(tongue(code).sentences)) == []


@pytest.mark.parametrize("code", OTHERS)
def test_refusals_at_a_table_are_translated(code: str) -> None:
    """What the server says by itself; what the rules say has its labels."""
    texts = "".join(Path(module.__file__ or "").read_text("utf-8") for module in (sockets, room))
    whole = re.findall(r'RoomError\("(?:over|turn|stale|undo|rules|curtain|room|odds)", ?"([^"]*)"\)', texts)
    assert len(whole) > 8 and sorted(set(whole) - set(tongue(code).sentences)) == []
