"""What an example claims: that something holds, can or cannot be answered, is seen.

Contract: nothing changes; what does not hold raises an `ExampleStopped` that says what was found instead.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulekit.analysis.expressions.fitting import items_of, want
from rulekit.api.query import evaluate, readable, variable
from rulekit.interpreter.plain import plain
from rulekit.interpreter.view import visible
from rulekit.program import types as t
from rulekit.runtime.describe import describe
from rulekit.runtime.log import place_in_rules
from rulekit.runtime.machine import Machine, Observer
from rulekit.sources.suggest import did_you_mean
from rulekit.syntax import nodes as n
from rulekit.testing.answers import answers_of, match, means_nothing, spellings
from rulekit.testing.example_table import ExampleStopped, Laid


class Unpaid(Observer):
    """Notes which payments were left out because they could not be made: often that is why something does not hold."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._noted = machine, list[str]()
        if machine.observer is None:  # a tool that watches examples itself has its own
            machine.observer = self

    def unpaid(self, player: int, cost: Any) -> None:
        place = place_in_rules(self._machine)
        span = None if place is None else self._machine.program.routines[place[0]].ops[place[1]].span
        told = f"{self._machine.t.entities[player].name} could not pay {describe(self._machine, cost, t.BUNDLE)}"
        self._noted.append(told if span is None else f"{told} in line {span.line}")

    def told(self) -> str:
        return "; ".join(dict.fromkeys(self._noted))


class Claims:
    """The claims of one example, on its table."""

    def __init__(self, laid: Laid, unpaid: Unpaid) -> None:
        self._laid, self.state, self.machine = laid, laid.state, laid.machine
        self._unpaid = unpaid

    def check(self, step: n.Check, *, goes_on: bool) -> None:
        """`goes_on`: the example says that it leaves questions open."""
        self._laid.point(step.value)
        value = self._counted(step.value)
        core = want(self._laid.checker, value, self._laid.env, t.YESNO, "a check")
        self._laid.no_errors()
        if not self.machine.worked_out(core, self._laid.locals()):
            waiting = "" if goes_on else self._waiting()
            unpaid = f" ({told})" if (told := self._unpaid.told()) else ""
            raise ExampleStopped("this does not hold" + self._sides(value) + waiting + unpaid, step.span)

    def _counted(self, node: n.Expr) -> n.Expr:
        """A comparison of lists in which a name of several copies stands for as many of them as it is written there."""
        if isinstance(node, n.Binary) and node.op in ("and", "or"):
            return replace(node, left=self._counted(node.left), right=self._counted(node.right))
        if not isinstance(node, n.Binary) or node.op not in ("==", "!="):
            return node
        left = self._named(node.left, node.right)
        return replace(node, left=left, right=self._named(node.right, left))

    def _named(self, node: n.Expr, other: n.Expr) -> n.Expr:
        if not isinstance(node, n.ListOf) or isinstance(other, n.ListOf):
            return node
        core = items_of(self._laid.checked(other))
        items = self.machine.worked_out(core, self._laid.locals()) if core.type.many else ()
        return self._laid.copies.counted(node, items or (), self._laid.given_copy, self._laid.bind)

    def _waiting(self) -> str:
        """What is still open when something does not hold: often an answer is missing."""
        asked = not self.machine.s.ended and self._laid.question is not None
        return f" (not scripted yet: {self._laid.pending()})" if asked else ""

    def _sides(self, node: n.Expr) -> str:
        if not isinstance(node, n.Binary):
            return ""
        sides = [items_of(self._laid.checker.check(side, self._laid.env)) for side in (node.left, node.right)]
        texts = [describe(self.machine, self.machine.worked_out(side, self._laid.locals()), side.type) for side in sides]
        return f": {texts[0]} {node.op} {texts[1]}"

    def claim(self, step: n.Claim) -> None:
        if step.word == "sees":
            self._sees(step)
            return
        text, _, because = step.text.partition(" because ")
        question = self._laid.question
        mine = question is not None and question.player == self._who(step)
        wrong = means_nothing(self.state, text)
        if wrong:
            raise ExampleStopped(wrong, step.span)  # or `cannot` would always hold
        possible = question is not None and mine and bool(self._laid.fitting(question, text.strip(), step.span))
        if step.word == "can" and not possible:
            raise ExampleStopped(f"{step.player} cannot `{text.strip()}`: " + self._laid.pending(), step.span)
        if step.word == "cannot":
            self._cannot(step, text.strip(), because.strip(), possible, mine)

    def _who(self, step: n.Claim) -> int | None:
        """The player that a claim is about; none is chance."""
        if step.player == "chance":
            return None
        names = {self.state.table.entities[p].name: p for p in self.state.players}
        if step.player not in names:
            nearest = did_you_mean(step.player, names)
            raise ExampleStopped(f"nobody is called `{step.player}`; {nearest}".rstrip("; "), step.span)
        return names[step.player]

    def _cannot(self, step: n.Claim, text: str, because: str, possible: bool, mine: bool) -> None:
        if possible:
            raise ExampleStopped(f"{step.player} can `{text}`", step.span)
        if not because:
            return
        wanted = because.strip('"')
        refused = self.state.decision.refused if mine else ()
        meant = spellings(self.state, text)
        reasons = [reason for what, reasons in refused if any(match(one, [what]) for one in meant) for reason in reasons]
        if wanted not in reasons:
            found = "; ".join(dict.fromkeys(reasons)) or "no reason"
            raise ExampleStopped(f"the reason given is: {found}", step.span)

    def _sees(self, step: n.Claim) -> None:
        found = re.fullmatch(r"(.+?) in (.+)", step.text)
        if found is None:
            raise ExampleStopped("say what is seen where: `sees tom in marc's hand`, `sees 2 hidden in marc's hand`", step.span)
        player = self._who(step)
        if player is None:
            raise ExampleStopped("chance sees everything; say which player sees it", step.span)
        if (named := variable(self.state, found.group(2))) is not None:
            self._sees_value(step, found.group(1), named, player)
            return
        items = evaluate(self.state, found.group(2))
        if not isinstance(items, tuple | list) or any(type(i) is not int or self.state.table.fixed[i] for i in items):
            raise ExampleStopped(
                f"`{found.group(2)}` is no zone and no variable: `sees` asks what a player sees in one", step.span
            )
        seen = [self.state.table.entities[i].name for i in items if visible(self.machine, i, player)]
        hidden = len(items) - len(seen)
        self._compare_seen(step, found.group(1), seen, hidden)

    def _sees_value(self, step: n.Claim, what: str, named: tuple[str, tuple[Any, ...]], player: int) -> None:
        """A secret variable is hidden from all but its owner; of any other its value is seen, as far as things are known."""
        name, owners = named
        var = self.machine.program.vars[name]
        hidden = var.secret and owners[:1] != (player,)
        value = self.machine.s.vals[self.machine.t.slot[name][owners]]
        sight = "1 hidden" if hidden else str(plain(self.machine, value, var.type, player))
        wanted = what if what == "1 hidden" else str(readable(self.state, what))
        if sight != wanted:
            raise ExampleStopped(f"{step.player} sees {sight}", step.span)

    def _compare_seen(self, step: n.Claim, what: str, seen: list[str], hidden: int) -> None:
        number = re.fullmatch(r"(\d+) hidden", what)
        if number is not None:
            if hidden != int(number.group(1)):
                raise ExampleStopped(f"{step.player} sees {hidden} hidden and {', '.join(seen) or 'nothing'}", step.span)
        elif sorted(answers_of(what)) != sorted(seen):
            raise ExampleStopped(f"{step.player} sees {', '.join(seen) or 'nothing'} and {hidden} hidden", step.span)
