"""`cluehouse serve` as a process: its output, its exit, and errors at start."""

import json
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from cluehouse import cli
from cluehouse.server import main as server_main
from tests.server_process import TEST_TIMEOUT_S, ServerProcess


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_server_starts_and_exits_cleanly_on_a_signal(
    tmp_path: Path, number: signal.Signals
) -> None:
    flags = ("--data", str(tmp_path / "new" / "folder"))
    with ServerProcess.opened(tmp_path / "data", *flags) as server:
        assert server.printed == ""
        assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}
        assert server.end(number) == 0
    assert server.new_log_lines() == ""


def test_second_server_on_the_same_data_folder_exits_with_an_error(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "data") as server:
        command = [sys.executable, "-m", "cluehouse.cli", "serve", "--port", "0", "--data"]
        second = subprocess.run([*command, str(server.folder)], capture_output=True, text=True)
        assert second.returncode == 1
        assert str(server.pid) in second.stderr
        assert str(server.folder) in second.stderr
        assert "Traceback" not in second.stderr


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "one") as server:
        command = [sys.executable, "-m", "cluehouse.cli", "serve", "--data", str(tmp_path / "two")]
        command += ["--port", str(server.address[1])]
        second = subprocess.run(command, capture_output=True, text=True)
        assert second.returncode == 1
        assert "in use" in second.stderr
        assert "Traceback" not in second.stderr


def test_missing_certificate_is_not_reported_as_a_port_in_use(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cluehouse.cli", "serve", "--port", "0", "--no-browser"]
    files = [str(tmp_path / name) for name in ("house.pem", "house.key")]
    command += ["--data", str(tmp_path), "--tls", *files]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=TEST_TIMEOUT_S)
    assert answer.returncode == 1
    assert f"cannot use the certificate {files[0]} with {files[1]}: " in answer.stderr
    assert "No such file" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    "error", [OSError(5, "Input/output error", "games/book"), OSError(24, "Too many open files")]
)
def test_error_of_the_system_is_not_reported_as_that_of_the_port(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: OSError,
) -> None:
    def fail(serving: Coroutine[Any, Any, None]) -> None:
        serving.close()
        raise error

    monkeypatch.setattr(server_main, "run", fail)
    assert cli.main(["serve", "--no-browser", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert str(error) in said
    assert "8000" not in said


def test_server_on_all_interfaces_prints_a_qr_code(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "data", "--host", "0.0.0.0") as server:
        assert "0.0.0.0" not in server.url
        assert set("█▀▄") & set(server.printed)


def test_tls_creates_a_self_signed_certificate(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "data", "--tls") as server:
        assert server.url.startswith("https://")
        trust = ssl.create_default_context(cafile=str(server.folder / "certificate.pem"))
        assert httpx.get(f"{server.url}/healthz", verify=trust).json() == {"ok": True}
        answer = httpx.get(f"{server.url}/api/me", verify=trust)
        assert "strict-transport-security" not in answer.headers
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


def test_flag_overrides_its_environment_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUEHOUSE_HOST", "256.0.0.1")
    with ServerProcess.opened(tmp_path / "data", "--host", "127.0.0.1") as server:
        assert server.url.startswith("http://127.0.0.1:")


def test_secret_and_database_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "data") as server:
        for name in ("secret", "cluehouse.db"):
            assert (server.folder / name).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "flags", [("--port", "99999"), ("--bot-workers", "0"), ("--log-level", "loud")]
)
def test_invalid_flag_is_reported(tmp_path: Path, flags: tuple[str, str]) -> None:
    command = [sys.executable, "-m", "cluehouse.cli", "serve", "--data", str(tmp_path), *flags]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 2
    assert flags[0] in answer.stderr
    assert "Traceback" not in answer.stderr


def test_ctrl_c_stops_the_server_and_its_bot_workers_without_a_traceback(tmp_path: Path) -> None:
    """A terminal sends SIGINT to every process of the server."""
    flags = ("--bot-pause", "3", "--log-level", "debug")
    with ServerProcess.opened(tmp_path / "data", *flags) as server:
        with httpx.Client(base_url=server.url) as http:
            http.post("/api/me", json={"name": "Ada Lovelace"})
            table = http.post("/api/tables", json={"game": "keyhole", "seats": 3}).json()["id"]
            http.post(f"/api/tables/{table}/leave", json={})
            http.post(f"/api/tables/{table}/start", json={"fill": "detective"})
            time.sleep(1)
        assert server.interrupt() == 0
    log = server.new_log_lines()
    for secret in ("Traceback", "Lovelace", table, "key="):
        assert secret not in log


def test_log_is_json_lines_without_names_or_table_ids(tmp_path: Path) -> None:
    with ServerProcess.opened(tmp_path / "data", "--log-level", "info") as server:
        with httpx.Client(base_url=server.url) as http:
            http.post("/api/me", json={"name": "Ada Lovelace"})
            wish = {"game": "keyhole", "seats": 2}
            table = http.post("/api/tables", json=wish).json()["id"]
            http.post(f"/api/tables/{table}/start", json={"fill": "novice"})
        server.end(signal.SIGTERM)
    log = server.new_log_lines()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"table opened", "game started"} <= {line["event"] for line in lines}
    assert "Lovelace" not in log
    assert table not in log
