"""A server where Ada and Blaise sit at tables of Arosa with scripted logs."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from playwright.sync_api import BrowserContext

from tests.web.arosa_tale import Tale, ended, last_search, prologue
from tests.web.browser import Arrive, Person

TALES: Final[Mapping[str, Tale]] = {
    "high": prologue(3, 3, 6, 6, 7, 7),
    "low": prologue(0, 1, 2, 0, 1, 4),
    "nest": prologue(3, 6, 5, 5, 5, 5),
    "still": prologue(3, 6, 5, 5, 5, 5),
    "end": last_search(),
    "ended": ended(),
}


class Hotel(NamedTuple):
    """The running server, and the addresses of its tables."""

    address: str
    tables: Mapping[str, str]
    cookies: Mapping[str, Sequence[Any]]


def seat_both(address: str, ada: BrowserContext, blaise: BrowserContext) -> dict[str, str]:
    def post(person: BrowserContext, path: str, **wish: Any) -> Any:
        answer = person.request.post(address + path, data=wish)
        assert answer.ok, answer.text()
        return answer.json()

    for person, name in ((ada, "Ada"), (blaise, "Blaise")):
        post(person, "/api/me", name=name)
    tables = {}
    for name in TALES:
        table = post(ada, "/api/tables", game="arosa", seats=2)["id"]
        post(blaise, f"/api/tables/{table}/sit", seat=1)
        post(ada, f"/api/tables/{table}/start", fill="novice")
        tables[name] = table
    return tables


def come_back(arrive: Arrive, hotel: Hotel, name: str, table: str, **how: Any) -> Person:
    person = arrive(**how)
    person.context.add_cookies(hotel.cookies[name])
    person.go(f"/t/{hotel.tables[table]}")
    person.page.locator(".house").wait_for()
    return person
