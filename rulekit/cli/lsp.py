"""`rulekit lsp`: the language server, for editors."""

from __future__ import annotations

import argparse

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
        server.start_io()
        return 0
    if not 0 < args.ws < 65536:
        raise UsageError(f"`{args.ws}` is no port: a number from 1 to 65535")
    server.start_ws(_HOST, args.ws)
    return 0
