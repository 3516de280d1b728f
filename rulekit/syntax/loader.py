"""Files to one list of declarations.

Contract: `read` follows imports (names of files in the same folder, nothing else), parses every file with the
vocabulary of all of them, and returns the declarations in order, each once. `compose` picks the modules that are
played and carries out `replace`, `extend` and `remove`. The order in which modules were asked for is irrelevant:
they apply in the order of the text.
"""

from __future__ import annotations

import dataclasses
import errno
import glob
import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from rulekit.program.limits import NAME_MAX
from rulekit.sources import files
from rulekit.sources.bundled import bundled_games
from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.source import NOWHERE, Source, Span
from rulekit.sources.suggest import did_you_mean
from rulekit.sources.tongues import CODE, FIRST
from rulekit.syntax import nodes as n
from rulekit.syntax.crossed import expanded
from rulekit.syntax.misspelt_to import verbs_of
from rulekit.syntax.remade import Remade
from rulekit.syntax.remember import remembered

_IMPORT = "import "
_GAME = re.compile(r"^game .*(?:\n(?:[ \t]+.*|[ \t]*))*", re.M)  # with its lines
_LANGUAGE = re.compile(r"(?:[:;]|^)[ \t]*language[ \t]+([A-Za-z_]+)", re.M)
_MOST_FILES = 200
Reader = Callable[[Source, set[str], Sink, str], list[n.Decl]]  # a file, the verbs of all, and the language of labels
Within = tuple[Path, ...] | None  # the folders that a file must lie in


def read(path: Path, sink: Sink) -> tuple[list[Source], list[n.Decl]]:
    """The sources reached from a file, imports first, and all their declarations."""
    sources = sources_of(path, sink)
    return sources, declarations(sources, sink)


def declarations(sources: list[Source], sink: Sink, read_one: Reader = remembered) -> list[n.Decl]:
    """All declarations of sources that belong together, in order."""
    verbs = verbs_of(sources)
    language = language_of(sources)
    return [decl for source in sources for decl in read_one(source, verbs, sink, language)]


def language_of(sources: list[Source]) -> str:
    """The language in which the labels of a game are written: what the last `game` line says, as imports come first."""
    found = [said for source in sources if (said := _said_language(source.text))]
    return found[-1] if found else FIRST


@lru_cache(maxsize=64)  # an editor asks again after each key
def _said_language(text: str) -> str:
    found = [said[1] for game in _GAME.finditer(text) if (said := _LANGUAGE.search(game[0]))]
    return found[-1] if found else ""


def sources_of(path: Path, sink: Sink) -> list[Source]:
    """A file and all that it imports, imports first."""
    found: list[Source] = []
    seen: set[Path] = set()
    _visit(path, None, seen, found, sink)
    return found


def _visit(path: Path, wanted: Span | None, seen: set[Path], found: list[Source], sink: Sink, within: Within = None) -> None:
    """Reads a file after what it imports. Two files may import each other; each is read once."""
    if path in seen:
        return
    if len(seen) >= _MOST_FILES:
        sink.error("RK020", f"more than {_MOST_FILES} files import each other", wanted or NOWHERE, "put some of them together")
        return
    seen.add(path)
    source = _open(path, wanted, sink, within)
    if source is None:
        return
    for name, span in _imports(source):
        if len(name) > NAME_MAX:
            hint = f"the name of a file has at most {NAME_MAX} characters"
            sink.error("RK020", f"`{name[:20]}...` is no name of a file", span, hint)
            continue
        target = _target(path, name)
        if target == path:
            sink.error("RK020", f"`{name}` imports itself", span, "put what both files need into a third one")
        else:
            # beside the file that imports it, unless it comes with rulekit
            _visit(target, span, seen, found, sink, files.homes(path) if target.parent == path.parent else None)
    found.append(dataclasses.replace(source, catalogues=catalogues_beside(path, sink)))


def _target(path: Path, name: str) -> Path:
    """The file an import names: one beside the importing file, else a game that comes with rulekit."""
    beside = path.with_name(f"{name}.rules")
    return beside if files.is_file(beside) else bundled_games().get(name, beside)


def catalogues_beside(path: Path, sink: Sink) -> tuple[tuple[str, Source], ...]:
    """The translations beside a rules file or a map: `oven.fr.po` of `oven.rules`."""
    found = []
    for file in sorted(path.parent.glob(f"{glob.escape(path.stem)}.*.po")):
        code = file.name[len(path.stem) + 1 : -len(".po")]
        if CODE.fullmatch(code):
            source = _open(file, None, sink, files.homes(path))
            found += [(code, source)] if source is not None else []
    return tuple(found)


def _open(path: Path, wanted: Span | None, sink: Sink, within: Within) -> Source | None:
    shown, code = _shown(path), "RK020"
    try:
        return Source(shown, files.read_text(path, limit=files.MOST_RULES, within=within).replace("\r\n", "\n"))
    except UnicodeDecodeError:
        message, hint = f"`{shown}` is not a text in UTF-8", "save it as UTF-8"
    except files.Refused as error:
        message, hint = f"`{shown}` is not read: {files.reason(error)}", "put a rules file there"
        if error.errno == errno.EFBIG:
            code, hint = "RK003", "split it, and `import` the parts"
    except OSError:
        others = [p.stem for p in path.parent.glob("*.rules")] if path.parent.is_dir() else []
        message = f"`{shown}` cannot be read"
        hint = did_you_mean(path.stem, [*others, *bundled_games()])
        hint = hint or ("an import is a rules file beside this one, or a bundled game" if wanted is not None else "")
    span = wanted or Span(Source(shown, ""), 1, 1, 1, 1)
    sink.error(code, message, span, hint)
    return None


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):  # elsewhere, or the folder we are in is gone
        return str(path)


def _imports(source: Source) -> Iterable[tuple[str, Span]]:
    start = len(_IMPORT) + 1
    return [(name, Span(source, at, start, at, start + len(name))) for name, at in _imported(source.text)]


@lru_cache(maxsize=64)  # an editor asks again after each key
def _imported(text: str) -> tuple[tuple[str, int], ...]:
    """The files that a text imports, with the lines on which it says so."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.startswith(_IMPORT)]
    names = [(line[len(_IMPORT) :].split("#")[0].strip(), number) for number, line in lines]
    return tuple((name, number) for name, number in names if name.replace("_", "").isalnum())


def words_of_importers(path: Path, sources: Iterable[Source]) -> set[str]:
    """All words of further files in the same folder that import one of these, directly or not."""
    known = {Path(source.name).stem for source in sources}
    others = [other for other in path.parent.glob("*.rules") if other.stem not in known and other.is_file()]
    texts = {other.stem: _glance(other) for other in others}
    imports = {name: {word for word, _ in _imports(Source(name, text))} for name, text in texts.items()}
    found: set[str] = set()
    wanted = known
    while wanted:
        wanted = {name for name, words in imports.items() if words & wanted} - found
        found |= wanted
    return {word for name in found for word in re.findall(r"[a-z][a-z0-9_]*", texts[name])}


def _glance(path: Path) -> str:
    """The text of a file that nobody asked for; empty if it is not to be read."""
    try:
        return files.read_bytes(path, limit=files.MOST_RULES, within=files.homes(path)[:1]).decode("utf-8", "replace")
    except OSError:
        return ""


# ---------- modules ----------
def modules_of(decls: list[n.Decl]) -> dict[str, n.Module]:
    """The modules that a text offers; several blocks of one name are one module."""
    found: dict[str, n.Module] = {}
    for decl in decls:
        if isinstance(decl, n.Module):
            old = found.get(decl.name)
            needs = tuple(x for x in decl.needs if x != "nothing_else")
            new = dataclasses.replace(decl, needs=needs)
            if old:
                new = dataclasses.replace(old, excludes=old.excludes + decl.excludes, needs=old.needs + needs)
            found[decl.name] = new
    return found


@dataclasses.dataclass(frozen=True)
class Parts:
    """The declarations of a text by module, so that each of very many modules can be looked at by itself."""

    modules: dict[str, n.Module]
    of: dict[str, list[tuple[int, n.Decl]]]  # each with its place in the text; those of the base game under no name

    @staticmethod
    def split(decls: list[n.Decl]) -> Parts:
        of: dict[str, list[tuple[int, n.Decl]]] = {}
        for place, decl in enumerate(decls):
            if not isinstance(decl, n.Module | n.Import):
                of.setdefault(decl.module, []).append((place, decl))
        return Parts(modules_of(decls), of)

    def compose(self, chosen: Iterable[str], sink: Sink, remade: Remade | None = None) -> list[n.Decl]:
        """The declarations of the base game and of the chosen modules, with all changes carried out."""
        remade = remade or Remade()
        remade.begin()
        wanted = set(chosen)
        wanted -= _check_modules(wanted, self.modules, sink)
        composer = _Composer(sink, remade)
        added = [found for name in wanted if name for found in self.of.get(name, ())]
        found = [decl for _, decl in (*self.of.get("", ()), *sorted(added, key=lambda found: found[0]))]
        for decl in expanded(found, sink, remade):
            composer.take(decl)
        return composer.result()


def compose(decls: list[n.Decl], chosen: Iterable[str], sink: Sink) -> list[n.Decl]:
    """The same for one choice of modules."""
    return Parts.split(decls).compose(chosen, sink)


def _check_modules(wanted: set[str], modules: dict[str, n.Module], sink: Sink) -> set[str]:
    """Reports modules that do not go together; gives those to leave out, so that one mistake gives one message."""
    clashing: set[str] = set()
    for name in sorted(wanted & set(modules)):
        module = modules[name]
        for other in module.excludes:
            told = name in modules[other].excludes and other < name if other in modules else True
            if other in wanted and not told:
                label = Label(modules[other].span.word(other), f"`{other}` is declared here")
                place = module.span.word(name)
                sink.error("RK022", f"`{name}` and `{other}` cannot be played together", place, "choose one", (label,))
                clashing.add(other)
        for other in module.needs:
            if other not in modules:
                hint = did_you_mean(other, modules)
                sink.error("RK010", f"there is no module `{other}`", module.span.word(name), hint)
            elif other not in wanted:
                sink.error("RK022", f"`{name}` needs the module `{other}`", module.span, f"add `--module {other}`")
    return clashing


_NAMELESS = (n.Example,)
# what can be extended, and the part of it that grows
_EXTENDED: dict[type, str] = {
    n.Values: "members",
    n.Rule: "abilities",
    **dict.fromkeys((n.Kind, n.Thing, n.Board, n.Zone, n.Game, n.Resource, n.Actor), "items"),
}


def _replaced(decl: n.Decl, name: str, old: n.Decl) -> n.Decl:
    return dataclasses.replace(decl, name=name, labels=decl.labels or old.labels, change="")


def _extended(old: n.Decl, decl: n.Decl, part: str) -> n.Decl:
    more: dict[str, Any] = {part: getattr(old, part) + getattr(decl, part)}
    return dataclasses.replace(old, **more)


class _Composer:
    """Keeps the declaration in force for each name."""

    def __init__(self, sink: Sink, remade: Remade) -> None:
        self.sink = sink
        self.made = remade.made
        self.order: list[str] = []
        self.now: dict[str, n.Decl] = {}
        self.nameless: list[n.Decl] = []
        self.replaced: dict[str, n.Decl] = {}

    def take(self, decl: n.Decl) -> None:
        if isinstance(decl, _NAMELESS):
            self.nameless.append(decl)
        elif isinstance(decl, n.Remove):
            self._remove(decl)
        elif decl.change == "replace":
            self._replace(decl)
        elif decl.change == "extend":
            self._extend(decl)
        else:
            self._add(decl)

    def result(self) -> list[n.Decl]:
        return [self.now[key] for key in self.order if key in self.now] + self.nameless

    def _key(self, decl: n.Decl, name: str) -> str:
        # games, rules and invariants have names of their own, so that a rule may be called like the thing it is about
        return f"{type(decl).__name__}:{name}" if isinstance(decl, n.Rule | n.Game | n.Invariant) else name

    def _add(self, decl: n.Decl) -> None:
        for name in decl.names or (decl.name,):
            key = self._key(decl, name)
            old = self.now.get(key)
            if old is not None:
                label = Label(old.span.word(name), "first declared here")
                place = decl.span.word(name)
                self.sink.error("RK011", f"`{name}` is declared twice", place, "rename one, or say `replace`", (label,))
                continue
            self.now[key] = decl if name == decl.name and len(decl.names) < 2 else self._single(decl, name)
            self.order.append(key)

    def _single(self, decl: n.Decl, name: str) -> n.Decl:
        """One of several that are declared together."""
        return self.made(f"one {name}", (decl,), lambda: dataclasses.replace(decl, name=name, names=(name,)))

    def _target(self, decl: n.Decl, key: str, word: str) -> n.Decl | None:
        old = self.now.get(key)
        if old is None:
            name = key.split(":")[-1]
            hint = did_you_mean(name, [k.split(":")[-1] for k in self.now]) or "remove the word, or declare it first"
            self.sink.error("RK023", f"there is no `{name}` to {word}", decl.span.word(name), hint)
        return old

    def _replace(self, decl: n.Decl) -> None:
        for name in decl.names or (decl.name,):
            key = self._key(decl, name)
            old = self._target(decl, key, "replace")
            before = self.replaced.get(key)
            if old is None:
                continue
            if before is not None and before.module != decl.module and before != decl:
                label = Label(before.span.word(name), f"replaced here by `{before.module or 'the game'}`")
                self.sink.error("RK021", f"`{name}` is replaced twice, differently", decl.span.word(name), "keep one", (label,))
            self.replaced[key] = decl
            # what says nothing of how it is called is called as before
            self.now[key] = self.made(f"replace {name}", (decl, old), partial(_replaced, decl, name, old))

    def _extend(self, decl: n.Decl) -> None:
        for name in decl.names or (decl.name,):
            self._extend_one(self._single(decl, name))

    def _extend_one(self, decl: n.Decl) -> None:
        key = self._key(decl, decl.name)
        old = self._target(decl, key, "extend")
        if old is None:
            return
        part = _EXTENDED.get(type(old), "") if type(old) is type(decl) else ""
        if part:
            self.now[key] = self.made("extend", (old, decl), partial(_extended, old, decl, part))
        else:
            self.sink.error("RK023", f"`{decl.name}` cannot be extended", decl.span, "use `replace`")

    def _remove(self, decl: n.Remove) -> None:
        key = f"Invariant:{decl.name}" if decl.kind == "invariant" else decl.name
        if self._target(decl, key, "remove") is not None:
            self.now.pop(key, None)
