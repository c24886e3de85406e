"""python -m tests.abuse [ARGUMENTS of schemathesis run …]

Run schemathesis on every operation of the OpenAPI document, against a new server, as a guest who
has a table there. Fails if a check fails, or if the server has logged an error.
`tools/prepare test fuzz` installs schemathesis.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.abuse.clients import Guest
from tests.abuse.server import server

PROGRAM: Final = Path(sys.executable).with_name("schemathesis")

CONFIG: Final = """
headers = {{ Cookie = "{cookie}" }}

[parameters]
table = "{table}"
"""
"""A table that exists: else most requests would be about unknown tables."""


CHECKS: Final = ("--checks", "all", "--exclude-checks", "positive_data_acceptance")
"""The server may refuse what the schema allows: no schema knows every rule."""


def run_schemathesis(folder: Path, arguments: Sequence[str]) -> int:
    with server(folder) as opened, Guest.named(opened, "Ada") as ada:
        config = folder / "schemathesis.toml"
        config.write_text(CONFIG.format(cookie=ada.cookie, table=ada.open_table(seats=3)))
        document = f"http://{opened.host}/api/openapi.json"
        command = [str(PROGRAM), "--config-file", str(config), "run", document, *CHECKS]
        return subprocess.run([*command, *arguments], cwd=folder, check=False).returncode


def main() -> None:
    if not shutil.which(PROGRAM):
        sys.exit("schemathesis is not installed: tools/prepare test fuzz installs it")
    with TemporaryDirectory() as folder:
        sys.exit(run_schemathesis(Path(folder), sys.argv[1:]))


if __name__ == "__main__":
    main()
