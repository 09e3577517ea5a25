"""What an experiment's file asks for: cells, how many games each, what is kept of them, and how long it will take."""
