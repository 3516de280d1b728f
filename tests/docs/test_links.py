"""Links of the pages that are not part of the site lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "games/README.md", "examples/README.md"]


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
        "## Two commands",
        "## A card and what it does",
        "## The API in ten lines",
        "## How it differs",
        "## Documentation",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    intro = text.split("\n\n")[1].replace("\n", " ")
    assert len(re.findall(r"[.!?](?: |$)", intro.replace(".rules", "rules"))) == 3
