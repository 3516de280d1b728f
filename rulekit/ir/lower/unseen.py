"""Which places that ask can only offer what the one who is asked sees.

Contract: `may_be_unseen(op)` errs on the side of too many; where it names none, no look at the state is needed.
"""

from __future__ import annotations

from rulekit.program import core as c
from rulekit.program import ops as o
from rulekit.program.game import Program
from rulekit.program.types import Type, is_kind

_Given = dict[int, c.Core]  # the values of a define's parameters


class InSight:
    """Looks at where things come from that are offered."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def may_be_unseen(self, op: o.Ask | o.Choose) -> frozenset[int]:
        """The options, by number, of which some may be hidden from the one who is asked; a choice is one option."""
        heads = [(op.source, op.element)] if isinstance(op, o.Choose) else [(head.source, head.type) for head in op.options]
        return frozenset(
            at
            for at, (source, type_) in enumerate(heads)
            if source is not None and not self._in_sight(source, type_, op.subject)
        )

    def _in_sight(self, source: c.Core, type_: Type, subject: c.Core) -> bool:
        return type_.tag != "thing" or not self._ever_hidden(type_.name) or self._shown(source, subject, {})

    def _ever_hidden(self, kind: str) -> bool:
        """Can things of a kind lie where not everybody sees them?"""
        parents = self.program.parents
        hiding = [zone for zone in self.program.zones.values() if zone.seen != "everyone"]
        return any(is_kind(kind, held, parents) or is_kind(held, kind, parents) for zone in hiding for held in zone.holds)

    def _shown(self, node: c.Core, subject: c.Core, given: _Given) -> bool:
        if isinstance(node, c.Keep | c.Rank):
            return self._shown(node.source, subject, given)
        if isinstance(node, c.Items):
            return isinstance(node.zone, c.ZoneOf) and self._zone_shown(node.zone.zone, node.zone.owners, subject, given)
        if isinstance(node, c.ZoneUnion):
            return self._zone_shown(node.zone, (node.owner,) if node.owner is not None else (), subject, given)
        if isinstance(node, c.CallDefine):
            define = self.program.defines[node.name]
            args = {p.slot: self._argument(a, given) for p, a in zip(define.params, node.args, strict=True)}
            return define.value is not None and self._shown(define.value, subject, args)
        if isinstance(node, c.Op) and node.op in ("list+", "list-"):
            return self._shown(node.left, subject, given) and self._shown(node.right, subject, given)
        return False

    def _argument(self, node: c.Core, given: _Given) -> c.Core:
        return given.get(node.slot, node) if isinstance(node, c.Local) else node

    def _zone_shown(self, zone: str, owners: tuple[c.Core, ...], subject: c.Core, given: _Given) -> bool:
        seen = self.program.zones[zone].seen
        if seen != "owner" or not owners or self.program.actors:
            return seen == "everyone"
        owner = self._argument(owners[0], given)
        return isinstance(owner, c.Local) and isinstance(subject, c.Local) and owner.slot == subject.slot
