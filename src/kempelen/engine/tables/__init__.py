"""Kinds of table: who answers what rules ask. The plain one, where players answer at once, is in engine/table."""
