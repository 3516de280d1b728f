"""`rulekit show GAME [NAME]`: what rules become on their way to the machine, with the lines of the rules beside it."""

from __future__ import annotations

import argparse
import ast
from typing import TYPE_CHECKING, Any

from rulekit.cli.common import add_game, load_game
from rulekit.errors import UsageError
from rulekit.sources.suggest import did_you_mean

if TYPE_CHECKING:
    from rulekit.ir.compiler import Compiler
    from rulekit.runtime.table import Table

STAGES = ("ast", "program", "ir", "python", "c")
Line = tuple[int, str]  # of the rules, and what is shown for it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `show`."""
    add_game(parser)
    parser.add_argument("name", nargs="?", metavar="NAME", help="a verb, define, stat, card or other thing of the rules (all)")
    parser.add_argument("--stage", choices=STAGES, default="python", help="how far on the way (python)")
    parser.add_argument("--players", type=int, metavar="N", help="how many play")


def run(args: argparse.Namespace) -> int:
    """Print one stage."""
    game = load_game(args)
    table = game.table(game._count(args.players, ()))
    if args.stage == "c":
        return _native(game, table, args.name)
    blocks = _declarations(table, args.name) if args.stage == "ast" else _routines(table, args.name, args.stage)
    if not blocks:
        guess = did_you_mean(args.name or "", _names(table))
        raise UsageError(f"{game.name} has nothing called `{args.name}` to show" + (f"; {guess}" if guess else ""))
    print("\n".join(line for file, block in blocks for line in _beside(game.sources, file, block)))
    return 0


def _native(game: Any, table: Table, name: str | None) -> int:
    """The C of a table, or of the functions that a name of the rules becomes."""
    from rulekit.native.build import printed
    from rulekit.native.pool import Declined

    try:
        text = printed(table, {source.name: source.text.split("\n") for source in game.sources}).text
    except Declined as reason:
        raise UsageError(f"{game.name} is not printed as C yet: {reason}") from None
    functions = text.split("\n/* ")
    wanted = [part for part in functions if name in part.split(" */", 1)[0].replace("/", " ").split()]
    if name is not None and not wanted:
        raise UsageError(f"{game.name} has nothing called `{name}` to show")
    print(text if name is None else "\n".join(f"/* {part}" for part in wanted), end="")
    return 0


def _beside(sources: Any, file: str, block: list[Line]) -> list[str]:
    """Lines below the line of the rules that they come from."""
    text: list[str] = next((source.text.split("\n") for source in sources if source.name == file), [])
    found, last = [""], 0
    for number, shown in block:
        if number != last and 0 < number <= len(text):
            found.append(f"# {number}: {text[number - 1].strip()}")
        last = number
        found.append(shown)
    return found


def _names(table: Table) -> list[str]:
    program = table.program
    stats = [name for kind in program.kinds.values() for name in kind.stats]
    return [*program.verbs, *program.defines, *program.designs, *program.kinds, *stats]


# ---------- declarations ----------
def _declarations(table: Table, name: str | None) -> list[tuple[str, list[Line]]]:
    found = []
    for decl in table.program.decls:
        if name is None or getattr(decl, "name", None) == name:
            found.append((decl.span.source.name, [(decl.span.line, line) for line in _tree(decl, 0)]))
    return found


def _tree(node: Any, depth: int, label: str = "") -> list[str]:
    """A node of the syntax tree, with what is inside it below."""
    pad = "  " * depth + (f"{label}: " if label else "")
    if isinstance(node, list | tuple):
        return [line for item in node for line in _tree(item, depth, label)]
    if not hasattr(node, "__dataclass_fields__"):
        return [f"{pad}{node!r}"] if node not in (None, "", False) else []
    fields = [(field, getattr(node, field)) for field in node.__dataclass_fields__ if field not in ("span", "labels", "tags")]
    lines = [f"{pad}{type(node).__name__}"]
    for field, value in fields:
        lines += _tree(value, depth + 1, field)
    return lines


# ---------- routines ----------
def _routines(table: Table, name: str | None, stage: str) -> list[tuple[str, list[Line]]]:
    program = table.program
    paths = [path for path, r in program.routines.items() if r.ops and (name is None or name in path.split("/"))]
    if stage == "program":
        return [_operations(table, path) for path in paths]
    from rulekit.ir.run.code import code_of
    from rulekit.ir.show import lines

    compiler, found = code_of(table).compiler, []
    for key in _keys(table, compiler, name, paths):
        function = compiler.function(key)
        block = lines(function) if stage == "ir" else _python(compiler.printer.function(function, compiler.name(key)).body, "")
        found.append((function.file, block))
    return found


def _keys(table: Table, compiler: Compiler, name: str | None, paths: list[str]) -> list[Any]:
    """The functions that a name of the rules becomes."""
    program, verbs, found = table.program, compiler.routines.verbs, list[Any]()
    for path in paths:
        verb = path.removeprefix("verb/")
        alone = path.startswith("verb/") and verb in program.verbs and verbs.is_frameless(verb)
        found.append(("verb", verb) if alone else ("routine", path))
        found += [("ask", path, at) for at, op in enumerate(program.routines[path].ops) if verbs.resumes(op)]
    found += [
        compiler.define(define) for define, d in program.defines.items() if d.value is not None and name in (None, define)
    ]
    for kind, definition in program.kinds.items():
        found += [compiler.stat(f"{kind}.{stat}") for stat in definition.stats if name in (None, stat)]
    return found


def _operations(table: Table, path: str) -> tuple[str, list[Line]]:
    routine = table.program.routines[path]
    block = [(routine.ops[0].span.line, f"routine {path}")]
    for index, op in enumerate(routine.ops):
        parts = [f"{field}={getattr(op, field)!r}" for field in op.__dataclass_fields__ if field != "span"]
        block.append((op.span.line, f"  {index:3} {type(op).__name__}({', '.join(parts)})"))
    return routine.ops[0].span.source.name, block


def _python(body: list[ast.stmt], pad: str) -> list[Line]:
    """Statements of Python, each with the line of the rules that it is on."""
    found: list[Line] = []
    for s in body:
        inner = [
            (word, getattr(s, field, [])) for word, field in (("", "body"), ("else:", "orelse"), ("finally:", "finalbody"))
        ]
        whole = ast.unparse(s).split("\n")
        if not any(block for _, block in inner):
            found += [(s.lineno, pad + line) for line in whole]
            continue
        found.append((s.lineno, pad + whole[0]))
        for word, block in inner:
            found += [(s.lineno, pad + word)] if word and block else []
            found += _python(block, pad + "    ")
    return found
