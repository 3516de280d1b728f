"""What examples come to is shown where they stand, for editors without a test view too."""

from __future__ import annotations

from pathlib import Path

from tests.lsp.client import Client, where
from tests.lsp.conftest import GAME

WRONG = GAME.replace("ann's coin == 2", "ann's coin == 3")


def titles(client: Client, uri: str) -> list[str]:
    return [lens["command"]["title"] for lens in client.ask("codeLens", uri)]


def test_a_failure_is_told_at_its_line_until_the_text_changes(bakery: Path) -> None:
    client = Client(bakery.parent)
    uri = client.open(bakery, WRONG)  # it need not be saved
    client.wait_for(uri, [])
    client.command("rulekit.server.test", uri, None)
    (found,) = client.wait_for(uri, ["example"])
    line, _ = where(WRONG, "ann's coin == 3")
    assert found["range"] == {"start": {"line": line, "character": 4}, "end": {"line": line, "character": 19}}
    assert found["message"].split("\n")[0] == 'the example "an oven pays" fails: this does not hold: 2 == 3'
    assert "  ann's coin: 0 -> 2" in found["message"].split("\n")
    assert "0 passed, 1 failed" in titles(client, uri)
    assert "failed: this does not hold: 2 == 3" in titles(client, uri)
    client.change(uri, GAME)
    client.wait_for(uri, [])
    assert not [title for title in titles(client, uri) if "passed" in title or "failed" in title]
    client.command("rulekit.server.test", uri, None)
    assert client.found[uri] == []
    assert {"1 passed", "passed"} <= set(titles(client, uri))
    assert client.stop() == 0


def test_what_a_run_came_to_outlives_saving_but_not_closing(bakery: Path) -> None:
    client = Client(bakery.parent)
    uri = client.open(bakery, WRONG)
    client.wait_for(uri, [])
    client.change(uri, WRONG + "\n# a word\n")
    client.command("rulekit.server.test", uri, None)
    client.wait_for(uri, ["example"])
    client.notify("textDocument/didSave", textDocument={"uri": uri})
    assert "failed: this does not hold: 2 == 3" in titles(client, uri)  # the text is the same
    client.close(uri)
    client.open(bakery)
    client.wait_for(uri, [])
    assert "passed" not in titles(client, uri)
    assert client.stop() == 0


def test_an_editor_without_lenses_runs_them_by_an_action(bakery: Path) -> None:
    client = Client(bakery.parent)
    uri = client.open(bakery, WRONG)
    for mark, title, lines in (("game bakery", "run all examples", None), ("ann: play", "run this example", 46)):
        at = {"line": where(WRONG, mark)[0], "character": 0}
        actions = client.ask("codeAction", uri, range={"start": at, "end": at}, context={"diagnostics": []})
        (action,) = [one for one in actions if one["title"] == title]
        assert action["command"]["arguments"] == [uri, lines]
        client.command(action["command"]["command"], *action["command"]["arguments"])
        client.wait_for(uri, ["example"])
    assert client.stop() == 0
