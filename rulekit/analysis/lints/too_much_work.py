"""RK060: more work than a decision may take, by the text alone.

Looked at: defines and verbs that call others several times, which call others several times, and so on; and queries and loops
over ranges of plain numbers, one in the other. What a condition keeps from being reached counts all the same, so only very
large numbers are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulekit.analysis.lints.text import Text
from rulekit.program.limits import BUDGET
from rulekit.sources.source import Span
from rulekit.syntax import nodes as n
from rulekit.syntax.walk import children, walk

_MUCH = BUDGET // 4  # units: a define or verb takes a few each time
_WORST = 10**18  # nobody needs the number beyond
_LOOPS = (n.Filter, n.Comprehension, n.Aggregate, n.ForEach)


def check(text: Text) -> None:
    """Warn of what is exponential, and of ranges in ranges."""
    defines = {decl.name: decl for decl in text.decls if isinstance(decl, n.Define)}
    _calls(text, defines, lambda define: _defines_in(define.value, defines), "worked out")
    _calls(text, text.verbs, lambda verb: _verbs_in(verb, text), "carried out")
    for decl in text.decls:
        if not isinstance(decl, n.Example):
            _ranges(text, decl)


# ---------- calls ----------
def _calls(text: Text, all_: dict[str, n.Define] | dict[str, n.Verb], called: Callable[..., list[str]], what: str) -> None:
    """Of a chain of calls, the first link with which it becomes too much."""
    inside = {name: called(decl) for name, decl in all_.items()}
    weights: dict[str, int] = {}
    for name in _innermost_first(inside):
        weights[name] = min(_WORST, 1 + sum(weights.get(other, 1) for other in inside[name]))
        if weights[name] > _MUCH and all(weights.get(other, 0) <= _MUCH for other in inside[name]):
            most = max(inside[name], key=inside[name].count)
            message = f"`{name}` comes to more than {_MUCH:,} calls: `{most}` is {what} {inside[name].count(most)} times here"
            hint = "work it out once and keep it, or call it once"
            text.sink.warn("RK060", message, all_[name].span.word(name), f"{hint}; so it goes on in what that calls")


def _innermost_first(inside: dict[str, list[str]]) -> list[str]:
    """Names after all that they call; circles are broken somewhere."""
    order: dict[str, None] = {}
    for start in inside:
        waiting = [(start, iter(dict.fromkeys(inside[start])))]
        open_ = {start}
        while waiting and start not in order:
            name, others = waiting[-1]
            following = next((other for other in others if other in inside and other not in order and other not in open_), None)
            if following is None:
                order[name] = None
                waiting.pop()
            else:
                open_.add(following)
                waiting.append((following, iter(dict.fromkeys(inside[following]))))
    return list(order)


def _defines_in(value: n.Node, defines: dict[str, n.Define]) -> list[str]:
    return [node.name for node in walk(value) if isinstance(node, n.Name) and node.name in defines]


def _verbs_in(verb: n.Verb, text: Text) -> list[str]:
    return [node.verb for node in walk(verb) if isinstance(node, n.Sentence) and node.verb in text.verbs]


# ---------- ranges ----------
def _ranges(text: Text, decl: n.Decl) -> None:
    waiting: list[tuple[n.Node, int]] = [(decl, 1)]
    while waiting:
        node, turns = waiting.pop()
        more = turns * _turns(node)
        if more > BUDGET:
            hint = "go through fewer of them, or look for one thing at a time"
            text.sink.warn("RK060", f"this goes round {more:,} times", _place(node), hint)
            continue
        source = node.query.source if isinstance(node, _LOOPS) else None
        waiting.extend((child, turns if child is source else more) for child in _below(node))


def _below(node: n.Node) -> Iterable[n.Node]:
    """What is inside a node; the query of a loop by its parts."""
    for child in children(node):
        if isinstance(child, n.Query):
            yield from _query(child)
        else:
            yield child


def _query(query: n.Query) -> Iterator[n.Node]:
    yield query.source
    if query.where is not None:
        yield query.where


def _turns(node: n.Node) -> int:
    """How often a loop goes round, where plain numbers say so."""
    if isinstance(node, n.Repeat) and isinstance(node.count, n.Number) and not node.at_most and node.condition is None:
        return max(1, node.count.value)
    source = node.query.source if isinstance(node, _LOOPS) else None
    if isinstance(source, n.Binary) and source.op == ".." and isinstance(source.left, n.Number):
        return max(1, source.right.value - source.left.value + 1) if isinstance(source.right, n.Number) else 1
    return 1


def _place(node: n.Node) -> Span:
    return node.query.span if isinstance(node, _LOOPS) else node.span
