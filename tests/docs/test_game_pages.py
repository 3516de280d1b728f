"""The pages of cards that `make docs` writes from the rules of each game."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import rulekit
from scripts import gen_games
from scripts.card_html import text

BOOKS = sorted(gen_games.BOOKS)
_VOID = ("img", "br")
_HEADING = re.compile(r"^#+ .* \{: #([\w-]+) \}$", re.M)  # a card is named by its heading, which the site turns into an `id`


@cache
def pages() -> dict[str, str]:
    return gen_games.pages()


class Tags(HTMLParser):
    """Notes what is opened and not closed, what is named and what is linked."""

    def __init__(self) -> None:
        super().__init__()
        self.open, self.wrong = list[str](), list[str]()
        self.ids, self.links = list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def tags(page: str) -> Tags:
    found = Tags()
    found.feed(page)
    found.ids += _HEADING.findall(page)
    return found


def box(page: str, name: str) -> str:
    """The card of that name, up to the next."""
    _, found, rest = page.partition(f" {{: #{name} }}\n")
    assert found, name
    return rest.split('class="rk-card"')[0]


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_face_tile_and_cell_has_a_box(book: str) -> None:
    ids = set(tags(pages()[f"{book}.md"]).ids)
    for _, game, modules in gen_games.BOOKS[book].parts:
        assert rulekit.load(game, modules=modules).program.designs.keys() <= ids


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_opened_is_closed_and_no_name_is_given_twice(book: str) -> None:
    for name in (f"{book}.md", f"{book}_examples.md"):
        found = tags(pages()[name])
        assert not found.wrong and not found.open
        assert len(found.ids) == len(set(found.ids)), sorted(i for i in found.ids if found.ids.count(i) > 1)


@pytest.mark.parametrize("book", BOOKS)
def test_every_link_leads_to_an_example(book: str) -> None:
    links = [link.partition("#") for link in tags(pages()[f"{book}.md"]).links]
    there = {name for page, _, name in links if page}
    assert {page for page, _, _ in links if page} == {f"../{book}_examples/"}
    assert there and there <= set(tags(pages()[f"{book}_examples.md"]).ids)


@pytest.mark.parametrize("book", BOOKS)
def test_every_card_links_to_itself(book: str) -> None:
    page = pages()[f"{book}.md"]
    here = [link[1:] for link in tags(page).links if link.startswith("#")]
    assert here and here == _HEADING.findall(page) and len(here) == page.count('class="rk-card"')


@pytest.mark.parametrize("book", BOOKS)
def test_boards_are_drawn_and_shown(book: str) -> None:
    shown = re.findall(r'src="\.\./([a-z_0-9]+\.svg)"', pages()[f"{book}.md"])
    assert shown and all(pages()[name].startswith("<svg") for name in shown)
    assert sorted(shown) == sorted(name for name in pages() if name.startswith(book) and name.endswith(".svg"))


def test_a_card_says_what_it_is() -> None:
    karen = box(pages()["goldblivion.md"], "karen")
    assert "destroy Karen, then gain 3 Force" in karen and "détruisez Karen" in karen
    assert "<b>Cost</b> 3 nuggets" in karen and "GB-208" in karen and "rk-house" in karen
    assert "Karen: destroyed for 3 Force" in karen and "goldblivion_examples.rules:" in karen
    hammer = box(pages()["dice_forge.md"], "hammer")
    assert "rk-house" not in hammer


def test_a_second_run_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gen_games, "pages", pages)
    (tmp_path / "left_over.md").write_text("of a game that is gone", encoding="utf-8")
    assert sorted(gen_games.write(tmp_path)) == sorted(pages())
    assert gen_games.write(tmp_path) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(pages())


def test_lines_with_bullets_become_lists() -> None:
    lines = ["Choose one:", "  - A:", "      - B", "  - C", "End <x>"]
    assert text(lines) == "<p>Choose one:</p><ul><li>A:</li><ul><li>B</li></ul><li>C</li></ul><p>End &lt;x&gt;</p>"
