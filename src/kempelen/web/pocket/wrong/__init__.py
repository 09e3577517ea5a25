"""What is wrong on a real table: tapped, told, and what else is different by it."""
