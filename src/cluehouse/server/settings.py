"""What a host can set, by flag or by environment; docs/settings.md lists it."""

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cluehouse.core.errors import Unavailable
from cluehouse.server.certificate import self_made

_KEEP = "days that finished games are kept; 0: for ever"
_DATABASE = "keep the house in this Postgres, for several processes"
_REDIS = "tell other processes of it over this Redis"
_WORKERS = "processes that serve the same house; more than one needs a Postgres"
_PUSH_LOCAL = "let push services be on this network, also without TLS: for trying out"
_ABANDON = "days without a move after which the house gives a game up; 0: never"
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, kw_only=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    database_url: str = ""
    """Of a Postgres that holds the house instead of the data folder."""
    redis_url: str = ""
    """Of a Redis by which processes tell each other that there is something to read."""
    workers: int = 1
    """Processes that serve the same house."""
    certificate: Path | None = None
    """With its key: serve over TLS."""
    certificate_key: Path | None = None
    keyhole: bool = False
    """Offer Keyhole in the lobby."""
    bot_workers: int = 1
    """Processes that think for bots, for each that serves."""
    bot_pause: float = 1.2
    """Seconds a bot takes for a usual choice."""
    limit_scale: float = 1.0
    """How many times the usual rate limits."""
    keep_finished: int = 0
    """Days that finished games are kept; 0: for ever."""
    abandon_after: int = 180
    """Days without a move after which the house gives a game up; 0: never."""
    push_local: bool = False
    """Push services may be on this network, also without TLS."""
    metrics_token: str = ""
    """Whoever shows it may read /metrics; nobody if it is empty."""
    log_level: str = "warning"

    @property
    def scheme(self) -> str:
        return "https" if self.certificate else "http"


def add_flags(parser: argparse.ArgumentParser, environ: Mapping[str, str] = os.environ) -> None:
    """Every flag has a variable: `--bot-pause` is CLUEHOUSE_BOT_PAUSE. The flag wins. Two have the
    name that everybody gives them."""

    def flag(
        name: str, default: object, help: str, variable: str | None = None, **more: object
    ) -> None:
        variable = variable or "CLUEHOUSE_" + name.upper().replace("-", "_")
        given = environ.get(variable, str(default))
        parser.add_argument(f"--{name}", default=given, help=f"{help} [{variable}]", **more)  # type: ignore[arg-type]

    flag("host", Settings.host, "address to listen on; 0.0.0.0 lets others on this network in")
    flag("port", Settings.port, "0 takes a free one", type=_number(0, 65535))
    flag("data", Settings.data, "folder that holds everything", type=Path)
    flag("database-url", "", _DATABASE, variable="DATABASE_URL", metavar="URL")
    flag("redis-url", "", _REDIS, variable="REDIS_URL", metavar="URL")
    flag("workers", Settings.workers, _WORKERS, type=_number(1, 64))
    flag("bot-workers", _spare_cores(), "processes that think for bots", type=_number(1, 256))
    flag("bot-pause", Settings.bot_pause, "seconds a bot takes for a usual choice", type=float)
    flag("limit-scale", Settings.limit_scale, "times the usual rate limits", type=float)
    flag("keep-finished", Settings.keep_finished, _KEEP, type=_number(0, 36500))
    flag("abandon-after", Settings.abandon_after, _ABANDON, type=_number(0, 36500))
    flag("metrics-token", Settings.metrics_token, "opens /metrics; without it there is none")
    flag("log-level", Settings.log_level, f"how much to tell: {', '.join(LOG_LEVELS)}", type=_level)
    parser.add_argument(
        "--tls", nargs="*", type=Path, metavar="FILE", help="CERTIFICATE KEY, or none: self-made"
    )
    parser.add_argument("--keyhole", action="store_true", help="offer Keyhole, the smallest game")
    parser.add_argument("--push-local", action="store_true", help=_PUSH_LOCAL)
    parser.add_argument("--no-browser", action="store_true", help="open no browser window")


def settings_of(asked: argparse.Namespace) -> Settings:
    certificate, key = _certificate(asked.tls, asked.data)
    return Settings(
        host=asked.host,
        port=asked.port,
        data=asked.data,
        database_url=_postgres_url(asked.database_url),
        redis_url=asked.redis_url,
        workers=_workers(asked.workers, asked.database_url),
        certificate=certificate,
        certificate_key=key,
        keyhole=asked.keyhole,
        bot_workers=max(1, asked.bot_workers // asked.workers),
        bot_pause=asked.bot_pause,
        limit_scale=asked.limit_scale,
        keep_finished=asked.keep_finished,
        abandon_after=asked.abandon_after,
        push_local=asked.push_local,
        metrics_token=asked.metrics_token,
        log_level=asked.log_level,
    )


def _certificate(given: list[Path] | None, data: Path) -> tuple[Path | None, Path | None]:
    match given:
        case None:
            return None, None
        case []:
            return self_made(data)
        case [certificate, key]:
            return certificate, key
        case _:
            raise Unavailable("--tls takes a certificate and its key, or nothing")


def _postgres_url(address: str) -> str:
    if address and not address.startswith(("postgresql://", "postgres://")):
        raise Unavailable(
            "DATABASE_URL is not the address of a Postgres: postgresql://USER@HOST/NAME"
        )
    return address


def _workers(wanted: int, database: str) -> int:
    if wanted > 1 and not database:
        raise Unavailable(
            f"{wanted} processes cannot share a data folder: --workers needs a Postgres, "
            "by DATABASE_URL"
        )
    return wanted


def _number(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
        return int(text)

    return number


def _level(text: str) -> str:
    if text not in LOG_LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(LOG_LEVELS)}")
    return text


def _spare_cores() -> int:
    """One core is the event loop's."""
    return max(1, (os.cpu_count() or 1) - 1)
