"""Taking back beside a real table: what goes where it was, and doing it again."""
