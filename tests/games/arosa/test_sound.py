"""Arosa: what a fall sounds like, and what the sound must not reveal."""

import io
import wave
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from cluehouse.core.codec import codec
from cluehouse.core.ids import RAIL
from cluehouse.core.record import read_record
from cluehouse.games.arosa import GAME, view
from cluehouse.games.arosa.events import Dropped
from cluehouse.games.arosa.tower import hearing as ear
from cluehouse.games.arosa.tower import sound
from cluehouse.games.arosa.tower.fall import (
    FLOORS,
    HEARINGS,
    SOUND_SECONDS,
    Contact,
    Fall,
    Hearing,
    Synthesis,
)
from cluehouse.games.arosa.tower.sound import RATE, Signal
from cluehouse.games.arosa.view import CubeHeard
from tests.rules import rule
from tools.arosa_falls import in_empty_hotel

LOGS = Path(__file__).parents[2] / "logs" / "arosa"
KNOCK = 200_000
FEATURES_OF: dict[Synthesis, list[float]] = {1: [8.6895, 8.6594], 2: [9.1659, 8.8072]}
Measure = Callable[[Signal], float]


def heard(storey: int, hearing: Hearing, impulse: int = 600) -> Signal:
    """The sound of one knock, from the moment it begins."""
    wav = sound.of([Contact(KNOCK, storey, impulse)], hearing)
    return sound.samples(wav)[KNOCK * RATE // 1_000_000 :]


def energy(signal: Signal) -> float:
    return float((signal**2).sum())


def brightness(signal: Signal) -> float:
    """The mean pitch at the beginning, in hertz."""
    power = np.abs(np.fft.rfft(signal[: RATE // 20])) ** 2
    return float(np.average(np.fft.rfftfreq(RATE // 20, 1 / RATE), weights=power))


def lowest(signal: Signal) -> float:
    """The mean pitch in the band of the panels."""
    power = np.abs(np.fft.rfft(signal[: RATE // 20])) ** 2
    return float(np.average(np.arange(7, 80) * 20, weights=power[7:80]))


def fundamental(signal: Signal) -> float:
    """The strongest pitch in the band of the panels, in hertz."""
    begin = signal[: RATE // 12] * np.hanning(RATE // 6)[RATE // 12 :]
    return float(200 + np.abs(np.fft.rfft(begin, RATE))[200:700].argmax())


def reverberation(signal: Signal) -> float:
    """The share of the energy that comes after a twentieth of a second."""
    late = signal[RATE // 20 : RATE // 2]
    return energy(late) / energy(signal[: RATE // 2])


def mostly(measure: Measure, storey: int, hearing: Hearing) -> float:
    """The average over several knocks, each a little out of tune."""
    return float(np.mean([measure(heard(storey, hearing, 600 + n)) for n in range(12)]))


# --- falls: what tells the storey, over many seeds ---------------------------------------------


@pytest.fixture(scope="module")
def falls() -> list[list[Fall]]:
    """Falls in an empty hotel, by the storey where the cube came to rest."""
    dropped = [heard.fall for heard in in_empty_hotel(480, "acoustics")]
    return [[fall for fall in dropped if fall.storey == storey] for storey in range(FLOORS)]


def last_hit(fall: Fall, hearing: Hearing) -> Signal:
    """The sound from the hardest knock on the storey where the cube came to rest."""
    hit = max((each for each in fall.contacts if each.storey == fall.storey), key=by_impulse)
    return sound.samples(sound.of(fall.contacts, hearing))[hit.time * RATE // 1_000_000 :]


def by_impulse(contact: Contact) -> int:
    return contact.impulse


def from_the_top(falls: list[list[Fall]], measure: Callable[[Fall], float]) -> list[float]:
    """The mean for each storey, from the uppermost to the ground floor."""
    return [float(np.mean([measure(fall) for fall in some])) for some in reversed(falls)]


def hits(fall: Fall, hearing: Hearing) -> Signal:
    """The times at which a listener hears something strike, in seconds."""
    power = ear._power(sound.samples(sound.of(fall.contacts, hearing)))
    return ear._knocks(power[:, ear._EDGES[0] : ear._EDGES[-1]].sum(axis=1)) / 100


@rule("AR-SND-2")
@pytest.mark.parametrize("hearing", HEARINGS)
def test_the_deeper_a_cube_falls_the_later_and_the_more_hits_are_heard(
    falls: list[list[Fall]], hearing: Hearing
) -> None:
    last = from_the_top(falls, lambda fall: hits(fall, hearing)[-1])
    assert last == sorted(last)
    assert last[0] < 0.25
    assert last[-1] > 0.75
    number = from_the_top(falls, lambda fall: len(hits(fall, hearing)))
    assert all(higher < lower for higher, lower in zip(number, number[2:], strict=False))
    assert number[0] < 2.5
    assert number[-1] > 5


@rule("AR-SND-2")
@pytest.mark.parametrize("hearing", HEARINGS)
def test_pitch_falls_steadily_down_to_the_first_storey(
    falls: list[list[Fall]], hearing: Hearing
) -> None:
    pitches = from_the_top(falls[1:], lambda fall: lowest(last_hit(fall, hearing)))
    assert all(above > 1.01 * below for above, below in pairwise(pitches))
    (click,) = from_the_top(falls[:1], lambda fall: brightness(last_hit(fall, hearing)))
    assert click > 2 * pitches[0]


@rule("AR-SND-2")
@pytest.mark.parametrize("hearing", HEARINGS)
def test_within_one_fall_no_deeper_storey_sounds_higher(hearing: Hearing) -> None:
    """Struck equally hard from storey to storey, a quarter of a second apart."""
    times = [100_000 + 250_000 * depth for depth in range(FLOORS - 1)]
    for impulse in range(600, 612):
        way = [Contact(time, FLOORS - 1 - i, impulse) for i, time in enumerate(times)]
        whole = sound.samples(sound.of(way, hearing))
        pitches = [fundamental(whole[time * RATE // 1_000_000 :]) for time in times]
        assert pitches == sorted(pitches, reverse=True)


@rule("AR-SND-2")
@pytest.mark.parametrize("hearing", HEARINGS)
def test_loudness_does_not_tell_the_storey(falls: list[list[Fall]], hearing: Hearing) -> None:
    loudest = from_the_top(
        falls,
        lambda fall: 20 * np.log10(abs(sound.samples(sound.of(fall.contacts, hearing))).max()),
    )
    assert max(loudest) - min(loudest) < 3, "in decibels"


@rule("AR-SND-2")
@pytest.mark.parametrize(("version", "synthesis"), [(1, 1), (2, 1), (3, 2)])
def test_a_stored_game_is_heard_as_it_was_played(version: int, synthesis: Synthesis) -> None:
    record = read_record((LOGS / f"v{version}.json").read_bytes())
    events = [each for entry in record.entries for each in codec(GAME).events.decode(entry.events)]
    dropped = next(event for event in events if isinstance(event, Dropped))
    heard = view.see(dropped, RAIL)
    assert isinstance(heard, CubeHeard)
    assert heard.sound.data == sound.of(dropped.contacts, "normal", synthesis=synthesis)
    assert heard.sound.gist[0] == synthesis


@rule("AR-SND-2")
@pytest.mark.parametrize("synthesis", [1, 2])
def test_a_way_to_make_sounds_never_changes(synthesis: Synthesis) -> None:
    """The loudness, and the pitch of the panels in octaves."""
    contacts = [Contact(90805, 7, 228), Contact(247095, 6, 390), Contact(408896, 4, 456)]
    heard = ear.features(sound.of(contacts, "normal", synthesis=synthesis))
    assert heard[[0, 10]] == pytest.approx(FEATURES_OF[synthesis], abs=0.001)


# --- sounds -----------------------------------------------------------------------------------


@rule("AR-SND-2")
@pytest.mark.parametrize("hearing", HEARINGS)
def test_all_sounds_have_one_length_and_one_header(hearing: Hearing) -> None:
    short = sound.of([Contact(100_000, 7, 300)], hearing)
    long = sound.of([Contact(100_000 * n, 8 - n, 900) for n in range(1, 9)], hearing)
    late = sound.of([Contact(1_999_000, 0, 900)], hearing)
    assert len({len(wav) for wav in (short, long, late)}) == 1
    assert short[:44] == long[:44] == late[:44]


@rule("AR-SND-2")
def test_a_sound_is_a_wav_file_that_others_can_read() -> None:
    with wave.open(io.BytesIO(sound.of([Contact(KNOCK, 3, 500)], "normal"))) as file:
        assert file.getnchannels() == 1
        assert file.getsampwidth() == 2
        assert file.getnframes() == round(SOUND_SECONDS * file.getframerate())


@rule("AR-SND-2")
def test_the_same_knocks_give_the_same_bytes_and_others_do_not() -> None:
    knocks = [Contact(KNOCK, 4, 500), Contact(2 * KNOCK, 3, 400)]
    assert sound.of(knocks, "normal") == sound.of(tuple(knocks), "normal")
    assert sound.of(knocks, "normal") != sound.of(knocks, "clear")
    assert sound.of(knocks, "normal") != sound.of(knocks[:1], "normal")


@rule("AR-SND-2")
def test_nothing_but_hiss_is_heard_before_the_first_knock() -> None:
    signal = sound.samples(sound.of([Contact(KNOCK, 7, 600)], "clear"))
    start = KNOCK * RATE // 1_000_000
    assert abs(signal[:start]).max() < 0.001
    assert abs(signal[start : start + RATE // 50]).max() > 0.1


@rule("AR-SND-2")
@pytest.mark.parametrize(("measure", "sign"), [(brightness, -1), (lowest, -1), (reverberation, 1)])
def test_deeper_is_duller_lower_and_more_reverberant(measure: Measure, sign: int) -> None:
    """All storeys except the table, which is a hard click."""
    measured = [sign * mostly(measure, storey, "clear") for storey in range(FLOORS - 1, 0, -1)]
    assert measured == sorted(measured)


@rule("AR-SND-2")
@pytest.mark.parametrize("hearing", HEARINGS)
def test_the_table_is_a_hard_click(hearing: Hearing) -> None:
    assert mostly(brightness, 0, hearing) > 1.3 * mostly(brightness, 1, hearing)


@rule("AR-SND-2")
def test_a_harder_knock_is_louder() -> None:
    assert energy(heard(5, "clear", 900)) > 2 * energy(heard(5, "clear", 300))


@rule("AR-SND-2")
def test_many_knocks_at_once_do_not_clip_the_sound() -> None:
    crash = sound.samples(sound.of([Contact(KNOCK, 7, 1500)] * 30, "clear"))
    assert abs(crash).max() <= 1
    assert abs(np.diff(np.sign(crash))).sum() > 100


@rule("AR-SND-2")
def test_thicker_walls_make_storeys_harder_to_distinguish() -> None:
    apart = [mostly(lowest, 7, kind) / mostly(lowest, 1, kind) for kind in HEARINGS]
    assert apart == sorted(apart, reverse=True)
    assert apart[-1] > 1
