"""The workbench: what it finds in a text, its form, and what it tries out."""
