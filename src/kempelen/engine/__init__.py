"""The engine all games stand on: tables, sessions, records, odds."""
