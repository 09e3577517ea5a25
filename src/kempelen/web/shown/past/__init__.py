"""A game that is looked back at, on a page and in a file that needs none."""
