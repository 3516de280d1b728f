"""The representation as text, for readers.

Contract: `lines(function)` gives each statement as a line of text with the line of the rules that it comes from, indented by
block. Nothing reads this text again.
"""

from __future__ import annotations

from typing import Any

from rulekit.ir import nodes as n

Line = tuple[int, str]  # of the rules, and the text
_INDENT = "  "


def lines(function: n.Function) -> list[Line]:
    head = f"function {' '.join(map(str, function.key))}({', '.join(function.params)})"
    return [(function.line, head), *_block(function.body, function.line, 1)]


def _block(block: n.Block, line: int, depth: int) -> list[Line]:
    found: list[Line] = []
    for s in block:
        at, pad = s.line or line, _INDENT * depth
        head, inner = _statement(s)
        found.append((at, pad + head))
        for word, body in inner:
            if word:
                found.append((at, pad + word))
            found += _block(body, at, depth + 1)
    return found


def _statement(s: n.Statement) -> tuple[str, list[tuple[str, n.Block]]]:
    """What a statement says in one line, and the blocks inside it."""
    if isinstance(s, n.If):
        return f"if {value(s.test)}", [("", s.yes), *([("else", s.no)] if s.no else [])]
    if isinstance(s, n.For):
        names = ", ".join(name.id for name in s.names)
        return f"for {names} in {value(s.source)}", [("", s.body), *([("otherwise", s.otherwise)] if s.otherwise else [])]
    if isinstance(s, n.While):
        return "loop" if s.test is None else f"while {value(s.test)}", [("", s.body)]
    if isinstance(s, n.Guarded):
        return "guarded", [("", s.body)]
    return _PLAIN[type(s)](s), []


_PLAIN: dict[type, Any] = {
    n.Assign: lambda s: f"{value(s.target)} = {value(s.value)}",
    n.Do: lambda s: value(s.call),
    n.Leave: lambda s: s.how,
    n.Return: lambda s: f"return {value(s.value)}",
    n.Goto: lambda s: f"goto {'the place of the frame' if s.place is None else s.place}",
    n.Stop: lambda s: f"stop {s.kind}: {value(s.who)} chooses of {value(s.values)} at {s.site[0]} {s.site[1]}",
    n.Open: lambda s: f"open {s.word} {s.name} of {value(s.player)} {s.mode}".strip(),
    n.Close: lambda s: "close the innermost scope" if s.pops else "scope = the innermost scope",
}


def value(v: n.Value) -> str:
    """A value in one line; `?` marks what may be none."""
    found: str = _VALUES[type(v)](v)
    return found


def _key(recipe: n.Recipe) -> str:
    if recipe[0] == "value":
        return recipe[1] if len(recipe[1]) < 60 else f"{recipe[1][:57]}..."
    return f"@{recipe[0]}({', '.join(map(str, recipe[1:]))})"


def _args(v: Any) -> str:
    return ", ".join(value(arg) for arg in v.args)


def _query(v: n.Query) -> str:
    loops = []
    for loop in v.loops:
        tests = "".join(f" if {value(test)}" for test in loop.tests)
        loops.append(f"for {', '.join(name.id for name in loop.names)} in {value(loop.source)}{tests}")
    return f"{v.kind}({value(v.element)} {' '.join(loops)})"


_VALUES: dict[type, Any] = {
    n.Const: lambda v: _key(("value", repr(v.value))),
    n.Table: lambda v: _key(v.recipe),
    n.Name: lambda v: f"{v.id}{'?' if v.null and v.type.tag == 'thing' else ''}",
    n.Slot: lambda v: f"slot{v.index}",
    n.State: lambda v: f"state.{v.field}",
    n.At: lambda v: f"{v.column}[{value(v.index)}]",
    n.Held: lambda v: f"{v.column}[{value(v.table)} of {value(v.key_)} else {value(v.empty)}]",
    n.Lookup: lambda v: f"{value(v.table)}[{value(v.key_)}{'' if v.default is None else f' else {value(v.default)}'}]",
    n.Part: lambda v: f"{value(v.of)}.{v.index}",
    n.Length: lambda v: f"length({value(v.of)})",
    n.Binary: lambda v: f"({value(v.left)} {v.op} {value(v.right)})",
    n.Logic: lambda v: f"({f' {v.op} '.join(map(value, v.parts))})",
    n.Not: lambda v: f"not {value(v.of)}",
    n.In: lambda v: f"({value(v.item)} in {value(v.source)})",
    n.Cond: lambda v: f"({value(v.yes)} if {value(v.test)} else {value(v.no)})",
    n.Listing: lambda v: f"{'frame' if v.frame else ''}[{', '.join(map(value, v.items))}]",
    n.Query: _query,
    n.Call: lambda v: f"{v.function}({_args(v)})",
    n.Invoke: lambda v: f"{' '.join(map(str, v.function[:2]))}({_args(v)})",
    n.Ref: lambda v: f"function {' '.join(map(str, v.function[:2]))}",
    n.Once: lambda v: f"once {v.cell}({value(v.value)})",
}
