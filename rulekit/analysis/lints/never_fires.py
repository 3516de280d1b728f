"""RK056: an ability that waits for something that never happens.

Looked at: `before`, `after`, `instead of`, `forbid` and `next time` for a declared verb that no text calls, for
gains of a resource that nothing gives, and for a power that nothing activates; what waits for the start or end of the
game; in a text with a `game`, what waits for or lasts until the start or end of a phase, step, turn or round that no
text begins. What examples do does not count.
"""

from __future__ import annotations

from rulekit.analysis.lints.text import Text
from rulekit.syntax import nodes as n


def check(text: Text) -> None:
    """Warn of patterns that no event of the game can match."""
    activated = {node.power.name for node in text.in_play if isinstance(node, n.Activate) and isinstance(node.power, n.Of)}
    for node in text.in_play:
        if isinstance(node, n.Trigger | n.Forbid | n.NextTime):
            reason = _reason(node.pattern, activated, text)
            if reason:
                text.sink.warn("RK056", f"this never happens: {reason}", node.pattern.span, "wait for something else")
        if isinstance(node, n.Clock | n.Later) and node.scope.word == "game":
            hint = "write it into the verb that plays the game"
            text.sink.warn(
                "RK056", "this never happens: nothing is done when the game begins or is over", node.scope.span, hint
            )
    if any(isinstance(decl, n.Game) for decl in text.decls):
        _check_stretches(text)


def _check_stretches(text: Text) -> None:
    """Warn of a start or end that never comes."""
    begun = {(node.scope.word, node.scope.name) for node in text.in_play if isinstance(node, n.Frame)}
    begun |= {(word, None) for word, _ in begun}
    for node in text.in_play:
        if isinstance(node, n.Clock | n.Until | n.Later) and node.scope.word in ("phase", "step", "turn", "round"):
            word, name = node.scope.word, node.scope.name
            if (word, name) not in begun:
                told = f"`{word} {name}:`" if name else f"`{word}:`"
                text.sink.warn("RK056", f"this never happens: no text says {told}", node.scope.span, "wait for something else")


def _reason(pattern: n.Pattern, activated: set[str], text: Text) -> str:
    if pattern.verb in text.verbs and pattern.verb not in text.called:
        return f"no text says `{pattern.verb}`"
    if pattern.verb == "gain":
        word = _resource(pattern)
        name = text.resource(word) if word else None
        return f"nothing gives any `{name}`" if name is not None and name not in text.gainable else ""
    if pattern.verb == "activate":
        power = _power(pattern)
        return f"nothing activates `{power}`" if power and power not in activated else ""
    return ""


def _resource(pattern: n.Pattern) -> str:
    term = pattern.object
    if term is None:
        return ""
    if term.mode == "bind":
        return term.name  # `n gold`: two words, the second is the resource
    if term.mode == "fixed":
        return term.kind
    return term.value.name if isinstance(term.value, n.Name) else ""


def _power(pattern: n.Pattern) -> str:
    term = pattern.object
    if term is None:
        return ""
    if term.mode == "power":
        return term.power
    return term.value.name if isinstance(term.value, n.Of) else ""
