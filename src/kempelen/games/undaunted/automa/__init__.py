"""The automa: what its author wrote, and what its lines mean."""
