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
from cluehouse.server.backend import Backend, open_backend
from cluehouse.server.cluster.leases import PERIODIC_JOBS
from cluehouse.server.context import AppContext
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
from cluehouse.server.lobby.history import History
from cluehouse.server.lobby.listings import Listings
from cluehouse.server.lobby.pending_turns import PendingTurns
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.rematch import Rematches
from cluehouse.server.lobby.results import Results
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.operator.abandonment import Abandonment
from cluehouse.server.operator.bans import Bans
from cluehouse.server.operator.erasure import Erasure
from cluehouse.server.operator.name_overrides import understand
from cluehouse.server.operator.reports import Reports
from cluehouse.server.operator.retention import Retention
from cluehouse.server.operator.watched_file import WatchedFile
from cluehouse.server.operator.word_filter import WordFilter
from cluehouse.server.periodic import DAY_S, SECOND_S, Job, run_periodically
from cluehouse.server.push.notifier import TurnNotifier
from cluehouse.server.push.subscriptions import PushSubscriptions
from cluehouse.server.push.vapid_keys import signer_of
from cluehouse.server.settings import Settings
from cluehouse.server.storage.data_folder import BANS, NAMES, PUSH, WORDS
from cluehouse.server.wire.close_codes import BANNED
from cluehouse.server.ws import accept
from cluehouse.study.sentences import Language, texts_of
from cluehouse.table.book.book import Note
from cluehouse.table.book.seal import Contributed
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import TableId
from cluehouse.table.registry import SingleProcess, TableRegistry

FIND_GAME: Final = "cluehouse.games:find"

COMMON_ENDPOINTS: Final = (
    *house_routes.HOUSE_ENDPOINTS,
    *table_routes.TABLE_ENDPOINTS,
    *hosting.HOSTING_ENDPOINTS,
    *abandon.ABANDON_ENDPOINTS,
    *spectators.SPECTATOR_ENDPOINTS,
    *me.ME_ENDPOINTS,
    *push.PUSH_ENDPOINTS,
    *records.RECORD_ENDPOINTS,
    *rematch.REMATCH_ENDPOINTS,
)
"""Endpoints that do not depend on the games it offers."""


@asynccontextmanager
async def open_context(
    settings: Settings,
    games: Mapping[str, AnyGame] = GAMES,
    lobby: Collection[str] = LOBBY,
) -> AsyncIterator[AppContext]:
    """Everything opened in order, and closed in the other."""
    names = {*lobby, *(("keyhole",) if settings.keyhole else ())}
    offered = {name: game for name, game in games.items() if name in names}
    async with AsyncExitStack() as closing:
        backend = await closing.enter_async_context(open_backend(settings))
        workers = WorkerPool(FIND_GAME, settings.bot_workers)
        closing.push_async_callback(workers.close)
        context, registry, tidy = _furnished(settings, games, offered, backend, workers)
        if context.notifier is not None:
            closing.push_async_callback(context.notifier.close)
        if backend.membership is not None:
            await closing.enter_async_context(backend.membership.live(registry, context.presence))
        async with run_periodically((SECOND_S, lambda: _read_again(context)), (DAY_S, tidy)):
            yield context


def _furnished(
    settings: Settings,
    games: Mapping[str, AnyGame],
    offered: Mapping[str, AnyGame],
    backend: Backend,
    workers: WorkerPool,
) -> tuple[AppContext, TableRegistry, Job]:
    """And what is to be done every day."""
    folder, archive, identity = backend.folder, backend.archive, backend.identity
    lease = backend.membership or SingleProcess()
    presence, counted = Presence(), metrics.Metrics()
    listings, results = Listings(archive), Results(archive)
    reports = Reports(archive, presence)
    names = WatchedFile(folder / NAMES, lambda text: understand(text, games)).value
    pushes, signer, local = (
        PushSubscriptions(archive),
        signer_of(folder / PUSH),
        settings.push_local,
    )

    def title(game: str, language: Language) -> str:
        return texts_of(games[game], language, names)["title"]

    notifier = TurnNotifier(signer, pushes, presence, title, local=local) if signer else None
    registry = TableRegistry(
        games.__getitem__,
        metrics.MeteredLog(archive, counted),
        archive,
        workers,
        attendance=presence,
        lease=backend.membership,
        pause=settings.bot_pause,
        ended=results.keep,
        relist=listings.put,
        noted=lambda table, note: noted(table, note),
    )

    def noted(table: TableId, note: Note) -> None:
        if isinstance(note, Contributed):
            rematches.reconcile(table)
        if registry.supervisor(table) is None or not lease.holds(table):
            return  # another process hears of it, too
        counted.note(note)
        if notifier is not None:
            notifier.on_note(registry, table, note)

    retention = Retention(archive, presence, settings.keep_finished, registry.forget)
    abandonment = Abandonment(archive, registry, presence, settings.abandon_after)
    deal_sets = DealSets(registry, listings, results)
    tables = Tables(offered, registry, listings, presence, deal_sets)
    rematches = Rematches(tables, presence)
    presence.listeners += (registry.reconcile, rematches.reconcile)

    async def tidy() -> None:
        while not lease.holds(PERIODIC_JOBS):  # noqa: ASYNC110  whoever does them may be gone any time
            await asyncio.sleep(SECOND_S)
        await results.catch_up(registry)  # first: only what has a result is swept
        await abandonment.end()
        await retention.sweep()
        await reports.sweep()
        await pushes.sweep()

    context = AppContext(
        games=offered,
        tables=tables,
        deal_sets=deal_sets,
        rematches=rematches,
        presence=presence,
        identity=identity,
        workers=workers,
        limits=RateLimits(settings.limit_scale),
        metrics=counted,
        bans=WatchedFile(folder / BANS, Bans.understand),
        words=WatchedFile(folder / WORDS, WordFilter.understand),
        names=names,
        history=History(listings, registry, results, PendingTurns(games.__getitem__, archive)),
        erasure=Erasure(archive, registry, listings, presence, identity),
        reports=reports,
        pushes=pushes,
        notifier=notifier,
        build=static_files.build_id(),
        metrics_token=settings.metrics_token,
    )
    return context, registry, tidy


def application(context: AppContext) -> Starlette:
    endpoints = (*COMMON_ENDPOINTS, *aids.endpoints(context.games.values()))

    async def play(device: WebSocket) -> None:
        await accept.accept(device, context)

    return Starlette(
        routes=[
            WebSocketRoute("/ws/{table}", play),
            *dispatch.routes(context, endpoints),
            Route("/healthz", _healthy),
            Route(
                "/metrics", metrics.page(context.metrics, context.metrics_token, _gauges(context))
            ),
            *static_files.routes(),
        ],
        middleware=[
            Middleware(static_files.SecurityHeaders),
            Middleware(static_files.PageRateLimit, paces=context.limits.pages),
        ],
    )


def _metrics_page(context: AppContext) -> metrics.Page:
    return metrics.page(context.metrics, context.metrics_token, _gauges(context))


def _gauges(context: AppContext) -> metrics.Gauges:
    return {
        "tables": ("Tables in memory", lambda: context.tables.in_memory),
        "sockets": ("Devices connected", lambda: len(context.presence)),
        "questions_waiting": ("Questions that wait for a worker", lambda: context.workers.waiting),
    }


async def _read_again(context: AppContext) -> None:
    """The host's files; whoever is banned meanwhile has to go."""
    context.words.refresh()
    if context.bans.refresh():
        bar = context.bans.value.bar
        context.presence.send_away(
            lambda device: bar(device.guest, device.address), BANNED, "banned"
        )


async def _healthy(request: Request) -> Response:
    return JSONResponse({"ok": True})
