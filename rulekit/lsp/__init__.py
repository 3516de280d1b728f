"""A language server for rules files: what an editor asks while somebody writes a game."""
