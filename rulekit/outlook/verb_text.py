"""What is being carried out, as a prompt says it: the label of a verb with the values it was given.

Contract: a value is told only if the viewer may know it. A label that would be too long or whose values cannot be told is cut
before the first of them, without a preposition left hanging.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulekit.interpreter.view import visible
from rulekit.program.game import ParamDef, VerbDef
from rulekit.sources.tongues import FIRST, tongue
from rulekit.text.languages import language

if TYPE_CHECKING:
    from rulekit.outlook.sight import Sight

_MOST = 44  # letters; a longer one would push the question off the line
_SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_PART = re.compile(r"\[([^\]]*)\]")  # said only when its values are given


class Untold(Exception):
    """A value that cannot be told here."""


def verb_text(sight: Sight, verb: VerbDef, local: list[Any]) -> str:
    """A verb in progress, with the values of its frame."""
    raw = verb.head.raw(sight.words.lang)
    values = {param.name: (param, local[param.slot]) for param in verb.params if 0 <= param.slot < len(local)}
    try:
        told = _filled(sight, raw, values)
    except Untold:
        told = ""
    return told if 0 < len(told) <= _MOST else cut(raw, sight.words.lang)


def _filled(sight: Sight, raw: str, values: dict[str, tuple[ParamDef, Any]]) -> str:
    doer = tongue(sight.words.lang).doer

    def part(found: re.Match[str]) -> str:
        names = [name for name, _ in _SLOT.findall(found[1])]
        return found[1] if all(name in values and _given(*values[name]) for name in names) else ""

    def slot(found: re.Match[str]) -> str:
        if found[1] in doer:
            return doer[found[1]]
        param, value = values.get(found[1], (None, None))
        if param is None or value is None:
            raise Untold
        return _counted(sight, value, found[2]) if found[2] else _told(sight, param, value)

    return _SLOT.sub(slot, _PART.sub(part, raw)).strip()


def _given(param: ParamDef, value: Any) -> bool:
    """Whether a value is one that somebody gave; nothing and 0 are what stands there otherwise."""
    return value is not None and not (param.type.tag == "number" and value == 0)


def _counted(sight: Sight, value: Any, word: str) -> str:
    if not isinstance(value, int):
        raise Untold
    spoken = language(sight.words.lang)
    return spoken.count(value, spoken.noun(word))


def _told(sight: Sight, param: ParamDef, value: Any) -> str:
    things = value if param.type.tag == "list" else (value,)
    kind = param.type.element if param.type.tag == "list" else param.type
    if len(things) > 1 or kind.tag in ("bundle", "record", "yesno", "dice"):
        raise Untold
    if kind.tag == "thing" and not all(isinstance(i, int) and visible(sight.machine, i, sight.viewer) for i in things):
        raise Untold
    return sight.words.value(value, param.type)


def cut(raw: str, lang: str = FIRST) -> str:
    """A label up to the first of its values.

    >>> cut("pick {c}[ from {z}]"), cut("upgrade a face by {n:level}"), cut("donner une face à {p}", "fr")
    ('pick', 'upgrade a face', 'donner une face')
    >>> cut("act (passing allowed: {may})")
    'act'
    """
    before = re.split(r"\[|\{", raw)[0]
    if before.count("(") > before.count(")"):  # a bracket that would stay open
        before = before[: before.rindex("(")]
    words = before.strip(" ,:").split()
    while len(words) > 1 and words[-1] in tongue(lang).small_words:
        words.pop()
    return " ".join(words)
