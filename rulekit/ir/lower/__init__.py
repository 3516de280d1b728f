"""Lowering: expressions of the program to values, operations to statements, routines to functions."""
