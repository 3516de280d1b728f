"""How long a studio with many tables takes to answer a click: `python -m benchmarks.studio [TABLES] [GAME]`.

At every table one person sits with a bot that thinks in a process of its own pool. A person answers as soon as it is his
turn; what is measured is the time from his answer to the table that shows it.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

CLICKS = 5  # at each table
LOOKS = (1.0, 5.0)  # seconds that a person looks before the click


async def _person(base: str, room: str, token: str, times: list[float]) -> None:
    from websockets.asyncio.client import connect

    origin = base.replace("ws", "http", 1)
    cookie = await asyncio.to_thread(_cookie, f"{origin}/join/{room}?token={token}")
    async with connect(f"{base}/ws/{room}/0", origin=origin, additional_headers={"cookie": cookie}, max_size=None) as wire:  # type: ignore[arg-type]
        clicks, sent, version = 0, 0.0, -1
        while clicks < CLICKS:
            message = json.loads(await asyncio.wait_for(wire.recv(), 120))
            if message["is"] != "table":
                continue
            if sent and message["v"] > version:
                times.append(time.perf_counter() - sent)
                clicks, sent = clicks + 1, 0.0
            table: dict[str, Any] = message["table"]
            if table["over"]:
                return
            options = table["decision"]["options"]
            if options and not sent:
                await asyncio.sleep(random.uniform(*LOOKS))
                sent, version = time.perf_counter(), message["v"]
                await wire.send(json.dumps({"do": "answer", "v": version, "text": options[0]["text"]}))


def _cookie(url: str) -> str:
    from http.client import HTTPConnection
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    wire = HTTPConnection(parts.netloc)
    wire.request("GET", f"{parts.path}?{parts.query}")
    return str(wire.getresponse().headers["set-cookie"]).partition(";")[0]


def main() -> None:
    """Opens the tables, plays, prints the figures."""
    import threading

    import uvicorn

    from rulekit.studio.house import House
    from rulekit.studio.room import Setting
    from rulekit.studio.seats import Seat
    from rulekit.studio.server import application

    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    name = sys.argv[2] if len(sys.argv) > 2 else "miniature"
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), bots=1)
        server = uvicorn.Server(
            uvicorn.Config(application(house, port=port, rate=10_000), log_level="error", ws="websockets-sansio")
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        seats = [[Seat.of("link"), Seat.of("bot", "mcts:100ms")] for _ in range(tables)]
        rooms = [house._thread.submit(house.open, Setting(name, 2, at), row).result() for at, row in enumerate(seats)]
        times: list[float] = []

        async def play() -> None:
            await asyncio.gather(*(_person(f"ws://127.0.0.1:{port}", room.id, room.seats[0].token, times) for room in rooms))

        started = time.perf_counter()
        asyncio.run(play())
        took = time.perf_counter() - started
        server.should_exit = True
        thread.join(20)
    ordered = sorted(times)
    median, late = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.95)] * 1000
    print(
        f"{tables} tables of {name}, {len(times)} clicks in {took:.0f} s: "
        f"median {median:.0f} ms, 95 of 100 within {late:.0f} ms"
    )


if __name__ == "__main__":
    main()
