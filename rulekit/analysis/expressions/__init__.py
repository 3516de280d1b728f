"""Expressions: names resolved, types checked.

Contract: every function marked `checks` gives a core expression with its type; a mistake is reported once and the result
then has type `any`, which fits everywhere, so that one mistake gives one message. The modules in their order, each
resting on those before it: fitting, binding, defines, attributes, functions, names, queries, operators, conditions, matching,
calls.
"""

from rulekit.analysis.expressions import attributes, calls, conditions, matching, names, operators, queries

__all__ = ["attributes", "calls", "conditions", "matching", "names", "operators", "queries"]
