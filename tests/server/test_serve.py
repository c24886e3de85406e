"""`cluehouse serve` as a process: what it prints, how it ends, why it does not start."""

import json
import os
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest


@contextmanager
def serving(
    data: Path, *flags: str, start_new_session: bool = False
) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """The process, its address, and the lines it printed before that."""
    command = [sys.executable, "-m", "cluehouse.cli", "serve", "--no-browser"]
    command += ["--port", "0", "--data", str(data), *flags]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
    ) as it:
        assert it.stdout is not None
        printed: list[str] = []
        for line in it.stdout:
            printed.append(line)
            if line.startswith("Cluehouse is open at "):
                break
        try:
            yield it, printed[-1].split()[-1], printed[:-1]
        finally:
            it.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_opens_and_closes_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path / "new" / "folder") as (process, address, printed):
        assert printed == []
        assert httpx.get(f"{address}/healthz").json() == {"ok": True}
        process.send_signal(number)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_second_process_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, _, _):
        command = [sys.executable, "-m", "cluehouse.cli", "serve", "--port", "0", "--data"]
        second = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True)
        assert second.returncode == 1
        assert str(process.pid) in second.stderr
        assert str(tmp_path) in second.stderr
        assert "Traceback" not in second.stderr


def test_a_port_in_use_is_said_so(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as (_, address, _):
        command = [sys.executable, "-m", "cluehouse.cli", "serve", "--data", str(tmp_path / "two")]
        command += ["--port", address.rpartition(":")[2]]
        second = subprocess.run(command, capture_output=True, text=True)
        assert second.returncode == 1
        assert "in use" in second.stderr
        assert "Traceback" not in second.stderr


def test_open_to_others_it_shows_a_code_for_phones(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as (_, address, printed):
        assert "0.0.0.0" not in address
        assert any("█" in line or "▀" in line or "▄" in line for line in printed)


def test_with_tls_it_makes_a_certificate_of_its_own(tmp_path: Path) -> None:
    with serving(tmp_path, "--tls") as (_, address, _):
        assert address.startswith("https://")
        trusting = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        assert httpx.get(f"{address}/healthz", verify=trusting).json() == {"ok": True}
        cookie = httpx.get(f"{address}/api/me", verify=trusting).headers["set-cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


def test_a_flag_wins_over_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUEHOUSE_HOST", "256.0.0.1")
    with serving(tmp_path, "--host", "127.0.0.1") as (_, address, _):
        assert address.startswith("http://127.0.0.1:")


def test_the_secret_and_the_database_are_private(tmp_path: Path) -> None:
    with serving(tmp_path):
        for name in ("secret", "cluehouse.db"):
            assert (tmp_path / name).stat().st_mode & 0o077 == 0


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
    flags = ("--keyhole", "--bot-pause", "3", "--log-level", "debug")
    with serving(tmp_path, *flags, start_new_session=True) as (process, address, _):
        with httpx.Client(base_url=address) as http:
            http.post("/api/me", json={"name": "Ada Lovelace"})
            table = http.post("/api/tables", json={"game": "keyhole", "seats": 3}).json()["id"]
            http.post(f"/api/tables/{table}/leave", json={})
            http.post(f"/api/tables/{table}/start", json={"fill": "detective"})
            time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=20)
    assert process.returncode == 0
    for secret in ("Traceback", "Lovelace", table, "key="):
        assert secret not in told


def test_its_log_is_json_lines_without_names_or_links(tmp_path: Path) -> None:
    with serving(tmp_path, "--keyhole", "--log-level", "info") as (process, address, _):
        with httpx.Client(base_url=address) as http:
            http.post("/api/me", json={"name": "Ada Lovelace"})
            wish = {"game": "keyhole", "seats": 2}
            table = http.post("/api/tables", json=wish).json()["id"]
            http.post(f"/api/tables/{table}/start", json={"fill": "novice"})
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=20)
    lines = [json.loads(line) for line in told.splitlines()]
    assert {"table opened", "game started"} <= {line["event"] for line in lines}
    assert "Lovelace" not in told
    assert table not in told
