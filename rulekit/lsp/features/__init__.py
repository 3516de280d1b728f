"""Each request of the protocol, answered by the module of its concern.

Contract: nothing is worked out here: places are converted, the right function is asked, the answer is put into the classes of
the protocol. A document that is no rules file gets empty answers.
"""

from __future__ import annotations

from rulekit.lsp.features import changes, commands, documents, hierarchies, views, words
from rulekit.lsp.server import Server


def register(server: Server) -> None:
    """Enters all features."""
    for feature in (documents, words, changes, views, hierarchies, commands):
        feature.register(server)
