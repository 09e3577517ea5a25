"""A phone beside a real table: the companion one thing at a time, and the desk."""
