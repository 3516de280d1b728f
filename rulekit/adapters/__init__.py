"""Bridges to the libraries of others: OpenSpiel, PettingZoo, Gymnasium. Each is an extra and is imported only when it is used.

| module | what it gives |
|---|---|
| `open_spiel` | a `pyspiel` game of any rules: chance nodes, simultaneous nodes, information states, tensors |
| `pettingzoo` | environments of many agents, turn by turn or in parallel |
| `gymnasium` | one seat against bots |
"""
