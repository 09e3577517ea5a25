"""Second implementations of the automas, written from the documents and not from the code.

Whoever wrote them had read the digests of the rules, the authors' documents and the shipped data (maps, cards), and nothing of
`kempelen.games`. They take plain data (positions as in docs/en/files.md) and import nothing from there.
"""
