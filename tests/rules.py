"""`@rule("KEY-3")` says which rule a test is about; the contract suite lists rules without one."""

from typing import Final

import pytest

rule: Final = pytest.mark.rule
