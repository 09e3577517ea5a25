"""The command line as a person calls it."""

from tests.lab.conftest import kempelen

__all__ = ["kempelen"]
