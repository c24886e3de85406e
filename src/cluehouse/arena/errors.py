"""Errors that prevent or abort a contest.

    ArenaError
    ├── NotAllowed      the arguments are impossible; the text lists the possible ones
    ├── BotFailed       a bot raised, or chose a move that is not legal
    └── WorkerLost      a worker process died

Each takes one line of text as its only argument, so that it can be pickled between processes.
"""


class ArenaError(Exception):
    pass


class NotAllowed(ArenaError):
    pass


class BotFailed(ArenaError):
    pass


class WorkerLost(ArenaError):
    pass
