"""What a place of a text takes.

Contract: `place_of` looks at a text with a word put where the cursor stands. What the parser made of that word, the block
around it and what the checker noted there say which names are in scope, what stands before it and which type is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulekit.analysis.env import Env
from rulekit.lsp.targets import Index, lineage
from rulekit.lsp.workspace import Analysis
from rulekit.program.types import DESIGN, Type, thing
from rulekit.syntax import nodes as n
from rulekit.syntax import roles
from rulekit.syntax.grammar import VOCABULARY
from rulekit.syntax.kept import Held
from rulekit.syntax.walk import walk
from rulekit.syntax.words import KEYWORDS

_HEADS = {
    "given:": "given", "when:": "when", "then:": "then", "menu:": "menu", "choose one:": "menu",
}  # fmt: skip
_ON_ONE_LINE = ("game", "kind", "thing", "zone", "resource", "actor", "rule")
_PROPERTIES = ("holds", "seen", "starts", "works", "reshuffles", "start", "copies", "cap", "decided")
_POSSESSIVE = re.compile(r"(?:\b(your|its)|([a-z_][a-z0-9_]*)'s?) +$")


@dataclass
class Place:
    """A place: its analysis, what the grammar takes there, and what is known around it."""

    analysis: Analysis
    index: Index
    role: str = ""  # of the word; nothing where the line cannot be read with a name there
    block: str = ""  # what a line of this block is
    head: bool = False  # is it the line that heads a declaration, whose block may follow on it?
    kind: str = ""  # the kind whose lines these are
    given: frozenset[str] = frozenset()  # fields and powers of the thing that its other lines give
    word: str = ""  # of a property that stands before it
    owner: Type | None = None  # the type of what stands before `'s`
    wanted: Type | None = None
    locals: dict[str, Type] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)


def place_of(analysis: Analysis, line: int, column: int, here: str) -> Place:
    index = Index(analysis)
    place = Place(analysis, index)
    one = analysis.piece_at(line)
    lines = analysis.source.text.split("\n")
    place.block, place.kind = _block(analysis, one, lines, line)
    place.head = one is not None and line == one.piece.first + 1 and place.block in _ON_ONE_LINE
    before = lines[line - 1][: column - 1]
    if one is not None:
        place.given = frozenset(_given(one))
        place.seats = [word.text for word in one.words if word.role == roles.BINDS] if place.block in _STEPS else []
        _scope(place, analysis, one, line, column)
        word = next((w for w in one.words if w.span.line == line and w.span.column == column), None)
        if word is not None:
            place.role = word.role
            _node(place, one, line, column, here)
    _from_text(place, before)
    return place


_STEPS = ("given", "when", "then", "example")


def _block(analysis: Analysis, one: Held | None, lines: list[str], line: int) -> tuple[str, str]:
    """What the lines around a line are, and the kind they are of."""
    decl = one.decls[0] if one is not None and one.decls else None
    text = lines[line - 1]
    indent = len(text) - len(text.lstrip())
    heads = []
    for number in range(line - 2, -1, -1):
        above = lines[number]
        if above.strip() and not above.lstrip().startswith("#") and len(above) - len(above.lstrip()) < indent:
            indent = len(above) - len(above.lstrip())
            heads.append(above.strip())
            if indent == 0:
                break
    head = heads[0] if heads else ""
    for end, block in _HEADS.items():
        if head == end or (block == "menu" and re.search(r"\b(menu|choose one)\b[^:]*:$", head)):
            return block, ""
    top = heads[-1] if heads else text.strip()
    nested = len(heads) > 1 and not top.startswith("module ")
    if top.startswith("module ") and len(heads) > 1:
        top, nested = heads[-2], len(heads) > 2
    return _of_head(analysis, decl, top, nested)


def _of_head(analysis: Analysis, decl: n.Decl | None, top: str, nested: bool) -> tuple[str, str]:
    words = re.sub(r"^(replace|extend) +", "", top).split()
    first, second = [*words, "", ""][:2]
    if first in ("to", "define"):
        return "statements", ""
    if first == "example":
        return "example", ""
    if first == "kind":
        return ("statements" if nested else "kind"), second
    if first in ("zone", "game", "rule", "module", "resource", "actor"):
        return ("statements" if nested else first), ""
    if first in analysis.program.parents:
        return ("statements" if nested else "thing"), first
    return "statements", decl.kind if isinstance(decl, n.Thing) else ""


def _bound(analysis: Analysis, text: str) -> Iterator[tuple[str, Type]]:
    """The names that a line binds which cannot be read yet: `player p`, `gains n coin`, `card c in`."""
    program = analysis.program
    for kind, name in re.findall(r"(?<=\W)([a-z_][a-z0-9_]*) (?=([a-z_][a-z0-9_]*)\b)", text):
        if kind in program.parents and name not in VOCABULARY.verbs and name not in program.designs and name not in KEYWORDS:
            yield name, thing(kind)
    for name, resource in re.findall(r"\b(?:gain|lose)s? ([a-z_][a-z0-9_]*) ([a-z_][a-z0-9_]*)\b", text):
        if resource in program.vars and name not in KEYWORDS:
            yield name, Type("number")
    yield from ((name, Type("any")) for name in re.findall(r"\b[a-z_][a-z0-9_]* ([a-z_][a-z0-9_]*) in\b", text))


def _given(one: Held) -> Iterator[str]:
    for decl in one.decls:
        yield from (item.name for item in getattr(decl, "items", ()) if isinstance(item, n.Prop | n.PowerText))


def _scope(place: Place, analysis: Analysis, one: Held, line: int, column: int) -> None:
    """The names in force: those of the statement at the place, else of the nearest before it in the same block or around it."""
    best: tuple[tuple[int, int], Env] | None = None
    for stmt, env in analysis.notes.places:
        if stmt.span.at is one.piece:
            at = (stmt.span.line, stmt.span.column)
            if at <= (line, column) and (best is None or at >= best[0]):
                best = (at, env)
    if best is not None:
        place.locals.update({name: type_ for name, (_, type_) in best[1].names.items()})
    for decl in one.decls:
        for param in getattr(decl, "params", ()):
            place.locals.setdefault(param.name, _named(analysis, param.type))
    text = one.piece.source.line(line)[: column - 1]
    for name, type_ in _bound(analysis, text):
        place.locals.setdefault(name, type_)
    for word in one.words:
        if word.role == roles.BINDS and word.span.line == line and word.span.column < column:
            place.locals.setdefault(word.text, Type("any"))


def _named(analysis: Analysis, node: n.TypeName) -> Type:
    kind = node.name
    found = thing(kind) if kind in analysis.program.parents else Type(kind)
    if kind in analysis.program.values:
        found = Type("values", kind)
    return Type("list", "", found) if node.is_list else found


def _node(place: Place, one: Held, line: int, column: int, here: str) -> None:
    """What the nodes around the word say of it."""
    types = place.analysis.notes.types
    for node in walk(*one.decls):
        if isinstance(node, n.Of) and node.name == here:
            place.owner = types.get(id(node.owner))
        elif isinstance(node, n.Binary) and node.op in ("==", "!=", "<", ">", "<=", ">="):
            for mine, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(mine, n.Name) and mine.name == here:
                    place.wanted = types.get(id(other))
        elif isinstance(node, n.Prop) and any(here in _all_names(value) for value in node.values):
            place.role, place.word = "property", node.name
            place.wanted = _field_type(place, node.name)
        elif isinstance(node, n.Sentence) and here in _args(node):
            place.wanted = _param_type(place.analysis, node, here) or place.wanted
        elif isinstance(node, n.Assign) and any(here in _all_names(value) for value in node.values):
            place.wanted = _assigned(place, node.target)
        elif isinstance(node, n.Set) and isinstance(node.value, n.Name) and node.value.name == here:
            place.wanted = types.get(id(node.target))
        elif isinstance(node, n.In) and isinstance(node.item, n.Name) and node.item.name == here:
            place.wanted = types.get(id(node.source))
        elif isinstance(node, n.Call) and any(isinstance(arg, n.Name) and arg.name == here for arg in node.args):
            place.wanted = _argument(place.analysis, node, here) or place.wanted


def _all_names(value: n.Expr) -> list[str]:
    return [x.name for x in walk(value) if isinstance(x, n.Name | n.Amount)]


def _args(node: n.Sentence) -> list[str]:
    values = [node.object, *(value for _, value in node.args)]
    return [value.name for value in values if isinstance(value, n.Name)]


def _param_type(analysis: Analysis, node: n.Sentence, here: str) -> Type | None:
    verb = analysis.program.verbs.get(node.verb)
    given = {"": node.object} | dict(node.args)
    prep = next((prep for prep, value in given.items() if isinstance(value, n.Name) and value.name == here), None)
    return next((param.type for param in (verb.params if verb is not None else ()) if param.prep == prep), None)


def _argument(analysis: Analysis, node: n.Call, here: str) -> Type | None:
    name = node.function.name if isinstance(node.function, n.Name) else ""
    define = analysis.program.defines.get(name)
    at = next(i for i, arg in enumerate(node.args) if isinstance(arg, n.Name) and arg.name == here)
    return define.params[at].type if define is not None and at < len(define.params) else None


def _field_type(place: Place, name: str) -> Type | None:
    for kind in lineage(place.analysis.program, place.kind):
        known = place.analysis.program.kinds.get(kind)
        if known is not None and name in known.fields:
            return known.fields[name].type
    return None


def _assigned(place: Place, target: n.Expr) -> Type | None:
    """In an example: what lies in a zone, or the type of a variable."""
    name = target.name if isinstance(target, n.Of | n.Name) else ""
    program = place.analysis.program
    if name in program.zones:
        holds = program.zones[name].holds
        return thing(holds[0]) if holds else DESIGN
    return program.vars[name].type if name in program.vars else None


def _from_text(place: Place, before: str) -> None:
    """What the letters before the place say, where the line could not be read."""
    word = re.search(r"\b([a-z_]+)(?: (?:by|in))? +(?:[a-z_0-9]+, *)*$", before)
    if word is not None and word[1] in _PROPERTIES and place.role in ("", roles.NAME, roles.PART):
        place.role, place.word = "property", word[1]
    owner = _POSSESSIVE.search(before)
    if owner is not None:
        place.role = roles.PART
        if place.owner is None:
            place.owner = _owner(place, owner[1] or "", owner[2] or "")


def _owner(place: Place, pronoun: str, name: str) -> Type | None:
    if pronoun == "your" or name in place.seats or name in ("you", "active"):
        return thing("player")
    if pronoun == "its" or name == "this":
        return thing(place.kind) if place.kind else None
    if name in place.locals:
        return place.locals[name]
    design = place.analysis.program.designs.get(name)
    return thing(design.kind) if design is not None else None
