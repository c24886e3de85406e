"""`cluehouse`, with less patience for whoever dribbles, does not read or is silent.

usage: python -m tests.impatient_server HEAD_TIMEOUT_S=SECONDS … serve …
"""

import sys
from typing import Final

from cluehouse import cli
from cluehouse.server.net import http_protocol, websocket_protocol

_OWNERS: Final = {
    "PING_INTERVAL_S": websocket_protocol,
    "FLUSH_TIMEOUT_S": websocket_protocol,
    "HEAD_TIMEOUT_S": http_protocol,
    "BODY_TIMEOUT_S": http_protocol,
}


def hurried(**seconds: float) -> list[str]:
    """The program, for a HouseProcess."""
    return ["tests.impatient_server", *(f"{name}={value}" for name, value in seconds.items())]


if __name__ == "__main__":
    at = sys.argv.index("serve")
    for name, _, value in (wish.partition("=") for wish in sys.argv[1:at]):
        setattr(_OWNERS[name], name, float(value))
    sys.exit(cli.main(sys.argv[at:]))
