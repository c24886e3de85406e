"""`cluehouse serve` as a process: what it prints, how it ends, why it does not start."""

import json
import signal
import ssl
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.server_process import ServerProcess


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_opens_and_closes_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    flags = ("--data", str(tmp_path / "new" / "folder"))
    with ServerProcess.opened(tmp_path / "house", *flags) as server:
        assert server.printed == ""
        assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}
        assert server.end(number) == 0
    assert server.journal() == ""


def test_a_second_process_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "house") as server:
        command = [sys.executable, "-m", "cluehouse.cli", "serve", "--port", "0", "--data"]
        second = subprocess.run([*command, str(server.folder)], capture_output=True, text=True)
        assert second.returncode == 1
        assert str(server.pid) in second.stderr
        assert str(server.folder) in second.stderr
        assert "Traceback" not in second.stderr


def test_a_port_in_use_is_said_so(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "one") as server:
        command = [sys.executable, "-m", "cluehouse.cli", "serve", "--data", str(tmp_path / "two")]
        command += ["--port", str(server.address[1])]
        second = subprocess.run(command, capture_output=True, text=True)
        assert second.returncode == 1
        assert "in use" in second.stderr
        assert "Traceback" not in second.stderr


def test_open_to_others_it_shows_a_code_for_phones(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "house", "--host", "0.0.0.0") as server:
        assert "0.0.0.0" not in server.url
        assert set("█▀▄") & set(server.printed)


def test_with_tls_it_makes_a_certificate_of_its_own(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "house", "--tls") as server:
        assert server.url.startswith("https://")
        trusting = ssl.create_default_context(cafile=str(server.folder / "certificate.pem"))
        assert httpx.get(f"{server.url}/healthz", verify=trusting).json() == {"ok": True}
        cookie = httpx.get(f"{server.url}/api/me", verify=trusting).headers["set-cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


def test_a_flag_wins_over_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUEHOUSE_HOST", "256.0.0.1")
    with ServerProcess.opened(tmp_path / "house", "--host", "127.0.0.1") as server:
        assert server.url.startswith("http://127.0.0.1:")


def test_the_secret_and_the_database_are_private(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "house") as server:
        for name in ("secret", "cluehouse.db"):
            assert (server.folder / name).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "flags", [("--port", "99999"), ("--bot-workers", "0"), ("--log-level", "loud")]
)
def test_a_flag_that_cannot_be_is_said_so(tmp_path: Path, flags: tuple[str, str]) -> None:
    command = [sys.executable, "-m", "cluehouse.cli", "serve", "--data", str(tmp_path), *flags]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 2
    assert flags[0] in answer.stderr
    assert "Traceback" not in answer.stderr


def test_ctrl_c_in_a_terminal_ends_bots_that_think_without_a_word(tmp_path: Path) -> None:
    """A terminal sends it to every process of the house."""
    flags = ("--bot-pause", "3", "--log-level", "debug")
    with ServerProcess.opened(tmp_path / "house", *flags) as server:
        with httpx.Client(base_url=server.url) as http:
            http.post("/api/me", json={"name": "Ada Lovelace"})
            table = http.post("/api/tables", json={"game": "keyhole", "seats": 3}).json()["id"]
            http.post(f"/api/tables/{table}/leave", json={})
            http.post(f"/api/tables/{table}/start", json={"fill": "detective"})
            time.sleep(1)
        assert server.interrupt() == 0
    told = server.journal()
    for secret in ("Traceback", "Lovelace", table, "key="):
        assert secret not in told


def test_its_log_is_json_lines_without_names_or_links(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "house", "--log-level", "info") as server:
        with httpx.Client(base_url=server.url) as http:
            http.post("/api/me", json={"name": "Ada Lovelace"})
            wish = {"game": "keyhole", "seats": 2}
            table = http.post("/api/tables", json=wish).json()["id"]
            http.post(f"/api/tables/{table}/start", json={"fill": "novice"})
        server.end(signal.SIGTERM)
    told = server.journal()
    lines = [json.loads(line) for line in told.splitlines()]
    assert {"table opened", "game started"} <= {line["event"] for line in lines}
    assert "Lovelace" not in told
    assert table not in told
