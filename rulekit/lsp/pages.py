"""Pages of the documentation that an editor can open.

Contract: an address of the site that the client names, else of the files that came with rulekit; nothing if neither is there.
"""

from __future__ import annotations

from pathlib import Path

from rulekit.text.language_words import PAGE

_HERE = Path(__file__).resolve().parents[2] / "docs" / "reference"  # of a checkout
_PACKED = Path(__file__).resolve().parents[1] / "docs"  # of an installed package


def page_of(code: str, docs: str = "") -> str:
    """The page that explains a code."""
    return _address(f"codes/{code}", docs)


def with_link(text: str, docs: str = "") -> str:
    """A text in which the reference of the language is a link."""
    page = _address("language", docs)
    return text.replace(f"More: {PAGE}", f"More: [the language]({page})") if page else text


def _address(page: str, docs: str) -> str:
    if docs:
        return f"{docs.rstrip('/')}/reference/{page}/"
    found = (folder / f"{page}.md" for folder in (_PACKED, _HERE))
    return next((file.as_uri() for file in found if file.is_file()), "")
