"""The house put together: the only place where its parts are wired."""

import os
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from cluehouse.core.errors import Unavailable
from cluehouse.core.game import AnyGame
from cluehouse.games import GAMES, LOBBY
from cluehouse.server import (
    aids,
    door,
    hosting,
    http,
    metrics,
    openapi,
    own_data,
    pages,
    records,
    sequels,
    watching,
)
from cluehouse.server.bans import Bans
from cluehouse.server.career import Careers
from cluehouse.server.data_folder import BANS, NAMES, SECRET, WORDS, DataFolder
from cluehouse.server.deal_sets import DealSets
from cluehouse.server.directory import Directory
from cluehouse.server.endpoints import ENDPOINTS
from cluehouse.server.faults import answering
from cluehouse.server.host_file import HostFile
from cluehouse.server.housekeeping import A_DAY, A_SECOND, Chore, doing
from cluehouse.server.identity import Identity
from cluehouse.server.limits import Limits
from cluehouse.server.lobby import Tables
from cluehouse.server.log_sqlite import SqliteArchive
from cluehouse.server.names import understand
from cluehouse.server.oblivion import Oblivion
from cluehouse.server.presence import Presence
from cluehouse.server.reception import Reception
from cluehouse.server.rematch import Rematches
from cluehouse.server.reports import Reports
from cluehouse.server.results import Results
from cluehouse.server.retention import Retention
from cluehouse.server.settings import Settings
from cluehouse.server.turns import Turns
from cluehouse.server.wordlist import Wordlist
from cluehouse.table.hall import Hall
from cluehouse.table.workers import Workers

FIND_GAME: Final = "cluehouse.games:find"

SECRET_BYTES: Final = 32

OF_ANY_HOUSE: Final = (
    *ENDPOINTS,
    *hosting.ENDPOINTS,
    *watching.ENDPOINTS,
    *own_data.ENDPOINTS,
    *records.ENDPOINTS,
    *sequels.ENDPOINTS,
)
"""Endpoints that do not depend on the games it offers."""


@asynccontextmanager
async def reception(
    settings: Settings,
    games: Mapping[str, AnyGame] = GAMES,
    lobby: Collection[str] = LOBBY,
) -> AsyncIterator[Reception]:
    """Everything opened in order, and closed in the other."""
    names = {*lobby, *(("keyhole",) if settings.keyhole else ())}
    offered = {name: game for name, game in games.items() if name in names}
    with DataFolder(settings.data) as folder:
        archive = SqliteArchive.open(folder.database)
        workers = Workers(FIND_GAME, settings.bot_workers)
        try:
            house, tidy = _furnished(settings, games, offered, folder.path, archive, workers)
            async with doing((A_SECOND, lambda: _read_again(house)), (A_DAY, tidy)):
                yield house
        finally:
            await workers.close()
            await archive.close()


def _furnished(
    settings: Settings,
    games: Mapping[str, AnyGame],
    offered: Mapping[str, AnyGame],
    folder: Path,
    archive: SqliteArchive,
    workers: Workers,
) -> tuple[Reception, Chore]:
    """And what is to be done every day."""
    presence, counted = Presence(), metrics.Metrics()
    directory, results = Directory(archive), Results(archive)
    reports, identity = Reports(archive, presence), Identity(_secret(folder / SECRET))
    retention = Retention(archive, presence, settings.keep_finished)
    hall = Hall(
        games.__getitem__,
        metrics.MeteredLog(archive, counted),
        archive,
        workers,
        attendance=presence,
        pause=settings.bot_pause,
        ended=results.keep,
        noted=counted.note,
    )
    deal_sets = DealSets(hall, directory, results)
    tables = Tables(offered, hall, directory, presence, deal_sets)
    rematches = Rematches(tables, presence)
    presence.listeners += (hall.look, rematches.look)

    async def tidy() -> None:
        await results.catch_up(hall)  # first: only what has a result is swept
        await retention.sweep()
        await reports.sweep()

    house = Reception(
        games=offered,
        tables=tables,
        deal_sets=deal_sets,
        rematches=rematches,
        presence=presence,
        identity=identity,
        workers=workers,
        limits=Limits(settings.limit_scale),
        metrics=counted,
        bans=HostFile(folder / BANS, Bans.understand),
        words=HostFile(folder / WORDS, Wordlist.understand),
        names=HostFile(folder / NAMES, lambda text: understand(text, games)).value,
        careers=Careers(directory, hall, results, Turns(games.__getitem__, archive)),
        oblivion=Oblivion(archive, hall, directory, presence, identity),
        reports=reports,
        build=pages.build_id(),
        secure=settings.certificate is not None,
        metrics_token=settings.metrics_token,
    )
    return house, tidy


def application(house: Reception) -> Starlette:
    endpoints = (*OF_ANY_HOUSE, *aids.endpoints(house.games.values()))

    async def describe(request: Request) -> Response:
        return JSONResponse(openapi.document(version("cluehouse"), endpoints))

    async def play(device: WebSocket) -> None:
        await door.receive(device, house)

    return Starlette(
        routes=[
            Route("/api/openapi.json", describe),
            *http.routes(house, endpoints),
            Route("/healthz", _healthy),
            Route("/metrics", metrics.page(house.metrics, house.metrics_token, _gauges(house))),
            WebSocketRoute("/ws/{table}", play),
            *pages.routes(),
        ],
        middleware=[Middleware(pages.Headers)],
    )


def _gauges(house: Reception) -> metrics.Gauges:
    return {
        "tables": ("Tables in memory", lambda: house.tables.in_memory),
        "sockets": ("Devices connected", lambda: len(house.presence)),
        "questions_waiting": ("Questions that wait for a worker", lambda: house.workers.waiting),
    }


async def _read_again(house: Reception) -> None:
    """The host's files; whoever is banned meanwhile has to go."""
    house.words.refresh()
    if house.bans.refresh():
        bar = house.bans.value.bar
        house.presence.send_away(
            lambda device: bar(device.guest, device.address), door.BANNED, "banned"
        )


async def _healthy(request: Request) -> Response:
    return JSONResponse({"ok": True})


def _secret(file: Path) -> bytes:
    """Signs cookies. Whoever has it can be anybody, so only its owner may read it."""
    with answering(str(file)):
        if not file.exists():
            _write_secret(file, secrets.token_bytes(SECRET_BYTES))
        secret = file.read_bytes()
    if len(secret) != SECRET_BYTES:
        raise Unavailable(
            f"{file} is damaged: put it back from a backup, or remove it, and every guest will be "
            "a newcomer"
        )
    return secret


def _write_secret(file: Path, secret: bytes) -> None:
    """Under its name all at once: half a secret would be taken for one."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    with open(os.open(fresh, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as out:
        out.write(secret)
        out.flush()
        os.fsync(out.fileno())
    os.replace(fresh, file)
