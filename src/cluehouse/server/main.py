"""`cluehouse serve`: start from settings, serve until a signal, shut down."""

import argparse
import asyncio
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing import parent_process
from multiprocessing.synchronize import Event
from typing import Any, Final

import segno
import uvicorn
from anyio.lowlevel import checkpoint

from cluehouse.core.errors import CluehouseError, Unavailable
from cluehouse.server import logs
from cluehouse.server.app import application, open_context
from cluehouse.server.cluster.supervisor import ProcessSupervisor
from cluehouse.server.context import AppContext
from cluehouse.server.net import http_protocol, websocket_protocol
from cluehouse.server.net.acceptor import LimitedServer
from cluehouse.server.net.certificate_reload import certificate_kept_current
from cluehouse.server.net.local_network import own_address
from cluehouse.server.net.process_limits import prepare_process
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.settings import Settings, settings_of

SHUTDOWN_TIMEOUT_S: Final = 3
"""For requests in progress when the server shuts down."""


def serve(args: argparse.Namespace) -> int:
    """The exit status: 0 after Ctrl-C or SIGTERM, 1 if the server cannot start."""
    logs.configure(args.log_level)
    try:
        settings = settings_of(args)
        if settings.workers > 1:
            return _serve_with_processes(settings, browser=not args.no_browser)
        run(_serve(settings, browser=not args.no_browser))
    except CluehouseError as error:
        return _fail(error.detail or str(error))
    except OSError as error:
        return _fail(str(error))
    return 0


async def _serve(settings: Settings, *, browser: bool) -> None:
    async with open_context(settings) as context:
        listening = _listen(settings)
        address = _address(settings, listening.getsockname()[1])
        await serve_at(
            listening, context, settings, lambda: _announce(settings, address, browser=browser)
        )


def _serve_with_processes(settings: Settings, *, browser: bool) -> int:
    listening = _listen(settings)
    listening.listen()
    address = _address(settings, listening.getsockname()[1])
    supervisor = ProcessSupervisor(settings, listening, _serve_in_process)
    return supervisor.serve(lambda: _announce(settings, address, browser=browser))


def _serve_in_process(settings: Settings, listening: socket.socket, opened: Event) -> None:
    logs.configure(settings.log_level)

    async def serve() -> None:
        async with open_context(settings) as context:
            await serve_at(listening, context, settings, opened.set)

    try:
        run(serve())
    except CluehouseError as error:
        sys.exit(_fail(error.detail or str(error)))
    except OSError as error:
        sys.exit(_fail(str(error)))


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Run the server in this process, which serves nothing else."""
    prepare_process()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serving)


async def serve_at(
    listening: socket.socket, context: AppContext, settings: Settings, opened: Callable[[], None]
) -> None:
    """Serve until Ctrl-C or SIGTERM; `opened` is called once the server listens."""
    # imports what the first static file would otherwise import while other clients wait
    await checkpoint()
    config = uvicorn.Config(
        application(context),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        http=http_protocol.HttpProtocol,
        ws=websocket_protocol.WebSocketProtocol,
        ws_max_size=websocket_protocol.MAX_FRAME_BYTES,
        ws_ping_interval=websocket_protocol.PING_INTERVAL_S,
        ws_ping_timeout=websocket_protocol.PING_INTERVAL_S,
        ws_per_message_deflate=False,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.certificate_key,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
    )
    config.load()
    async with _certificate_kept_current(config, settings):
        await _Server(config, context.limits, opened).serve(sockets=[listening])


@asynccontextmanager
async def _certificate_kept_current(
    config: uvicorn.Config, settings: Settings
) -> AsyncIterator[None]:
    certificate, key = settings.certificate, settings.certificate_key
    if config.ssl is None or certificate is None or key is None:
        yield
        return
    async with certificate_kept_current(config.ssl, certificate, key, renew=settings.self_signed):
        yield


class _Server(LimitedServer):
    """Calls `opened` once it listens; shuts down gracefully on Ctrl-C and SIGTERM."""

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
        if (parent := parent_process()) is not None:
            loop.add_reader(parent.sentinel, self._on_parent_exit, parent.sentinel)
        yield

    def _on_parent_exit(self, sentinel: int) -> None:
        """Shut down when the supervisor process is gone: nothing else would end this one."""
        asyncio.get_running_loop().remove_reader(sentinel)
        self.handle_exit(signal.SIGTERM, None)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        raise Unavailable(
            f"cannot listen at {settings.host}:{settings.port}: {error.strerror}"
        ) from error
    return listening


def _address(settings: Settings, port: int) -> str:
    own = own_address() or socket.gethostname()
    host = own if settings.open_to_network else settings.host
    return f"{settings.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


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


def _fail(words: str) -> int:
    print(f"cluehouse: {words}", file=sys.stderr)
    return 1
