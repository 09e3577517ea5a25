"""What is got ready and laid out beside a real table."""
