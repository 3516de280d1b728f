"""Boards, maps and effect graphs as pictures: SVG and characters."""
