"""Automas as data: what a behaviour is, why it decides, and how it is printed back."""
