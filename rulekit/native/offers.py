"""Lists of what may be chosen, laid out at once.

Contract: `laid_out(p, block)` prints the beginning of a block that makes a list of known items, each under a condition that
looks at the state and makes nothing: every item is written, and counts where its condition holds. Without jumps that nobody
can foresee this is several times as fast as adding one by one.
"""

from __future__ import annotations

from rulekit.ir import nodes as n
from rulekit.native.printer import SEVERAL, Printer

_PLAIN = (n.At, n.Const, n.Name, n.Slot, n.Binary, n.Logic, n.Not)
_CALLS = ("covers", "meets")
_FEW = 3  # fewer items are added one by one


def laid_out(p: Printer, block: n.Block) -> tuple[list[str], int]:
    """The lines, and how many statements they stand for; none if the block begins in another way."""
    first = block[0]
    if not isinstance(first, n.Assign) or not isinstance(first.target, n.Name) or not _begins(first.value):
        return [], 0
    name, added = first.target.id, list[tuple[n.Value, n.Value]]()
    for s in block[1:]:
        item = _item(s, name)
        if item is None:
            break
        added.append(item)
    if len(added) < _FEW or p.buffer(name):
        return [], 0
    to, start = p.fresh("w"), p.fresh("w")
    lines = [f"V *{start} = room(m, {len(added)}), *{to} = {start} + 1;"]
    lines += [f"*{to} = {p.value(item)}; {to} += {p.test(test)};" for test, item in added]
    lines.append(f"{p.name(name)} = made(m, {start}, {to} - {start} - 1); *{p.owned(name)} = 1;")
    return ["{", *("    " + line for line in lines), "}"], 1 + len(added)


def _begins(value: n.Value) -> bool:
    return isinstance(value, n.Listing) and value.frame and not value.items


def _item(s: n.Statement, name: str) -> tuple[n.Value, n.Value] | None:
    """A condition and the known item that is added where it holds."""
    if not isinstance(s, n.If) or s.no or len(s.yes) != 1 or not isinstance(s.yes[0], n.Do):
        return None
    call = s.yes[0].call
    if not isinstance(call, n.Call) or call.function != "append" or call.args[0] != n.Name(name):
        return None
    known = isinstance(call.args[1], n.Const | n.Table)
    plain = all(type(part) in _PLAIN or (isinstance(part, n.Call) and part.function in _CALLS) for part in n.walk(s.test))
    return (s.test, call.args[1]) if known and plain and name not in n.free(s.test) else None


SEVERAL.append(laid_out)
