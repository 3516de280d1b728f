"""The wordings of all languages."""

from __future__ import annotations

from rulekit.text import english, french

TABLES: dict[str, dict[str, str]] = {"en": english.WORDS, "fr": french.WORDS}
