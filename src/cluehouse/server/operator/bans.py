"""Who is not let in: guests by their id, and addresses or whole networks.

They stand in a file of the data folder, one a line, that an open house reads again when it
changes; `cluehouse ban` and `cluehouse lift` write it.
"""

import os
import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final

from cluehouse.core.errors import Unavailable
from cluehouse.server.operator.watched_file import lines_of
from cluehouse.server.storage.db_errors import answering

Network = IPv4Network | IPv6Network
Whom = str | Network

_GUEST: Final = re.compile(r"[A-Za-z0-9_-]{4,64}")

_MAPPED: Final = 96
"""Bits before an IPv4 address that is written as IPv6."""


class Bans:
    def __init__(self, whom: Iterable[Whom]) -> None:
        known = list(whom)
        self._guests = {each for each in known if isinstance(each, str)}
        self._networks = [each for each in known if not isinstance(each, str)]

    def __len__(self) -> int:
        return len(self._guests) + len(self._networks)

    @classmethod
    def understand(cls, text: str) -> "Bans":
        return cls(_whom_at(number, line) for number, line in lines_of(text))

    def bar(self, guest: str, address: str) -> bool:
        return guest in self._guests or (bool(self._networks) and self._bar_address(address))

    def _bar_address(self, address: str) -> bool:
        try:
            known = ip_address(address)
        except ValueError:  # a socket of this machine has none
            return False
        plain = getattr(known, "ipv4_mapped", None) or known
        return any(plain in network for network in self._networks)


def whom_of(text: str) -> Whom:
    """
    >>> whom_of("192.0.2.7")
    IPv4Network('192.0.2.7/32')
    >>> whom_of("::ffff:192.0.2.7")
    IPv4Network('192.0.2.7/32')
    """
    try:
        return _plain(ip_network(text, strict=False))
    except ValueError:
        if _GUEST.fullmatch(text):
            return text
    raise ValueError(f"{text!r} is neither an address, nor a network, nor a guest's id") from None


def _plain(network: Network) -> Network:
    """What a machine with both kinds of address writes of IPv4 is IPv4: so is everybody judged."""
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    if mapped is None or network.prefixlen < _MAPPED:
        return network
    return IPv4Network((mapped, network.prefixlen - _MAPPED))


def listed(file: Path) -> list[str]:
    """As written, with the host's remarks."""
    return [line for line in _lines(file) if _is_ban(line)]


def add(file: Path, whom: str, remark: str) -> bool:
    """False if they were banned already."""
    known = _checked(whom)
    lines = _lines(file)
    if known in map(_whom, filter(_is_ban, lines)):
        return False
    words = " ".join(remark.split())
    _write(file, [*lines, f"{whom}  # {words}" if words else whom])
    return True


def lift(file: Path, whom: str) -> bool:
    """False if they were not banned."""
    known, lines = _checked(whom), _lines(file)
    kept = [line for line in lines if not _is_ban(line) or _whom(line) != known]
    if len(kept) == len(lines):
        return False
    _write(file, kept)
    return True


def _whom_at(number: int, line: str) -> Whom:
    try:
        return whom_of(line)
    except ValueError as trouble:
        raise ValueError(f"line {number}: {trouble}") from None


def _checked(whom: str) -> Whom:
    try:
        return whom_of(whom)
    except ValueError as trouble:
        raise Unavailable(str(trouble)) from None


def _lines(file: Path) -> list[str]:
    """All of them: what else the host wrote there is the host's."""
    with answering(str(file)):
        return file.read_text("utf-8").splitlines() if file.exists() else []


def _is_ban(line: str) -> bool:
    return bool(line.partition("#")[0].strip())


def _whom(line: str) -> Whom:
    return _checked(line.partition("#")[0].strip())


def _write(file: Path, lines: Iterable[str]) -> None:
    """All at once: the house may be reading."""
    with answering(str(file)):
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        os.replace(fresh, file)
