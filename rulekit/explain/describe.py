"""What a declared name is: where it stands, what is printed on it, what it does, what it answers and who uses it.

Contract: read off the checked program; the same facts as text and as plain data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulekit.api import Game
from rulekit.errors import UsageError
from rulekit.explain.effects import Effect, effects
from rulekit.explain.reach import effects_of, reactions, standing
from rulekit.interpreter.machine import Interpreter
from rulekit.program.game import DesignDef, Head, KindDef, ParamDef, Program, VarDef, ZoneDef
from rulekit.runtime.state import Data
from rulekit.sources.labels import plain_label
from rulekit.sources.suggest import did_you_mean
from rulekit.story.words import Words
from rulekit.terminal.about import rules_lines
from rulekit.text import card_text

_MOST_NAMES = 24


@dataclass
class Page:
    """All that is known of one name."""

    name: str
    what: str
    labels: tuple[str, ...]
    tags: tuple[str, ...]
    place: str
    facts: dict[str, str] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def text(self) -> str:
        labels = " / ".join(f'"{label}"' for label in self.labels)
        lines = [f"{self.what} {self.name}  {labels}".rstrip(), f"  declared at: {self.place}"]
        lines += [f"  source: {', '.join(self.tags)}"] if self.tags else []
        lines += [f"  {name}: {value}" for name, value in self.facts.items() if value]
        lines += ["  in words:", *(f"    {line}" for line in self.words)] if self.words else []
        return "\n".join(lines + [f"    | {line}" for line in self.rules])

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name, "what": self.what, "labels": list(self.labels), "tags": list(self.tags),
            "place": self.place, "facts": {k: v for k, v in self.facts.items() if v}, "rules": self.rules,
            "words": self.words,
        }  # fmt: skip


def describe(game: Game, name: str, lang: str = "") -> Page:
    """The page of a name, given as it is declared or as players read it."""
    program = game.program
    heads = named(program)
    key = find_name(name, heads, game)
    what, head = heads[key]
    page = Page(key, what, tuple(map(plain_label, head.labels)), head.tags, str(head.span), rules=rules_lines(head.span, 60))
    arrows = effects(program)
    if key in program.designs:
        _about_thing(page, game, program.designs[key], lang)
    elif key in program.kinds:
        _about_kind(page, program, program.kinds[key])
    elif key in program.zones:
        _about_zone(page, program.zones[key])
    elif key in program.vars:
        _about_var(page, program.vars[key])
    elif key in program.verbs:
        page.facts["takes"] = _params(program.verbs[key].params)
    design = program.designs.get(key)
    kinds = {f"kind:{kind}" for kind in _chain(program, design.kind)} if design is not None else set()
    _about_arrows(page, arrows, what, kinds)
    _about_reach(page, program, what)
    page.words = card_text(program, key, lang).split("\n") if card_text(program, key, lang) else []
    return page


def named(program: Program) -> dict[str, tuple[str, Head]]:
    """Every declared name with what it is."""
    found: dict[str, tuple[str, Head]] = {}
    for name, define in program.defines.items():
        found[name] = ("define", define.head)
    for name, (head, _, _) in program.options.items():
        found[name] = ("option", head)
    for name, board in program.boards.items():
        found[name] = ("board", board.head)
    for name, verb in program.verbs.items():
        found[name] = ("verb", verb.head)
    for name, var in program.vars.items():
        found[name] = ("resource" if var.resource else "var", var.head)
    for name, zone in program.zones.items():
        found[name] = ("zone", zone.head)
    for name, kind in program.kinds.items():
        found[name] = ("kind", kind.head)
    for name, design in program.designs.items():
        found[name] = (design.kind, design.head)
    return found


def find_name(name: str, heads: dict[str, tuple[str, Head]], game: Game) -> str:
    """The declared name that somebody means: the name itself, or what players read."""
    wanted = name.casefold()
    if wanted in heads:
        return wanted
    labels = {label.casefold(): key for key, (_, head) in heads.items() for label in map(plain_label, head.labels)}
    if wanted in labels:
        return labels[wanted]
    module = next((d.module for d in game._decls if d.module and wanted in (d.name, *map(str.casefold, d.labels))), "")
    if module:
        raise UsageError(f"`{name}` belongs to the module `{module}`; add --module {module}")
    hint = did_you_mean(wanted, [*heads, *labels]) or "a name is what is declared in the rules, or what players read"
    raise UsageError(f"nothing is called `{name}` in {game.name}; {hint}")


# ---------- what each sort of thing has ----------
def _about_thing(page: Page, game: Game, design: DesignDef, lang: str) -> None:
    program = game.program
    kinds = _chain(program, design.kind)
    page.facts["kind"] = " is ".join(kinds)
    page.facts["copies"] = f"{design.copies}{' for each player' if design.per_player else ''}"
    page.facts["starts in"] = design.starts or ""
    page.facts["fields"] = "; ".join(_fields(game, design, lang))
    inherited = {power: kind for kind in reversed(kinds) if kind in program.kinds for power in program.kinds[kind].texts}
    texts = [*design.texts, *(f"{power} (of every {kind})" for power, kind in inherited.items() if power not in design.texts)]
    page.facts["texts"] = ", ".join(texts)


def _chain(program: Program, kind: str) -> list[str]:
    found = [kind]
    while (parent := program.parents.get(found[-1])) is not None:
        found.append(parent)
    return found


def _fields(game: Game, design: DesignDef, lang: str) -> Iterable[str]:
    """Fields as they are printed; those that need a table are read from one."""
    table = game.table(game._count(None, ()))
    things = table.by_design.get(design.head.name, [])
    machine, words = Interpreter(table, Data()), Words(table, lang)
    for kind in _chain(game.program, design.kind) if things else []:
        for name, field_def in game.program.kinds[kind].fields.items() if kind in game.program.kinds else ():
            if name == "copies":  # said above, as it is; the field holds the default
                continue
            value = machine.field(things[0], name)
            if value not in (None, (), ((),), 0, False):
                yield f"{name} {words.value(value, field_def.type)}"


def _about_kind(page: Page, program: Program, kind: KindDef) -> None:
    page.facts["counts as"] = ", ".join(_chain(program, page.name)[1:])
    page.facts["fields"] = ", ".join(f"{name}: {f.type}" for name, f in kind.fields.items())
    page.facts["computed"] = ", ".join(kind.stats)
    page.facts["texts"] = ", ".join(kind.powers)
    page.facts["kept on it"] = ", ".join(n for n, var in program.vars.items() if page.name in var.owners)
    page.facts["awake in"] = ", ".join(kind.works)
    page.facts["things"] = _some([name for name, d in program.designs.items() if page.name in _chain(program, d.kind)])


def _about_zone(page: Page, zone: ZoneDef) -> None:
    page.facts["of"] = ", ".join(zone.owners) or "the table"
    page.facts["holds"] = ", ".join(zone.holds) or "anything"
    page.facts["seen by"] = zone.seen
    page.facts["reshuffles from"] = zone.reshuffles


def _about_var(page: Page, var: VarDef) -> None:
    page.facts["of"] = ", ".join(var.owners) or "the game"
    page.facts["type"] = "amount" if var.resource else str(var.type)
    page.facts["lasts"] = " ".join(filter(None, var.lasts)) if var.lasts else ""
    page.facts["seen by"] = "its owner" if var.secret else ""


def _params(params: tuple[ParamDef, ...]) -> str:
    return ", ".join(" ".join(filter(None, (p.prep, str(p.type), p.name))) for p in params)


# ---------- who does what ----------
def _about_arrows(page: Page, arrows: list[Effect], what: str, kinds: set[str]) -> None:
    parts = {f"{what}:{page.name}"} if what in ("verb", "kind") else {f"thing:{page.name}", *kinds}
    out = [a for a in arrows if a.source in parts]
    into = [a for a in arrows if a.target in parts]
    page.facts["uses"] = _some([_name(a.target) for a in out if a.how == "does"])
    page.facts["answered by"] = _some([f"{_name(a.target)} ({a.how})" for a in out if a.how != "does"])
    page.facts["used by"] = _some([_name(a.source) for a in into if a.how == "does"])
    page.facts["listens to"] = _some([f"{a.how} {_name(a.source)}" for a in into if a.how != "does"])


def _about_reach(page: Page, program: Program, what: str) -> None:
    """What it can change, what reacts to it, and what it does without being asked."""
    design = program.designs.get(page.name)
    if design is None and what != "verb":
        return
    kinds = [] if design is None else _chain(program, design.kind)
    parts = (f"verb:{page.name}",) if design is None else (f"thing:{page.name}", *(f"kind:{kind}" for kind in kinds))
    effects = effects_of(program, *parts)
    page.facts["can change"] = _some(list(dict.fromkeys(d.words for d in effects if not d.through)))
    through = dict.fromkeys(f"{d.words} ({d.through})" for d in effects if d.through and not d.words.startswith("does "))
    page.facts["through its verbs"] = _some(list(through))
    page.facts["reactions to it"] = _some(reactions(program, parts, design))
    if design is not None:
        bearers = {f"design:{page.name}", *(f"kind:{kind}" for kind in kinds)}
        page.facts.update({name: _some(values) for name, values in standing(program, bearers).items()})


def _name(part: str) -> str:
    return part.partition(":")[2]


def _some(names: list[str]) -> str:
    rest = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + rest
