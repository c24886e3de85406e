"""The HTTP and WebSocket protocols of the server with any ASGI application behind them."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from cluehouse.server.net.acceptor import LimitedServer
from cluehouse.server.net.http_protocol import HttpProtocol
from cluehouse.server.net.rate_limits import RateLimits
from cluehouse.server.net.websocket_protocol import WebSocketProtocol


@asynccontextmanager
async def serving(app: Any, limits: RateLimits | None = None, **config: Any) -> AsyncIterator[int]:
    """Serve for the duration of the block and yield the port. Open connections are closed then."""
    configured = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        http=HttpProtocol,
        timeout_graceful_shutdown=1,
        **{"ws": WebSocketProtocol, **config},
    )
    server = LimitedServer(configured, limits or RateLimits())
    listening = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task
