"""Automa files: an author's card as plain text, read, checked, and made into behaviours.

A file is data. Every problem has a line and a column, nothing in it is ever executed, and it names no path or address.
"""
