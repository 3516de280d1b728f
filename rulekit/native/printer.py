"""One function at a time: the representation to C.

Contract: `Printer.function(f, name)` gives the text of a C function that does what the representation says, with the lines of
the rules as comments. Values, tests and statements are printed by functions that register here for a class of nodes or for
a function of the runtime; what nobody prints is `Declined`. Only literals and names made here reach the text; the lines of
the rules stand behind `//`, without what could end a comment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from rulekit.ir import nodes as n
from rulekit.ir.build import is_truth
from rulekit.ir.compiler import Compiler
from rulekit.ir.lower.functions import define_key
from rulekit.native.pool import Declined, Pool
from rulekit.native.sets import Sets

Print = Callable[["Printer", Any], str]
VALUES: dict[type, Print] = {}
TESTS: dict[type, Print] = {}
CALLS: dict[str, Print] = {}  # give a value
ASKS: dict[str, Print] = {}  # say whether something holds: 1 or 0
PARTIAL: dict[type, Callable[[Printer, Any], str | None]] = {}  # tests, where a class of nodes gives one
STATEMENTS: dict[type, Callable[[Printer, Any], list[str]]] = {}
SEVERAL: list[Callable[[Printer, n.Block], tuple[list[str], int]]] = []  # prints the beginning of a block at once
BUFFERS = {"watch": ("found",), "modifier": ("found",), "stat": ("found",)}  # names of lists that several functions add to
SETS = dict.fromkeys(("step", "reach", "way", "distance"), ("found",))  # names of sets of things
PARAMS = {"frame": "Frame *frame", "L": "V *L", "pc": "V pc"}
NUMBERS = ("number", "thing", "zone", "design", "direction")


def everything(s: n.Statement) -> Iterator[n.Value]:
    """All values of a statement, however deep."""
    for v in n.values(s):
        yield from n.walk(v)
    for block in n.blocks(s):
        for inner in block:
            yield from everything(inner)


Marked = TypeVar("Marked", bound=Callable[..., Any])


def prints(table: dict[Any, Any], *keys: Any) -> Callable[[Marked], Marked]:
    """Registers the function that prints a class of nodes, or a call."""

    def mark(function: Marked) -> Marked:
        for key in keys:
            table[key] = function
        return function

    return mark


class Printer:
    """Prints the functions of one table."""

    def __init__(self, compiler: Compiler, sources: dict[str, list[str]], want: Callable[[n.Recipe], str]) -> None:
        self.compiler, self.cx, self.t, self.program = compiler, compiler.cx, compiler.cx.t, compiler.cx.program
        self.pool, self._sources, self.want = Pool(), sources, want
        self.sets = Sets(compiler)
        self.key: n.Recipe = ()
        self.sites: dict[tuple[str, int], int] = {}
        self._stepping: set[str] = set()  # steps of searches
        self.lent: dict[str, int] = {}
        self.distances: dict[str, int] = {}  # steps between cells that no state changes: their distances are kept
        self._fresh = 0
        self._names: set[str] = set()
        self._owned: set[str] = set()
        self.cells: set[str] = set()  # names of values that are worked out when first needed
        self.functions: dict[str, str] = {}  # names of functions of the runtime
        self.more: dict[str, str] = {}  # names that hold no value: scopes, frames
        self._last = ("", 0)
        self.breaks: list[str | None] = []  # of the loops around: where a `break` goes, if not just out of it
        self.routine_names: dict[str, int] = {path: at for at, path in enumerate(self.program.routines)}
        for resource in self.program.vars:
            self.pool.prices[id(self.cx.b.made("slots", resource))] = list(self.program.vars).index(resource)

    # ---------- names ----------
    def fresh(self, prefix: str = "t") -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def name(self, id_: str) -> str:
        """A name of the representation in C."""
        if id_ in ("frame", "L", "pc"):
            return id_
        plain = id_.replace("%", "q")
        if not plain.isascii() or not plain.isidentifier():
            raise Declined("an odd name")
        self._names.add(f"x_{plain}")
        return f"x_{plain}"

    def buffer(self, id_: str) -> bool:
        return id_ in BUFFERS.get(self.key[0], ())

    def is_set(self, v: n.Value) -> bool:
        return isinstance(v, n.Name) and v.id in SETS.get(self.key[0], ())

    def owned(self, id_: str) -> str:
        """The mark that a list belongs to this function alone, and may grow where it lies."""
        name = self.name(id_)
        self._owned.add(f"own_{name}")
        return f"&own_{name}"

    def site(self, site: tuple[str, int]) -> int:
        """The number of a place that asks."""
        return self.sites.setdefault(site, len(self.sites))

    def want_lent(self, rules: str) -> int:
        """The number of the rules of that name that things lend."""
        return self.lent.setdefault(rules, len(self.lent))

    def stepping(self, define: str, more: int) -> str:
        """A define as the step of a search, with so many values besides the place."""
        key, make = define_key(self.cx, define)
        self.cx.wanted.setdefault(key, make)
        name = f"onward_{self.want(key)}_{more}"
        if name not in self._stepping:
            self._stepping.add(name)
            given = "".join(f", more[{at}]" for at in range(more))
            call = f"{self.want(key)}(m, you, place{given})"
            self.pool.tables.append(f"static V {name}(M *m, V you, const V *more, V place) {{ (void)more; return {call}; }}")
        return name

    def routine(self, path: str) -> int:
        return self.routine_names[path]

    # ---------- values ----------
    def value(self, v: n.Value) -> str:
        """A value with its tag."""
        if type(v) in TESTS:
            return f"TRUTH({self.test(v)})"
        if isinstance(v, n.Call) and v.function in ASKS:
            return f"TRUTH({ASKS[v.function](self, v)})"
        if type(v) not in VALUES:
            raise Declined(f"values of the class {type(v).__name__}")
        return VALUES[type(v)](self, v)

    def test(self, v: n.Value) -> str:
        """1 or 0: whether a value counts as yes."""
        if type(v) in TESTS:
            return TESTS[type(v)](self, v)
        if isinstance(v, n.Call) and v.function in ASKS:
            return ASKS[v.function](self, v)
        if isinstance(v, n.Const):
            return "1" if v.value else "0"
        partial = PARTIAL[type(v)](self, v) if type(v) in PARTIAL else None
        if partial is not None:
            return partial
        if is_truth(v) or v.type.tag == "yesno":
            return f"({self.value(v)} == YES)"
        if v.type.tag == "number" and not v.null:
            return f"({self.value(v)} != 0)"
        return f"holds(m, {self.value(v)})"

    def count(self, v: n.Value) -> str:
        """A number; none counts as 0, yes as 1."""
        if is_truth(v):
            return f"(int64_t){self.test(v)}"
        return f"nz({self.value(v)})" if v.null else self.value(v)

    def content(self, table: n.Value) -> Any:
        if not isinstance(table, n.Const | n.Table):
            raise Declined("a table that is no constant")
        return self.cx.b.content(table)

    # ---------- functions ----------
    def signature(self, f: n.Function, name: str) -> str:
        params = [self._param(p) for p in f.params if p not in ("m", "s")]
        return f"static V {name}({', '.join(['M *m', *params])})"

    def _param(self, id_: str) -> str:
        if self.buffer(id_):
            return f"Buf *x_{id_}"
        if id_ in SETS.get(self.key[0], ()):
            return f"uint8_t *x_{id_}"
        return PARAMS.get(id_, f"V x_{id_}")

    def function(self, f: n.Function, name: str) -> str:
        return self.written(f, name, lambda: self.block(f.body))

    def written(self, f: n.Function, name: str, lines: Callable[[], list[str]]) -> str:
        """A function with such lines, and the names that they turn out to need."""
        self.key, self._names, self._owned, self._last = f.key, set(), set(), (f.file, 0)
        self.breaks, self.more, self.functions = [], {}, {}
        self.cells = {v.cell for s in f.body for v in everything(s) if isinstance(v, n.Once)}
        body = lines()
        given = {f"x_{p}" for p in f.params} | set(self.more)
        head = [f"    {text}" for text in self.more.values()]
        head += [f"    V {x} = NONE;" for x in sorted(self._names - given) if not self.buffer(x[2:])]
        head += [f"    Buf {x}_, *{x} = &{x}_;" for x in sorted(self._names - given) if self.buffer(x[2:])]
        head += [f"    int {x} = 0;" for x in sorted(self._owned)]
        used = "    (void)m;" + "".join(f" (void){PARAMS[p].split()[-1].strip('*')};" for p in f.params if p in PARAMS)
        if "frame" in f.params:
            head.append("    const uint32_t serial = frame->serial; (void)serial;")
        return "\n".join([f"{self.signature(f, name)} {{", used, *head, *body, "    return NONE;", "}"])

    def block(self, block: n.Block, depth: int = 1) -> list[str]:
        found: list[str] = []
        pad = "    " * depth
        at = 0
        while at < len(block):
            s = block[at]
            found += [pad + line for line in self._rule(s.line)]
            if type(s) not in STATEMENTS:
                raise Declined(f"statements of the class {type(s).__name__}")
            lines, count = SEVERAL[0](self, block[at:]) if isinstance(s, n.Assign) else ([], 0)
            found += [pad + line for line in (lines if count else STATEMENTS[type(s)](self, s))]
            at += count or 1
        return found

    def inner(self, block: n.Block) -> list[str]:
        """The lines of a block inside a statement."""
        return self.block(block)

    def _rule(self, line: int) -> list[str]:
        """The line of the rules that a statement comes from, once."""
        file, last = self._last
        text = self._sources.get(file, [])
        if not line or line == last or line > len(text):
            return []
        self._last = (file, line)
        shown = "".join(ch if ch.isprintable() and ch not in "\\?" else " " for ch in text[line - 1].strip())
        return [f"// {line}: {shown}"]
