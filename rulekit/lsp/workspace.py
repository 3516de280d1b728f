"""The texts that an editor has open, and what is known of them.

Contract: `analysis(path)` is what a check of that file gives with all unsaved texts in place of the files; it is worked out
anew only when a text has changed, and then only what changed is parsed. The findings are those of `check_file`, lints
included when they were asked for.
"""

from __future__ import annotations

import gc
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rulekit.analysis.check_file import Checked, check_all, of_interest
from rulekit.analysis.kept_texts import KeptTexts
from rulekit.analysis.notes import Notes
from rulekit.program.game import Program
from rulekit.sources import files
from rulekit.sources.diagnostics import Diagnostic, Sink
from rulekit.sources.source import Source
from rulekit.syntax import nodes as n
from rulekit.syntax.kept import Held, Kept
from rulekit.syntax.loader import declarations, sources_of

_IMPORT = re.compile(r"^import +([a-z_][a-z0-9_]*)", re.M)
_MOST = 40  # files whose analysis is kept


@dataclass
class Analysis:
    """One file with all that it imports, as it stands in the editor."""

    path: Path
    sources: list[Source]
    decls: list[n.Decl]
    programs: Checked
    notes: Notes
    found: list[Diagnostic]
    linted: bool
    held: dict[str, list[Held]] = field(repr=False)  # by the name of the file
    version: int = 0
    whole: bool = True  # checked with each module, and not only as far as a hurry allows

    @property
    def program(self) -> Program:
        """The base game."""
        return self.programs[""]

    @property
    def source(self) -> Source:
        """The file itself; imports come first."""
        return self.sources[-1] if self.sources else Source(str(self.path), "")

    @cached_property
    def by_name(self) -> dict[str, n.Decl]:
        """The declarations with a name in the one name space, the first of each."""
        found: dict[str, n.Decl] = {}
        apart = (n.Example, n.Invariant, n.Rule, n.Game, n.Import, n.Module, n.Remove)
        for decl in self.decls:
            if not isinstance(decl, apart) and not decl.change:
                for name in decl.names or (decl.name,):
                    found.setdefault(name, decl)
        return found

    def pieces(self, source: Source | None = None) -> list[Held]:
        """The declarations of a file, those with mistakes too, in order."""
        return self.held.get((source or self.source).name, [])

    def piece_at(self, line: int, source: Source | None = None) -> Held | None:
        """The declaration in whose lines a line lies."""
        found = [one for one in self.pieces(source) if one.piece.first < line]
        return found[-1] if found else None

    def source_of(self, path: Path) -> Source | None:
        return next((source for source in self.sources if path_of(source) == path), None)


def path_of(source: Source) -> Path:
    """Where the file of a source really lies."""
    return Path(source.name).resolve()


class Workspace:
    """Open texts by path, and analyses by path."""

    def __init__(self) -> None:
        self.texts: dict[Path, str] = {}
        self.kept: dict[Path, Kept] = {}  # by folder: files of one game share their declarations
        self.checked: dict[Path, defaultdict[str, KeptTexts]] = {}  # by file, and by the module that is played with
        self.version = 0
        self._known: dict[Path, Analysis] = {}
        self._stale: list[Analysis] = []
        self._module: dict[Path, str] = {}  # in which something was changed last

    def open(self, path: Path, text: str) -> None:
        """A text is opened, or has changed."""
        path = path.resolve()
        new = text.replace("\r\n", "\n").removeprefix("\ufeff")
        known = self._known.get(path)
        if known is not None and path in self.texts:
            one = known.piece_at(_first_change(self.texts[path], new))
            self._module[path] = one.decls[0].module if one is not None and one.decls else ""
        self.texts[path] = new
        self.version += 1

    def close(self, path: Path) -> None:
        self.texts.pop(path, None)
        self._known.pop(path, None)
        self.checked.pop(path, None)
        self.version += 1

    def touched(self) -> None:
        """Something on the disk has changed."""
        self.version += 1

    def analysis(self, path: Path, lints: bool = False) -> Analysis:
        """What is known of a file, with each of its modules."""
        path = path.resolve()
        known = self._current(path)
        if known is not None and known.whole and (known.linted or not lints):
            return known
        with self._overlaid():
            return self._keep(self._analyse(path, lints))

    def after_change(self, path: Path) -> Analysis:
        """What can be said at once after a change: of the base game, or with the module in which something was changed."""
        path = path.resolve()
        known = self._current(path)
        if known is not None:
            return known
        with self._overlaid():
            return self._keep(self._analyse(path, False, self._module.get(path)))

    def _current(self, path: Path) -> Analysis | None:
        known = self._known.get(path)
        return known if known is not None and known.version == self.version else None

    def _keep(self, found: Analysis) -> Analysis:
        before = self._known.pop(found.path, None)
        if before is not None:
            self._stale.append(before)
        self._known[found.path] = found
        checked = self.checked[found.path]
        for name in checked.keys() - {"", *(decl.name for decl in found.decls if isinstance(decl, n.Module))}:
            del checked[name]  # a module that is gone, or whose name is being typed
        while len(self._known) > _MOST:
            oldest = next(iter(self._known))
            self._known.pop(oldest)
            self.checked.pop(oldest, None)
        return found

    def clear(self) -> None:
        """Gives back what was known before: it is large, and whoever types need not wait for it."""
        self._stale.clear()

    @contextmanager
    def supposing(self, path: Path, texts: Mapping[Path, str], only: str | None = None) -> Iterator[Analysis]:
        """What would be known of a file if some had another text, as long as the block runs; with `only` one module."""
        kept = self.kept.setdefault(path.parent, Kept())
        with self._overlaid(texts), kept.tentatively():
            yield self._analyse(path, False, only)

    @contextmanager
    def _overlaid(self, more: Mapping[Path, str] | None = None) -> Iterator[None]:
        """Texts of the editor stand for files."""
        with collecting_later(), files.overlaid({**self.texts, **(more or {})}):
            yield

    def _analyse(self, path: Path, lints: bool, only: str | None = None) -> Analysis:
        kept = self.kept.setdefault(path.parent, Kept())
        sink, notes = Sink(), Notes()
        sources = sources_of(path, sink)
        decls = declarations(sources, sink, kept.read)
        checked = self.checked.setdefault(path, defaultdict(KeptTexts))
        programs = check_all(path, sources, decls, sink, lints, notes, only, checked)
        found = [finding for finding in sink.found if of_interest(finding, path)]
        held = {source.name: kept.pieces(source.name) for source in sources}
        whole = only is None or not any(isinstance(decl, n.Module) for decl in decls)
        return Analysis(path, sources, decls, programs, notes, found, lints, held, self.version, whole)

    # ---------- files that belong together ----------
    def importers(self, path: Path) -> list[Path]:
        """The files of the same folder that import this one, directly or not."""
        imports: dict[Path, set[str]] = {}
        for other in self.beside(path):
            imports[other] = set(_IMPORT.findall(self.text(other)))
        found: dict[Path, None] = {path: None}
        for _ in imports:
            names = {known.stem for known in found}
            new = [other for other, words in imports.items() if other not in found and words & names]
            if not new:
                break
            found.update(dict.fromkeys(new))
        return list(found)[1:]

    def beside(self, path: Path) -> list[Path]:
        """The rules files of the same folder, opened or on the disk."""
        opened = [other for other in self.texts if other.parent == path.parent and other.suffix == ".rules"]
        on_disk = [other.resolve() for other in path.parent.glob("*.rules") if other.is_file()]
        return sorted({*opened, *on_disk})

    def text(self, path: Path) -> str:
        if path in self.texts:
            return self.texts[path]
        try:
            return files.read_text(path, limit=files.MOST_RULES).replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError):
            return ""

    def family(self, path: Path) -> list[Analysis]:
        """All files of the game that a file belongs to: its own analysis, and those of the files that import it."""
        found = [self.analysis(path)]
        return found + [self.analysis(other) for other in self.importers(path)]


@contextmanager
def collecting_later() -> Iterator[None]:
    """A check makes much that lives on, and going through it takes a quarter as long as the check: that waits for the end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _first_change(old: str, new: str) -> int:
    """The first line, from 1, in which two texts differ."""
    for number, (before, after) in enumerate(zip(old.split("\n"), new.split("\n"), strict=False), 1):
        if before != after:
            return number
    return min(old.count("\n"), new.count("\n")) + 1
