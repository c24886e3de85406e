"""Settings of the server, by flag or environment variable; listed in docs/settings.md."""

import argparse
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cluehouse.core.errors import Unavailable
from cluehouse.server.allowed_hosts import host_name, parse_allowed_host
from cluehouse.server.certificate import certificate_names, self_signed_certificate

_KEEP = "days that finished games are kept; 0: forever"
_KEEP_UNSTARTED = "days that unstarted tables are kept without a visitor; 0: forever"
_DATABASE = "store everything in this Postgres, which several processes may share"
_REDIS = "notify other processes of changes over this Redis"
_WORKERS = "server processes; more than one needs a Postgres"
_PUSH_LOCAL = "allow push services on this network, also without TLS: for testing"
_ABANDON = "days without a move after which a game is abandoned; 0: never"
_BOT_PAUSE = "seconds a bot takes for a usual move; 0: it moves when it is ready"
_SCALE = "factor for all rate limits"
_METRICS = "bearer token for /metrics; without it there is no such page"
_ALLOWED_HOST = (
    "a name of this server besides its addresses and its own name; may be given several times, "
    "in the variable separated by commas [CLUEHOUSE_ALLOWED_HOST]"
)
_TLS = "CERTIFICATE KEY, or nothing: a self-signed pair"
N = TypeVar("N", int, float)
ANY_ADDRESS = ("0.0.0.0", "::", "")
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, kw_only=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    database_url: str = ""
    """A Postgres that stores everything in place of the data folder."""
    redis_url: str = ""
    """A Redis that carries change notices between processes."""
    workers: int = 1
    """Server processes."""
    certificate: Path | None = None
    """Serve over TLS with this certificate and its key."""
    certificate_key: Path | None = None
    self_signed: bool = False
    """The server made the certificate itself, and renews it."""
    allowed_hosts: tuple[str, ...] = ()
    """Names of this server, given by the operator."""
    derived_hosts: tuple[str, ...] = ()
    """Names of this server in its host setting and its certificate."""
    proxies: str = ""
    """FORWARDED_ALLOW_IPS: reverse proxies that the operator trusts."""
    keyhole: bool = False
    """Offer Keyhole in the lobby."""
    bot_workers: int = 1
    """Processes that compute bot moves, for each server process."""
    bot_pause: float = 1.2
    """Seconds a bot takes for a usual move; 0: it moves when it is ready."""
    limit_scale: float = 1.0
    """Factor for all rate limits."""
    keep_finished: int = 0
    """Days that finished games are kept; 0: forever."""
    keep_unstarted: int = 7
    """Days that a table whose game has not started is kept without a visitor; 0: forever."""
    abandon_after: int = 180
    """Days without a move after which a game is abandoned; 0: never."""
    push_local: bool = False
    """Allow push services on this network, also without TLS."""
    metrics_token: str = ""
    """Bearer token for /metrics; if empty, there is no such page."""
    log_level: str = "warning"

    @property
    def open_to_network(self) -> bool:
        """Whether the server listens on all addresses of its machine."""
        return self.host in ANY_ADDRESS

    @property
    def scheme(self) -> str:
        return "https" if self.certificate else "http"


def add_flags(parser: argparse.ArgumentParser, environ: Mapping[str, str] = os.environ) -> None:
    """Every flag has a variable: `--bot-pause` is CLUEHOUSE_BOT_PAUSE. The flag wins. DATABASE_URL
    and REDIS_URL have their conventional names."""

    def flag(
        name: str, default: object, help: str, variable: str | None = None, **more: object
    ) -> None:
        variable = variable or "CLUEHOUSE_" + name.upper().replace("-", "_")
        given = environ.get(variable, str(default))
        parser.add_argument(f"--{name}", default=given, help=f"{help} [{variable}]", **more)  # type: ignore[arg-type]

    flag("host", Settings.host, "address to listen on; 0.0.0.0 accepts clients on this network")
    flag("port", Settings.port, "port to listen on; 0: any free one", type=_number(int, 0, 65535))
    flag("data", Settings.data, "data folder", type=Path)
    flag("database-url", "", _DATABASE, variable="DATABASE_URL", metavar="URL")
    flag("redis-url", "", _REDIS, variable="REDIS_URL", metavar="URL")
    flag("workers", Settings.workers, _WORKERS, type=_number(int, 1, 64))
    flag(
        "bot-workers", _spare_cores(), "processes that compute bot moves", type=_number(int, 1, 256)
    )
    flag("bot-pause", Settings.bot_pause, _BOT_PAUSE, type=_number(float, 0, 3600))
    flag("limit-scale", Settings.limit_scale, _SCALE, type=_number(float, 0.01, 1_000_000))
    flag("keep-finished", Settings.keep_finished, _KEEP, type=_number(int, 0, 36500))
    flag("keep-unstarted", Settings.keep_unstarted, _KEEP_UNSTARTED, type=_number(int, 0, 36500))
    flag("abandon-after", Settings.abandon_after, _ABANDON, type=_number(int, 0, 36500))
    flag("metrics-token", Settings.metrics_token, _METRICS)
    flag("log-level", Settings.log_level, f"one of {', '.join(LOG_LEVELS)}", type=_level)
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=_listed(environ.get("CLUEHOUSE_ALLOWED_HOST", "")),
        metavar="NAME",
        help=_ALLOWED_HOST,
    )
    parser.set_defaults(proxies=environ.get("FORWARDED_ALLOW_IPS", ""))
    parser.add_argument("--tls", nargs="*", type=Path, metavar="FILE", help=_TLS)
    parser.add_argument("--keyhole", action="store_true", help="offer Keyhole, the smallest game")
    parser.add_argument("--push-local", action="store_true", help=_PUSH_LOCAL)
    parser.add_argument("--no-browser", action="store_true", help="open no browser window")


def settings_of(args: argparse.Namespace) -> Settings:
    certificate, key = _certificate(args.tls, args.data)
    return Settings(
        host=args.host,
        port=args.port,
        data=args.data,
        database_url=_postgres_url(args.database_url),
        redis_url=args.redis_url,
        workers=_workers(args.workers, args.database_url),
        certificate=certificate,
        certificate_key=key,
        self_signed=args.tls == [],
        allowed_hosts=tuple(map(parse_allowed_host, args.allowed_host)),
        derived_hosts=(*_name_of(args.host), *certificate_names(certificate, key)),
        proxies=args.proxies,
        keyhole=args.keyhole,
        bot_workers=max(1, args.bot_workers // args.workers),
        bot_pause=args.bot_pause,
        limit_scale=args.limit_scale,
        keep_finished=args.keep_finished,
        keep_unstarted=args.keep_unstarted,
        abandon_after=args.abandon_after,
        push_local=args.push_local,
        metrics_token=args.metrics_token,
        log_level=args.log_level,
    )


def _certificate(given: list[Path] | None, data: Path) -> tuple[Path | None, Path | None]:
    match given:
        case None:
            return None, None
        case []:
            return self_signed_certificate(data)
        case [certificate, key]:
            return certificate, key
        case _:
            raise Unavailable("--tls takes a certificate and its key, or nothing")


def _listed(names: str) -> list[str]:
    return [name for name in names.split(",") if name.strip()]


def _name_of(host: str) -> tuple[str, ...]:
    """The host to listen on, where it is a name."""
    name = host_name(host)
    return () if name is None else (name,)


def _postgres_url(address: str) -> str:
    if address and not address.startswith(("postgresql://", "postgres://")):
        raise Unavailable("DATABASE_URL is not a Postgres URL: use postgresql://USER@HOST/NAME")
    return address


def _workers(wanted: int, database: str) -> int:
    if wanted > 1 and not database:
        raise Unavailable(
            f"{wanted} processes cannot share a data folder: --workers needs a Postgres: "
            "set DATABASE_URL"
        )
    return wanted


def _number(kind: type[N], minimum: N, maximum: N) -> Callable[[str], N]:
    """A parser of numbers in this range; `nan` is in none."""
    expected = f"{'a whole number' if kind is int else 'a number'} between {minimum} and {maximum}"

    def number(text: str) -> N:
        with suppress(ValueError):
            if minimum <= (given := kind(text)) <= maximum:
                return given
        raise argparse.ArgumentTypeError(f"{text!r} is not {expected}")

    return number


def _level(text: str) -> str:
    if text not in LOG_LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(LOG_LEVELS)}")
    return text


def _spare_cores() -> int:
    """Leave one core to the event loop."""
    return max(1, (os.cpu_count() or 1) - 1)
