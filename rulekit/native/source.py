"""The whole C text of a table.

Contract: `source_of(compiler, sources)` gives the text and the words in their order, or raises `Declined` with the reason.
Functions are printed from the routines on, with all that they use; the text depends on the rules and the table alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulekit.ir import nodes as n
from rulekit.ir.compiler import Compiler
from rulekit.ir.fold import FRAME
from rulekit.native import actions, builtins, calls, generic, offers, operations, questions, statements, tables, values
from rulekit.native.pool import Declined, numbered, word, words_in
from rulekit.native.printer import Printer

RUNTIME = (
    "sorting.c",
    "chance.c",
    "changes.c",
    "draws.c",
    "scopes.c",
    "events.c",
    "payment.c",
    "frames.c",
    "lists.c",
    "bundles.c",
    "paths.c",
    "asking.c",
    "searches.c",
    "supposed.c",
    "driver.c",
    "walk.c",
    "perft.c",
    "names.c",
    "worlds.c",
    "judged.c",
    "ahead.c",
    "race.c",
    "think.c",
)
REGISTERED = (actions, builtins, calls, offers, questions, statements, values)  # each registers what it prints
_PARTS = """/* Functions of the rules stand in two parts. Part 1 or 2 is compiled with a copy of the runtime;
   part 0 is everything at once. What the outside calls is in part 1. */
#ifndef PART
#define PART 0
#endif
#if PART
#define FN
#else
#define FN static
#endif"""


@dataclass(frozen=True)
class Source:
    """A table as C: the text, its words in their order, how many functions it has."""

    text: str
    words: tuple[str, ...]
    functions: int


@cache
def runtime(name: str) -> str:
    return (Path(__file__).parent / "c" / name).read_text("utf-8")


class _Writer:
    """Prints what is wanted, one function after the other."""

    def __init__(self, compiler: Compiler, sources: dict[str, list[str]]) -> None:
        self.compiler = compiler
        self.names: dict[n.Recipe, str] = {}
        self.todo: list[n.Recipe] = []
        self.heads: list[str] = []
        self.texts: list[str] = []
        self.p = Printer(compiler, sources, self.want)

    def want(self, key: n.Recipe) -> str:
        if key not in self.names:
            self.names[key] = f"f{len(self.names)}"
            self.todo.append(key)
        return self.names[key]

    def finish(self) -> None:
        while self.todo:
            key = self.todo.pop(0)
            name = self.names[key]
            try:
                if key[0] in ("op", "take"):
                    text = operations.function(self.p, key, name)
                elif key[0] in ("supposed", "invariant"):
                    text = self.p.function(self._asked(key), name)
                else:
                    text = self.p.function(self.compiler.function(key, self.p.sets.first), name)
            except Declined as error:
                raise Declined(f"{error} (in {_told(key)})") from None
            text = text.replace("static V ", "FN V ", 1)
            self.heads.append(text.split(" {", 1)[0] + ";")
            self.texts.append(f"/* {_told(key)} */\n{text}")

    def _asked(self, key: n.Recipe) -> n.Function:
        """What is asked where a deed has been supposed, by the locals of the place where it is written; an invariant."""
        program = self.compiler.cx.program
        value = program.supposed[key[1]].value if key[0] == "supposed" else program.invariants[key[1]].value
        found = n.Function(key, ("m", "s", "L"), [n.Return(self.compiler.cx.value(value, FRAME))], "<rulekit>")
        found.body = self.compiler.optimised(found.body, found)
        return found


def _told(key: n.Recipe) -> str:
    """What a function is, for readers: letters and digits alone."""
    text = " ".join(str(part) for part in key if isinstance(part, str | int))
    return (
        "".join(ch if ch.isascii() and (ch.isalnum() or ch in "_/ .") else " " for ch in text)
        .replace("*/", " ")
        .replace("/*", " ")
    )


def source_of(compiler: Compiler, sources: dict[str, list[str]]) -> Source:
    try:
        return _whole(compiler, sources, len(compiler.cx.program.invariants))
    except Declined:  # of an invariant alone: it is asked of printed Python
        return _whole(compiler, sources, None)


def _whole(compiler: Compiler, sources: dict[str, list[str]], invariants: int | None) -> Source:
    w = _Writer(compiler, sources)
    p, program = w.p, compiler.cx.program
    routines = [w.want(("playing", path)) if routine.ops else "NULL" for path, routine in program.routines.items()]
    w.finish()
    made = generic.all_functions(p)
    tables.rows(p, [])  # wants what abilities need
    w.finish()
    made = generic.all_functions(p)  # what things lend is known only now
    w.finish()
    sites = [w.want(("played", *site)) for site in p.sites]
    asked = [w.want(("invariant", at)) for at in range(invariants or 0)]
    w.finish()
    text = [*_halves(w.texts), *made, _taken(p, w.names), _broken(p, asked, invariants is not None)]
    words = _words(p, text)
    rows = tables.rows(p, words)
    found = [
        "/* Made from rules; see docs/explanation/native.md. */",
        "#include <stdio.h>",
        _PARTS,
        *tables.sizes(p),
        runtime("core.h"),
        runtime("position.h"),
        tables.TYPES,
        *w.heads,
        *generic.declarations(),
        *(p.pool.tables),
        *rows,
        f"static Run *const ROUTINES[] = {{{', '.join(routines)}}};",
        f"static Run *const SITES[] = {{{', '.join(sites) or 'NULL'}}};",
        f"static const V POOL[] = {{{', '.join(p.pool.items)}}};",
        *(runtime(name) for name in RUNTIME),
        *text,
    ]
    whole = "\n".join(found) + "\n"
    return Source(numbered(whole, words), tuple(words), len(w.names))


def _halves(texts: list[str]) -> list[str]:
    """Functions in two parts of about the same length, which may be compiled side by side."""
    whole, half, at = sum(map(len, texts)), 0, 0
    while at < len(texts) and 2 * half < whole:
        half += len(texts[at])
        at += 1
    return ["#if PART != 2", *texts[:at], "#endif", "#if PART != 1", *texts[at:], "#endif"]


def _taken(p: Printer, names: dict[n.Recipe, str]) -> str:
    """Takes an answer to an operation that asks as the interpreter does."""
    lines = ["static void take_operation(M *m, Frame *frame, V value) {", "    switch (frame->routine) {"]
    by_routine: dict[str, list[tuple[int, str]]] = {}
    for key, name in names.items():
        if key[0] == "take":
            by_routine.setdefault(key[1], []).append((key[2], name))
    for path, places in by_routine.items():
        inner = " ".join(f"case {at}: {name}(m, frame, LV(frame), value); return;" for at, name in places)
        lines.append(f"    case {p.routine(path)}: switch (frame->pc) {{ {inner} }} break;")
    return "\n".join([*lines, "    }", "    bail(m, ODD_PLACE);", "}"])


def _broken(p: Printer, asked: list[str], printed: bool) -> str:
    """Is an invariant broken?"""
    if not printed:
        return "static int broken(M *m) { bail(m, UNPRINTED); }"
    size = 2 + max((invariant.size for invariant in p.program.invariants), default=0)
    lines = ["static int broken(M *m) {", f"    V L[{size}];", "    int64_t i;", "    (void)m;"]
    for name in asked:
        again = f"m->units = BUDGET; m->nested = 0; for (i = 0; i < {size}; i++) L[i] = NONE;"
        lines.append(f"    {again} if (!holds(m, {name}(m, L))) return 1;")
    return "\n".join([*lines, "    return 0;", "}"])


def _words(p: Printer, text: list[str]) -> list[str]:
    """All words that the text or a state may have, in the order of their letters."""
    program = p.program
    found: set[str] = {"", *tables.WORDS, *program.routines, *program.verbs, *program.vars, *program.designs, *program.zones}
    found |= {str(member) for members in program.values.values() for member in members}
    found |= {power for design in program.designs.values() for power in design.texts}
    found |= {power for kind in program.kinds.values() for power in kind.texts}
    found |= set(program.bundles) | {clock.routine for clock in program.clocks}
    found |= {"turn", "round", "phase", "step", "verb", "under", "menu", "game"}
    for line in [*text, *p.pool.tables, *p.pool.items, *(word(d) for d in p.t.design_of), *tables.rows(p, [])]:
        found |= words_in(line)
    return sorted(found)
