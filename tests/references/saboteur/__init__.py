"""The computer players of project group 018 (4.3.3) read a second time: their lists, and where a path card may lie.

Written from the German text and its digest (readings R14 to R29). Input is what a seat may know, as a position.
"""
