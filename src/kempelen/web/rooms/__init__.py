"""Games on the server: begun, answered, thought about."""
