"""The example games in plain Python, as one would write them by hand.

Each module has a `State` behind a small API (`legal`, `apply`, `over`, `winner`, `copy`), the way a user of a library drives
a game, and an inlined `playout`, which is about the best that plain Python can do. `playout` returns (moves, winner).
"""
