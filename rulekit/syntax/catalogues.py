"""The catalogue of a rules file, made and kept up to date.

Contract: `updated` gives the entries of a catalogue after the rules have changed. A translation follows its path: where the
text of a path has changed, the old translation stays, marked fuzzy with the text it was made for, and is not used until
somebody has looked at it. What the rules no longer say stays at the end as gone. `faults` says what is missing or does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulekit.sources.diagnostics import Sink
from rulekit.sources.labels import slots_of
from rulekit.sources.po import FUZZY, Entry, parse_po
from rulekit.sources.source import Source
from rulekit.sources.tongues import tongue
from rulekit.syntax.labelled import Spot, strange_slots


def catalogue_name(rules: str, code: str) -> str:
    """The file that translates a rules file: `oven.rules` and `fr` give `oven.fr.po`."""
    folder, slash, name = rules.rpartition("/")
    return f"{folder}{slash}{name.rpartition('.')[0] or name}.{code}.po"


def updated(old: Sequence[Entry], found: Iterable[Spot], code: str, rules: str) -> list[Entry]:
    """The entries for what players read now."""
    spots: dict[tuple[str, str], Spot] = {}
    for spot in found:
        spots.setdefault(spot.key, spot)
    known = {entry.key: entry for entry in old if entry.text}
    # what has lost its text, by path: its translation may serve the text that stands there now
    lost: dict[str, list[Entry]] = {}
    for key, entry in known.items():
        if key not in spots:
            lost.setdefault(entry.context, []).append(entry)
    entries = [_entry(spot, known.get(key), lost, code) for key, spot in spots.items()]
    gone = [replace(e, gone=True, hints=[], flags=[]) for left in lost.values() for e in left if e.translation]
    head = next((entry for entry in old if not entry.text and not entry.context), None) or _header(code, rules)
    return [head, *entries, *gone]


def _entry(spot: Spot, old: Entry | None, lost: dict[str, list[Entry]], code: str) -> Entry:
    written = dict(zip(spot.labels.languages, spot.labels, strict=True)).get(code, "")
    new = Entry(spot.path, spot.text, written, hints=[spot.what] if spot.what else [])
    if old is not None:
        return replace(new, translation=old.translation or written, notes=old.notes, flags=old.flags, before=old.before)
    if not written and lost.get(spot.path):
        before = lost[spot.path].pop(0)
        if before.translation:
            return replace(new, translation=before.translation, notes=before.notes, flags=[FUZZY], before=before.text)
    return new


def _header(code: str, rules: str) -> Entry:
    rule = "(n > 1)" if tongue(code).zero_is_one else "(n != 1)"
    fields = (
        f"Project-Id-Version: {rules}",
        f"Language: {code}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: nplurals=2; plural={rule};",
    )
    note = f"What players read in {rules}. The context is the place in the rules; notes on grammar stand behind `|`."
    return Entry("", "", "".join(f"{field}\n" for field in fields), notes=[note])


# ---------- what is wrong ----------
@dataclass(frozen=True)
class Fault:
    """Something to do in a catalogue; `line` 0 where there is no entry yet."""

    line: int
    path: str
    message: str


def faults(catalogue: Source | None, found: Iterable[Spot], code: str) -> list[Fault]:
    """What players read and is not translated, or not well."""
    sink = Sink()
    entries = {e.key: e for e in parse_po(catalogue, sink) if e.text and not e.gone} if catalogue is not None else {}
    out = [Fault(finding.span.line, "", finding.message) for finding in sink.found]
    seen: set[tuple[str, str]] = set()
    for spot in found:
        if spot.key not in seen and code not in spot.labels.languages:
            out += _of(entries.get(spot.key), spot, code)
        seen.add(spot.key)
    unused = [entry for key, entry in entries.items() if key not in seen]
    return out + [Fault(e.line, e.context, f'"{e.text}" is not in the rules; `translate update` sorts it out') for e in unused]


def _of(entry: Entry | None, spot: Spot, code: str) -> list[Fault]:
    if entry is None:
        return [Fault(0, spot.path, f'"{spot.text}" is not in the catalogue; `translate update` adds it')]
    if not entry.translation:
        return [Fault(entry.line, spot.path, f'"{spot.text}" is not translated')]
    if entry.fuzzy:
        return [Fault(entry.line, spot.path, f'"{entry.before}" has become "{entry.text}"; look at it, then remove `fuzzy`')]
    strange = [f"the slot `{{{slot}}}` stands for nothing" for slot in strange_slots(entry, spot, code)]
    lost = sorted(slots_of(spot.text) - slots_of(entry.translation))
    return [Fault(entry.line, spot.path, text) for text in (*strange, *(f"the slot `{{{slot}}}` is missing" for slot in lost))]
