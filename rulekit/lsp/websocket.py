"""The language server over a websocket, for editors in a browser.

Contract: each connection has a server of its own, which ends with it. Only this machine is listened to. A browser says from
which origin a page comes that wants to connect: it is let in if its origin was named, and nobody else who has one; so no page
that somebody happens to look at can read rules files or run examples. Who asks for another host than this machine is a page
too, behind a name that was bent to here.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from http import HTTPStatus

from pygls.exceptions import JsonRpcException
from pygls.io_ import WebSocketWriter
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listen
from websockets.http11 import Request, Response
from websockets.typing import Origin

from rulekit.lsp.server import serve

HOST = "127.0.0.1"
_NAMES = (HOST, "localhost")
_LONGEST = 1 << 24  # bytes of a message
_LOG = logging.getLogger(__name__)


async def serve_forever(port: int, origins: Sequence[str]) -> None:
    """Listens on a port of this machine until it is stopped."""
    known = [None, *(Origin(origin) for origin in origins)]
    hosts = {f"{name}:{port}" for name in _NAMES}

    def here(connection: ServerConnection, request: Request) -> Response | None:
        if request.headers.get("Host", "") in hosts:
            return None
        return connection.respond(HTTPStatus.FORBIDDEN, f"this is {HOST}:{port}, and no other host\n")

    async with listen(_talk, HOST, port, origins=known, process_request=here, max_size=_LONGEST) as listening:
        await listening.serve_forever()


async def _talk(websocket: ServerConnection) -> None:
    """One client, until it leaves or says `exit`: others go on."""
    server = serve()
    server.protocol.set_writer(WebSocketWriter(websocket), include_headers=False)
    try:
        async for data in websocket:
            try:
                message = json.loads(data, object_hook=server.protocol.structure_message)
                if getattr(message, "method", "") == "exit":
                    break
                server.protocol.handle_message(message)
            except Exception as error:  # whatever a client sends, the server goes on
                _LOG.exception("a message that cannot be handled")
                server.report_server_error(error, JsonRpcException)
    finally:
        server.rest()


def run(port: int, origins: Sequence[str]) -> None:
    """The same, until it is interrupted."""
    asyncio.run(serve_forever(port, origins))
