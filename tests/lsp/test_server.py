"""The server as a process: encodings, websocket, odd clients."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulekit.cli.main import main
from tests.lsp.client import Client
from tests.lsp.conftest import GAME, WIDE


def test_columns_are_counted_as_agreed(bakery: Path) -> None:
    client = Client(bakery.parent, ("utf-8", "utf-16"), {"docs": "https://example.org/rulekit"})
    assert client.answer["capabilities"]["positionEncoding"] == "utf-8"
    uri = client.open(bakery, GAME + WIDE)
    (found,) = client.wait_for(uri, ["RK010"])
    before = WIDE[1 : WIDE.index("plaeyrs")]
    assert found["range"]["start"]["character"] == len(before.encode())
    assert found["codeDescription"]["href"] == "https://example.org/rulekit/reference/codes/RK010/"
    assert client.stop() == 0


def test_other_files_get_empty_answers(bakery: Path) -> None:
    client = Client(bakery.parent)
    other = client.open(bakery.with_name("bakery.fr.po"))
    assert client.ask("hover", other, (0, 0)) is None
    assert client.ask("documentSymbol", other) == []
    assert client.ask("completion", other, (0, 0))["items"] == []
    gone = bakery.with_name("not_there.rules")
    uri = client.open(gone, "game x: players 2\n")
    client.wait_for(uri, ["RK024"])
    client.close(uri)
    client.wait_for(uri, [])
    assert client.logged == []
    assert client.stop() == 0


def _alone(folder: Path, name: str, text: str) -> Path:
    """A game in a folder of its own, so that no other file has to do with it."""
    (folder / name).mkdir()
    path = folder / name / f"{name}.rules"
    path.write_text(text, "utf-8")
    return path.resolve()


def test_every_open_file_is_checked_after_a_change_on_the_disk(tmp_path: Path) -> None:
    uses = f'{GAME}\ninvariant "more": zz_more == 1\n'
    games = [_alone(tmp_path, name, f"import {name}_base\n\n{uses}") for name in ("one", "two", "three")]
    bases = [path.with_name(f"{path.stem}_base.rules") for path in games]
    for base in bases:
        base.write_text("[house]\ndefine zz_more = 1\n", "utf-8")
    client = Client(tmp_path)
    uris = [client.open(path) for path in games]  # all at once: none is lost to the next
    for uri in uris:
        client.wait_for(uri, [])
    for base in bases:
        base.write_text("[house]\ndefine zz_other = 1\n", "utf-8")
    client.notify("workspace/didChangeWatchedFiles", changes=[{"uri": base.as_uri(), "type": 2} for base in bases])
    for uri in uris:
        client.wait_for(uri, ["RK010"])
    assert client.logged == []
    assert client.stop() == 0


def test_a_closed_text_no_longer_counts_for_those_that_import_it(bakery: Path) -> None:
    client = Client(bakery.parent)
    more = client.open(bakery.with_name("bakery_more.rules"))
    base = client.open(
        bakery, GAME.replace("  field rank: number required\n", "").replace("  rank 3\n", "").replace("  rank 1\n", "")
    )
    (found,) = client.wait_for(more, ["RK014"])
    assert "rank" in found["message"]
    client.close(base)
    client.wait_for(more, [])
    assert client.stop() == 0


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


MESSAGE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}}


async def _initialized(port: int, origin: str | None = None, host: str = "") -> str:
    """The name that a server gives itself, or the status with which it refuses."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    uri = f"ws://{host or f'127.0.0.1:{port}'}"
    try:
        async with connect(uri, host="127.0.0.1", port=port, origin=origin, proxy=None) as there:  # type: ignore[arg-type]
            await there.send(json.dumps(MESSAGE))
            answer = json.loads(await there.recv())
            await there.send(json.dumps({"jsonrpc": "2.0", "method": "exit"}))
            await there.wait_closed()
            return str(answer["result"]["serverInfo"]["name"])
    except InvalidStatus as refused:
        return str(refused.response.status_code)


async def _listening(port: int, process: subprocess.Popen[bytes]) -> None:
    ends = time.monotonic() + 60
    while time.monotonic() < ends and process.poll() is None:
        try:
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            return
        except OSError:
            await asyncio.sleep(0.05)


def test_over_a_websocket_to_nobody_else(tmp_path: Path) -> None:
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "rulekit", "lsp", "--ws", str(port), "--origin", "http://localhost:8000"],
        cwd=tmp_path,
        env=dict(os.environ),
        stderr=subprocess.DEVNULL,
    )
    try:
        asyncio.run(_listening(port, process))
        assert asyncio.run(_initialized(port)) == "rulekit"
        assert asyncio.run(_initialized(port, host=f"localhost:{port}")) == "rulekit"  # and the first has gone
        assert asyncio.run(_initialized(port, origin="http://localhost:8000")) == "rulekit"
        assert asyncio.run(_initialized(port, origin="http://localhost:8001")) == "403"
        assert asyncio.run(_initialized(port, origin="https://example.org")) == "403"
        assert asyncio.run(_initialized(port, origin="null")) == "403"
        assert asyncio.run(_initialized(port, host=f"rebound.example:{port}")) == "403"
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ws", "70000"], "a number from 1 to 65535"),
        (["--origin", "http://localhost"], "give the port too"),
        (["--ws", "8765", "--origin", "localhost"], "is no origin"),
    ],
)
def test_arguments_that_mean_nothing(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_port_that_somebody_has(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["lsp", "--ws", str(taken.getsockname()[1])]) == 2
    assert "cannot be listened to" in capsys.readouterr().err
