"""How long a studio with many tables takes to answer a click: `python -m benchmarks.studio [TABLES] [GAME]`.

`rulekit studio` runs as it would for people. At every table one person sits with a bot that thinks for 100 ms a move in a
process of its own. A person looks at the table for one to five seconds before he clicks; what is measured is the time from his
click to the table that shows it. On a machine that does other things too, the CPU time of the process that holds the tables
says more: it is told for each click, with what the answers of the bots cost there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

CLICKS = 20  # at each table at most
SECONDS = 180  # at most; where bots of all tables wait for a processor, people wait for bots
LOOKS = (1.0, 5.0)  # seconds that a person looks before the click
BOT = "mcts:100ms"


def _asked(base: str, path: str, cookie: str = "", body: dict[str, Any] | None = None) -> tuple[str, Any]:
    """A request of a browser: the cookie that came, and the answer."""
    wire = HTTPConnection(urlsplit(base).netloc)
    headers = {"cookie": cookie, "origin": base, "content-type": "application/json"} if cookie else {}
    wire.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
    answer = wire.getresponse()
    text = answer.read()
    came = str(answer.headers["set-cookie"] or "").partition(";")[0]
    return came, json.loads(text) if text.startswith(b"{") else None


async def _person(base: str, link: str, times: list[float]) -> None:
    from websockets.asyncio.client import connect

    cookie, _ = await asyncio.to_thread(_asked, base, link)
    room = link.split("/")[2].partition("?")[0]
    url, told = f"{base.replace('http', 'ws', 1)}/ws/{room}/0", {"cookie": cookie}
    async with connect(url, origin=base, additional_headers=told, max_size=None) as wire:  # type: ignore[arg-type]
        clicks, sent, version = 0, 0.0, -1
        while clicks < CLICKS:
            message = json.loads(await wire.recv())
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
                await wire.send(json.dumps({"do": "answer", "v": version, "text": random.choice(options)["text"]}))


def _cpu(process: int) -> float:
    """Seconds that a process has computed, without those that it has started."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(tables: int, name: str) -> str:
    """Opens the tables, plays, tells the figures."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "rulekit", "studio", "--no-open", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        try:
            assert server.stdout is not None
            found = re.search(r"(http://[^/]+)(/enter\S+)", server.stdout.readline())
            assert found is not None
            base = found[1]
            cookie, _ = _asked(base, found[2])
            seats = [{"kind": "link"}, {"kind": "bot", "bot": BOT}]
            asked = [{"game": name, "players": 2, "seed": at, "seats": seats} for at in range(tables)]
            links = [_asked(base, "/api/rooms", cookie, body)[1]["seats"][0] for body in asked]
            times: list[float] = []

            async def play() -> None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(SECONDS):
                        await asyncio.gather(*(_person(base, link, times) for link in links))

            before, started = _cpu(server.pid), time.perf_counter()
            asyncio.run(play())
            cpu, took = _cpu(server.pid) - before, time.perf_counter() - started
        finally:
            server.terminate()
            server.wait(20)
    ordered = sorted(times)
    median, late = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.95)] * 1000
    load = os.getloadavg()[0]
    return (
        f"{tables} tables of {name}, {len(times)} clicks in {took:.0f} s: median {median:.0f} ms, "
        f"95 of 100 within {late:.0f} ms, {cpu / len(times) * 1000:.0f} ms of CPU time a click, load {load:.1f}"
    )


def main() -> None:
    """The tables and the game that are wanted, else what the documentation tells."""
    if len(sys.argv) > 1:
        print(measure(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "miniature"))
        return
    for name in ("tic_tac_toe", "miniature", "goldblivion"):
        for tables in (2, 10, 50):
            print(measure(tables, name), flush=True)


if __name__ == "__main__":
    main()
