"""The house put together: the only place where its parts are wired."""

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

from cluehouse.core.game import AnyGame
from cluehouse.games import GAMES, LOBBY
from cluehouse.server import aids, http, openapi, pages, socket
from cluehouse.server.data_folder import DataFolder
from cluehouse.server.directory import Directory
from cluehouse.server.endpoints import ENDPOINTS
from cluehouse.server.identity import Identity
from cluehouse.server.limits import Limits
from cluehouse.server.lobby import Tables
from cluehouse.server.log_sqlite import SqliteArchive
from cluehouse.server.presence import Presence
from cluehouse.server.reception import Reception
from cluehouse.server.settings import Settings
from cluehouse.table.hall import Hall
from cluehouse.table.workers import Workers

FIND_GAME: Final = "cluehouse.games:find"


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
            presence = Presence()
            directory = Directory(archive)
            hall = Hall(
                games.__getitem__,
                archive,
                archive,
                workers,
                pause=settings.bot_pause,
                ended=directory.over,
            )
            yield Reception(
                games=offered,
                tables=Tables(offered, hall, directory, presence),
                presence=presence,
                identity=Identity(_secret(folder.path / "secret")),
                workers=workers,
                limits=Limits(settings.limit_scale),
                build=pages.build_id(),
                secure=settings.certificate is not None,
            )
        finally:
            await workers.close()
            await archive.close()


def application(house: Reception) -> Starlette:
    endpoints = (*ENDPOINTS, *aids.endpoints(house.games.values()))

    async def describe(request: Request) -> Response:
        return JSONResponse(openapi.document(version("cluehouse"), endpoints))

    async def play(device: WebSocket) -> None:
        await socket.receive(device, house)

    return Starlette(
        routes=[
            Route("/api/openapi.json", describe),
            *http.routes(house, endpoints),
            Route("/healthz", _healthy),
            WebSocketRoute("/ws/{table}", play),
            *pages.routes(),
        ],
        middleware=[Middleware(pages.Headers)],
    )


async def _healthy(request: Request) -> Response:
    return JSONResponse({"ok": True})


def _secret(file: Path) -> bytes:
    """Signs cookies. Whoever has it can be anybody, so only its owner may read it."""
    if not file.exists():
        file.touch(mode=0o600)
        file.write_bytes(secrets.token_bytes(32))
    return file.read_bytes()
