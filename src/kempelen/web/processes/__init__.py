"""Several processes that serve the same games on one machine: who starts them, and what they pass on to each other."""
