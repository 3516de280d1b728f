"""The primitives that every tier calls: the state, its table, changes, events, payment, chance, scopes."""
