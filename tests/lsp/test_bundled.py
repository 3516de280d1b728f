"""Every feature through the protocol, on games that come with rulekit; `test_protocol.py` shows each in detail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Answered, Client, edited, place
from tests.lsp.copies import copy_game, with_examples

GAMES = (
    "miniature",
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("goldblivion", "better_than_gold", "dice_forge_rebellion")),
)
OPTIONS = {"tabSize": 2, "insertSpaces": True}
_CLASS, _OBJECT, _FUNCTION = 5, 19, 12  # kinds, things and verbs among symbols


@dataclass
class Opened:
    """A game in an editor."""

    client: Client
    uri: str
    text: str
    symbols: list[dict[str, Any]]

    def ask(self, method: str, at: tuple[int, int] | None = None, **more: Any) -> Any:
        return self.client.ask(method, self.uri, at, **more)

    def of(self, sort: int) -> Iterator[tuple[str, tuple[int, int]]]:
        """The declarations of a sort, each with the place of its name."""
        for one in self.symbols:
            start = one["selectionRange"]["start"]
            if one["kind"] == sort and "," not in one["name"] and one["detail"].split()[:1] != ["replace"]:
                yield one["name"], (start["line"], start["character"])

    def whole(self) -> dict[str, Any]:
        return {"start": place((0, 0)), "end": place((self.text.count("\n"), 0))}

    def offered(self, line: str) -> dict[str, str]:
        """What is offered at the end of a line that is written at the end of the text."""
        new = f"{self.text}\n{line}"
        self.client.change(self.uri, new)
        found = self.ask("completion", (new.count("\n"), len(new) - new.rfind("\n") - 1))["items"]
        self.client.change(self.uri, self.text)
        return {one["label"]: one.get("detail") or "" for one in found}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    path = copy_game(request.param, tmp_path_factory.mktemp("game"))
    client = Client(path.parent)
    uri = client.open(path)
    client.wait_for(uri, [])
    symbols = client.ask("documentSymbol", uri)
    inside = [child for one in symbols if one["detail"] == "module" for child in one["children"]]
    yield Opened(client, uri, path.read_text("utf-8"), [*symbols, *inside])
    assert client.logged == []
    assert client.stop() == 0


def test_findings(game: Opened) -> None:
    verb, at = next(iter(game.of(_FUNCTION)))
    game.client.change(game.uri, f"{game.text}\nto zz_do: {verb}z\n")
    (found,) = [one for one in _wait(game) if one["severity"] == 1]
    assert found["codeDescription"]["href"].endswith(f"{found['code']}.md") or found["code"] in found["codeDescription"]["href"]
    actions = game.ask("codeAction", range=found["range"], context={"diagnostics": [found]})
    assert any(action.get("kind") == "quickfix" for action in actions)
    game.client.change(game.uri, game.text)
    game.client.wait_for(game.uri, [])
    assert at


def _wait(game: Opened) -> list[dict[str, Any]]:
    while not game.client.found[game.uri]:
        game.client._next()
    return game.client.found[game.uri]


def test_words(game: Opened) -> None:
    kind, at = next(iter(game.of(_CLASS)))
    thing, there = next(iter(game.of(_OBJECT)))
    told = game.ask("hover", there)["contents"]["value"]
    assert thing in told and "*en*" in told and "*fr*" in told
    verb, here = next((name, at) for name, at in game.of(_FUNCTION) if _uses(game, name))
    found = game.ask("references", here, context={"includeDeclaration": True})
    assert len(found) > 1
    use = next(one for one in found if one["uri"] == game.uri and one["range"]["start"]["line"] != here[0])
    start = use["range"]["start"]
    (declared,) = game.ask("definition", (start["line"], start["character"]))
    assert declared["range"]["start"]["line"] == here[0], verb
    assert len(game.ask("documentHighlight", here)) > 1
    assert kind in {one["name"] for one in game.client.request("workspace/symbol", query=kind)}
    assert at


def _uses(game: Opened, verb: str) -> int:
    return len(re.findall(rf"(?<![a-z_]){verb}(?![a-z_])", game.text)) > 1


def test_rename(game: Opened) -> None:
    (thing, at), (other, _) = list(game.of(_OBJECT))[:2]
    edit = game.ask("rename", at, newName="zz_other")["changes"]
    assert "zz_other" in edited(game.text, edit[game.uri])
    assert any(uri.endswith(".fr.po") for uri in edit), thing
    with pytest.raises(Answered, match=f"`{other}` is declared already"):
        game.ask("rename", at, newName=other)


# what a map or a set-up names, and the folder in which it does
_IN_YAML = {"better_than_gold": ("legless_flying_spider", "maps"), "dice_forge_rebellion": ("great_bear", "setups")}


def test_rename_in_maps_and_set_ups(game: Opened) -> None:
    path = Path(game.uri.removeprefix("file://"))
    texts = {file.as_uri(): file.read_text("utf-8") for file in sorted(path.parent.glob("*/*.yaml"))}
    if path.stem not in _IN_YAML:  # it has none that name its things: nothing of another game's is touched
        _, at = next(iter(game.of(_OBJECT)))
        assert not texts.keys() & game.ask("rename", at, newName="zz_other")["changes"].keys()
        return
    thing, folder = _IN_YAML[path.stem]
    found = game.client.request("workspace/symbol", query=thing)
    (place_,) = {json.dumps(one["location"], sort_keys=True) for one in found if one["name"] == thing}
    location = json.loads(place_)
    start = location["range"]["start"]
    edit = game.client.ask("rename", location["uri"], (start["line"], start["character"]), newName="zz_other")["changes"]
    changed = {uri: edited(text, edit[uri]) for uri, text in texts.items() if uri in edit}
    assert {Path(uri).parent.name for uri in changed} == {folder}
    assert all(re.search(r"\bzz_other\b", text) for text in changed.values())
    assert not any(re.search(rf"\b{thing}\b", re.sub("#.*", "", text)) for text in (texts | changed).values())


def test_views(game: Opened) -> None:
    folds = game.ask("foldingRange")
    assert len(folds) > 10
    _, at = next((name, at) for name, at in game.of(_FUNCTION) if game.text.split("\n")[at[0]].endswith(":"))
    (found,) = game.ask("selectionRange", positions=[place((at[0] + 1, 4))])
    assert found["parent"]["range"]["start"]["line"] <= found["range"]["start"]["line"]
    assert len(game.ask("semanticTokens/full")["data"]) > 500
    assert any(one["label"].startswith(": ") for one in game.ask("inlayHint", range=game.whole()))
    titles = {re.sub(r"\d+", "N", one["command"]["title"]) for one in game.ask("codeLens")}
    assert {"play", "coverage", "try", "tested by N"} <= titles


def test_hierarchies(game: Opened) -> None:
    reacts = False
    calls = 0
    for _, at in [*game.of(_FUNCTION), *game.of(_OBJECT)]:
        (item,) = game.ask("prepareCallHierarchy", at)
        outgoing = game.client.request("callHierarchy/outgoingCalls", item=item)
        calls += bool(outgoing)
        reacts |= any(call["to"]["detail"].startswith("reacts") for call in outgoing)
        if reacts and calls > 3:
            break
    assert reacts and calls > 3
    for _, at in game.of(_CLASS):
        (item,) = game.ask("prepareTypeHierarchy", at)
        if game.client.request("typeHierarchy/subtypes", item=item):
            return
    pytest.fail("no kind has anything of it")


def test_layout(game: Opened) -> None:
    assert game.ask("formatting", options=OPTIONS) == []
    lines = game.text.split("\n")
    at = next(number for number, line in enumerate(lines) if re.match(r"  [a-z]+ [a-z_]+$", line))
    untidy = "\n".join([*lines[:at], lines[at].replace(" ", "   ")[4:], *lines[at + 1 :]])
    game.client.change(game.uri, untidy)
    here = {"start": place((at, 0)), "end": place((at, 1))}
    assert edited(untidy, game.ask("rangeFormatting", range=here, options=OPTIONS)) == game.text
    assert edited(untidy, game.ask("onTypeFormatting", (at + 1, 0), ch="\n", options=OPTIONS)) == game.text
    game.client.change(game.uri, game.text)


def test_completion(game: Opened) -> None:
    kinds = {name for name, _ in game.of(_CLASS)}
    assert kinds & game.offered("zone zz_place: holds ").keys()
    resources = {one["name"] for one in game.symbols if one["detail"] == "resource"}
    assert resources & game.offered("to zz_do: gain 2 ").keys()
    assert "Zz big" in game.offered(f'{next(iter(kinds))} zz_big "')
    locals_ = game.offered("to zz_do number zz_count:\n  repeat zz_c")
    assert "zz_count" in locals_ and "number" in locals_["zz_count"]
    ids = game.offered("[")
    assert "house" in ids
    if not game.uri.endswith("miniature.rules"):  # which has no index of its rules
        assert any(re.match(r"[A-Z]+-", id_) and title for id_, title in ids.items())


def test_examples(game: Opened) -> None:
    path = with_examples(Path(game.uri.removeprefix("file://")))
    lines = [number for number, line in enumerate(path.read_text("utf-8").split("\n")) if line.startswith("example ")]
    assert len(lines) > 10
    found = game.client.command("rulekit.server.examples", path.as_uri())
    assert all(one["title"] and one["line"] < one["end_line"] for one in found)
    assert [one["line"] for one in found] == lines
    lenses = [one for one in game.client.ask("codeLens", path.as_uri()) if one["command"]["title"] == "run"]
    assert [one["range"]["start"]["line"] for one in lenses] == lines
    uri, line, title = lenses[0]["command"]["arguments"]
    (result,) = game.client.command("rulekit.server.test", uri, line)
    assert (result["title"], result["passed"]) == (title, True)
