"""`@rule("KEY-3")` cites the rule that a test covers; the contract suite lists uncovered rules."""

from typing import Final

import pytest

rule: Final = pytest.mark.rule
