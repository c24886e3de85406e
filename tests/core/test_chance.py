"""Chance follows docs/chance.md, is fair, and a refused attempt uses up no luck."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluehouse.core.chance import Chance, subkey
from cluehouse.core.errors import Illegal
from cluehouse.core.ids import seats_of
from cluehouse.core.play import Play
from cluehouse.games.keyhole import GAME as KEYHOLE
from cluehouse.games.keyhole.pieces import Options

PAGE = Path(__file__).resolve().parents[2] / "docs" / "chance.md"


def _vectors() -> list[dict[str, Any]]:
    block = PAGE.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    vectors: list[dict[str, Any]] = json.loads(block)
    return vectors


@pytest.mark.parametrize("vector", _vectors(), ids=lambda vector: vector["call"])
def test_the_vectors_in_the_docs_hold(vector: dict[str, Any]) -> None:
    key, gives = bytes.fromhex(vector["key"]), vector["gives"]
    chance = Chance(key, vector.get("seq", 0))
    match vector["call"]:
        case "bytes":
            assert bytes(chance.below(256) for _ in range(vector["count"])).hex() == gives
        case "below":
            assert [chance.below(vector["bound"]) for _ in gives] == gives
        case "shuffled":
            assert chance.shuffled(vector["items"]) == gives
        case "fraction":
            assert [chance.fraction() for _ in gives] == gives
        case "subkey":
            assert subkey(key, *vector["labels"]).hex() == gives
        case other:
            pytest.fail(f"no such call: {other}")


def test_the_docs_have_vectors_for_every_call() -> None:
    calls = {vector["call"] for vector in _vectors()}
    assert calls == {"bytes", "below", "shuffled", "fraction", "subkey"}


@given(
    key=st.binary(max_size=40), seq=st.integers(0, 2**64 - 1), widths=st.lists(st.integers(1, 9))
)
def test_draws_of_any_width_use_up_the_stream_in_order(
    key: bytes, seq: int, widths: list[int]
) -> None:
    chance = Chance(key, seq)
    stream = b"".join(_block(key, seq, number) for number in range(sum(widths) // 32 + 1))
    for width in widths:
        assert chance.below(256**width) == int.from_bytes(stream[:width], "big")
        stream = stream[width:]


def _block(key: bytes, seq: int, number: int) -> bytes:
    return hashlib.sha256(key + seq.to_bytes(8, "big") + number.to_bytes(8, "big")).digest()


class Fed(Chance):
    """Draws from given bytes."""

    __slots__ = ("_food",)

    def __init__(self, food: Iterable[bytes]) -> None:
        super().__init__(b"", 0)
        self._food = iter(food)

    def _next_block(self) -> bytes:
        return next(self._food)


@pytest.mark.parametrize("bound", range(2, 257))
def test_over_all_bytes_each_number_comes_up_equally_often(bound: int) -> None:
    kept = 256 // bound * bound
    chance = Fed([bytes(range(256))])
    counts = Counter(chance.below(bound) for _ in range(kept))
    assert counts == dict.fromkeys(range(bound), 256 // bound)
    with pytest.raises(StopIteration):  # biased bytes were rejected
        chance.below(bound)


def test_over_all_pairs_of_bytes_each_number_comes_up_equally_often() -> None:
    chance = Fed([number.to_bytes(2, "big") for number in range(65536)])
    counts = Counter(chance.below(1000) for _ in range(65000))
    assert counts == dict.fromkeys(range(1000), 65)
    with pytest.raises(StopIteration):
        chance.below(1000)


@given(seq=st.integers(0, 2**32), bound=st.integers(1, 2**60))
def test_below_stays_below_its_bound(seq: int, bound: int) -> None:
    assert 0 <= Chance(b"key", seq).below(bound) < bound


def test_a_single_possibility_uses_no_luck() -> None:
    chance = Chance(b"key", 0)
    chance.below(1)
    assert chance.below(2**64) == Chance(b"key", 0).below(2**64)


@pytest.mark.parametrize("bound", [0, -1])
def test_a_bound_below_one_is_an_error(bound: int) -> None:
    with pytest.raises(ValueError, match="nothing is below"):
        Chance(b"key", 0).below(bound)


def test_choosing_from_an_empty_list_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing is below"):
        Chance(b"key", 0).choice([])


@given(seq=st.integers(0, 2**32), items=st.lists(st.integers()))
def test_a_shuffle_is_a_permutation_and_leaves_the_list_alone(seq: int, items: list[int]) -> None:
    before = list(items)
    assert Counter(Chance(b"key", seq).shuffled(items)) == Counter(before)
    assert items == before


def test_every_order_comes_up_equally_often() -> None:
    """All possible draws of a shuffle of four give each order once."""
    ways = [(a, b, c) for a in range(4) for b in range(3) for c in range(2)]
    orders = Counter(tuple(Fed([bytes(way)]).shuffled("abcd")) for way in ways)
    assert len(orders) == 24
    assert set(orders.values()) == {1}


@given(seq=st.integers(0, 2**32))
def test_a_fraction_is_at_least_0_and_less_than_1(seq: int) -> None:
    assert 0 <= Chance(b"key", seq).fraction() < 1


def test_the_largest_fraction_is_less_than_one() -> None:
    assert Fed([b"\xff" * 7]).fraction() == 1 - 2**-53


def test_luck_differs_by_key_and_by_move() -> None:
    streams = {Chance(key, seq).below(2**64) for key in (b"a", b"b") for seq in range(100)}
    assert len(streams) == 200


def test_subkeys_differ_by_key_and_by_each_label() -> None:
    labels: list[tuple[object, ...]] = [(), ("",), ("a",), ("a", "b"), ("ab",), ("b", "a"), (1,)]
    assert len({subkey(key, *each) for key in (b"x", b"y") for each in labels}) == 14


def test_a_refused_attempt_uses_no_luck() -> None:
    play = Play(KEYHOLE, Options(), 2, b"key")
    play.advance(play.setup())
    while play.outcome() is None:
        seat = play.asked()[0]
        move = play.legal_moves(seat)[0]
        events = play.decide(seat, move)
        _attempt_everything(play)
        assert play.decide(seat, move) == events
        play.advance(events)


def _attempt_everything(play: Play) -> None:
    for seat in seats_of(play.seats):
        for move in play.game.alphabet(play.options, play.seats):
            with suppress(Illegal):
                play.decide(seat, move)
