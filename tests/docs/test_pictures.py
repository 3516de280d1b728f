"""The pictures of the documentation are there, are pictures, and show the rules as they are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from scripts import gen_pictures, terminal_picture

GALLERY = [f"gallery_{name}" for name in gen_pictures.GALLERY]
NAMES = [*gen_pictures.BOARDS, *gen_pictures.EFFECTS, *gen_pictures.SCREENS, *gen_pictures.SHELLS, *GALLERY]


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_there(name: str) -> None:
    root = ElementTree.parse(gen_pictures.FOLDER / f"{name}.svg").getroot()
    assert root.tag.endswith("svg") and float(root.attrib["width"]) > 100


def test_the_boards_are_drawn_as_they_are_now() -> None:
    drawn = gen_pictures.drawings()
    for name in (*gen_pictures.BOARDS, *gen_pictures.SHELLS):
        shown = (gen_pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert shown == drawn[name](), "run `make gen-docs` and commit the pictures"


@pytest.mark.slow
@pytest.mark.parametrize("name", gen_pictures.GALLERY)
def test_the_gallery_is_drawn_as_it_is_now(name: str) -> None:
    shown = (gen_pictures.FOLDER / f"gallery_{name}.svg").read_text(encoding="utf-8")
    assert shown == gen_pictures.gallery_picture(name), "run `make gen-docs` and commit the pictures"


def test_a_screen_becomes_a_picture() -> None:
    root = ElementTree.fromstring(terminal_picture.picture("a \x1b[1;30;43m[x]\x1b[0m <b>\n\x1b[2mdim\x1b[0m", "t"))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words == ["a ", "[x]", " <b>", "dim"]
