"""The printer of Python: the only place that knows Python."""
