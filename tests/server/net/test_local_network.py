"""Links for other devices, for a browser that calls the server `localhost`."""

from pathlib import Path

import httpx
import pytest

from cluehouse.server.http import qr_codes
from cluehouse.server.net import local_network
from cluehouse.server.net.local_network import network_address, origin_for_others
from cluehouse.server.wire.lobby import NetworkAddress
from tests.server.running_server import Caller, run_server

HERE = "192.168.1.5"


@pytest.fixture(autouse=True)
def own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "own_address", lambda: HERE)


@pytest.mark.parametrize(
    ("origin", "found"),
    [
        ("http://127.0.0.1:8000", "http://192.168.1.5:8000"),
        ("http://localhost:8000", "http://192.168.1.5:8000"),
        ("https://house.localhost", "https://192.168.1.5"),
        ("http://[::1]:80", "http://192.168.1.5:80"),
    ],
)
def test_a_browser_on_the_servers_machine_gets_the_address_on_the_network(
    origin: str, found: str
) -> None:
    for is_open in (False, True):
        told = network_address(origin, "127.0.0.1", is_open=is_open)
        assert told == NetworkAddress(found, is_open)


@pytest.mark.parametrize(
    ("origin", "client"),
    [
        ("http://127.0.0.1:8000", "10.0.0.7"),
        ("http://localhost:8000", ""),
        ("http://house.example", "127.0.0.1"),
        ("http://192.168.1.5:8000", "127.0.0.1"),
    ],
)
def test_the_address_is_told_to_no_other_client(origin: str, client: str) -> None:
    assert network_address(origin, client, is_open=True) is None
    assert origin_for_others(origin, client, is_open=True) == origin


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_network, "own_address", lambda: None)
    assert network_address("http://127.0.0.1:8000", "::1", is_open=True) is None


def test_links_stay_local_while_the_server_is_closed_to_the_network() -> None:
    assert origin_for_others("http://localhost", "::1", is_open=False) == "http://localhost"
    assert origin_for_others("http://localhost", "::1", is_open=True) == f"http://{HERE}"


async def test_codes_and_passes_of_a_server_on_the_network_work_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coded: list[str] = []

    def draw(link: str) -> bytes:
        coded.append(link)
        return qr_codes.qr_code(link)

    monkeypatch.setattr("cluehouse.server.http.dispatch.qr_code", draw)
    async with run_server(tmp_path, host="0.0.0.0") as host, Caller.named(host, "Ada") as ada:
        origin = f"http://{HERE}:{host.partition(':')[2]}"
        table = await ada.open_table()
        await ada.http.get(f"/api/tables/{table}/qr.svg")
        assert coded == [f"{origin}/t/{table}"]
        assert (await ada.post("/api/resume-pass"))["link"].startswith(f"{origin}/resume#")
        assert (await ada.get("/api/house"))["network"] == {"origin": origin, "open": True}


async def test_a_server_that_is_closed_to_the_network_says_where_it_would_be(
    tmp_path: Path,
) -> None:
    async with run_server(tmp_path) as host, httpx.AsyncClient() as http:
        card = (await http.get(f"http://{host}/api/house")).json()
        port = host.partition(":")[2]
        assert card["network"] == {"origin": f"http://{HERE}:{port}", "open": False}
