"""What deploy/ and docs/hosting.md promise a host: commands there are, and a proxy that is believed
about who comes, and nobody else."""

import json
import re
from argparse import ArgumentParser
from pathlib import Path

import httpx
import pytest

from cluehouse.server.settings import add_flags
from tests.server.running_server import run_server

DEPLOY = Path(__file__).parents[3] / "deploy"
GUEST = "203.0.113.9"
A_STRANGER = "127.0.0.2"
"""On this machine, but not where a proxy is expected."""


async def asked(host: str, come_from: str = "127.0.0.1", **forwarded: str) -> httpx.Response:
    """The answer to somebody for whom a proxy speaks, or who pretends to be one."""
    headers = {f"X-Forwarded-{name}": value for name, value in forwarded.items()}
    transport = httpx.AsyncHTTPTransport(local_address=come_from)
    async with httpx.AsyncClient(base_url=f"http://{host}", transport=transport) as http:
        return await http.get("/api/me", headers=headers)


async def test_a_ban_is_of_the_guest_behind_the_proxy(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text(GUEST)
    async with run_server(tmp_path) as host:
        assert (await asked(host, For=GUEST)).status_code == 403
        assert (await asked(host, For="203.0.113.10")).status_code == 200


async def test_only_the_proxy_is_believed_about_who_comes(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text(A_STRANGER)
    async with run_server(tmp_path) as host:
        assert (await asked(host, A_STRANGER, For=GUEST)).status_code == 403


async def test_where_guests_come_over_tls_their_cookie_is_for_tls_alone(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host:
        assert "Secure" in (await asked(host, Proto="https")).headers["set-cookie"]
        assert "Secure" not in (await asked(host, Proto="http")).headers["set-cookie"]
        assert "Secure" not in (await asked(host, A_STRANGER, Proto="https")).headers["set-cookie"]


def command_in(file: str) -> list[str]:
    """What it has the house do, without the name of the program."""
    text = (DEPLOY / file).read_text("utf-8")
    lists = re.findall(r'(?:CMD|command:) (\["serve".*\])', text)
    lines = re.findall(r"^ExecStart=\S+ (.*)$", text, re.MULTILINE)
    (command,) = [*map(json.loads, lists), *(line.split() for line in lines)]
    return list(command)


@pytest.mark.parametrize("file", ["Dockerfile", "cluehouse.service", "compose.yaml"])
def test_what_is_deployed_asks_for_what_there_is(file: str) -> None:
    variables = dict(re.findall(r"\b(CLUEHOUSE_\w+)=([^\s,]+)", (DEPLOY / file).read_text("utf-8")))
    serve, *flags = command_in(file)
    parser = ArgumentParser()
    add_flags(parser, variables)
    found = vars(parser.parse_args(flags))
    assert (serve, found["no_browser"]) == ("serve", True)
    named = {name: str(found[name.removeprefix("CLUEHOUSE_").lower()]) for name in variables}
    assert named == variables
