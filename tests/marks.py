"""`@rule("saboteur:R15")` names the rule or ruling a test pins; scripts/rule_index.py reads it."""

import pytest

rule = pytest.mark.rule
