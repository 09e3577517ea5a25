"""What is asked over HTTP: pages, tables, the API."""
