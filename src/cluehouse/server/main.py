"""`cluehouse serve`: from settings to an open house, and to a closed one."""

import argparse
import asyncio
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.synchronize import Event
from typing import Any, Final

import segno
import uvicorn
from anyio.lowlevel import checkpoint

from cluehouse.core.errors import CluehouseError
from cluehouse.server import logs
from cluehouse.server.app import application, open_context
from cluehouse.server.cluster.supervisor import ProcessSupervisor
from cluehouse.server.context import AppContext
from cluehouse.server.net import http_protocol, websocket_protocol
from cluehouse.server.net.acceptor import AttendedServer
from cluehouse.server.net.process_limits import prepare_process
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.settings import Settings, settings_of

MAX_FRAME_BYTES: Final = 16 * 1024
"""Bytes; a longer one closes its socket with code 1009."""

SHUTDOWN_TIMEOUT_S: Final = 3
"""Seconds that requests under way get when the house closes."""

ANY_ADDRESS: Final = ("0.0.0.0", "::", "")


def serve(asked: argparse.Namespace) -> int:
    """The exit status: 0 after Ctrl-C or SIGTERM, 1 if the house cannot open."""
    logs.configure(asked.log_level)
    try:
        settings = settings_of(asked)
        if settings.workers > 1:
            return _serve_with_crew(settings, browser=not asked.no_browser)
        run(_serve(settings, browser=not asked.no_browser))
    except CluehouseError as trouble:
        return _complain(trouble.detail or str(trouble))
    except OSError as trouble:
        return _complain(f"cannot open at {asked.host}:{asked.port}: {trouble.strerror}")
    return 0


async def _serve(settings: Settings, *, browser: bool) -> None:
    async with open_context(settings) as context:
        listening = _listen(settings)
        address = _address(settings, listening.getsockname()[1])
        await serve_at(
            listening, context, settings, lambda: _announce(settings, address, browser=browser)
        )


def _serve_with_crew(settings: Settings, *, browser: bool) -> int:
    listening = _listen(settings)
    listening.listen()
    address = _address(settings, listening.getsockname()[1])
    crew = ProcessSupervisor(settings, listening, _serve_in_crew)
    return crew.serve(lambda: _announce(settings, address, browser=browser))


def _serve_in_crew(settings: Settings, listening: socket.socket, opened: Event) -> None:
    logs.configure(settings.log_level)

    async def serve() -> None:
        async with open_context(settings) as context:
            await serve_at(listening, context, settings, opened.set)

    try:
        run(serve())
    except CluehouseError as trouble:
        sys.exit(_complain(trouble.detail or str(trouble)))


def run(serving: Coroutine[Any, Any, None]) -> None:
    """In a process of its own."""
    prepare_process()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serving)


async def serve_at(
    listening: socket.socket, context: AppContext, settings: Settings, opened: Callable[[], None]
) -> None:
    """Until Ctrl-C or SIGTERM; tells `opened` when it listens."""
    await checkpoint()  # loads what the first file to be handed out would make everybody wait for
    server = _Server(
        uvicorn.Config(
            application(context),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            http=http_protocol.HttpProtocol,
            ws=websocket_protocol.WebSocketProtocol,
            ws_max_size=MAX_FRAME_BYTES,
            ws_ping_interval=websocket_protocol.PING_INTERVAL_S,
            ws_ping_timeout=websocket_protocol.PING_INTERVAL_S,
            ws_per_message_deflate=False,
            ssl_certfile=settings.certificate,
            ssl_keyfile=settings.certificate_key,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        ),
        context.limits,
        opened,
    )
    await server.serve(sockets=[listening])


class _Server(AttendedServer):
    """Says when it is open, and takes Ctrl-C and SIGTERM as a wish to close in good order."""

    def __init__(
        self, config: uvicorn.Config, limits: RateLimits, opened: Callable[[], None]
    ) -> None:
        super().__init__(config, limits)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._opened()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        if (starter := parent_process()) is not None:
            loop.add_reader(starter.sentinel, self._be_orphaned, starter.sentinel)
        yield

    def _be_orphaned(self, sentinel: int) -> None:
        """Whoever started this process is gone, and nobody would end it."""
        asyncio.get_running_loop().remove_reader(sentinel)
        self.handle_exit(signal.SIGTERM, None)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((settings.host, settings.port))
    return listening


def _address(settings: Settings, port: int) -> str:
    host = _own_address() if settings.host in ANY_ADDRESS else settings.host
    return f"{settings.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _own_address() -> str:
    """How others on this network reach this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nobody is there
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _announce(settings: Settings, address: str, *, browser: bool) -> None:
    if settings.host not in ("127.0.0.1", "::1", "localhost"):
        segno.make(address, micro=False).terminal(out=sys.stdout, compact=True, border=1)
    print(f"Cluehouse is open at {address}", flush=True)
    if browser:
        webbrowser.open(address)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _complain(words: str) -> int:
    print(f"cluehouse: {words}", file=sys.stderr)
    return 1
