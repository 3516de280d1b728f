"""Catalogues of translations: the `.po` files of gettext, read and written.

Contract: `parse_po` gives every entry with its place and never loses a comment; what cannot be read is a finding in the sink,
with its line. `write_po` writes an entry on as few lines as possible, in the order given, and reading it back gives the same.
Plurals are not part of it: they stand in the label itself (`card|cards`), because the text of a card counts in many ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source, Span

_WORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])?\s*(".*)')
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_MOST = 100_000  # entries
_MISTAKES = 1_000
FUZZY = "fuzzy"


@dataclass(slots=True)
class Entry:
    """One text to translate: where it stands in the rules (`context`), the text, its translation."""

    context: str
    text: str
    translation: str = ""
    notes: list[str] = field(default_factory=list)  # `# ...`, by translators
    hints: list[str] = field(default_factory=list)  # `#. ...`, for translators
    places: list[str] = field(default_factory=list)  # `#: ...`
    flags: list[str] = field(default_factory=list)  # `#, ...`
    before: str = ""  # `#| msgid`: what the text was when it was translated
    gone: bool = False  # `#~`: no longer in the rules
    line: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text

    @property
    def fuzzy(self) -> bool:
        """Has the text changed since it was translated?"""
        return FUZZY in self.flags


@dataclass(slots=True)
class _Reader:
    source: Source
    sink: Sink
    found: list[Entry] = field(default_factory=list)
    now: Entry | None = None
    slot: str = ""  # which text a line that begins with a quote goes on with
    pieces: list[str] = field(default_factory=list)  # of that text, line by line
    mistakes: int = 0

    def read(self) -> list[Entry]:
        for number, line in enumerate(self.source.text.split("\n"), 1):
            self._line(number, line.strip())
            if len(self.found) > _MOST:
                self._wrong(number, f"more than {_MOST:,} entries", "split the game, so that each part has its own catalogue")
                break
            if self.mistakes > _MISTAKES:  # this is something else
                break
        self._turn("")
        return self.found

    def _turn(self, slot: str) -> None:
        """What comes now belongs to another text; the one before is complete."""
        if self.pieces and self.now is not None:
            setattr(self.now, self.slot, getattr(self.now, self.slot) + "".join(self.pieces))
        self.pieces.clear()
        self.slot = slot

    def _line(self, number: int, line: str) -> None:
        if not line:
            self._turn("")
            self.now = None
            return
        gone = line.startswith("#~")
        if gone:
            line = line[2:].strip()
        if line.startswith("#"):
            self._comment(number, line, gone)
            return
        word = _WORD.match(line)
        if word is not None:
            self._word(number, word[1], word[2], gone)
        elif line.startswith('"') and self.slot:
            self._text(number, line)
        else:
            self._wrong(number, "this is no line of a catalogue", 'a line is `msgctxt "..."`, `msgid "..."` or `msgstr "..."`')

    def _entry(self, number: int, gone: bool, *, new: bool) -> Entry:
        if self.now is None or (new and self.slot):
            self._turn("")
            self.now = Entry("", "", gone=gone, line=number)
            self.found.append(self.now)
        self.now.gone |= gone
        return self.now

    def _comment(self, number: int, line: str, gone: bool) -> None:
        entry = self._entry(number, gone, new=self.slot == "translation")
        sort, rest = line[1:2], line[2:].strip()
        if sort == ".":
            entry.hints.append(rest)
        elif sort == ":":
            entry.places.append(rest)
        elif sort == ",":
            entry.flags += [flag.strip() for flag in rest.split(",")]
        elif sort == "|":
            old = re.match(r"msgid\s+(.*)", rest)
            entry.before = _unquoted(old[1]) or "" if old else entry.before
        else:
            entry.notes.append(line[1:].strip())

    def _word(self, number: int, word: str, rest: str, gone: bool) -> None:
        if word == "msgid_plural":
            self._wrong(number, "a catalogue of labels has no plurals", "write both into the label: `carte|f|cartes`")
            self._turn("")
            return
        # a context begins an entry; so does a text that has none
        starts = word == "msgctxt" or (word == "msgid" and self.slot != "context")
        entry = self._entry(number, gone, new=starts)
        entry.line = number if word == "msgid" else entry.line
        self._turn({"msgctxt": "context", "msgid": "text", "msgstr": "translation"}[word])
        self._text(number, rest)

    def _text(self, number: int, quoted: str) -> None:
        found = _unquoted(quoted)
        if found is None or self.now is None:
            self._wrong(number, "this text in quotes cannot be read", r"a quote inside is written `\"`, a backslash `\\`")
            return
        self.pieces.append(found)

    def _wrong(self, number: int, message: str, hint: str) -> None:
        self.mistakes += 1
        width = max(len(self.source.line(number)), 1)
        self.sink.error("RK200", message, Span(self.source, number, 1, number, width + 1), hint)


def parse_po(source: Source, sink: Sink) -> list[Entry]:
    """All entries of a catalogue, the header (without context and text) included."""
    found = _Reader(source, sink).read()
    return [entry for entry in found if entry.line and (entry.text or entry.context or entry.translation)]


def header(entries: Iterable[Entry]) -> dict[str, str]:
    """The fields of the header, by their names in small letters."""
    head = next((entry for entry in entries if not entry.text and not entry.context), None)
    lines = head.translation.split("\n") if head else []
    return {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines) if name.strip()}


def translations(catalogue: Source, sink: Sink) -> dict[tuple[str, str], Entry]:
    """What a catalogue translates, by path and text; what is out of date is not used."""
    entries = parse_po(catalogue, sink)
    return {entry.key: entry for entry in entries if entry.text and entry.translation and not entry.gone and not entry.fuzzy}


def write_po(entries: Sequence[Entry]) -> str:
    """The text of a catalogue."""
    return "\n".join("\n".join(_lines(entry)) + "\n" for entry in entries)


def _lines(entry: Entry) -> list[str]:
    mark = "#~ " if entry.gone else ""
    lines = [f"# {note}".rstrip() for note in entry.notes]
    lines += [f"#. {hint}" for hint in entry.hints] + [f"#: {place}" for place in entry.places]
    lines += [f"#, {', '.join(entry.flags)}"] if entry.flags else []
    lines += [f"#| msgid {_quoted(entry.before)}"] if entry.before else []
    lines += [f"{mark}msgctxt {_quoted(entry.context)}"] if entry.context else []
    lines.append(f"{mark}msgid {_quoted(entry.text)}")
    head = not entry.text and not entry.context
    told = entry.translation.splitlines(keepends=True) if head else []
    return [*lines, 'msgstr ""', *map(_quoted, told)] if told else [*lines, f"{mark}msgstr {_quoted(entry.translation)}"]


def _quoted(text: str) -> str:
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f'"{out}"'


def _unquoted(quoted: str) -> str | None:
    found = _TEXT.fullmatch(quoted)
    return None if found is None else re.sub(r"\\(.)", lambda m: _ESCAPED.get(m[1], m[1]), found[1])
