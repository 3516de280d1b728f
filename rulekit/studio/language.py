"""The language server for a page that writes: a process of its own, whose messages go to and fro over a websocket.

Contract: only the host gets one, and only a few run at once; it ends with the connection. A page may ask what an editor asks,
about files that the studio may read, and nothing else: no command is run, no file is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from pathlib import Path
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from rulekit.sources.bundled import bundled_games
from rulekit.studio import limits
from rulekit.studio.guard import Bucket
from rulekit.studio.house import House

_ASKED = "didOpen didChange didClose completion hover definition codeAction formatting semanticTokens/full".split()
METHODS: Final = frozenset(["initialize", "initialized", "shutdown", *(f"textDocument/{what}" for what in _ASKED)])
_MORE, _LAST = "+", "."  # what a part of a message begins with: a message is larger than what one frame may hold
_LOST, _NO_MESSAGE, _TOO_MUCH = 4500, 4400, 4429


class Language:
    """A page that writes, and its server."""

    def __init__(self, house: House, socket: WebSocket) -> None:
        self.house, self.socket = house, socket
        self.bucket = Bucket(limits.KEYS, limits.KEYS * 3)

    async def run(self) -> None:
        """Until the page leaves or its server is lost."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rulekit", "lsp", stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        assert process.stdin is not None and process.stdout is not None
        telling = asyncio.create_task(self._tell(process.stdout))
        listening = asyncio.create_task(self._listen(process.stdin))
        try:
            await asyncio.wait([telling, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            for task in (telling, listening):
                task.cancel()
            await asyncio.gather(telling, listening, process.wait(), return_exceptions=True)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it was closed already
                await self.socket.close(_LOST, "the language server has ended")

    async def _tell(self, out: asyncio.StreamReader) -> None:
        """What the server says, as it comes."""
        with contextlib.suppress(asyncio.IncompleteReadError, WebSocketDisconnect, RuntimeError):
            while True:
                head = await out.readuntil(b"\r\n\r\n")
                length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
                await self.socket.send_text((await out.readexactly(length)).decode())

    async def _listen(self, into: asyncio.StreamWriter) -> None:
        """What the page asks; the first thing that it may not ask ends it."""
        parts: list[str] = []
        with contextlib.suppress(WebSocketDisconnect, KeyError, ConnectionError):
            while True:
                part = await self.socket.receive_text()
                if not self.bucket.take() or sum(map(len, parts)) > limits.TEXT * 2:
                    return await self._refuse(_TOO_MUCH, "too much at once")
                parts.append(part[1:])
                if part.startswith(_MORE):
                    continue
                text = "".join(parts)
                parts.clear()
                if not part.startswith(_LAST) or not allowed(self.house, _read(text)):
                    return await self._refuse(_NO_MESSAGE, "an editor does not ask that")
                data = text.encode()
                into.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
                await into.drain()

    async def _refuse(self, code: int, reason: str) -> None:
        await self.socket.close(code, reason)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def allowed(house: House, message: Any) -> bool:
    """May a page ask this? What it names must be a rules file that the studio may read."""
    if not isinstance(message, dict) or message.get("method") not in METHODS:
        return False
    params = message.get("params") or {}
    if not isinstance(params, dict):
        return False
    document = params.get("textDocument")
    if not str(message["method"]).startswith("textDocument/"):
        return document is None
    return isinstance(document, dict) and _known(house, document.get("uri"))


def _known(house: House, uri: Any) -> bool:
    from pygls.uris import to_fs_path

    name = (
        to_fs_path(uri) if isinstance(uri, str) and uri.startswith("file:") and "\0" not in uri and "%00" not in uri else None
    )
    if name is None or not name.endswith(".rules"):
        return False
    path = Path(name).resolve()
    return path.is_relative_to(house.folder) or path in {known.resolve() for known in bundled_games().values()}
