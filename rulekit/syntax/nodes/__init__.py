"""The syntax tree of rules files.

Contract: frozen plain data, one class a construct, built by `from_tree` and by nobody else. Every node carries
the span of the text it came from; equality and hashing ignore it, so that formatting never changes what a text
means. Nothing here is resolved: names are still words.

Others say `from rulekit.syntax import nodes as n`: all names of the modules below stand here.
"""

from __future__ import annotations

from rulekit.syntax.nodes.abilities import *  # noqa: F403
from rulekit.syntax.nodes.base import *  # noqa: F403
from rulekit.syntax.nodes.declarations import *  # noqa: F403
from rulekit.syntax.nodes.examples import *  # noqa: F403
from rulekit.syntax.nodes.expressions import *  # noqa: F403
from rulekit.syntax.nodes.statements import *  # noqa: F403
