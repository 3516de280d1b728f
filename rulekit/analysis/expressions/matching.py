"""`match`: which arm a value takes, as an expression; and the text of a define over several lines.

Contract: `Arms` goes through the patterns of one `match` in order and gives for each arm the test of a value; it reports what
is named twice, what is never reached, and at the end which members of a closed set are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.analysis.context import Checker, checks
from rulekit.analysis.env import Env
from rulekit.analysis.expressions.binding import NOTHING, bind_kind, let_in, test_of, within
from rulekit.analysis.expressions.conditions import is_word
from rulekit.analysis.expressions.fitting import WRONG, fit, items_of
from rulekit.program import core as c
from rulekit.program import types as t
from rulekit.program.types import Type, empty_of
from rulekit.sources.english import an
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n

_WORDS = ("thing", "values", "design")  # types of which a pattern is a word, as behind `is`


class Arms:
    """The arms of one `match` over a value that can be read again and again."""

    def __init__(self, cx: Checker, value: c.Core) -> None:
        self.cx, self.value = cx, value
        self.seen: set[object] = set()

    def test(self, patterns: Sequence[n.Expr | n.Binding], env: Env) -> c.Core:
        """Does the value take this arm? A name that the arm gives is known in `env` afterwards."""
        found: c.Core | None = None
        for pattern in patterns:
            if isinstance(pattern, n.Binding) and len(patterns) > 1:
                hint = "give each kind an arm of its own"
                self.cx.sink.error("RK038", f"`{pattern.name}` would stand for several kinds", pattern.span, hint)
            one = self._one(pattern, env)
            found = one if found is None else c.Op("or", found, one, type=t.YESNO)
            self._note(pattern)
        return found or WRONG

    def _one(self, pattern: n.Expr | n.Binding, env: Env) -> c.Core:
        cx, value = self.cx, self.value
        if isinstance(pattern, n.Binding):
            named = bind_kind(cx, value, pattern, env)
            if named is None:
                return WRONG
            env.named.append(named)
            return test_of(named, value)
        if isinstance(pattern, n.NoneValue):
            return c.Op("==", value, NOTHING, type=t.YESNO)
        if isinstance(pattern, n.Name) and value.type.tag in _WORDS and pattern.name not in env.names:
            return is_word(cx, value, n.Is(n.Name(""), pattern.name, span=pattern.span), env)
        return self._equal(pattern, env)

    def _equal(self, pattern: n.Expr, env: Env) -> c.Core:
        cx, value = self.cx, self.value
        wanted = items_of(cx.check(pattern, env))
        of_many = wanted.type.many and not value.type.many
        held = wanted.type.element if of_many else wanted.type
        if not t.fits(held, value.type, cx.program.parents) and not t.fits(value.type, held, cx.program.parents):
            cx.sink.error("RK012", f"this is {an(held)}, but the value is {an(value.type)}", pattern.span)
            return WRONG
        if of_many:
            return c.Within(value, wanted, type=t.YESNO)
        return c.Op("==", value, wanted, type=t.YESNO)

    def _note(self, pattern: n.Expr | n.Binding) -> None:
        """What an arm has been taken by before is never reached a second time."""
        key, lineage = self._key(pattern)
        taken = next((one for one in (key, *lineage) if one in self.seen), None)
        if taken is not None:
            same = "this stands in an arm above" if taken == key else f"an arm above takes every `{taken[-1]}`"
            self.cx.sink.error("RK040", f"this is never reached: {same}", pattern.span, "take one of them away")
        if key is not None:
            self.seen.add(key)

    def _key(self, pattern: n.Expr | n.Binding) -> tuple[tuple[str, object] | None, list[tuple[str, object]]]:
        """What a pattern is known by, and the kinds that would have taken it before."""
        world = self.cx.world
        match pattern:
            case n.Number() | n.YesNo() | n.String():
                return (type(pattern).__name__, pattern.value), []
            case n.NoneValue():
                return ("none", None), []
            case n.Binding(kind=word) | n.Name(name=word):
                design = self.cx.program.designs.get(word)
                kinds = world.lineage(design.kind) if design is not None else world.lineage(word)
                return ("word", word), [("word", kind) for kind in kinds if kind != word]
        return None, []

    def missing(self, span: Span) -> None:
        """Without `else` every member of a closed set needs an arm."""
        left = [word for word in members(self.cx, self.value.type) if ("word", word) not in self.seen]
        if self.value.type == t.YESNO:
            left = [word for word, value in (("yes", True), ("no", False)) if ("YesNo", value) not in self.seen]
        if left:
            some = ", ".join(f"`{word}`" for word in left)
            hint = "give them an arm, or end with `else`"
            self.cx.sink.error("RK039", f"nothing is said for {some}", span, hint)


def members(cx: Checker, type_: Type) -> tuple[str, ...]:
    return tuple(cx.program.values.get(type_.name, ())) if type_.tag == "values" else ()


@checks(n.MatchValue)
def _match_value(cx: Checker, node: n.MatchValue, env: Env) -> c.Core:
    value = items_of(cx.check(node.value, env))
    if value.type.tag == "any":
        return WRONG
    if isinstance(value, c.Local | c.Const):
        return _chain(cx, node, value, env)
    inner = env.child()
    slot = inner.temp(value.type)
    return let_in(slot, value, _chain(cx, node, c.Local(slot, type=value.type), inner))


def _chain(cx: Checker, node: n.MatchValue, value: c.Core, env: Env) -> c.Core:
    arms = Arms(cx, value)
    tests, results = [], []
    for case in node.cases:
        inner = env.child()
        tests.append(arms.test(case.patterns, inner))
        results.append(within(inner.named, items_of(cx.check(case.value, inner))))
    spans = [case.value.span for case in node.cases]
    if node.otherwise is not None:
        results.append(items_of(cx.check(node.otherwise, env)))
        spans.append(node.otherwise.span)
    elif members(cx, value.type) or value.type == t.YESNO:
        arms.missing(node.span)
    else:
        hint = "add `else` with the value for all others"
        cx.sink.error("RK039", f"{an(value.type)} may be something that no arm names", node.span, hint)
    if any(one.type.tag == "dice" for one in results):
        results = [fit(cx, one, t.DICE) for one in results]
    type_ = _joined(cx, results, spans)
    found = results.pop() if node.otherwise is not None else c.Const(empty_of(type_), type=type_)
    for test, result in zip(reversed(tests), reversed(results), strict=True):
        found = c.IfElse(test, result, found, type=type_)
    return found


def _joined(cx: Checker, results: list[c.Core], spans: list[Span]) -> Type:
    """The type of all arms; one that does not go with those before it is reported."""
    found = results[0].type
    for one, span in zip(results[1:], spans[1:], strict=True):
        if not (t.fits(one.type, found, cx.program.parents) or t.fits(found, one.type, cx.program.parents)):
            cx.sink.error("RK012", f"this is {an(one.type)}, the arms above give {an(found)}", span)
            return t.ANY
        found = t.join(found, one.type, cx.program.parents)
    return found


# ---------- defines over several lines ----------
@checks(n.LetIn)
def _let(cx: Checker, node: n.LetIn, env: Env) -> c.Core:
    inner = env.child()
    value = items_of(cx.check(node.value, inner))
    slot = inner.bind(node.name, value.type, node.span)
    body = items_of(cx.check(node.body, inner))
    return let_in(slot, value, body)


@checks(n.NoFormula)
def _no_formula(cx: Checker, node: n.NoFormula, env: Env) -> c.Core:
    message, hint = {
        "statement": (
            "a define only works out a value",
            "it has `let`, `if`, `match` and `result`; what acts is a verb: `to`",
        ),
        "missing": ("nothing gives a value here", "end with `result ...`"),
        "unreachable": ("this is never reached", "what stands before it gives the value already"),
    }[node.problem]
    cx.sink.error("RK041", message, node.span, hint)
    return WRONG
