"""Name a device by its User-Agent header, for its owner to recognize."""

from collections.abc import Sequence
from typing import Final, NamedTuple

# The first match counts: most browsers also claim to be another one.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


class DeviceName(NamedTuple):
    """Words from the lists above, or empty: nothing of the header itself is kept."""

    browser: str
    system: str


def device_name(user_agent: str) -> DeviceName:
    """
    >>> device_name("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    DeviceName(browser='Firefox', system='Android')
    >>> device_name("curl/8.5.0")
    DeviceName(browser='', system='')
    """
    return DeviceName(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(known: Sequence[tuple[str, str]], user_agent: str) -> str:
    return next((name for mark, name in known if mark in user_agent), "")
