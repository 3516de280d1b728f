"""Acts: what somebody does, as a verb in the infinitive with all that belongs to it.

Contract: `act` gives the act of a statement that is one, `after` the scope for what follows it; `told` says it to the one who
does it, or of him.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulekit.program import types as t
from rulekit.program.types import Type
from rulekit.syntax import nodes as n
from rulekit.syntax.words import BUILTIN_VERBS, forms
from rulekit.text.scope import Ref, Scope
from rulekit.text.stretches import Stretches

_BUILT_IN = {form: verb for verb in BUILTIN_VERBS for form in forms(verb)}


@dataclass(frozen=True, slots=True)
class Act:
    """Something done: the verb in the infinitive with all that belongs to it, and who does it (nobody named: you)."""

    infinitive: str
    who: str = ""


class Acts(Stretches):
    """Tells what is done."""

    def told(self, act: Act, scope: Scope) -> str:
        """An act as it is said to the one who does it, or of him."""
        who = act.who or scope.doer
        return f"{who} {self.tongue.third(act.infinitive)}" if who else self.tongue.order(act.infinitive)

    def act(self, stmt: n.Stmt, scope: Scope) -> Act | None:
        """The statement as something done, if it is that."""
        method = getattr(self, f"_a_{type(stmt).__name__.lower()}", None)
        found: Act | None = method(stmt, scope) if method is not None else None
        return found

    def infinitives(self, block: n.Block, scope: Scope) -> str | None:
        """A block of acts by one doer, in the infinitive: `destroy this, then gain 3 coins`."""
        text = ""
        for stmt in block:
            act = self.act(stmt, scope)
            if act is None or act.who:
                return None
            text = self.say("then", a=text, b=act.infinitive) if text else act.infinitive
            scope = self.after(stmt, scope)
        return text or None

    def who(self, subject: n.Expr | None, scope: Scope) -> str:
        """The one who does it, where that is not the one who is spoken to."""
        if subject is None or isinstance(subject, n.You):
            return ""
        return self.phrase(subject, scope)

    def doer(self, subject: n.Expr | None, scope: Scope) -> tuple[str, bool]:
        """Who may do something, and whether that is the reader."""
        told = self.who(subject, scope) or scope.doer
        return told or self.say("you"), not told

    # ---------- verbs ----------
    def _a_sentence(self, node: n.Sentence, scope: Scope) -> Act:
        who = self.who(node.subject, scope)
        name = self.lexicon.verbs.get(node.verb)
        if name is not None:
            return Act(self._declared(name, node, who, scope), who)
        method = getattr(self, f"_v_{self._base(node.verb)}", self._v_plain)
        return Act(method(node, scope), who)

    def _base(self, verb: str) -> str:
        return _BUILT_IN.get(verb, verb)

    def _declared(self, name: str, node: n.Sentence, who: str, scope: Scope) -> str:
        params = self.program.verbs[name].params
        given = dict(node.args) | ({"": node.object} if node.object is not None else {})
        values = {p.name: given[p.prep] for p in params if p.prep in given}
        return self.verb_phrase(name, values, scope, you=not (who or scope.doer))

    def verb_phrase(
        self, name: str, values: dict[str, n.Expr], scope: Scope, *, you: bool, known: dict[str, str] | None = None
    ) -> str:
        """A declared verb in the infinitive with its values."""
        verb = self.program.verbs[name]
        told = dict(known or {})
        if verb.head.labels:
            return self.filled(self.lexicon.raw(name, verb.head.labels), values, scope, known=told, you=you)
        text = name.replace("_", " ")
        for param in verb.params:
            value = self.phrase(values[param.name], scope) if param.name in values else told.get(param.name, "")
            if value:
                text = f"{text} {param.prep} {value}".replace("  ", " ")
        return text

    def _object(self, node: n.Sentence, scope: Scope) -> str:
        return self.phrase(node.object, scope) if node.object is not None else ""

    def _v_plain(self, node: n.Sentence, scope: Scope) -> str:
        return self.say(self._base(node.verb), x=self._object(node, scope))

    def _v_lose(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("lose", x=self._all_own(node, scope) or self._object(node, scope))

    def _all_own(self, node: n.Sentence, scope: Scope) -> str:
        """`lose (your coin) coin`: all your coins."""
        amount = node.object
        if not isinstance(amount, n.Amount) or amount.per is not None or amount.holder is not None:
            return ""
        if amount.count != n.Of(node.subject or n.You(), amount.name):
            return ""
        word = self.attribute(t.PLAYER, amount.name)
        owned = self.tongue.its(word, True) if node.subject is not None else self.phrase(amount.count, scope)
        return self.tongue.choice("all_own", word, x=owned)

    def _v_give(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("give", x=self._object(node, scope), p=self._arg(node, "to", scope))

    def _v_move(self, node: n.Sentence, scope: Scope) -> str:
        return self._moved("move", self._object(node, scope), dict(node.args).get("to"), scope)

    def _moved(self, key: str, what: str, place: n.Expr | None, scope: Scope) -> str:
        if isinstance(place, n.Call) and place.function in (n.Name("top"), n.Name("bottom")):
            end = "move_top" if place.function == n.Name("top") else "move_under"
            return self.say(end, x=what, z=self.phrase(place.args[0], scope))
        return self.say(key, x=what, z=self.phrase(place, scope) if place is not None else "")

    def _v_draw(self, node: n.Sentence, scope: Scope) -> str:
        args = dict(node.args)
        source, place = args.get("from"), args.get("to")
        type_ = self.type_of(source, scope) if source is not None else t.THING
        what = self._counted(node.object or n.Number(1), self.lexicon.type_noun(type_), scope)
        whence = self.phrase(source, scope) if source is not None else ""
        if isinstance(place, n.Call) and place.function == n.Name("top"):
            return self.say("draw_top", x=what, y=whence, z=self.phrase(place.args[0], scope))
        return self.say("draw", x=what, y=whence, z=self.phrase(place, scope) if place is not None else "")

    def _v_shuffle(self, node: n.Sentence, scope: Scope) -> str:
        if node.args:
            return self.say("shuffle_into", x=self._object(node, scope), z=self._arg(node, "into", scope))
        return self.say("shuffle", x=self._object(node, scope))

    def _v_reveal(self, node: n.Sentence, scope: Scope) -> str:
        if node.args and dict(node.args).get("to") == n.You() and not scope.doer:
            return self.say("look_at", x=self._object(node, scope))
        if node.args:
            return self.say("reveal_to", x=self._object(node, scope), p=self._arg(node, "to", scope))
        return self.say("reveal", x=self._object(node, scope))

    def _v_roll(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("roll_each" if node.each else "roll", x=self._object(node, scope))

    def _v_put(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("put", x=self._object(node, scope), y=self._arg(node, "over", scope))

    def _v_swap(self, node: n.Sentence, scope: Scope) -> str:
        return self.say("swap", x=self._object(node, scope), y=self._arg(node, "with", scope))

    def _arg(self, node: n.Sentence, prep: str, scope: Scope) -> str:
        value = dict(node.args).get(prep)
        return self.phrase(value, scope) if value is not None else ""

    # ---------- further acts ----------
    def _a_activate(self, node: n.Activate, scope: Scope) -> Act:
        who = self.who(node.subject, scope)
        power = node.power
        if not isinstance(power, n.Of):
            return Act(self.say("activate", e=self.say("effect", x=""), x=self.phrase(power, scope)), who)
        effect = self.say("effect", x=self.power_name(self.type_of(power.owner, scope), power.name))
        text = self.say("activate", e=effect, x=self.phrase(power.owner, scope))
        if node.args:
            text = self.say("with_values", a=text, b=self.join([self.phrase(value, scope) for _, value in node.args]))
        return Act(text, who)

    def _a_pay(self, node: n.Pay, scope: Scope) -> Act:
        return Act(self.say("pay", x=self.cost(node.cost, node.purpose, scope)), self.who(node.subject, scope))

    def cost(self, cost: n.Expr, purpose: str | None, scope: Scope) -> str:
        told = self.phrase(cost, scope)
        known = purpose is not None and (
            purpose in self.lexicon.verbs or any((w, purpose) in self.program.parts for w in ("step", "phase"))
        )
        return self.say("for_purpose", x=told, p=self.purpose(purpose or "")) if known else told

    def _a_let(self, node: n.Let, scope: Scope) -> Act:
        if self.type_of(node.value, scope) == t.YESNO:
            return Act(self.say("let_if", x=self.clause(node.value, scope), n=scope.letter()))
        return Act(self.say("let", x=self.phrase(node.value, scope), n=scope.letter()))

    def _a_set(self, node: n.Set, scope: Scope) -> Act | None:
        target = self.phrase(node.target, scope)
        if self.type_of(node.target, scope) == t.YESNO:
            return None
        change = node.value
        if isinstance(change, n.Binary) and change.op in "+-" and change.left == node.target:
            number = self.type_of(node.target, scope).tag in ("number", "dice")
            told = self.phrase(change.right, scope)
            if number or change.op == "+":
                return Act(self.say(("raise" if change.op == "+" else "lower") if number else "add_to", x=target, v=told))
        if isinstance(node.value, n.NoneValue):
            return Act(self.say("forget", x=target))
        if self._is_somebody(node, scope):
            return None
        return Act(self.say("set", x=target, v=self.phrase(node.value, scope)))

    def _is_somebody(self, node: n.Set, scope: Scope) -> bool:
        return self.type_of(node.target, scope).tag in ("thing", "values", "none")

    def _a_choose(self, node: n.Choose, scope: Scope) -> Act | None:
        if node.block is not None or node.optional:
            return None
        return Act(self._choice(node, scope), "" if node.random else self.who(node.subject, scope))

    def _choice(self, node: n.Choose, scope: Scope) -> str:
        text = self.say("pick" if node.random else "choose", x=self.chosen(node, scope))
        if node.cost is not None:
            inner = self.bound(node.query, scope).about(node.query.name)
            text = self.say("choose_paying", a=text, b=self.cost(node.cost, node.purpose, inner))
        return text

    def chosen(self, node: n.Choose, scope: Scope) -> str:
        """What is chosen: `a card in your hand`, `up to 2 cards`."""
        if node.how_many is None:
            word, _ = self.query_noun(node.query, scope)
            article = self.tongue.a(word).removesuffix(word.one)
            return article + self.queried(node.query, scope)
        many = self.queried(node.query, scope, many=True)
        count = node.how_many.count
        if count is None:
            return self.say("any_number_of", x=many)
        if isinstance(count, n.Number):
            told = self.queried(node.query, scope) if count.value == 1 else many
            text = f"{count.value} {told}"
        else:
            text = self.say("as_many", x=many, n=self.phrase(count, scope))
        return self.say("up_to", x=text) if node.how_many.mode == "up to" else text

    def _a_end(self, node: n.End, scope: Scope) -> Act | None:
        if node.then is not None:
            return None
        if node.scope == "game":
            if node.value is None:
                return Act(self.say("end_game"))
            return Act(self.say("end_game_with", x=self.phrase(node.value, scope)))
        if node.scope == "menu" or node.name == "menu":
            return Act(self.say("end_menu"))
        return Act(self.say("end", s=self.stretch(n.Scope(node.scope, node.name))))

    # ---------- names that acts bind ----------
    def after(self, stmt: n.Stmt, scope: Scope) -> Scope:
        """The scope for what follows an act."""
        if isinstance(stmt, n.Let):
            letter = scope.letter()
            type_ = self.type_of(stmt.value, scope)
            return scope.bind(stmt.name, Ref(type_, self.lexicon.type_noun(type_), text=letter, letter=letter, many=type_.many))
        if isinstance(stmt, n.Choose):
            return self.bound(stmt.query, scope, many=stmt.how_many is not None)
        if isinstance(stmt, n.Sentence | n.Activate) and stmt.bind is not None:
            return scope.bind(stmt.bind, self._outcome(stmt, scope))
        return scope

    def _outcome(self, stmt: n.Sentence | n.Activate, scope: Scope) -> Ref:
        base = self._base(stmt.verb) if isinstance(stmt, n.Sentence) else ""
        type_ = self._outcome_type(base, stmt, scope)
        if isinstance(stmt, n.Sentence) and stmt.each:
            base = "roll_each"
        text = self.say(f"r_{base}" if base in ("lose", "give", "draw", "roll", "roll_each") else "r_other")
        return Ref(type_, self.lexicon.type_noun(type_), text=text, many=type_.many)

    def _outcome_type(self, base: str, stmt: n.Sentence | n.Activate, scope: Scope) -> Type:
        if base in ("lose", "give"):
            return t.BUNDLE
        if base == "draw" and isinstance(stmt, n.Sentence):
            source = dict(stmt.args).get("from")
            return t.list_of(self.type_of(source, scope).element) if source is not None else t.list_of(t.THING)
        if isinstance(stmt, n.Sentence) and stmt.each:
            return t.list_of(t.NUMBER)
        if base == "roll" and isinstance(stmt, n.Sentence) and stmt.object is not None:
            return t.NUMBER if self.type_of(stmt.object, scope).tag in ("dice", "number") else t.ANY
        verb = self.program.verbs.get(self.lexicon.verbs.get(getattr(stmt, "verb", ""), ""))
        return verb.result if verb is not None and verb.result is not None else t.ANY
