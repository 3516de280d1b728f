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


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def _initialized(port: int, process: subprocess.Popen[bytes]) -> str:
    from websockets.asyncio.client import connect

    ends = time.monotonic() + 60
    while time.monotonic() < ends and process.poll() is None:
        try:
            async with connect(f"ws://127.0.0.1:{port}") as there:
                message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}}
                await there.send(json.dumps(message))
                answer = json.loads(await there.recv())
                return str(answer["result"]["serverInfo"]["name"])
        except OSError:
            await asyncio.sleep(0.1)
    return ""


def test_over_a_websocket(tmp_path: Path) -> None:
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "rulekit", "lsp", "--ws", str(port)],
        cwd=tmp_path,
        env=dict(os.environ),
        stderr=subprocess.DEVNULL,
    )
    try:
        assert asyncio.run(_initialized(port, process)) == "rulekit"
    finally:
        process.terminate()
        process.wait(timeout=30)


def test_a_port_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--ws", "70000"]) == 2
    assert "a number from 1 to 65535" in capsys.readouterr().err
