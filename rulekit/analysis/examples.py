"""Examples checked before they are run: names, types and people.

Contract: what is reported here would stop the example when it runs, wherever it comes to that line. What hangs on a map or a
set-up file, which are not read here, is left to the run: there a word that is unknown may be a cell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from rulekit.analysis.check import checker_for
from rulekit.analysis.context import Checker
from rulekit.analysis.env import Env, env_of
from rulekit.analysis.expressions.fitting import suited, want
from rulekit.analysis.statements.blocks import lower_block
from rulekit.boards.compass import DIRECTIONS
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import Program
from rulekit.program.ops import Routine
from rulekit.sources.diagnostics import Sink
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n
from rulekit.syntax.words import KEYWORDS, VERBS, forms

_FLOW = ("active", "round_number", "phase")
_SETUP = ("setup", "setups")


def headed(example: n.Example, *words: str) -> tuple[str, ...]:
    """What stands after one of these words in `given`."""
    found: list[str] = []
    for item in example.given:
        if isinstance(item, n.Prop) and item.name in words:
            found += [v.name if isinstance(v, n.Name) else getattr(v, "value", "") for v in item.values]
    return tuple(found)


def modules_in_force(example: n.Example, offered: dict[str, n.Module]) -> tuple[str, ...]:
    """The modules that an example is played with: those it names, the one it stands in, and those of its number of players."""
    asked = {*headed(example, "module", "modules"), *((example.module,) if example.module else ())}
    count = len(headed(example, "players", "player"))
    by_count = {name for name, m in offered.items() if m.players and m.players[0] <= count <= m.players[1]}
    asked = {name for name in asked if name not in offered or not offered[name].players or name in by_count}
    return tuple(name for name in offered if name in asked | by_count)


def check_examples(
    examples: Iterable[n.Example], program: Program, decls: Sequence[n.Decl], sink: Sink, broken: bool = False
) -> None:
    """Reports what would stop these examples; where the program has errors, an option that is looked for may be one of them."""
    defines = {decl.name: decl for decl in decls if isinstance(decl, n.Define)}
    answers = None if broken else answer_words(program)
    mapped = any(board.from_map for board in program.boards.values())
    for example in examples:
        if headed(example, *_SETUP):
            continue
        own = sink.beginning()
        _Example(example, checker_for(program, defines, own), answers).check()
        for finding in own.errors:
            if not mapped or finding.code != "RK010":
                sink.error(finding.code, finding.message, finding.span, finding.hint, finding.labels)


class _Example:
    """One example, with the names that are known in it."""

    def __init__(self, example: n.Example, cx: Checker, answers: frozenset[str] | None) -> None:
        self.example, self.cx, self.program, self.answers = example, cx, cx.program, answers
        cx.names_copies = True
        self.people = headed(example, "players", "player")
        self.env = env_of(f"example/{example.name}", you=False)
        for name in self.people:
            self.env.bind(name, t.PLAYER)

    def check(self) -> None:
        for item in self.example.given:
            if isinstance(item, n.Assign):
                self._given(item)
        for step in self.example.steps:
            if isinstance(step, n.Run):
                self._run(step)
            elif isinstance(step, n.Check):
                want(self.cx, step.value, self._own_names(), t.YESNO, "a check")
            elif isinstance(step, n.Answer | n.Claim):
                self._known(step)
            if isinstance(step, n.Answer) or (isinstance(step, n.Claim) and step.word != "sees"):
                self._offered(step)

    def _own_names(self) -> Env:
        """Names that a line gives end with it."""
        return self.env.child()

    # ---------- given ----------
    def _given(self, item: n.Assign) -> None:
        if isinstance(item.target, n.Name) and (item.target.name in self.program.options or item.target.name in _FLOW):
            return
        target = self.cx.check(item.target, self._own_names())
        if isinstance(target, c.ZoneOf):
            for value in item.values:
                self._laid(value)
        elif isinstance(target, c.GetVar):
            for value in item.values:
                self._set_to(value, target.type)
        elif target.type.tag != "any" and not (isinstance(target, c.Attr) and target.name == "face_up"):
            hint = "say whose: `ann's hand = ...`" if target.type.many else ""
            self.cx.sink.error("RK012", "`given` sets variables, resources and zones only", item.target.span, hint)

    def _set_to(self, node: n.Expr, wanted: t.Type) -> None:
        """A value of a variable, or a part of its list; the name of a thing with several copies means one of them."""
        if isinstance(node, n.ListOf) and wanted.tag == "list":
            for part in node.items:
                self._set_to(part, wanted)
        elif not (isinstance(node, n.Name) and node.name in self.program.designs):
            value = self.cx.check(node, self._own_names())
            whole = wanted.tag != "list" or value.type.many
            suited(self.cx, node, value, wanted if whole else wanted.element)

    def _laid(self, node: n.Expr) -> None:
        """What lies in a zone: of several copies, the name then means the one that lies there."""
        if isinstance(node, n.ListOf):
            for part in node.items:
                self._laid(part)
            return
        name = node.name if isinstance(node, n.Name | n.Amount) else ""
        design = self.program.designs.get(name)
        if design is None:
            self.cx.check(node, self._own_names())
        elif (design.copies != 1 or design.per_player) and name not in self.env.names:
            self.env.bind(name, t.thing(design.kind))

    # ---------- when and then ----------
    def _run(self, step: n.Run) -> None:
        routine = Routine(f"example/{self.example.name}/{step.span.line}")
        routine.size, routine.types = self.env.routine.size, list(self.env.routine.types)
        env = Env(routine, dict(self.env.names), step.sentence.subject is None)
        lower_block(self.cx, (step.sentence,), env)

    def _known(self, step: n.Answer | n.Claim) -> None:
        if step.player in self.people or step.player == "chance" or not self.people:
            return
        hint = did_you_mean(step.player, self.people) or f"the example has {', '.join(self.people)}"
        self.cx.sink.error("RK010", f"nobody is called `{step.player}`", step.span.word(step.player), hint)

    def _offered(self, step: n.Answer | n.Claim) -> None:
        """What nothing in the game is called can never be answered, and `cannot` would always hold."""
        if self.answers is None:
            return
        known = self.answers | set(self.people)
        word = unknown_word(_said(step), known)
        if word:
            hint = did_you_mean(word, known) or "say it as it would be answered"
            self.cx.sink.error("RK010", f"nothing that can be chosen is called `{word}`", step.span.word(word), hint)


def _said(step: n.Answer | n.Claim) -> str:
    """The answer that a claim is about, without the reason."""
    return step.text.partition(" because ")[0].strip()


_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def unknown_word(text: str, known: Collection[str]) -> str:
    """The first word of an answer that nothing is called; empty if there is none."""
    return next((word for word in _WORD.findall(text.replace("'s ", " ")) if word not in known), "")


def answer_words(program: Program) -> frozenset[str]:
    """The words that an answer may hold."""
    asked = (op for routine in program.routines.values() for op in routine.ops if isinstance(op, o.Ask))
    offered = [head.name for op in asked for head in op.options] + [one.option.name for one in program.anytimes]
    options = {word for name in offered for word in _WORD.findall(name)}  # a line that is offered as it stands has several
    verbs = {form for verb in (*VERBS, *program.verbs) for form in forms(verb)}
    parts = {part for record in program.records.values() for part, _ in record}
    named = (program.designs, program.members, program.vars, program.zones, program.records, parts)
    return frozenset(options | verbs | KEYWORDS | {*DIRECTIONS, "done"}).union(*named)
