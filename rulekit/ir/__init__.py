"""The compiler: the checked program of one table as a typed intermediate representation, optimised and printed as Python.

`nodes` is the representation and the ways through it; `lower/` makes it from the program, with `build`, `fold`, `constants` and
`ranges`; `passes/` are functions over it, which know by `effects` what calls look at and change; `python/` prints it, and
`show` writes it for readers; `compiler` holds them together.
"""
