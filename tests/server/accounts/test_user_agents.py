"""Devices have names that their owner recognizes."""

import pytest

from cluehouse.server.accounts.user_agents import device_name

KNOWN = {
    "(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": ("Firefox", "Linux"),
    "(Linux; Android 15) Chrome/140.0 Mobile Safari/537.36": ("Chrome", "Android"),
    "(Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0": ("Edge", "Windows"),
    "(Linux; Android 14) SamsungBrowser/27.0 Chrome/125.0": ("Samsung Internet", "Android"),
    "(iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1": ("Safari", "iPhone"),
    "(iPad; CPU OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1": ("Chrome", "iPad"),
    "(Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1": ("Safari", "Mac"),
    "(X11; CrOS x86_64 14541.0.0) Chrome/140.0 Safari/537.36": ("Chrome", "ChromeOS"),
    "(Windows NT 10.0) Chrome/139.0 Safari/537.36 OPR/124.0": ("Opera", "Windows"),
}


@pytest.mark.parametrize("user_agent", KNOWN)
def test_a_user_agent_is_named_by_browser_and_system(user_agent: str) -> None:
    assert device_name(f"Mozilla/5.0 {user_agent}") == KNOWN[user_agent]


@pytest.mark.parametrize("user_agent", ["", "<script>alert(1)</script>\0", "é" * 9000, "curl/8.5"])
def test_nothing_of_an_unknown_user_agent_is_kept(user_agent: str) -> None:
    assert device_name(user_agent) == ("", "")
