"""The rules of board games as data: load, check, play, test."""
