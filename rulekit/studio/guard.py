"""Who may come in: the outermost layer of the server.

Contract: a request for another host name, or one that another site makes, is refused before anything of it is read; so is a
flood and what is too large. Every answer forbids pages of other sites to hold, frame or read it, and forbids scripts that do
not come from here.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from rulekit.studio import limits

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_READS = ("GET", "HEAD")
_ADDRESSES = 1000


class Bucket:
    """So many a second, and so many at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left, self.at = burst, clock()

    def take(self) -> bool:
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guard:
    """The layer around the application."""

    def __init__(self, app: App, hosts: frozenset[str], *, rate: float = limits.REQUESTS) -> None:
        self.app, self.hosts, self.rate = app, hosts, rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _limited(receive), _guarded(scope, send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-length") and name in headers:
                return 400, "a header is given twice"
            headers[name] = value
        if headers.get(b"host", b"").decode("latin-1").lower() not in self.hosts:
            return 421, "this server has another name"
        if not self._bucket(scope).take():
            return 429, "too many requests"
        origin = headers.get(b"origin")
        free = scope["type"] == "http" and scope["method"] in _READS and origin is None
        if not free and (origin or b"").decode("latin-1").lower() not in {f"http://{host}" for host in self.hosts}:
            return 403, "another site asks"
        if headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site") and headers.get(b"sec-fetch-mode") != b"navigate":
            return 403, "another site asks"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > limits.TEXT:
            return 413, "too large"
        return None

    def _bucket(self, scope: Scope) -> Bucket:
        address = (scope.get("client") or ("?", 0))[0]
        found = self._buckets.get(address)
        if found is None:
            while len(self._buckets) >= _ADDRESSES:
                self._buckets.popitem(last=False)
            found = self._buckets[address] = Bucket(self.rate, self.rate * 5)
        self._buckets.move_to_end(address)
        return found


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status % 1000, "reason": reason})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{reason}\n".encode()})


def _guarded(scope: Scope, send: Send) -> Send:
    """Every answer says what may be done with it."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            headers += [pair for pair in HEADERS if all(pair[0] != name for name, _ in headers)]
            if all(name != b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-cache" if scope["path"].startswith("/static/") else b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return sending


def _limited(receive: Receive) -> Receive:
    """A body whose length nobody told is counted as it comes."""
    got = 0

    async def receiving() -> MutableMapping[str, Any]:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        return {"type": "http.disconnect"} if got > limits.TEXT else message

    return receiving
