"""What HTTP handlers and WebSocket sessions share: the services, limits and settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from cluehouse.core.game import AnyGame
from cluehouse.server.accounts.cookies import all_cookies, current_cookie
from cluehouse.server.accounts.device_sessions import DeviceSessions
from cluehouse.server.accounts.identity import Identity, Visitor
from cluehouse.server.accounts.resume_passes import ResumePasses
from cluehouse.server.allowed_hosts import AllowedHosts
from cluehouse.server.lobby.deal_sets import DealSets
from cluehouse.server.lobby.history import History
from cluehouse.server.lobby.presence import Presence
from cluehouse.server.lobby.rematch import Rematches
from cluehouse.server.lobby.tables import Tables
from cluehouse.server.metrics import Metrics
from cluehouse.server.net.fair_queue import WorkQueues
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.operator.bans import Bans
from cluehouse.server.operator.erasure import Erasure
from cluehouse.server.operator.name_overrides import NameOverrides
from cluehouse.server.operator.reports import Reports
from cluehouse.server.operator.watched_file import WatchedFile
from cluehouse.server.operator.word_filter import WordFilter
from cluehouse.server.push.notifier import TurnNotifier
from cluehouse.server.push.subscriptions import PushSubscriptions
from cluehouse.table.bots.pool import WorkerPool


@dataclass(frozen=True, slots=True, kw_only=True)
class AppContext:
    games: Mapping[str, AnyGame]
    tables: Tables
    deal_sets: DealSets
    rematches: Rematches
    presence: Presence
    identity: Identity
    passes: ResumePasses
    sessions: DeviceSessions
    workers: WorkerPool
    limits: RateLimits
    queues: WorkQueues
    hosts: AllowedHosts
    open_to_network: bool
    """Whether the server listens on all addresses of its machine."""
    hsts: bool
    """Whether browsers that came over TLS are told to use nothing else (HSTS)."""
    metrics: Metrics
    bans: WatchedFile[Bans]
    word_filter: WatchedFile[WordFilter]
    name_overrides: NameOverrides
    history: History
    erasure: Erasure
    reports: Reports
    push_subscriptions: PushSubscriptions
    notifier: TurnNotifier | None
    """None where the operator has made no key for Web Push."""
    build: str
    metrics_token: str
    """The bearer token for /metrics; empty: the page does not exist."""

    async def visitor(self, request: HTTPConnection) -> Visitor | None:
        """None without a valid cookie; SignedOut if its session has ended."""
        visitor = self._claimed(request)
        if visitor is not None:
            await self.sessions.admit(visitor, request.headers.get("user-agent", ""))
        return visitor

    def has_current_cookie(self, request: HTTPConnection) -> bool:
        """Whether the visitor has a valid cookie under the name that it is set under now."""
        cookie = current_cookie(request, self.identity.cookie_name)
        return self.identity.visitor_of(cookie) is not None

    def is_banned(self, request: HTTPConnection) -> bool:
        """Whether the client's guest id or address is banned."""
        bans = self.bans.value
        if not bans:
            return False
        visitor = self._claimed(request)
        return bans.is_banned("" if visitor is None else visitor.guest.id, address_of(request))

    def _claimed(self, request: HTTPConnection) -> Visitor | None:
        cookies = all_cookies(request, self.identity.cookie_name)
        return next(filter(None, map(self.identity.visitor_of, cookies)), None)


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def same_origin(request: HTTPConnection) -> bool:
    """Whether the Origin header names this server. Browsers send it; other clients need not."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def number_in(request: HTTPConnection, name: str) -> int | None:
    """The number in a query parameter; None if there is none."""
    asked = request.query_params.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) < 16 else None
