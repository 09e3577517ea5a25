"""Advice and calculations for people whose table the program does not know."""
