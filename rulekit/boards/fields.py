"""Fields and values whose names and types the rules declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.boards.yaml_file import MOST_VIOLATIONS, Located, unknown_key
from rulekit.sources.diagnostics import Sink

TYPES: dict[str, tuple[type, str]] = {
    "text": (str, "text"),
    "number": (int, "a whole number"),
    "flag": (bool, "true or false"),
    "list": (list, "a list"),
}


def read_fields(owner: Located, declared: Mapping[str, str], known: Iterable[str], sink: Sink) -> dict[str, object]:
    """The declared fields of a mapping, in the order declared; `known` are keys that mean something else."""
    rest = set(known)
    unknown = [key for key in owner.keys if key not in declared and key not in rest]
    for key in unknown[:MOST_VIOLATIONS]:
        unknown_key(key, owner.keys[key], [*declared, *rest], sink)
    found: dict[str, object] = {}
    for name, kind in declared.items():
        value = owner.get(name)
        if value is not None:
            found[name] = _checked(name, value, kind.removesuffix("?"), sink)
        elif not kind.endswith("?"):
            sink.error("RK106", f"`{name}` is missing.", owner.span, f"Write {name} with {_wanted(kind)}.")
    return found


def check_bounds(owner: Located, least: Mapping[str, int], most: Mapping[str, int], sink: Sink) -> None:
    """Reports number fields that are below or above what the rules allow; other types are reported elsewhere."""
    for name in (*least, *(other for other in most if other not in least)):
        value = owner.get(name)
        if value is None or not _fits(value.plain(), "number"):
            continue
        if value.value < least.get(name, value.value):
            sink.error("RK106", f"`{name}` must be at least {least[name]}.", value.span, "The rules of the game declare it so.")
        elif value.value > most.get(name, value.value):
            sink.error("RK106", f"`{name}` must be at most {most[name]}.", value.span, "The rules of the game declare it so.")


def _checked(name: str, value: Located, kind: str, sink: Sink) -> object:
    plain = value.plain()
    if not _fits(plain, kind):
        sink.error("RK106", f"`{name}` must be {_wanted(kind)}.", value.span, "The rules of the game declare it so.")
    return plain


def _fits(value: object, kind: str) -> bool:
    if kind in TYPES:
        return isinstance(value, TYPES[kind][0]) and not (kind == "number" and isinstance(value, bool))
    return isinstance(value, str) and value in kind.split("|")


def _wanted(kind: str) -> str:
    kind = kind.removesuffix("?")
    return TYPES[kind][1] if kind in TYPES else "one of " + ", ".join(f"`{word}`" for word in kind.split("|"))
