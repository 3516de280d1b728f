"""Printed code kept on disk, so that a game starts as fast the second time.

Contract: one entry for each table (rules, modules, options, map, number of players), named by a hash of all that the code
depends on: the rules, the table, this package and the version of Python. It lies in the user's own cache folder and is
only read from there, under the conditions of `sources/cache.py`; whatever goes wrong gives a slower start and the same
game. What a process has compiled is added now and then, for others that run beside it, and when it ends.
"""

from __future__ import annotations

import atexit
import hashlib
import marshal
from os.path import basename
from types import CodeType
from typing import Any

from rulekit.runtime.table import Table
from rulekit.sources import cache as files

Recipes = dict[str, tuple[Any, ...]]
_OFTEN = 100  # functions after which what is new is written
_PARTS = ("analysis", "boards", "interpreter", "ir", "program", "runtime")


class Store:
    """The code of one table by function name, as it lies on disk."""

    def __init__(self, table: Table) -> None:
        self._name = files.key(files.fingerprint(_PARTS), table.program.digest, _fingerprint(table))
        found = files.load("code", self._name)
        self._units: dict[str, tuple[bytes, Recipes]] = found if isinstance(found, dict) else {}
        self._new: dict[str, tuple[bytes, Recipes]] = {}
        self._files = {basename(decl.span.source.name): decl.span.source.name for decl in table.program.decls}

    def get(self, name: str) -> tuple[CodeType, Recipes] | None:
        unit = self._units.get(name)
        if unit is None:
            return None
        return self._here(marshal.loads(unit[0])), unit[1]

    def _here(self, code: CodeType) -> CodeType:
        """The same code for the files of this table: the same rules may have been compiled in another folder, and where an
        error stands is found by file and line."""
        name = self._files.get(basename(code.co_filename), code.co_filename)
        if name == code.co_filename:
            return code
        inner = tuple(self._here(part) if isinstance(part, CodeType) else part for part in code.co_consts)
        return code.replace(co_filename=name, co_consts=inner)

    def add(self, name: str, code: CodeType, recipes: Recipes) -> None:
        if not self._new:
            atexit.register(self.write)
        self._new[name] = (marshal.dumps(code), recipes)
        if len(self._new) % _OFTEN == 0:
            self.write()

    def write(self) -> None:
        """Keeps what was added. Others may have written meanwhile: what they found is kept."""
        found = files.load("code", self._name)
        files.save("code", self._name, {**(found if isinstance(found, dict) else {}), **self._new})


def _fingerprint(table: Table) -> str:
    """Everything about a table that printed code may rest on."""
    things = [(e.kind, e.design, e.copy, e.owner) for e in table.entities]
    boards = [(name, board.cells, board.neighbours) for name, board in table.boards.items()]
    values = {name: (data.places, data.values) for name, data in table.maps.items()}
    parts = (table.options, things, table.slot_of, [owners for _, owners in table.zone_of], boards, table.map_fields, values)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
