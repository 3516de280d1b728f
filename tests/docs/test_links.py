"""Links of the pages that are not part of the site lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "games/README.md", "examples/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_links(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    missing = [link for link in found if "://" not in link and not (ROOT / Path(page).parent / link).exists()]
    assert missing == []


def test_the_readme_shows_a_picture_and_its_parts_in_order() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    parts = [
        "![",
        "## Install, and play",
        "## A card and what it does",
        "## The API in ten lines",
        "## How it differs",
        "## Documentation",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    intro = text.split("\n\n")[2].replace("\n", " ")  # below the title and the picture
    assert len(re.findall(r"[.!?](?: |$)", intro.replace(".rules", "rules"))) == 3


def test_no_heading_begins_with_a_digit() -> None:
    """Its address would: the script of the theme stops at such a one, and with it the search and the look of tables."""
    pages = [path for path in (ROOT / "docs").rglob("*.md") if "cards" not in path.parts]
    found = [str(path) for path in pages if re.search(r"^#+ \d", _without_code(path.read_text(encoding="utf-8")), re.M)]
    assert found == []


def _without_code(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def test_the_switch_of_the_theme_finds_what_it_looks_for() -> None:
    from mkdocs import themes

    script = Path(str(themes.__file__)).parent / "mkdocs/js/darkmode.js"
    wanted = re.findall(r"getElementById\('(hljs-\w+)'\)", script.read_text(encoding="utf-8"))
    ours = (ROOT / "scripts/theme/main.html").read_text(encoding="utf-8")
    assert wanted and all(f'id="{name}"' in ours for name in wanted)
