"""Bans of guests by their id, and of IP addresses or networks.

They are stored in `bans.txt` in the data folder, one per line; a running server reloads the file
when it changes. `cluehouse ban` and `cluehouse unban` edit it.
"""

import os
import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final

from cluehouse.core.errors import Unavailable
from cluehouse.server.operator.watched_file import lines_of
from cluehouse.server.storage.db_errors import translated_errors

IpNetwork = IPv4Network | IPv6Network
BanTarget = str | IpNetwork
"""A guest's id, or a network; a single address is a network of one."""

_GUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{4,64}")

_IPV4_MAPPED_PREFIX_BITS: Final = 96
"""Length of the prefix ::ffff:0:0/96 of an IPv4 address written as IPv6."""


class Bans:
    def __init__(self, targets: Iterable[BanTarget]) -> None:
        all_targets = list(targets)
        self._guests = {each for each in all_targets if isinstance(each, str)}
        self._networks = [each for each in all_targets if not isinstance(each, str)]

    def __len__(self) -> int:
        return len(self._guests) + len(self._networks)

    @classmethod
    def parse(cls, text: str) -> "Bans":
        """Parse the content of `bans.txt`."""
        return cls(_parse_line(number, line) for number, line in lines_of(text))

    def is_banned(self, guest: str, address: str) -> bool:
        """Whether the guest or the address is banned."""
        return guest in self._guests or (bool(self._networks) and self._is_banned_address(address))

    def _is_banned_address(self, address: str) -> bool:
        try:
            known = ip_address(address)
        except ValueError:  # a client on a Unix socket has no address
            return False
        plain = getattr(known, "ipv4_mapped", None) or known
        return any(plain in network for network in self._networks)


def parse_target(text: str) -> BanTarget:
    """
    >>> parse_target("192.0.2.7")
    IPv4Network('192.0.2.7/32')
    >>> parse_target("::ffff:192.0.2.7")
    IPv4Network('192.0.2.7/32')
    """
    try:
        return _unmapped(ip_network(text, strict=False))
    except ValueError:
        if _GUEST_ID.fullmatch(text):
            return text
    raise ValueError(f"{text!r} is neither an address, nor a network, nor a guest's id") from None


def _unmapped(network: IpNetwork) -> IpNetwork:
    """Convert an IPv4-mapped IPv6 network to IPv4: a dual-stack socket reports IPv4 clients in that
    form, and `Bans` compares all of them as IPv4."""
    mapped = getattr(network.network_address, "ipv4_mapped", None)
    if mapped is None or network.prefixlen < _IPV4_MAPPED_PREFIX_BITS:
        return network
    return IPv4Network((mapped, network.prefixlen - _IPV4_MAPPED_PREFIX_BITS))


def ban_lines(file: Path) -> list[str]:
    """The bans as written, with the operator's comments."""
    return [line for line in _lines(file) if _is_ban(line)]


def add(file: Path, target: str, comment: str) -> bool:
    """False if the target was banned already."""
    parsed = _parse_or_unavailable(target)
    lines = _lines(file)
    if parsed in map(_target_of, filter(_is_ban, lines)):
        return False
    comment = " ".join(comment.split())
    _write(file, [*lines, f"{target}  # {comment}" if comment else target])
    return True


def remove(file: Path, target: str) -> bool:
    """False if the target was not banned."""
    parsed, lines = _parse_or_unavailable(target), _lines(file)
    kept = [line for line in lines if not _is_ban(line) or _target_of(line) != parsed]
    if len(kept) == len(lines):
        return False
    _write(file, kept)
    return True


def _parse_line(number: int, line: str) -> BanTarget:
    try:
        return parse_target(line)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


def _parse_or_unavailable(target: str) -> BanTarget:
    try:
        return parse_target(target)
    except ValueError as error:
        raise Unavailable(str(error)) from None


def _lines(file: Path) -> list[str]:
    """All lines, comments and blank ones included: they are the operator's and must be kept."""
    with translated_errors(str(file)):
        return file.read_text("utf-8").splitlines() if file.exists() else []


def _is_ban(line: str) -> bool:
    return bool(line.partition("#")[0].strip())


def _target_of(line: str) -> BanTarget:
    return _parse_or_unavailable(line.partition("#")[0].strip())


def _write(file: Path, lines: Iterable[str]) -> None:
    """Replace the file atomically: a running server may be reading it."""
    with translated_errors(str(file)):
        new_file = file.with_name(f"{file.name}.{os.getpid()}")
        new_file.touch(mode=0o600)
        new_file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        os.replace(new_file, file)
