"""The flags and variables of `cluehouse serve` and the values they refuse."""

import argparse
import re

import pytest

from cluehouse.server.settings import Settings, add_flags, settings_of

RANGES = {
    "port": (0, 65535),
    "workers": (1, 64),
    "bot-workers": (1, 256),
    "bot-pause": (0, 3600),
    "limit-scale": (0.01, 1_000_000),
    "keep-finished": (0, 36500),
    "keep-unstarted": (0, 36500),
    "abandon-after": (0, 36500),
}
"""The smallest and greatest value of every flag that takes a number."""

WHOLE = {"port", "workers", "bot-workers", "keep-finished", "keep-unstarted", "abandon-after"}


def parsed(*flags: str, **environ: str) -> Settings:
    parser = argparse.ArgumentParser()
    add_flags(parser, environ)
    return settings_of(parser.parse_args(flags))


def refusal(capsys: pytest.CaptureFixture[str], *flags: str, **environ: str) -> str:
    with pytest.raises(SystemExit) as exit:
        parsed(*flags, **environ)
    assert exit.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_every_setting_that_is_a_number_has_a_range() -> None:
    kinds = Settings.__annotations__
    numbers = {name.replace("_", "-") for name, kind in kinds.items() if kind in (int, float)}
    assert numbers == set(RANGES)


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1", "1e300", "99999999", "", "many"])
def test_number_out_of_range_is_refused_in_words(
    name: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    low, high = RANGES[name]
    kind = "a whole number" if name in WHOLE else "a number"
    words = f"argument --{name}: {value!r} is not {kind} between {low} and {high}"
    assert refusal(capsys, f"--{name}={value}").endswith(words)
    variable = "CLUEHOUSE_" + name.upper().replace("-", "_")
    assert refusal(capsys, **{variable: value}).endswith(words)


@pytest.mark.parametrize("name", sorted(set(RANGES) - {"workers"}))
def test_both_ends_of_a_range_are_accepted(name: str) -> None:
    for value in RANGES[name]:
        assert getattr(parsed(f"--{name}={value}"), name.replace("-", "_")) == value


@pytest.mark.parametrize("name", RANGES)
def test_numbers_just_outside_a_range_are_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    low, high = RANGES[name]
    for value in (low - 0.001 if name not in WHOLE else low - 1, high + 1):
        assert re.search(f"{name}: .* is not ", refusal(capsys, f"--{name}={value}"))
