"""What is sent to one place at a table, and nothing else."""
