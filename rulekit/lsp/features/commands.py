"""Commands for every client: examples, and a text in words."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from rulekit.lsp.server import Server
from rulekit.syntax import nodes as n


def register(server: Server) -> None:
    @server.command("rulekit.server.test")
    async def test(ls: Server, uri: str, line: int | None) -> list[dict[str, Any]]:
        """Runs the examples of a file, or the one at a line, and shows what they came to; none for all."""
        path = ls.path(uri)
        if path is None:
            return []
        texts = dict(ls.desk.workspace.texts)
        unsaved = {str(other): text for other, text in texts.items()}
        results = await run_examples({"path": str(path), "texts": unsaved, "line": line})
        ls.tell(path, texts, results)
        return results

    @server.command("rulekit.server.examples")
    def examples(ls: Server, uri: str) -> list[dict[str, Any]]:
        """The examples of a file: their titles and lines."""
        index = ls.index(uri)
        decls = [decl for one in (index.analysis.pieces() if index is not None else ()) for decl in one.decls]
        found = [decl for decl in decls if isinstance(decl, n.Example)]
        return [
            {"title": d.name, "line": d.span.line - 1, "end_line": d.span.end_line - 1, "tags": list(d.tags)} for d in found
        ]

    @server.command("rulekit.server.text")
    def told(ls: Server, uri: str, name: str) -> str:
        """What a name does, in words."""
        from rulekit.text import card_text

        index = ls.index(uri)
        return card_text(index.analysis.program, name) if index is not None else ""


async def run_examples(wanted: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs examples in a process of their own."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rulekit.lsp.run_examples", stdin=pipe, stdout=pipe, stderr=pipe
    )
    out, errors = await process.communicate(json.dumps(wanted).encode())
    found = [json.loads(line) for line in out.decode().splitlines() if line.startswith("{")]
    if process.returncode:
        found.append({"error": errors.decode(errors="replace").strip().splitlines()[-1:]})
    return found
