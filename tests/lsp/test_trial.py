"""Somebody with nothing but a client of the protocol writes a card and mends three mistakes.

Only what the server offers is written: snippets and completions are taken, mistakes are mended by the fix that is preferred.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.lsp.client import Client, edited, where
from tests.lsp.conftest import GAME


def accepted(client: Client, uri: str, text: str, label: str, values: dict[int, str] | None = None) -> str:
    """The text after taking what is offered at the bar under a label, its places filled in."""
    before, _, after = text.partition("|")
    client.change(uri, before + after)
    found = client.ask("completion", uri, where(text, "|"))["items"]
    (item,) = [one for one in found if one["label"] == label]
    new = re.sub(r"\$\{(\d+):?([^}]*)\}", lambda slot: (values or {}).get(int(slot[1]), slot[2]), item["textEdit"]["newText"])
    return edited(before + after, [{"range": item["textEdit"]["range"], "newText": new}])


def test_a_card_by_completion_and_three_mistakes_by_fixes(bakery: Path) -> None:
    client = Client(bakery.parent)
    uri = client.open(bakery)
    client.wait_for(uri, [])
    text = accepted(client, uri, GAME + "\n|", "card", {1: "kiln", 2: "Kiln", 3: "2", 0: "|"})
    text = accepted(client, uri, text, "gain", {})
    text = accepted(client, uri, text.rstrip("\n") + " 3 |", "coin")
    text = accepted(client, uri, text + "\n  |", "trades", {0: "|"})
    text = accepted(client, uri, text, "smith")
    client.change(uri, text)
    client.wait_for(uri, [])
    assert text.endswith('card kiln "Kiln":\n  rank 2\n  when played: gain 3 coin\n  trades smith')
    planted = (
        text.replace("gain 3 coin", "gain 3 cion").replace("trades smith", "trades smtih").replace("move c to", "mvoe c to")
    )
    client.change(uri, planted)
    for _ in range(3):
        client.change(uri, planted)
        actions = client.ask("codeAction", uri, range=_whole(planted), context={"diagnostics": []})
        fix = next(action for action in actions if action.get("isPreferred"))
        planted = edited(planted, fix["edit"]["changes"][uri])
    client.change(uri, planted)
    client.wait_for(uri, [])
    assert planted == text
    assert client.stop() == 0


def _whole(text: str) -> dict[str, dict[str, int]]:
    return {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n"), "character": 0}}
