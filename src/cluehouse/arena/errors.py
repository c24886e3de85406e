"""Why a contest was not played, or not to its end.

    ArenaError
    ├── NotAllowed      nobody can play what was asked for; it says what can be
    ├── BotFailed       a bot raised, or chose a move that is not legal
    └── WorkerLost      a worker process died

Each is made of one line, so that it crosses from a worker process as it is.
"""


class ArenaError(Exception):
    pass


class NotAllowed(ArenaError):
    pass


class BotFailed(ArenaError):
    pass


class WorkerLost(ArenaError):
    pass
