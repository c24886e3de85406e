"""Arosa: what a fall sounds like, and what the sound must not reveal."""

import io
import wave
from collections.abc import Callable

import numpy as np
import pytest

from cluehouse.games.arosa.tower import sound
from cluehouse.games.arosa.tower.fall import FLOORS, HEARINGS, SOUND_SECONDS, Contact, Hearing
from cluehouse.games.arosa.tower.sound import RATE, Signal
from tests.rules import rule

KNOCK = 200_000
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
    return float(np.average(np.arange(7, 31) * 20, weights=power[7:31]))


def reverberation(signal: Signal) -> float:
    """The share of the energy that comes after a twentieth of a second."""
    late = signal[RATE // 20 : RATE // 2]
    return energy(late) / energy(signal[: RATE // 2])


def mostly(measure: Measure, storey: int, hearing: Hearing) -> float:
    """The average over several knocks, each a little out of tune."""
    return float(np.mean([measure(heard(storey, hearing, 600 + n)) for n in range(12)]))


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
@pytest.mark.parametrize(("measure", "sign"), [(brightness, -1), (energy, -1), (reverberation, 1)])
def test_deeper_is_duller_quieter_and_more_reverberant(measure: Measure, sign: int) -> None:
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
