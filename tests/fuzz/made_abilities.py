"""Abilities of things and of rules, made at random for the world of `made_programs.py`.

Contract: `Abilities.of(bearer)` gives the lines of one ability of a thing or a rule; `extra` what else a thing may bear.
"""

from __future__ import annotations

from tests.fuzz.made_statements import Lines, Statements, indented

_PATTERNS: tuple[tuple[str, dict[str, str]], ...] = (  # said of `you`, and what they bind
    ("gain n0 gold", {"n0": "number"}),
    ("lose n0 gem", {"n0": "number"}),
    ("gain n0 of resource r0", {"n0": "number"}),
    ("gain n0 gold from card c0", {"n0": "number", "c0": "card"}),
    ("move card c0", {"c0": "card"}),
    ("move card c0 from hand to crew", {"c0": "card"}),
    ("move any card to bin", {}),
    ("destroy card c0", {"c0": "card"}),
    ("reveal card c0", {"c0": "card"}),
    ("activate card c0's played", {"c0": "card"}),
    ("activate this's played", {}),
    ("roll die d0", {}),
    ("pay bundle b0", {"b0": "bundle"}),
    ("put face f0 over face f1", {"f0": "face", "f1": "face"}),
    ("toast player t0 with number n0", {"t0": "player", "n0": "number"}),
)
_ONLY_AFTER = "pay bundle"


def _said_of(who: str, pattern: str) -> str:
    """`gain n0 gold` of somebody: the ending falls on the first word."""
    verb, _, rest = pattern.partition(" ")
    return f"you {pattern}" if who == "you" else f"{who} {verb}s {rest}".strip()


class Abilities:
    def __init__(self, statements: Statements) -> None:
        self.s, self.e = statements, statements.e

    def of(self, bearer: str) -> Lines:
        """An ability of a thing, or of a rule."""
        e = self.e
        e.this = bearer == "thing"
        found = e.random.choice((self._trigger, self._trigger, self._trigger, self._clock, self._anytime))(bearer)
        e.this = False
        return found

    def _body(self, asks: float) -> Lines:
        """What an ability does: no verb, for verbs may wake it again and again."""
        asked, verbs = self.s.asks, self.s.verbs
        self.s.asks, self.s.verbs = self.e.chance(asks), {}
        body = self.s.block(1, 2)
        self.s.asks, self.s.verbs = asked, verbs
        return body

    def _trigger(self, bearer: str) -> Lines:
        e = self.e
        who, own = ("you", dict[str, str]()) if bearer == "thing" else ("player q0", {"q0": "player"})
        patterns = [*_PATTERNS, *((verb, dict[str, str]()) for verb in list(self.s.verbs)[:2])]
        pattern, bound = e.random.choice([one for one in patterns if e.this or "this" not in one[0]])
        with e.knowing(**own, **bound):
            where = f" where {e.of('yesno', 1)}" if e.chance(0.4) else ""
            timing = "after" if _ONLY_AFTER in pattern else e.one("after", "after", "before", "instead of")
            if e.chance(0.15) and timing != "after":
                return [f'forbid {_said_of(who, pattern)}{where} because "not now"']
            once = e.one(" once per turn", " once per turn", " once per round", "")
            body = self._body(0.3) + (["proceed"] if timing == "instead of" and e.chance(0.6) else [])
            return [f"{timing} {_said_of(who, pattern)}{where}{once}:", *indented(body)]

    def _clock(self, bearer: str) -> Lines:
        e = self.e
        edge, once = e.one("start", "end"), e.one("", "", " once per round")
        if e.chance(0.4):
            who, e.you = e.you, bearer == "thing"
            found = [f"at {edge} of round{once}:", *indented(self._body(0.0))]
            e.you = who
            return found
        with e.knowing(q1="player"):
            where = f" where {e.of('yesno', 1)}" if e.chance(0.4) else ""
            return [f"at {edge} of turn of player q1{where}{once}:", *indented(self._body(0.2))]

    def _anytime(self, bearer: str) -> Lines:
        e = self.e
        cost = f" costs {e.of('bundle', 0)}" if e.chance(0.6) else ""
        test = f" if {e.of('yesno', 1)}" if e.chance(0.5) or not cost else ""
        return [f"anytime option {e.fresh('zip')}{cost}{test}:", *indented([*self._body(0.2), "lose 1 gold"])]

    def extra(self) -> Lines:
        """What else a thing may bear."""
        e = self.e
        e.this = True
        found = [
            f"your crew's worth is raised by {e.of('number', 1)}",
            f"its worth is set to {e.of('number', 1)} if {e.of('yesno', 1)}",
            "its worth is multiplied by 2", "its worth is at most 4", "payment 1 gold costs 1 gem",
            "payment 2 gem costs 1 gold if lit", "stores gold in its store",
        ]  # fmt: skip
        e.this = False
        return [e.random.choice(found)]
