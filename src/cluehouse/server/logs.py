"""Logging: JSON lines on standard error, without names, links or cards.

A table's id gives access to it, so it is logged as a short hash: enough to follow one table.
"""

import hashlib
import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from structlog.tracebacks import ExceptionDictTransformer

LIBRARIES: Final = ("uvicorn", "websockets", "asyncio")
"""Loggers limited to warnings: below that level they quote addresses, cookies and frames."""


def ref(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def configure(level: str) -> None:
    """Format every log line alike, the server's own and those of libraries."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        _first_line,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for library in LIBRARIES:
        logging.getLogger(library).setLevel(logging.WARNING)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def _first_line(
    logger: object, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Keep the first line only: what a library quotes is in the lines below it."""
    event["event"] = str(event["event"]).partition("\n")[0]
    return event
