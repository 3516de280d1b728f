"""`rulekit lsp`: the language server, for editors."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Iterator
from typing import BinaryIO

from rulekit.errors import UsageError

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#\s]+")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `lsp`."""
    parser.add_argument("--stdio", action="store_true", help="speak over standard input and output (the default)")
    parser.add_argument("--ws", type=int, metavar="PORT", help="speak over a websocket on this port of this machine")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="with --ws: pages of this origin may connect, such as http://localhost:8000; others may not",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    try:
        from rulekit.lsp.server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in ("pygls", "lsprotocol"):
            raise UsageError("the language server needs pygls: `pip install 'rulekit-games[lsp]'`") from error
        raise
    if args.ws is None:
        if args.origin:
            raise UsageError("`--origin` says which pages may connect to `--ws PORT`: give the port too")
        server = serve()
        with _own_output() as output:
            server.start_io(sys.stdin.buffer, output)
        return 0
    if not 0 < args.ws < 65536:
        raise UsageError(f"`{args.ws}` is no port: a number from 1 to 65535")
    for origin in args.origin:
        if not _ORIGIN.fullmatch(origin):
            raise UsageError(f"`{origin}` is no origin: a scheme and a host, such as http://localhost:8000")
    return _over_a_websocket(args.ws, args.origin)


def _over_a_websocket(port: int, origins: list[str]) -> int:
    from rulekit.lsp import websocket

    try:
        websocket.run(port, origins)
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        raise UsageError(f"port {port} cannot be listened to: {error.strerror or error}") from error
    return 0


@contextlib.contextmanager
def _own_output() -> Iterator[BinaryIO]:
    """The standard output for the protocol alone: whatever else prints goes to the standard error."""
    own = os.dup(1)
    os.dup2(2, 1)
    with os.fdopen(own, "wb", closefd=False) as output:
        yield output
    os.dup2(own, 1)
    os.close(own)
