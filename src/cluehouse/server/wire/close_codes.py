"""Close codes of WebSockets: why a client is disconnected, so that it knows what to do.

docs/protocol.md lists them.
"""

from typing import Final

COME_BACK: Final = 1012
TRY_AGAIN: Final = 1013

NO_TABLE: Final = 4001
WRONG_ORIGIN: Final = 4003
BANNED: Final = 4004
REMOVED: Final = 4005
SIGNED_OUT: Final = 4006
TOO_FAST: Final = 4008
TOO_WRONG: Final = 4009
TOO_SLOW: Final = 4013
