"""A browser for tests: headless Chromium over its DevTools protocol, and a studio that serves from a thread.

Chromium is found by RULEKIT_CHROMIUM or on the path. Where there is none, tests that need it say that they were left out; with
RULEKIT_NEEDS_CHROMIUM set, that is a failure.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulekit.studio.room import Room

FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync
--disable-dev-shm-usage --no-first-run --no-default-browser-check --disable-default-apps --disable-extensions --mute-audio
--hide-scrollbars --remote-debugging-port=0 --force-color-profile=srgb --lang=en""".split()
NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 180.0  # on a busy machine a process takes a minute to begin
STILL = {"name": "prefers-reduced-motion", "value": "reduce"}  # nothing moves away from under the pointer


def chromium() -> str:
    """The browser; where there is none, the test is left out or fails."""
    found = os.environ.get("RULEKIT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        if os.environ.get("RULEKIT_NEEDS_CHROMIUM"):
            pytest.fail("there is no Chromium, and RULEKIT_NEEDS_CHROMIUM asks for one")
        pytest.skip("browser tests are left out: no Chromium on the path, none named by RULEKIT_CHROMIUM")
    return found


class Page:
    """One page in a context of its own: its own cookies, as another browser would have."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self.session = browser, session
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **given: Any) -> Any:
        return self.browser.call(method, self.session, **given)

    def goto(self, url: str) -> None:
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def eval(self, expression: str) -> Any:
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise AssertionError(f"{expression}: {json.dumps(found['exceptionDetails'])[:600]}")
        return found["result"].get("value")

    def wait(self, expression: str, seconds: float = PATIENCE) -> Any:
        """Until an expression holds; what it gives."""
        ends = time.monotonic() + seconds
        while True:
            with contextlib.suppress(AssertionError):  # a page that is being left
                found = self.eval(expression)
                if found not in (None, False, 0, ""):  # an element comes as an empty mapping
                    return found
            if time.monotonic() > ends:
                raise AssertionError(
                    f"never came: {expression}\n{self.eval('document.body.innerText')[:1500]}\n{self.faults()}"
                )
            time.sleep(0.03)

    def count(self, selector: str) -> int:
        return int(self.eval(f"document.querySelectorAll({json.dumps(selector)}).length"))

    def text(self, selector: str = "body") -> str:
        return str(self.eval(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def click(self, selector: str, at: int = 0, seconds: float = PATIENCE) -> None:
        """A press of the mouse in the middle of an element."""
        x, y = self.wait(
            f"(() => {{ const el = document.querySelectorAll({json.dumps(selector)})[{at}]; if (!el) return null;"
            "el.scrollIntoView({block: 'center'}); const r = el.getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()",
            seconds,
        )
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1, buttons=1)

    def hover(self, selector: str) -> None:
        """The mouse over the middle of an element, which is entered from beside it."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        x, y = self.eval(
            f"(() => {{ const el = document.querySelector({json.dumps(selector)}); el.scrollIntoView({{block: 'center'}});"
            "const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for at in (1, y):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=at)

    def choose(self, selector: str, value: str) -> None:
        """Another value of a field, as if it were typed or picked."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self.eval(
            f"(() => {{ const el = document.querySelector({json.dumps(selector)}); el.value = {json.dumps(value)};"
            "for (const kind of ['input', 'change']) el.dispatchEvent(new Event(kind, {bubbles: true})); return true; })()"
        )

    def files(self, selector: str, path: Path) -> None:
        """A file is picked."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        found = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(path)], nodeId=found)

    def key(self, name: str) -> None:
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32}
        text = {"Enter": "\r", " ": " "}.get(name, name if len(name) == 1 else "")
        more = {"key": name, "windowsVirtualKeyCode": codes.get(name, ord(name[0].upper())), **({"text": text} if text else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown", **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def dark(self, on: bool = True) -> None:
        features = [{"name": "prefers-color-scheme", "value": "dark" if on else "light"}, STILL]
        self.call("Emulation.setEmulatedMedia", features=features)

    def moving(self, on: bool = True) -> None:
        """Does whoever looks want to see things move?"""
        wanted = [{"name": "prefers-reduced-motion", "value": "no-preference"}] if on else [STILL]
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def shot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def faults(self) -> list[str]:
        """What the page has complained of: errors of scripts, and what its policy has refused."""
        return [text for session, text in self.browser.complaints if session == self.session]


class Browser:
    """A Chromium of its own."""

    def __init__(self, folder: Path) -> None:
        from websockets.sync.client import connect

        command = [chromium(), *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert self.process.stderr is not None
        url = ""
        for line in self.process.stderr:
            if found := re.search(r"ws://\S+", line):
                url = found[0]
                break
        self.drain = threading.Thread(target=self.process.stderr.read, daemon=True)  # or it would wait for a reader
        self.drain.start()
        self.held = contextlib.ExitStack()
        self.socket = self.held.enter_context(connect(url, max_size=None, compression=None))
        self.number = 0
        self.complaints: list[tuple[str, str]] = []

    def call(self, method: str, session: str | None = None, **given: Any) -> Any:
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": given, **({"sessionId": session} if session else {})}
        self.socket.send(json.dumps(message))
        while True:
            found = json.loads(self.socket.recv(PATIENCE))
            if found.get("id") == number:
                if "error" in found:
                    raise AssertionError(f"{method}: {found['error']}")
                return found["result"]
            self._hear(found)

    def _hear(self, event: dict[str, Any]) -> None:
        given, session = event.get("params", {}), event.get("sessionId", "")
        if event.get("method") == "Page.javascriptDialogOpening":  # "leave this page?": yes
            self.number += 1
            answer = {"method": "Page.handleJavaScriptDialog", "params": {"accept": True}}
            self.socket.send(json.dumps({"id": self.number, "sessionId": session, **answer}))
        if event.get("method") == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            self.complaints.append((session, details.get("exception", {}).get("description", details["text"])))
        if event.get("method") == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.complaints.append((session, f"{given['entry']['text']} {given['entry'].get('url', '')}"))

    def page(self, width: int = 1280, height: int = 900) -> Page:
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        page = Page(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        page.size(width, height)
        page.dark(False)
        return page

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.held.close()
        self.process.kill()
        self.process.wait(10)
        self.drain.join(10)
        assert self.process.stderr is not None
        self.process.stderr.close()


@contextlib.contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    found = Browser(folder)
    try:
        yield found
    finally:
        found.close()


class Studio:
    """A studio that serves from a thread."""

    def __init__(self, folder: Path, *, bots: int = 1, pause: float = 0.0) -> None:
        import uvicorn

        from rulekit.studio.house import House
        from rulekit.studio.server import application

        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.house = House(folder, bots=bots, pause=pause)
        app = application(self.house, port=self.port, rate=10_000)
        config = uvicorn.Config(app, log_level="error", access_log=False, ws="websockets-sansio")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        self.base = f"http://127.0.0.1:{self.port}"

    def lay(self, game: str, kinds: tuple[str, ...], seed: int = 1, answers: int = 0) -> Room:
        """A table, after so many answers by chance: laid in the thread that alone touches positions."""
        return self.house._thread.submit(self._lay, game, kinds, seed, answers).result()

    def _lay(self, game: str, kinds: tuple[str, ...], seed: int, answers: int) -> Room:
        from rulekit.studio.room import Setting
        from rulekit.studio.seats import Seat

        room = self.house.open(Setting(game, len(kinds), seed), [Seat.of(kind) for kind in kinds])
        rng = Random(seed)
        people = {at for at, kind in enumerate(kinds) if kind != "bot"}
        while room.asked is not None and (len(room.line) < answers or (answers and room.asked not in people)):
            room.answer(room.asked, room.version, str(rng.choice(room.state.decision.options)))
        return room

    @property
    def entrance(self) -> str:
        return f"{self.base}/enter?token={self.house.host_token}"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.socket.close()


@contextlib.contextmanager
def studio(folder: Path, **more: Any) -> Iterator[Studio]:
    found = Studio(folder, **more)
    try:
        yield found
    finally:
        found.stop()


def hosting(chrome: Browser, server: Studio, path: str = "/") -> Page:
    page = chrome.page()
    page.goto(server.entrance)
    if path != "/":
        page.goto(server.base + path)
    return page


def sitting(chrome: Browser, server: Studio, room: Room) -> Page:
    page = hosting(chrome, server, f"/table/{room.id}/here")
    page.wait("document.querySelector('.asked')")
    return page


def fine(page: Page) -> None:
    assert page.faults() == []
