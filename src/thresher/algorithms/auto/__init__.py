"""`auto`: the default method, a small learned model over the columns of a page."""
