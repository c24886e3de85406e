"""The house put together: the only place where its parts are wired."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from cluehouse.core.game import AnyGame
from cluehouse.games import GAMES, LOBBY
from cluehouse.server import metrics
from cluehouse.server.backend import Premises, premises_of
from cluehouse.server.cluster.leases import CHORES
from cluehouse.server.context import Reception
from cluehouse.server.http import dispatch, static_files
from cluehouse.server.http.routes import (
    abandon,
    aids,
    hosting,
    me,
    push,
    records,
    rematch,
    spectators,
)
from cluehouse.server.http.routes import (
    house as house_routes,
)
from cluehouse.server.http.routes import (
    tables as table_routes,
)
from cluehouse.server.lobby.deal_sets import DealSets
from cluehouse.server.lobby.history import Careers
from cluehouse.server.lobby.listings import Directory
from cluehouse.server.lobby.pending_turns import Turns
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.rematch import Rematches
from cluehouse.server.lobby.results import Results
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.net.rate_limits import Limits
from cluehouse.server.operator.abandonment import Silence
from cluehouse.server.operator.bans import Bans
from cluehouse.server.operator.erasure import Oblivion
from cluehouse.server.operator.name_overrides import understand
from cluehouse.server.operator.reports import Reports
from cluehouse.server.operator.retention import Retention
from cluehouse.server.operator.watched_file import HostFile
from cluehouse.server.operator.word_filter import Wordlist
from cluehouse.server.periodic import A_DAY, A_SECOND, Chore, doing
from cluehouse.server.push.notifier import Doorbell
from cluehouse.server.push.subscriptions import Pushes
from cluehouse.server.push.vapid_keys import signer_of
from cluehouse.server.settings import Settings
from cluehouse.server.storage.data_folder import BANS, NAMES, PUSH, WORDS
from cluehouse.server.wire.close_codes import BANNED
from cluehouse.server.ws import accept
from cluehouse.study.sentences import Language, texts_of
from cluehouse.table.book.book import Note
from cluehouse.table.book.seal import Contributed
from cluehouse.table.bots.pool import Workers
from cluehouse.table.ports import TableId
from cluehouse.table.registry import Alone, Hall

FIND_GAME: Final = "cluehouse.games:find"

OF_ANY_HOUSE: Final = (
    *house_routes.ENDPOINTS,
    *table_routes.ENDPOINTS,
    *hosting.ENDPOINTS,
    *abandon.ENDPOINTS,
    *spectators.ENDPOINTS,
    *me.ENDPOINTS,
    *push.ENDPOINTS,
    *records.ENDPOINTS,
    *rematch.ENDPOINTS,
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
    async with AsyncExitStack() as closing:
        premises = await closing.enter_async_context(premises_of(settings))
        workers = Workers(FIND_GAME, settings.bot_workers)
        closing.push_async_callback(workers.close)
        house, hall, tidy = _furnished(settings, games, offered, premises, workers)
        if house.doorbell is not None:
            closing.push_async_callback(house.doorbell.close)
        if premises.neighbours is not None:
            await closing.enter_async_context(premises.neighbours.live(hall, house.presence))
        async with doing((A_SECOND, lambda: _read_again(house)), (A_DAY, tidy)):
            yield house


def _furnished(
    settings: Settings,
    games: Mapping[str, AnyGame],
    offered: Mapping[str, AnyGame],
    premises: Premises,
    workers: Workers,
) -> tuple[Reception, Hall, Chore]:
    """And what is to be done every day."""
    folder, archive, identity = premises.folder, premises.archive, premises.identity
    lease = premises.neighbours or Alone()
    presence, counted = Presence(), metrics.Metrics()
    directory, results = Directory(archive), Results(archive)
    reports = Reports(archive, presence)
    names = HostFile(folder / NAMES, lambda text: understand(text, games)).value
    pushes, signer, local = Pushes(archive), signer_of(folder / PUSH), settings.push_local

    def title(game: str, language: Language) -> str:
        return texts_of(games[game], language, names)["title"]

    doorbell = Doorbell(signer, pushes, presence, title, local=local) if signer else None
    hall = Hall(
        games.__getitem__,
        metrics.MeteredLog(archive, counted),
        archive,
        workers,
        attendance=presence,
        lease=premises.neighbours,
        pause=settings.bot_pause,
        ended=results.keep,
        relist=directory.put,
        noted=lambda table, note: noted(table, note),
    )

    def noted(table: TableId, note: Note) -> None:
        if isinstance(note, Contributed):
            rematches.look(table)
        if hall.steward(table) is None or not lease.holds(table):
            return  # another process hears of it, too
        counted.note(note)
        if doorbell is not None:
            doorbell.hear(hall, table, note)

    retention = Retention(archive, presence, settings.keep_finished, hall.forget)
    silence = Silence(archive, hall, presence, settings.abandon_after)
    deal_sets = DealSets(hall, directory, results)
    tables = Tables(offered, hall, directory, presence, deal_sets)
    rematches = Rematches(tables, presence)
    presence.listeners += (hall.look, rematches.look)

    async def tidy() -> None:
        while not lease.holds(CHORES):  # noqa: ASYNC110  whoever does them may be gone any time
            await asyncio.sleep(A_SECOND)
        await results.catch_up(hall)  # first: only what has a result is swept
        await silence.end()
        await retention.sweep()
        await reports.sweep()
        await pushes.sweep()

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
        names=names,
        careers=Careers(directory, hall, results, Turns(games.__getitem__, archive)),
        oblivion=Oblivion(archive, hall, directory, presence, identity),
        reports=reports,
        pushes=pushes,
        doorbell=doorbell,
        build=static_files.build_id(),
        metrics_token=settings.metrics_token,
    )
    return house, hall, tidy


def application(house: Reception) -> Starlette:
    endpoints = (*OF_ANY_HOUSE, *aids.endpoints(house.games.values()))

    async def play(device: WebSocket) -> None:
        await accept.receive(device, house)

    return Starlette(
        routes=[
            WebSocketRoute("/ws/{table}", play),
            *dispatch.routes(house, endpoints),
            Route("/healthz", _healthy),
            Route("/metrics", metrics.page(house.metrics, house.metrics_token, _gauges(house))),
            *static_files.routes(),
        ],
        middleware=[
            Middleware(static_files.Headers),
            Middleware(static_files.Threshold, paces=house.limits.pages),
        ],
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
        house.presence.send_away(lambda device: bar(device.guest, device.address), BANNED, "banned")


async def _healthy(request: Request) -> Response:
    return JSONResponse({"ok": True})
