"""Every game of the gallery has a page: a picture, the pattern in the words of the file, and links that lead somewhere."""

from __future__ import annotations

import re

import pytest

from scripts.gen_pictures import GALLERY
from tests.docs.pages import ROOT

FOLDER = ROOT / "docs/gallery"
PAGES = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "index")
GAMES = sorted(path.stem for path in (ROOT / "gallery").glob("*.rules"))


def test_every_game_has_a_page_a_picture_and_a_place() -> None:
    index = (FOLDER / "index.md").read_text("utf-8")
    listed = re.findall(r"^\| \[[^\]]+\]\((\w+)\.md\) \| `(\w+)`", index, re.M)
    assert all(page == game for page, game in listed)
    assert sorted(page for page, _ in listed) == PAGES == sorted(GALLERY)
    assert set(GAMES) <= set(PAGES)
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert sorted(re.findall(r"gallery/(\w+)\.md", navigation)) == sorted([*PAGES, "index"])


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_the_game_and_its_pattern(name: str) -> None:
    page = (FOLDER / f"{name}.md").read_text("utf-8")
    assert f"../pictures/gallery_{name}.svg" in page and f"../games/cards/learn_{name}.md" in page
    assert re.search(rf"<!-- excerpt: (?:gallery|examples)/{name}\.rules -->", page) and f"--like {name}`" in page
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "games/cards/" not in link]
    assert [link for link in links if not (FOLDER / link).exists()] == []


def test_the_how_tos_lead_there() -> None:
    found = {
        name
        for path in (ROOT / "docs/how-to").glob("*.md")
        for name in re.findall(r"gallery/(\w+)\.md", path.read_text("utf-8"))
    }
    assert len(found & set(PAGES)) >= 12
