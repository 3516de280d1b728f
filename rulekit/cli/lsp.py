"""`rulekit lsp`: the language server, for editors."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

from rulekit.errors import UsageError

_HOST = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `lsp`."""
    parser.add_argument("--stdio", action="store_true", help="speak over standard input and output (the default)")
    parser.add_argument("--ws", type=int, metavar="PORT", help="speak over a websocket on this port of this machine")


def run(args: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    try:
        from rulekit.lsp.server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in ("pygls", "lsprotocol"):
            raise UsageError("the language server needs pygls: `pip install 'rulekit-games[lsp]'`") from error
        raise
    server = serve()
    if args.ws is None:
        with _own_output() as output:
            server.start_io(sys.stdin.buffer, output)
        return 0
    if not 0 < args.ws < 65536:
        raise UsageError(f"`{args.ws}` is no port: a number from 1 to 65535")
    server.start_ws(_HOST, args.ws)
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
