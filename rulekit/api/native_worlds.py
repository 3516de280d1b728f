"""Worlds that native code draws for `State.resample`, where many are drawn at one position.

Contract: the world of a seed is the one that `Drawing.resampled` gives, in every part. Where native code could not draw it so,
Python does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.interpreter.naming import Naming
from rulekit.interpreter.resample import Drawing
from rulekit.runtime.chance import MASK
from rulekit.runtime.state import Data, named_pools

if TYPE_CHECKING:
    from rulekit.api.native_search import Worlds
    from rulekit.api.state import State

_FEW = 12  # worlds of a position that Python draws before native code is asked: until then it could not win


def resampled(state: State, player: int, seed: int) -> Data:
    """A state that fits what a player knows."""
    drawing = state._drawing_for(player)
    drawing.wished += 1
    if drawing.wished == _FEW:
        drawing.native = _worlds(state, drawing, player)
    found = _drawn(drawing.native, seed) if drawing.native is not None and 0 <= seed <= MASK else None
    return drawing.resampled(seed) if found is None else found


def _worlds(state: State, drawing: Drawing, player: int) -> Worlds | None:
    """The worlds of a player in native code; None where there is none yet, or where they might be another in some part."""
    from rulekit.api.native_search import Left, Worlds, searchable

    found = searchable(state, build=False)
    if found is None or drawing.certain or not _alike(state, drawing):
        return None
    try:
        worlds = Worlds(found, state, player)
    except Left:
        return None
    return worlds if worlds.drawn is not None else None


def _alike(state: State, drawing: Drawing) -> bool:
    """Are pools numbered alike, whoever deals? Zones of things that are dealt would change places with them."""
    zones, pools = Naming.of(state.table).zones, drawing.base.pools
    return pools == named_pools(pools) and not any(zones.get(thing) for group in drawing.groups for thing in group.places)


def _drawn(worlds: Worlds, seed: int) -> Data | None:
    from rulekit.api.native_search import Left
    from rulekit.interpreter.resample import seed_of

    try:
        worlds.load(seed)
    except Left:
        return None
    data, _, _ = worlds.machine.dump(seed_of(seed))
    data.known = tuple(sorted(data.known))
    return data
