"""Starting the server and telling where it is.

Contract: it listens on the loopback address alone, unless it is shared. The link with the host's token is printed, and
opened in a browser unless that is not wanted.
"""

from __future__ import annotations

import contextlib
import socket
import webbrowser
from pathlib import Path
from urllib.parse import quote

import uvicorn

from rulekit.errors import UsageError
from rulekit.studio import limits
from rulekit.studio.house import House
from rulekit.studio.server import application

_LOOPBACK, _ALL = "127.0.0.1", "0.0.0.0"


def serve(folder: Path, game: str | None, *, port: int, share: bool, browser: bool, bots: int) -> int:
    """Serves until it is interrupted."""
    listening = _listen(_ALL if share else _LOOPBACK, port)
    port = listening.getsockname()[1]
    names = {_LOOPBACK, "localhost"} | ({_own_address()} if share else set())
    house = House(folder, bots=bots)
    app = application(house, port=port, hosts=frozenset(f"{name}:{port}" for name in names))
    url = f"http://{_LOOPBACK}:{port}/enter?token={house.host_token}" + (f"&game={quote(game)}" if game else "")
    print(f"The studio is open: {url}", flush=True)
    print(f"Files are read from and written to {folder} alone. Ctrl-C ends it.", flush=True)
    if share:
        print(f"Others in this network come in by the links of their seats, at http://{_own_address()}:{port}.", flush=True)
    if browser:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=limits.MESSAGE,
        limit_concurrency=limits.CONNECTIONS * 2,
        timeout_keep_alive=5,
        server_header=False,
        proxy_headers=False,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(128)  # at once: whoever follows the link waits for the server instead of being turned away
    except OSError as error:
        found.close()
        raise UsageError(f"port {port} cannot be used: {(error.strerror or str(error)).lower()}; try `--port 0`") from error
    return found


def _own_address() -> str:
    """The address of this machine in its network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return _LOOPBACK
