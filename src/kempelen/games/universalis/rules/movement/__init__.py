"""Movement: how far and where to, and the actions that move."""
