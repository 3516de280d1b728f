"""YAML with places: every value knows where it stands.

Contract: the text is a stranger's. It is read event by event with limits on size, depth and number of values (what
aliases repeat counts each time), it can name no Python type, and it gives a `Located` or diagnostics, never an
exception. Words are read as in YAML 1.2: only `true`, `false` and `null` are special, so `no` and `on` stay words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rulekit.sources.diagnostics import Label, Sink
from rulekit.sources.source import Source, Span

if TYPE_CHECKING:
    from jsonschema import ValidationError

MOST_CHARACTERS = 200_000
MOST_VALUES = 50_000
DEEPEST = 40
MOST_VIOLATIONS = 50

WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}
INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
NUMBER = re.compile(r"[-+]?[0-9]{0,18}\.[0-9]{1,18}")


@dataclass(frozen=True)
class Located:
    """A value with its place: a scalar, a tuple of located values, or a dict of them with the places of its keys."""

    value: Any
    span: Span = field(compare=False)
    keys: dict[str, Span] = field(default_factory=dict, compare=False)
    weight: int = field(default=1, compare=False)
    depth: int = field(default=0, compare=False)

    def plain(self) -> Any:
        """The value without places, as JSON would give it."""
        if isinstance(self.value, dict):
            return {key: value.plain() for key, value in self.value.items()}
        return [value.plain() for value in self.value] if isinstance(self.value, tuple) else self.value

    def at(self, path: Iterable[str | int]) -> Located:
        """The value found by following keys and positions."""
        found = self
        for step in path:
            found = found.value[step]
        return found

    def get(self, key: str) -> Located | None:
        return self.value.get(key) if isinstance(self.value, dict) else None

    def items(self) -> tuple[Located, ...]:
        """The values of a list; empty for anything else."""
        return self.value if isinstance(self.value, tuple) else ()

    def pairs(self) -> Iterable[tuple[str, Located]]:
        """The keys and values of a mapping; empty for anything else."""
        return self.value.items() if isinstance(self.value, dict) else ()


def decode(name: str, data: bytes, sink: Sink) -> Source | None:
    """The text of a file's bytes, which must be UTF-8."""
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        source = Source(name, data[: error.start].decode("utf-8", "replace"))
        place = _Places(source).span(len(source.text), len(source.text) + 1)
        sink.error("RK100", "The file is not UTF-8 text.", place, "Save it with the encoding UTF-8.")
        return None


def load_yaml(source: Source, sink: Sink) -> Located | None:
    """The one document of a YAML file, or None and diagnostics."""
    import yaml

    before = len(sink.errors)
    builder = _Builder(_Places(source), sink)
    if len(source.text) > MOST_CHARACTERS:
        builder.refuse("RK104", f"The file has more than {MOST_CHARACTERS:,} characters.", builder.places.span(0, 0))
        return None
    try:
        for event in yaml.parse(source.text, Loader=yaml.SafeLoader):
            if not builder.take(event):
                return None
    except yaml.YAMLError as error:
        _syntax_error(error, builder)
    if builder.root is None and len(sink.errors) == before:
        builder.refuse("RK100", "The file is empty.", builder.places.span(0, 0))
    return builder.root if len(sink.errors) == before else None


class _Places:
    """Turns character offsets into spans; only a line feed ends a line, as in `Source`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.starts = [0, *(match.end() for match in re.finditer("\n", source.text))]

    def span(self, start: int, end: int) -> Span:
        line, end_line = bisect_right(self.starts, start), bisect_right(self.starts, end)
        return Span(self.source, line, start - self.starts[line - 1] + 1, end_line, end - self.starts[end_line - 1] + 1)


@dataclass
class _Open:
    """A list or mapping whose end has not come yet."""

    mapping: bool
    start: int
    anchor: str | None
    values: list[Located] = field(default_factory=list)
    entries: dict[str, Located] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)
    twice: set[str] = field(default_factory=set)
    key: str | None = None
    weight: int = 1
    depth: int = 1


class _Builder:
    """Builds located values from parser events with a stack of its own, so that depth costs no Python stack."""

    def __init__(self, places: _Places, sink: Sink) -> None:
        self.places, self.sink = places, sink
        self.stack: list[_Open] = []
        self.anchors: dict[str, Located] = {}
        self.root: Located | None = None
        self.weight = 0
        self.ends: int = 0

    def take(self, event: Any) -> bool:
        """Takes one event; False when the file is refused and the rest is not worth reading."""
        handler = getattr(self, "_" + type(event).__name__.removesuffix("Event").lower(), None)
        tag = getattr(event, "tag", None)
        if tag is not None and tag != "!":
            return self.refuse("RK100", f"The tag `{tag}` is not allowed.", self._span(event), "Write the value without a tag.")
        return handler is None or bool(handler(event))

    def refuse(self, code: str, message: str, span: Span, hint: str = "") -> bool:
        self.sink.error(code, message, span, hint)
        return False

    def _span(self, event: Any) -> Span:
        return self.places.span(event.start_mark.index, event.end_mark.index)

    def _documentstart(self, event: Any) -> bool:
        if self.root is None:
            return True
        return self.refuse("RK100", "A second document begins here.", self._span(event), "Keep one document in a file.")

    def _scalar(self, event: Any) -> bool:
        value = _scalar(event.value) if event.style is None else event.value
        return self._add(Located(value, self._span(event)), event.anchor, event.value)

    def _alias(self, event: Any) -> bool:
        known = self.anchors.get(event.anchor)
        if known is None:
            return self.refuse("RK100", f"`*{event.anchor}` repeats something that is not complete.", self._span(event))
        text = known.value if isinstance(known.value, str) else None
        return self._add(Located(known.value, self._span(event), known.keys, known.weight, known.depth), None, text)

    def _sequencestart(self, event: Any) -> bool:
        return self._open(event, mapping=False)

    def _mappingstart(self, event: Any) -> bool:
        return self._open(event, mapping=True)

    def _open(self, event: Any, *, mapping: bool) -> bool:
        self.anchors.pop(event.anchor, None)
        if len(self.stack) >= DEEPEST:
            return self.refuse("RK104", f"The values are nested more than {DEEPEST} deep.", self._span(event))
        self.stack.append(_Open(mapping, event.start_mark.index, event.anchor))
        return True

    def _sequenceend(self, event: Any) -> bool:
        done = self.stack.pop()
        return self._add(Located(tuple(done.values), self._from(done, event), {}, done.weight, done.depth), done.anchor, None)

    def _mappingend(self, event: Any) -> bool:
        done = self.stack.pop()
        return self._add(Located(done.entries, self._from(done, event), done.keys, done.weight, done.depth), done.anchor, None)

    def _from(self, done: _Open, event: Any) -> Span:
        """From the opening to the end of the last value: the parser puts the end of a block at the next line's start."""
        end = event.end_mark.index if event.end_mark.index > event.start_mark.index else self.ends
        return self.places.span(done.start, max(end, done.start))

    def _add(self, value: Located, anchor: str | None, text: str | None) -> bool:
        """Puts a finished value where it belongs; text is what it says if it can be a key."""
        if anchor is not None:
            self.anchors[anchor] = value
        if not self.stack:
            self.root = value
            return True
        self.ends = max(self.ends, self._offset(value.span))
        top = self.stack[-1]
        top.weight += value.weight
        top.depth = max(top.depth, value.depth + 1)
        if self._too_much(value):
            return False
        if not top.mapping:
            top.values.append(value)
            return True
        return self._add_key(top, value, text) if top.key is None else self._add_entry(top, value)

    def _too_much(self, value: Located) -> bool:
        """Refuses what has grown past the limits; an alias counts with all that it repeats."""
        hint = "Write less, or repeat less with aliases."
        if sum(level.weight for level in self.stack) > MOST_VALUES:
            return not self.refuse("RK104", f"The file has more than {MOST_VALUES} values.", value.span, hint)
        if len(self.stack) + value.depth > DEEPEST:
            return not self.refuse("RK104", f"The values are nested more than {DEEPEST} deep.", value.span, hint)
        return False

    def _offset(self, span: Span) -> int:
        return self.places.starts[span.end_line - 1] + span.end_column - 1

    def _add_key(self, top: _Open, value: Located, text: str | None) -> bool:
        if text is None:
            return self.refuse("RK100", "A key must be a word.", value.span, "Write `name: value`.")
        if text in top.keys and text not in top.twice:
            top.twice.add(text)
            label = (Label(top.keys[text], "first here"),)
            self.sink.error("RK103", f"The key `{text}` stands here twice.", value.span, "Remove one of the two.", label)
        top.key = text
        top.keys.setdefault(text, value.span)
        return len(top.twice) < MOST_VIOLATIONS

    def _add_entry(self, top: _Open, value: Located) -> bool:
        assert top.key is not None
        top.entries.setdefault(top.key, value)
        top.key = None
        return True


def _scalar(text: str) -> object:
    """What an unquoted word means."""
    if text in WORDS:
        return WORDS[text]
    if INTEGER.fullmatch(text):
        return int(text)
    return float(text) if NUMBER.fullmatch(text) else text


def _syntax_error(error: Any, builder: _Builder) -> None:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    offset = mark.index if mark is not None else getattr(error, "position", 0)
    offset = min(offset, len(builder.places.source.text))
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
    hint = "Check quotes, brackets and the indentation just before this place; indent with spaces."
    builder.refuse("RK100", f"This is not YAML: {problem}.", builder.places.span(offset, offset + 1), hint)


def validate(located: Located, schema: Mapping[str, Any], sink: Sink) -> bool:
    """Checks a value against a JSON schema and reports each violation at the value that offends; True if there is none."""
    import jsonschema

    errors = list(_some(jsonschema.Draft202012Validator(dict(schema)).iter_errors(located.plain())))
    for error in sorted(errors, key=lambda e: [str(step) for step in e.absolute_path]):
        _report(located.at(error.absolute_path), error, sink)
    return not errors


def _some(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    for _, error in zip(range(MOST_VIOLATIONS), errors, strict=False):
        yield error


def _report(value: Located, error: ValidationError, sink: Sink) -> None:
    if error.validator == "additionalProperties":
        known = list(error.schema.get("properties", {})) if isinstance(error.schema, Mapping) else []
        for key in [key for key in value.keys if key not in known][:MOST_VIOLATIONS]:
            unknown_key(key, value.keys[key], known, sink)
        return
    name = f"`{error.absolute_path[-1]}`" if error.absolute_path and isinstance(error.absolute_path[-1], str) else "This"
    sink.error("RK101", f"{name} {_sentence(error)}.", value.span, _hint(error))


def unknown_key(key: str, span: Span, known: Iterable[str], sink: Sink) -> None:
    """Reports a key that means nothing here, with the nearest that does."""
    sink.error("RK102", f"The key `{key}` is not known here.", span, did_you_mean(key, known))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that offers the nearest known name, or all if none is near."""
    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return f"Did you mean `{near[0]}`?"
    return ("Known here: " + ", ".join(f"`{n}`" for n in names[:20]) + ".") if names else "Nothing may stand here."


KINDS = {"object": "a mapping", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number"}
KINDS |= {"boolean": "true or false", "null": "empty"}


def _kinds(types: object) -> str:
    names = types if isinstance(types, list) else [types]
    return " or ".join(KINDS.get(str(name), str(name)) for name in names)


def _sentence(error: ValidationError) -> str:
    wanted: Any = error.validator_value
    given: Any = error.instance
    match error.validator:
        case "type":
            return f"must be {_kinds(wanted)}"
        case "required":
            missing = [name for name in wanted if name not in given]
            return "lacks " + ", ".join(f"`{name}`" for name in missing)
        case "enum":
            return "must be one of " + ", ".join(f"`{value}`" for value in wanted)
        case "minimum":
            return f"must be at least {wanted}"
        case "maximum":
            return f"must be at most {wanted}"
        case "minItems" | "minLength" | "minProperties":
            return "must not be empty" if wanted == 1 else f"must have at least {wanted} parts"
        case "maxItems" | "maxLength" | "maxProperties":
            return f"must have at most {wanted} parts"
        case "pattern":
            return "is not written as asked for here"
    return "is not what is asked for here"


def _hint(error: ValidationError) -> str:
    """The schema's own description says best what belongs there."""
    return str(error.schema.get("description", "")) if isinstance(error.schema, Mapping) else ""
