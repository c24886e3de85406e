"""A data folder as an earlier Cluehouse left it, and the guests who come back to it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from cluehouse.server.identity import Guest, Identity

PAGE: Final = Path(__file__).parents[1] / "data" / "house_of_format_2.sql"
SECRET: Final = b"an older house signed with this!"

IDENTITY: Final = Identity(SECRET)
ADA: Final = Guest("guest-ada", "Ada")
BLAISE: Final = Guest("guest-blaise", "Blaise")


def write_old_house(data: Path) -> Path:
    data.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(data / "cluehouse.db")) as db:
        db.executescript(PAGE.read_text("utf-8"))
    (data / "secret").write_bytes(SECRET)
    return data
