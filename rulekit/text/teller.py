"""A name of a game in words: what it is, what is printed on it, what it does.

Contract: `Teller(program, lang).page(name)` tells anything that a program declares: things, cells, kinds, verbs, defines,
rules, zones, resources, variables, values and their members, options, actors, boards, records, modules and invariants.
"""

from __future__ import annotations

from rulekit.program.game import Program
from rulekit.syntax import nodes as n
from rulekit.text import abilities, calls, choices, conditions, declared, phrases, sentences, supposed, things  # noqa: F401
from rulekit.text.declared import member_page, part_page, rule_apart
from rulekit.text.lexicon import Lexicon
from rulekit.text.page import Page
from rulekit.text.speaker import Speaker
from rulekit.text.tables import PAGES
from rulekit.text.things import bare_cell_page, cell_page


class Teller(Speaker):
    """Tells what is declared, in one language."""

    def __init__(self, program: Program, lang: str = "") -> None:
        super().__init__(Lexicon(program, lang))

    def names(self) -> list[str]:
        """Everything that has a page of its own, in the order of the text."""
        found: dict[str, None] = {}
        for decl in self.program.decls:
            if not isinstance(decl, n.Example | n.Game | n.Import):
                found.update(dict.fromkeys(decl.names or (decl.name,)))
                if isinstance(decl, n.Board):
                    found.update(dict.fromkeys(name for cell in decl.items if isinstance(cell, n.Cell) for name in cell.names))
                if isinstance(decl, n.Values):
                    found.update(dict.fromkeys(name for name, _ in decl.members))
        return list(found)

    def page(self, name: str) -> Page | None:
        """The page of a name; nothing if there is none."""
        found = self._page(name)
        if found is not None:
            found.heading = self.grammar.words["heading"]
        return found

    def _page(self, name: str) -> Page | None:
        if name in self.lexicon.cells:
            return cell_page(self, name, self.lexicon.cells[name])
        decl = self.lexicon.decls.get(name) or rule_apart(self, name)
        if decl is not None:
            page: Page = PAGES[type(decl)](self, decl, name)
            return page
        if name in self.program.members:
            return member_page(self, name)
        design = self.program.designs.get(name)
        return part_page(self, name) if design is None else bare_cell_page(self, name)
