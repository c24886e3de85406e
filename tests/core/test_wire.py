"""What is stored or sent: strict on the way in, the same bytes on the way out."""

import hashlib
from typing import Literal

import msgspec
import pytest

from cluehouse.core.wire import Blob, Wire, decoder, encode


class Show(Wire, frozen=True):
    card: Literal["king", "queen"]
    to: int


class Pass(Wire, frozen=True):
    pass


class Heard(Wire, frozen=True):
    sound: Blob


MOVE = decoder(Show | Pass)


def test_a_value_says_its_type_then_its_fields_in_order() -> None:
    assert encode(Show("king", 1)) == b'{"type":"Show","card":"king","to":1}'


def test_a_value_comes_back() -> None:
    assert MOVE.decode(encode(Show("king", 1))) == Show("king", 1)


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        (b'{"type":"Show","card":"king","to":1,"by":2}', "unknown field `by`"),
        (b'{"type":"Show","card":"king"}', "missing required field `to`"),
        (b'{"type":"Show","card":"king","to":"1"}', "Expected `int`, got `str`"),
        (b'{"type":"Show","card":"king","to":1.5}', "Expected `int`, got `float`"),
        (b'{"type":"Show","card":"king","to":true}', "Expected `int`, got `bool`"),
        (b'{"type":"Show","card":"king","to":null}', "Expected `int`, got `null`"),
        (b'{"type":"Show","card":"ace","to":1}', "Invalid enum value 'ace'"),
        (b'{"type":"Steal"}', "Invalid value 'Steal'"),
        (b'{"card":"king","to":1}', "missing required field `type`"),
        (b"[1]", "Expected `object`, got `array`"),
        (b'{"type":"Pass"} {}', "trailing characters"),
        (b'{"type":"Pa', "truncated"),
        (b"\xff\xfe", "malformed"),
    ],
)
def test_anything_else_is_refused(sent: bytes, complaint: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=complaint):
        MOVE.decode(sent)


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Show("king", 1).to = 2  # type: ignore[misc]


def test_a_blob_goes_by_its_address_and_never_by_its_bytes() -> None:
    blob = Blob(b"drip")
    assert blob.address == hashlib.sha256(b"drip").hexdigest()
    assert encode(Heard(blob)) == f'{{"type":"Heard","sound":"{blob.address}"}}'.encode()


def test_blobs_are_equal_by_their_bytes() -> None:
    assert Blob(b"drip") == Blob(b"drip")
    assert len({Blob(b"drip"), Blob(b"drip"), Blob(b"drop")}) == 2
    assert Blob(b"drip") != b"drip"


def test_what_has_no_wire_form_is_not_sent() -> None:
    with pytest.raises(NotImplementedError, match="object may not be stored or sent"):
        encode(object())
