"""RK200 to RK299: catalogues of translations."""

from __future__ import annotations

from rulekit.sources.codes.code import Code

ENTRIES: tuple[Code, ...] = (
    Code(
        code="RK200",
        title="not a line of a catalogue",
        explanation="A catalogue of translations has entries of `msgctxt`, `msgid` and `msgstr`, each followed by a text in "
        "quotes, and comments. Plurals stand in the label itself, not in `msgid_plural`.",
        example='msgctxt "oven"\nmsgid "Oven"\nmsgstr Four',
        fix='Put the text in quotes: `msgstr "Four"`; a quote inside is written `\\"`.',
    ),
    Code(
        code="RK201",
        title="slot of a translation that stands for nothing",
        explanation="A translation may use the slots of its label, the values of its declaration, and the slots that its own "
        "language has for the one who acts. Any other would be shown as dots, so the translation is left out.",
        example='msgctxt "treat"\nmsgid "treat {p}"\nmsgstr "régaler {q}"',
        fix="Write `{p}`, as in the label.",
    ),
)
