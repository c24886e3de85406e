"""Files in deploy/ use existing flags; X-Forwarded headers are trusted from the proxy only."""

import json
import re
from argparse import ArgumentParser
from pathlib import Path

import httpx
import pytest

from cluehouse.server.settings import add_flags
from tests.server.running_server import run_server

DEPLOY = Path(__file__).parents[3] / "deploy"
CLIENT = "203.0.113.9"
NO_PROXY = "127.0.0.2"
"""An address of this machine that is not trusted as a proxy."""


async def response_to(host: str, source: str = "127.0.0.1", **forwarded: str) -> httpx.Response:
    """The response to a request with forwarded headers, sent from the source address."""
    headers = {f"X-Forwarded-{name}": value for name, value in forwarded.items()}
    transport = httpx.AsyncHTTPTransport(local_address=source)
    async with httpx.AsyncClient(base_url=f"http://{host}", transport=transport) as http:
        return await http.get("/api/me", headers=headers)


async def test_ban_applies_to_the_client_behind_the_proxy(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text(CLIENT)
    async with run_server(tmp_path) as host:
        assert (await response_to(host, For=CLIENT)).status_code == 403
        assert (await response_to(host, For="203.0.113.10")).status_code == 200


async def test_forwarded_address_is_trusted_from_the_proxy_only(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text(NO_PROXY)
    async with run_server(tmp_path) as host:
        assert (await response_to(host, NO_PROXY, For=CLIENT)).status_code == 403


async def test_cookie_is_secure_if_the_proxy_received_https(tmp_path: Path) -> None:
    async with run_server(tmp_path) as host:
        assert "Secure" in (await response_to(host, Proto="https")).headers["set-cookie"]
        assert "Secure" not in (await response_to(host, Proto="http")).headers["set-cookie"]
        assert (
            "Secure" not in (await response_to(host, NO_PROXY, Proto="https")).headers["set-cookie"]
        )


def command_in(file: str) -> list[str]:
    """The arguments of the command in this file, without the program."""
    text = (DEPLOY / file).read_text("utf-8")
    lists = re.findall(r'(?:CMD|command:) (\["serve".*\])', text)
    lines = re.findall(r"^ExecStart=\S+ (.*)$", text, re.MULTILINE)
    (command,) = [*map(json.loads, lists), *(line.split() for line in lines)]
    return list(command)


@pytest.mark.parametrize("file", ["Dockerfile", "cluehouse.service", "compose.yaml"])
def test_deployment_uses_existing_flags_and_variables(file: str) -> None:
    variables = dict(re.findall(r"\b(CLUEHOUSE_\w+)=([^\s,]+)", (DEPLOY / file).read_text("utf-8")))
    serve, *flags = command_in(file)
    parser = ArgumentParser()
    add_flags(parser, variables)
    found = vars(parser.parse_args(flags))
    assert (serve, found["no_browser"]) == ("serve", True)
    named = {name: str(found[name.removeprefix("CLUEHOUSE_").lower()]) for name in variables}
    assert named == variables
