"""Sentences: a subject, a verb, an object and what follows prepositions.

Contract: a built-in verb is a method `_verb_NAME`; any other must be declared, and its values are matched with the parameters
by preposition. A power is activated like a verb.
"""

from __future__ import annotations

from typing import Any

from rulekit.analysis.blocks import Blocks
from rulekit.analysis.env import Env
from rulekit.analysis.fitting import WRONG
from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program import types as t
from rulekit.program.game import ParamDef
from rulekit.program.types import Type
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n


class Sentences(Blocks):
    """Checks and lowers what is done with a verb."""

    def _do_sentence(self, stmt: n.Sentence, env: Env) -> None:
        if stmt.each and stmt.verb != "roll":
            self.sink.error("RK017", f"`{stmt.verb}` takes no `each of`", stmt.span, "`for each x in L:` does it with each")
        builtin = getattr(self, f"_verb_{stmt.verb}", None)
        if builtin is not None:
            builtin(stmt, env, self.subject(stmt.subject, env, stmt.span))
        else:
            self._declared_verb(stmt, env)

    def _declared_verb(self, stmt: n.Sentence, env: Env) -> None:
        verb = self.program.verbs.get(stmt.verb)
        if verb is None:
            self.world.unknown("verb", stmt.verb, stmt.span, self.program.verbs)
            return
        subject = self.subject(stmt.subject, env, stmt.span)
        args = self.arguments(stmt, verb.params, env)
        self.emit(env, o.CallVerb(stmt.verb, subject, args, span=stmt.span))
        if stmt.bind is not None:
            slot = env.bind(stmt.bind, verb.result or t.ANY, stmt.span)
            self.emit(env, o.TakeResult(slot, span=stmt.span))

    def arguments(self, stmt: n.Sentence | n.Activate, params: tuple[ParamDef, ...], env: Env) -> tuple[c.Core, ...]:
        given: dict[str, n.Expr] = dict(stmt.args)
        if isinstance(stmt, n.Sentence) and stmt.object is not None:
            given[""] = stmt.object
        values: list[c.Core] = []
        for param in params:
            node = given.pop(param.prep, None)
            if node is not None:
                values.append(self.want(node, env, param.type, f"`{param.name}`"))
            elif param.default is not None:
                values.append(param.default)
            else:
                where = f"after `{param.prep}`" if param.prep else "directly after the verb"
                self.sink.error("RK013", f"`{param.name}` ({param.type}) is missing", stmt.span, f"give it {where}")
                values.append(WRONG)
        for prep, node in given.items():
            word = f"`{prep}`" if prep else "an object"
            self.sink.error("RK017", f"this verb takes no {word}", node.span)
        return tuple(values)

    def _preps(self, stmt: n.Sentence, *allowed: str) -> dict[str, n.Expr]:
        given = dict(stmt.args)
        for prep, node in given.items():
            if prep not in allowed:
                hint = f"it takes {', '.join(f'`{a}`' for a in allowed)}" if allowed else ""
                if prep == "for" and stmt.verb in ("gain", "lose"):
                    hint = "count with `per`: `gain 1 coin per card in your hand`"
                if prep in ("to", "from") and stmt.verb in ("gain", "lose"):
                    hint = f"who does it stands before the verb: `p {stmt.verb}s 1 coin`"
                self.sink.error("RK017", f"`{stmt.verb}` takes no `{prep}`", node.span, hint)
        return given

    def _object(self, stmt: n.Sentence, env: Env, wanted: Type | None) -> c.Core:
        if stmt.object is None:
            self.sink.error("RK013", f"`{stmt.verb}` what?", stmt.span)
            return WRONG
        return self.check(stmt.object, env) if wanted is None else self.want(stmt.object, env, wanted, f"`{stmt.verb}`")

    def _binding(self, stmt: n.Sentence, env: Env, type_: Type) -> int:
        return -1 if stmt.bind is None else env.bind(stmt.bind, type_, stmt.span)

    def _verb_gain(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        bundle = self._object(stmt, env, t.BUNDLE)
        self._players_have(bundle, stmt)
        self.emit(env, o.Gain(stmt.verb, subject, bundle, None, self._binding(stmt, env, t.BUNDLE), span=stmt.span))

    def _players_have(self, bundle: c.Core, stmt: n.Sentence) -> None:
        """What belongs to things is gained and lost by a thing that is named; by a player it would be nothing."""
        if isinstance(bundle, c.Op) and bundle.op.startswith("bundle"):
            for part in (bundle.left, bundle.right):
                self._players_have(part, stmt)
        if not isinstance(bundle, c.MakeBundle) or bundle.holder is not None or not isinstance(bundle.resource, c.Const):
            return
        name = str(bundle.resource.value)
        owners = self.program.vars[name].owners
        known = owners and (owners[0] in self.program.parents or owners[0] in self.program.values)
        if known and owners[0] not in ("player", "thing"):
            whose = f"say whose: `{stmt.verb} 1 {name} of x`"
            self.sink.error("RK012", f"`{name}` is of each {owners[0]}, not of players", stmt.span.word(name), whose)

    def _verb_lose(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._verb_gain(stmt, env, subject)

    def _verb_give(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "to")
        bundle = self._object(stmt, env, t.BUNDLE)
        if "to" not in given:
            self.sink.error("RK013", "`give` to whom?", stmt.span, "add `to p`")
            return
        other = self.want(given["to"], env, t.PLAYER)
        self.emit(env, o.Gain("give", subject, bundle, other, self._binding(stmt, env, t.BUNDLE), span=stmt.span))

    def _things(self, stmt: n.Sentence, env: Env) -> c.Core:
        value = self.items(self._object(stmt, env, None))
        element = value.type.element if value.type.many else value.type
        if element.tag not in ("thing", "any", "none"):
            self.sink.error("RK012", f"`{stmt.verb}` needs things, this is {an(value.type)}", stmt.span)
        return value

    def _target_zone(self, node: n.Expr, env: Env) -> tuple[c.Core, str]:
        place = "bottom"
        if isinstance(node, n.Call) and isinstance(node.function, n.Name) and node.function.name in ("top", "bottom"):
            if len(node.args) != 1:
                self.sink.error("RK013", f"`{node.function.name}` takes 1 value, not {len(node.args)}", node.span)
                return WRONG, place
            place, node = node.function.name, node.args[0]
        zone = self.check(node, env)
        if zone.type.tag not in ("zone", "any"):
            whose = f"say whose: `your {node.name}`" if isinstance(node, n.Name) and zone.type.many else ""
            self.sink.error("RK012", f"this is {an(zone.type)}, but one zone is needed", node.span, whose)
            return WRONG, place
        return zone, place

    def _verb_move(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "to", "onto", "into")
        things = self._things(stmt, env)
        target = given.get("to") or given.get("onto") or given.get("into")
        if target is None:
            self.sink.error("RK013", "`move` where?", stmt.span, "add `to ZONE`")
            return
        zone, place = self._target_zone(target, env)
        self._holds(things, zone, stmt.span)
        self.emit(env, o.Move(subject, things, zone, place, span=stmt.span))

    def _holds(self, things: c.Core, zone: c.Core, span: Span) -> None:
        kind = things.type.element if things.type.many else things.type
        if not t.fits(kind, zone.type.element, self.program.parents):
            self.sink.error("RK034", f"that zone holds {zone.type.element}, never {an(kind)}", span)

    def _verb_destroy(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.Move(subject, self._things(stmt, env), None, span=stmt.span))

    def _verb_draw(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "from", "to")
        count = self._object(stmt, env, t.NUMBER)
        if "from" not in given:
            self.sink.error("RK013", "`draw` from where?", stmt.span, "add `from ZONE`")
            return
        if "to" not in given:
            self.sink.error("RK013", "`draw` to where?", stmt.span, "add `to ZONE`")
            return
        source, _ = self._target_zone(given["from"], env)
        zone, place = self._target_zone(given["to"], env)
        self._holds(source, zone, stmt.span)
        bind = self._binding(stmt, env, t.list_of(source.type.element))
        self.emit(env, o.Draw(subject, count, source, zone, bind, place, span=stmt.span))

    def _verb_shuffle(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "into")
        if "into" in given:
            things = self._things(stmt, env)
            zone, _ = self._target_zone(given["into"], env)
            self._holds(things, zone, stmt.span)
            self._mixes(zone)
            self.emit(env, o.Move(subject, things, zone, "bottom", True, span=stmt.span))
            return
        if stmt.object is not None:
            zone, _ = self._target_zone(stmt.object, env)
            self._mixes(zone)
            self.emit(env, o.Shuffle(zone, span=stmt.span))

    def _mixes(self, zone: c.Core) -> None:
        if isinstance(zone, c.ZoneOf):
            self.world.shuffled.add(zone.zone)
        else:
            self.world.shuffles_any = True

    def _verb_reveal(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "to")
        to = self.want(given["to"], env, t.PLAYER) if "to" in given else None
        self.emit(env, o.Face("reveal", self._things(stmt, env), to, span=stmt.span))

    def _verb_hide(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.Face("hide", self._things(stmt, env), span=stmt.span))

    def _verb_flip(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.Face("flip", self._things(stmt, env), span=stmt.span))

    def _verb_roll(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        if stmt.each:
            self._roll_each(stmt, env)
            return
        what = self._object(stmt, env, None)
        if what.type.tag in ("dice", "number"):
            bind = self._binding(stmt, env, t.NUMBER)
            self.emit(env, o.RollNumber(self.fit(what, t.DICE), bind, span=stmt.span))
            return
        dice = self.items(what)
        element = dice.type.element if dice.type.many else dice.type
        if element.tag != "any" and not t.fits(element, t.DIE, self.program.parents):
            self.sink.error("RK012", f"{an(element)} cannot be rolled", stmt.span, "roll a die or dice such as `2d6`")
        self.emit(env, o.RollDie(subject, dice, span=stmt.span))
        if stmt.bind is not None:
            slot = env.bind(stmt.bind, self.face_type(), stmt.span)
            self.emit(env, o.Let(slot, c.GetVar("_shown", (dice,), type=self.face_type()), span=stmt.span))

    def _roll_each(self, stmt: n.Sentence, env: Env) -> None:
        """`roll each of 4d6 as ds`: each die by itself; the results make a list."""
        if not isinstance(stmt.object, n.Dice):
            self.sink.error("RK012", "these are not dice of which each can be rolled", stmt.span, "`roll each of 4d6 as ds`")
            self._binding(stmt, env, t.ANY)
            return
        results = t.list_of(t.NUMBER)
        left, one = env.temp(t.NUMBER), env.temp(t.NUMBER)
        found = env.temp(results) if stmt.bind is None else env.bind(stmt.bind, results, stmt.span)
        self.emit(env, o.Let(found, c.Const((), type=results), span=stmt.span))
        self.emit(env, o.Let(left, c.Const(stmt.object.count, type=t.NUMBER), span=stmt.span))
        top = self.here(env)
        count = self.emit(env, o.CountDown(left, span=stmt.span))
        self.emit(env, o.RollNumber(c.Const((1, stmt.object.sides, 0), type=t.DICE), one, span=stmt.span))
        more = c.MakeList((c.Local(one, type=t.NUMBER),), type=results)
        self.emit(env, o.Let(found, c.Op("list+", c.Local(found, type=results), more, type=results), span=stmt.span))
        self.emit(env, o.Jump(top))
        count.done = self.here(env)

    def _verb_put(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "over")
        if "over" not in given:
            self.sink.error("RK013", "`put` over what?", stmt.span, "add `over X`")
            return
        new, old = self._object(stmt, env, t.THING), self.want(given["over"], env, t.THING)
        self.emit(env, o.Put(subject, new, old, span=stmt.span))

    def _verb_swap(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        given = self._preps(stmt, "with")
        if "with" not in given:
            self.sink.error("RK013", "`swap` with what?", stmt.span, "add `with X`")
            return
        new, old = self._object(stmt, env, t.THING), self.want(given["with"], env, t.THING)
        self.emit(env, o.Put(subject, new, old, True, span=stmt.span))

    def _verb_turn_to(self, stmt: n.Sentence, env: Env, subject: c.Core) -> None:
        self._preps(stmt)
        self.emit(env, o.TurnTo(self._object(stmt, env, t.THING), span=stmt.span))

    def _do_activate(self, stmt: n.Activate, env: Env) -> None:
        subject = self.subject(stmt.subject, env, stmt.span)
        if not isinstance(stmt.power, n.Of):
            self.sink.error("RK031", "name the power: `activate c's played`", stmt.span)
            return
        thing = self.first_copy(self.check(stmt.power.owner, env))
        self._has_texts(thing, stmt.power.owner.span)
        power = self.power(thing.type, stmt.power.name, stmt.span)
        if power is None:
            return
        args = self.arguments(stmt, power.params, env)
        self.emit(env, o.Activate(subject, self.items(thing), stmt.power.name, args, span=stmt.span))
        if stmt.bind is not None:
            self.emit(env, o.TakeResult(env.bind(stmt.bind, t.ANY, stmt.span), span=stmt.span))

    def _has_texts(self, value: c.Core, span: Span) -> None:
        """Only things have powers; the name of several copies is no thing."""
        element = value.type.element if value.type.many else value.type
        if isinstance(value, c.Const) and element.tag == "design":
            self.sink.error("RK012", f"there may be several `{value.value}`", span, "bind the one you mean to a name")
        elif element.tag not in ("thing", "any", "none"):
            self.sink.error("RK012", f"this is {an(value.type)}, and only things have powers", span)

    def power(self, type_: Type, name: str, span: Span) -> Any:
        """The declaration of a power that a thing of that type may have."""
        kind = type_.element if type_.many else type_
        if kind.tag != "thing":
            return None
        lineage = self.world.lineage(kind.name)
        family = lineage if kind.name != "thing" else list(self.program.kinds)
        for word in [*family, *self.world.descendants(kind.name)]:
            found = self.program.kinds[word].powers.get(name) if word in self.program.kinds else None
            if found is not None:
                return found
        known = [p for k in family if k in self.program.kinds for p in self.program.kinds[k].powers]
        self.world.unknown(f"power of {an(kind)}", name, span, known, "RK031")
        return None
