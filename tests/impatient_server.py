"""`cluehouse` with shorter timeouts for slow or silent clients.

usage: python -m tests.impatient_server HEAD_TIMEOUT_S=SECONDS … serve …
"""

import sys
from typing import Final

from cluehouse import cli
from cluehouse.server.net import http_protocol, websocket_protocol

_MODULES: Final = {
    "PING_INTERVAL_S": websocket_protocol,
    "FLUSH_TIMEOUT_S": websocket_protocol,
    "HEAD_TIMEOUT_S": http_protocol,
    "BODY_TIMEOUT_S": http_protocol,
}


def program_with_timeouts(**seconds: float) -> list[str]:
    """Return the program argument for a ServerProcess."""
    return ["tests.impatient_server", *(f"{name}={value}" for name, value in seconds.items())]


if __name__ == "__main__":
    serve = sys.argv.index("serve")
    for name, _, value in (setting.partition("=") for setting in sys.argv[1:serve]):
        setattr(_MODULES[name], name, float(value))
    sys.exit(cli.main(sys.argv[serve:]))
