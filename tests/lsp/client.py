"""A small client of the language server: the real process, the real protocol, over standard input and output.

Contract: `Client` starts a server and stops it. `request` waits for its answer, and raises `Answered` when that is an error;
notifications that come meanwhile are kept. Nothing here knows pygls.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WAIT = 60.0  # seconds, for a machine that is busy with other tests


class Answered(Exception):
    """The server answered with an error."""


class Client:
    def __init__(self, root: Path, encodings: tuple[str, ...] = (), options: dict[str, Any] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulekit", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=root,
            env=dict(os.environ),
        )
        self.inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.found: dict[str, list[dict[str, Any]]] = {}  # the findings last published, by document
        self.published = 0
        self.logged: list[str] = []
        self.versions: dict[str, int] = {}
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        general = {"positionEncodings": list(encodings)} if encodings else {}
        self.answer = self.request(
            "initialize",
            processId=None,
            rootUri=root.as_uri(),
            initializationOptions=options or {},
            capabilities={
                "general": general,
                "textDocument": {
                    "publishDiagnostics": {"relatedInformation": True},
                    "completion": {"completionItem": {"snippetSupport": True}},
                },
            },
        )
        self.notify("initialized")

    # ---------- messages ----------
    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(stream.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self._number and "method" not in message:
                if "error" in message:
                    raise Answered(message["error"]["message"])
                return message.get("result")

    def _next(self) -> dict[str, Any]:
        message = self.inbox.get(timeout=WAIT)
        if message is None:
            raise EOFError("the server has ended")
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.published += 1
        elif message.get("method") == "window/logMessage":
            self.logged.append(message["params"]["message"])
        elif "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        return message

    # ---------- documents ----------
    def open(self, path: Path, text: str | None = None) -> str:
        uri = path.as_uri()
        self.versions[uri] = 1
        shown = path.read_text("utf-8") if text is None else text
        document = {"uri": uri, "languageId": "rulekit", "version": 1, "text": shown}
        self.notify("textDocument/didOpen", textDocument=document)
        return uri

    def change(self, uri: str, text: str, start: tuple[int, int] | None = None, end: tuple[int, int] | None = None) -> None:
        """The whole text, or a piece of it."""
        self.versions[uri] += 1
        change: dict[str, Any] = {"text": text}
        if start is not None:
            change["range"] = {"start": place(start), "end": place(end or start)}
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=[change])

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", textDocument={"uri": uri})

    def ask(self, method: str, uri: str, at: tuple[int, int] | None = None, **more: Any) -> Any:
        """A request about a document, at a place of it."""
        params: dict[str, Any] = {"textDocument": {"uri": uri}, **more}
        if at is not None:
            params["position"] = place(at)
        return self.request(f"textDocument/{method}", **params)

    def wait_for(self, uri: str, codes: list[str]) -> list[dict[str, Any]]:
        """Until exactly these codes are shown for a document."""
        while sorted(str(d["code"]) for d in self.found.get(uri, [])) != sorted(codes) or uri not in self.found:
            try:
                self._next()
            except queue.Empty:
                raise AssertionError(f"{self.found.get(uri)} and not {codes}; {self.logged}") from None
        return self.found[uri]

    def command(self, name: str, *arguments: Any) -> Any:
        return self.request("workspace/executeCommand", command=name, arguments=list(arguments))

    def stop(self) -> int:
        self.request("shutdown")
        self._send({"method": "exit"})
        code = self.process.wait(timeout=WAIT)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        return code


def place(at: tuple[int, int]) -> dict[str, int]:
    return {"line": at[0], "character": at[1]}


def where(text: str, mark: str, shift: int = 0) -> tuple[int, int]:
    """The place of the first letters like these in a text."""
    before = text[: text.index(mark) + shift]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def texts_after(edit: dict[str, Any], texts: dict[str, str]) -> dict[str, str]:
    """The texts of some documents after the changes of a `WorkspaceEdit`."""
    return {uri: edited(texts[uri], edit["changes"].get(uri, [])) for uri in {*texts, *edit["changes"]}}


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after some edits."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(position: dict[str, int]) -> int:
        return min(starts[position["line"]] + position["character"], len(text))

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text
