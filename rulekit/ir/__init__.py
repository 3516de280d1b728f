"""The compiler: the checked program of one table as a typed intermediate representation, optimised and printed as Python.

`nodes` is the representation; `lower`, `queries`, `functions`, `searches`, `costs`, `operations`, `menus`, `straight` and
`routines` make it; `forward`, `share`, `tidy` and `dead` are passes over it; `printer` turns it into Python; `compiler`
holds them together.
"""
