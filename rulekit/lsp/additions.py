"""What is missing and no finding says so: an example, a label.

Contract: an addition changes nothing of what the game means.
"""

from __future__ import annotations

import re

from rulekit.lsp.fixing import Fix, at_end
from rulekit.lsp.rename import Change
from rulekit.lsp.workspace import Analysis
from rulekit.sources.labels import default_label
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.words import forms

_CALLED = (n.Game, n.Thing, n.Module, n.Kind, n.Resource, n.Zone, n.Values, n.Board, n.Actor)  # by their name without a label


def new_label(decl: n.Decl) -> Fix | None:
    """What players read, written out where it was only made from the name."""
    if not isinstance(decl, _CALLED) or decl.change or len(decl.names) > 1:
        return None
    place = decl.span.word(decl.name)
    text = place.source.line(place.line)
    behind = text[place.end_column - 1 :]
    owner = re.match(r"( of [a-z_][a-z0-9_]*(?: and [a-z_][a-z0-9_]*)*| is [a-z_][a-z0-9_]*)*", behind)
    column = place.end_column + (len(owner[0]) if owner is not None else 0)
    if place == decl.span or '"' in text[column - 1 :].split(":")[0]:
        return None
    label = default_label(decl.name, title=isinstance(decl, n.Game | n.Thing | n.Module))
    here = Span(place.source, place.line, column, place.line, column)
    return Fix(f"label it `{label}`", (Change(here, f' "{label}"'),))


def new_example(analysis: Analysis, decl: n.Decl) -> Fix | None:
    """An example for a verb or thing that has none, put behind it."""
    if not isinstance(decl, n.Verb | n.Thing) or decl.change:
        return None
    deed = _deed(analysis, decl)
    if not deed:
        return None
    low = analysis.program.players[0]
    seats = ", ".join(("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal")[: max(low, 1)])
    indent = " " * (decl.span.column - 1)
    title = decl.name.replace("_", " ")
    lines = [f'example "{title}":', "  given:", f"    players {seats}", "  when:", f"    do {deed}", "    ..."]
    lines += ["  then:", "    not game_over"]
    text = "\n" + "".join(f"{indent}{line}\n" for line in lines)
    last = decl.span.end_line
    if last >= len(decl.span.source.text.split("\n")):
        return Fix(f"add an example of `{decl.name}`", (at_end(decl.span.source, text),))
    return Fix(f"add an example of `{decl.name}`", (Change(Span(decl.span.source, last + 1, 1, last + 1, 1), text),))


def _deed(analysis: Analysis, decl: n.Verb | n.Thing) -> str:
    if isinstance(decl, n.Thing):
        power = next((item.name for item in decl.items if isinstance(item, n.PowerText)), "")
        return f"ann activates {decl.name}'s {power}" if power else ""
    words = ["ann", forms(decl.name)[1]]
    for param in decl.params:
        if param.default is None:
            words += [param.prep] if param.prep else []
            words.append(_value(analysis, param.type))
    return " ".join(words)


def _value(analysis: Analysis, node: n.TypeName) -> str:
    thing = next((d.name for d in analysis.decls if isinstance(d, n.Thing) and d.kind == node.name), "none")
    plain = {"number": "1", "yesno": "yes", "player": "bob", "bundle": "nothing"}.get(node.name, thing)
    return f"{{{plain}}}" if node.is_list else plain
