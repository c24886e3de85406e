"""The seal follows docs/fair-deal.md, and no two cases make the same key."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.seal import SEAL_BYTES, Seal, commitment_of, key_of
from cluehouse.core.wire import decoder

PAGE = Path(__file__).resolve().parents[2] / "docs" / "fair-deal.md"

values = st.binary(min_size=SEAL_BYTES, max_size=SEAL_BYTES).map(bytes.hex)
contributions = st.lists(st.none() | values, min_size=1, max_size=4)


def _vectors() -> list[dict[str, Any]]:
    block = PAGE.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    vectors: list[dict[str, Any]] = json.loads(block)
    return vectors


@pytest.mark.parametrize("vector", _vectors())
def test_the_vectors_in_the_docs_hold(vector: dict[str, Any]) -> None:
    secret, given = vector["secret"], vector["contributions"]
    assert commitment_of(secret) == vector["commitment"]
    assert key_of(secret, given).hex() == vector["key"]


@given(secret=values, one=contributions, other=contributions)
def test_other_contributions_make_another_key(
    secret: str, one: list[str | None], other: list[str | None]
) -> None:
    assert (key_of(secret, one) == key_of(secret, other)) == (one == other)


@given(secret=values, given_=contributions)
def test_a_key_is_never_the_commitment(secret: str, given_: list[str | None]) -> None:
    assert key_of(secret, given_).hex() != commitment_of(secret)


@pytest.mark.parametrize("value", ["", "00", "AB" * 32, "0g" * 32, "00" * 33, "00" * 32 + "\n"])
def test_a_contribution_is_32_bytes_in_lower_case_hexadecimal(value: str) -> None:
    seal = {"commitment": "00" * 32, "secret": "00" * 32, "contributions": [value]}
    with pytest.raises(msgspec.ValidationError):
        decoder(Seal).decode(json.dumps(seal))
