"""A model: its card, its values, what it carries and can do."""
