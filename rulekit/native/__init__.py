"""Native code: the typed representation of one table printed as C, compiled, loaded and run.

`printer`, `values`, `calls`, `statements` and `operations` print functions; `tables` what the C runtime (`c/`) must know of a
table; `source` the whole text; `build` finds a compiler and keeps what it has made; `library` loads it; `convert` turns states
into rows of numbers and back.
"""
