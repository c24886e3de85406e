"""Check what is shipped: the wheel in a clean environment, licences, SBOM, vulnerabilities.

usage: python -m tools.supply wheel       build it, install it in a clean venv, run its server
       python -m tools.supply licences    write docs/licences.md; refuses what we may not ship
       python -m tools.supply sbom        write build/sbom.python.json and build/sbom.web.json
       python -m tools.supply audit       ask PyPI and npm for vulnerabilities of locked packages
"""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.build_web import ROOT, STATIC, npm

BUILD = ROOT / "build"
CLEAN = BUILD / "clean"
"""A venv with only the wheel and its dependencies."""
LOCK = ROOT / "requirements" / "run.lock"
PYTHON_PARTS = BUILD / "sbom.python.json"
WEB_PARTS = BUILD / "sbom.web.json"
PAGE = ROOT / "docs" / "licences.md"

ALLOWED = {
    "0BSD", "Apache-2.0", "BSD License", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0",
    "ISC", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib",
}  # fmt: skip
"""Licences that allow shipping a part unchanged with an MIT program."""

HEAD = """# What we ship, and under which licence

Written by `python -m tools.supply licences`. Cluehouse itself is MIT. The first table lists what
`pip` installs with `cluehouse[postgres,push]`, the second what is built into the front end. Every
server serves their full texts at `/licences.md` and `/font-licences.md`.
"""


class Part(NamedTuple):
    name: str
    version: str
    licence: str


def wheel() -> None:
    """The server of the wheel answers, run outside the checkout."""
    _install_wheel()
    with_port = [str(CLEAN / "bin" / "cluehouse"), "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        [*with_port, "--data", str(CLEAN / "data")], cwd=CLEAN, stdout=subprocess.PIPE, text=True
    )
    try:
        port = _port_of(server)
        for path in ("/healthz", "/", "/api/openapi.json", "/licences.md", "/font-licences.md"):
            print(f"{path}: {_ask(port, path):,} bytes")
    finally:
        server.terminate()
        server.wait()


def licences() -> None:
    sbom()
    python = [part for part in _parts(PYTHON_PARTS) if part.name != "cluehouse"]
    web = list(_bundled())
    refused = [part for part in python + web if not _may_ship(part.licence)]
    if refused:
        raise SystemExit("\n".join(f"{part.name}: {part.licence}" for part in refused))
    PAGE.write_text(f"{HEAD}\n{_table(python)}\n{_table(web)}", "utf-8")


def sbom() -> None:
    """Write CycloneDX files."""
    _install_wheel()
    _run("cyclonedx-py", "environment", CLEAN / "bin" / "python", "-o", PYTHON_PARTS)
    with WEB_PARTS.open("wb") as out:
        npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only", out=out)
    print(f"{PYTHON_PARTS.relative_to(ROOT)} {WEB_PARTS.relative_to(ROOT)}")


def audit() -> None:
    """Fails at the first tool that finds something or cannot connect."""
    _run("pip-audit", "--strict", "--require-hashes", "--disable-pip", "-r", LOCK)
    npm("audit", out=sys.stdout)


def _install_wheel() -> None:
    uv = _tool("uv")
    build = [uv, "build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--clear"]
    subprocess.run([*build, "--out-dir", BUILD / "wheel"], check=True)
    (built,) = (BUILD / "wheel").glob("*.whl")
    subprocess.run([uv, "venv", "--clear", CLEAN], check=True)
    python = ["--python", str(CLEAN / "bin" / "python")]
    wanted = f"cluehouse[postgres,push] @ {built.as_uri()}"
    subprocess.run([uv, "pip", "install", *python, "--constraint", LOCK, wanted], check=True)


def _port_of(server: "subprocess.Popen[str]") -> int:
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://[^:/ ]+:(\d+)", line):
            return int(found[1])
    raise SystemExit("the server did not start")


def _ask(port: int, path: str) -> int:
    """The size of the response, as soon as the server answers."""
    for _ in range(50):
        asking = http.client.HTTPConnection("127.0.0.1", port)
        try:
            asking.request("GET", path)
            answer = asking.getresponse()
            if answer.status != 200:
                raise SystemExit(f"{path} answers {answer.status}")
            return len(answer.read())
        except ConnectionRefusedError:
            time.sleep(0.1)
        finally:
            asking.close()
    raise SystemExit("the server does not answer")


def _parts(file: Path) -> Iterator[Part]:
    for part in json.loads(file.read_bytes())["components"]:
        said = [_licence(entry) for entry in part.get("licenses", ())]
        yield Part(part["name"], part["version"], said[0] if said else "unknown")


def _licence(entry: dict[str, dict[str, str]] | dict[str, str]) -> str:
    match entry:
        case {"expression": str(expression)}:
            return expression
        case {"license": {"id": str(id)}}:
            return id
        case {"license": {"name": str(name)}}:
            return name.removeprefix("License :: OSI Approved :: ")
        case _:
            return "unknown"


def _bundled() -> Iterator[Part]:
    """The packages in the built page, from Vite's list of licences."""
    pages = (STATIC / name for name in ("licences.md", "font-licences.md"))
    page = "\n".join(page.read_text("utf-8") for page in pages)
    for name, version, licence in re.findall(r"^## (\S+) - (\S+) \((.+?)\)$", page, re.M):
        yield Part(name, version, licence)


def _may_ship(licence: str) -> bool:
    """For `A OR B` one licence must be allowed, for `A AND B` all."""
    choices = licence.replace("(", "").replace(")", "").split(" OR ")
    return any(set(choice.split(" AND ")) <= ALLOWED for choice in choices)


def _table(parts: list[Part]) -> str:
    rows = [f"| {part.name} | {part.version} | {part.licence} |" for part in sorted(parts)]
    return "\n".join(["| part | version | licence |", "|---|---|---|", *rows, ""])


def _tool(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def _run(name: str, *arguments: object) -> None:
    subprocess.run([_tool(name), *map(str, arguments)], check=True)


def main() -> None:
    commands = {"wheel": wheel, "licences": licences, "sbom": sbom, "audit": audit}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        raise SystemExit(__doc__)
    os.chdir(ROOT)
    BUILD.mkdir(exist_ok=True)
    try:
        commands[sys.argv[1]]()
    except subprocess.CalledProcessError as failed:  # the command has printed why
        raise SystemExit(failed.returncode) from None


if __name__ == "__main__":
    main()
