"""The language server: the protocol on one side, the workspace on the other.

Contract: one thread does everything, so nobody sees half of a change. After a change the file is checked as soon as the
messages that wait have been read, its lints when nobody has typed for a moment; files that import it follow then. Where
several files wait, each has its turn, the one that changed last first, and messages are read in between. Examples run in
processes of their own. A request that goes wrong is answered with an error and written to the log of the client; the
server goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from rulekit.lsp.diagnose import published
from rulekit.lsp.outcomes import Outcomes, Result
from rulekit.lsp.positions import Positions
from rulekit.lsp.targets import Index
from rulekit.lsp.titles import titles_of
from rulekit.lsp.workspace import Analysis, Workspace, collecting_later
from rulekit.sources.source import Source

SOON = 0.003  # seconds until a change is checked: what else waits is read first
PAUSE = 0.35  # seconds without a change until lints run


@dataclass
class Desk:
    """What the server knows of one client."""

    workspace: Workspace = field(default_factory=Workspace)
    docs: str = ""
    shown: dict[Path, list[lsp.Diagnostic]] = field(default_factory=dict)
    soon: asyncio.TimerHandle | None = None
    later: asyncio.TimerHandle | None = None
    outcomes: Outcomes = field(default_factory=Outcomes)
    indexes: dict[Path, tuple[Analysis, Index]] = field(default_factory=dict)
    unchecked: dict[Path, None] = field(default_factory=dict)  # files that have changed, the last of them at the end
    unlinted: dict[Path, None] = field(default_factory=dict)  # those that have been checked since


class Server(LanguageServer):
    """A language server with its desk."""

    def __init__(self) -> None:
        super().__init__("rulekit", _version())
        self.desk = Desk()

    # ---------- places ----------
    @property
    def at(self) -> Positions:
        encoding = self.workspace.position_encoding
        return Positions(str(getattr(encoding, "value", encoding or "utf-16")))

    def path(self, uri: str) -> Path | None:
        """The file of a document, if it is a rules file on a disk."""
        found = to_fs_path(uri)
        return Path(found).resolve() if found and found.endswith(".rules") else None

    def index(self, uri: str) -> Index | None:
        """What is known of a document as it stands now."""
        path = self.path(uri)
        if path is None:
            return None
        analysis = self.desk.workspace.analysis(path)
        known = self.desk.indexes.get(path)
        if known is None or known[0] is not analysis:
            known = self.desk.indexes[path] = (analysis, Index(analysis))
        return known[1]

    def place(self, source: Source, position: lsp.Position) -> tuple[int, int]:
        return self.at.place(source, position)

    def titles(self, analysis: Analysis) -> dict[str, str]:
        return titles_of(analysis)

    def texts(self, path: Path) -> list[tuple[Path, str]]:
        """The texts in which examples of a file may stand: of its game and of the files beside it that import it."""
        workspace = self.desk.workspace
        return [(other, workspace.text(other)) for other in dict.fromkeys((path, *workspace.importers(path)))]

    # ---------- checking ----------
    def schedule(self, path: Path) -> None:
        """Something has changed: check soon, lint later. What waited before goes on waiting, it is not forgotten."""
        for waiting in (self.desk.unchecked, self.desk.unlinted):
            waiting.pop(path, None)
        self.desk.unchecked[path] = None
        self.rest()
        self.desk.soon = asyncio.get_event_loop().call_later(SOON, self.check)

    def rest(self) -> None:
        """Nothing is to be done later."""
        for timer in (self.desk.soon, self.desk.later):
            if timer is not None:
                timer.cancel()

    def check(self) -> None:
        """Publishes what is wrong with the file that changed last, then with the next one; warnings of lints that were shown
        stay until they are worked out again."""
        desk, loop = self.desk, asyncio.get_event_loop()
        path, _ = desk.unchecked.popitem()
        desk.unlinted[path] = None
        # set before anything can go wrong, so that one file does not cost the others their turn
        if desk.unchecked:
            desk.soon = loop.call_later(SOON, self.check)
        with self._reported("check"):
            try:
                with collecting_later():
                    if path in desk.workspace.texts:
                        self._publish([desk.workspace.quick(path)], lints=False)
                desk.workspace.clear()
            finally:
                if not desk.unchecked:  # from now on, so that a check that took long does not use the pause up
                    desk.later = loop.call_later(PAUSE, self.lint)

    def lint(self) -> None:
        """The same with lints, and for all open files that have to do with it."""
        desk = self.desk
        path, _ = desk.unlinted.popitem()
        if desk.unlinted:
            desk.later = asyncio.get_event_loop().call_later(SOON, self.lint)
        with self._reported("lint"):
            workspace = desk.workspace
            opened = [other for other in workspace.texts if other.suffix == ".rules"]
            near = {path, *workspace.importers(path)}
            analyses = [workspace.analysis(other, lints=True) for other in opened if other in near or self._reads(other, path)]
            self._publish(analyses, lints=True)
            workspace.clear()

    def _reads(self, other: Path, path: Path) -> bool:
        return self.desk.workspace.analysis(other).source_of(path) is not None

    @contextlib.contextmanager
    def _reported(self, what: str) -> Any:
        try:
            yield
        except Exception as error:  # the editor must go on whatever we have missed
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"rulekit {what}: {error!r}"))
            raise

    def _publish(self, analyses: list[Analysis], lints: bool) -> None:
        found = published(analyses, self.at, self.desk.docs)
        opened = self.desk.workspace.texts
        for path, findings in found.items():
            if not lints:
                findings = [*findings, *self._old_warnings(path, findings)]
            findings = findings + self.desk.outcomes.failures(opened, path, self.at)
            if findings != self.desk.shown.get(path, []) or (path in opened and path not in self.desk.shown):
                self.desk.shown[path] = findings
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(path.as_uri(), findings))

    def tell(self, path: Path, texts: dict[Path, str], results: list[Result]) -> None:
        """Shows what examples came to that were run with these texts."""
        workspace = self.desk.workspace
        self.desk.outcomes.keep(texts, path, results)
        self._publish([workspace.analysis(path, lints=True)], lints=True)
        capabilities = self.client_capabilities.workspace
        if capabilities is not None and capabilities.code_lens is not None and capabilities.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def _old_warnings(self, path: Path, findings: list[lsp.Diagnostic]) -> list[lsp.Diagnostic]:
        """Warnings come with the lints; until then those that were there stay, unless there are errors, which silence them.
        What only other modules show comes then too."""
        if any(finding.severity == lsp.DiagnosticSeverity.Error for finding in findings):
            return []
        old = [d for d in self.desk.shown.get(path, []) if d.severity == lsp.DiagnosticSeverity.Warning]
        return [d for d in old if d not in findings]

    def forget(self, path: Path) -> None:
        """A document is closed: what it showed goes."""
        self.desk.workspace.close(path)
        self.desk.indexes.pop(path, None)
        if self.desk.shown.pop(path, None):
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(path.as_uri(), []))


def _version() -> str:
    try:
        return version("rulekit-games")
    except PackageNotFoundError:  # run from a checkout
        return "0"


def serve() -> Server:
    """A server with all features."""
    from rulekit.lsp import features

    server = Server()
    features.register(server)
    return server
