"""Who comes, and where they may sit."""
