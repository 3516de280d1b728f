"""The pytest plugin that will collect the `example` blocks of rules files as tests.

pytest loads this module in every run of every project that has rulekit installed, so it imports nothing heavy at the
top.
"""
