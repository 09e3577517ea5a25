"""The table: terrain, what can be seen, who is hidden."""
