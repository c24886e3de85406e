"""The server put together: the only place where its parts are wired.

Storage is opened by `backend`; `build_lobby`, `build_operator` and `build_push` make the services.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from cluehouse.core.game import AnyGame
from cluehouse.games import GAMES, LOBBY
from cluehouse.server import metrics
from cluehouse.server.accounts.device_sessions import TOUCH_INTERVAL_S, DeviceSessions
from cluehouse.server.allowed_hosts import AllowedHosts
from cluehouse.server.backend import Backend, open_backend
from cluehouse.server.cluster.leases import PERIODIC_JOBS
from cluehouse.server.context import AppContext
from cluehouse.server.http import dispatch, host_check, static_files
from cluehouse.server.http.routes import (
    abandon,
    absence,
    aids,
    devices,
    hosting,
    me,
    push,
    records,
    rematch,
    spectators,
    speed,
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
from cluehouse.server.lobby.open_table_quota import OpenTableQuota
from cluehouse.server.lobby.pending_turns import PendingTurns
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.rematch import Rematches
from cluehouse.server.lobby.results import Results
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.net.fair_queue import work_queues
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.operator.abandonment import Abandonment
from cluehouse.server.operator.bans import Bans
from cluehouse.server.operator.erasure import Erasure
from cluehouse.server.operator.name_overrides import NameOverrides, parse_overrides
from cluehouse.server.operator.reports import Reports
from cluehouse.server.operator.retention import Retention
from cluehouse.server.operator.unstarted import UnstartedTables
from cluehouse.server.operator.watched_file import WatchedFile
from cluehouse.server.operator.word_filter import WordFilter
from cluehouse.server.periodic import DAY_S, SECOND_S, PeriodicJob, run_periodically
from cluehouse.server.push.notifier import TurnNotifier
from cluehouse.server.push.subscriptions import PushSubscriptions
from cluehouse.server.push.vapid_keys import signer_of
from cluehouse.server.settings import Settings
from cluehouse.server.storage.archive import Archive
from cluehouse.server.storage.data_folder import BANS, NAMES, PUSH, WORDS
from cluehouse.server.wire.close_codes import BANNED, SIGNED_OUT
from cluehouse.server.ws.accept import accept
from cluehouse.study.sentences import Language, texts_of
from cluehouse.table.book.book import Note
from cluehouse.table.book.seal import Contributed
from cluehouse.table.bots.pool import WorkerPool
from cluehouse.table.ports import Lease, TableId
from cluehouse.table.registry import SingleProcess, TableRegistry

FIND_GAME: Final = "cluehouse.games:find"

COMMON_ENDPOINTS: Final = (
    *house_routes.HOUSE_ENDPOINTS,
    *table_routes.TABLE_ENDPOINTS,
    *hosting.HOSTING_ENDPOINTS,
    *absence.ABSENCE_ENDPOINTS,
    *speed.SPEED_ENDPOINTS,
    *abandon.ABANDON_ENDPOINTS,
    *spectators.SPECTATOR_ENDPOINTS,
    *me.ME_ENDPOINTS,
    *devices.DEVICE_ENDPOINTS,
    *push.PUSH_ENDPOINTS,
    *records.RECORD_ENDPOINTS,
    *rematch.REMATCH_ENDPOINTS,
)
"""Every endpoint but the games' aids, which depend on the games offered."""

Games = Mapping[str, AnyGame]
NoteListener = Callable[[TableId, Note], None]


@asynccontextmanager
async def open_context(
    settings: Settings, games: Games = GAMES, lobby: Collection[str] = LOBBY
) -> AsyncIterator[AppContext]:
    """Open storage, workers and services in order; close them in reverse."""
    async with AsyncExitStack() as stack:
        backend = await stack.enter_async_context(open_backend(settings))
        workers = WorkerPool(FIND_GAME, settings.bot_workers)
        stack.push_async_callback(workers.close)
        offered = _offered(settings, games, lobby)
        services = build_lobby(settings, games, offered, backend, workers)
        operator = build_operator(settings, games, backend, services)
        notices = build_push(settings, games, backend, services, operator)
        context = _context(settings, offered, backend, workers, services, operator, notices)
        _notify(backend, services, context)
        if notices.notifier is not None:
            stack.push_async_callback(notices.notifier.close)
        if backend.membership is not None:
            live = backend.membership.joined(
                services.registry, services.presence, services.sessions
            )
            await stack.enter_async_context(live)
        daily = _daily_job(backend, services, operator, notices)
        async with run_periodically(
            (SECOND_S, lambda: _reread_files(context)),
            (TOUCH_INTERVAL_S, lambda: context.sessions.touch(context.presence.sessions())),
            (DAY_S, daily),
        ):
            yield context


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyServices:
    """Everything about tables, the people at them and their devices."""

    metrics: metrics.Metrics
    presence: Presence
    sessions: DeviceSessions
    registry: TableRegistry
    listings: Listings
    results: Results
    deal_sets: DealSets
    tables: Tables
    rematches: Rematches
    history: History
    note_listeners: list[NoteListener]
    """Called with every note written to any table's book."""


def build_lobby(
    settings: Settings, games: Games, offered: Games, backend: Backend, workers: WorkerPool
) -> LobbyServices:
    archive, counted = backend.archive, metrics.Metrics(lambda: workers.fallbacks)
    presence, listings, results = Presence(), Listings(archive), Results(archive)
    note_listeners: list[NoteListener] = []

    def on_note(table: TableId, note: Note) -> None:
        for listener in note_listeners:
            listener(table, note)

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
        noted=on_note,
    )
    deal_sets = DealSets(registry, listings, results)
    quota = OpenTableQuota(archive, settings.limit_scale)
    tables = Tables(offered, registry, listings, presence, deal_sets, quota)
    rematches = Rematches(tables, presence)

    def on_contribution(table: TableId, note: Note) -> None:
        if isinstance(note, Contributed):
            rematches.reconcile(table)

    note_listeners.append(on_contribution)
    presence.listeners += (registry.reconcile, rematches.reconcile)
    turns = PendingTurns(games.__getitem__, archive)
    return LobbyServices(
        metrics=counted,
        presence=presence,
        sessions=_device_sessions(archive, presence),
        registry=registry,
        listings=listings,
        results=results,
        deal_sets=deal_sets,
        tables=tables,
        rematches=rematches,
        history=History(listings, registry, results, turns),
        note_listeners=note_listeners,
    )


def _device_sessions(archive: Archive, presence: Presence) -> DeviceSessions:
    """Sessions whose connections are closed when they end."""

    def disconnect(ended: Collection[str]) -> None:
        presence.disconnect(lambda device: device.session in ended, SIGNED_OUT, "signed out")

    sessions = DeviceSessions(archive)
    sessions.listeners.append(disconnect)
    return sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorServices:
    """What the operator controls by files and settings, and what is cleaned up for them."""

    bans: WatchedFile[Bans]
    word_filter: WatchedFile[WordFilter]
    name_overrides: NameOverrides
    reports: Reports
    erasure: Erasure
    retention: Retention
    unstarted: UnstartedTables
    abandonment: Abandonment


def build_operator(
    settings: Settings, games: Games, backend: Backend, lobby: LobbyServices
) -> OperatorServices:
    folder, archive = backend.folder, backend.archive
    registry, listings, presence = lobby.registry, lobby.listings, lobby.presence
    unstarted = UnstartedTables(archive, registry, listings, presence, settings.keep_unstarted)
    presence.listeners.append(unstarted.on_visit)
    return OperatorServices(
        bans=WatchedFile(folder / BANS, Bans.parse),
        word_filter=WatchedFile(folder / WORDS, WordFilter.parse),
        name_overrides=WatchedFile(folder / NAMES, lambda text: parse_overrides(text, games)).value,
        reports=Reports(archive, presence),
        erasure=Erasure(archive, registry, listings, presence, backend.passes, lobby.sessions),
        retention=Retention(archive, presence, settings.keep_finished, registry.evict),
        unstarted=unstarted,
        abandonment=Abandonment(archive, registry, presence, settings.abandon_after),
    )


class PushServices(NamedTuple):
    """Web Push; without the operator's key there is no notifier."""

    subscriptions: PushSubscriptions
    notifier: TurnNotifier | None


def build_push(
    settings: Settings,
    games: Games,
    backend: Backend,
    lobby: LobbyServices,
    operator: OperatorServices,
) -> PushServices:
    def title(game: str, language: Language) -> str:
        return texts_of(games[game], language, operator.name_overrides)["title"]

    subscriptions = PushSubscriptions(backend.archive)
    signer, local = signer_of(backend.folder / PUSH), settings.push_local
    if signer is None:
        return PushServices(subscriptions, None)
    notifier = TurnNotifier(signer, subscriptions, lobby.presence, title, local=local)
    return PushServices(subscriptions, notifier)


def application(context: AppContext) -> Starlette:
    endpoints = (*COMMON_ENDPOINTS, *aids.endpoints(context.games.values()))

    async def serve_websocket(socket: WebSocket) -> None:
        await accept(socket, context)

    return Starlette(
        routes=[
            WebSocketRoute("/ws/{table}", serve_websocket),
            *dispatch.routes(context, endpoints),
            Route("/healthz", _healthy),
            Route("/metrics", _metrics_page(context)),
            *static_files.routes(),
        ],
        middleware=[
            Middleware(static_files.SecurityHeaders, hsts=context.hsts),
            Middleware(host_check.HostCheck, hosts=context.hosts, rates=context.limits.requests),
            Middleware(static_files.PageRateLimit, rates=context.limits.pages),
        ],
    )


def _offered(settings: Settings, games: Games, lobby: Collection[str]) -> Games:
    names = {*lobby, *(("keyhole",) if settings.keyhole else ())}
    return {name: game for name, game in games.items() if name in names}


def _context(
    settings: Settings,
    offered: Games,
    backend: Backend,
    workers: WorkerPool,
    lobby: LobbyServices,
    operator: OperatorServices,
    notices: PushServices,
) -> AppContext:
    return AppContext(
        games=offered,
        tables=lobby.tables,
        deal_sets=lobby.deal_sets,
        rematches=lobby.rematches,
        presence=lobby.presence,
        identity=backend.identity,
        passes=backend.passes,
        sessions=lobby.sessions,
        workers=workers,
        limits=RateLimits(settings.limit_scale),
        queues=work_queues(settings.bot_workers),
        hosts=AllowedHosts(settings.allowed_hosts, settings.derived_hosts, settings.proxies),
        open_to_network=settings.open_to_network,
        hsts=not settings.self_signed,
        metrics=lobby.metrics,
        bans=operator.bans,
        word_filter=operator.word_filter,
        name_overrides=operator.name_overrides,
        history=lobby.history,
        erasure=operator.erasure,
        reports=operator.reports,
        push_subscriptions=notices.subscriptions,
        notifier=notices.notifier,
        build=static_files.build_id(),
        metrics_token=settings.metrics_token,
    )


def _notify(backend: Backend, lobby: LobbyServices, context: AppContext) -> None:
    """Once per note: several processes see it, and the one that drives the table acts on it."""
    lease: Lease = backend.membership or SingleProcess()

    def on_note(table: TableId, note: Note) -> None:
        if lobby.registry.supervisor(table) is None or not lease.holds(table):
            return
        if context.notifier is not None:
            context.notifier.on_note(lobby.registry, table, note)

    lobby.note_listeners.append(on_note)


def _daily_job(
    backend: Backend, lobby: LobbyServices, operator: OperatorServices, notices: PushServices
) -> PeriodicJob:
    lease: Lease = backend.membership or SingleProcess()

    async def clean_up() -> None:
        while not lease.holds(PERIODIC_JOBS):  # noqa: ASYNC110  its holder may die at any time
            await asyncio.sleep(SECOND_S)
        await lobby.results.catch_up(lobby.registry)  # first: only games with a result are deleted
        await operator.abandonment.abandon_inactive()
        await operator.retention.sweep()
        await operator.unstarted.sweep()
        await operator.reports.sweep()
        await notices.subscriptions.sweep()
        await lobby.sessions.sweep()

    return clean_up


def _metrics_page(context: AppContext) -> metrics.Page:
    return metrics.page(context.metrics, context.metrics_token, _gauges(context))


def _gauges(context: AppContext) -> metrics.Gauges:
    return {
        "tables": ("Tables in memory", lambda: context.tables.in_memory),
        "sockets": ("Devices connected", lambda: len(context.presence)),
        "questions_waiting": (
            "Questions that wait for a worker",
            lambda: context.workers.waiting + context.queues.waiting_for_workers,
        ),
    }


async def _reread_files(context: AppContext) -> None:
    """Read the operator's files again if they changed, and disconnect clients banned since."""
    context.word_filter.refresh()
    if context.bans.refresh():
        bans, presence = context.bans.value, context.presence
        presence.disconnect(lambda it: bans.is_banned(it.guest, it.address), BANNED, "banned")


async def _healthy(request: Request) -> Response:
    return JSONResponse({"ok": True})
