"""What is written down: positions, scenarios, notation."""
