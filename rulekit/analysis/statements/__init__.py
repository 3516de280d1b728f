"""Statements and abilities to operations.

Contract: every function marked `lowers` checks one statement and appends its operations to the routine of the environment.
The modules in their order, each resting on those before it: blocks, whose, sentences, choices, control, patterns, abilities,
supposed (an expression that holds statements).
"""

from rulekit.analysis.statements import abilities, choices, control, sentences, supposed

__all__ = ["abilities", "choices", "control", "sentences", "supposed"]
