"""Run Lighthouse on the main pages, as a phone and as a desktop, and print the scores.

usage: .venv/bin/python -m tools.lighthouse [PAGE...]     PAGE: lobby, table, rules, replay, yours

Installs a pinned Lighthouse into build/ on first use, and starts a server of its own. Exits with 1
if a score is below 95. On a busy machine, performance is what the machine is.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tools.build_web import ROOT, node_home

VERSION: Final = "13.5.0"
FOLDER: Final = ROOT / "build" / "lighthouse"
PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
CATEGORIES: Final = ("performance", "accessibility", "best-practices")
PROFILES: Final = {"phone": (), "desktop": ("--preset=desktop",)}
FLOOR: Final = 95


def main(wanted: list[str]) -> None:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise SystemExit("no Chromium: sudo apt-get install chromium-headless-shell")
    install()
    low = False
    print(f"{'':18}" + "".join(f"{category:>16}" for category in CATEGORIES))
    with serving() as address:
        pages = {
            "lobby": "/",
            "table": f"/t/{start_table(address)}",
            "rules": "/rules/clue",
            "replay": "/replay",
            "yours": "/yours",
        }
        for page in wanted or pages:
            for profile, flags in PROFILES.items():
                report = audit(program, address + pages[page], *flags)
                scores = [round(100 * report["categories"][each]["score"]) for each in CATEGORIES]
                print(f"{page + ', ' + profile:18}" + "".join(f"{each:16}" for each in scores))
                for line in faults(report):
                    print(f"    {line}")
                low |= min(scores) < FLOOR
    sys.exit(low)


def install() -> None:
    if (FOLDER / "node_modules" / "lighthouse" / VERSION).exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    npm = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    flags = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(FOLDER))
    node(str(npm), "install", *flags, f"lighthouse@{VERSION}")
    (FOLDER / "node_modules" / "lighthouse" / VERSION).touch()


def audit(program: str, address: str, *flags: str) -> dict[str, Any]:
    cli = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "report.json"
        node(
            *(str(cli), address, "--quiet", "--chrome-flags=--no-sandbox", *flags),
            *("--output=json", f"--output-path={output}"),
            f"--only-categories={','.join(CATEGORIES)}",
            CHROME_PATH=program,
        )
        report: dict[str, Any] = json.loads(output.read_text("utf-8"))
    return report


def faults(report: dict[str, Any]) -> Iterator[str]:
    """What costs the page points."""
    for category in report["categories"].values():
        for part in category["auditRefs"]:
            found = report["audits"][part["id"]]
            if part["weight"] and found["score"] is not None and found["score"] < 0.9:
                yield f"{found['title']}: {found.get('displayValue', found['score'])}"


def node(*command: str, **environment: str) -> None:
    home = node_home() / "bin"
    path = f"{home}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run(
        [str(home / "node"), *command],
        env={**os.environ, "PATH": path, **environment},
        stdout=sys.stderr,
        check=True,
    )


@contextmanager
def serving() -> Iterator[str]:
    """The address of a `cluehouse serve`."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ("--no-browser", "--port", "0", "--data", folder)
        process = subprocess.Popen(
            [sys.executable, "-m", "cluehouse.cli", "serve", *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        try:
            lines = (line.partition("open at ")[2].strip() for line in process.stdout)
            yield next(filter(None, lines))
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def start_table(address: str) -> str:
    """The id of a table of Clue at which bots play; Lighthouse looks on."""
    opener = build_opener(HTTPCookieProcessor())

    def post(path: str, **wish: object) -> Any:
        headers = {"content-type": "application/json", "origin": address}
        request = Request(address + path, json.dumps(wish).encode(), headers)
        with opener.open(request) as answer:
            return json.load(answer)

    post("/api/me", name="Ada")
    table: str = post("/api/tables", game="clue", seats=4)["id"]
    post(f"/api/tables/{table}/start", fill="novice")
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
