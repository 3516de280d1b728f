"""Writes a page of cards and a page to learn it for each game, from its rules: `docs/games/cards/`.

Every card, face, tile and cell in a box, with its effect in words, its source, and the examples that try it; the boards as
pictures; the verbs and rules in words; and a page with all examples. The pages follow every change of the rules, so they are
not committed: `make docs` writes them before it builds the site.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

import rulekit
from rulekit.api import Game
from rulekit.drawing.game_board import game_board_svg
from rulekit.syntax import nodes as n
from rulekit.text import Page, Teller
from scripts.card_html import card, example, text
from scripts.learn_pages import learn_pages
from scripts.tested_by import Case, TestedBy, cases

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "games" / "cards"
_NOTE = "<!-- Written by scripts/gen_games.py from the rules. Do not edit. -->\n\n"


@dataclass(frozen=True)
class Book:
    """The pages of one game: its parts (a game with modules), its files of examples, and its maps."""

    title: str
    about: str  # the page written by hand
    parts: tuple[tuple[str, str, tuple[str, ...]], ...]  # heading, game, modules
    examples: tuple[str, ...]
    maps: tuple[str, ...] = ()


BOOKS = {
    "goldblivion": Book(
        "GOLDblivion",
        "goldblivion",
        (("The game", "goldblivion", ()), ("The solo challenge", "goldblivion", ("solo",))),
        ("goldblivion_examples", "goldblivion_solo_examples"),
    ),
    "dice_forge": Book(
        "Dice Forge",
        "dice_forge",
        (
            ("The base game", "dice_forge", ()),
            ("Rebellion", "dice_forge_rebellion", ()),
            ("The Goddess", "dice_forge_rebellion", ("goddess",)),
            ("The Titans", "dice_forge_rebellion", ("titans",)),
        ),
        ("dice_forge_examples", "dice_forge_rebellion_examples"),
    ),
    "better_than_gold": Book(
        "Better Than Gold",
        "better_than_gold",
        (("The game", "better_than_gold", ()),),
        ("better_than_gold_examples",),
        ("first_shift", "deep_rent", "tea_break"),
    ),
}


def pages() -> dict[str, str]:
    """Every page and picture, as path below the folder and text."""
    found: dict[str, str] = {}
    for name, book in BOOKS.items():
        found |= _book(name, book)
    return found | learn_pages(_NOTE)


def write(folder: Path = FOLDER) -> list[str]:
    """Write what has changed, take away what is left over, and return the names."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    changed = [name for name, page in wanted.items() if _read(folder / name) != page]
    for name in changed:
        (folder / name).write_text(wanted[name], encoding="utf-8")
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
    return changed


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


# ---------- one book ----------
def _book(name: str, book: Book) -> dict[str, str]:
    found = cases(ROOT / "games" / f"{file}.rules" for file in book.examples)
    parts: list[str] = []
    pictures: dict[str, str] = {}
    told: set[str] = set()
    anchors: set[str] = set()
    for heading, game_name, modules in book.parts:
        part = _Part(rulekit.load(game_name, modules=modules), found, f"../{name}_examples/", told, anchors)
        boards = part.boards(name, book.maps)
        pictures |= {file: svg for file, (_, svg) in boards.items()}
        parts.append(f"## {heading}\n\n{part.text({file: title for file, (title, _) in boards.items()})}")
    intro = (
        f"Every card, face, tile and cell of the game, told from its [rules](../{book.about}.md): what is printed on it, what "
        "it does in words, the source of the rule, and the [examples]"
        f"({name}_examples.md) that try it. `house` marks what was made up here. The same texts come from "
        f"`rulekit text {name}`.\n\n"
    )
    cards = f"{_NOTE}# {book.title}: the cards in words\n\n{intro}" + "\n\n".join(parts) + "\n"
    return {f"{name}.md": cards, f"{name}_examples.md": _examples(book, found)} | pictures


def _examples(book: Book, found: list[Case]) -> str:
    body = "\n\n".join(example(case) for case in found)
    intro = f"The {len(found)} examples of the executable rulebook, in the order of the files. Each is run by the tests.\n\n"
    return f"{_NOTE}# {book.title}: the examples\n\n{intro}{body}\n"


class _Part:
    """One game with its modules: only what earlier parts of the book have not told."""

    def __init__(self, game: Game, found: list[Case], examples: str, told: set[str], anchors: set[str]) -> None:
        self.game, self.examples, self.anchors = game, examples, anchors
        self.english, self.french = Teller(game.program, "en"), Teller(game.program, "fr")
        self.tested = TestedBy(found, game.program)
        self.told = told

    def text(self, pictures: dict[str, str]) -> str:
        boards = [_picture(file, title) for file, title in pictures.items()]
        kinds = [self._kind(kind, names) for kind, names in self._by_kind().items()]
        verbs = self._verbs()
        return "\n\n".join([*boards, *kinds, *([verbs] if verbs else [])])

    def _new(self, names: Iterable[str]) -> list[str]:
        """Names that have not been told yet, or that a module tells anew."""
        fresh = [name for name in names if name not in self.told or self._module(name) in self.game.modules]
        self.told.update(fresh)
        return fresh

    def _module(self, name: str) -> str:
        decl = self.english.lexicon.decls.get(name)
        return decl.module if decl is not None else ""

    def _by_kind(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self._new(self.game.program.designs):
            found.setdefault(self.game.program.designs[name].kind, []).append(name)
        return dict(sorted(found.items(), key=lambda item: not self._speaks(item[1])))

    def _speaks(self, names: list[str]) -> bool:
        """Whether things of a kind do something; those come before mere components."""
        return any(page is not None and len(page.text) > 0 for page in map(self.english.page, names))

    def _kind(self, kind: str, names: list[str]) -> str:
        title = self.english.lexicon.kind_noun(kind).many
        cards = [self._card(name) for name in names]
        return (
            f'### {title[:1].upper()}{title[1:]}\n\n<div class="rk-cards" markdown="1">\n\n' + "\n\n".join(cards) + "\n\n</div>"
        )

    def _card(self, name: str) -> str:
        english, french = self.english.page(name), self.french.page(name)
        assert english is not None and french is not None, name
        self._anchor(english)
        return card(english, french, self.tested.cases(name, english.title, english.tags), self.examples)

    def _anchor(self, page: Page) -> None:
        """What a module tells anew has a name of its own on the page."""
        if page.name in self.anchors:
            page.name = f"{page.name}-{self.game.modules[-1] if self.game.modules else self.game.name}"
        self.anchors.add(page.name)

    def _verbs(self) -> str:
        """What is done in the game, and what always holds: folded, for those who want to know exactly."""
        wanted = (n.Verb, n.Rule)
        names = self._new(
            d.name for d in self.game.program.decls if isinstance(d, wanted) and d.name not in self.game.program.designs
        )
        shown = [page for page in map(self.english.page, names) if page is not None and page.text]
        if not shown:
            return ""
        for page in shown:
            self._anchor(page)
        return "### The rules in words\n\n" + "\n".join(_folded(page) for page in shown)

    # ---------- boards ----------
    def boards(self, book: str, maps: tuple[str, ...]) -> dict[str, tuple[str, str]]:
        """The pictures of the boards that are new here: file, title and drawing."""
        found: dict[str, tuple[str, str]] = {}
        for name in self._new(self.game.program.boards):
            title = self.game.program.boards[name].head.label("en")
            if self.game.program.boards[name].from_map:
                found |= {f"{book}_{name}_{chosen}.svg": self._map(name, title, chosen) for chosen in maps}
            else:
                found[f"{book}_{name}.svg"] = title, self._drawing(self.game, name)
        return found

    def _map(self, name: str, title: str, chosen: str) -> tuple[str, str]:
        game = self.game.variant(self.game.modules, setup=chosen)
        return f"{title}: {chosen.replace('_', ' ')}", self._drawing(game, name)

    def _drawing(self, game: Game, name: str) -> str:
        return game_board_svg(game.table(max(game.player_counts)), name)


def _picture(file: str, title: str) -> str:
    return f'### {title[:1].upper()}{title[1:]}\n\n<p><img class="rk-board" alt="{escape(title)}" src="../{file}"></p>'


def _folded(page: Page) -> str:
    head = f'<details class="rk-verb" id="{escape(page.name)}"><summary>{escape(page.title)}</summary>'
    return f'{head}<div class="rk-text">{text(page.text)}</div></details>'


def main() -> int:
    """Write the pages and say which changed."""
    for name in write():
        print(f"written: docs/games/cards/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
