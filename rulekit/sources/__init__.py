"""Source text, places in it, findings about it, and how both are shown."""
