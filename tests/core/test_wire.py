"""Wire values: decoded strictly, encoded canonically."""

from typing import Literal

import msgspec
import pytest

from cluehouse.core.wire import Blob, Wire, blobs_of, decoder, encode, encode_for_bots


class Show(Wire, frozen=True):
    card: Literal["king", "queen"]
    to: int


class Pass(Wire, frozen=True):
    pass


class Heard(Wire, frozen=True):
    sound: Blob


class Rope:
    pass


MOVE = decoder(Show | Pass)
DRIP = Blob("at-1", lambda: b"drip")


def test_a_value_encodes_its_type_then_its_fields_in_order() -> None:
    assert encode(Show("king", 1)) == b'{"type":"Show","card":"king","to":1}'


def test_a_value_survives_a_round_trip() -> None:
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
def test_invalid_input_is_refused(sent: bytes, complaint: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=complaint):
        MOVE.decode(sent)


def test_a_value_is_immutable() -> None:
    with pytest.raises(AttributeError):
        Show("king", 1).to = 2  # type: ignore[misc]


def test_a_blob_is_encoded_as_its_address_without_its_bytes() -> None:
    assert encode(Heard(DRIP)) == b'{"type":"Heard","sound":"at-1"}'


def test_a_decoded_blob_is_only_an_address() -> None:
    heard = decoder(Heard).decode(b'{"type":"Heard","sound":"at-1"}')
    assert heard == Heard(DRIP)
    with pytest.raises(LookupError, match="only the address"):
        _ = heard.sound.data


def test_a_bot_gets_the_gist_of_a_blob_without_its_bytes() -> None:
    loud = Heard(Blob("at-1", lambda: b"drip", lambda: (0.5, 2.0)))
    assert encode(loud) == b'{"type":"Heard","sound":"at-1"}'
    heard = decoder(Heard).decode(encode_for_bots(loud))
    assert heard == loud
    assert heard.sound.gist == (0.5, 2.0)
    with pytest.raises(LookupError, match="only the address"):
        _ = heard.sound.data


def test_a_decoded_blob_has_no_gist() -> None:
    heard = decoder(Heard).decode(b'{"type":"Heard","sound":"at-1"}')
    with pytest.raises(LookupError, match="only the address"):
        _ = heard.sound.gist


def test_the_blobs_of_a_sight_are_found() -> None:
    assert list(blobs_of(Heard(DRIP))) == [DRIP]
    assert list(blobs_of(Show("king", 1))) == []


def test_only_an_address_decodes_to_a_blob() -> None:
    with pytest.raises(msgspec.ValidationError, match="Expected the address of a blob"):
        decoder(Heard).decode(b'{"type":"Heard","sound":1}')


def test_the_bytes_of_a_blob_are_made_on_demand() -> None:
    drops = [b"drip"]
    blob = Blob("at-1", drops.pop)
    encode(Heard(blob))
    assert drops == [b"drip"]
    assert blob.data == b"drip"


def test_blobs_are_equal_by_their_address() -> None:
    same, other = Blob("at-1", lambda: b""), Blob("at-2", lambda: b"drip")
    assert same == DRIP
    assert len({DRIP, same, other}) == 2
    assert DRIP != "at-1"


def test_a_type_without_wire_form_is_not_decoded() -> None:
    with pytest.raises(NotImplementedError, match="Rope may not be stored or sent"):
        decoder(Rope).decode(b"1")


def test_a_type_without_wire_form_is_not_encoded() -> None:
    with pytest.raises(NotImplementedError, match="object may not be stored or sent"):
        encode(object())
